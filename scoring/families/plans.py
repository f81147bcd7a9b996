"""What is left to play: whose deal it is, how long the game is, which hands are dealt, and how the table changes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any, ClassVar, Self

from scoring.entry.fields import Field, Number
from scoring.message import Message, Words, count, joined, listed, plain, say
from scoring.options import Opt
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Entry, Notice

ENDS_AFTER = say("The game ends after the round in which a total reaches it.")
MINUTES_FOR_FIVE_DEALS = 16
"""How long five deals take at a table that chats."""


@dataclass(frozen=True, kw_only=True)
class PassingDeal(Sheet[Opt]):
    """The sheet of a game in which the deal passes on clockwise over whoever is not dealt in."""

    dealer_role: ClassVar[Message | None] = say("dealer")
    dealer_label: ClassVar[Message] = say("Dealer")

    @cached_property
    def dealer(self) -> int:
        """The seat that deals, as the table is now."""
        return self.table.dealer_after(self.last_dealer)

    @property
    def last_dealer(self) -> int | None:
        """The seat that dealt last; None before the first deal, and after the table has chosen who deals now."""
        rows = reversed(self.rows[self.table.since :])
        return next((row.dealer for row in rows if row.dealer is not None), None)

    @property
    def dealer_notice(self) -> Notice:
        return Notice("dealer", self.dealer_label, self.table.players[self.dealer])

    def role(self, seat: int) -> Message | None:
        return self.dealer_role if seat == self.dealer and not self.over else None

    @property
    def turns(self) -> tuple[Notice, ...]:
        return () if self.over else (self.dealer_notice,)


@dataclass(frozen=True, kw_only=True)
class PlannedLength(Sheet[Opt]):
    """A sheet whose length can change; `planned` is the last plan, None as long as the house rules say the length.

    A target is looked at after a deal, so a lower one ends no game at once. A number of deals does, if as many have
    been played.
    """

    deals_named: ClassVar[str] = ""
    """The name that the number of deals has in a plan, and as an option; "" where only a target ends the game."""
    target_named: ClassVar[str] = ""
    """The same for the target."""
    length_fields: ClassVar[tuple[Number, ...]] = ()
    """The fields of a plan that are not those of the options."""

    planned: Entry | None = None

    def usual_length(self, name: str) -> int | None:
        """How long the game is by the house rules; None for no limit."""
        length: int | None = getattr(self.options, name)
        return length

    def length(self, name: str) -> Any:
        """The number of deals or the target, as planned now; None for no limit."""
        if not name:
            return None
        return self.usual_length(name) if self.planned is None else self.planned.get(name)

    @property
    def deals_in_all(self) -> int | None:
        deals: int | None = self.length(self.deals_named)
        return deals

    @property
    def target(self) -> Any:
        return self.length(self.target_named)

    @property
    def plan_fields(self) -> tuple[Field, ...]:
        every = (*self.options.fields(), *self.length_fields)
        fields = {field.name: field for field in every if isinstance(field, Number)}
        return tuple(
            replace(
                fields[name],
                name=name,
                # The deals that are finished or in play, and one at least.
                low=max(1, self.begun_deals) if name == self.deals_named else fields[name].low,
                optional=fields[name].unset is not None,
                suggested=self.length(name),
                legacy_default=None,
            )
            for name in (self.target_named, self.deals_named)
            if name
        )

    @property
    def left_to_play(self) -> Message | None:
        """Where a lower target is reached already, that the deal in play is the last."""
        last = self.target_reached and not self.over
        return say("Ends with this {deal}", deal=self.deal_noun) if last else None

    def replan(self, entry: Entry) -> Self:
        return replace(self, planned=entry)

    def plan_in_words(self, entry: Entry) -> Message:
        target, deals = entry.get(self.target_named), entry.get(self.deals_named)
        parts = [] if target is None else [self.target_in_words(target)]
        if target is not None and self.reached(target) and not self.over:
            parts = [say("{plan}, so this {deal} is the last", plan=parts[0], deal=self.deal_noun)]
        if deals is not None:
            parts.append(say("{length} in all", length=self.deals_noun.of(n=deals)))
        return listed(*parts) if parts else say("no end is set")

    @property
    def counts_wins(self) -> bool:
        """Whether the target is a number of wins; else it is one of points."""
        return True

    def target_in_words(self, target: int) -> Message:
        """The target that ends the game."""
        if self.counts_wins:
            return count("first to {n} win", "first to {n} wins", n=target)
        return say("to {points} points", points=plain(target))


@dataclass(frozen=True, kw_only=True)
class PlannedTarget(PlannedLength[Opt]):
    """The sheet of a game that ends with the round in which a total reaches a target; None for no target."""

    deal_name = say("round {number}")
    deal_noun = say("round")
    deals_noun = count("{n} round", "{n} rounds", n=1)
    target_named = "target"

    @property
    def counts_wins(self) -> bool:
        return False

    @property
    def plan_called(self) -> Message:
        return say("Target") if self.target is not None and self.deals_in_all is None else super().plan_called


def reached(name: Words, target: Message) -> Message:
    """The message that the game ends because a side has so many wins or points."""
    return say("{name} reached {target}.", name=name, target=target)


def turns(hands: tuple[int, ...]) -> Words:
    """The first hand, those where it turns, and the last.

    >>> str(turns((3, 2, 1, 2, 3))), str(turns((1, 2, 3, 3))), str(turns((4,)))
    ('3 → 1 → 3', '1 → 3', '4')
    """
    threes = zip(hands, hands[1:], hands[2:], strict=False)
    inner = [here for before, here, after in threes if (here - before) * (here - after) > 0]
    return joined("→", *(str(hand) for hand, _ in groupby((hands[0], *inner, hands[-1]))))


def more_hands(hands: tuple[int, ...], deals: int, *, most: int) -> tuple[int, ...]:
    """The next hands of a game: up or down as the last two went, and back at one card or at the largest hand.

    >>> more_hands((3, 2, 1), 3, most=10), more_hands((1, 2, 3), 3, most=10), more_hands((4, 4), 3, most=10)
    ((2, 3, 2), (2, 1, 2), (4, 4, 4))
    >>> more_hands((10,), 2, most=8)
    (8, 8)
    """
    largest = min(max(hands, default=most), most)
    way = hands[-1] - hands[-2] if len(hands) > 1 else 0
    row = [min(hands[-1], largest) if hands else largest]
    for _each in range(deals):
        if not 1 <= row[-1] + way <= largest:
            way = -way
        row.append(row[-1] + way if 1 <= row[-1] + way <= largest else row[-1])
    return tuple(row[1:])


def minutes(deals: int) -> int:
    """How long that many deals take, to five minutes.

    >>> [minutes(deals) for deals in (19, 15, 11, 1)]
    [60, 50, 35, 5]
    """
    return max(5, 5 * round(deals * MINUTES_FOR_FIVE_DEALS / 25))
