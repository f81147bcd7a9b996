"""The sheet page: shows a session, writes entries and previews them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from flask import jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from record.session import Session
from scoring import core
from scoring.entry.pending import fill_gaps
from scoring.errors import EntryError
from scoring.sheets import extras
from scoring.sheets.changes import PLAN, PLAYERS_CHANGE
from scoring.sheets.extras import EXTRA_STEPS
from scoring.sheets.values import Ask
from store.errors import DifferentInputError, DoubtfulError, OtherFactsError, StaleError
from store.seats import entries
from store.seats.pending_step import pending_step
from store.sessions.series import start_again
from web.http.live_updates import etag, followed
from web.i18n.timezone import end_of_evening
from web.i18n.translate import words
from web.identity.current import author, book, is_keeper, load, new_key, position, role, snapshot
from web.identity.phones import wrote_last
from web.pages.session.menu import extra_page
from web.pages.session.table_changes import after_plan, plan_page, players_page
from web.request.page import Pages
from web.sheet.drafts import typed_now
from web.sheet.forms import Form, form_for, typed_entry
from web.sheet.seats import own_card, side_by_side
from web.sheet.session_log import meanwhile
from web.sheet.view import next_game, row_told, rules_of, sheet_as_it_is, sheet_page, told_so_far

NOT_TYPED = ("step", "position", "key", "csrf_token", "said", "overruled", "tapped")
"""What the form of a step sends beside what was typed."""

pages = Pages("sheets", __name__, url_prefix="/s", readers="watcher", of_session=True)
for each in (etag, snapshot, wrote_last, next_game):
    pages.add_app_template_global(each)


@pages.get("/<session>")
def show(session: str) -> ResponseReturnValue:
    """Show the sheet; `?row=3` opens the working of the fourth row.

    A player is redirected to their card, unless `look` is given. `?came=` says what a game code has just brought:
    "new", or how many entries more.
    """
    seen = snapshot(session)
    if role() == "player" and not request.args and (card := own_card(seen.pending)):
        return redirect(card)
    if came := _came():
        return sheet_page(seen.session, came=came)
    return sheet_as_it_is(seen)


def _came() -> str:
    """What a game code has just brought, as a sentence; "" where nothing is told of it."""
    if "came" not in request.args:
        return ""
    told, more = request.args.get("came"), request.args.get("came", type=int)
    if not is_keeper() or (told != "new" and (more is None or more < 0)):
        return ""
    if told == "new":
        return str(_("This game is now in your scorebook."))
    if not more:
        return str(_("Everything in this code was here already."))
    return str(ngettext("%(num)s new entry added.", "%(num)s new entries added.", more))


@pages.get("/<session>/now")
@followed
def now(session: str) -> ResponseReturnValue:
    """The sheet for an open page that polls; 304 where its ETag is that of `If-None-Match`."""
    return sheet_as_it_is(snapshot(session))


@pages.post("/<session>/entries")
def enter(session: str) -> ResponseReturnValue:
    """Write an entry: 303 to the sheet, 422 with the problems, 409 for an edit conflict.

    A likely slip is asked about first (422), unless `sure` is sent. Where pending input differs, 409 asks which is
    right; `said` is then `take` (theirs) or `mine`.
    """
    scorebook, found = book(), load(session)
    step, answer = request.form.get("step"), request.form.get("said")
    overruled = request.form.get("overruled", "") if answer == "mine" else ""
    # A form that was sent before is read at its own position, to tell a repeat from a changed entry.
    seen = found.at(position()) if 0 <= position() < found.position else found
    ask = seen.sheet.find_ask(step)
    form = None if ask is None else form_for(ask, position=found.position, typed=request.form)
    raw = {"step": step} if form is None else form.raw()
    try:
        written = entries.enter(
            scorebook,
            session,
            raw,
            position=position(),
            by=author(),
            take=answer == "take",
            overruled=overruled,
            sure="sure" in request.form or answer is not None,
            tapped=request.form.getlist("tapped", type=int),
        )
    except DoubtfulError as error:
        return sheet_page(error.session, form=form, doubt=error.doubt), 422
    except DifferentInputError as error:
        return sheet_page(error.session, form=form, differing=side_by_side(error), overruled=error.overruled), 409
    except (StaleError, OtherFactsError) as error:
        return _conflict(error)
    except EntryError as error:
        if overruled:
            # Others are still waited for: what they enter then completes the step as the keeper wants it.
            with suppress(EntryError, StaleError):
                entries.overrule(scorebook, session, raw, position=position(), by=author(), overruled=overruled)
        if ask is None or form is None:
            return sheet_page(found, problems=[words(problem.message) for problem in error.problems]), 422
        if answer == "take":
            theirs = pending_step(scorebook, found)
            form.take(theirs.public_input, theirs.laid)
        return _page_of(found, ask, form, problems=form.refuse(error.problems)), 422
    return redirect(after_plan(written.session) if step == PLAN else url_for("sheets.show", session=session), 303)


@pages.post("/<session>/preview")
def preview(session: str) -> ResponseReturnValue:
    """Preview an entry as JSON: `said` as text, or the `problems`; nothing is written.

    If it would finish a row, also its `numbers`, `points` and `workings` by seat; `told` is news of single fields.
    """
    book()
    seen = snapshot(session)
    found, ask = seen.session, seen.session.sheet.ask
    if ask is None or request.form.get("step") != ask.step:
        return jsonify(problems=[])
    laid = seen.pending.laid
    raw = typed_entry(ask, request.form)
    told = told_so_far(found.sheet, ask, raw)
    try:
        after = core.enter(found.sheet, raw)
    except EntryError as error:
        # Hidden input is not in the form, and the preview must not reveal it.
        open_ = [each for each in error.problems if each.seat is None or each.field not in laid.get(each.seat, ())]
        return jsonify(problems=[words(problem.message) for problem in open_], told=told)
    cells = after.rows[-1].cells if len(after.rows) > len(found.sheet.rows) else ()
    return jsonify(said=words(after.said), told=told, **row_told(cells))


@pages.post("/<session>/again")
def again(session: str) -> ResponseReturnValue:
    """Start a session with the same players and rules; the next seat deals.

    `seen` is the last game of its table that the page had shown: another one after it is wanted.
    """
    new = start_again(book(), session, author(), seen=request.form.get("seen"), links_until=end_of_evening())
    return redirect(url_for("sheets.show", session=new), 303)


@pages.get("/<session>/more")
def more(session: str) -> ResponseReturnValue:
    """The menu: what else can be done with this session, each on a page of its own."""
    seen = snapshot(session)
    found = seen.session
    return render_template(
        "session/more.html",
        session=found,
        sheet=found.sheet,
        asks={ask.step: ask for ask in extras.asks(found.sheet)} if is_keeper() else {},
        rules=rules_of(found),
        pending=seen.pending,
    )


def _conflict(error: StaleError | OtherFactsError) -> ResponseReturnValue:
    """409 where another device was faster, or this form was saved before with other values.

    Shows what was saved and what was typed here, ready to be saved. If both answered the same step, saving corrects
    what was saved; the same entry redirects to the sheet.
    """
    found, is_stale = error.session, isinstance(error, StaleError)
    seen = error.position if isinstance(error, OtherFactsError) else position()
    can_correct = not is_stale or (0 <= seen < found.position and request.form.get("step") not in EXTRA_STEPS)
    since: dict[str, Any] = {"meanwhile": meanwhile(found, seen)} if is_stale else {}
    if can_correct and (otherwise := _otherwise(found, seen)):
        if is_stale and otherwise["saved"] == otherwise["now"]:
            return redirect(url_for("sheets.show", session=found.id), 303)
        return sheet_page(found, otherwise=otherwise, **since), 409
    return _with_what_was_typed(found, seen), 409


def _otherwise(found: Session, position: int) -> dict[str, Any] | None:
    """The entry written at a position beside the typed one; None unless it is live and of the same step."""
    written = found.actions[position]
    index = next((live for action, live in found.log.done_last_first() if action is written), None)
    if written.kind != "enter" or index is None or written.facts["step"] != request.form.get("step"):
        return None
    sheet = found.at(position).sheet
    ask = sheet.find_ask(written.facts["step"])
    assert ask is not None, "a written entry was asked for"
    typed = fill_gaps(sheet, typed_entry(ask, request.form), written.facts)
    return {
        "index": index,
        "step": ask.step,
        "saved": [words(each) for each in ask.texts(written.facts, sheet)],
        "now": [words(each) for each in ask.texts(typed, sheet)],
        "typed": [(name, value) for name, value in request.form.items(multi=True) if name not in NOT_TYPED],
    }


def _with_what_was_typed(found: Session, seen: int) -> str:
    """The sheet with what others wrote, and what was typed: in the form if it still fits, else as text."""
    step, then = request.form.get("step"), found.at(max(seen, 0))
    asked = then.sheet.find_ask(step)
    lost = asked.texts(typed_entry(asked, request.form), then.sheet) if asked else ()
    faster: dict[str, Any] = {"lost": [words(each) for each in lost], "meanwhile": meanwhile(found, seen)}
    ask = found.sheet.find_ask(step)
    typed = request.form if step in EXTRA_STEPS else typed_now(request.form, then, found)
    if ask is None or typed is None:
        return sheet_page(found, **faster)
    form = form_for(ask, position=found.position, typed=typed)
    form["key"].data = new_key()
    return _page_of(found, ask, form, **faster)


def _page_of(found: Session, ask: Ask, form: Form, **more: Any) -> str:
    """The page on which a step is asked: the sheet, or that of a step that is common to all games."""
    if ask.step in PLAYERS_CHANGE:
        return players_page(found, form, **more)
    if ask.step in EXTRA_STEPS:
        return (plan_page if ask.step == PLAN else extra_page)(found, ask, form, **more)
    return sheet_page(found, form=form, **more)
