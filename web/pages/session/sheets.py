"""The sheet page: shows a session, writes entries and previews them."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from typing import Any

from flask import jsonify, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from record.session import Session
from scoring import core
from scoring.entry.pending import fill_gaps
from scoring.errors import EntryError
from scoring.sheets.extras import EXTRA_STEPS
from scoring.sheets.values import Ask
from store.errors import DifferentInputError, DoubtfulError, OtherFactsError, StaleError
from store.seats import entries
from store.seats.pending_step import pending_step
from store.sessions.series import start_again
from web.http.live_updates import etag, with_live_updates
from web.i18n.timezone import end_of_evening
from web.i18n.translate import translated
from web.identity.device_names import wrote_last
from web.identity.invitations import grant_seat
from web.identity.visitor import author, book, is_keeper, new_key, position, requested_session, role, snapshot
from web.pages.session.menu import extra_page
from web.request.page import Pages
from web.sheet.change_flow import as_seen, change, meanwhile, problem_texts, seen_position
from web.sheet.drafts import typed_now
from web.sheet.forms import Form, form_for, seats_shown, typed_entry
from web.sheet.seat_card import own_card, side_by_side
from web.sheet.view import next_game, partial_news, row_json, sheet_as_it_is, sheet_page

NOT_TYPED = ("step", "position", "key", "csrf_token", "resolve", "overruled", "tapped")
"""What the form of a step sends beside what was typed."""

pages = Pages("sheets", __name__, url_prefix="/s", readers="watcher", of_session=True)
pages.give_templates(etag, snapshot, wrote_last, next_game)


@pages.get("/<session>")
def show(session: str) -> ResponseReturnValue:
    """Show the sheet; `?row=3` opens the working of the fourth row.

    A player is redirected to their card, unless `look` is given. `?came=` says what a game code has just brought:
    "new", or how many entries more.
    """
    seen = snapshot(session)
    if role() == "player" and not request.args and (card := own_card(seen.pending)):
        return redirect(card)
    if "came" in request.args and is_keeper() and (arrival := _arrival_text()):
        return sheet_page(seen.session, arrival=arrival)
    return sheet_as_it_is(seen)


def _arrival_text() -> str:
    """What a game code has just brought, as a sentence; "" where there is nothing to report."""
    if request.args["came"] == "new":
        return str(_("This game is now in your scorebook."))
    more = request.args.get("came", -1, type=int)
    if more > 0:
        return str(ngettext("%(num)s new entry added.", "%(num)s new entries added.", more))
    return "" if more else str(_("There was nothing new."))


@pages.get("/<session>/now")
@with_live_updates
def poll(session: str) -> ResponseReturnValue:
    """The sheet for an open page that polls; 304 where its ETag is that of `If-None-Match`."""
    return sheet_as_it_is(snapshot(session))


@pages.post("/<session>/entries")
def enter(session: str) -> ResponseReturnValue:
    """Write an entry: 303 to the sheet, 422 with the problems, 409 for an edit conflict.

    A likely slip is asked about first (422), unless `sure` is sent. Where pending input differs, 409 asks which is
    right; `resolve` is then `take` (theirs) or `mine`. `request` is that of the phone that asked for a newcomer's seat.
    """
    found, step, answer = requested_session(session), request.form.get("step"), request.form.get("resolve")
    overruled = request.form.get("overruled", "") if answer == "mine" else ""
    # This tells a repeat from a changed entry.
    ask = as_seen(found).sheet.find_ask(step)
    raw = typed_entry(ask, request.form) if ask else {"step": step}
    asked = request.form.get("request")

    def write() -> str:
        try:
            with book().db.writing() if asked else nullcontext():
                if asked:
                    grant_seat(asked, raw.get("name"))
                entries.enter(
                    book(),
                    session,
                    raw,
                    position=position(),
                    by=author(),
                    take=answer == "take",
                    overruled=overruled,
                    sure="sure" in request.form or answer is not None,
                    tapped=request.form.getlist("tapped", type=int),
                    shown=seats_shown(request.form),
                )
        except StaleError as error:
            other = _other_entry(error)
            # Somebody else has saved the same.
            if other and other["saved"] == other["now"]:
                return url_for("sheets.show", session=session)
            raise
        return url_for("sheets.show", session=session)

    def page(now: Session, error: Any) -> str:
        if isinstance(error, StaleError | OtherFactsError):
            return _conflict_page(now, error)
        if overruled and isinstance(error, EntryError):
            # Others are still waited for: what they enter then completes the step as the keeper wants it.
            with suppress(EntryError, StaleError):
                entries.overrule(book(), session, raw, position=position(), by=author(), overruled=overruled)
        if ask is None:
            return sheet_page(now, problems=problem_texts(error))
        form = form_for(ask, position=now.position, typed=request.form)
        if isinstance(error, DoubtfulError):
            return sheet_page(now, form=form, doubt=error.doubt)
        if isinstance(error, DifferentInputError):
            return sheet_page(now, form=form, differing=side_by_side(error), overruled=error.overruled)
        if answer == "take":
            theirs = pending_step(book(), now)
            form.take(theirs.public_input, theirs.laid)
        return _page_of(now, ask, form, problems=form.refuse(error.problems))

    return change(found, page, write)


@pages.post("/<session>/preview")
def preview(session: str) -> ResponseReturnValue:
    """Preview an entry as JSON: its `message`, or the `problems`; nothing is written.

    If it would finish a row, also its `numbers`, `points` and `workings` by seat; `news` is that of single fields.
    """
    book()
    seen = snapshot(session)
    found, ask = seen.session, seen.session.sheet.ask
    if ask is None or request.form.get("step") != ask.step:
        return jsonify(problems=[])
    laid = seen.pending.laid
    raw = typed_entry(ask, request.form)
    news = partial_news(found.sheet, ask, raw)
    try:
        after = core.enter(found.sheet, raw)
    except EntryError as error:
        # Hidden input is not in the form, and the preview must not reveal it.
        open_ = [each for each in error.problems if each.seat is None or each.field not in laid.get(each.seat, ())]
        return jsonify(problems=[translated(problem.message) for problem in open_], news=news)
    cells = after.rows[-1].cells if len(after.rows) > len(found.sheet.rows) else ()
    return jsonify(message=translated(after.message), news=news, **row_json(cells))


@pages.post("/<session>/again")
def again(session: str) -> ResponseReturnValue:
    """Start a session with the same players and rules; the next seat deals. Rules that are not for so many are chosen.

    `seen` is the last game of its table that the page had shown: another one after it is wanted.
    """
    try:
        new = start_again(book(), session, author(), seen=request.form.get("seen"), links_until=end_of_evening())
    except EntryError:
        slug = requested_session(session).game.slug
        return redirect(url_for("newgame.prepare", slug=slug, like=session), 303)
    return redirect(url_for("sheets.show", session=new), 303)


def _conflict_page(session: Session, error: StaleError | OtherFactsError) -> str:
    """The sheet where another device was faster, or this form was saved before with other values.

    Shows what was saved and what was typed here, ready to be saved. If both answered the same step, saving corrects
    what was saved; else it is in the form if it still fits there, and as text.
    """
    others, step = meanwhile(session, error), request.form.get("step")
    if other := _other_entry(error):
        return sheet_page(session, otherwise=other, meanwhile=others if isinstance(error, StaleError) else None)
    then = session.at(max(seen_position(error), 0))
    asked, ask = then.sheet.find_ask(step), session.sheet.find_ask(step)
    refused = asked.texts(typed_entry(asked, request.form), then.sheet) if asked else ()
    conflict: dict[str, Any] = {"conflict": [translated(each) for each in refused], "meanwhile": others}
    typed = request.form if step in EXTRA_STEPS else typed_now(request.form, then, session)
    if ask is None or typed is None:
        return sheet_page(session, **conflict)
    form = form_for(ask, position=session.position, typed=typed)
    form["key"].data = new_key()
    return _page_of(session, ask, form, **conflict)


def _other_entry(error: StaleError | OtherFactsError) -> dict[str, Any] | None:
    """The entry written in the place of the typed one, beside it; None unless it is live and of the same step."""
    found, seen, step = error.session, seen_position(error), request.form.get("step")
    if not 0 <= seen < found.position or (isinstance(error, StaleError) and step in EXTRA_STEPS):
        return None
    written = found.actions[seen]
    index = next((live for action, live in found.log.done_last_first() if action is written), None)
    if written.kind != "enter" or index is None or written.facts["step"] != step:
        return None
    sheet = found.at(seen).sheet
    ask = sheet.find_ask(step)
    assert ask is not None, "a written entry was asked for"
    typed = fill_gaps(sheet, typed_entry(ask, request.form), written.facts, shown=seats_shown(request.form))
    return {
        "index": index,
        "step": step,
        "saved": [translated(each) for each in ask.texts(written.facts, sheet)],
        "now": [translated(each) for each in ask.texts(typed, sheet)],
        "typed": [(name, value) for name, value in request.form.items(multi=True) if name not in NOT_TYPED],
    }


def _page_of(session: Session, ask: Ask, form: Form, **more: Any) -> str:
    """The page on which a step is asked: the sheet for its next one."""
    if session.sheet.ask is None or ask.step != session.sheet.ask.step:
        return extra_page(session, ask, form, **more)
    return sheet_page(session, form=form, **more)
