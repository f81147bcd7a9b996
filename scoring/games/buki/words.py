"""Words for a settled game of Buki: each seat's working, and the spectators' results."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.games.buki.settlement import TABLE, Account, Transfer, balance
from scoring.message import Message, Words, bare, say, signed

Transfers = tuple[Transfer, ...]


def working(seat: int, head: Message, transfers: Transfers, players: Sequence[str]) -> Message:
    """The working of a seat: its transfers and their sum."""
    parts = tuple(_part(each, seat, players) for each in transfers if seat in (each.source, each.target))
    if not parts:
        return bare("{head}: 0", head=head)
    if len(parts) == 1:
        return bare("{head}: {parts}", head=head, parts=parts)
    return bare("{head}: {parts} = {points}", head=head, parts=parts, points=signed(balance(transfers, seat)))


def _part(each: Transfer, seat: int, players: Sequence[str]) -> Message:
    chips = signed(each.chips if each.target == seat else -each.chips)
    other = each.source if each.target == seat else each.target
    if other is TABLE:
        return _from_table(each, chips, seat, players)
    name = _name(other, players)
    told = (
        say("{chips} from {name}", chips=chips, name=name)
        if each.target == seat
        else say("{chips} to {name}", chips=chips, name=name)
    )
    return bare("{told} [{reckoned}]", told=told, reckoned=each.reckoned) if each.reckoned else told


def _from_table(each: Transfer, chips: str, seat: int, players: Sequence[str]) -> Message:
    if each.target is TABLE:
        return say("{chips}, left on the table", chips=chips)
    if each.stake_of is None:
        return say("{chips} from the pool", chips=chips)
    if each.stake_of == seat:
        return say("{chips} carried, taken back", chips=chips)
    return say("{chips} carried by {name}", chips=chips, name=_name(each.stake_of, players))


def head(*, stake: int | None, carried: int, outcome: Words) -> Message:
    """The first part of the working: the seat's stake, or that it was the banker."""
    if stake is None:
        return say("banker, {outcome}", outcome=outcome)
    if carried:
        return say("staked {chips} plus {carried} carried, {outcome}", chips=stake, carried=carried, outcome=outcome)
    return say("staked {chips}, {outcome}", chips=stake, outcome=outcome)


def outcomes(names: Sequence[str], transfers: Transfers, accounts: Sequence[Account]) -> tuple[Message, ...]:
    """The results in chips: Ann +10, Ben −2."""
    return tuple(
        bare("{name} {points}", name=name, points=signed(balance(transfers, account)))
        for name, account in zip(names, accounts, strict=True)
    )


def _name(account: Account, players: Sequence[str]) -> str:
    return players[account] if isinstance(account, int) else str(account)
