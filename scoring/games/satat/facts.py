"""The facts of a deal of Satat: the winning team and how it won, the leader and the dealer."""

from __future__ import annotations

from scoring.entry.choices import Choice
from scoring.games.satat.options import WIN_NAMES
from scoring.insights.facts import Breakdown, Facts, one_of, yes_or_no
from scoring.message import say
from scoring.table import Table

LEADERS, DEALERS = Choice("leader", say("the leader’s team")), Choice("dealer", say("the dealer’s team"))
FACT_KINDS = (
    yes_or_no("won", say("Deal won")),
    one_of("win", say("How it was won"), *(Choice(kind, name) for kind, name in WIN_NAMES.items())),
    yes_or_no("failed", say("7–0, played on and failed")),
    one_of("team", say("Team"), LEADERS, DEALERS),
    yes_or_no("led", say("Led first")),
    yes_or_no("dealt", say("Dealt"), yes=say("as dealer"), no=say("otherwise")),
)
BREAKDOWNS = (Breakdown("won", by="team"), Breakdown("won", by="led"))


def facts_of(table: Table, *, winners: int, kind: str, failed: bool, leader: int, dealer: int) -> Facts:
    """The facts of a deal; only the winners have the `kind` of the win, as it counts."""
    won = tuple(seat % 2 == winners for seat in table.seats)
    return {
        "won": won,
        "win": tuple(kind if each else None for each in won),
        "failed": tuple(failed if each else None for each in won),
        "team": tuple(team_of(seat, leader).value for seat in table.seats),
        "led": tuple(seat == leader for seat in table.seats),
        "dealt": tuple(seat == dealer for seat in table.seats),
    }


def team_of(seat: int, leader: int) -> Choice:
    """Whether a seat's team is the leader's or the dealer's."""
    return LEADERS if seat % 2 == leader % 2 else DEALERS
