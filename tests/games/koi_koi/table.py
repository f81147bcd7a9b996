"""A table of Koi-Koi that is played in a line: the deal, who stopped with what."""

from __future__ import annotations

from typing import Any

from scoring.core import enter
from scoring.games.koi_koi import GAME
from scoring.sheets.sheet import Sheet
from tests.kit.games import session_of


def start(*, oya: int = 0, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=2, dealer=oya, **options))


def deal(sheet: Sheet[Any], lights: int | None = 0, **more: Any) -> Any:
    return enter(sheet, {"step": "deal"} | ({} if lights is None else {"lights": lights}) | more)


def stop(sheet: Sheet[Any], winner: int | str, *yaku: str, calls: tuple[int, int] = (0, 0), **more: Any) -> Any:
    return enter(sheet, {"step": "result", "calls": list(calls), "winner": winner, "yaku": list(yaku)} | more)


def month(sheet: Sheet[Any], winner: int | str, *yaku: str, lights: int | None = 0, **more: Any) -> Any:
    return stop(deal(sheet, lights), winner, *yaku, **more)


def ran_out(sheet: Sheet[Any], *, lights: int = 0, calls: tuple[int, int] = (1, 1), **piles: Any) -> Any:
    """A month in which both players' cards ran out; `each_yaku` and so on by seat, or `cards`."""
    return enter(deal(sheet, lights), {"step": "result", "calls": list(calls), "winner": "nobody", **piles})
