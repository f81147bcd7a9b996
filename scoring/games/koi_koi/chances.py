"""What the last month of Koi-Koi must bring: points go from the one to the other, so half of what is between them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from scoring.message import Points, count
from scoring.outlook import OPEN, Outlook


def outlook(totals: Sequence[Points], players: Sequence[str], *, left: int) -> Outlook:
    """What is certain with so many months left: of one, who is behind must win half of the difference.

    >>> [str(need) for need in outlook((115, 85), ("Ann", "Ben"), left=1).needs]
    ['Ben needs 15 points or more this month to win.']
    """
    ann, ben = totals
    between = max(totals) - min(totals)
    if left != 1 or not between:
        return OPEN
    behind = 0 if ann < ben else 1
    wanted = ceil(Fraction(between) / 2)
    return Outlook(
        needs=(
            count(
                "{name} needs {n} point or more this month to win.",
                "{name} needs {n} points or more this month to win.",
                n=wanted,
                name=players[behind],
            ),
        )
    )
