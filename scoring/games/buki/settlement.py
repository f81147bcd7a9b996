"""Settles a game of Buki as a list of transfers, so that no chip is made or lost."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from scoring.games.buki.options import ODDS, BukiOptions
from scoring.message import Message, Points, bare, plain, say

Account: TypeAlias = "int | str | None"
"""A seat, a spectator by name, or None for the chips on the table."""

TABLE = None


@dataclass(frozen=True, slots=True)
class Wager:
    """A spectator's stake on a seat."""

    name: str
    backs: int
    chips: int


@dataclass(frozen=True, kw_only=True)
class OnTable:
    """The chips in front of the seats (None for the banker) and of the spectators, or in a pool."""

    stakes: tuple[int | None, ...]
    wagers: tuple[Wager, ...] = ()
    pool: int = 0

    @property
    def total(self) -> int:
        return sum(stake or 0 for stake in self.stakes) + sum(wager.chips for wager in self.wagers) + self.pool

    def of(self, name: str, backs: int) -> int:
        """The chips that a spectator has on a seat."""
        return sum(wager.chips for wager in self.wagers if (wager.name, wager.backs) == (name, backs))


@dataclass(frozen=True, kw_only=True)
class Transfer:
    """A transfer of chips between accounts.

    `reckoned` is the calculation in words, `stake_of` the owner of a carried stake.
    """

    source: Account
    target: Account
    chips: Points
    reckoned: Message | None = None
    stake_of: Account = None


def settle(*, banker: int, winner: int, new: OnTable, carried: OnTable, options: BukiOptions) -> tuple[Transfer, ...]:
    """The transfers of a game that somebody won; a winner's own new stake does not move."""
    return (
        *_stakes(banker=banker, winner=winner, new=new, carried=carried, options=options),
        *_wagers(banker=banker, winner=winner, new=new, carried=carried, options=options),
        *_pool(winner=winner, carried=carried),
    )


def draw(*, new: OnTable) -> tuple[Transfer, ...]:
    """引き分けの場合は、賭けたチップは次回のゲームへと持ち越し: every stake stays there after a draw."""
    return (
        *(Transfer(source=seat, target=TABLE, chips=stake) for seat, stake in enumerate(new.stakes) if stake),
        *(Transfer(source=wager.name, target=TABLE, chips=wager.chips) for wager in new.wagers),
    )


def carry(new: OnTable, carried: OnTable, *, options: BukiOptions) -> OnTable:
    """The chips on the table after a draw: in front of their owners, or all in the pool."""
    if options.drawn_stakes == "pool":
        return replace(carried, pool=carried.pool + new.total)
    backed = dict.fromkeys((wager.name, wager.backs) for wager in (*carried.wagers, *new.wagers))
    return OnTable(
        stakes=tuple((before or 0) + (stake or 0) for before, stake in zip(carried.stakes, new.stakes, strict=True)),
        wagers=tuple(Wager(name, seat, carried.of(name, seat) + new.of(name, seat)) for name, seat in backed),
    )


def _stakes(*, banker: int, winner: int, new: OnTable, carried: OnTable, options: BukiOptions) -> Iterator[Transfer]:
    """Transfers of stakes: the winner gets 2.5 times the stake from the banker; the others' go to the banker."""
    for seat, (stake, before) in enumerate(zip(new.stakes, carried.stakes, strict=True)):
        if stake is None:
            continue
        if seat == winner:
            yield paid(banker, seat, stake=stake, carried=before or 0, odds=ODDS, options=options)
        else:
            yield Transfer(source=seat, target=banker, chips=stake)
        if before:
            owner = seat if seat == winner else banker
            yield Transfer(source=TABLE, target=owner, chips=before, stake_of=seat)


def _wagers(*, banker: int, winner: int, new: OnTable, carried: OnTable, options: BukiOptions) -> Iterator[Transfer]:
    """Transfers of wagers: the banker pays spectators whose player wins, even the banker; takes the others."""
    backed = dict.fromkeys((wager.name, wager.backs) for wager in (*carried.wagers, *new.wagers))
    for name, seat in backed:
        stake, before = new.of(name, seat), carried.of(name, seat)
        if seat == winner:
            if stake or options.drawn_stakes == "join":
                yield paid(banker, name, stake=stake, carried=before, odds=options.odds, options=options)
        elif stake:
            yield Transfer(source=name, target=banker, chips=stake)
        if before:
            owner = name if seat == winner else banker
            yield Transfer(source=TABLE, target=owner, chips=before, stake_of=name)


def _pool(*, winner: int, carried: OnTable) -> Iterator[Transfer]:
    if carried.pool:
        yield Transfer(source=TABLE, target=winner, chips=carried.pool)


def paid(banker: int, to: int | str, *, stake: int, carried: int, odds: Points, options: BukiOptions) -> Transfer:
    """The banker's payment on a winning stake; carried chips count if they join it."""
    joined = carried if options.drawn_stakes == "join" else 0
    exact = (stake + joined) * odds
    rounded = rounded_chips(exact, options.half_chips)
    times = bare("{chips} × {odds}", chips=_sum(stake, joined), odds=plain(odds))
    if rounded != exact:
        words = {
            "down": say("{times} = {exact}, rounded down", times=times, exact=plain(exact)),
            "up": say("{times} = {exact}, rounded up", times=times, exact=plain(exact)),
        }
        times = words[options.half_chips]
    return Transfer(source=banker, target=to, chips=rounded, reckoned=times)


def rounded_chips(exact: Points, half_chips: str) -> Points:
    """The amount rounded by the house rule for half chips.

    >>> [rounded_chips(Fraction(15, 2), rule) for rule in ("down", "up", "kept")]
    [7, 8, Fraction(15, 2)]
    """
    if half_chips == "down":
        return math.floor(exact)
    return math.ceil(exact) if half_chips == "up" else whole(exact)


def whole(amount: Points) -> Points:
    """The same amount, as an int if it is whole."""
    return amount.numerator if isinstance(amount, Fraction) and amount.denominator == 1 else amount


def _sum(stake: int, joined: int) -> str:
    if joined and stake:
        return f"({stake} + {joined})"
    return str(stake or joined)


def balance(transfers: tuple[Transfer, ...], account: Account) -> Points:
    """The gain of a seat, a spectator or the table from the transfers."""
    received = sum(each.chips for each in transfers if each.target == account)
    return whole(received - sum(each.chips for each in transfers if each.source == account))
