"""The setup of a session, corrected at any time: seats, first dealer, who plays, house rules; and its names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.corrections import describe_setup_changes, left_out
from record.errors import LaterEntriesError
from record.session import Session
from record.wording import changed_totals, ending, no_longer_fitting
from scoring.entry.reseating import new_seats
from scoring.errors import EntryError
from scoring.message import bare, plain, say
from scoring.sheets.changes import DEALER, turns_in_words
from store.players.profiles import people, rename_player
from store.seats.pending_step import pending_step
from store.sessions import writing
from web.identity.visitor import author, book, new_key, position, requested_session
from web.request.page import Pages
from web.sheet.change_flow import change, meanwhile, write_all
from web.sheet.drafts import draft_key, earlier_drafts, voided_notice
from web.sheet.forms import Form
from web.sheet.setup_form import form_of_session, place_problems, setup_context, setup_form, typed_setup, with_rule_set

pages = Pages("setup", __name__, url_prefix="/s/<session>", readers="keeper", of_session=True)


@pages.get("/setup")
def show(session: str) -> str:
    """The form of a new game, filled with the present setup."""
    found = requested_session(session)
    return _page(found, form=form_of_session(found, found.game))


@pages.post("/setup")
def save(session: str) -> ResponseReturnValue:
    """Save the setup: at once before anything was entered, else show first what it changes and ask."""
    scorebook, found = book(), requested_session(session)
    form = setup_form(found.game, typed=request.form)
    if "fill" in request.form:
        return _page(found, form=with_rule_set(found.game, form, request.form["fill"]))
    raw = typed_setup(found.game, form)
    if found.sheet.find_ask(DEALER):
        # Once a deal is over it is typed who deals now, and not who dealt first. Of one deal: if it was finished
        # meanwhile, nothing is said of the next.
        first = found.blank.table.dealer
        raw["dealer"] = new_seats(found.blank.table.players, raw["players"]).get(first, first)
        raw["deals_now"] = form["deals_now"].data if request.form.get("deal") == str(found.sheet.deals) else None
    return change(
        found,
        partial(_page, form=form),
        partial(writing.set_up, scorebook, session, raw, position=position(), by=author(), reopen=True),
        to=url_for("sheets.show", session=session),
        preview=partial(_preview, raw=raw),
    )


def _page(session: Session, error: EntryError | None = None, *, form: Form) -> str:
    began, at = session.blank.table.seats, 0
    # Those who joined and have not left, by the seat to their right that was there from the start.
    newcomers: dict[int, list[int]] = {}
    for seat in session.sheet.table.clockwise:
        if seat in began:
            at = seat
        elif seat not in session.sheet.table.left:
            newcomers.setdefault(at, []).append(seat)
    numbers = (len(session.blank.table.players),) if session.entries else ()
    problems = place_problems(session.game, form, error)
    return render_template(
        "session/setup.html",
        session=session,
        **setup_context(session.game, form, numbers=numbers, at_table=session.sheet.table.players),
        dealer_ask=session.sheet.find_ask(DEALER),
        newcomers=newcomers,
        draft={"sheet": session.id, "turn": draft_key(session.sheet, session.log), "earlier": earlier_drafts(session)},
        problems=problems,
        position=session.position,
    )


def _preview(session: Session, error: Exception | None, *, raw: Mapping[str, object]) -> str:
    """What the setup would change, and the question whether to save it; "" where it is saved without."""
    if error is None and request.form.get("sure") == "yes":
        return ""
    effects = _effects(session, raw)
    if error is None and not session.entries and not effects.get("again"):
        return ""
    own = ("csrf_token", "key", "position", "sure", "fill")
    return render_template(
        "session/setup_preview.html",
        session=session,
        **effects,
        typed=[(name, value) for name, value in request.form.items(multi=True) if name not in own],
        meanwhile=meanwhile(session, error),
        key=new_key(),
    )


def _effects(session: Session, raw: Mapping[str, object]) -> dict[str, Any]:
    """What another setup would change; empty where nothing. Raises EntryError for one that no game can have.

    `differs` in the setup; `turns`, who deals and who begins then, and did before; `totals` that change; `later`, which
    rows go, and the first `entry` that does not fit, and `why`; whose part of the step is asked `again`; what the new
    rules leave `unused`; whether it `ends` the game.
    """
    known, setup = writing.read_setup(book(), session, raw)
    later: LaterEntriesError | None = None
    try:
        action = known.setting_up(setup, author())
    except LaterEntriesError as error:
        later, action = error, known.setting_up(setup, author(), reopen=True)
    if action is None:
        return {}
    after = known.after(action)
    before, now = session.sheet, after.sheet
    unused = left_out(session.game, session.entries, known.blank, after.blank)
    return {
        "differs": [*describe_setup_changes(session.game, known.blank, after.blank)],
        "turns": [*turns_in_words(before if now.deals == before.deals else now, now)],
        "totals": [
            bare("{name}: {was} → {now}", name=name, was=plain(was), now=plain(total))
            for name, was, total in changed_totals(before, now)
        ],
        "later": [*no_longer_fitting(before, now, dropped=True)] if later else [],
        "entry": before.called[later.index] if later else None,
        "why": [problem.message for problem in later.problems] if later and not now.over else [],
        "again": None if later else voided_notice(pending_step(book(), session), request.form, after),
        "unused": say("Ignored, because these rules don’t use it: {fields}.", fields=unused) if unused else None,
        "ends": ending(now) if now.over and not before.over else None,
    }


# Names.


@pages.get("/names")
def names(session: str) -> ResponseReturnValue:
    """The form with every name at the table."""
    found = requested_session(session)
    players = enumerate(found.sheet.table.players)
    given = {f"{part}-{seat}": name for seat, name in players for part in ("name", "seen")}
    return _names_page(found, form=Form(given, given=given))


@pages.post("/names")
def rename(session: str) -> ResponseReturnValue:
    """Rename players, in all games: 303 to the sheet, or 422 and nobody is renamed."""
    scorebook, found = book(), requested_session(session)
    inputs = (f"{part}-{seat}" for seat in found.sheet.table.seats for part in ("name", "seen"))
    form = Form(inputs, typed=request.form)
    person = {each.name: each.id for each in people(scorebook)}
    names = {seat: form[f"name-{seat}"].data for seat in found.sheet.table.seats}
    # An unchanged name is not written, since somebody else may have changed it in the meantime.
    writes = {
        f"name-{seat}": partial(rename_player, scorebook, person[now], name=names[seat])
        for seat, now in enumerate(found.sheet.table.players)
        if names[seat] != form[f"seen-{seat}"].data
    }
    to = url_for("sheets.show", session=session)
    return change(found, partial(_names_page, form=form), partial(write_all, scorebook, writes), to=to)


def _names_page(session: Session, error: EntryError | None = None, *, form: Form) -> str:
    problems = form.refuse(error.problems if error else ())
    return render_template(
        "session/menu/names.html", session=session, sheet=session.sheet, form=form, problems=problems
    )
