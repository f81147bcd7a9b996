"""The score sheet of Twin Shoot: whether the last team opens its bids, then all bids and tricks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from scoring.entry.choices import Choice, Pick
from scoring.entry.fields import Field, Number, Own
from scoring.errors import Problem
from scoring.families.exact_bids import made_by, most_exact, tricks_field, wrong_tricks
from scoring.families.plans import PlannedLength
from scoring.games.twin_shoot.bids import SUITS, TRICKS, Laid, Suit, check_bid, suit_field
from scoring.games.twin_shoot.cells import cell_of, outcome_of
from scoring.games.twin_shoot.facts import BREAKDOWNS, FACT_KINDS, facts_of
from scoring.games.twin_shoot.moments import twin_shoots
from scoring.games.twin_shoot.options import TwinShootOptions
from scoring.games.twin_shoot.points import (
    OVERHEAD,
    SHOOT,
    TRICK,
    TWIN_SHOOT,
    Part,
    Shot,
    added,
    both_hit,
    feat_of,
    gift_part,
    own_parts,
)
from scoring.insights.facts import Breakdown, FactKind
from scoring.message import Message, Words, bare, count, listed, plain, say, signed
from scoring.sheets.sheet import Said
from scoring.sheets.values import Ask, Entry, Level, Notice, Outlook, Range

OPEN = say("Open bid")
CLOSED = {"step": "open", "open": "no"}


@dataclass(frozen=True, kw_only=True)
class TwinShootSheet(PlannedLength[TwinShootOptions]):
    """A score sheet of Twin Shoot.

    `asked`: the question of opening is answered for this round; `opener` is the team that opened, None if none did. A
    team is an index into `sides`.
    """

    number_rule: ClassVar[Message] = say(
        "Partners sit side by side and share a score, so nobody joins or leaves. Somebody else can take over a seat."
    )
    level_at_end: ClassVar[Level] = Level.SHARED
    """「同点の場合は該当チーム同士で勝利を分かち合います」."""
    suits: ClassVar[tuple[Suit, ...]] = SUITS
    fact_kinds: ClassVar[tuple[FactKind, ...]] = FACT_KINDS
    breakdowns: ClassVar[tuple[Breakdown, ...]] = BREAKDOWNS

    asked: bool = False
    opener: int | None = None

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return tuple((seat, seat + 1) for seat in self.table.seats[::2])

    @property
    def leader(self) -> int:
        """The seat that leads this round: the team changes clockwise, the partner after each lap."""
        teams = len(self.sides)
        team = (self.table.dealer // 2 + self.deals) % teams
        lap = self.deals // teams
        return self.sides[team][lap % 2]

    @property
    def last_alone(self) -> int | None:
        """The only team in last place, which may open; None if several are tied."""
        least = min(self.totals)
        last = [team for team, side in enumerate(self.sides) if self.totals[side[0]] == least]
        return last[0] if len(last) == 1 else None

    def name_of(self, team: int) -> Words:
        return self.name_of_side(self.sides[team])

    def next_ask(self) -> Ask | None:
        if self.asked:
            return self._ask_result()
        return self._ask_result() if self.last_alone is None else self._ask_open(self.last_alone)

    def _ask_open(self, team: int) -> Ask:
        choices = (
            Choice("yes", say("They open"), say("If both hit, 30 more. If either misses, 30 to each other team.")),
            Choice("no", say("Stay closed"), say("The bids stay face down until the end of the round.")),
        )
        label = say("Do {team} open their bids?", team=self.name_of(team))
        return Ask(
            step="open",
            title=OPEN,
            fields=(Pick(name="open", label=label, choices=choices, missing=say("Choose whether they open.")),),
            action=say("Confirm"),
            called=say("Opening in round {round}", round=self.deals + 1),
        )

    def _ask_result(self) -> Ask:
        seats = tuple(self.table.seats)
        return Ask(
            step="result",
            title=say("Result of the round"),
            fields=(
                Number(name="bids", label=say("Bids"), seats=seats, low=0, high=TRICKS, optional=True, own=Own.HIDDEN),
                suit_field("first_suit", say("First card"), seats=seats),
                suit_field("second_suit", say("Second card"), seats=seats),
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
        if self.asked or self.last_alone is None:
            return ()
        return tuple({"step": "open", "open": answer} for answer in ("yes", "no"))

    def check(self, entry: Entry) -> Iterator[Problem]:
        if entry.step == "open":
            return
        for seat, laid in enumerate(self._laid(entry)):
            yield from check_bid(laid, seat=seat, name=self.table.players[seat])
        if wrong := wrong_tricks(entry["tricks"], hand=TRICKS):
            yield Problem("tricks", None, wrong)

    def check_part(self, entry: Entry, seat: int) -> Iterator[Problem]:
        yield from check_bid(self._laid(entry)[seat], seat=seat, name=self.table.players[seat])

    def _laid(self, entry: Entry) -> tuple[Laid, ...]:
        nothing = (None,) * len(self.table.players)
        given = (entry.get(name) or nothing for name in ("bids", "first_suit", "second_suit"))
        return tuple(Laid(*each) for each in zip(*given, strict=True))

    def deal_called(self, number: int) -> Message:
        return say("round {number}", number=number)

    def write_step(self, entry: Entry) -> Self:
        if entry.step == "open":
            return self._play_open(opens=entry["open"] == "yes")
        shots = [
            Shot(name, laid, tricks)
            for name, laid, tricks in zip(self.table.players, self._laid(entry), entry["tricks"], strict=True)
        ]
        teams = [[shots[seat] for seat in side] for side in self.sides]
        parts = self._parts(teams)
        cells = tuple(
            cell_of(shot, parts[seat // 2], opened=seat // 2 == self.opener) for seat, shot in enumerate(shots)
        )
        feats = [feat_of(each, opened=team == self.opener) for team, each in enumerate(teams)]
        names = [self.name_of(team) for team in range(len(teams))]
        told = tuple(
            bare("{team}: {feat}", team=name, feat=feat) for name, feat in zip(names, feats, strict=True) if feat
        )
        outcomes = tuple(
            outcome_of(name, feat, points=signed(added(each)))
            for name, feat, each in zip(names, feats, parts, strict=True)
        )
        changes = self.scored(
            label=str(self.deals + 1),
            about=self._about(),
            cells=cells,
            dealer=self.leader,
            told=told,
            facts=facts_of(teams, opener=self.opener, leader=self.leader),
        )
        return replace(self, **changes, asked=False, opener=None, said=listed(*outcomes))

    def _play_open(self, *, opens: bool) -> Self:
        team = self.last_alone
        assert team is not None, "only a team that is last alone is asked"
        name = self.name_of(team)
        said = say("{team} open their bids.", team=name) if opens else say("{team} keep their bids closed.", team=name)
        return replace(self, asked=True, opener=team if opens else None, said=said)

    def _parts(self, teams: list[list[Shot]]) -> list[list[Part]]:
        """The points of each team: its own, then those for another's missed open bid."""
        parts = [list(own_parts(shots, opened=team == self.opener)) for team, shots in enumerate(teams)]
        if self.opener is not None and not both_hit(teams[self.opener]):
            for team, each in enumerate(parts):
                if team != self.opener:
                    each.append(gift_part(self.name_of(self.opener)))
        return parts

    def _about(self) -> Message:
        leader = self.table.players[self.leader]
        if self.opener is None:
            return say("round {round}, {leader} led first", round=self.deals + 1, leader=leader)
        opener = self.name_of(self.opener)
        return say("round {round}, {leader} led first, {team} opened", round=self.deals + 1, leader=leader, team=opener)

    def adapt_later_entry(
        self, entry: Said, *, was: Self, once: Callable[[], Iterable[tuple[Said, Self]]]
    ) -> tuple[Said, ...]:
        """An open bid belongs to the team that was last: if another is last now, it was closed."""
        asked = self.ask.step if self.ask else None
        if entry["step"] == "open" and asked == "result":
            return ()
        if entry["step"] == "open" and self.last_alone != was.last_alone:
            return (self._said_once(once),)
        if entry["step"] == "result" and asked == "open":
            return (self._said_once(once), entry)
        return super().adapt_later_entry(entry, was=was, once=once)

    def _said_once(self, once: Callable[[], Iterable[tuple[Said, Self]]]) -> Said:
        """What the team that is last now entered in this round before a correction; closed if it was not asked."""
        asked = (said for said, sheet in once() if (sheet.deals, sheet.last_alone) == (self.deals, self.last_alone))
        return next((said for said in asked if said["step"] == "open"), CLOSED)

    def describe_adaptation(self, entry: Said, made: Sequence[Said], *, was: Self) -> Message | None:
        number = self.deals + 1
        opens = next((each["open"] for each in made if each["step"] == "open"), None)
        if was.last_alone is not None and (entry["step"], entry.get("open")) == ("open", "yes"):
            return say(
                "Round {round}: {team}’s open bid doesn’t count, because they are not alone in last place.",
                round=number,
                team=self.name_of(was.last_alone),
            )
        if opens is None or self.last_alone is None:
            return None
        team = self.name_of(self.last_alone)
        if opens == "yes":
            return say(
                "Round {round}: {team}’s open bid counts, because they are alone in last place.",
                round=number,
                team=team,
            )
        return say(
            "Round {round}: {team} are alone in last place, and their bids count as closed.", round=number, team=team
        )

    @property
    def notices(self) -> tuple[Notice, ...]:
        if self.over:
            return ()
        leads = Notice("leader", say("Leads first"), self.table.players[self.leader])
        if self.ask is not None and self.ask.step == "open":
            return (leads,)
        return (leads, Notice("open", OPEN, say("none") if self.opener is None else self.name_of(self.opener)))

    @property
    def sentences(self) -> tuple[Message, ...]:
        if self.over or self.ask is None:
            return ()
        if self.ask.step == "open":
            return (say("If both hit, 30 more. If either misses, 30 to each other team."), self._before_play())
        if self.opener is not None:
            team = self.name_of(self.opener)
            text = say("{team} opened. If both hit, 30 more. If either misses, 30 to each other team.", team=team)
            return (text, self._before_play())
        if self.deals:
            return (self._before_play(),)
        return (
            self._pack(),
            self._before_play(),
            say("Each trick is played in the direction of its leader’s partner."),
        )

    def _pack(self) -> Message:
        if len(self.sides) == 2:
            return say("Take out the 2s to 6s: 48 cards, 12 each, two of them laid as the bid.")
        return say("Take out the 2s: 72 cards, 12 each, two of them laid as the bid.")

    def _before_play(self) -> Message:
        leader = self.table.players[self.leader]
        if self.leader % 2 == 0:
            return say("{leader} leads, first trick clockwise. Someone from another team deals.", leader=leader)
        return say("{leader} leads, first trick anticlockwise. Someone from another team deals.", leader=leader)

    def rescored(self, later: int) -> Message:
        return count("{n} later round will be rescored.", "{n} later rounds will be rescored.", n=later)

    @property
    def ending(self) -> Message:
        target = self.target
        reached = [team for team, side in enumerate(self.sides) if self.totals[side[0]] >= target]
        if len(reached) == len(self.sides) == 2:
            return say("Both teams reached {target}.", target=target)
        return say("{name} reached {target}.", name=listed(*map(self.name_of, reached)), target=target)

    @property
    def progress(self) -> Message:
        rounds = self.deals if self.over else self.deals + 1
        return say("round {round}, to {target}", round=rounds, target=self.target)

    def role(self, seat: int) -> Message | None:
        return say("first leader") if seat == self.leader and not self.over else None

    def tally(self, side: tuple[int, ...]) -> Message | None:
        hits = sum(made_by(self, seat) for seat in side)
        return count("{n} hit", "{n} hits", n=hits) if self.deals else None

    @property
    def moments(self) -> tuple[Message, ...]:
        return (*self._most_hits(), *twin_shoots(self.rows, self.sides), *super().moments)

    def _most_hits(self) -> Iterator[Message]:
        names, hits = most_exact(self)
        if hits:
            yield say("Most hits: {names}, {hits} of {rounds}", names=names, hits=hits, rounds=self.deals)

    @property
    def outlook(self) -> Outlook:
        """An opener makes 30 more itself, or gives 30 to each other team."""
        opened = self.opener if self.asked else self.last_alone
        most = TRICKS * TRICK + 2 * SHOOT + TWIN_SHOOT + (0 if opened is None else OVERHEAD)
        return Outlook(gains=(Range(0, most),) * len(self.sides), target=self.target)
