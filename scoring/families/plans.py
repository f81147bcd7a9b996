"""What is left to play: whose deal it is, how long the game is, which hands are dealt, and how the table changes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import ClassVar, Self

from scoring.entry.fields import Field, Number
from scoring.message import Message, Points, Words, count, joined, plain, say
from scoring.options import Opt
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Entry, Notice

MINUTES_FOR_FIVE_DEALS = 16
"""How long five deals take at a table that chats."""


@dataclass(frozen=True, kw_only=True)
class PassingDeal(Sheet[Opt]):
    """The sheet of a game in which the deal passes on clockwise over whoever is not dealt in."""

    dealer_asked: ClassVar[Message | None] = say("Who deals now?")
    dealer_role: ClassVar[Message | None] = say("dealer")
    dealer_label: ClassVar[Message] = say("Dealer")

    @cached_property
    def dealer(self) -> int:
        """The seat that deals, as the table is now."""
        return self.table.dealer_after(self.last_dealer)

    @property
    def last_dealer(self) -> int | None:
        """The seat that dealt last; None before the first deal, and after the table has said who deals now."""
        dealt = [row.dealer for row in self.deal_rows[self.table.since :]]
        return dealt[-1] if dealt else None

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

    planned: Entry | None = None

    def length(self, option: str) -> int | None:
        """The value, as planned now, of an option that says how long the game is; None for no limit."""
        said: int | None = getattr(self.options, option) if self.planned is None else self.planned.get(option)
        return said

    def length_field(self, option: str, *, low: int = 1) -> Number:
        """The field of a plan for an option that says how long the game is."""
        field = next(each for each in self.options.fields() if each.name == option)
        assert isinstance(field, Number), "a length is a number"
        unset = field.unset is not None
        return replace(field, low=low, optional=unset, suggested=self.length(option), legacy_default=None)

    @property
    def least_deals(self) -> int:
        """The least number of deals that a plan can have: those that are finished or in play, and one at least."""
        return max(1, self.begun_deals)

    @property
    def left_to_play(self) -> Message | None:
        """Where a lower target is reached already, that the deal in play is the last."""
        last = self.target_reached and not self.over
        return say("{progress}, the last one", progress=self.progress) if last else None

    def replan(self, entry: Entry) -> Self:
        return replace(self, planned=entry)

    def plan_of_wins(self, wins: int, *, most: Points) -> Message:
        """A plan of that many wins, in words; `most` are those of whoever has the most, who may have them already."""
        plan = first_to(wins)
        return say("{plan}, so this deal is the last", plan=plan) if most >= wins and not self.over else plan


@dataclass(frozen=True, kw_only=True)
class PlannedTarget(PlannedLength[Opt]):
    """The sheet of a game that ends with the round in which a total reaches a target; None for no target."""

    deal_name: ClassVar[Message] = say("round {number}")
    rescored: ClassVar[Message] = count("{n} later round will be rescored.", "{n} later rounds will be rescored.", n=1)

    @property
    def target(self) -> int | None:
        return self.length("target")

    def reached(self, target: int | None) -> tuple[Words, ...]:
        """The sides in the standings whose total reaches a target."""
        sides = (side for side in self.competing if target is not None and self.totals[side[0]] >= target)
        return tuple(map(self.name_of_side, sides))

    @property
    def target_reached(self) -> bool:
        return bool(self.reached(self.target))

    @property
    def plan_fields(self) -> tuple[Field, ...]:
        return (self.length_field("target"),)

    def plan_in_words(self, entry: Entry) -> Message:
        target: int = entry["target"]
        plan = say("to {points} points", points=plain(target))
        last = self.reached(target) and not self.over
        return say("{plan}, so this round is the last", plan=plan) if last else plan


def first_to(wins: int) -> Message:
    """The number of wins that end the game, in words."""
    return count("first to {n} win", "first to {n} wins", n=wins)


def turns(hands: tuple[int, ...]) -> Words:
    """The first hand, those where it turns, and the last.

    >>> str(turns((3, 2, 1, 2, 3))), str(turns((1, 2, 3, 3))), str(turns((4,)))
    ('3 → 1 → 3', '1 → 3', '4')
    """
    threes = zip(hands, hands[1:], hands[2:], strict=False)
    inner = [here for before, here, after in threes if (here - before) * (here - after) > 0]
    return joined("→", *(str(hand) for hand, _ in groupby((hands[0], *inner, hands[-1]))))


def minutes(deals: int) -> int:
    """How long that many deals take, to five minutes.

    >>> [minutes(deals) for deals in (19, 15, 11, 1)]
    [60, 50, 35, 5]
    """
    return max(5, 5 * round(deals * MINUTES_FOR_FIVE_DEALS / 25))
