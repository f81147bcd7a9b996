"""A whole sitting of Buki as it was written at the table, worked by hand: six games, 50 chips each, stakes of 2 to 6.

Half chips are kept, drawn stakes join the next, spectators get 2.5 times. All chips are 4 × 50 = 200.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

PLAYERS = ("あんな", "ベン", "千夏", "大輔")
FIRST_BANKER = 1
A, B, C, D = range(4)
HALF = Fraction(1, 2)


class Game(NamedTuple):
    """One line of the sheet, everything in seat order; `spectators` are their balances after it."""

    banker: int
    stakes: tuple[int | None, ...]
    wagers: tuple[tuple[str, int, int], ...]
    out: int | None
    pips: tuple[int, ...] | None
    points: tuple[int | Fraction, ...]
    totals: tuple[int | Fraction, ...]
    spectators: dict[str, int | Fraction]
    on_table: int


GAMES = (
    # 千夏 goes out: 2 × 2.5 = 5 from ベン, who takes 4 + 6: 10 − 5 = 5.
    Game(B, (4, None, 2, 6), (), C, None, (-4, 5, 5, -6), (46, 55, 55, 44), {}, 0),
    # The banker wins: 3 + 5 + 2 = 10, and the 3 that 恵美 had on あんな.
    Game(C, (3, 5, None, 2), (("恵美", A, 3),), C, None, (-3, -5, 13, -2), (43, 50, 68, 42), {"恵美": -3}, 0),
    # Blocked, ベン and 千夏 level with 5: 2 + 6 + 4 stay on the table, and 恵美's 4 on 大輔.
    Game(
        C, (2, 6, None, 4), (("恵美", D, 4),), None, (9, 5, 5, 12), (-2, -6, 0, -4), (41, 44, 68, 38), {"恵美": -7}, 16
    ),
    # 大輔: (5 + 4) × 2.5 = 22.5, and 4 come home: 26.5. 恵美: 4 × 2.5 = 10, and 4 come home: −7 + 14 = 7.
    # 千夏 takes 3 + 2 from あんな, 2 + 6 from ベン, 2 from フミ, and pays 22.5 + 10: 15 − 32.5 = −17.5.
    Game(
        C,
        (3, 2, None, 5),
        (("フミ", B, 2),),
        D,
        None,
        (-3, -2, -17 - HALF, 26 + HALF),
        (38, 42, 50 + HALF, 64 + HALF),
        {"恵美": 7, "フミ": -2},
        0,
    ),
    # Blocked, あんな has fewest: 6 × 2.5 = 15 from 大輔, who takes 6 + 6: 12 − 15 = −3.
    Game(
        D,
        (6, 6, 6, None),
        (),
        None,
        (4, 11, 20, 7),
        (15, -6, -6, -3),
        (53, 36, 44 + HALF, 61 + HALF),
        {"恵美": 7, "フミ": -2},
        0,
    ),
    # The banker wins 2 + 6 + 5 = 13; 恵美 had 5 on the banker: 5 × 2.5 = 12.5, so 13 − 12.5 = 0.5; 7 + 12.5 = 19.5.
    Game(
        A,
        (None, 2, 6, 5),
        (("恵美", A, 5),),
        A,
        None,
        (HALF, -2, -6, -5),
        (53 + HALF, 34, 38 + HALF, 56 + HALF),
        {"恵美": 19 + HALF, "フミ": -2},
        0,
    ),
)

PLACES = ((1, D, 0), (2, A, 3), (3, C, 18), (4, B, 22 + HALF))
"""Place, seat, gap: 56.5, 53.5, 38.5, 34."""

SESSION: dict[str, Any] = {
    "takuroku": 1,
    "game": "buki",
    "players": list(PLAYERS),
    "dealer": FIRST_BANKER,
    "options": {"games": 6},
}


def stakes_of(game: Game) -> dict[str, Any]:
    """The first entry of a game."""
    wagers = [{"name": name, "backs": backs, "chips": chips} for name, backs, chips in game.wagers]
    return {"step": "stakes", "stakes": list(game.stakes), "spectators": wagers}


def result_of(game: Game) -> dict[str, Any]:
    """The second entry of a game."""
    if game.out is not None:
        return {"step": "result", "out": game.out}
    assert game.pips is not None, "a blocked game has pips"
    return {"step": "result", "out": "nobody", "pips": list(game.pips)}


def entries() -> list[dict[str, Any]]:
    """The sheet as entries."""
    return [entry for game in GAMES for entry in (stakes_of(game), result_of(game))]


def document() -> dict[str, Any]:
    """The sheet as a session document."""
    return SESSION | {"entries": entries()}
