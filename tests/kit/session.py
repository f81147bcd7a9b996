"""Sessions as values: each entry, undo or correction makes another one, and the one before stays to compare."""

from __future__ import annotations

from typing import Any

import pytest

from record.session import Session, new_session
from scoring.core import enter, read_entry
from scoring.errors import EntryError
from tests.kit.evening import BY


def evening(game: str, players: list[str], entries: list[dict[str, Any]], **options: Any) -> Session:
    """A session with these entries; the first player deals first."""
    head = {"takuroku": 1, "game": game, "players": players, "dealer": 0, "options": options}
    return entered(new_session(id="evening", created_at=BY.stamp, head=head), *entries)


def entered(session: Session, *entries: dict[str, Any]) -> Session:
    for entry in entries:
        session = session.with_entry(read_entry(session.sheet, entry), BY)
    return session


def undone(session: Session) -> Session:
    return session.after(session.undoing(BY))


def redone(session: Session) -> Session:
    return session.after(session.redoing(BY))


def corrected(session: Session, index: int, entry: dict[str, Any]) -> Session:
    """The session after a correction that keeps all later entries."""
    action = session.correcting({index: entry}, BY)
    assert action is not None, "the correction changes something"
    return session.after(action)


def refused(session: Session, **entry: Any) -> list[tuple[str, int | None, str]]:
    """The problems of an entry that the sheet refuses: field, seat and sentence."""
    with pytest.raises(EntryError) as caught:
        enter(session.sheet, entry)
    return [(each.field, each.seat, str(each.message)) for each in caught.value.problems]
