"""The plan of an exact-bid game: the hands of its deals, as the house rules say, the table changes, the pack allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import groupby
from typing import ClassVar, Self

from scoring.entry.fields import Field, NumberList
from scoring.errors import Problem
from scoring.families.passing_deal import PassingDeal
from scoring.message import Message, Words, bare, count, say
from scoring.options import Opt
from scoring.sheets.changes import PLAN, table_next
from scoring.sheets.sheet import Said
from scoring.sheets.values import Entry
from scoring.table import Table

MAX_DEALS = 60
"""The most deals that a plan can have left."""
MINUTES_FOR_FIVE_DEALS = 16
"""How long five deals take at a table that chats."""


@dataclass(frozen=True, kw_only=True)
class ExactBidPlan(PassingDeal[Opt]):
    """The sheet of an exact-bid game with its deals; `planned` are the hands of all where the table changed the plan.

    A game defines `usual_hands`, and `pack` or `pack_size`.
    """

    pack: ClassVar[int | None] = None
    """The size of the pack from which the next card is turned up for trumps."""

    planned: tuple[int, ...] | None = None

    @property
    def usual_hands(self) -> tuple[int, ...]:
        """The number of cards for each player, deal by deal, as the house rules say."""
        raise NotImplementedError

    @cached_property
    def hands(self) -> tuple[int, ...]:
        """The number of cards for each player, deal by deal: as dealt, then as planned and as the pack allows."""
        return (*self._dealt, *self._left_from(self.deals))

    def _left_from(self, deals: int) -> tuple[int, ...]:
        """The hands after so many deals, as planned and as the pack allows."""
        planned = self.usual_hands if self.planned is None else self.planned
        return tuple(self.fitting(planned[deals:]))

    @property
    def _dealt(self) -> Iterator[int]:
        """The hands of the finished deals."""
        deals = (row for row in self.rows if row.kind == "deal")
        return (next(hand for hand in row.facts["hand"] if isinstance(hand, int)) for row in deals)

    def fitting(self, hands: tuple[int, ...]) -> Iterable[int]:
        """The hands of deals to come where the pack is too small for some: then the most that it allows."""
        return (min(hand, self.most_cards) for hand in hands)

    @property
    def most_cards(self) -> int:
        """The most cards that can be dealt to each, also when everybody who sits out a deal is back."""
        return self.pack_size // len(self.table.here)

    @property
    def pack_size(self) -> int:
        """The number of cards in the pack."""
        assert self.pack is not None, "a game without a pack to turn up from says how large it is"
        return self.pack

    @property
    def hand(self) -> int:
        """The number of cards of this deal; after the last deal, of that one."""
        return self.hands[min(self.deals, len(self.hands) - 1)]

    @property
    def none_left(self) -> bool:
        """Whether no card is left to turn up, so that there are no trumps."""
        return self.hand * len(self.table.playing) == self.pack

    @property
    def plan(self) -> tuple[Message, ...]:
        deals = len(self.hands)
        return (
            say("{hands} cards", hands=turns(self.hands)),
            count("{n} deal, about {minutes} min", "{n} deals, about {minutes} min", n=deals, minutes=_minutes(deals)),
        )

    @property
    def left_to_play(self) -> Message | None:
        hands = self.hands[self.begun_deals :]
        if not hands:
            return say("No deal is left.")
        return count(
            "{n} deal left ({hands} cards), about {minutes} min",
            "{n} deals left ({hands} cards), about {minutes} min",
            n=len(hands),
            hands=turns(hands),
            minutes=_minutes(len(hands)),
        )

    # Changes of the plan.

    @property
    def plan_fields(self) -> tuple[Field, ...]:
        next_one = self._at(table_next(self))
        hands = NumberList(
            name="hands",
            label=say("Hands left"),
            low=1,
            high=next_one.most_cards,
            most=MAX_DEALS,
            suggested=next_one.hands_after,
        )
        return (hands,)

    def _at(self, table: Table) -> Self:
        """The same sheet with another table."""
        return self if table is self.table else replace(self, table=table)

    @property
    def hands_after(self) -> tuple[int, ...]:
        """The hands of the deals after those that are finished or in play."""
        return self._left_from(self.begun_deals)

    @property
    def begun_deals(self) -> int:
        """The number of deals that are finished or in play, which no plan changes."""
        return self.deals + (1 if self.pending else 0)

    def check_plan(self, entry: Entry) -> Iterable[Problem]:
        if not (self.begun_deals or entry["hands"]):
            yield Problem("hands", None, say("Leave at least one deal to play."))
        elif entry["hands"] == self._at(table_next(self)).hands_after:
            yield Problem("hands", None, say("That is the plan already."))

    def check_table(self, table: Table) -> Message | None:
        if not self.hands_after:
            return say("No deal is left after this one. Change the plan first.")
        if self._at(table).hands_after:
            return None
        players = len(table.here)
        return say("No hand that is left can be dealt to {players} players. Change the plan first.", players=players)

    def adapt_later_entry(
        self, entry: Said, *, was: Self, once: Callable[[], Iterable[tuple[Said, Self]]]
    ) -> tuple[Said, ...]:
        """Without a plan that changes nothing any more after the correction."""
        nothing = entry["step"] == PLAN and entry["hands"] == [*self._at(table_next(self)).hands_after]
        return () if nothing else super().adapt_later_entry(entry, was=was, once=once)

    def replan(self, entry: Entry) -> Self:
        return replace(self, planned=(*self.hands[: self.begun_deals], *entry["hands"]))

    def plan_said(self, entry: Entry) -> Message:
        hands = entry["hands"]
        if not hands:
            return say("the game ends after deal {deal}", deal=self.begun_deals)
        return count(
            "{n} deal left ({hands} cards)", "{n} deals left ({hands} cards)", n=len(hands), hands=turns(hands)
        )

    def plan_effect(self, before: Self) -> Message | None:
        was, now = (sheet.hands[self.deals :] for sheet in (before, self))
        if was == now:
            return None
        players = len(self.table.here)
        if not now:
            return say("no hand that was left can be dealt to {players} players", players=players)
        left = say("hands left: {hands}", hands=turns(now))
        if gone := tuple(str(hand) for hand in sorted({*was} - {*now}, reverse=True)):
            cards = say("{gone} cards can’t be dealt to {players} players", gone=gone, players=players)
            return bare("{cards}; {left}", cards=cards, left=left)
        return left


def turns(hands: tuple[int, ...]) -> Words:
    """The first hand, those where it turns, and the last.

    >>> str(turns((3, 2, 1, 2, 3))), str(turns((1, 2, 3, 3))), str(turns((4,)))
    ('3 → 1 → 3', '1 → 3', '4')
    """
    threes = zip(hands, hands[1:], hands[2:], strict=False)
    inner = [here for before, here, after in threes if (here - before) * (here - after) > 0]
    found: list[Words] = [str(hand) for hand, _ in groupby((hands[0], *inner, hands[-1]))]
    return reduce(lambda one, other: bare("{one} → {other}", one=one, other=other), found)


def _minutes(deals: int) -> int:
    """How long so many deals take, to five minutes.

    >>> [_minutes(deals) for deals in (19, 15, 11, 1)]
    [60, 50, 35, 5]
    """
    return max(5, 5 * round(deals * MINUTES_FOR_FIVE_DEALS / 25))
