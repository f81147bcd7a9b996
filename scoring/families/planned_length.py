"""The length of a game that the table changes while it runs: a target, or a number of deals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from scoring.entry.fields import Number
from scoring.options import Opt
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Entry


@dataclass(frozen=True, kw_only=True)
class PlannedLength(Sheet[Opt]):
    """A sheet whose length can change; `planned` is the last plan, None as long as the house rules say the length.

    A target is looked at after a deal, so a lower one ends no game at once. A number of deals does, if as many have
    been played.
    """

    planned: Entry | None = None

    def length(self, option: str) -> int | None:
        """The value, as planned now, of an option that says how long the game is; None for no limit."""
        said: int | None = getattr(self.options, option) if self.planned is None else self.planned.get(option)
        return said

    def length_field(self, option: str, *, low: int = 1) -> Number:
        """The field of a plan for an option that says how long the game is."""
        field = next(each for each in self.options.fields() if each.name == option)
        assert isinstance(field, Number), "a length is a number"
        unset = field.unset is not None
        return replace(field, low=low, optional=unset, suggested=self.length(option), legacy_default=None)

    @property
    def least_deals(self) -> int:
        """The least number of deals that a plan can have: those that are finished or in play, and one at least."""
        return max(1, self.deals + (1 if self.pending else 0))

    def replan(self, entry: Entry) -> Self:
        return replace(self, planned=entry)
