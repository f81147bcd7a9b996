"""The chart of running totals: lines for a stretched SVG, a unit a row across and a unit a point down.

Its SVG is written by `templates/macros/chart.html`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.message import Points
from scoring.sheets.sheet import Sheet

WITHOUT_POINTS = ("table", "tie")
"""The kinds of rows in which who plays has changed, or places alone."""
FIELD_SIZE = 100
LABEL_HEIGHT = 7.5
"""Height of an initial at a line's end."""
MAX_POINTS = 150
"""More points of a line than a phone is wide would not be seen."""
TICK_STEPS = (1, 2, 5)


def chart_of(sheet: Sheet[Any]) -> dict[str, Any] | None:
    """The chart of a sheet, or None while there is no line to draw.

    Each of its `lines` has the first seat of a side (for colour and dash), its `seats`, its polyline and the y of its
    name in hundredths. `ticks` are those of the scale from the lowest up; the `last` of the `rows` has a name.
    """
    drawn = [row for row in sheet.rows if row.kind not in WITHOUT_POINTS]
    if not drawn or (sheet.over and not sheet.has_points):
        return None
    runs = {side: _run(sheet, side[0]) for side in sheet.sides}
    ticks = scale([total for run in runs.values() for _, total in run])
    low, high = ticks[0], ticks[-1]
    labels = spread([float((high - run[-1][1]) / (high - low)) * FIELD_SIZE for run in runs.values()])
    lines = [
        {
            "seat": side[0],
            "seats": side,
            "points": " ".join(f"{row},{float(high - total):.10g}" for row, total in _seen(run)),
            "label_y": label,
        }
        for (side, run), label in zip(runs.items(), labels, strict=True)
    ]
    return {"lines": lines, "ticks": ticks, "rows": len(drawn), "last": drawn[-1].called}


def _run(sheet: Sheet[Any], seat: int) -> list[tuple[int, Points]]:
    """The totals of a seat by the number of rows before them, from where its first player came.

    A change of who plays has no room of its own: it happened between two deals.
    """
    drawn, run = 0, [(0, sheet.opening)] if sheet.rows[0].players[seat] else []
    for row, totals in zip(sheet.rows, sheet.running_totals, strict=True):
        if row.kind not in WITHOUT_POINTS:
            drawn += 1
        if row.players[seat] and (row.kind not in WITHOUT_POINTS or not run):
            run.append((drawn, totals[seat]))
    return run


def number_line(numbers: Sequence[int], *, base: int) -> dict[str, Any]:
    """The line of a number that began at `base`, through some `MAX_POINTS` of its values, with its scale.

    >>> number_line([1000, 1063, 1020], base=1000)
    {'points': '0,80 1,17 2,60', 'ticks': [1000, 1020, 1040, 1060, 1080], 'last': 2}
    """
    ticks = [base + tick for tick in scale([number - base for number in numbers])]
    points = " ".join(f"{each},{ticks[-1] - number}" for each, number in _seen(tuple(enumerate(numbers))))
    return {"points": points, "ticks": ticks, "last": len(numbers) - 1}


def _seen(points: Sequence[tuple[int, Points]]) -> list[tuple[int, Points]]:
    """Some `MAX_POINTS` of the points of a line, with the first and the last.

    >>> [row for row, _ in _seen([(row, 0) for row in range(450)])][-3:]
    [446, 448, 449]
    """
    last = len(points) - 1
    return [*points[: last : max(last // MAX_POINTS, 1)], points[last]]


def scale(totals: Sequence[Points]) -> list[int]:
    """Three to six round amounts that span the totals and include 0.

    >>> scale([0, 13, 48, 35])
    [0, 20, 40, 60]
    >>> scale([0, -30, 20])
    [-40, -20, 0, 20]
    >>> scale([0, 0])
    [0, 1]
    """
    low, high = min([0, *totals]), max([0, *totals])
    step = next(
        size
        for power in range(12)
        for size in (factor * 10**power for factor in TICK_STEPS)
        if (high - low) <= 4 * size
    )
    first, last = int(low // step), int(-(-high // step))
    return [index * step for index in range(first, max(last, first + 1) + 1)]


def spread(heights: Sequence[float]) -> list[float]:
    """Move label heights apart so that no two overlap, within the chart.

    >>> spread([50.0, 52.0])
    [50.0, 57.5]
    >>> spread([100.0, 3.0, 98.0])
    [100.0, 3.0, 92.5]
    """
    placed: dict[int, float] = {}
    lowest = -LABEL_HEIGHT
    for index in sorted(range(len(heights)), key=heights.__getitem__):
        lowest = placed[index] = max(heights[index], lowest + LABEL_HEIGHT)
    highest = FIELD_SIZE + LABEL_HEIGHT
    for index in sorted(placed, key=placed.__getitem__, reverse=True):
        highest = placed[index] = min(placed[index], highest - LABEL_HEIGHT)
    return [round(placed[index], 1) for index in range(len(heights))]
