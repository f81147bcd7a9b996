"""The length of a game that the table changes while it runs: a target, or a number of deals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from scoring.entry.fields import Number
from scoring.errors import Problem
from scoring.message import Message, say
from scoring.options import Opt
from scoring.sheets.changes import PLAN
from scoring.sheets.sheet import Said, Sheet
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

    @property
    def left_to_play(self) -> Message | None:
        """Where a lower target is reached already, that the deal in play is the last."""
        if self.over or not self.target_reached or self.progress is None:
            return None
        return say("{progress}, the last one", progress=self.progress)

    def check_plan(self, entry: Entry) -> Iterable[Problem]:
        if self._is_planned(entry.facts):
            yield Problem(self.plan_fields[0].name, None, say("That is the plan already."))

    def _is_planned(self, plan: Mapping[str, object]) -> bool:
        return all(plan.get(field.name) == field.suggested for field in self.plan_fields)

    def replan(self, entry: Entry) -> Self:
        return replace(self, planned=entry)

    def adapt_later_entry(
        self, entry: Said, *, was: Self, once: Callable[[], Iterable[tuple[Said, Self]]]
    ) -> tuple[Said, ...]:
        """Without a plan that changes nothing any more after the correction."""
        nothing = entry["step"] == PLAN and self._is_planned(entry)
        return () if nothing else super().adapt_later_entry(entry, was=was, once=once)
