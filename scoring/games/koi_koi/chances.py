"""The outlook of the last month of Koi-Koi: points move between the players, so half of the gap counts."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.insights.outlook import OPEN, Outlook
from scoring.message import Points, count


def outlook(totals: Sequence[Points], players: Sequence[str], *, left: int, capped: bool) -> Outlook:
    """The outlook with `left` months: in the last, the player behind must win more than half of the gap.

    Half of it would be a draw. `capped`: nobody pays more than they have, so that may be impossible.

    >>> [str(need) for need in outlook((115, 85), ("Ann", "Ben"), left=1, capped=False).needs]
    ['Ben needs 16 points or more this month to win.']
    >>> outlook((10, -30), ("Ann", "Ben"), left=1, capped=True).safe
    ((0,),)
    """
    if left != 1 or totals[0] == totals[1]:
        return OPEN
    behind = 0 if totals[0] < totals[1] else 1
    ahead = 1 - behind
    between = totals[ahead] - totals[behind]
    wanted, held = int(between // 2) + 1, max(totals[ahead], 0)
    if capped and wanted > held:
        return Outlook(safe=((ahead,),) if between > 2 * held else (), out=((behind,),))
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
