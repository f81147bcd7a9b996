"""The score sheet of exact-bid games without teams: a hand of cards each deal, bids, then tricks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import product
from typing import Any, ClassVar, Self

from scoring.entry.choices import Choice, Pick
from scoring.entry.fields import Field, Number, NumberList, Own
from scoring.errors import Problem
from scoring.families import void_deals
from scoring.families.exact_bids import (
    AT_ONCE,
    BID,
    BIDS,
    BREAKDOWNS,
    FACT_KINDS,
    IN_TURN,
    TRICKS,
    Attempt,
    balance,
    forbidden_bid,
    in_words,
    most_exact,
    tricks_field,
    wrong_tricks,
)
from scoring.families.plans import PassingDeal, minutes, more_hands, turns
from scoring.insights.facts import MADE, Breakdown, Fact, FactKind
from scoring.message import Message, Points, Words, bare, count, listed, plain, say, signed
from scoring.options import Opt, Options
from scoring.sheets.changes import table_next
from scoring.sheets.sheet import EntryValues
from scoring.sheets.values import ABSENT, RESULT, Ask, Cell, Declared, Doubt, Entry, Notice, Outcome, Range
from scoring.table import Table

MAX_DEALS = 60
"""The most deals that a plan can have left."""
NO_TRUMPS = Choice("none", say("none"), say("no trumps"))
"""A choice beside the suits, for games in which the turned-up card can mean no trumps."""
NOTHING_BESIDE = Entry("tricks", {})
"""A result without anything but tricks."""


@dataclass(frozen=True, kw_only=True)
class ExactBidSheet(PassingDeal[Opt]):
    """The sheet of an exact-bid game; `bids` are those of this deal by seat, None before.

    A game defines `usual_hands`, `points` and `pack`, and overrides the rest of the first half where it differs.
    `planned` are the hands of all deals where the table changed the plan, `dealt` those of the deals that are over.
    """

    trumps: ClassVar[tuple[Choice, ...]] = ()
    """The choices for trumps, which are turned up from what is left of the pack; empty if trumps never change."""
    fact_kinds: ClassVar[tuple[FactKind, ...]] = FACT_KINDS
    breakdowns: ClassVar[tuple[Breakdown, ...]] = BREAKDOWNS

    bids: tuple[int | None, ...] | None = None
    trump: str | None = None
    planned: tuple[int, ...] | None = None
    dealt: tuple[int, ...] = ()

    # The rules of a game.

    @property
    def pack(self) -> int:
        """The number of cards in the pack."""
        raise NotImplementedError

    @property
    def usual_hands(self) -> tuple[int, ...]:
        """The number of cards for each player, deal by deal, as the house rules say."""
        raise NotImplementedError

    def points(self, attempt: Attempt, entry: Entry) -> tuple[int, Words]:
        """The score of an attempt, and its sum in words ("" without one).

        `entry` is the one with the tricks, which may have other fields.
        """
        raise NotImplementedError

    @property
    def restricted(self) -> bool:
        """Whether the bids may not add up to the hand, which limits the dealer."""
        return getattr(self.options, "restriction", False)

    @property
    def at_once(self) -> bool:
        """Whether all bid at the same time: always, where no house rule lets them bid in turn."""
        return getattr(self.options, "bidding", None) != IN_TURN

    @property
    def all_taken(self) -> bool:
        """Whether somebody takes every trick, so that they add up to the hand."""
        return True

    @property
    def beside_bids(self) -> tuple[Field, ...]:
        """Other fields asked with the bids."""
        if not self.trumps or self.none_left:
            return ()
        choices, planned = self.trump_choices, self.planned_trump
        return (Pick(name="trump", label=say("Trumps"), choices=choices, optional=True, spare=True, suggested=planned),)

    @property
    def trump_choices(self) -> tuple[Choice, ...]:
        """The choices for trumps under these house rules."""
        return self.trumps

    @property
    def planned_trump(self) -> str | None:
        """The trumps that the house rules give this deal, unless the table says others; None where they give none."""
        return None

    @property
    def beside_tricks(self) -> tuple[Field, ...]:
        """Other fields asked with the tricks."""
        return ()

    def cell(self, attempt: Attempt, entry: Entry) -> Cell:
        """The scorecard cell of an attempt."""
        points, sum_of = self.points(attempt, entry)
        result = bare("{sum} = {points}", sum=sum_of, points=plain(points)) if sum_of else plain(points)
        return Cell(
            points=points,
            working=bare("{attempt}: {result}", attempt=in_words(attempt), result=result),
            figure=str(attempt.bid),
            taken=str(attempt.tricks),
            outcome=Outcome.MADE if attempt.made else Outcome.MISSED,
        )

    def facts(self, attempt: Attempt, entry: Entry) -> Mapping[str, Fact | None]:
        """The fact of each of `fact_kinds` for the seat of an attempt."""
        return {
            "hand": attempt.hand,
            "bid": attempt.bid,
            "tricks": attempt.tricks,
            MADE: attempt.made,
            "missed": None if attempt.made else "over" if attempt.tricks > attempt.bid else "under",
            "dealt": attempt.seat == self.dealer,
        }

    def happened(self, entry: Entry) -> tuple[Message, ...]:
        """News of the deal that no total shows."""
        return ()

    def before_bids(self) -> Message:
        """A sentence on how to bid in this deal, with the bid that the dealer may not make."""
        dealer = self.table.players[self.dealer]
        if self.at_once:
            return AT_ONCE
        if self.restricted:
            return say("{dealer} bids last. Total bids can’t equal {hand}.", dealer=dealer, hand=self.hand)
        return say("{dealer} bids last and can bid anything.", dealer=dealer)

    def range_of(self, attempt: Attempt) -> Range:
        """The range of an attempt's score, whatever else is entered of it."""
        points, _ = self.points(attempt, NOTHING_BESIDE)
        return Range(points, points)

    # The hands, as dealt, planned, and as the pack allows.

    @cached_property
    def hands(self) -> tuple[int, ...]:
        """The number of cards for each player, deal by deal: as dealt, then as planned and as the pack allows."""
        return (*self.dealt, *self.hands_after(self.deals))

    @property
    def deals(self) -> int:
        """The number of deals that are over, with void ones that were scored."""
        return len(self.dealt)

    def hands_after(self, deals: int) -> tuple[int, ...]:
        """The hands after that many deals, as planned; where the pack is too small for some, the most it allows."""
        planned, most = self.usual_hands if self.planned is None else self.planned, self.most_cards
        return tuple(min(hand, most) for hand in planned[deals:])

    def hands_ahead(self, deals: int) -> tuple[int, ...]:
        """That many hands with that of the deal in play: as planned, then by the house rules, then up and down."""
        next_one = replace(self, table=table_next(self))
        hands = (*self.hands[: self.begun_deals], *next_one.hands_after(self.begun_deals))
        usual = tuple(min(hand, next_one.most_cards) for hand in self.usual_hands)
        if hands == usual[: len(hands)]:
            hands = usual
        more = more_hands(hands, self.deals + deals - len(hands), most=next_one.most_cards)
        return (*hands, *more)[self.deals : self.deals + deals]

    @property
    def most_cards(self) -> int:
        """The most cards that can be dealt to each, also when everybody who sits out a deal is back."""
        return self.pack // len(self.table.here)

    @property
    def hand(self) -> int:
        """The number of cards of this deal; after the last deal, of that one."""
        return self.hands[min(self.deals, len(self.hands) - 1)]

    @property
    def cards_dealt(self) -> Message:
        """The hand and who dealt it, in words."""
        cards = count("{n} card", "{n} cards", n=self.hand)
        return say("{cards}, {dealer} dealt", cards=cards, dealer=self.table.players[self.dealer])

    @property
    def none_left(self) -> bool:
        """Whether no card is left to turn up, so that there are no trumps."""
        return bool(self.trumps) and self.hand * len(self.table.playing) == self.pack

    @property
    def plan(self) -> tuple[Message, ...]:
        deals = len(self.hands)
        return say("{hands} cards", hands=turns(self.hands)), listed(self.deals_noun.of(n=deals), _about(deals))

    @property
    def left_to_play(self) -> Message | None:
        hands = self.hands[self.begun_deals :]
        if not hands:
            return say("No deal is left.")
        return listed(_left(hands), _about(len(hands)))

    # Changes of the plan.

    @property
    def plan_fields(self) -> tuple[Field, ...]:
        next_one = replace(self, table=table_next(self))
        hands = NumberList(
            name="hands",
            label=say("Hands left"),
            low=1,
            high=next_one.most_cards,
            most=MAX_DEALS,
            suggested=next_one.hands_after(self.begun_deals),
        )
        return (hands,)

    def check_plan(self, entry: Entry) -> Iterable[Problem]:
        if not (self.begun_deals or entry["hands"]):
            yield Problem("hands", None, say("Leave at least one deal to play."))
            return
        yield from super().check_plan(entry)

    def check_table(self, table: Table) -> Message | None:
        if replace(self, table=table).hands_after(self.begun_deals):
            return None
        players = len(table.here)
        return say("No deal is left for {players} players. Change the plan first.", players=players)

    def replan(self, entry: Entry) -> Self:
        return replace(self, planned=(*self.hands[: self.begun_deals], *entry["hands"]))

    def plan_in_words(self, entry: Entry) -> Message:
        hands = entry["hands"]
        if not hands:
            return say("the game ends after deal {deal}", deal=self.begun_deals)
        return _left(hands)

    def plan_effect(self, before: Self) -> Message | None:
        was, now = (sheet.hands[self.deals :] for sheet in (before, self))
        if was == now:
            return None
        parts = [_left(now)] if now else []
        if gone := tuple(str(hand) for hand in sorted({*was} - {*now}, reverse=True)):
            players = len(self.table.here)
            parts.insert(0, say("{gone} cards can’t be dealt to {players} players", gone=gone, players=players))
        return bare("{cards}; {left}", cards=parts[0], left=parts[1]) if len(parts) > 1 else parts[0]

    # Bids and tricks, the same in every game.

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order of bidding: the dealer last."""
        dealer, *others = self.table.round_from(self.dealer)
        return (*others, dealer)

    def attempts(self, entry: Entry) -> tuple[Attempt, ...]:
        """The attempts of the seats that play: their bids, and the tricks of this entry."""
        assert self.bids is not None, "tricks are asked after the bids"
        hand, taken = self.hand, zip(self.bids, entry["tricks"], strict=True)
        return tuple(Attempt(seat, bid, tricks, hand) for seat, (bid, tricks) in enumerate(taken) if bid is not None)

    def totals_by_tricks(self, seat: int) -> tuple[Points, ...]:
        """The new total of a seat for each number of tricks from 0, with nothing beside; as it is without a bid."""
        total, bid = self.totals[seat], self.bids[seat] if self.bids else None
        if bid is None:
            return (total,)
        nothing_else = Entry("tricks", {"tricks": self.bids})
        scores = (self.points(Attempt(seat, bid, tricks, self.hand), nothing_else) for tricks in range(self.hand + 1))
        return tuple(total + points for points, _ in scores)

    def ask_step(self) -> Ask:
        if self.bids is None:
            bids = Number(
                name="bids",
                label=BIDS,
                singular=say("bid"),
                seats=self.order,
                low=0,
                high=self.hand,
                not_total=self.hand if self.restricted else None,
                out_of=self.hand,
                own=Own.HIDDEN if self.at_once else Own.IN_TURN,
            )
            return Ask(
                step="bids",
                title=BIDS,
                fields=(bids, *self.beside_bids),
                action=say("Save the bids"),
                called=self.of_deal(BIDS),
            )
        tricks = tricks_field(seats=self.order, hand=self.hand, bids=self.bids, all_taken=self.all_taken)
        return Ask(
            step="tricks",
            title=TRICKS,
            fields=(tricks, *self.beside_tricks),
            action=self.save_deal,
            called=self.of_deal(RESULT),
        )

    @property
    def asks_instead(self) -> tuple[Ask, ...]:
        return void_deals.asks(self)

    @property
    def placeholders(self) -> tuple[EntryValues, ...]:
        # Neither sum is the hand, so that no dealer is restricted.
        playing, step = self.table.playing, "bids" if self.bids is None else "tricks"
        if step == "bids":
            other = next((each.value for each in self.trump_choices if each.value != self.planned_trump), None)
            turned_up = {field.name: other for field in self.beside_bids if field.name == "trump"}
            none, all_taken = dict.fromkeys(playing, 0), dict.fromkeys(playing, self.hand)
            return ({"step": step, step: self.by_seat(none)}, {"step": step, step: self.by_seat(all_taken)} | turned_up)
        by_one = (dict.fromkeys(playing, 0) | {seat: self.hand} for seat in (min(playing), max(playing)))
        return tuple({"step": step, step: self.by_seat(tricks)} for tricks in by_one)

    def check(self, entry: Entry) -> Iterator[Problem]:
        hand, all_taken, bids = self.hand, self.all_taken, entry.get("bids")
        if entry.step == "tricks" and (wrong := wrong_tricks(entry["tricks"], hand=hand, all_taken=all_taken)):
            yield Problem("tricks", None, wrong)
        if entry.step != "bids":
            return
        others = [bids[seat] for seat in self.table.playing if seat != self.dealer]
        if self.restricted and bids[self.dealer] == forbidden_bid(others, hand=self.hand):
            text = say(
                "Total bids can’t equal {hand}. {name} deals and must change their bid.",
                hand=self.hand,
                name=self.table.players[self.dealer],
            )
            yield Problem("bids", self.dealer, text)

    def doubt(self, entry: Entry) -> Doubt | None:
        if entry.step != "tricks" or (lost := self.hand - sum(filter(None, entry["tricks"]))) == 0:
            return None
        question = count(
            "{n} trick is missing. Did nobody take it?", "{n} tricks are missing. Did nobody take them?", n=lost
        )
        return Doubt(question, say("Nobody did"))

    def write_step(self, entry: Entry) -> Self:
        if entry.step == void_deals.VOID:
            return void_deals.write(self, entry)
        if entry.step == "bids":
            bids: tuple[int | None, ...] = entry["bids"]
            total = sum(filter(None, bids))
            message = say("Bids {total}, {balance}. Play!", total=total, balance=balance(bids, hand=self.hand))
            return replace(self, bids=bids, trump=entry.get("trump") or self.planned_trump, message=message)
        names, attempts = self.table.players, self.attempts(entry)
        cells = {each.seat: self.cell(each, entry) for each in attempts}
        cards, about = count("{n} card", "{n} cards", n=self.hand), self.cards_dealt
        sign = trumps = self._trumps() if self.trump else ""
        if self.none_left or self.trump == NO_TRUMPS.value:
            sign, trumps = say("NT"), say("no trumps")
        if trumps:
            about = listed(about, trumps)
        after = self.with_row(
            label=str(self.hand),
            about=about,
            cells=self.by_seat(cells, absent=ABSENT),
            sign=sign,
            small=cards,
            dealer=self.dealer,
            news=self.happened(entry),
            facts={each.seat: self.facts(each, entry) for each in attempts},
        )
        results = (
            say("{name} made {bid}: {points}", name=names[seat], bid=cell.figure, points=signed(cell.points))
            if cell.outcome is Outcome.MADE
            else say("{name} missed: {points}", name=names[seat], points=signed(cell.points))
            for seat, cell in cells.items()
        )
        return replace(after, dealt=(*self.dealt, self.hand), bids=None, trump=None, message=listed(*results))

    def _trumps(self) -> Words:
        if self.none_left:
            return NO_TRUMPS.label
        trump = self.planned_trump if self.bids is None else self.trump
        return next((choice.label for choice in self.trump_choices if choice.value == trump), "—")

    @property
    def deal_notices(self) -> tuple[Notice, ...]:
        cards = Notice("cards", say("Cards"), str(self.hand))
        if not self.trumps:
            return (cards, self.dealer_notice)
        given_late = () if self.none_left or self.bids is None else self.trump_choices
        return (cards, self.dealer_notice, Notice("trump", say("Trumps"), self._trumps(), choices=given_late))

    @property
    def turns(self) -> tuple[Notice, ...]:
        if self.over:
            return ()
        what = say("First to bid") if self.bids is None and not self.at_once else say("First to lead")
        return (*super().turns, Notice("first", what, self.table.players[self.order[0]]))

    @property
    def deal_sentences(self) -> tuple[Message, ...]:
        news = [say("No card is left to turn up, so this deal has no trumps.")] if self.none_left else []
        if self.bids is None:
            return (*news, self.before_bids())
        leader, sum_of = self.table.players[self.order[0]], balance(self.bids, hand=self.hand)
        return (*news, say("{leader} leads. Bids: {balance}.", leader=leader, balance=sum_of))

    @property
    def declared(self) -> Declared | None:
        if self.over or self.bids is None:
            return None
        values = tuple("" if bid is None else str(bid) for bid in self.bids)
        return Declared(BIDS, BID.label, values, f"{sum(filter(None, self.bids))} / {self.hand}")

    @property
    def deals_in_all(self) -> int:
        return len(self.hands)

    @property
    def moments(self) -> tuple[Message, ...]:
        names, made = most_exact(self)
        if not made:
            return super().moments
        most = say("Most bids made: {names}, {made} of {deals}", names=names, made=made, deals=len(self.deal_rows))
        return (most, *super().moments)

    @property
    def gains(self) -> tuple[Range, ...] | None:
        """None before the last deal if somebody who is not dealt in has a place: they may come back."""
        if not (
            self.deals + 1 == self.deals_in_all
            or {*self.table.playing}.issuperset(seat for side in self.competing for seat in side)
        ):
            return None
        kind: Any = type(self)
        in_deal = partial(_range_of_deal, kind, self.options)
        later = [in_deal(hand) for hand in self.hands[self.deals + 1 :]]
        least, most = sum(each.least for each in later), sum(each.most for each in later)
        gains = list[Range]()
        for seat in (seat for side in self.competing for seat in side):
            now = in_deal(self.hand)
            if seat not in self.table.playing:
                now = Range(0, 0)
            elif self.bids is not None and (bid := self.bids[seat]) is not None:
                now = Range.over(self.range_of(Attempt(seat, bid, n, self.hand)) for n in range(self.hand + 1))
            gains.append(Range(now.least + least, now.most + most))
        return tuple(gains)


def _left(hands: tuple[int, ...]) -> Message:
    return count("{n} deal left ({hands} cards)", "{n} deals left ({hands} cards)", n=len(hands), hands=turns(hands))


def _about(deals: int) -> Message:
    return say("about {minutes} min", minutes=minutes(deals))


@lru_cache(maxsize=512)
def _range_of_deal(kind: type[ExactBidSheet[Any]], options: Options, hand: int) -> Range:
    """The range of any seat in a deal without bids, at any table; cached because every page of a game needs it."""
    sheet = kind(table=Table(("", "")), options=options)
    every = product(range(hand + 1), repeat=2)
    return Range.over(sheet.range_of(Attempt(0, bid, tricks, hand)) for bid, tricks in every)
