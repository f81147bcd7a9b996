"""The seat card: a player enters their own part of the step.

Hidden input is shown on no card, not even the player's own, since a phone may be passed on.
"""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from record.names import told
from scoring.entry.parts import stages
from scoring.errors import EntryError
from store.errors import NoSuchSeatError, NothingToSayError, NotSeatedError, NotYourTurnError, StaleError
from store.seats.pending_rows import PendingStep
from store.sessions.snapshot import Snapshot
from web.http.headers import unkept
from web.http.live_updates import followed
from web.identity.current import author, book, keepers_book, players_book, position, snapshot
from web.identity.permissions import is_keeper, role
from web.request.page import Pages
from web.sheet.forms import EntryForm, form_for
from web.sheet.next_game import next_card
from web.sheet.seat_card import Card, own_card, own_seats, tapped, waits_for

pages = Pages(
    "cards", __name__, url_prefix="/s/<session>/seats/<int:seat>", readers="player", writers="player", of_session=True
)
for each in (tapped, waits_for):
    pages.add_app_template_global(each)
# The browser's back button, in the next player's hands, must not show what was entered.
pages.after_request(unkept)


@pages.get("")
@followed
def show(session: str, seat: int) -> ResponseReturnValue:
    """The card of a seat; not for watchers.

    When the session is over and the next one has started, it redirects to the card there.
    """
    now = snapshot(session)
    expect_seat(now.pending, seat)
    return _onward(now, seat) or card_page(now.pending, seat)


@pages.post("")
def say(session: str, seat: int) -> ResponseReturnValue:
    """Enter the seat's part: 303 to the card, 422 with problems, 409 where this phone may not enter it now."""
    spoken = snapshot(session).pending
    expect_seat(spoken, seat)
    try:
        form = _typed(spoken, seat)
        said = _heard(spoken, seat, _part(form, seat))
    except EntryError as error:
        return card_page(spoken, seat, form=form, problems=form.place(error.problems)), 422
    except NotSeatedError:
        text = _("This phone no longer has this seat. Your entry was not saved.")
        return card_page(book().snapshot(session).pending, seat, problem=text), 409
    except NotYourTurnError:
        text = _("Someone else entered first, or it is not your turn. Your entry was not saved.")
        return card_page(book().snapshot(session).pending, seat, problem=text), 409
    except (NothingToSayError, StaleError):
        text = _("The game has moved on. Your entry was not saved.")
        return card_page(book().snapshot(session).pending, seat, problem=text), 409
    if going := request.form.get("round"):
        return redirect(url_for("passing.show", session=session, round=going, said=seat), 303)
    # After entering for somebody else, or with several seats, go on to an own card.
    further = own_seats(said) != [seat] and own_card(said)
    return redirect(further or url_for("cards.show", session=session, seat=seat), 303)


def card_page(spoken: PendingStep, seat: int, *, form: EntryForm | None = None, **more: object) -> str:
    """Render a seat's card: `problem` says why nothing was entered, `going` is the round of a passed phone.

    `again`: change what was entered behind the curtain.
    """
    found, ask, own = spoken.session, spoken.own(seat), own_seats(spoken)
    return render_template(
        "session/seat.html",
        session=found,
        sheet=found.sheet,
        spoken=spoken,
        card=Card(spoken, seat, form or (form_for(ask, position=found.position) if ask else None)),
        seat=seat,
        seat_device=spoken.seating.get(seat),
        mine=seat in own,
        own=own,
        role=role(),
        told=told(found),
        **{"going": request.form.get("round", ""), "again": False, **more},
    )


def expect_seat(spoken: PendingStep, seat: int) -> None:
    """Raise NoSuchSeatError (404) where there is no such seat."""
    if seat not in spoken.session.sheet.table.seats:
        raise NoSuchSeatError(seat)


def _onward(now: Snapshot, seat: int) -> ResponseReturnValue | None:
    address = next_card(now) if seat in own_seats(now.pending) else None
    return redirect(address) if address else None


def _heard(spoken: PendingStep, seat: int, part: dict[str, object]) -> PendingStep:
    """Enter a part as the seat's device, or as a keeper for any seat."""
    session = spoken.session.id
    if is_keeper() and seat not in own_seats(spoken):
        return keepers_book().say_for(session, seat, part, position=position(), by=author())
    return players_book().say(session, seat, part, position=position(), by=author())


def _typed(spoken: PendingStep, seat: int) -> EntryForm:
    """The sent form; raises NothingToSayError where its step is over."""
    ask = spoken.own(seat)
    if ask is None or request.form.get("step") != ask.step:
        raise NothingToSayError(seat)
    return form_for(ask, position=spoken.session.position, typed=request.form)


def _part(form: EntryForm, seat: int) -> dict[str, object]:
    """The raw values of the stage that was entered, including empty ones."""
    typed = {field.name: form.by_seat(field)[seat].data for field in form.asked}
    told = [[field.name for field in stage] for stage in stages(form.asked)]
    return {
        name: typed[name] for names in told if any(typed[each] not in (None, "") for each in names) for name in names
    }
