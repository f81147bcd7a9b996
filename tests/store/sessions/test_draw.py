"""A draw in the read models: both stand first, nobody has won, and a row of wins ends there."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import catalogue
from scoring.games.koi_koi import GAME as KOI_KOI
from store.admin.rebuild import compare
from store.engines.base import Connection
from tests.store.conftest import Keeper

ALL_GAMES = catalogue.all_games
CALLED: dict[str, Any] = {"step": "result", "calls": [1, 0], "winner": "nobody"}
DEALT = {"step": "deal", "lights": 0}


@pytest.fixture(autouse=True)
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a real game is played, not the two of the other tests."""
    monkeypatch.setattr(catalogue, "all_games", ALL_GAMES)


def half_a_year(keeper: Keeper, day: int, first: dict[str, Any]) -> str:
    """Six months, of which the first decides."""
    session = keeper.sits_down("Ann", "Ben", game=KOI_KOI, length="half", at=f"2026-11-{day:02}T20:00:00Z")
    for result in (first, *[CALLED] * 5):
        keeper.writes(session, DEALT)
        keeper.writes(session, result)
    return session


def test_a_draw_is_no_win_in_any_count(keeper: Keeper, db: Connection) -> None:
    won = {"step": "result", "calls": [0, 0], "winner": 0, "yaku": ["akatan"]}
    for day in (1, 2):
        half_a_year(keeper, day, won)
    drawn = half_a_year(keeper, 3, CALLED)
    kept = db.execute("SELECT place, won FROM standing WHERE session = ? ORDER BY seat", (drawn,)).fetchall()
    assert [(row["place"], row["won"]) for row in kept] == [(1, 0), (1, 0)]
    assert [row["won"] for row in db.execute("SELECT won FROM share WHERE session = ?", (drawn,))] == [0, 0]
    lines = {line.name: line.results for line in keeper.book.table()}
    assert {name: (each.games, each.won, each.run, each.longest) for name, each in lines.items()} == {
        "Ann": (3, 2, -1, 2),
        "Ben": (3, 0, -3, 0),
    }
    ann = next(each.id for each in keeper.book.people() if each.name == "Ann")
    (beside,) = keeper.book.statistics(ann).beside
    assert (beside.ahead, beside.level, beside.behind) == (2, 1, 0)
    assert compare(db).differences == ()
