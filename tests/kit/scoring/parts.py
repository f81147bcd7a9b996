"""Entries as the seats of a table say them on their own phones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.catalogue import all_games
from scoring.entry.choices import SeatPick
from scoring.entry.fields import Field
from scoring.entry.pending import PendingInput
from scoring.sheets.sheet import Sheet
from tests.kit.games import session_of


def sheet_of(game: str, *, players: int = 4, dealer: int = 0, **options: Any) -> Sheet[Any]:
    found = all_games()[game]
    return found.start(session_of(found, players=players, dealer=dealer, **options))


def all_say(parts: PendingInput, *, said: Mapping[int, Mapping[str, object]]) -> PendingInput:
    for seat, part in said.items():
        parts = parts.with_input(seat, part)
    return parts


def parts_of_entry(whole: Mapping[str, Any], parts: PendingInput) -> dict[int, dict[str, object]]:
    """An entry as its seats would have said it, in the order of the table."""
    return {
        seat: {
            field.name: whole[field.name][seat] if field.seats else whole[field.name]
            for field in parts.fields
            if is_said_by(seat, field, whole)
        }
        for seat in parts.seats
    }


def is_said_by(seat: int, field: Field, whole: Mapping[str, Any]) -> bool:
    """Whether this seat says its part of a field, or the field for the table; who stopped says so over their cards."""
    value = whole.get(field.name)
    if field.seats:
        return seat in field.seats and value is not None and value[seat] is not None
    if isinstance(field, SeatPick) and value != "nobody":
        cards = whole.get("cards")
        return value == seat and cards is not None and bool(cards[seat])
    return value is not None
