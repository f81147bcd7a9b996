"""The setup of a session, corrected at any time: seats, first dealer, who plays, house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.session import Session
from scoring.entry.moving import new_seats
from scoring.errors import EntryError
from scoring.sheets.changes import DEALER
from store.errors import ConflictError
from store.sessions.writing import set_up
from web.identity.current import author, book, load, new_key, position
from web.request.page import Pages
from web.sheet import forms
from web.sheet.conflict import meanwhile
from web.sheet.drafts import draft_in, draft_key, earlier
from web.sheet.setup.form import as_set_up, filled, form_of, place, shown, typed_table
from web.sheet.setup.preview import Foreseen, foreseen

pages = Pages("setup", __name__, url_prefix="/s/<session>/setup", readers="keeper", of_session=True)


@pages.get("")
def show(session: str) -> str:
    """The form of a new game, filled with the present setup."""
    found = load(session)
    return _page(found, as_set_up(found, found.game))


@pages.post("")
def save(session: str) -> ResponseReturnValue:
    """Save the setup: at once before anything was entered, else show first what it changes and ask."""
    scorebook, found = book(), load(session)
    form = form_of(found.game, typed=request.form)
    if "fill" in request.form:
        return _page(found, filled(found.game, form, request.form["fill"]))
    seats, raw = _typed(found, form)
    try:
        raw["options"] = forms.read(form, found.game.options.fields())
        if request.form.get("sure") != "yes" and (found.entries or _foreseen(found, raw).again):
            return _asks(found, raw)
        set_up(scorebook, session, raw, position=position(), by=author(), reopen=True)
    except EntryError as error:
        return _page(found, form, place(form, seats, error.problems)), 422
    except ConflictError as error:
        try:
            return _asks(error.session, raw, seen=position()), 409
        except EntryError as other:
            return _page(error.session, form, place(form, seats, other.problems)), 422
    return redirect(url_for("sheets.show", session=session), 303)


def _typed(found: Session, form: Any) -> tuple[list[int], dict[str, Any]]:
    """The places that have a name, and the raw table; once a deal is over with who deals now, and not who dealt first.

    Who deals now is said of one deal: if it was finished meanwhile, nothing is said of the next.
    """
    seats, raw = typed_table(found.game, form)
    if found.sheet.ask_for(DEALER):
        first = found.blank.table.dealer
        raw["dealer"] = new_seats(found.blank.table.players, raw["players"]).get(first, first)
        raw["deals_now"] = form["deals_now"].data if request.form.get("deal") == str(found.sheet.deals) else None
    return seats, raw


def _page(found: Session, form: Any, problems: list[str] | None = None) -> str:
    numbers = (len(found.blank.table.players),) if found.entries else ()
    return render_template(
        "session/setup.html",
        session=found,
        **shown(found.game, form, numbers=numbers, at_table=found.sheet.table.players),
        dealer_ask=found.sheet.ask_for(DEALER),
        newcomers=_newcomers(found),
        draft={"sheet": found.id, "turn": draft_key(found.sheet, found.log), "earlier": earlier(found)},
        problems=problems or [],
        position=found.position,
    )


def _newcomers(found: Session) -> dict[int, list[int]]:
    """The seats of those who joined and have not left, by the seat to their right that was there from the start."""
    began, place = found.blank.table.seats, 0
    after: dict[int, list[int]] = {}
    for seat in found.sheet.table.clockwise:
        if seat in began:
            place = seat
        elif seat not in found.sheet.table.left:
            after.setdefault(place, []).append(seat)
    return after


def _foreseen(found: Session, raw: Mapping[str, object]) -> Foreseen:
    return foreseen(book(), found, raw, author(), drafted=draft_in(request.form))


def _asks(found: Session, raw: Mapping[str, object], *, seen: int | None = None) -> str:
    """What the setup would change, and the question whether to save it; what was typed goes along."""
    own = ("csrf_token", "key", "position", "sure", "fill")
    return render_template(
        "session/setup_preview.html",
        session=found,
        told=_foreseen(found, raw),
        typed=[(name, value) for name, value in request.form.items(multi=True) if name not in own],
        stale=seen is not None,
        meanwhile=meanwhile(found, seen) if seen is not None else (),
        key=new_key(),
    )
