"""Pages of a long log or scorecard, counted from its end."""

from __future__ import annotations

SIZE = 100
"""Lines on a page."""


def hundred(count: int, page: int) -> tuple[int, range]:
    """The page, or the nearest that there is, and the places of its lines.

    >>> hundred(250, 1), hundred(250, 9), hundred(0, -1)
    ((1, range(150, 250)), (3, range(0, 50)), (1, range(0, 0)))
    """
    page = min(max(page, 1), page_of(0, count))
    stop = count - SIZE * (page - 1)
    return page, range(max(0, stop - SIZE), stop)


def page_of(place: int, count: int) -> int:
    """The page with this place.

    >>> page_of(249, 250), page_of(149, 250), page_of(0, 0)
    (1, 2, 1)
    """
    return max(0, count - 1 - place) // SIZE + 1
