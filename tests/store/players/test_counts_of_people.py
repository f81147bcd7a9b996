"""Two that are one person: what each did counts for the one who stands for both, until the merge is taken back."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.games.oh_hell import GAME as OH_HELL
from scoring.insights.counting import Told
from store.admin.rebuild import compare
from store.engines.base import Connection
from store.stats.player_stats import Statistics
from tests.kit.store.counting import number_of
from tests.store.conftest import Keeper

pytestmark = pytest.mark.engines("sqlite")

AT = "2026-11-22T09:00:00Z"
Evening = tuple[str, str, bool]
EVENINGS: tuple[Evening, ...] = (
    ("2026-11-01", "Ann", True),
    ("2026-11-02", "Anna", True),
    ("2026-11-03", "Ann", True),
    ("2026-11-04", "Ann", False),
    ("2026-11-05", "Anna", True),
)
"""Day, what she was called, whether she won: together won won won lost won, Ann won won lost, Anna won won."""


def plays(keeper: Keeper, day: str, her: str, *, won: bool) -> str:
    """One deal of one card with Ben and Chika, Ben dealing: who bids 1 and takes it has 11, a lost bid of 1 has 0.

    Ben bids nothing and Chika nothing, and both make it with 10: she is first with 11, or last with 0 as Ben takes the
    trick (and misses: 0) and Chika has her 10.
    """
    rules: dict[str, Any] = {"format": "short-falling", "top_hand": 1, "restriction": "off"}
    session = keeper.sits_down(her, "Ben", "Chika", game=OH_HELL, dealer=1, at=f"{day}T20:00:00Z", **rules)
    keeper.writes(session, {"step": "bids", "bids": [1, 0, 0]})
    keeper.writes(session, {"step": "tricks", "tricks": [1, 0, 0] if won else [0, 1, 0]})
    return session


@pytest.fixture
def evenings(keeper: Keeper) -> list[str]:
    return [plays(keeper, day, her, won=won) for day, her, won in EVENINGS]


def counts(found: Statistics) -> tuple[int, int, int, int, int, int]:
    """Games, wins, the current run, the longest one, bids made, and bids missed."""
    (game,) = found.games
    results, made = game.results, (game.facts.get(Told("made", each), 0) for each in (True, False))
    return (results.games, results.won, results.run, results.longest, *made)  # type: ignore[return-value]


def beside(found: Statistics) -> dict[str, tuple[int, int, int]]:
    return {each.name: (each.ahead, each.level, each.behind) for each in found.beside}


@pytest.mark.engines("sqlite", "postgresql")
def test_what_both_did_counts_for_the_person(keeper: Keeper, db: Connection, evenings: list[str]) -> None:
    book, ann, anna, ben = keeper.book, *(number_of(keeper.book, name) for name in ("Ann", "Anna", "Ben"))
    apart = book.statistics(ann), book.statistics(anna), book.statistics(ben), book.table()
    assert counts(apart[0]) == (3, 2, -1, 2, 2, 1)
    assert counts(apart[1]) == (2, 2, 2, 2, 2, 0)
    # On the 4th she had 0 like Ben, level in the second place behind Chika; on the other days first.
    assert beside(apart[0]) == {"Ben": (2, 1, 0), "Chika": (2, 0, 1)}
    assert beside(apart[2]) == {"Ann": (0, 1, 2), "Anna": (0, 0, 2), "Chika": (0, 4, 1)}

    book.merge_players(anna, into=ann, at=AT)
    both = book.statistics(ann)
    assert counts(both) == (5, 4, 1, 3, 4, 1)
    assert book.statistics(anna) == both, "a part's number means the person"
    assert beside(both) == {"Ben": (4, 1, 0), "Chika": (4, 0, 1)}
    assert beside(book.statistics(ben)) == {"Ann": (0, 1, 4), "Chika": (0, 4, 1)}
    assert [(line.name, line.results.games, line.results.run) for line in book.table()] == [
        ("Ann", 5, 1),
        ("Chika", 5, -1),
        ("Ben", 5, -5),
    ]
    assert [each.session for each in book.last_results(ann, limit=9)] == evenings[::-1]
    assert compare(db).differences == ()

    book.unmerge_player(anna)
    assert (book.statistics(ann), book.statistics(anna), book.statistics(ben), book.table()) == apart
    assert compare(db).differences == ()


def test_an_opponent_is_shown_as_the_person_is_called_now(keeper: Keeper, evenings: list[str]) -> None:
    book, ann, anna, ben = keeper.book, *(number_of(keeper.book, name) for name in ("Ann", "Anna", "Ben"))
    book.merge_players(ann, into=anna, at=AT)
    book.rename_player(anna, name="Annika")
    assert beside(book.statistics(ben)) == {"Annika": (0, 1, 4), "Chika": (0, 4, 1)}
    assert {each.player for each in book.statistics(ben).beside} == {anna, number_of(book, "Chika")}
    assert book.statistics(ann).name == "Annika"


def test_what_is_written_while_they_are_one_follows_when_they_part(
    keeper: Keeper, db: Connection, evenings: list[str]
) -> None:
    book, ann, anna = keeper.book, number_of(keeper.book, "Ann"), number_of(keeper.book, "Anna")
    book.merge_players(anna, into=ann, at=AT)
    plays(keeper, "2026-11-06", "Anna", won=False)
    # She did not win on the 1st after all.
    keeper.undoes(evenings[0])
    keeper.writes(evenings[0], {"step": "tricks", "tricks": [0, 1, 0]})
    # Lost won won lost won lost.
    assert counts(book.statistics(ann)) == (6, 3, -1, 2, 3, 3)
    assert compare(db).differences == ()
    book.unmerge_player(anna)
    # Anna, whose seat it was: won won lost. Ann: lost won lost.
    assert counts(book.statistics(anna)) == (3, 2, -1, 2, 2, 1)
    assert counts(book.statistics(ann)) == (3, 1, -1, 1, 1, 2)
    assert compare(db).differences == ()
