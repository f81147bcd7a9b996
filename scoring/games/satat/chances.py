"""The outlook of Satat, from the deals left or the wins needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.games.satat.options import FAILED, PLAIN, SEVEN, THIRTEEN, SatatOptions
from scoring.insights.outlook import OPEN, Outlook, Side, wins_the_deal
from scoring.message import Message, Points, Words, count, say

LATE = 3
"""With this many deals left, or a third of them, the outlook says how many each team needs."""


def outlook(
    options: SatatOptions,
    *,
    length: int,
    deals: int,
    totals: Sequence[Points],
    sides: Sequence[Side],
    names: Sequence[Words],
) -> Outlook:
    """The outlook after this number of `deals`; `length` of them, or wins, end the game, `totals` are the teams'."""
    weights = {options.weight(options.counted(kind)) for kind in (PLAIN, SEVEN, THIRTEEN, FAILED)}
    if options.end == "wins":
        # An adjustment can take the other team beyond the target; reaching it is then not enough.
        wanted = (max(length, other) for other in reversed(totals))
        ready = (total + min(weights) >= least for total, least in zip(totals, wanted, strict=True))
        return Outlook(
            needs=tuple(wins_the_deal(name, players=2) for name, won in zip(names, ready, strict=True) if won)
        )
    if options.end == "open":
        return OPEN
    left = length - deals
    ahead = tuple(one - other for one, other in zip(totals, reversed(totals), strict=True))
    most = left * max(weights)
    return Outlook(
        safe=tuple(side for side, lead in zip(sides, ahead, strict=True) if lead >= most),
        out=tuple(side for side, lead in zip(sides, ahead, strict=True) if lead + most < 0),
        needs=tuple(_needs(ahead, names, left=left, weights=weights)) if left <= max(LATE, length // 3) else (),
    )


def _needs(ahead: Sequence[Points], names: Sequence[Words], *, left: int, weights: set[int]) -> Iterator[Message]:
    """Messages on how many of the deals left each team must win, if every win counts the same.

    Nothing for a tie before several deals, nor for a team that wins whatever is played.
    """
    if left > 1 and (len(weights) > 1 or not any(ahead)):
        return
    for name, lead in zip(names, ahead, strict=True):
        if lead + left * max(weights) == 0 and len(weights) == 1:
            yield count(
                "{name} share the win if they win this deal.",
                "{name} share the win if they win all {n} deals left.",
                n=left,
                name=name,
            )
            continue
        if left == 1:
            if -min(weights) <= lead < max(weights):
                yield wins_the_deal(name, players=2)
            continue
        (weight,) = weights
        wanted = next((wins for wins in range(left + 1) if lead + (2 * wins - left) * weight >= 0), None)
        if wanted:
            yield say("{name} win the game with {wins} of the {left} deals left.", name=name, wins=wanted, left=left)
