"""The facts of a deal of Boo-Ray: the games that each seat entered, and their outcomes."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.games.boo_ray.entries import CHOICES
from scoring.games.boo_ray.settle import Settlement
from scoring.insights.facts import POINTS, Breakdown, Facts, several_of, yes_or_no
from scoring.message import say
from scoring.sheets.values import Outcome

WENT = {
    "won": (Outcome.WON, Outcome.ALONE),
    "alone": (Outcome.ALONE,),
    "drawn": (Outcome.DRAWN,),
    "lost": (Outcome.LOST,),
}
FACT_KINDS = (
    several_of("entered", say("Games entered"), *CHOICES),
    several_of("won", say("Games won"), *CHOICES),
    several_of("alone", say("Games won uncontested"), *CHOICES),
    several_of("drawn", say("Games drawn"), *CHOICES),
    several_of("lost", say("Games lost"), *CHOICES),
    yes_or_no("out", say("Stayed out")),
    yes_or_no("dealt", say("Dealt"), yes=say("as dealer"), no=say("otherwise")),
)
BREAKDOWNS = (Breakdown(POINTS, by="entered"), Breakdown(POINTS, by="out"), Breakdown(POINTS, by="dealt"))


def facts_of(deal: Settlement, *, dealer: int, seats: Sequence[int]) -> Facts:
    """The facts of a deal; each seat's games are in the order of play."""
    games = [
        {each.game: each.went(seat, drawn=deal.drawn) for each in deal.outcomes if seat in each.entrants}
        for seat in seats
    ]
    return {
        "entered": tuple(tuple(own) for own in games),
        **{
            name: tuple(tuple(game for game, went in own.items() if went in outcomes) for own in games)
            for name, outcomes in WENT.items()
        },
        "out": tuple(not own for own in games),
        "dealt": tuple(seat == dealer for seat in seats),
    }
