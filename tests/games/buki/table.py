"""A table of Buki that is played in a line: stakes, who went out, what a draw leaves."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from scoring.core import enter
from scoring.games.buki import GAME
from tests.kit.games import session_of

ANN, BEN, CHIKA, DAI = range(4)


HALF = Fraction(1, 2)


EMI = "恵美"


def start(*, banker: int = ANN, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=4, dealer=banker, **options))


def stake(sheet: Any, *stakes: int, on: tuple[tuple[str, int, int], ...] = ()) -> Any:
    """Everybody's stake in seat order, the banker's left out; `on` are spectators: name, seat backed, chips."""
    rest = iter(stakes)
    by_seat = [None if seat == sheet.banker else next(rest) for seat in range(4)]
    wagers = [{"name": name, "backs": backs, "chips": chips} for name, backs, chips in on]
    return enter(sheet, {"step": "stakes", "stakes": by_seat, "spectators": wagers})


def goes_out(sheet: Any, seat: int) -> Any:
    return enter(sheet, {"step": "result", "out": seat})


def blocked(sheet: Any, *pips: int) -> Any:
    return enter(sheet, {"step": "result", "out": "nobody", "pips": list(pips)})


def drawn(sheet: Any) -> Any:
    return blocked(sheet, 9, 9, 9, 9)


def won_by(seat: int, *stakes: int, on: tuple[tuple[str, int, int], ...] = (), **options: Any) -> Any:
    return goes_out(stake(start(**options), *stakes, on=on), seat)


def after_a_draw(**options: Any) -> Any:
    """あんな banks; ベン has 4, 千夏 2, 大輔 6 on the table, 恵美 2 on ベン."""
    return drawn(stake(start(**options), 4, 2, 6, on=((EMI, BEN, 2),)))


def after_that(seat: int, *stakes: int, of: str) -> Any:
    """The game after a draw, by what becomes of drawn stakes."""
    return goes_out(stake(after_a_draw(drawn_stakes=of), *stakes), seat)


def at_pips(*pips: int) -> Any:
    return blocked(stake(start(), 2, 4, 6), *pips)
