"""Score pad 得点帳: any other game, with a number for each seat and round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from scoring.entry.choices import Choice, Pick, PickMany
from scoring.entry.fields import Field, Number, NumberList, Own, Writing
from scoring.errors import Problem
from scoring.families.plans import ENDS_AFTER, PassingDeal, PlannedTarget, reached
from scoring.game import Game
from scoring.message import Message, Points, bare, both, count, listed, plain, say, signed
from scoring.options import Options, Preset, option, pick
from scoring.sheets.sheet import FIXED_PLAYERS, EntryValues
from scoring.sheets.values import ABSENT, RESULT, Ask, Cell, Doubt, Entry, Notice, Outcome, Side
from scoring.table import Table

MAX_TITLE_LENGTH = 30
MAX_ROUND_POINTS = 100_000
"""The most points of a round, up or down."""
WHO_WON = say("Who won?")
ALL_TOGETHER = say("All win or lose together, with points of all if you like. It counts as played, not as a win.")
OUTCOME = Pick(
    name="outcome",
    label=RESULT,
    choices=(Choice("won", say("Won")), Choice("lost", say("Lost"))),
)
ROUND = say("Round {number}")
DENOMINATORS = {"whole": 1, "halves": 2, "tenths": 10}
"""By the parts of points that are allowed."""


@dataclass(frozen=True, kw_only=True)
class ScorePadOptions(Options):
    """The options of a score pad: the name of the game, the best total and the end.

    With both a target and a number of rounds, the game ends at whichever comes first.
    """

    name: str | None = option(Writing(label=say("Name of the game"), longest=MAX_TITLE_LENGTH))
    best: str = pick(
        say("Who wins"),
        Choice("highest", say("The highest total")),
        Choice("lowest", say("The lowest total")),
        of_kind=True,
        only_with=("result", "points"),
    )
    target: int | None = option(
        Number(
            label=say("Target"),
            low=1,
            high=1_000_000,
            unset=say("none"),
            help=ENDS_AFTER,
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
        Choice("halves", say("Halves")),
        Choice("tenths", say("Tenths")),
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

    result: str = pick(
        RESULT,
        Choice("points", say("Points")),
        Choice("won", say("Won or lost")),
        Choice(
            "together",
            say("Together"),
            ALL_TOGETHER,
        ),
        of_kind=True,
        sparse=True,
    )

    teams: tuple[int, ...] = option(
        NumberList(
            label=say("Teams"),
            help=say("The team of each seat, such as 1, 2, 1, 2. A team has one number; left empty, each plays alone."),
            low=1,
            high=6,
            most=12,
        ),
        (),
        sparse=True,
    )

    def problems(self, table: Table) -> tuple[Problem, ...]:
        if self.teams and len(self.teams) != len(table.players):
            text = say("Give each of the {n} seats the number of its team.", n=len(table.players))
            return (Problem("teams", None, text),)
        one = len({*self.teams}) == 1
        return (Problem("teams", None, say("There are two to six teams.")),) if one else ()

    @property
    def title(self) -> str:
        return self.name or ""


@dataclass(frozen=True, kw_only=True)
class ScorePadSheet(PassingDeal[ScorePadOptions], PlannedTarget[ScorePadOptions]):
    """The score sheet of a score pad: a number for each side, or who has won, round by round.

    `outcome` is how a game ended that all played together.
    """

    player_counts = tuple(range(1, 13))
    """The rules of the game are not known here: the table decides."""
    deals_named = "rounds"
    dealer_role = None
    dealer_label = say("Enters first")
    fact_kinds = ()
    """Only the points of the game are known."""

    outcome: str | None = None

    @property
    def together(self) -> bool:
        """Whether all play together."""
        return self.options.result == "together"

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        if self.together:
            return (tuple(self.table.seats),)
        teams = self.options.teams
        by_team = tuple(
            tuple(seat for seat in self.table.seats if teams[seat] == team) for team in dict.fromkeys(teams)
        )
        return by_team or super().sides

    @property
    def fixed_players(self) -> Message | None:
        return FIXED_PLAYERS if self.together or self.options.teams else None

    @property
    def asked_seats(self) -> tuple[int, ...]:
        """The first seat of each side that plays: what is entered there is that of the side."""
        # Clockwise, beginning every round with the same player, or with who sits next to the left of them.
        return tuple(seat for seat in self.table.round_from(self.dealer) if seat == self.side_of(seat)[0])

    def ask_step(self) -> Ask:
        seats = self.asked_seats
        points = Number(
            name="points",
            label=say("Points"),
            singular=say("points"),
            seats=seats,
            low=-MAX_ROUND_POINTS,
            high=MAX_ROUND_POINTS,
            denominator=self.denominator,
            sums=True,
            steps=self.options.step_keys,
            own=None if self.together else Own.ANY_TIME,
            optional=self.together,
        )
        names = tuple(Choice(str(seat), self.name_of_side(self.side_of(seat))) for seat in seats)
        fields: Mapping[str, tuple[Field, ...]] = {
            "points": (points,),
            "won": (PickMany(name="won", label=WHO_WON, choices=names, of_seats=True),),
            "together": (replace(OUTCOME, optional=self.deals + 1 != self.deals_in_all), points),
        }
        return Ask(
            step="round",
            title=WHO_WON if self.options.result == "won" else say("Points"),
            fields=fields[self.options.result],
            action=self.save_deal,
            called=ROUND.of(number=self.deals + 1),
        )

    def check(self, entry: Entry) -> Iterable[Problem]:
        if self.together and not (entry.get("outcome") or entry.get("points")):
            yield Problem("outcome", None, OUTCOME.refuse_missing(), missing=True)

    def doubt(self, entry: Entry) -> Doubt | None:
        return Doubt(say("Did nobody win?"), say("Nobody did")) if entry.get("won") == () else None

    @property
    def denominator(self) -> int:
        return DENOMINATORS[self.options.parts]

    @property
    def placeholders(self) -> tuple[EntryValues, ...]:
        if self.options.result != "points":
            return ()
        # All lose, or all but one; no target is reached by that.
        seats, lost = self.asked_seats, -MAX_ROUND_POINTS
        return tuple(
            {"step": "round", "points": self.by_seat({each: lost * (each != seat) for each in seats})}
            for seat in (None, *seats)
        )

    def write_step(self, entry: Entry) -> Self:
        number, cells, results = self.deals + 1, dict[int, Cell](), list[Message]()
        for side in self.sides:
            if side[0] in self.table.playing:
                cell = self.cell_of(side[0], entry)
                cells |= dict.fromkeys(side, cell)
                shown = cell.working if cell.outcome else signed(cell.points)
                results.append(bare("{name} {points}", name=self.name_of_side(side), points=shown))
        played = self.with_row(about=self.deal_called(number), cells=self.by_seat(cells, absent=ABSENT))
        message = bare("{round}: {results}", round=ROUND.of(number=number), results=tuple(results))
        return replace(played, message=message, outcome=entry.get("outcome"))

    def cell_of(self, seat: int, entry: Entry) -> Cell:
        """The cell of a side, whose number is that of its first seat."""
        points = (entry.get("points") or self.by_seat({}))[seat]
        if points is None:
            won = str(seat) in entry["won"] if self.options.result == "won" else entry["outcome"] == "won"
            said, outcome = (say("won"), Outcome.WON) if won else (say("lost"), Outcome.LOST)
            return Cell(points=0 if self.together else int(won), working=said, outcome=outcome)
        before, after = plain(self.totals[seat]), plain(self.totals[seat] + points)
        sign, amount = "−" if points < 0 else "+", plain(abs(points))
        # Such as `38 − 5 = 33`.
        sum_of = bare("{before} {sign} {points} = {after}", before=before, sign=sign, points=amount, after=after)
        return Cell(points=points, working=sum_of)

    @property
    def target_reached(self) -> bool:
        return self.outcome is not None or super().target_reached

    @property
    def target(self) -> Points | None:
        return None if self.together else super().target

    @property
    def fewest(self) -> bool:
        return self.options.best == "lowest" and self.options.result == "points"

    @property
    def plan_fields(self) -> tuple[Field, ...]:
        return () if self.together else super().plan_fields

    @property
    def endless(self) -> bool:
        return not self.together and super().endless

    @property
    def winners(self) -> tuple[int, ...]:
        if self.together:
            return self.sides[0] if self.outcome == "won" and self.over else ()
        return super().winners if self.somebody_won else ()

    @cached_property
    def leaders(self) -> frozenset[int]:
        if self.together:
            return frozenset(self.winners)
        return super().leaders if self.somebody_won else frozenset()

    @property
    def somebody_won(self) -> bool:
        """Where nobody has won a round, nobody has won, unless the table says who did."""
        return self.options.result == "points" or any(self.totals) or bool(self.ties_in_force)

    @property
    def has_points(self) -> bool:
        return self.options.result == "points" or (any(self.totals) and (self.together or self.deals > 1))

    @property
    def nobody_won(self) -> Message:
        return say("Lost together") if self.outcome == "lost" else super().nobody_won

    @property
    def won_by(self) -> Message | None:
        if self.together:
            return say("win together")
        return count("wins", "win", n=len(self.winners)) if self.options.result == "won" else None

    def worth(self, n: int) -> Message:
        return count("{n} win", "{n} wins", n=n) if self.options.result == "won" else super().worth(n)

    @property
    def deal_notices(self) -> tuple[Notice, ...]:
        if not self.leaders or self.together:
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
        if self.target is not None and (first := self.reached(self.target)):
            return reached(both(*map(self.name_of_side, first)), self.worth(int(self.target)))
        return super().ending

    @property
    def moments(self) -> tuple[Message, ...]:
        """The best round: the one with the fewest points where the lowest total wins."""
        best = min if self.fewest else max
        rounds = self.deal_rows
        if not rounds or self.options.result != "points":
            return ()
        points = best(best(row.played.values()) for row in rounds)
        return self.best_with(points)


GAME = Game(
    slug="score-pad",
    name="Score pad",
    name_ja="得点帳",
    kana="とくてんちょう",
    options=ScorePadOptions,
    sheet=ScorePadSheet,
    by_total=lambda options: options.get("result", "points") == "points",
    presets=(
        Preset("most", say("Most points"), None, {}),
        Preset(
            "fewest",
            say("Fewest points"),
            say("The lowest total wins."),
            {"best": "lowest"},
        ),
        Preset("target", say("First to 100"), None, {"target": 100}),
        Preset("rounds", say("Ten rounds"), None, {"rounds": 10}),
        Preset("won", say("Won or lost"), None, {"result": "won", "rounds": 1}),
        Preset(
            "together",
            say("Together"),
            ALL_TOGETHER,
            {"result": "together", "rounds": 1},
        ),
    ),
    called=lambda options: name if isinstance(name := options.get("name"), str) else None,
    first=say("Enters first"),
    tap=say("Tap the player to enter first."),
    seating=say("For a team, enter one name, or set the teams in the house rules."),
)
