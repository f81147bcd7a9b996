"""The facts of a round of Twin Shoot: bids, hits, twin shoots, opened bids, the leader."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.families.exact_bids import BID, TAKEN
from scoring.games.twin_shoot.points import Shot, both_hit
from scoring.insights.facts import MADE, Breakdown, Facts, yes_or_no
from scoring.message import say

FACT_KINDS = (
    BID,
    TAKEN,
    yes_or_no(MADE, say("Bid hit")),
    yes_or_no("twin", say("Both partners hit")),
    yes_or_no("opened", say("Bids opened")),
    yes_or_no("led", say("Led first")),
)
BREAKDOWNS = (Breakdown(MADE, by="bid"), Breakdown("twin", by="opened"), Breakdown(MADE, by="led"))


def facts_of(teams: Sequence[Sequence[Shot]], *, opener: int | None, leader: int) -> Facts:
    """The facts of a round, team by team in seat order; `opener` is the team that opened its bids."""
    told = [(shot, both_hit(team), number == opener) for number, team in enumerate(teams) for shot in team]
    return {
        "bid": tuple(shot.laid.bid for shot, _, _ in told),
        "tricks": tuple(shot.tricks for shot, _, _ in told),
        MADE: tuple(shot.hit for shot, _, _ in told),
        "twin": tuple(twin for _, twin, _ in told),
        "opened": tuple(opened for _, _, opened in told),
        "led": tuple(seat == leader for seat in range(len(told))),
    }
