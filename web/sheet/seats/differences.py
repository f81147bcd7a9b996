"""Differences between the pending input of seats and a keeper's entry, as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.entry.merging import Difference
from scoring.entry.parts import part_texts
from scoring.message import Message, Words, bare, listed, say
from scoring.sheets.sheet import Sheet
from store.errors import SaidOtherwiseError
from store.seats.step import pending_step
from web.identity import visitor
from web.identity.current import book
from web.identity.phones import name_for, phones_of


def side_by_side(error: SaidOtherwiseError) -> list[Message]:
    """A sentence for each difference; hidden input is not revealed."""
    step, phones = pending_step(book(), error.session), phones_of(error.session)
    elsewhere = {
        seat: name_for(by.device, own=visitor.device(), name=phones.get(by.device, by.name))
        for seat, by in step.said_by.items()
        if seat in step.seating and by.device != step.seating[seat].device
    }
    return [_told(each, error.session.sheet, elsewhere.get(each.seat)) for each in error.differences]


def _told(each: Difference, sheet: Sheet[Any], phone: Words | None) -> Message:
    """A difference from what the player entered, or what was entered for them on this `phone`."""
    name, entered = sheet.table.players[each.seat], _part(each, each.entered, sheet)
    if each.said is None:
        return say("{name} has already made a hidden entry. You entered {entered}.", name=name, entered=entered)
    said = _part(each, each.said, sheet)
    if phone is not None:
        text = say("{said} was entered for {name} ({phone}). You entered {entered}.")
        return text.of(said=said, name=name, phone=phone, entered=entered)
    return say("{name} entered {said} on the phone. You entered {entered}.", name=name, said=said, entered=entered)


def _part(each: Difference, part: Mapping[str, object], sheet: Sheet[Any]) -> Words:
    """The values, with field names where there are several fields."""
    told = part_texts(each.fields, part, sheet)
    if len(each.fields) == 1:
        return listed(*(value for _, value in told)) if told else "–"
    return listed(*(bare("{field} {value}", field=field.label, value=value) for field, value in told))
