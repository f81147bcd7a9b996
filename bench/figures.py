"""Measured figures with their goals, and a table of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """What was measured; the goal is the most it may be, or the least where `at_least` is set, or there is none."""

    what: str
    value: float
    unit: str
    goal: float | None = None
    at_least: bool = False

    @property
    def verdict(self) -> str:
        """
        >>> Figure("a deal", 7, "taps", goal=7).verdict, Figure("a deal", 8, "taps", goal=7).verdict
        ('ok', 'over')
        >>> Figure("documents", 900, "a second", goal=1000, at_least=True).verdict
        'under'
        """
        if self.goal is None:
            return ""
        if self.at_least:
            return "ok" if self.value >= self.goal else "under"
        return "ok" if self.value <= self.goal else "over"


def table(title: str, figures: Iterable[Figure]) -> str:
    """The figures as lines under a title, the numbers beneath each other."""
    lines = [f"\n{title}"]
    for each in figures:
        goal = "" if each.goal is None else f"{'≥' if each.at_least else '≤'} {number(each.goal)}"
        lines.append(f"  {each.what:<58}{number(each.value):>9} {each.unit:<11}{goal:>8}  {each.verdict}".rstrip())
    return "\n".join(lines)


def number(value: float) -> str:
    """
    >>> number(7), number(21.2642), number(4821.7)
    ('7', '21.26', '4,822')
    """
    if value == int(value) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.2f}"
