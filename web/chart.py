"""The running totals as lines: points on a fixed drawing, ready for an SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from scoring.message import Points
from scoring.sheet import Sheet

WIDTH, HEIGHT = 320, 150
LEFT, RIGHT, TOP, BOTTOM = 30, 62, 10, 10
LABEL_HEIGHT = 13
STEPS = (1, 2, 5)


@dataclass(frozen=True)
class Line:
    """One side's line: its seat (for colour and dash), the polyline, and where its name stands."""

    seat: int
    seats: tuple[int, ...]
    points: str
    end: tuple[float, float]
    label_y: float
    total: Points


@dataclass(frozen=True)
class Chart:
    """The drawing: lines, and the ticks of the scale as (y, amount)."""

    lines: tuple[Line, ...]
    ticks: tuple[tuple[float, int], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def chart_of(sheet: Sheet[Any]) -> Chart | None:
    """The chart of a sheet, or None while there is no line to draw."""
    if not sheet.rows:
        return None
    runs = {
        side: list(accumulate((row.points[side[0]] for row in sheet.rows), initial=sheet.opening))
        for side in sheet.sides
    }
    height = max(HEIGHT, TOP + BOTTOM + LABEL_HEIGHT * len(runs))
    ticks = scale([total for run in runs.values() for total in run])
    low, high = ticks[0], ticks[-1]

    def x(index: int) -> float:
        return round(LEFT + index * (WIDTH - LEFT - RIGHT) / len(sheet.rows), 1)

    def y(total: Points) -> float:
        return round(TOP + float((high - total) / (high - low)) * (height - TOP - BOTTOM), 1)

    labels = spread([y(run[-1]) for run in runs.values()], height=height)
    lines = tuple(
        Line(
            seat=side[0],
            seats=side,
            points=" ".join(f"{x(index)},{y(total)}" for index, total in enumerate(run)),
            end=(x(len(sheet.rows)), y(run[-1])),
            label_y=label,
            total=run[-1],
        )
        for (side, run), label in zip(runs.items(), labels, strict=True)
    )
    return Chart(lines=lines, ticks=tuple((y(tick), tick) for tick in ticks), height=height)


def scale(totals: Sequence[Points]) -> list[int]:
    """Round amounts from below the least to above the greatest, three to six of them, 0 among them.

    >>> scale([0, 13, 48, 35])
    [0, 20, 40, 60]
    >>> scale([0, -30, 20])
    [-40, -20, 0, 20]
    >>> scale([0, 0])
    [0, 1]
    """
    low, high = min([0, *totals]), max([0, *totals])
    step = next(
        size for power in range(12) for size in (factor * 10**power for factor in STEPS) if (high - low) <= 4 * size
    )
    first, last = int(low // step), int(-(-high // step))
    return [index * step for index in range(first, max(last, first + 1) + 1)]


def spread(heights: Sequence[float], *, height: int = HEIGHT) -> list[float]:
    """Label heights in the given order, moved apart so that no two names overlap, kept on the drawing.

    >>> spread([50.0, 52.0])
    [50.0, 63.0]
    """
    placed: dict[int, float] = {}
    lowest = -float(LABEL_HEIGHT)
    for index in sorted(range(len(heights)), key=lambda index: heights[index]):
        lowest = max(heights[index], lowest + LABEL_HEIGHT)
        placed[index] = lowest
    over = max(0.0, lowest - (height - BOTTOM / 2))
    ceiling = float(height)
    for index in sorted(placed, key=lambda index: placed[index], reverse=True):
        if over:
            placed[index] = min(placed[index], ceiling - BOTTOM / 2)
        ceiling = placed[index] - LABEL_HEIGHT + BOTTOM / 2
    return [round(placed[index], 1) for index in range(len(heights))]
