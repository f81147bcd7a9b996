"""Three games that nobody plays: they have what Oh Hell has not, so that the general parts are tested already.

Penny Pot has half chips, a pot, every kind of field and a house rule that no small table can play by. Pairs has teams,
Three Steps more than two steps a deal and tables of one, two and five.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Self

from scoring.entry.choices import Choice, Pick, PickMany, SeatPick
from scoring.entry.fields import Number, Writing
from scoring.errors import Problem
from scoring.game import Game
from scoring.message import Points, say
from scoring.options import Options, Preset, option
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask, Cell, Entry
from scoring.table import Table

COLOURS = (Choice("red", say("Red")), Choice("green", say("Green")), Choice("blue", say("Blue")))


@dataclass(frozen=True, kw_only=True)
class PennyOptions(Options):
    rounds: int = option(Number(label=say("Rounds"), low=1, high=9), 3)
    chips: int | Fraction = option(Number(label=say("Chips"), low=1, high=50, denominator=2), 10)  # noqa: RUF009
    mood: str = option(Pick(label=say("Mood"), choices=(Choice("calm", "Calm"), Choice("wild", "Wild"))), "calm")

    def problems(self, table: Table) -> tuple[Problem, ...]:
        if self.mood == "wild" and len(table.players) < 3:
            return (Problem("mood", None, say("{n} players are too few to be wild.", n=len(table.players))),)
        return ()


NOBODY_JOINS = say("Nobody joins or leaves.")


@dataclass(frozen=True, kw_only=True)
class PennySheet(Sheet[PennyOptions]):
    player_counts = (2, 3, 4)
    fixed_players = NOBODY_JOINS
    denominator: ClassVar[int] = 2
    unowned: Points = 0

    @property
    def opening(self) -> Points:
        return self.options.chips

    @property
    def deals_in_all(self) -> int:
        return self.options.rounds

    def ask_step(self) -> Ask:
        order = self.table.round_from(self.table.after(self.table.dealer))
        fields = (
            Number(name="stakes", label=say("Stake"), seats=order, low=0, high=5, denominator=2),
            SeatPick(name="winner", label=say("Winner"), among=order, nobody=say("a draw")),
            PickMany(name="colours", label=say("Colours"), choices=COLOURS),
            Writing(name="remark", label=say("Remark"), longest=20, optional=True),
            Number(name="knocks", label=say("Knocks"), seats=order[:1], low=0, high=3, optional=True),
        )
        return Ask(step="round", title=say("Round"), fields=fields, action=say("Save the round"), called=say("Round"))

    def check(self, entry: Entry) -> Iterator[Problem]:
        if entry["stakes"][self.table.dealer] == 0:
            yield Problem("stakes", self.table.dealer, say("The dealer may not stake 0: put half a chip in."))

    def write_step(self, entry: Entry) -> Self:
        stakes: tuple[Points, ...] = entry["stakes"]
        pot = self.unowned + sum(stakes)
        cells = tuple(
            Cell(points=(pot if entry["winner"] == seat else 0) - stakes[seat], working=say("in and out"))
            for seat in self.table.seats
        )
        after = self.with_row(about=say("a round"), cells=cells)
        return replace(after, unowned=pot if entry["winner"] == "nobody" else 0)


PENNY = Game(
    slug="penny-pot",
    name="Penny Pot",
    name_ja="壺",
    options=PennyOptions,
    sheet=PennySheet,
    presets=(Preset("wild", say("Wild"), say("For three or four."), {"mood": "wild"}),),
)


@dataclass(frozen=True, kw_only=True)
class PairsSheet(Sheet[Options]):
    """A number for each pair, entered at the first seat of the pair; it never ends by itself."""

    player_counts = (4,)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1, 3))

    def ask_step(self) -> Ask:
        points = Number(name="points", label=say("Points"), seats=(0, 1), low=-50, high=50)
        return Ask(step="points", title=say("Points"), fields=(points,), action=say("Save"), called=say("Points"))

    def check(self, entry: Entry) -> Iterator[Problem]:
        yield from ()

    def write_step(self, entry: Entry) -> Self:
        cells = tuple(Cell(points=entry["points"][seat % 2], working=say("as said")) for seat in self.table.seats)
        return self.with_row(about=say("points"), cells=cells)


PAIRS = Game(
    slug="pairs",
    name="Pairs",
    name_ja="組",
    options=Options,
    sheet=PairsSheet,
)


@dataclass(frozen=True, kw_only=True)
class StepsSheet(Sheet[Options]):
    """Two deals of three steps each, which score 1, 2 and 3 for whoever did them."""

    player_counts = (1, 2, 5)
    fixed_players = NOBODY_JOINS

    done: tuple[int, ...] = ()

    @property
    def deals_in_all(self) -> int:
        return 2

    def ask_step(self) -> Ask:
        who = SeatPick(name="who", label=say("Who"), among=tuple(self.table.seats))
        return Ask(
            step=f"step-{len(self.done) + 1}", title=say("Step"), fields=(who,), action=say("Save"), called=say("Step")
        )

    def check(self, entry: Entry) -> Iterator[Problem]:
        yield from ()

    def write_step(self, entry: Entry) -> Self:
        done = (*self.done, entry["who"])
        if len(done) < 3:
            return replace(self, done=done)
        points = [sum(step for step, who in enumerate(done, start=1) if who == seat) for seat in self.table.seats]
        cells = tuple(Cell(points=each, working=say("steps done")) for each in points)
        return replace(self.with_row(about=say("steps"), cells=cells), done=())


STEPS = Game(
    slug="three-steps",
    name="Three Steps",
    name_ja="三歩",
    options=Options,
    sheet=StepsSheet,
)
