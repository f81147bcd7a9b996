"""The two steps of a game of Buki, and the checks of their entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.entry.choices import NOBODY, SeatPick
from scoring.entry.fields import Number, Own, Writing
from scoring.entry.reading import Records
from scoring.errors import Problem
from scoring.games.buki.options import BukiOptions
from scoring.games.buki.settlement import OnTable
from scoring.games.buki.tiles import heaviest_hand
from scoring.message import Message, say
from scoring.sheets.values import Ask, Entry
from scoring.table import MAX_NAME_LENGTH, Table
from scoring.text import same_name

MAX_SPECTATORS = 12
MAX_WAGER = 10_000


def stakers(table: Table, banker: int) -> tuple[int, ...]:
    """The seats that stake against the banker, in seat order."""
    return tuple(seat for seat in table.seats if seat != banker)


def ask_stakes(
    table: Table,
    banker: int,
    *,
    game: int,
    usual: Sequence[int],
    carried: OnTable,
    known: Sequence[str],
    options: BukiOptions,
) -> Ask:
    """賭けないことはできません: every seat but the banker, prefilled with its last stake; and spectators.

    The `known` spectators are prefilled with the name alone, which is no stake.
    """
    stakes = Number(
        name="stakes",
        label=say("Stakes"),
        seats=stakers(table, banker),
        low=options.lowest,
        high=options.highest,
        suggested=tuple(None if seat == banker else chips for seat, chips in enumerate(usual)),
        known=_carried(carried),
        missing=say("{name}’s stake is missing."),
        not_asked=say("{name} is the banker and does not stake."),
        own=Own.ANY_TIME,
    )
    spectators = Records(
        name="spectators",
        label=say("Spectators’ stakes"),
        help=say("Only the stakes that the banker accepts."),
        one=say("Spectator"),
        most=MAX_SPECTATORS,
        optional=True,
        suggested=tuple({"name": name} for name in known[:MAX_SPECTATORS]) or None,
        spare=not known,
        fields=(
            Writing(name="name", label=say("Name"), longest=MAX_NAME_LENGTH),
            SeatPick(name="backs", label=say("Backs"), among=tuple(table.seats)),
            Number(name="chips", label=say("Chips"), low=options.step, high=MAX_WAGER),
        ),
    )
    return Ask(
        step="stakes",
        title=say("Stakes"),
        fields=(stakes, spectators),
        action=say("Save the stakes"),
        called=say("Stakes of game {number}", number=game),
    )


def _carried(carried: OnTable) -> tuple[Message, ...]:
    """The carried chips of each seat; after a drawn game all but the banker have some."""
    if not any(carried.stakes):
        return ()
    return tuple(say("{chips} carried", chips=chips or 0) for chips in carried.stakes)


def ask_result(table: Table, *, game: int, options: BukiOptions) -> Ask:
    """The step for the player who went out or, in a blocked game, the pips of every hand."""
    everybody = tuple(table.seats)
    out = SeatPick(
        name="out",
        label=say("Who went out"),
        among=everybody,
        nobody=say("nobody (blocked)"),
        missing=say("Choose who went out, or “nobody (blocked)”."),
    )
    pips = Number(
        name="pips",
        label=say("Pips left in hand"),
        seats=everybody,
        low=1,
        high=heaviest_hand(options.tiles),
        optional=True,
    )
    return Ask(
        step="result",
        title=say("Result"),
        fields=(out, pips),
        action=say("Save game {number}", number=game),
        called=say("Result of game {number}", number=game),
    )


def check_stakes(entry: Entry, *, players: Sequence[str], options: BukiOptions) -> Iterator[Problem]:
    """The problems of stakes: odd ones where they must be even, and spectators who play or are listed twice."""
    for seat in range(len(players)):
        yield from check_stake(entry, seat, players=players, options=options)
    seen = set(map(same_name, players))
    for row, wager in enumerate(entry.get("spectators") or ()):
        name, chips = wager["name"], wager["chips"]
        if same_name(name) in map(same_name, players):
            text = say("{name} is playing and can’t be a spectator. Use a different name.", name=name)
            yield Problem(f"spectators-{row}-name", None, text)
        elif same_name(name) in seen:
            text = say("{name} is listed twice. A spectator can back only one player.", name=name)
            yield Problem(f"spectators-{row}-name", None, text)
        if chips % options.step:
            yield Problem(f"spectators-{row}-chips", None, _odd(name, chips))
        seen.add(same_name(name))


def check_stake(entry: Entry, seat: int, *, players: Sequence[str], options: BukiOptions) -> Iterator[Problem]:
    """The problem of an odd stake where it must be even."""
    chips = entry["stakes"][seat]
    if chips is not None and chips % options.step:
        yield Problem("stakes", seat, _odd(players[seat], chips))


def check_result(entry: Entry, *, players: Sequence[str]) -> Iterator[Problem]:
    """The problems of a result: it needs either a player who went out, or everybody's pips."""
    pips = entry.get("pips") or (None,) * len(players)
    for seat, name in enumerate(players):
        if entry["out"] == NOBODY and pips[seat] is None:
            text = say("{name}: the game was blocked, so enter the pips left in this hand.", name=name)
            yield Problem("pips", seat, text, missing=True)
        elif entry["out"] != NOBODY and pips[seat] is not None:
            text = say(
                "{name}: pips count only in a blocked game, but {winner} went out. "
                "Clear them, or choose “nobody (blocked)”.",
                name=name,
                winner=players[entry["out"]],
            )
            yield Problem("pips", seat, text)


def _odd(name: str, chips: int) -> Message:
    return say(
        "{name} stakes {chips}, but stakes must be even: {less} or {more}.",
        name=name,
        chips=chips,
        less=chips - 1,
        more=chips + 1,
    )
