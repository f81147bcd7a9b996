"""What may be remembered of a finished game: a narrow win, a comeback, the best deal of a side, a bid that was made.

A list of a year finds the most remarkable ones by these figures; games with other units are compared by what is usual.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from scoring.insights.facts import MADE
from scoring.insights.story import FEWEST, Past, Side, name_in
from scoring.message import Message, Points, Words, bare, say, signed
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import DecidedBy, Row

BID = "bid"
"""The fact that has a seat's bid, in every game with bids that are numbers."""


class Moment(NamedTuple):
    """A figure of a game, in which deal it came about, and what is told of it."""

    value: Points
    row: Row
    text: Message


class Highlights(NamedTuple):
    """The figures of one seat; 0 where there is nothing to remember.

    `lead`: by how much its side alone won a game that was played to its end. `behind`: the deficit from which it won,
    if no single deal could make it up. `swing`: the most that it gained on somebody in one deal. `bid`: the highest
    bid that it made.
    """

    lead: Points = 0
    behind: Points = 0
    swing: Points = 0
    bid: Points = 0


def highlights(sheet: Sheet[Any], seat: int, since: int = 0) -> Highlights:
    """The figures of a seat in a game that is over, of deals from the row `since`, when its person sat down."""
    comeback, swing, bid = comeback_of(sheet, seat), swing_of(sheet, seat, since), best_bid(sheet, seat, since)
    return Highlights(
        lead=_lead(sheet, seat),
        behind=comeback.value if comeback else 0,
        swing=swing.value if swing else 0,
        bid=bid.value if bid else 0,
    )


def comeback_of(sheet: Sheet[Any], seat: int) -> Moment | None:
    """From how far behind the seat's side won alone, and after which row."""
    past = _past(sheet)
    if past is None or past.winner is None or seat not in past.winner or past.farthest_behind is None:
        return None
    return Moment(*past.farthest_behind, next(past.comeback()))


def swing_of(sheet: Sheet[Any], seat: int, since: int = 0) -> Moment | None:
    """The most that the seat's side gained on another in one deal; the first such deal."""
    past = _past(sheet)
    if past is None:
        return None
    side = sheet.side_of(seat)
    own = [row for row in sheet.rows[since:] if row.kind == "deal" and seat in row.played]
    gains = [past.gain_on_others(row, side) for row in own]
    most = max(gains, default=0)
    if most <= 0:
        return None
    row = own[gains.index(most)]
    return Moment(most, row, _gains(past, row, side))


def best_bid(sheet: Sheet[Any], seat: int, since: int = 0) -> Moment | None:
    """The highest bid that the seat made; the first such deal."""
    made = [(row.fact(BID, seat), row) for row in sheet.rows[since:] if row.fact(MADE, seat) is True]
    bids = [(bid, row) for bid, row in made if isinstance(bid, int) and bid > 0]
    if not bids:
        return None
    bid, row = max(bids, key=lambda each: each[0])
    text = say("{name} bid {bid} and made it ({row})", name=row.players[seat], bid=bid, row=row.called)
    return Moment(bid, row, text)


def _gains(past: Past, row: Row, side: Side) -> Message:
    """What a side and whoever did worst beside it got in a deal: "hand 7 (Ann +17, Ben −5)"."""
    scores = past.scores(row)
    worst = (max if past.sheet.fewest else min)((other for other in scores if other != side), key=lambda at: scores[at])
    told: tuple[Words, ...] = tuple(
        bare("{who} {points}", who=name_in(row, each), points=signed(row.points[each[0]])) for each in (side, worst)
    )
    return bare("{row} ({gains})", row=row.called, gains=told)


def _lead(sheet: Sheet[Any], seat: int) -> Points:
    if sheet.ended_early and not sheet.endless:
        return 0
    past = _past(sheet)
    if past is None or past.winner is None or seat not in past.winner or sheet.deals < FEWEST:
        return 0
    final = sorted(past.worths[-1].values(), reverse=True)
    return final[0] - final[1]


def _past(sheet: Sheet[Any]) -> Past | None:
    """The past of a game that is decided by its totals."""
    by_totals = sheet.over and sheet.deals and len(sheet.competing) > 1 and sheet.decided_by is DecidedBy.TOTALS
    return Past(sheet) if by_totals else None
