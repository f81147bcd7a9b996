"""The score sheet of Twin Shoot: whether the last team opens its bids, then all bids and tricks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import ClassVar, Self

from scoring.entry.choices import Choice, Pick
from scoring.entry.fields import Field, Number, Own
from scoring.errors import Problem
from scoring.families.exact_bids import BID, TAKEN, Attempt, most_exact, points_of, tricks_field, wrong_tricks
from scoring.families.plans import PlannedLength
from scoring.games.twin_shoot.bids import CHOICES, SUITS, TRICKS, Suit, bid_of
from scoring.games.twin_shoot.points import (
    OVERHEAD,
    OVERHEAD_NAME,
    SHOOT,
    TRICK,
    TWIN_SHOOT,
    TWIN_SHOOT_NAME,
    both_hit,
    cell_of,
    terms_of,
)
from scoring.insights.facts import MADE, Breakdown, FactKind, bids_made, yes_or_no
from scoring.message import Message, bare, count, listed, plain, say, signed, together
from scoring.options import Options, Preset, option
from scoring.sheets.sheet import Said
from scoring.sheets.values import Ask, Cell, Entry, Notice, Outlook, Range

OPEN = say("Open bid")
STAKES = say("If both hit, 30 more. If either misses, 30 to each other team.")
CLOSED = {"step": "open", "open": "no"}


@dataclass(frozen=True, kw_only=True)
class TwinShootOptions(Options):
    """The house rules of Twin Shoot; `target` is checked after a whole round."""

    target: int = option(
        Number(
            label=say("Target"),
            help=say("The game ends after the round in which a team reaches this many points."),
            low=1,
            high=1000,
        ),
        100,
        of_kind=True,
    )


PRESETS = (
    Preset("standard", say("Standard"), say("To 100 points."), {}),
    Preset("short", say("Short game"), say("To 50 points."), {"target": 50}),
)


@dataclass(frozen=True, kw_only=True)
class TwinShootSheet(PlannedLength[TwinShootOptions]):
    """A score sheet of Twin Shoot.

    `asked`: the question of opening is answered for this round; `opener` is the side that opened, None if none did.
    Tied teams share the win: 「同点の場合は該当チーム同士で勝利を分かち合います」.
    """

    number_rule: ClassVar[Message] = say(
        "Partners sit side by side and share a score, so nobody joins or leaves. Somebody else can take over a seat."
    )
    deal_name: ClassVar[Message] = say("round {number}")
    rescored: ClassVar[Message] = count("{n} later round will be rescored.", "{n} later rounds will be rescored.", n=1)
    suits: ClassVar[tuple[Suit, ...]] = SUITS
    fact_kinds: ClassVar[tuple[FactKind, ...]] = (
        BID,
        TAKEN,
        yes_or_no(MADE, say("Bid hit")),
        yes_or_no("twin", say("Both partners hit")),
        yes_or_no("opened", say("Bids opened")),
        yes_or_no("led", say("Led first")),
    )
    breakdowns: ClassVar[tuple[Breakdown, ...]] = (
        Breakdown(MADE, by="bid"),
        Breakdown("twin", by="opened"),
        Breakdown(MADE, by="led"),
    )

    asked: bool = False
    opener: tuple[int, ...] | None = None

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return tuple((seat, seat + 1) for seat in self.table.seats[::2])

    @property
    def leader(self) -> int:
        """The seat that leads this round: the team changes clockwise, the partner after each lap."""
        lap, turn = divmod(self.deals, len(self.sides))
        return self.sides[(self.table.dealer // 2 + turn) % len(self.sides)][lap % 2]

    @property
    def last_alone(self) -> tuple[int, ...] | None:
        """The only team in last place, which may open; None if several are tied."""
        last = [side for side in self.sides if self.totals[side[0]] == min(self.totals)]
        return last[0] if len(last) == 1 else None

    def next_ask(self) -> Ask:
        if self.last_alone and not self.asked:
            choices = (
                Choice("yes", say("They open"), STAKES),
                Choice("no", say("Stay closed"), say("The bids stay face down until the end of the round.")),
            )
            label = say("Do {team} open their bids?", team=self.name_of_side(self.last_alone))
            return Ask(
                step="open",
                title=OPEN,
                fields=(Pick(name="open", label=label, choices=choices, missing=say("Choose whether they open.")),),
                action=say("Confirm"),
                called=say("Opening in round {round}", round=self.deals + 1),
            )
        seats = tuple(self.table.seats)
        suit = Pick(label=say("First card"), seats=seats, choices=CHOICES, optional=True, own=Own.HIDDEN)
        return Ask(
            step="result",
            title=say("Result of the round"),
            fields=(
                Number(name="bids", label=say("Bids"), seats=seats, low=0, high=TRICKS, optional=True, own=Own.HIDDEN),
                replace(suit, name="first_suit"),
                replace(suit, name="second_suit", label=say("Second card")),
                tricks_field(seats=seats, hand=TRICKS),
            ),
            action=say("Save round {round}", round=self.deals + 1),
            called=say("Result of round {round}", round=self.deals + 1),
        )

    @property
    def target(self) -> int:
        return self.length("target") or self.options.target

    @property
    def target_reached(self) -> bool:
        return max(self.totals) >= self.target

    @property
    def plan_fields(self) -> tuple[Field, ...]:
        return (self.length_field("target"),)

    def plan_said(self, entry: Entry) -> Message:
        plan = say("to {points} points", points=plain(entry["target"]))
        last = max(self.totals) >= entry["target"] and not self.over
        return say("{plan}, so this round is the last", plan=plan) if last else plan

    @property
    def placeholders(self) -> tuple[Said, ...]:
        # Who is last after a round decides whether they are asked to open their bids.
        return ({"step": "open", "open": "yes"}, CLOSED) if self.last_alone and not self.asked else ()

    def check(self, entry: Entry) -> Iterator[Problem]:
        if entry.step == "open":
            return
        for seat in self.table.seats:
            yield from self.check_part(entry, seat)
        if wrong := wrong_tricks(entry["tricks"], hand=TRICKS):
            yield Problem("tricks", None, wrong)

    def check_part(self, entry: Entry, seat: int) -> Iterator[Problem]:
        return bid_of(entry, seat).problems(seat=seat, name=self.table.players[seat])

    def write_step(self, entry: Entry) -> Self:
        if entry.step == "open":
            side = self.last_alone
            assert side is not None, "only a team that is last alone is asked"
            name, opens = self.name_of_side(side), entry["open"] == "yes"
            said = (
                say("{team} open their bids.", team=name) if opens else say("{team} keep their bids closed.", team=name)
            )
            return replace(self, asked=True, opener=side if opens else None, said=said)
        players, leader, opener = self.table.players, self.leader, self.opener
        bids = [bid_of(entry, seat) for seat in self.table.seats]
        attempts = [Attempt(seat, bid.tricks, entry["tricks"][seat], TRICKS) for seat, bid in enumerate(bids)]
        teams = {side: [attempts[seat] for seat in side] for side in self.sides}
        hit = {side: both_hit(team) for side, team in teams.items()}
        cells, told, outcomes = list[Cell](), list[Message](), list[Message]()
        for side, team in teams.items():
            name, opened = self.name_of_side(side), side == opener
            giver = self.name_of_side(opener) if opener and not opened and not hit[opener] else None
            terms = tuple(terms_of(team, players, opened=opened, giver=giver))
            cells += [cell_of(attempts[seat], bids[seat].in_words, terms, opened=opened) for seat in side]
            outcome = bare("{team} {points}", team=name, points=signed(points_of(terms)))
            if hit[side]:
                feat = OVERHEAD_NAME if opened else TWIN_SHOOT_NAME
                told.append(bare("{team}: {feat}", team=name, feat=feat))
                outcome = bare("{outcome} ({feat})", outcome=outcome, feat=feat)
            outcomes.append(outcome)
        number, led = self.deals + 1, players[leader]
        about = (
            say(
                "round {round}, {leader} led first, {team} opened",
                round=number,
                leader=led,
                team=self.name_of_side(opener),
            )
            if opener
            else say("round {round}, {leader} led first", round=number, leader=led)
        )
        changes = self.scored(
            label=str(number),
            about=about,
            cells=tuple(cells),
            dealer=leader,
            told=tuple(told),
            facts={
                "bid": tuple(attempt.bid for attempt in attempts),
                "tricks": tuple(attempt.tricks for attempt in attempts),
                MADE: tuple(attempt.made for attempt in attempts),
                "twin": tuple(hit[side] for side in self.sides for _ in side),
                "opened": tuple(side == opener for side in self.sides for _ in side),
                "led": tuple(seat == leader for seat in self.table.seats),
            },
        )
        return replace(self, **changes, asked=False, opener=None, said=listed(*outcomes))

    def adapt_later_entry(
        self, entry: Said, *, was: Self, once: Callable[[], Iterable[tuple[Said, Self]]]
    ) -> tuple[Said, ...]:
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
        before = (said for said, sheet in once() if said["step"] == "open" and (sheet.deals, sheet.last_alone) == now)
        opening = next(before, CLOSED)
        return (opening,) if another else (opening, entry)

    def describe_adaptation(self, entry: Said, made: Sequence[Said], *, was: Self) -> Message | None:
        number = self.deals + 1
        if was.last_alone and (entry["step"], entry.get("open")) == ("open", "yes"):
            return say(
                "Round {round}: {team}’s open bid doesn’t count, because they are not alone in last place.",
                round=number,
                team=self.name_of_side(was.last_alone),
            )
        opens = next((each["open"] for each in made if each["step"] == "open"), None)
        if opens is None or self.last_alone is None:
            return None
        team = self.name_of_side(self.last_alone)
        return (
            say(
                "Round {round}: {team}’s open bid counts, because they are alone in last place.",
                round=number,
                team=team,
            )
            if opens == "yes"
            else say(
                "Round {round}: {team} are alone in last place, and their bids count as closed.",
                round=number,
                team=team,
            )
        )

    @property
    def notices(self) -> tuple[Notice, ...]:
        if self.ask is None:
            return ()
        leads = Notice("leader", say("Leads first"), self.table.players[self.leader])
        opened = Notice("open", OPEN, self.name_of_side(self.opener) if self.opener else say("none"))
        return (leads,) if self.ask.step == "open" else (leads, opened)

    @property
    def sentences(self) -> tuple[Message, ...]:
        if self.ask is None:
            return ()
        leader = self.table.players[self.leader]
        leads = (
            say("{leader} leads, first trick anticlockwise. Someone from another team deals.", leader=leader)
            if self.leader % 2
            else say("{leader} leads, first trick clockwise. Someone from another team deals.", leader=leader)
        )
        if self.ask.step == "open":
            return (STAKES, leads)
        if self.opener:
            return (
                say(
                    "{team} opened. If both hit, 30 more. If either misses, 30 to each other team.",
                    team=self.name_of_side(self.opener),
                ),
                leads,
            )
        if self.deals:
            return (leads,)
        pack = (
            say("Take out the 2s to 6s: 48 cards, 12 each, two of them laid as the bid.")
            if len(self.sides) == 2
            else say("Take out the 2s: 72 cards, 12 each, two of them laid as the bid.")
        )
        return (pack, leads, say("Each trick is played in the direction of its leader’s partner."))

    @property
    def ending(self) -> Message:
        reached = [self.name_of_side(side) for side in self.sides if self.totals[side[0]] >= self.target]
        if len(reached) == len(self.sides) == 2:
            return say("Both teams reached {target}.", target=self.target)
        return say("{name} reached {target}.", name=listed(*reached), target=self.target)

    @property
    def progress(self) -> Message:
        return say("round {round}, to {target}", round=self.deals if self.over else self.deals + 1, target=self.target)

    def role(self, seat: int) -> Message | None:
        return say("first leader") if seat == self.leader and not self.over else None

    def tally(self, side: tuple[int, ...]) -> Message | None:
        return count("{n} hit", "{n} hits", n=bids_made(self, side) or 0) if self.deals else None

    @property
    def moments(self) -> tuple[Message, ...]:
        """Who hit most often, and the twin shoots of the two partners in each team, with closed bids and open ones."""
        told: list[Message] = []
        names, hits = most_exact(self)
        if hits:
            told.append(say("Most hits: {names}, {hits} of {rounds}", names=names, hits=hits, rounds=self.deals))
        for side, opened in product(self.sides, (False, True)):
            shot = (
                row for row in self.deal_rows if row.fact("twin", side[0]) and row.fact("opened", side[0]) is opened
            )
            for partners, n in Counter(tuple(row.players[seat] for seat in side) for row in shot).items():
                team = together(*partners)
                told.append(
                    count("{team}: {n} overhead twin shoot", "{team}: {n} overhead twin shoots", n=n, team=team)
                    if opened
                    else count("{team}: {n} twin shoot", "{team}: {n} twin shoots", n=n, team=team)
                )
        return (*told, *super().moments)

    @property
    def outlook(self) -> Outlook:
        """An opener makes 30 more itself, or gives 30 to each other team."""
        opened = self.opener if self.asked else self.last_alone
        most = TRICKS * TRICK + 2 * SHOOT + TWIN_SHOOT + (OVERHEAD if opened else 0)
        return Outlook(gains=(Range(0, most),) * len(self.sides), target=self.target)
