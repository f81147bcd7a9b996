"""The score sheet of Oh Hell: bids, then tricks, deal after deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from scoring.decks import playing_cards
from scoring.errors import Problem
from scoring.fields import Number, Pick
from scoring.games.oh_hell.options import OhHellOptions
from scoring.games.oh_hell.points import SCORE
from scoring.message import Message, Words, count, listed, plain, say, signed
from scoring.sheet import Sheet
from scoring.values import Ask, Cell, Entry, Notice, Outcome

BIDDING = say("Bids")
TRICKS = say("Tricks")


def forbidden_bid(others: Sequence[int], *, hand: int) -> int | None:
    """The bid that the last bidder may not make, since all could then make theirs; None when there is none.

    >>> forbidden_bid([0, 2, 1, 3], hand=10)
    4
    >>> forbidden_bid([3, 5], hand=7) is None
    True
    """
    left = hand - sum(others)
    return left if 0 <= left <= hand else None


@dataclass(frozen=True, kw_only=True)
class OhHellSheet(Sheet[OhHellOptions]):
    """A score sheet of Oh Hell; `bids` are those of the deal in play, None while they are still to be said."""

    bids: tuple[int, ...] | None = None
    trump: str | None = None

    @property
    def hand(self) -> int:
        """The cards of this deal; of the last one when the game has come to its end."""
        hands = self.options.hands
        return hands[min(self.deals, len(hands) - 1)]

    @property
    def dealer(self) -> int:
        return self.table.after(self.table.dealer, self.deals)

    @property
    def no_trumps(self) -> bool:
        """No card is left to turn up."""
        return self.hand * len(self.table.players) == playing_cards.SIZE

    def next_ask(self) -> Ask | None:
        if self.deals == len(self.options.hands):
            return None
        order = self.table.round_from(self.table.after(self.dealer))
        return self._ask_bids(order) if self.bids is None else self._ask_tricks(order, self.bids)

    def _ask_bids(self, order: tuple[int, ...]) -> Ask:
        bids = Number(
            name="bids",
            label=BIDDING,
            seats=order,
            low=0,
            high=self.hand,
            not_total=self.hand if self.options.restriction == "on" else None,
            out_of=self.hand,
            missing=say("{name} hasn’t bid yet."),
        )
        trump = Pick(name="trump", label=say("Trumps"), choices=playing_cards.SUIT_CHOICES, optional=True)
        return Ask(
            step="bids",
            title=BIDDING,
            fields=(bids,) if self.no_trumps else (bids, trump),
            action=say("Save the bids"),
            called=say("Bids of deal {deal}", deal=self.deals + 1),
        )

    def _ask_tricks(self, order: tuple[int, ...], bids: tuple[int, ...]) -> Ask:
        tricks = Number(
            name="tricks",
            label=TRICKS,
            seats=order,
            low=0,
            high=self.hand,
            total=self.hand,
            suggested=bids,
            known=tuple(say("bid {bid}", bid=bid) for bid in bids),
            missing=say("{name}’s tricks are missing."),
        )
        return Ask(
            step="tricks",
            title=TRICKS,
            fields=(tricks,),
            action=say("Save deal {deal}", deal=self.deals + 1),
            called=say("Result of deal {deal}", deal=self.deals + 1),
        )

    def check(self, entry: Entry) -> Iterator[Problem]:
        if entry.step == "bids":
            yield from self._check_bids(entry["bids"])
        elif sum(entry["tricks"]) != self.hand:
            yield Problem("tricks", None, _wrong_tricks(said=sum(entry["tricks"]), hand=self.hand))

    def _check_bids(self, bids: tuple[int, ...]) -> Iterator[Problem]:
        others = [bids[seat] for seat in self.table.seats if seat != self.dealer]
        if self.options.restriction == "on" and bids[self.dealer] == forbidden_bid(others, hand=self.hand):
            text = say(
                "The bids may not add up to {hand}: {name} deals and must change.",
                hand=self.hand,
                name=self.table.players[self.dealer],
            )
            yield Problem("bids", self.dealer, text)

    def write_step(self, entry: Entry) -> Self:
        if entry.step == "bids":
            bids: tuple[int, ...] = entry["bids"]
            return replace(self, bids=bids, trump=entry.get("trump"), said=self._said_bids(bids))
        return self._play_tricks(entry["tricks"])

    def _play_tricks(self, tricks: tuple[int, ...]) -> Self:
        assert self.bids is not None, "tricks are asked after the bids"
        cells = tuple(self._cell(bid, taken) for bid, taken in zip(self.bids, tricks, strict=True))
        changes = self.scored(label=str(self.hand), about=self._about(), cells=cells)
        parts = tuple(_outcome(name, cell) for name, cell in zip(self.table.players, cells, strict=True))
        return replace(self, **changes, bids=None, trump=None, said=listed(*parts))

    def _cell(self, bid: int, tricks: int) -> Cell:
        points, sum_of = SCORE[self.options.scoring](bid=bid, tricks=tricks, hand=self.hand)
        made = bid == tricks
        return Cell(
            points=points,
            working=_working(bid=bid, tricks=tricks, result=f"{sum_of} = {plain(points)}" if sum_of else plain(points)),
            figure=str(bid),
            outcome=Outcome.MADE if made else Outcome.MISSED,
        )

    def _about(self) -> Message:
        cards = count("{n} card", "{n} cards", n=self.hand)
        dealer = self.table.players[self.dealer]
        if self.trump is None and not self.no_trumps:
            return say("{cards}, {dealer} dealt", cards=cards, dealer=dealer)
        trumps = say("no trumps") if self.no_trumps else self._trumps()
        return say("{cards}, {dealer} dealt, {trumps}", cards=cards, dealer=dealer, trumps=trumps)

    def _trumps(self) -> Words:
        if self.no_trumps:
            return say("none")
        return "—" if self.trump is None else playing_cards.suit_sign(self.trump)

    def _said_bids(self, bids: tuple[int, ...]) -> Message:
        order = self.table.round_from(self.table.after(self.dealer))
        listed = " · ".join(str(bids[seat]) for seat in order)
        return say("Bids {bids}, {balance}. Play!", bids=listed, balance=_balance(sum(bids) - self.hand))

    @property
    def notices(self) -> tuple[Notice, ...]:
        if self.over:
            return ()
        return (
            Notice("cards", say("Cards"), str(self.hand)),
            Notice("dealer", say("Dealer"), self.table.players[self.dealer]),
            Notice("trump", say("Trumps"), self._trumps()),
        )

    @property
    def sentences(self) -> tuple[Message, ...]:
        if self.over:
            return ()
        told = [say("No card is left to turn up: this deal has no trumps.")] if self.no_trumps else []
        return (*told, self._before_bids() if self.bids is None else self._before_play(sum(self.bids)))

    def role(self, seat: int) -> Message | None:
        return say("dealer") if seat == self.dealer and not self.over else None

    def _before_bids(self) -> Message:
        dealer = self.table.players[self.dealer]
        if self.options.bidding == "written":
            return say("Everybody writes a bid; {dealer} deals and is free.", dealer=dealer)
        if self.options.restriction == "on":
            return say("{dealer} bids last; the bids may not add up to {hand}.", dealer=dealer, hand=self.hand)
        return say("{dealer} bids last and is free.", dealer=dealer)

    def _before_play(self, bids: int) -> Message:
        leader = self.table.players[self.table.after(self.dealer)]
        return say("{leader} leads. Bids: {balance}.", leader=leader, balance=_balance(bids - self.hand))

    @property
    def progress(self) -> Message:
        deals = len(self.options.hands)
        return say("deal {deal} of {deals}", deal=min(self.deals + 1, deals), deals=deals)

    @property
    def moments(self) -> tuple[Message, ...]:
        return (*_most_exact(self), *super().moments)


def _most_exact(sheet: OhHellSheet) -> Iterator[Message]:
    """Who made the most bids; nothing when nobody made any."""
    made = [sum(row.cells[seat].outcome is Outcome.MADE for row in sheet.rows) for seat in sheet.table.seats]
    if most := max(made):
        names = tuple(name for name, bids in zip(sheet.table.players, made, strict=True) if bids == most)
        yield say("Most exact bids: {names}, {made} of {deals}", names=names, made=most, deals=sheet.deals)


def _wrong_tricks(*, said: int, hand: int) -> Message:
    if said > hand:
        return say("The tricks add up to {said}, not {hand}: take away {n}.", said=said, hand=hand, n=said - hand)
    return say("The tricks add up to {said}, not {hand}: add {n}.", said=said, hand=hand, n=hand - said)


def _balance(difference: int) -> Message:
    if difference == 0:
        return say("even")
    if difference > 0:
        return say("{n} over", n=difference)
    return say("{n} under", n=-difference)


def _working(*, bid: int, tricks: int, result: str) -> Message:
    if bid == tricks:
        return say("bid {bid}, took {tricks}, made: {result}", bid=bid, tricks=tricks, result=result)
    return say(
        "bid {bid}, took {tricks}, missed by {miss}: {result}",
        bid=bid,
        tricks=tricks,
        miss=abs(bid - tricks),
        result=result,
    )


def _outcome(name: str, cell: Cell) -> Message:
    if cell.outcome is Outcome.MADE:
        return say("{name} made {bid}: {points}", name=name, bid=cell.figure, points=signed(cell.points))
    return say("{name} missed: {points}", name=name, points=signed(cell.points))
