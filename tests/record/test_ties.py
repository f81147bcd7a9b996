"""A tie that was decided goes with its people to their new seats, as long as they are partners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from record.errors import LaterEntriesError
from record.log import Author
from record.session import Session, new_session
from scoring.core import read_new_entry
from tests.kit.for_each import for_each

BY = Author("phone", "key", datetime(2026, 11, 21, 20, tzinfo=UTC))
SATAT = [{"step": "result", "winners": side, "kind": "plain"} for side in (0, 1)]
PAD = [{"step": "round", "points": [5, 5, 2, 1]}]


def decided(game: str, entries: Sequence[Mapping[str, Any]], *order: int) -> Session:
    head = {"game": game, "players": ["Ann", "Ben", "Chika", "Dov"], "dealer": 0, "options": {}}
    session = new_session(id="evening", created_at="2026-11-21T19:30:00Z", head=head)
    for raw in (*entries, {"step": "end"}, {"step": "tie", "order": order}):
        session = session.with_entry(read_new_entry(session.sheet, raw), BY)
    return session


def sits(session: Session, *players: str) -> Session:
    setup = {"players": players, "dealer": 0, "options": session.blank.options.to_json()}
    action = session.setting_up(setup, BY)
    assert action is not None
    return session.after(action)


def won(session: Session) -> list[str]:
    return [session.sheet.table.players[seat] for seat in session.sheet.winners]


@for_each(
    "game, entries, order, players, names",
    [
        ("score-pad", PAD, (1, 0), ("Chika", "Ann", "Dov", "Ben"), ["Ben"]),
        ("satat", SATAT, (1, 0), ("Ben", "Ann", "Dov", "Chika"), ["Ben", "Dov"]),
        # Partners are named by either of them.
        ("satat", SATAT, (3, 2), ("Chika", "Ben", "Ann", "Dov"), ["Ben", "Dov"]),
    ],
)
def test_whoever_was_first_is_first_at_a_new_seat(
    game: str, entries: list[dict[str, Any]], order: tuple[int, ...], players: tuple[str, ...], names: list[str]
) -> None:
    session = decided(game, entries, *order)
    assert sorted(won(session)) == names
    assert sorted(won(sits(session, *players))) == names


def test_teams_that_are_none_any_more_are_not_put_in_order() -> None:
    session = decided("satat", SATAT, 1, 0)
    with pytest.raises(LaterEntriesError, match="partners"):
        sits(session, "Ann", "Chika", "Ben", "Dov")
    alone = decided("satat", [*SATAT[:1], {"step": "adjustment", "seat": 1, "amount": 1, "reason": "x"}], 1, 0)
    assert won(alone) == ["Ben", "Dov"]
