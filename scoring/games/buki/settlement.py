"""Settles a game of Buki as a list of transfers, so that no chip is made or lost, and explains it to each seat."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from scoring.games.buki.options import ODDS, BukiOptions
from scoring.message import Message, Points, as_points, bare, plain, say, signed

Account: TypeAlias = "int | str | None"
"""A seat, a spectator by name, or None for the chips on the table."""

Stakes: TypeAlias = Mapping[tuple[int | str, int], int]
"""Chips by their owner (a seat, or a spectator by name) and the seat that they back: a player's is their own."""

TABLE = None
ROUNDING = {
    "down": (math.floor, say("{times} = {exact}, rounded down")),
    "up": (math.ceil, say("{times} = {exact}, rounded up")),
}


class Transfer(NamedTuple):
    """A transfer of chips between accounts.

    `reckoned` is the calculation in words, `stake_of` the owner of a carried stake.
    """

    source: Account
    target: Account
    chips: Points
    reckoned: Message | None = None
    stake_of: Account = None


def settle(
    stakes: Stakes, carried: Stakes, pool: int, *, banker: int, winner: int | None, options: BukiOptions
) -> Iterator[Transfer]:
    """The transfers of a game; a `winner` of None means drawn, and a winner's own new stake does not move.

    引き分けの場合は、賭けたチップは次回のゲームへと持ち越し: every stake stays on the table after a draw.
    The banker pays the winner 2.5 times the stake, pays spectators whose player wins, even the banker, and takes the
    other stakes.
    """
    if winner is None:
        yield from (Transfer(owner, TABLE, chips) for (owner, _), chips in stakes.items())
        return
    for owner, backs in {**carried, **stakes}:
        stake, before = stakes.get((owner, backs), 0), carried.get((owner, backs), 0)
        joined = before if options.drawn_stakes == "join" else 0
        won = backs == winner
        if won and (stake or joined):
            odds = ODDS if isinstance(owner, int) else options.odds
            yield _paid(banker, owner, stake, joined, odds=odds, half_chips=options.half_chips)
        elif stake:
            yield Transfer(owner, banker, stake)
        if before:
            yield Transfer(TABLE, owner if won else banker, before, stake_of=owner)
    if pool:
        yield Transfer(TABLE, winner, pool)


def _paid(banker: int, to: int | str, stake: int, joined: int, *, odds: Points, half_chips: str) -> Transfer:
    """The banker's payment on a winning stake and the carried chips that join it, rounded by the house rule."""
    exact = (stake + joined) * odds
    chips = f"({stake} + {joined})" if stake and joined else str(stake + joined)
    times = bare("{chips} × {odds}", chips=chips, odds=plain(odds))
    if half_chips not in ROUNDING or exact.denominator == 1:
        return Transfer(banker, to, exact, times)
    rounded, words = ROUNDING[half_chips]
    return Transfer(banker, to, rounded(exact), words.of(times=times, exact=plain(exact)))


def gains(transfers: Iterable[Transfer]) -> defaultdict[Account, Points]:
    """What every account gains from the transfers."""
    gained: defaultdict[Account, Points] = defaultdict(int)
    for each in transfers:
        gained[each.source] -= each.chips
        gained[each.target] += each.chips
    for account, chips in gained.items():
        gained[account] = as_points(chips)
    return gained


def working(head: Message, transfers: Sequence[Transfer], seat: int, points: Points, players: Sequence[str]) -> Message:
    """The working of a seat: its transfers and their sum, the `points`."""
    parts = tuple(_part(each, seat, players) for each in transfers if seat in (each.source, each.target))
    if len(parts) > 1:
        return bare("{head}: {parts} = {points}", head=head, parts=parts, points=signed(points))
    return bare("{head}: {parts}", head=head, parts=parts or "0")


def _part(each: Transfer, seat: int, players: Sequence[str]) -> Message:
    got = each.target == seat
    chips = signed(each.chips if got else -each.chips)
    other = each.source if got else each.target
    owner = each.stake_of if other is TABLE else other
    name = players[owner] if isinstance(owner, int) else str(owner)
    if each.target is TABLE:
        return say("{chips}, left on the table", chips=chips)
    if other is not TABLE:
        told = say("{chips} from {name}") if got else say("{chips} to {name}")
        told = told.of(chips=chips, name=name)
        return bare("{told} [{reckoned}]", told=told, reckoned=each.reckoned) if each.reckoned else told
    if owner is TABLE:
        return say("{chips} from the pool", chips=chips)
    if owner == seat:
        return say("{chips} carried, taken back", chips=chips)
    return say("{chips} carried by {name}", chips=chips, name=name)
