"""A table of Boo-Ray that is dealt in a line: who enters what, and what came of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Any

from scoring.core import enter
from scoring.games.boo_ray import GAME
from tests.kit.games import session_of

BOO, LOW, KALO, OUT = "boo-ray", "low-shit", "kalo", "none"
ANNA, BEN, CHIKA, DAISUKE, EMI = range(5)


def start(players: int = 5, *, dealer: int = 0, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=players, dealer=dealer, **options))


def hold(sheet: Any, *games: Any) -> Any:
    """Enter the games: for each seat a game, "none", or a list of games."""
    return enter(sheet, {"step": "entries", "games": list(games)})


def tell(sheet: Any, **results: Any) -> Any:
    return enter(sheet, {"step": "results"} | results)


def best(*seats: int) -> list[str]:
    return [str(seat) for seat in seats]


def pot_of(sheet: Any, pot: int) -> Any:
    """A sheet with just this pot on the table, antes paid."""
    return replace(sheet, left=sheet.left + pot - sheet.pot)


def hand(written: str) -> list[str]:
    """ "A 2 3 4 6" as spades, hearts, diamonds, clubs, hearts."""
    return [rank.replace("10", "T") + suit for rank, suit in zip(written.split(), "SHDCH", strict=True)]


def five_tricks_leave(level: int, entrants: int) -> bool:
    """Whether this many players can tie for the most of five tricks, found by trying all deals."""
    shares = combinations_with_replacement(range(entrants), 5)
    taken = ([share.count(seat) for seat in range(entrants)] for share in shares)
    return any(each.count(max(each)) == level for each in taken)
