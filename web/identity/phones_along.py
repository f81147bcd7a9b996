"""The phones that go along to another game of the evening, on the page of its setup: all that are not unticked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from scoring.message import Words
from store.seats.step import pending_step
from store.sessions.series import last_at_table
from web.identity import visitor
from web.identity.current import book, now
from web.identity.phones import phones_of

SHOWN, ALONG = "shown", "along"
"""The seats that the page has shown, and those of them that are ticked."""


@dataclass(frozen=True)
class Before:
    """The game that this phone was at last this evening: its id, its phones by seat, and the seats that stay there."""

    session: str
    phones: Mapping[int, Words]
    stay: frozenset[int]


def before_this(typed: MultiDict[str, str]) -> Before | None:
    """The game before a new one, with what is ticked of its phones; None at the beginning of an evening."""
    scorebook = book()
    found = last_at_table(scorebook, visitor.device(), at=now())
    if found is None:
        return None
    called, seating = phones_of(found), pending_step(scorebook, found).seating
    phones = {seat: called[each.device] for seat, each in seating.items()}
    return Before(found.id, phones, staying(typed))


def staying(typed: MultiDict[str, str]) -> frozenset[int]:
    """The seats whose phones stay: they were shown, and are not ticked."""
    return frozenset(typed.getlist(SHOWN, type=int)) - frozenset(typed.getlist(ALONG, type=int))
