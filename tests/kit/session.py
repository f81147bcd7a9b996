"""Sessions as values: each entry, undo or correction makes another one, and the one before stays to compare."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from record.log import Author
from record.session import Session, new_session
from scoring.core import read_entry
from tests.kit.scoring import seen

BY = Author(device="phone", key="key", at=datetime(2026, 11, 22, tzinfo=UTC))
FOUR = ("Ann", "Ben", "Cleo", "Dan")


def entry(step: str, *values: Any, **fields: Any) -> dict[str, Any]:
    """An entry; the values, if any, are the list that bears the name of the step."""
    return {"step": step} | ({step: list(values)} if values else {}) | fields


def evening(
    game: str, *entries: dict[str, Any], players: Sequence[str] = FOUR, dealer: int = 0, **options: Any
) -> Session:
    """A session with these entries; the first player deals first."""
    head = {"takuroku": 1, "game": game, "players": list(players), "dealer": dealer, "options": options}
    return entered(new_session(id="evening", created_at=BY.stamp, head=head), *entries)


def entered(session: Session, *entries: dict[str, Any]) -> Session:
    for each in entries:
        session = session.with_entry(read_entry(session.sheet, each), BY)
    return session


def undone(session: Session) -> Session:
    return session.after(session.undoing(BY))


def redone(session: Session) -> Session:
    return session.after(session.redoing(BY))


def corrected(session: Session, index: int, changed: dict[str, Any]) -> Session:
    """The session after a correction that keeps all later entries."""
    action = session.correcting({index: changed}, BY)
    assert action is not None, "the correction changes something"
    return session.after(action)


def refused(session: Session, **raw: Any) -> list[seen.Refusal]:
    """The problems of an entry that the sheet refuses."""
    return seen.refused(session.sheet, **raw)
