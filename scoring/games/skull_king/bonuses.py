"""The bonuses of Skull King: 14s, captures, and the loot that two players share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from scoring.entry.choices import SeatPick
from scoring.entry.fields import Number, Own
from scoring.entry.reading import Records
from scoring.message import Message, bare, count, say
from scoring.sheets.values import Entry
from scoring.table import Table

LOOT = 20
LOOT_CARDS = 2
ALLIANCES = "alliances"


Part: TypeAlias = tuple[int, Message]
"""The points, and what they are for."""


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


@dataclass(frozen=True, slots=True)
class Alliance:
    """A loot alliance: the seat that played the loot card, and the seat that took the trick."""

    played: int
    took: int

    def partner_of(self, seat: int) -> int | None:
        """The ally of this seat; None if it is not in the alliance."""
        return {self.played: self.took, self.took: self.played}.get(seat)


def trick_size(table: Table) -> int:
    """The number of cards in a trick: one for each player, and with two players the ghost's."""
    return max(3, len(table.playing))


def count_field(bonus: Bonus, table: Table) -> Number:
    """The field for the number of a bonus card by seat; all pirates are in the one trick that the Skull King took."""
    high = min(bonus.most, trick_size(table) - 1) if bonus is PIRATES else bonus.most
    seats = table.playing
    return Number(
        name=bonus.slug,
        label=bonus.label,
        help=bare("+{points}", points=bonus.points),
        seats=seats,
        low=0,
        high=high,
        optional=True,
        own=Own.ANY_TIME,
    )


def alliances_field(table: Table) -> Records:
    """The field for loot cards that a player took from another."""
    seats = table.playing
    return Records(
        name=ALLIANCES,
        label=say("Loot alliances"),
        help=bare("+{points}", points=LOOT),
        fields=(
            SeatPick(name="played", label=say("Played by"), among=seats),
            SeatPick(name="took", label=say("Taken by"), among=seats),
        ),
        most=LOOT_CARDS,
        one=say("Loot"),
    )


def part(bonus: Bonus, n: int) -> Part:
    """The points of `n` of a bonus, and their name.

    >>> points, what = part(PIRATES, 2)
    >>> points, str(what)
    (60, '2 pirates')
    """
    return bonus.points * n, bonus.named.of(n=n)


def number_of(bonus: Bonus, entry: Entry, seat: int) -> int:
    """The number of a bonus that a seat has."""
    counts = entry.get(bonus.slug)
    return (counts[seat] or 0) if counts else 0


def held(bonuses: Iterable[Bonus], entry: Entry, seat: int) -> Iterator[tuple[Bonus, int]]:
    """The bonuses of a seat, with the number of each."""
    return ((bonus, n) for bonus in bonuses if (n := number_of(bonus, entry, seat)))


def alliances(entry: Entry) -> tuple[Alliance, ...]:
    """The alliances that were entered in full."""
    return tuple(
        Alliance(row["played"], row["took"]) for row in entry.get(ALLIANCES) or () if {"played", "took"} <= row.keys()
    )
