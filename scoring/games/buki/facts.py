"""The facts of a game of Buki: the banker, the stakes and each seat's result."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.entry.choices import Choice
from scoring.insights.facts import POINTS, Breakdown, Facts, number, one_of, yes_or_no
from scoring.message import say

BANKER, STAKER = Choice("banker", say("banker")), Choice("staker", say("against the banker"))
WON, LOST, DRAWN = Choice("won", say("won")), Choice("lost", say("lost")), Choice("drawn", say("drawn"))
FACT_KINDS = (
    one_of("role", say("Role"), BANKER, STAKER),
    number("stake", say("Stake")),
    one_of("result", say("Result"), WON, LOST, DRAWN),
    yes_or_no("blocked", say("Blocked")),
)
BREAKDOWNS = (Breakdown(POINTS, by="role"), Breakdown("result", by="role"))


def facts_of(stakes: Sequence[int | None], *, banker: int, winner: int | None, blocked: bool) -> Facts:
    """The facts of a game; `stakes` are the new ones without carried chips, None for the banker."""
    seats = range(len(stakes))
    return {
        "role": tuple((BANKER if seat == banker else STAKER).value for seat in seats),
        "stake": tuple(stakes),
        "result": tuple(result_of(seat, winner).value for seat in seats),
        "blocked": tuple(blocked for _ in seats),
    }


def result_of(seat: int, winner: int | None) -> Choice:
    """A seat's result of a game; a `winner` of None means drawn."""
    if winner is None:
        return DRAWN
    return WON if seat == winner else LOST
