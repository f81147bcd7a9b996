"""The bonuses of Skull King: 14s, captures, and the loot that two players share; what one pack can hold.

What they score: `bonus_of` in `sheet`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from scoring.errors import Problem
from scoring.message import Message, count, say
from scoring.sheets.values import Entry
from scoring.table import Table

LOOT = 20
LOOT_CARDS = 2
ALLIANCES = "alliances"


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus card: points for the player who has it at the end; the pack has `most` of it.

    `named` is the name of `n` of them in a sum. `catcher` is the card that must have won the trick, if any; each
    catcher wins a different trick.
    """

    slug: str
    label: Message
    named: Message
    points: int
    most: int
    catcher: str = ""


FOURTEENS = Bonus("fourteens", say("Coloured 14s"), count("coloured 14", "{n} coloured 14s", n=1), points=10, most=3)
BLACK = Bonus("black", say("Black 14"), say("black 14"), points=20, most=1)
MERMAIDS = Bonus(
    "mermaids",
    say("Mermaids taken by a pirate"),
    count("mermaid", "{n} mermaids", n=1),
    points=20,
    most=2,
    catcher="pirate",
)
PIRATES = Bonus(
    "pirates",
    say("Pirates taken by the Skull King"),
    count("pirate", "{n} pirates", n=1),
    points=30,
    most=6,
    catcher="king",
)
"""Five, and the Tigress played as a pirate (Scary Mary in the old edition)."""

KING = Bonus("king", say("Skull King taken by a mermaid"), say("Skull King"), points=40, most=1, catcher="mermaid")
OLD_KING = Bonus(KING.slug, KING.label, KING.named, points=50, most=1, catcher="mermaid")

BONUSES: Mapping[str, tuple[Bonus, ...]] = MappingProxyType(
    {"current": (FOURTEENS, BLACK, MERMAIDS, PIRATES, KING), "old": (PIRATES, OLD_KING)}
)
"""By edition."""


def trick_size(table: Table) -> int:
    """The number of cards in a trick: one for each player, and with two players the ghost's."""
    return max(3, len(table.playing))


def caught(bonus: Bonus, entry: Entry, table: Table) -> Mapping[int, int]:
    """The seats that have a bonus, clockwise, and how many of it.

    >>> caught(PIRATES, Entry("tricks", {"pirates": (None, 2, 0)}), Table(("Ann", "Ben", "Chika")))
    {1: 2}
    """
    counts = entry.get(bonus.slug)
    return {seat: counts[seat] for seat in table.playing if counts[seat]} if counts else {}


def alliances(entry: Entry, table: Table) -> Iterator[tuple[int, int, Message | None]]:
    """The alliances that were entered in full: who played the loot card, who took the trick, and why that can't be."""
    for row in entry.get(ALLIANCES) or ():
        if {"played", "took"} <= row.keys():
            played, took, why = row["played"], row["took"], None
            if played == took:
                why = say("{name} took their own loot, so there is no alliance.", name=table.players[took])
            elif not entry["tricks"][took]:
                why = say("{name} took no tricks, so no bonus.", name=table.players[took])
            yield played, took, why


def check_bonuses(bonuses: Sequence[Bonus], entry: Entry, table: Table) -> Iterator[Problem]:
    """The problems of bonuses: more than the pack has, or than a seat's tricks can hold.

    The Skull King takes one trick at most, and the mermaid that takes him is not taken.
    """
    for bonus in bonuses:
        if (entered := sum(caught(bonus, entry, table).values())) > bonus.most:
            yield Problem(
                bonus.slug,
                None,
                say(
                    "{bonus}: you entered {entered}, but the pack has only {most}.",
                    bonus=bonus.label,
                    entered=entered,
                    most=bonus.most,
                ),
            )
    for seat in table.playing:
        has = {bonus: n for bonus in bonuses if (n := caught(bonus, entry, table).get(seat))}
        captures = [bonus for bonus in has if bonus.catcher]
        catchers, tricks, name = len({bonus.catcher for bonus in captures}), entry["tricks"][seat], table.players[seat]
        if has and not tricks:
            yield Problem(next(iter(has)).slug, seat, say("{name} took no tricks, so no bonus.", name=name))
        elif catchers > tricks or sum(has.values()) + catchers > tricks * trick_size(table):
            # Each capture takes its own trick.
            text = count(
                "{name} took only {n} trick, too few for these bonuses. Each capture needs its own trick.",
                "{name} took only {n} tricks, too few for these bonuses. Each capture needs its own trick.",
                n=tricks,
                name=name,
            )
            last = captures[-1] if catchers > tricks else tuple(has)[-1]
            yield Problem(last.slug, seat, text)
    with_king, king_taken, mermaids = (caught(bonus, entry, table) for bonus in (PIRATES, KING, MERMAIDS))
    kings = tuple(with_king)
    for seat in kings[1:]:
        yield Problem(
            PIRATES.slug,
            seat,
            say(
                "There is only one Skull King, so {first} and {name} can’t both have taken pirates with him.",
                first=table.players[kings[0]],
                name=table.players[seat],
            ),
        )
    if kings and king_taken:
        yield Problem(
            PIRATES.slug,
            kings[0],
            say("A mermaid took {name}’s Skull King, so he took no pirates.", name=table.players[kings[0]]),
        )
    if king_taken and sum(mermaids.values()) == MERMAIDS.most:
        yield Problem(
            MERMAIDS.slug,
            tuple(mermaids)[-1],
            say("One of the two mermaids took the Skull King, so no pirate took her."),
        )
    for number, (_, _, why) in enumerate(alliances(entry, table)):
        if why:
            yield Problem(f"{ALLIANCES}-{number}-took", None, why)
