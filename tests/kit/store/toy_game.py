"""A toy game for the record's tests: players take chips, halves too, from one pot until it is empty."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Self

from scoring.entry.choices import SeatPick
from scoring.entry.fields import Number
from scoring.errors import Problem
from scoring.game import Game
from scoring.message import Points, plain, say
from scoring.options import Options, option
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Ask, Cell, Entry
from scoring.table import Table


@dataclass(frozen=True, kw_only=True)
class PotOptions(Options):
    pot: int = option(Number(label=say("Pot"), low=1, high=1000), 10)
    tip: int | None = option(Number(label=say("Tip"), low=0, high=10))

    def resolve_defaults(self, table: Table) -> Self:
        return replace(self, tip=len(table.players) if self.tip is None else self.tip)


@dataclass(frozen=True, kw_only=True)
class PotSheet(Sheet[PotOptions]):
    """A correction that takes more than was taken leaves too little for those who came later."""

    player_counts = (2, 3)
    fixed_players = say("Nobody joins or leaves.")
    denominator: ClassVar[int] = 2

    @property
    def left(self) -> Points:
        return Fraction(self.options.pot) - sum(row.points[seat] for row in self.rows for seat in self.table.seats)

    @property
    def over(self) -> bool:
        return super().over or self.left <= 0

    def ask_step(self) -> Ask:
        seat = SeatPick(name="seat", label=say("Who"), among=tuple(self.table.seats))
        chips = Number(name="chips", label=say("Chips"), low=0, high=1000, denominator=2)
        return Ask(
            step="take",
            title=say("Take"),
            fields=(seat, chips),
            action=say("Save"),
            called=say("Take {number}", number=self.deals + 1),
        )

    def check(self, entry: Entry) -> Iterator[Problem]:
        if entry["chips"] > self.left:
            yield Problem("chips", None, say("Only {left} chips are left.", left=plain(self.left)))

    def write_step(self, entry: Entry) -> Self:
        cells = tuple(
            Cell(points=entry["chips"] if seat == entry["seat"] else 0, working=say("taken"))
            for seat in self.table.seats
        )
        return self.with_row(about=say("a take"), cells=cells)


POT = Game(
    slug="pot",
    name="Pot",
    name_ja="壺",
    options=PotOptions,
    sheet=PotSheet,
)
