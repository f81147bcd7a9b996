"""Oh Hell オーヘル: say how many tricks you will take, and take just as many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from scoring.decks import playing_cards
from scoring.errors import Problem
from scoring.fields import Choice, Number, Pick
from scoring.game import Game
from scoring.message import Message, Words, count, plain, say, signed
from scoring.options import Options, Preset, option
from scoring.sheet import Sheet
from scoring.table import Table
from scoring.values import Ask, Cell, Entry, Notice

BIDDING = say("Bids")
TRICKS = say("Tricks")
MADE_BONUS = 10
MISSED_PENALTY = 10
LONG_HAND = 5
"""From this many cards on, the bonus scoring pays more for bidding all the tricks, or all but one."""

FORMATS = (
    Choice("long", say("Long: down and up"), say("From the top hand down to 1 card and up again: 10→1→10.")),
    Choice("long-reversed", say("Long: up and down"), say("From 1 card up to the top hand and down again: 1→10→1.")),
    Choice("short-valley", say("Short: valley"), say("6→1→6, whatever the number of players.")),
    Choice("short-rising", say("Short: rising"), say("From 1 card up to the top hand: 1→10.")),
    Choice("short-falling", say("Short: falling"), say("From the top hand down to 1 card: 10→1.")),
)
SCORINGS = (
    Choice("normal", say("Normal"), say("A made bid scores 10 and its tricks; a missed one nothing.")),
    Choice("plus", say("Plus"), say("A made bid scores 10 and its tricks; a missed one its tricks.")),
    Choice(
        "minus", say("Minus"), say("A made bid scores 10; a missed one loses 10 for each trick too many or too few.")
    ),
    Choice(
        "bonus",
        say("Bonus"),
        say("Every trick scores 1. A made bid adds 5; with 5 cards or more, 25 for all tricks but one, 50 for all."),
    ),
)
TOP_HAND_NAMES = (
    (13, say("13, the whole pack at four players")),
    (17, say("17, all that the pack gives three players")),
)


@dataclass(frozen=True, kw_only=True)
class OhHellOptions(Options):
    """The house rules of Oh Hell; `top_hand` None is what the format and the table size say."""

    format: str = option(Pick(name="", label=say("Length"), choices=FORMATS), "long")
    top_hand: int | None = option(
        Number(
            name="",
            label=say("Top hand"),
            low=1,
            high=playing_cards.SIZE // 3,
            names=TOP_HAND_NAMES,
            unset=say("as usual: 10, with six players 8, with seven 7 (the valley 6)"),
        )
    )
    scoring: str = option(Pick(name="", label=say("Scoring"), choices=SCORINGS), "normal")
    bidding: str = option(
        Pick(
            name="",
            label=say("Bidding"),
            choices=(
                Choice("in-turn", say("In turn"), say("From the dealer's left; the dealer bids last.")),
                Choice("written", say("Written"), say("All write at once, so the dealer is free.")),
            ),
        ),
        "in-turn",
    )
    restriction: str = option(
        Pick(
            name="",
            label=say("Dealer's restriction"),
            choices=(
                Choice("on", say("On"), say("The dealer may not bid what would let everybody make it.")),
                Choice("off", say("Off"), say("The dealer may bid anything.")),
            ),
        ),
        "on",
    )

    def settled(self, table: Table) -> Self:
        top_hand = self.top_hand or usual_top_hand(self.format, players=len(table.players))
        return replace(self, top_hand=top_hand, restriction="off" if self.bidding == "written" else self.restriction)

    def problems(self, table: Table) -> tuple[Problem, ...]:
        most = playing_cards.SIZE // len(table.players)
        if self.top_hand is None or self.top_hand <= most:
            return ()
        text = say(
            "{players} players cannot get {hand} cards each from {pack}: the top hand is {most} at most.",
            players=len(table.players),
            hand=self.top_hand,
            pack=playing_cards.SIZE,
            most=most,
        )
        return (Problem("top_hand", None, text),)

    @cached_property
    def hands(self) -> tuple[int, ...]:
        """The cards dealt to each player, deal by deal.

        >>> OhHellOptions(format="short-valley", top_hand=3).hands
        (3, 2, 1, 2, 3)
        """
        assert self.top_hand is not None, "settled() has chosen one"
        rising = tuple(range(1, self.top_hand + 1))
        falling = rising[::-1]
        return {
            "long": falling + rising[1:],
            "short-valley": falling + rising[1:],
            "long-reversed": rising + falling[1:],
            "short-rising": rising,
            "short-falling": falling,
        }[self.format]


def usual_top_hand(format: str, *, players: int) -> int:
    """The most cards of a format: 10 for 3 to 5 players, 8 for 6, 7 for 7; the valley has 6 at every table.

    >>> [usual_top_hand("long", players=players) for players in (3, 5, 6, 7)]
    [10, 10, 8, 7]
    """
    return 6 if format == "short-valley" else {6: 8, 7: 7}.get(players, 10)


def forbidden_bid(others: list[int], *, hand: int) -> int | None:
    """The bid that the last bidder may not make, since all could then make theirs; None when there is none.

    >>> forbidden_bid([0, 2, 1, 3], hand=10)
    4
    >>> forbidden_bid([3, 5], hand=7) is None
    True
    """
    left = hand - sum(others)
    return left if 0 <= left <= hand else None


# The four ways of scoring: points of a bid, and the sum as one would say it.


def normal(*, bid: int, tricks: int, hand: int) -> tuple[int, str]:
    """加点なしの「通常方式」: 10 and the tricks when made, nothing when missed."""
    return (MADE_BONUS + tricks, f"{MADE_BONUS} + {tricks}") if bid == tricks else (0, "")


def plus(*, bid: int, tricks: int, hand: int) -> tuple[int, str]:
    """「加点方式」: the tricks always, 10 more when made."""
    return (MADE_BONUS + tricks, f"{MADE_BONUS} + {tricks}") if bid == tricks else (tricks, "")


def minus(*, bid: int, tricks: int, hand: int) -> tuple[int, str]:
    """「減点方式」: 10 flat when made, 10 lost for each trick of difference when missed."""
    miss = abs(bid - tricks)
    return (-MISSED_PENALTY * miss, f"−{MISSED_PENALTY} × {miss}") if miss else (MADE_BONUS, "")


def bonus(*, bid: int, tricks: int, hand: int) -> tuple[int, str]:
    """得点の方法の二つ目: every trick 1, and for a made bid what `made_bonus` says."""
    extra = made_bonus(bid, hand=hand)
    return (tricks + extra, f"{tricks} + {extra}") if bid == tricks else (tricks, "")


def made_bonus(bid: int, *, hand: int) -> int:
    """With 5 cards or more, 50 for all the tricks and 25 for all but one; 5 otherwise.

    >>> made_bonus(5, hand=5), made_bonus(4, hand=5), made_bonus(3, hand=5), made_bonus(4, hand=4)
    (50, 25, 5, 5)
    """
    if hand >= LONG_HAND and bid >= hand - 1:
        return 50 if bid == hand else 25
    return 5


SCORE: dict[str, Callable[..., tuple[int, str]]] = {"normal": normal, "plus": plus, "minus": minus, "bonus": bonus}


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
        )
        trump = Pick(name="trump", label=say("Trumps"), choices=playing_cards.SUIT_CHOICES, optional=True)
        return Ask(
            step="bids",
            title=BIDDING,
            fields=(bids,) if self.no_trumps else (bids, trump),
            action=say("Save the bids"),
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
            beside=tuple(say("bid {bid}", bid=bid) for bid in bids),
        )
        return Ask(step="tricks", title=TRICKS, fields=(tricks,), action=say("Save deal {deal}", deal=self.deals + 1))

    def check(self, entry: Entry) -> Iterator[Problem]:
        said = sum(entry[entry.step])
        if entry.step == "bids" and self.options.restriction == "on" and said == self.hand:
            text = say(
                "The bids may not add up to {hand}: {name} deals and must change.",
                hand=self.hand,
                name=self.table.players[self.dealer],
            )
            yield Problem("bids", self.dealer, text)
        if entry.step == "tricks" and said != self.hand:
            yield Problem("tricks", None, _wrong_tricks(said=said, hand=self.hand))

    def play(self, entry: Entry) -> Self:
        if entry.step == "bids":
            bids: tuple[int, ...] = entry["bids"]
            return replace(self, bids=bids, trump=entry.get("trump"), said=self._said_bids(bids))
        return self._play_tricks(entry["tricks"])

    def _play_tricks(self, tricks: tuple[int, ...]) -> Self:
        assert self.bids is not None, "tricks are asked after the bids"
        cells = tuple(self._cell(bid, taken) for bid, taken in zip(self.bids, tricks, strict=True))
        changes = self.scored(label=str(self.hand), about=self._about(), cells=cells)
        parts = tuple(_outcome(name, cell) for name, cell in zip(self.table.players, cells, strict=True))
        return replace(self, **changes, bids=None, trump=None, said=say("{outcomes}", outcomes=parts))

    def _cell(self, bid: int, tricks: int) -> Cell:
        points, sum_of = SCORE[self.options.scoring](bid=bid, tricks=tricks, hand=self.hand)
        made = bid == tricks
        return Cell(
            points=points,
            working=_working(bid=bid, tricks=tricks, result=f"{sum_of} = {plain(points)}" if sum_of else plain(points)),
            small=str(bid),
            mark="made" if made else "missed",
        )

    def _about(self) -> Message:
        cards = count("{n} card", "{n} cards", n=self.hand)
        dealer = self.table.players[self.dealer]
        if self.trump is None and not self.no_trumps:
            return say("{cards}, {dealer} dealt", cards=cards, dealer=dealer)
        return say("{cards}, {dealer} dealt, {trumps}", cards=cards, dealer=dealer, trumps=self._trumps())

    def _trumps(self) -> Words:
        if self.no_trumps:
            return say("no trumps")
        return "—" if self.trump is None else playing_cards.suit_sign(self.trump)

    def _said_bids(self, bids: tuple[int, ...]) -> Message:
        order = self.table.round_from(self.table.after(self.dealer))
        listed = " · ".join(str(bids[seat]) for seat in order)
        return say("Bids {bids}, {balance}. Play!", bids=listed, balance=_balance(sum(bids) - self.hand))

    @property
    def strip(self) -> tuple[Notice, ...]:
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

    def badge(self, seat: int) -> Message | None:
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
    made = [sum(row.cells[seat].mark == "made" for row in sheet.rows) for seat in sheet.table.seats]
    if most := max(made):
        names = tuple(name for name, bids in zip(sheet.table.players, made, strict=True) if bids == most)
        yield say("Most exact bids: {names}, {made} of {deals}", names=names, made=most, deals=sheet.deals)


def _wrong_tricks(*, said: int, hand: int) -> Message:
    if said > hand:
        return say("The tricks add up to {said} instead of {hand}: take {n} away.", said=said, hand=hand, n=said - hand)
    return say("The tricks add up to {said} instead of {hand}: add {n}.", said=said, hand=hand, n=hand - said)


def _balance(difference: int) -> Message:
    if difference == 0:
        return say("just as many as there are tricks")
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
    if cell.mark == "made":
        return say("{name} made {bid}: {points}", name=name, bid=cell.small, points=signed(cell.points))
    return say("{name} missed: {points}", name=name, points=signed(cell.points))


GAME = Game(
    slug="oh-hell",
    name="Oh Hell",
    kanji="オーヘル",
    seats=(3, 4, 5, 6, 7),
    options=OhHellOptions,
    blank=lambda table, options: OhHellSheet(table=table, options=options),
    presets=(
        Preset(
            "standard",
            say("Standard"),
            say("10 cards down to 1 and up again, in turn, 10 and the tricks for a made bid."),
            {},
        ),
        Preset(
            "short",
            say("Short evening"),
            say("6 cards down to 1 and up again: 11 deals."),
            {"format": "short-valley"},
        ),
        Preset(
            "written",
            say("Written bids"),
            say("Everybody writes a bid at once and the dealer is free, as often played in Japan."),
            {"bidding": "written", "restriction": "off"},
        ),
        Preset(
            "minus",
            say("Minus"),
            say("10 for a made bid, 10 lost for each trick too many or too few."),
            {"scoring": "minus"},
        ),
    ),
)
