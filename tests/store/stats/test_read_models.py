"""Read models say what the sheet says, after every action."""

from __future__ import annotations

from store.engines.base import Connection
from store.stats.read_models import differences
from tests.kit.store.table_talk import ANN, BEN, note, takes
from tests.store.conftest import Keeper


def standing(db: Connection) -> list[tuple[int, ...]]:
    found = db.execute("SELECT seat, place, total_milli, won FROM standing ORDER BY seat")
    return [tuple(row[name] for name in ("seat", "place", "total_milli", "won")) for row in found]


def test_a_new_table_stands_at_nothing(keeper: Keeper, db: Connection) -> None:
    keeper.sits_down("Ann", "Ben", "Chika")
    assert standing(db) == [(0, 1, 0, 0), (1, 1, 0, 0), (2, 1, 0, 0)]


def test_standings_follow_each_action(keeper: Keeper, db: Connection) -> None:
    session = keeper.sits_down("Ann", "Ben")
    keeper.writes(session, takes(ANN, "2.5"))
    keeper.writes(session, {"step": "adjustment", "seat": BEN, "amount": "-1", "reason": "spilt tea"})
    assert standing(db) == [(0, 1, 2500, 0), (1, 2, -1000, 0)]
    keeper.undoes(session)
    keeper.undoes(session)
    assert standing(db) == [(0, 1, 0, 0), (1, 1, 0, 0)]


def test_whatever_happens_they_are_what_a_replay_gives(keeper: Keeper, db: Connection) -> None:
    session = keeper.sits_down("Ann", "Ben")
    acts = (
        lambda: keeper.writes(session, takes(ANN, 3)),
        lambda: keeper.writes(session, note("a long deal")),
        lambda: keeper.writes(session, takes(BEN, 4)),
        lambda: keeper.corrects(session, {0: takes(ANN, 9)}, reopen=True),
        lambda: keeper.undoes(session),
        lambda: keeper.writes(session, takes(BEN, 3)),
    )
    for act in acts:
        act()
        assert list(differences(db, keeper.sees(session))) == []
