"""Where the visitor's phone sits."""

from __future__ import annotations

from flask import url_for

from record.session import Session
from web.identity import visitor
from web.identity.current import book
from web.sheet.seat_card import Card


def own_seats(session: str) -> list[int]:
    """The seats that this phone has."""
    return [seat for seat, sitter in book().seating(session).items() if sitter.device == visitor.device()]


def own_card(found: Session) -> str | None:
    """The address of the card of this phone: of several that of who is asked something now; None where it has none."""
    seats = own_seats(found.id)
    if not seats or found.sheet.over:
        return None
    spoken = book().spoken(found)
    asked = next((seat for seat in seats if Card(spoken, seat).now), seats[0])
    return url_for("cards.show", session=found.id, seat=asked)
