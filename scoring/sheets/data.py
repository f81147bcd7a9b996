"""The data of a sheet: its table, rows and totals, and what is read from them by seat and side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import ClassVar, Generic

from scoring.insights.facts import Fact
from scoring.message import Message, Points, Words, together
from scoring.options import Opt
from scoring.sheets.values import ABSENT, Begun, Cell, Level, Remark, Row, Waiting
from scoring.table import Table


@dataclass(frozen=True, kw_only=True)
class SheetData(Generic[Opt]):
    """The data of a sheet; `GameSheet` adds what each game says of it.

    `written` counts the entries, `pending` has the positions of those that belong to the unfinished deal, `called` the
    name of each entry, `said` a message of what the last one did. `decided`: the last deal reached the target that ends
    the game, and it is still reached. `begun` is the table and the house rules with which the game began, `waiting` are
    the changes that happen after the deal in play; `unranked` are the seats out of competition; `usual_start` and
    `usually_ranked` are what the table chose for the last newcomer and for who left last. `names` are what people whom
    an entry names by another name are called now.
    """

    denominator: ClassVar[int] = 1
    """The denominator of points: 2 where half chips exist."""
    numbers: ClassVar[tuple[int, ...]] = ()
    """The numbers of players at which a deal can be played when some come or leave; empty where nobody may."""
    number_rule: ClassVar[Message | None] = None
    """Why nobody may."""
    level_at_end: ClassVar[Level]
    """Whether a tie for first is a shared win or a draw, by the rules text of each game."""

    table: Table
    options: Opt
    rows: tuple[Row, ...] = ()
    totals: tuple[Points, ...] = ()
    remarks: tuple[Remark, ...] = ()
    written: int = 0
    pending: tuple[int, ...] = ()
    called: tuple[Message, ...] = ()
    ended_early: bool = False
    decided: bool = False
    said: Message | None = None
    begun: Begun | None = None
    waiting: tuple[Waiting, ...] = ()
    unranked: frozenset[int] = frozenset()
    usual_start: str = "opening"
    usually_ranked: bool = True
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), hash=False)

    def __post_init__(self) -> None:
        if self.begun is None:
            object.__setattr__(self, "begun", Begun(self.table, self.options))
        if not self.totals:
            object.__setattr__(self, "totals", (self.opening,) * len(self.table.players))

    @property
    def opening(self) -> Points:
        """The total that each seat starts with: its chips, or 0."""
        return 0

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The sides: seats that share a score; one seat each unless the game has teams."""
        return tuple((seat,) for seat in self.table.seats)

    @property
    def competing(self) -> tuple[tuple[int, ...], ...]:
        """The sides that have a place in the standings: all but those out of competition."""
        return tuple(side for side in self.sides if not self.unranked.issuperset(side))

    def side_of(self, seat: int) -> tuple[int, ...]:
        """The side of a seat."""
        return next(side for side in self.sides if seat in side)

    def name_of_side(self, side: tuple[int, ...]) -> Words:
        """The name of a side, made of its players' names."""
        return together(*(self.table.players[seat] for seat in side))

    def cells_of(self, cells: Mapping[int, Cell]) -> tuple[Cell, ...]:
        """A cell for each seat, from those of the seats that are dealt in."""
        return tuple(cells.get(seat, ABSENT) for seat in self.table.seats)

    def by_seat(self, values: Mapping[int, Fact | None]) -> tuple[Fact | None, ...]:
        """A value for each seat, None for those that are not dealt in."""
        return tuple(values.get(seat) for seat in self.table.seats)

    @cached_property
    def deals(self) -> int:
        """The number of finished deals."""
        return sum(row.kind == "deal" for row in self.rows)
