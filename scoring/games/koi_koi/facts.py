"""The facts of a month of Koi-Koi: the oya, yaku, koi-koi calls, and how it was won."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.decks.yaku import TABLE
from scoring.entry.choices import Choice
from scoring.games.koi_koi.claim import Claim
from scoring.insights.facts import POINTS, Breakdown, Facts, number, one_of, several_of, yes_or_no
from scoring.message import Message, say

MONTHS = (
    *(say("January"), say("February"), say("March"), say("April"), say("May"), say("June"), say("July")),
    *(say("August"), say("September"), say("October"), say("November"), say("December")),
)
YEAR = len(MONTHS)
YAKU, DEALT_HAND, NO_YAKU = "yaku", "dealt-hand", "no-yaku"
FACT_KINDS = (
    number("month", say("Month"), names=tuple(enumerate(MONTHS, start=1))),
    yes_or_no("oya", say("Oya"), yes=say("as oya"), no=say("otherwise")),
    one_of(
        "won_by",
        say("Month won by"),
        Choice(YAKU, say("Yaku")),
        Choice(DEALT_HAND, say("Dealt hand")),
        Choice(NO_YAKU, say("Oya, when nobody made a yaku")),
    ),
    several_of("yaku", say("Yaku"), *(Choice(yaku.slug, yaku.name, yaku.rule) for yaku in TABLE)),
    number("calls", say("Koi-koi calls")),
    one_of(
        "calling",
        say("Month after koi-koi"),
        Choice("won", say("won")),
        Choice("lost", say("lost")),
        Choice("drawn", say("drawn")),
    ),
)
BREAKDOWNS = (
    Breakdown(POINTS, by="month"),
    Breakdown(POINTS, by="oya"),
    Breakdown("calling", by="calls"),
)


def of_year(month: int) -> int:
    """The month of the year, from 1; after December comes January.

    >>> of_year(12), of_year(13)
    (12, 1)
    """
    return (month - 1) % YEAR + 1


def name_of_month(month: int) -> Message:
    """The name of a month, counted from the first; from the second year on with the year.

    >>> str(name_of_month(12)), str(name_of_month(13))
    ('December', 'January of year 2')
    """
    name = MONTHS[of_year(month) - 1]
    return name if month <= YEAR else say("{month} of year {year}", month=name, year=(month - 1) // YEAR + 1)


def facts_of(
    *,
    month: int,
    oya: int,
    winner: int | None,
    won_by: str | None,
    claim: Claim | None = None,
    calls: Sequence[int] = (),
) -> Facts:
    """The facts of a month, which is counted from the first.

    `claim` are the winner's yaku, `calls` are empty if a dealt hand ended it at once.

    Only the winner has yaku, both have calls, and whoever called has the result of calling.
    """
    seats = (0, 1)
    yaku = tuple(each.slug for each, _ in claim.standing) if claim else None
    return {
        "month": (of_year(month),) * len(seats),
        "oya": tuple(seat == oya for seat in seats),
        "won_by": tuple(won_by if seat == winner else None for seat in seats),
        "yaku": tuple(yaku if seat == winner else None for seat in seats),
        "calls": tuple(calls) or (None, None),
        "calling": tuple(_came_to(seat, winner) if calls and calls[seat] else None for seat in seats),
    }


def _came_to(seat: int, winner: int | None) -> str:
    if winner is None:
        return "drawn"
    return "won" if seat == winner else "lost"
