"""Seats: who has which one on a phone of their own, and what each says of the step that is asked.

Passed from hand to hand one phone does for all: every seat is its own, and what is hidden stays hidden from the next.
"""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scoring.errors import EntryError
from store.errors import NothingToSayError, NotSeatedError, NotYourTurnError, SeatTakenError, StaleError
from store.offers import Spoken
from web.workings import visitor
from web.workings.access import author, book, keepers_book, new_key, players_book, position
from web.workings.forms import EntryForm, form_for

pages = Blueprint("seats", __name__, url_prefix="/s")


@pages.get("/<session>/seats")
def show(session: str) -> ResponseReturnValue:
    """Who sits where, and who has yet to say something."""
    spoken = book().spoken(session)
    return render_template(
        "seats.html",
        session=spoken.session,
        sheet=spoken.session.sheet,
        spoken=spoken,
        seating=book().seating(session),
        device=visitor.device(),
        key=new_key(),
    )


@pages.post("/<session>/seats/<int:seat>/take")
def take(session: str, seat: int) -> ResponseReturnValue:
    """Sit down, where nobody else was faster."""
    with suppress(SeatTakenError):
        players_book().take_seat(session, seat, by=author())
    return _as_it_is(session)


@pages.post("/<session>/seats/<int:seat>/free")
def free(session: str, seat: int) -> ResponseReturnValue:
    """Have whoever sits there stand up."""
    keepers_book().free_seat(session, seat)
    return _as_it_is(session)


@pages.get("/<session>/seats/<int:seat>")
def speak(session: str, seat: int) -> ResponseReturnValue:
    """What this seat alone is asked; nobody's hidden part is on it, the own one neither."""
    spoken = players_book().spoken(session)
    ask = spoken.own(seat)
    if ask is None or not spoken.may_say(seat):
        return _as_it_is(session)
    return _asked(spoken, seat, form_for(ask, position=spoken.session.position), [])


@pages.post("/<session>/seats/<int:seat>")
def say(session: str, seat: int) -> ResponseReturnValue:
    """Say it: 303 to the seats, or to the sheet where it was the last; 422 with the problems."""
    players = players_book()
    spoken = players.spoken(session)
    ask = spoken.own(seat)
    if ask is None or position() != spoken.session.position:
        return _as_it_is(session)
    form = form_for(ask, position=spoken.session.position, typed=request.form)
    try:
        said = players.say(session, seat, _part(form, seat), position=position(), by=author())
    except (NotSeatedError, NothingToSayError, NotYourTurnError, StaleError):
        return _as_it_is(session)
    except EntryError as error:
        return _asked(spoken, seat, form, form.place(error.problems)), 422
    return redirect(url_for("sheets.show", session=session), 303) if said.written else _as_it_is(session)


def _part(form: EntryForm, seat: int) -> dict[str, object]:
    """What was typed; what was left alone stays as it was said before."""
    typed = {field.name: form.by_seat(field)[seat].data for field in form.asked}
    return {name: value for name, value in typed.items() if value not in (None, "")}


def _asked(spoken: Spoken, seat: int, form: EntryForm, problems: list[str]) -> str:
    sheet = spoken.session.sheet
    return render_template(
        "seat.html", session=spoken.session, sheet=sheet, spoken=spoken, seat=seat, form=form, problems=problems
    )


def _as_it_is(session: str) -> ResponseReturnValue:
    return redirect(url_for("seats.show", session=session), 303)
