"""What a game says of changes while it runs: of its players, and of the plan of what is left to play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Self

from scoring.entry.fields import Field
from scoring.errors import Problem
from scoring.message import Message
from scoring.options import Opt
from scoring.sheets.data import SheetData
from scoring.sheets.values import Entry
from scoring.table import Table


@dataclass(frozen=True, kw_only=True)
class Changeable(SheetData[Opt]):
    """The methods that a game overrides whose players or plan may change; see `scoring.sheets.changes`."""

    dealer_asked: ClassVar[Message | None] = None
    """The question who deals now; None where the results of the deals say it."""

    def with_seat(self) -> Self:
        """The sheet with one more value for a new seat in whatever it keeps by seat besides totals and rows."""
        return self

    def check_table(self, table: Table) -> Message | None:
        """Why the game can't go on at this table after the deal in play; None if it can."""
        return None

    @property
    def plan_fields(self) -> tuple[Field, ...]:
        """The fields with which the table changes the plan of what is left to play; none where there is no plan."""
        return ()

    def check_plan(self, entry: Entry) -> Iterable[Problem]:
        """The problems of a changed plan."""
        return ()

    def replan(self, entry: Entry) -> Self:
        """The sheet with a changed plan."""
        raise NotImplementedError

    def plan_effect(self, before: Self) -> Message | None:
        """What a change of the players has changed in the plan, with the hands that can't be dealt any more."""
        return None

    def plan_said(self, entry: Entry) -> Message:
        """A changed plan in words."""
        raise NotImplementedError
