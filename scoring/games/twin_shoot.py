"""Twin Shoot ツインシュート: two cards laid face down are the bid for the ten tricks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import ClassVar, NamedTuple, Self

from scoring.entry.choices import Choice, Pick
from scoring.entry.fields import Number, Own, missing
from scoring.errors import Problem
from scoring.families.exact_bids import (
    BID,
    TAKEN,
    Attempt,
    ScoreTerm,
    in_words,
    most_exact,
    points_of,
    terms_in_words,
    tricks_field,
    wrong_tricks,
)
from scoring.families.plans import ENDS_AFTER, PlannedTarget, reached
from scoring.game import Game
from scoring.insights.facts import MADE, Breakdown, bids_made, yes_or_no
from scoring.message import Message, Words, bare, both, count, joined, listed, say, signed, together
from scoring.options import Options, Preset, option
from scoring.sheets.sheet import FIXED_PLAYERS, EntryValues
from scoring.sheets.values import RESULT, Ask, Cell, Entry, Notice, Outcome, Range, Side

TRICKS = 10
"""12 cards each, two of them laid as the bid."""
TRICK = 1
SHOOT = 10
TWIN_SHOOT = 10
OVERHEAD = 30
TWIN_SHOOT_NAME = say("twin shoot")
OVERHEAD_NAME = say("overhead twin shoot")

FEATS = (TWIN_SHOOT_NAME, OVERHEAD_NAME)
"""By whether the bids were open."""

OPEN = say("Open bid")
STAKES = say("If both hit, 30 more. If either misses, 30 to each other team.")
LEADS = (
    say("{leader} leads, first trick clockwise. Someone from another team deals."),
    say("{leader} leads, first trick anticlockwise. Someone from another team deals."),
)
"""By the partner: the right-hand one first."""
PACK = say("Take out {ranks}: {cards} cards, 12 each, two of them laid as the bid.")
PACKS = {
    2: PACK.of(ranks="2–6", cards=48),
    3: PACK.of(ranks="2", cards=72),
}
"""By the number of teams."""
OPENED = say("opened")
OPENS = say("{team} open their bids.")
CLOSED = {"step": "open", "open": "no"}
NOT_ALONE = say("Round {round}: {team}’s open bid doesn’t count, because they are not alone in last place.")
REOPENED: Mapping[object, Message] = {
    "yes": say("Round {round}: {team}’s open bid counts, because they are alone in last place."),
    "no": say("Round {round}: {team} are alone in last place, and their bids count as closed."),
}
"""What becomes of the bids of a team that is last alone after a correction, by whether they open."""


class Suit(NamedTuple):
    """A suit and its number in a bid: the points of its sign; the diamond looks like a 0."""

    slug: str
    label: Message
    worth: int


SUITS = (
    Suit("leaf", say("leaf"), 5),
    Suit("cross", say("cross"), 4),
    Suit("club", say("club"), 3),
    Suit("heart", say("heart"), 2),
    Suit("spade", say("spade"), 1),
    Suit("diamond", say("diamond"), 0),
)
WORTH = {suit.slug: suit.worth for suit in SUITS}
LABELS = {suit.slug: bare("{suit} {worth}", suit=suit.label, worth=suit.worth) for suit in SUITS}
CHOICES = tuple(Choice(slug, label) for slug, label in LABELS.items())


def entered_bid(entry: Entry, seat: int) -> tuple[int | None, str | None, str | None]:
    """What was entered of a seat's bid: the number, or the suits of its two cards, or both."""
    values = (entry.get(name) for name in ("bids", "first_suit", "second_suit"))
    number, first, second = (each and each[seat] for each in values)
    return number, first, second


def bid_of(entry: Entry, seat: int) -> tuple[int, Words]:
    """The tricks that a seat has bid, by its cards if both were entered, and the bid in words.

    >>> bid_of(Entry("result", {"first_suit": ("cross",), "second_suit": ("heart",)}), 0)[0]
    6
    """
    number, first, second = entered_bid(entry, seat)
    if not (first and second):
        assert number is not None, "a bid without a number has two suits"
        return number, str(number)
    cards, bid = joined("+", LABELS[first], LABELS[second]), WORTH[first] + WORTH[second]
    return bid, bare("{bid} ({cards})", bid=bid, cards=cards)


def terms_of(
    team: Sequence[Attempt], players: Sequence[str], *, hit: bool, opened: bool, giver: Words | None
) -> Iterator[ScoreTerm]:
    """The terms of a team's score; `hit` if both hit, `giver` is another team that opened and missed.

    トリック点: 1 for each trick, hit or not. シュートボーナス: 10 for each player who hit.
    ツインシュートボーナス: 10 more if both hit. オーバーヘッドツインシュートボーナス: 30 more if they had opened;
    if either missed then, 30 for each other team.
    """
    yield TRICK * sum(attempt.tricks for attempt in team), say("tricks")
    for attempt in team:
        if attempt.made:
            yield SHOOT, say("{name} hit", name=players[attempt.seat])
    if hit:
        yield TWIN_SHOOT, TWIN_SHOOT_NAME
        if opened:
            yield OVERHEAD, OVERHEAD_NAME
    if giver:
        yield OVERHEAD, say("{team} opened and missed", team=giver)


def cell_of(attempt: Attempt, bid: Words, terms: Sequence[ScoreTerm], *, opened: bool) -> Cell:
    """A player's cell: the team's points, the player's bid, and the working of both."""
    own = (
        say("bid {bid}, took {tricks}, hit", bid=bid, tricks=attempt.tricks) if attempt.made else in_words(attempt, bid)
    )
    shared = bare("{sum} = {points}", sum=joined("+", *terms_in_words(terms)), points=points_of(terms))
    return Cell(
        points=points_of(terms),
        working=bare("{own}: {shared}", own=own, shared=shared),
        figure=str(attempt.bid),
        taken=str(attempt.tricks),
        outcome=Outcome.MADE if attempt.made else Outcome.MISSED,
        also=OPENED if opened else None,
        own=own,
        shared=shared,
    )


@dataclass(frozen=True, kw_only=True)
class TwinShootOptions(Options):
    """The house rules of Twin Shoot; `target` is checked after a whole round."""

    target: int = option(
        Number(
            label=say("Target"),
            help=ENDS_AFTER,
            low=1,
            high=1000,
        ),
        100,
        of_kind=True,
    )


@dataclass(frozen=True, kw_only=True)
class TwinShootSheet(PlannedTarget[TwinShootOptions]):
    """A score sheet of Twin Shoot.

    `asked`: the question of opening is answered for this round; `opener` is the side that opened, None if none did.
    Tied teams share the win: 「同点の場合は該当チーム同士で勝利を分かち合います」.
    """

    player_counts = (4, 6)
    fixed_players = FIXED_PLAYERS
    suits: ClassVar[tuple[Suit, ...]] = SUITS
    fact_kinds = (
        BID,
        TAKEN,
        yes_or_no(MADE, say("Bid hit")),
        yes_or_no("twin", say("Both partners hit")),
        yes_or_no("opened", say("Bids opened")),
        yes_or_no("led", say("Led first")),
    )
    breakdowns = (
        Breakdown(MADE, by="bid"),
        Breakdown("twin", by="opened"),
        Breakdown(MADE, by="led"),
    )

    asked: bool = False
    opener: Side | None = None

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        return tuple((seat, seat + 1) for seat in self.table.seats[::2])

    @property
    def leader(self) -> int:
        """The seat that leads this round: the team changes clockwise, the partner after each lap."""
        lap, turn = divmod(self.deals, len(self.sides))
        return self.sides[(self.table.dealer // 2 + turn) % len(self.sides)][lap % 2]

    @property
    def last_alone(self) -> Side | None:
        """The only team in last place, which may open; None if several are tied."""
        last = [side for side in self.sides if self.totals[side[0]] == min(self.totals)]
        return last[0] if len(last) == 1 else None

    @property
    def asked_to_open(self) -> Side | None:
        """The team that is asked now whether it opens its bids."""
        return None if self.asked else self.last_alone

    def ask_step(self) -> Ask:
        if self.asked_to_open:
            choices = (
                Choice("yes", say("They open")),
                Choice("no", say("Stay closed")),
            )
            label = say("Do {team} open their bids?", team=self.name_of_side(self.asked_to_open))
            return Ask(
                step="open",
                title=OPEN,
                fields=(Pick(name="open", label=label, choices=choices, missing=say("Choose whether they open.")),),
                action=say("Confirm"),
                called=self.of_deal(OPEN),
                explained=True,
            )
        seats = tuple(self.table.seats)
        suit = Pick(label=say("First card"), seats=seats, choices=CHOICES, optional=True, own=Own.HIDDEN)
        return Ask(
            step="result",
            title=RESULT,
            fields=(
                Number(
                    name="bids",
                    label=say("Bids"),
                    singular=say("bid"),
                    seats=seats,
                    low=0,
                    high=TRICKS,
                    optional=True,
                    own=Own.HIDDEN,
                ),
                replace(suit, name="first_suit"),
                replace(suit, name="second_suit", label=say("Second card")),
                tricks_field(seats=seats, hand=TRICKS),
            ),
            action=self.save_deal,
            called=self.of_deal(RESULT),
        )

    @property
    def placeholders(self) -> tuple[EntryValues, ...]:
        # Who is last after a round decides whether they are asked to open their bids.
        return ({"step": "open", "open": "yes"}, CLOSED) if self.asked_to_open else ()

    def check(self, entry: Entry) -> Iterator[Problem]:
        if entry.step == "open":
            return
        for seat in self.table.seats:
            yield from self.check_part(entry, seat)
        if wrong := wrong_tricks(entry["tricks"], hand=TRICKS):
            yield Problem("tricks", None, wrong)

    def check_part(self, entry: Entry, seat: int) -> Iterator[Problem]:
        """The problem of a bid that is missing, or whose number and cards don't agree."""
        (number, first, second), name = entered_bid(entry, seat), self.table.players[seat]
        if bool(first) != bool(second):
            text = say("{name} laid two cards. Choose the suit of the other one too.", name=name)
            yield Problem("second_suit" if first else "first_suit", seat, text, missing=number is None)
        elif number is None and not first:
            yield Problem("bids", seat, missing(name, say("bid")), missing=True)
        elif number not in (None, (bid := bid_of(entry, seat))[0]):
            text = say(
                "{name}’s cards make {shown}, but the number is {number}. Correct one of them.",
                name=name,
                shown=bid[1],
                number=str(number),
            )
            yield Problem("bids", seat, text)

    def write_step(self, entry: Entry) -> Self:
        if entry.step == "open":
            side = self.asked_to_open
            assert side is not None, "only a team that is last alone is asked"
            opens = entry["open"] == "yes"
            message = OPENS if opens else say("{team} keep their bids closed.")
            message = message.of(team=self.name_of_side(side))
            return replace(self, asked=True, opener=side if opens else None, message=message)
        players, leader, opener = self.table.players, self.leader, self.opener
        openers = self.name_of_side(opener) if opener else ""
        bids = [bid_of(entry, seat) for seat in self.table.seats]
        attempts = [Attempt(seat, bid, entry["tricks"][seat], TRICKS) for seat, (bid, _) in enumerate(bids)]
        teams = {side: [attempts[seat] for seat in side] for side in self.sides}
        hit = {side: all(attempt.made for attempt in team) for side, team in teams.items()}
        cells, feats, outcomes = list[Cell](), list[Message](), list[Message]()
        for side, team in teams.items():
            name, opened = self.name_of_side(side), side == opener
            giver = openers if opener and not opened and not hit[opener] else None
            terms = tuple(terms_of(team, players, hit=hit[side], opened=opened, giver=giver))
            cells += [cell_of(attempts[seat], bids[seat][1], terms, opened=opened) for seat in side]
            outcome = bare("{team} {points}", team=name, points=signed(points_of(terms)))
            if hit[side]:
                feat = OVERHEAD_NAME if opened else TWIN_SHOOT_NAME
                feats.append(bare("{team}: {feat}", team=name, feat=feat))
                outcome = bare("{outcome} ({feat})", outcome=outcome, feat=feat)
            outcomes.append(outcome)
        about: Message = say("round {round}, {leader} led first", round=self.deals + 1, leader=players[leader])
        if opener:
            about = listed(about, bare("{team}: {opened}", team=openers, opened=OPENED))
        after = self.with_row(
            about=about,
            cells=tuple(cells),
            dealer=leader,
            news=tuple(feats),
            facts={
                seat: {
                    "bid": attempts[seat].bid,
                    "tricks": attempts[seat].tricks,
                    MADE: attempts[seat].made,
                    "twin": hit[side],
                    "opened": side == opener,
                    "led": seat == leader,
                }
                for side in self.sides
                for seat in side
            },
        )
        return replace(after, asked=False, opener=None, message=listed(*outcomes))

    def adapt_later_entry(
        self, entry: EntryValues, *, was: Self, once: Callable[[], Iterable[tuple[EntryValues, Self]]]
    ) -> tuple[EntryValues, ...]:
        """An open bid belongs to the team that was last: if another is last now, it was closed.

        Unless that team was asked in this round before a correction: then what it entered counts again.
        """
        step, asked = entry["step"], self.ask.step if self.ask else None
        if (step, asked) == ("open", "result"):
            return ()
        another = step == "open" and self.last_alone != was.last_alone
        if not another and (step, asked) != ("result", "open"):
            return super().adapt_later_entry(entry, was=was, once=once)
        now = (self.deals, self.last_alone)
        before = (step for step, sheet in once() if step["step"] == "open" and (sheet.deals, sheet.last_alone) == now)
        opening = next(before, CLOSED)
        return (opening,) if another else (opening, entry)

    def describe_adaptation(self, entry: EntryValues, made: Sequence[EntryValues], *, was: Self) -> Message | None:
        opens = next((each["open"] for each in made if each["step"] == "open"), None)
        lost = was.last_alone if (entry["step"], entry.get("open")) == ("open", "yes") else None
        team, text = (lost, NOT_ALONE) if lost else (self.last_alone, REOPENED.get(opens))
        return text.of(round=self.deals + 1, team=self.name_of_side(team)) if team and text else None

    @property
    def deal_notices(self) -> tuple[Notice, ...]:
        leads = Notice("leader", say("First leader"), self.table.players[self.leader])
        opened = Notice("open", OPEN, self.name_of_side(self.opener) if self.opener else say("none"))
        return (leads,) if self.asked_to_open else (leads, opened)

    @property
    def deal_sentences(self) -> tuple[Message, ...]:
        leads = LEADS[self.leader % 2].of(leader=self.table.players[self.leader])
        if self.asked_to_open:
            return (STAKES, leads)
        if self.opener:
            return (OPENS.of(team=self.name_of_side(self.opener)), STAKES, leads)
        if self.deals:
            return (leads,)
        return (PACKS[len(self.sides)], leads, say("Each trick is played in the direction of its leader’s partner."))

    @property
    def ending(self) -> Message:
        first = both(*map(self.name_of_side, self.reached(self.target)))
        return reached(first, self.worth(self.target))

    @property
    def progress(self) -> Message:
        number = self.deals if self.over else self.deals + 1
        return listed(self.deal_called(number), self.target_in_words(self.target))

    def role(self, seat: int) -> Message | None:
        return say("first leader") if seat == self.leader and not self.over else None

    def tally(self, side: Side) -> Message | None:
        return count("{n} hit", "{n} hits", n=bids_made(self, side) or 0) if self.deals else None

    @property
    def moments(self) -> tuple[Message, ...]:
        """Who hit most often, and the twin shoots of the two partners in each team, with closed bids and open ones."""
        names, hits = most_exact(self)
        most = say("Most bids made: {names}, {made} of {deals}", names=names, made=hits, deals=self.deals)
        moments = [most] if hits else []
        for side, opened in product(self.sides, (False, True)):
            shot = (
                row for row in self.deal_rows if row.fact("twin", side[0]) and row.fact("opened", side[0]) is opened
            )
            for partners, n in Counter(tuple(row.players[seat] for seat in side) for row in shot).items():
                moments.append(bare("{team}: {feat} × {n}", team=together(*partners), feat=FEATS[opened], n=n))
        return (*moments, *super().moments)

    @property
    def gains(self) -> tuple[Range, ...]:
        """An opener makes 30 more itself, or gives 30 to each other team."""
        most = TRICKS * TRICK + 2 * SHOOT + TWIN_SHOOT + (OVERHEAD if self.opener or self.asked_to_open else 0)
        return (Range(0, most),) * len(self.sides)


GAME = Game(
    slug="twin-shoot",
    name="Twin Shoot",
    name_ja="ツインシュート",
    options=TwinShootOptions,
    sheet=TwinShootSheet,
    presets=(
        Preset("standard", say("Standard"), say("to {points} points", points="100"), {}),
        Preset("short", say("Short"), say("to {points} points", points="50"), {"target": 50}),
    ),
    first=say("First leader"),
    tap=say("Tap the first leader."),
    seating=say(
        "Partners sit side by side: seats 1 and 2, 3 and 4, 5 and 6. The right-hand partner "
        "(1, 3 or 5) of a team leads first."
    ),
    dealer_step=2,
)
