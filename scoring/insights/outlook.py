"""The outlook of a running game: which sides are certain to win, or can't any more."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from scoring.message import Message, Words, count, either, say

Side: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """What is certain if the game is played to its end by these players, without adjustments, and not ended by hand.

    A shared win counts as a win, a draw does not. `safe` are the sides that win whatever is played, `out` those that no
    longer can; `needs` are messages on what each needs in the last deal.
    """

    safe: tuple[Side, ...] = ()
    out: tuple[Side, ...] = ()
    needs: tuple[Message, ...] = field(default=())


OPEN = Outlook()
"""Nothing is certain."""


def numbers(fitting: frozenset[int], *, most: int) -> Words:
    """Some of the numbers from 0 to `most`, in words.

    >>> str(numbers(frozenset({2, 3, 4}), most=4)), str(numbers(frozenset({0, 3, 4}), most=5))
    ('2 or more', '0 or 3 to 4')
    """
    runs: list[list[int]] = []
    for number in sorted(fitting):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return either(*(_run(run[0], run[-1], most=most) for run in runs))


def _run(first: int, last: int, *, most: int) -> Words:
    if first == last:
        return str(first)
    if last == most:
        return say("{n} or more", n=str(first))
    return say("{n} or fewer", n=str(last)) if first == 0 else say("{first} to {last}", first=first, last=last)


def wins_the_deal(name: Words, *, players: int) -> Message:
    """A message that a side wins the game by winning this deal."""
    return count(
        "{name} wins the game by winning this deal.", "{name} win the game by winning this deal.", n=players, name=name
    )
