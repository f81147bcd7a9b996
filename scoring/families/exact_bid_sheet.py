"""The score sheet of exact-bid games without teams: bids, then tricks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any, Self

from scoring.errors import Problem
from scoring.families.exact_bid_rules import NO_TRUMPS, ExactBidRules
from scoring.families.exact_bids import (
    BID,
    BIDS,
    TRICKS,
    Attempt,
    balance,
    bids_field,
    forbidden_bid,
    most_exact,
    said_of,
    told_of,
    tricks_field,
    wrong_tricks,
)
from scoring.insights.outlook import Outlook, Range
from scoring.message import Message, Words, count, listed, say
from scoring.options import Opt, Options
from scoring.sheets.sheet import Said
from scoring.sheets.values import Ask, Declared, Doubt, Entry, Notice
from scoring.table import Table


@dataclass(frozen=True, kw_only=True)
class ExactBidSheet(ExactBidRules[Opt]):
    """The part of the sheet that is the same in every exact-bid game."""

    def attempts(self, entry: Entry) -> tuple[Attempt, ...]:
        """The attempts of the seats that play: their bids, and the tricks of this entry."""
        assert self.bids is not None, "tricks are asked after the bids"
        hand, taken = self.hand, zip(self.bids, entry["tricks"], strict=True)
        return tuple(Attempt(seat, bid, tricks, hand) for seat, (bid, tricks) in enumerate(taken) if bid is not None)

    def next_ask(self) -> Ask | None:
        if self.deals == len(self.hands):
            return None
        return self._ask_bids() if self.bids is None else self._ask_tricks(self.bids)

    def _ask_bids(self) -> Ask:
        bids = bids_field(seats=self.order, hand=self.hand, restricted=self.restricted, at_once=self.at_once)
        return Ask(
            step="bids",
            title=BIDS,
            fields=(bids, *self.beside_bids),
            action=say("Save the bids"),
            called=say("Bids of deal {deal}", deal=self.deals + 1),
        )

    def _ask_tricks(self, bids: tuple[int | None, ...]) -> Ask:
        tricks = tricks_field(seats=self.order, hand=self.hand, bids=bids, all_taken=self.all_taken)
        return Ask(
            step="tricks",
            title=TRICKS,
            fields=(tricks, *self.beside_tricks),
            action=say("Save deal {deal}", deal=self.deals + 1),
            called=say("Result of deal {deal}", deal=self.deals + 1),
        )

    @property
    def placeholders(self) -> tuple[Said, ...]:
        # Neither sum is the hand, so that no dealer is restricted.
        playing, step = self.table.playing, "bids" if self.bids is None else "tricks"
        if step == "bids":
            turned_up = {field.name: self.trumps[0].value for field in self.beside_bids if field.name == "trump"}
            none, all_taken = dict.fromkeys(playing, 0), dict.fromkeys(playing, self.hand)
            return ({"step": step, step: self.by_seat(none)}, {"step": step, step: self.by_seat(all_taken)} | turned_up)
        by_one = (dict.fromkeys(playing, 0) | {seat: self.hand} for seat in (min(playing), max(playing)))
        return tuple({"step": step, step: self.by_seat(tricks)} for tricks in by_one)

    def check(self, entry: Entry) -> Iterator[Problem]:
        if entry.step == "bids":
            yield from self._check_bids(entry["bids"])
        elif wrong := wrong_tricks(said_of(entry["tricks"]), hand=self.hand, all_taken=self.all_taken):
            yield Problem("tricks", None, wrong)

    def _check_bids(self, bids: tuple[int, ...]) -> Iterator[Problem]:
        others = [bids[seat] for seat in self.table.playing if seat != self.dealer]
        if self.restricted and bids[self.dealer] == forbidden_bid(others, hand=self.hand):
            text = say(
                "Total bids can’t equal {hand}. {name} deals and must change their bid.",
                hand=self.hand,
                name=self.table.players[self.dealer],
            )
            yield Problem("bids", self.dealer, text)

    def doubt(self, entry: Entry) -> Doubt | None:
        if entry.step != "tricks" or (lost := self.hand - sum(said_of(entry["tricks"]))) == 0:
            return None
        question = count(
            "{n} trick is missing. Did nobody take it?", "{n} tricks are missing. Did nobody take them?", n=lost
        )
        return Doubt(question, say("Nobody did"))

    def write_step(self, entry: Entry) -> Self:
        if entry.step == "bids":
            bids: tuple[int | None, ...] = entry["bids"]
            return replace(self, bids=bids, trump=entry.get("trump"), said=self._said_bids(bids))
        attempts = self.attempts(entry)
        cells = {attempt.seat: self.cell(attempt, entry) for attempt in attempts}
        changes = self.scored(
            label=str(self.hand),
            about=self._about(),
            cells=self.cells_of(cells),
            sign=self._sign,
            small=count("{n} card", "{n} cards", n=self.hand),
            dealer=self.dealer,
            told=self.happened(entry),
            facts=self.facts(attempts, entry),
        )
        parts = tuple(told_of(self.table.players[seat], cell) for seat, cell in cells.items())
        return replace(self, **changes, bids=None, trump=None, said=listed(*parts))

    def _said_bids(self, bids: tuple[int | None, ...]) -> Message:
        in_order = " · ".join(str(bids[seat]) for seat in self.order)
        return say("Bids {bids}, {balance}. Play!", bids=in_order, balance=balance(said_of(bids), hand=self.hand))

    def _about(self) -> Message:
        cards = count("{n} card", "{n} cards", n=self.hand)
        dealer = self.table.players[self.dealer]
        if self.none_left or self.trump == NO_TRUMPS.value:
            return say("{cards}, {dealer} dealt, {trumps}", cards=cards, dealer=dealer, trumps=say("no trumps"))
        if self.trump is None:
            return say("{cards}, {dealer} dealt", cards=cards, dealer=dealer)
        return say("{cards}, {dealer} dealt, {trumps}", cards=cards, dealer=dealer, trumps=self._trumps())

    def _trumps(self) -> Words:
        if self.none_left:
            return NO_TRUMPS.label
        return next((choice.label for choice in self.trumps if choice.value == self.trump), "—")

    @property
    def _sign(self) -> Words:
        """The sign of trumps in this deal; "" where none was entered."""
        if self.none_left or self.trump == NO_TRUMPS.value:
            return say("NT")
        return self._trumps() if self.trump else ""

    @property
    def notices(self) -> tuple[Notice, ...]:
        if self.over:
            return ()
        cards = Notice("cards", say("Cards"), str(self.hand))
        trumps = (Notice("trump", say("Trumps"), self._trumps()),) if self.trumps else ()
        return (cards, self.dealer_notice, *trumps)

    @property
    def turns(self) -> tuple[Notice, ...]:
        if self.over:
            return ()
        what = say("First to bid") if self.bids is None and not self.at_once else say("First to lead")
        return (*super().turns, Notice("first", what, self.table.players[self.order[0]]))

    @property
    def sentences(self) -> tuple[Message, ...]:
        if self.over:
            return ()
        told = [say("No card is left to turn up, so this deal has no trumps.")] if self.none_left else []
        return (*told, self.before_bids() if self.bids is None else self._before_play(self.bids))

    @property
    def declared(self) -> Declared | None:
        if self.over or self.bids is None:
            return None
        values = tuple("" if bid is None else str(bid) for bid in self.bids)
        return Declared(BIDS, BID.label, values, f"{sum(said_of(self.bids))} / {self.hand}")

    def role(self, seat: int) -> Message | None:
        return say("dealer") if seat == self.dealer and not self.over else None

    def _before_play(self, bids: tuple[int | None, ...]) -> Message:
        leader = self.table.players[self.order[0]]
        return say("{leader} leads. Bids: {balance}.", leader=leader, balance=balance(said_of(bids), hand=self.hand))

    @property
    def progress(self) -> Message:
        deals = len(self.hands)
        return say("deal {deal} of {deals}", deal=min(self.deals + 1, deals), deals=deals)

    @property
    def moments(self) -> tuple[Message, ...]:
        return (*self._most_exact(), *super().moments)

    def _most_exact(self) -> Iterator[Message]:
        names, made = most_exact(self)
        if made:
            yield say("Most bids made: {names}, {made} of {deals}", names=names, made=made, deals=self.deals)

    @property
    def outlook(self) -> Outlook | None:
        """None before the last deal if somebody who is not dealt in has a place: they may come back."""
        last = len(self.hands) == self.deals + 1
        if not (last or {*self.table.playing}.issuperset(seat for side in self.competing for seat in side)):
            return None
        later = [self._range_of_deal(hand) for hand in self.hands[self.deals + 1 :]]
        least, most = sum(each.least for each in later), sum(each.most for each in later)
        now = (self._range_now(seat) for side in self.competing for seat in side)
        return Outlook(gains=tuple(Range(each.least + least, each.most + most) for each in now), last=last)

    def _range_now(self, seat: int) -> Range:
        """The range of a seat in the deal in play."""
        if seat not in self.table.playing:
            return Range(0, 0)
        bid = None if self.bids is None else self.bids[seat]
        if bid is None:
            return self._range_of_deal(self.hand)
        return Range.over(self.range_of(Attempt(seat, bid, tricks, self.hand)) for tricks in range(self.hand + 1))

    def _range_of_deal(self, hand: int) -> Range:
        """The range of any seat in a deal without bids."""
        kind: Any = type(self)
        return _range_of_deal(kind, self.options, hand)


@lru_cache(maxsize=512)
def _range_of_deal(kind: type[ExactBidSheet[Any]], options: Options, hand: int) -> Range:
    """The same at any table; cached because every page of a game needs it."""
    sheet = kind(table=Table(("", "")), options=options)
    every = product(range(hand + 1), repeat=2)
    return Range.over(sheet.range_of(Attempt(0, bid, tricks, hand)) for bid, tricks in every)
