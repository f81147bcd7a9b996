"""Measured figures with their goals, a line each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """What was measured; the goal is the most that it may be."""

    what: str
    value: float
    unit: str = "times"
    goal: float | None = None

    @property
    def verdict(self) -> str:
        """
        >>> [Figure("a deal", taps, "taps", goal=7).verdict for taps in (7, 8)]
        ['ok', 'over']
        """
        return "" if self.goal is None else "ok" if self.value <= self.goal else "over"

    @property
    def line(self) -> str:
        goal = "" if self.goal is None else f"≤ {number(self.goal)}"
        return f"  {self.what:<76}{number(self.value):>9} {self.unit:<11}{goal:>8}  {self.verdict}".rstrip()


def number(value: float) -> str:
    """
    >>> number(7), number(21.2642), number(4821.7)
    ('7', '21.26', '4,822')
    """
    return f"{value:,.0f}" if value == int(value) or abs(value) >= 1000 else f"{value:.2f}"
