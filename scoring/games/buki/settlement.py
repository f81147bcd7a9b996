"""Settles a game of Buki: what every account gives and gets, in words, so that no chip is made or lost."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from scoring.games.buki.options import ODDS, BukiOptions
from scoring.message import Message, Points, bare, plain, say, signed

Account: TypeAlias = int | str
"""A seat, or a spectator by name."""

Stakes: TypeAlias = Mapping[tuple[Account, int], int]
"""Chips by their owner and the seat that they back: a player's is their own."""

Move: TypeAlias = tuple[Account, Points, Message]
"""The chips that an account gets, or gives if negative, in words. What nobody else gets or gives is on the table."""

ROUNDING = {
    "down": (math.floor, say("Rounded down")),
    "up": (math.ceil, say("Rounded up")),
}


def settle(
    stakes: Stakes,
    carried: Stakes,
    pool: int,
    *,
    banker: int,
    winner: int | None,
    options: BukiOptions,
    players: Sequence[str],
) -> Iterator[Move]:
    """The moves of a game; a `winner` of None means drawn, and a winner's own new stake does not move.

    引き分けの場合は、賭けたチップは次回のゲームへと持ち越し: every stake stays on the table after a draw.
    The banker pays the winner 2.5 times the stake, pays spectators whose player wins, even the banker, and takes the
    other stakes.
    """
    if winner is None:
        for (owner, _), chips in stakes.items():
            yield owner, -chips, say("{chips}, left on the table", chips=signed(-chips))
        return
    for owner, backs in {**carried, **stakes}:
        stake, before = stakes.get((owner, backs), 0), carried.get((owner, backs), 0)
        joined = before if options.drawn_stakes == "join" else 0
        won = backs == winner
        name, odds = (players[owner], ODDS) if isinstance(owner, int) else (owner, options.odds)
        if won and (stake or joined):
            exact: Points = (stake + joined) * odds
            staked = f"({stake} + {joined})" if stake and joined else str(stake + joined)
            paid, reckoned = exact, bare("{chips} × {odds}", chips=staked, odds=plain(odds))
            if options.half_chips in ROUNDING and exact.denominator != 1:
                rounded, how = ROUNDING[options.half_chips]
                paid, reckoned = (
                    rounded(exact),
                    bare("{times} = {exact}, {how}", times=reckoned, exact=plain(exact), how=how),
                )
            text = say("{chips} to {name}", chips=signed(-paid), name=name)
            yield banker, -paid, bare("{text} [{reckoned}]", text=text, reckoned=reckoned)
            text = say("{chips} from {name}", chips=signed(paid), name=players[banker])
            yield owner, paid, bare("{text} [{reckoned}]", text=text, reckoned=reckoned)
        elif stake:
            yield owner, -stake, say("{chips} to {name}", chips=signed(-stake), name=players[banker])
            yield banker, stake, say("{chips} from {name}", chips=signed(stake), name=name)
        if before and won:
            yield owner, before, say("{chips} carried, taken back", chips=signed(before))
        elif before:
            yield banker, before, say("{chips} carried by {name}", chips=signed(before), name=name)
    if pool:
        yield winner, pool, say("{chips} from the pool", chips=signed(pool))
