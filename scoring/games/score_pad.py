"""Score pad 得点帳: any other game, with a number for each seat and round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from scoring.entry.choices import Choice
from scoring.entry.fields import Number, NumberList, Own, Writing
from scoring.families.plans import PassingDeal, PlannedTarget
from scoring.game import Game
from scoring.message import Message, bare, both, count, listed, plain, say, signed
from scoring.options import Options, Preset, option, pick
from scoring.sheets.sheet import EntryValues
from scoring.sheets.values import ABSENT, Ask, Cell, Entry, Notice

MAX_TITLE_LENGTH = 30
TITLE_HELP = say("The game you are playing. Shown on the sheet and in lists.")
MAX_ROUND_POINTS = 100_000
"""The most points of a round, up or down."""
DENOMINATORS = {"whole": 1, "halves": 2, "tenths": 10}
"""By the parts of points that are allowed."""


@dataclass(frozen=True, kw_only=True)
class ScorePadOptions(Options):
    """The options of a score pad: the name of the game, the best total and the end.

    With both a target and a number of rounds, the game ends at whichever comes first.
    """

    name: str | None = option(Writing(label=say("Name of the game"), longest=MAX_TITLE_LENGTH, help=TITLE_HELP))
    best: str = pick(
        say("Who wins"),
        Choice(
            "highest",
            say("The highest total"),
            say("The player with the most points wins."),
            say("The highest total wins"),
        ),
        Choice(
            "lowest",
            say("The lowest total"),
            say("The player with the fewest points wins."),
            say("The lowest total wins"),
        ),
        of_kind=True,
    )
    target: int | None = option(
        Number(
            label=say("Target"),
            low=1,
            high=1_000_000,
            unset=say("none"),
            help=say("The game ends after the round in which someone’s total reaches it."),
        )
    )
    rounds: int | None = option(
        Number(
            label=say("Rounds"),
            low=1,
            high=500,
            unset=say("no limit: until you end the game"),
            of_length=count("{n} round", "{n} rounds", n=1),
        )
    )
    parts: str = pick(
        say("Points"),
        Choice("whole", say("Whole numbers")),
        Choice("halves", say("Halves"), say("4.5 and 4,5 are four and a half."), say("Half points")),
        Choice("tenths", say("Tenths"), say("4.2 and 4,2 are four and two tenths."), say("Tenths of points")),
        sparse=True,
    )
    step_keys: tuple[int, ...] = option(
        NumberList(
            label=say("Own keys"),
            help=say("Up to four numbers, such as 5, 10, −1: each has a key that adds it to a player’s points."),
            low=-MAX_ROUND_POINTS,
            high=MAX_ROUND_POINTS,
            most=4,
        ),
        (),
        sparse=True,
    )

    @property
    def title(self) -> str:
        return self.name or ""


@dataclass(frozen=True, kw_only=True)
class ScorePadSheet(PassingDeal[ScorePadOptions], PlannedTarget[ScorePadOptions]):
    """The score sheet of a score pad: a number for each seat, round by round."""

    player_counts = tuple(range(1, 13))
    """The rules of the game are not known here: the table decides."""
    deals_named = "rounds"
    deal_of = say("round {number} of {all}")
    best_deal = say("Best round: {names} {points} ({about})")
    all_played = count("The only round has been played.", "All {n} rounds have been played.", n=1)
    dealer_asked = say("Who enters first now?")
    dealer_role = None
    dealer_label = say("Enters first")
    fact_kinds = ()
    """Only the points of the game are known."""

    def ask_step(self) -> Ask:
        points = Number(
            name="points",
            label=say("Points"),
            singular=say("points"),
            # Clockwise, beginning every round with the same player, or with who sits next to the left of them.
            seats=self.table.round_from(self.dealer),
            low=-MAX_ROUND_POINTS,
            high=MAX_ROUND_POINTS,
            denominator=self.denominator,
            sums=True,
            steps=self.options.step_keys,
            missing=say("{name}’s points are missing."),
            own=Own.ANY_TIME,
        )
        return Ask(
            step="round",
            title=say("Points"),
            fields=(points,),
            action=say("Save round {number}", number=self.deals + 1),
            called=say("Round {number}", number=self.deals + 1),
        )

    @property
    def denominator(self) -> int:
        return DENOMINATORS[self.options.parts]

    @cached_property
    def dealer(self) -> int:
        """Who enters first in every round."""
        return self.table.dealer_after(None)

    @property
    def last_dealer(self) -> int | None:
        return self.dealer if self.deals else None

    @property
    def placeholders(self) -> tuple[EntryValues, ...]:
        # All lose, or all but one; no target is reached by that.
        seats, lost = self.table.playing, -MAX_ROUND_POINTS
        return tuple(
            {"step": "round", "points": self.by_seat({each: lost * (each != seat) for each in seats})}
            for seat in (None, *seats)
        )

    def write_step(self, entry: Entry) -> Self:
        points = {seat: each for seat, each in enumerate(entry["points"]) if each is not None}
        number, cells = self.deals + 1, dict[int, Cell]()
        for seat, each in points.items():
            before, after = plain(self.totals[seat]), plain(self.totals[seat] + each)
            sign, amount = "−" if each < 0 else "+", plain(abs(each))
            # Such as `38 − 5 = 33`.
            sum_of = bare("{before} {sign} {points} = {after}", before=before, sign=sign, points=amount, after=after)
            cells[seat] = Cell(points=each, working=sum_of)
        played = self.with_row(about=self.deal_called(number), cells=self.by_seat(cells, absent=ABSENT))
        results = tuple(
            bare("{name} {points}", name=self.table.players[seat], points=signed(each)) for seat, each in points.items()
        )
        return replace(played, message=say("Round {number}: {results}", number=number, results=results))

    @property
    def fewest(self) -> bool:
        return self.options.best == "lowest"

    @property
    def deal_notices(self) -> tuple[Notice, ...]:
        if not self.rows:
            return ()
        first = (self.name_of_side(each.seats) for each in self.standings if each.place == 1)
        leads = Notice("leads", say("Leads"), listed(*first), scored=True)
        return (leads,) if self.target is None else (leads, Notice("target", say("Target"), str(self.target)))

    @property
    def deal_sentences(self) -> tuple[Message, ...]:
        lowest = (say("The lowest total wins."),) if self.fewest else ()
        if self.target is None:
            return lowest
        text = say("The game ends after the round in which someone’s total reaches {target}.", target=self.target)
        return (*lowest, text)

    @property
    def ending(self) -> Message:
        if self.target is not None and (reached := self.reached(self.target)):
            return say("{name} reached {target}.", name=both(*map(self.name_of_side, reached)), target=self.target)
        return super().ending

    @property
    def moments(self) -> tuple[Message, ...]:
        """The best round: the one with the fewest points where the lowest total wins."""
        best = min if self.fewest else max
        rounds = self.deal_rows
        if not rounds:
            return ()
        points = best(best(row.played.values()) for row in rounds)
        return (self.best_with(points),)


GAME = Game(
    slug="score-pad",
    name="Score pad",
    name_ja="得点帳",
    kana="とくてんちょう",
    options=ScorePadOptions,
    sheet=ScorePadSheet,
    presets=(
        Preset("most", say("Most points"), say("The highest total wins. End the game when you like."), {}),
        Preset(
            "fewest",
            say("Fewest points"),
            say("The lowest total wins. End the game when you like."),
            {"best": "lowest"},
        ),
        Preset("target", say("First to 100"), say("When someone has 100, the highest total wins."), {"target": 100}),
        Preset("rounds", say("Ten rounds"), say("The highest total after ten rounds wins."), {"rounds": 10}),
    ),
    called=lambda options: name if isinstance(name := options.get("name"), str) else None,
    first=say("Enters first"),
    tap=say("Tap the player to enter first."),
    seating=say("For a team, enter one name."),
)
