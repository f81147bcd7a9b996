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
from scoring.errors import EntryError
from scoring.sheets import changes, extras
from scoring.sheets.values import Ask
from store.errors import DoubtfulError, OtherFactsError, SaidOtherwiseError, StaleError
from store.seats import pending
from store.seats.pending import overrule
from store.seats.step import pending_step
from store.sessions.series import start_again
from web.i18n.timezone import end_of_evening
from web.i18n.translate import words
from web.identity.current import author, book, is_keeper, load, new_key, position, role, snapshot
from web.pages.session.menu import extra_page
from web.pages.session.table_changes import after_plan, plan_page, players_page
from web.request.page import Pages
from web.sheet.drafts import typed_now
from web.sheet.forms import EntryForm, form_for, typed_entry
from web.sheet.seats.card import own_card
from web.sheet.seats.differences import side_by_side
from web.sheet.session_log import meanwhile
from web.sheet.typed_again import retold, saved
from web.sheet.view import row_told, rules_of, said_for_themselves, sheet_as_it_is, sheet_page, told_so_far

HIDDEN = ("step", "position", "key", "csrf_token", "said", "overruled", "tapped")
"""Form fields that are not typed."""

pages = Pages("sheets", __name__, url_prefix="/s", readers="watcher", of_session=True)


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


@pages.post("/<session>/entries")
def enter(session: str) -> ResponseReturnValue:
    """Write an entry: 303 to the sheet, 422 with the problems, 409 for an edit conflict.

    A likely slip is asked about first (422), unless `sure` is sent. Where pending input differs, 409 asks which is
    right; `said` is then `take` (theirs) or `mine`.
    """
    scorebook, found = book(), load(session)
    step = request.form.get("step")
    # A form that was sent before is read at its own position, to tell a repeat from a changed entry.
    seen = found.at(position()) if 0 <= position() < found.position else found
    ask = seen.sheet.ask_for(step)
    raw = {"step": step} if ask is None else typed_entry(ask, request.form)
    try:
        tapped = request.form.getlist("tapped", type=int)
        written = pending.enter(scorebook, session, raw, position=position(), by=author(), tapped=tapped, **_settled())
    except DoubtfulError as error:
        return sheet_page(error.session, form=_typed_form(found, ask), doubt=error.doubt), 422
    except SaidOtherwiseError as error:
        form = _typed_form(found, ask)
        return sheet_page(error.session, form=form, differing=side_by_side(error), overruled=error.overruled), 409
    except StaleError as error:
        return _gone_on(error.session, position())
    except OtherFactsError as error:
        return _said_otherwise(error)
    except EntryError as error:
        if overruled := _settled()["overruled"]:
            # Others are still waited for: what they enter then completes the step as the keeper wants it.
            with suppress(EntryError, StaleError):
                overrule(scorebook, session, raw, position=position(), by=author(), overruled=overruled)
        form = _typed_form(found, ask)
        if ask is None or form is None:
            return sheet_page(found, problems=[words(problem.message) for problem in error.problems]), 422
        if _settled()["take"] and (spoken := said_for_themselves(pending_step(book(), found))):
            form.take(spoken.shown, spoken.laid)
        general = form.place(error.problems)
        if ask.step in extras.EXTRA_STEPS:
            return _page_of(found, ask, form, problems=general), 422
        return sheet_page(found, form=form, problems=general), 422
    seen_at = after_plan(written.session) if step == changes.PLAN else url_for("sheets.show", session=session)
    return redirect(seen_at, 303)


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
        spoken=seen.pending,
    )


def _typed_form(found: Session, ask: Ask | None) -> EntryForm | None:
    """The form of an ask with what was typed."""
    return None if ask is None else form_for(ask, position=found.position, typed=request.form)


def _settled() -> dict[str, Any]:
    """The keeper's answers to the questions about a slip or differing input."""
    answer = request.form.get("said")
    return {
        "sure": "sure" in request.form or answer is not None,
        "take": answer == "take",
        "overruled": request.form.get("overruled", "") if answer == "mine" else "",
    }


def _said_otherwise(error: OtherFactsError) -> ResponseReturnValue:
    """409 where this form was saved before with other values: shows both, with a button to replace the saved ones.

    If the saved entry was undone since, the form has the typed values.
    """
    found = error.session
    if otherwise := _otherwise(found, error.position):
        return sheet_page(found, otherwise=otherwise), 409
    return _with_what_was_typed(found, error.position), 409


def _gone_on(found: Session, seen: int) -> ResponseReturnValue:
    """409 where another device was faster: shows what it wrote, and what was typed here, ready to be saved.

    If both answered the same step, saving corrects theirs; the same entry redirects to the sheet.
    """
    is_extra = request.form.get("step") in extras.EXTRA_STEPS
    if 0 <= seen < found.position and not is_extra and (otherwise := _otherwise(found, seen)):
        if otherwise["saved"] == otherwise["now"]:
            return redirect(url_for("sheets.show", session=found.id), 303)
        return sheet_page(found, otherwise=otherwise, meanwhile=meanwhile(found, seen)), 409
    return _with_what_was_typed(found, seen), 409


def _otherwise(found: Session, position: int) -> dict[str, Any] | None:
    """The entry written at a position beside the typed one; None unless it is live and of the same step."""
    said = found.actions[position]
    stands = next((live for action, live in found.log.done_last_first() if action is said), None)
    if said.kind != "enter" or stands is None or said.facts["step"] != request.form.get("step"):
        return None
    return {
        "index": stands,
        "step": said.facts["step"],
        "saved": saved(found, position),
        "now": retold(found, position, request.form, whole=said.facts),
        "typed": [(name, value) for name, value in request.form.items(multi=True) if name not in HIDDEN],
    }


def _with_what_was_typed(found: Session, seen: int) -> str:
    """The sheet with what others wrote, and what was typed: in the form if it still fits, else as text."""
    faster: dict[str, Any] = {"lost": retold(found, seen, request.form), "meanwhile": meanwhile(found, seen)}
    ask = found.sheet.ask_for(request.form.get("step"))
    is_extra = ask is not None and ask.step in extras.EXTRA_STEPS
    typed = request.form if is_extra else typed_now(request.form, found.at(max(seen, 0)), found)
    if ask is None or typed is None:
        return sheet_page(found, **faster)
    form = form_for(ask, position=found.position, typed=typed)
    form.key.data = new_key()
    return _page_of(found, ask, form, **faster) if is_extra else sheet_page(found, form=form, **faster)


def _page_of(found: Session, ask: Ask, form: EntryForm, **more: Any) -> str:
    """The page of a step that is common to all games."""
    if ask.step in changes.PLAYERS_CHANGE:
        return players_page(found, form, **more)
    return (plan_page if ask.step == changes.PLAN else extra_page)(found, ask, form, **more)
