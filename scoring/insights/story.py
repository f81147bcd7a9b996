"""The story of a finished game in a few sentences, and what may be remembered of it: a narrow win, a comeback."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import islice, pairwise
from typing import Any, NamedTuple

from scoring.insights.facts import MADE
from scoring.message import Message, Points, Words, bare, both, count, say, signed
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import DecidedBy, Row, Side, first_of

FEWEST = 3
"""The fewest deals that make a story; with fewer the totals tell everything."""
MAX_SENTENCES = 2
"""The most sentences in a story; the most telling come first."""
FEW = 2
"""The most tied leaders that are named."""
MANY_LEAD_CHANGES = 2
"""The fewest lead changes that are counted; with fewer the story names who took the lead."""

BID = "bid"
"""The fact that has a seat's bid, in every game with bids that are numbers."""


class Turn(NamedTuple):
    """A sentence of a story, and what it is about: the lead, a comeback, changes of the lead, a swing."""

    kind: str
    text: Message


class Moment(NamedTuple):
    """A figure of a game, in which deal it came about, and the sentence about it."""

    value: Points
    row: Row
    text: Message


def story(sheet: Sheet[Any]) -> tuple[Turn, ...]:
    """The turning points of a finished game; empty if there are none."""
    if not sheet.over or len(sheet.deal_rows) < FEWEST or len(sheet.competing) < 2:
        return ()
    if sheet.decided_by not in (DecidedBy.TOTALS, DecidedBy.COUNT):
        return ()
    past = Past(sheet)
    comeback = past.comeback
    texts = {
        "lead": past.winners_lead(),
        "comeback": comeback and comeback.text,
        "changes": past.lead_changes(),
        "swing": past.biggest_swing(),
    }
    return tuple(islice((Turn(kind, text) for kind, text in texts.items() if text), MAX_SENTENCES))


class Past:
    """A finished game row by row: who led after each, and by how much.

    Nobody counts before they came, nor after they left out of competition.
    """

    def __init__(self, sheet: Sheet[Any]) -> None:
        self.sheet = sheet
        self.rows = sheet.rows
        # Else a gap between the totals means nothing.
        self.by_totals = sheet.decided_by is DecidedBy.TOTALS

    @cached_property
    def worths(self) -> tuple[Mapping[Side, Points], ...]:
        """The worth of each side that counts after each row."""
        final = tuple(map(self.sheet.ranking_score, self.sheet.sides))
        after = (*(row.before for row in self.rows[1:]), final)
        return tuple(
            {
                side: worth
                for side, worth in zip(self.sheet.sides, worths, strict=True)
                if self.rows[place].players[side[0]]
                and (side in self.sheet.competing or any(not row.cells[side[0]].absent for row in self.rows[place:]))
            }
            for place, worths in enumerate(after)
        )

    @cached_property
    def leaders(self) -> tuple[Side | None, ...]:
        """The leader after each row; None while several were tied."""
        firsts = map(first_of, self.worths)
        return tuple(first[0] if len(first) == 1 else None for first in firsts)

    @property
    def winner(self) -> Side | None:
        """The winner; None if several share the win."""
        return self.leaders[-1]

    @cached_property
    def decisive(self) -> int:
        """The place of the row with which the winner took the lead for good."""
        return max((place for place, leader in enumerate(self.leaders, start=1) if leader != self.winner), default=0)

    def winners_lead(self) -> Message | None:
        """Since when the winner led, with the points of the deciding deal."""
        if self.winner is None:
            return None
        name = both(*self._names_from(self.decisive, self.winner))
        if self.decisive == 0:
            return say("{name} led from beginning to end.", name=name)
        row = self.rows[self.decisive]
        what: Words = row.called
        if self.by_totals and row.kind != "table":
            # With the others who led before, if they are few.
            others = [side for side in first_of(self.worths[self.decisive - 1]) if side != self.winner]
            what = self.with_gains(row, self.winner, *(others if len(others) <= FEW else ()))
        if row is self.rows[-1]:
            return say("{name} took the lead at the very end, with {row}.", name=name, row=what)
        return say("{name} took the lead with {row} and kept it.", name=name, row=what)

    @cached_property
    def comeback(self) -> Moment | None:
        """The winner's largest deficit and after which row, if no single deal could have made it up."""
        if self.winner is None or not self.by_totals:
            return None
        behind = [max(worths.values()) - worths.get(self.winner, max(worths.values())) for worths in self.worths]
        gap = max(behind)
        if gap <= max(self.gain_on_others(row, self.winner) for row in self.sheet.deal_rows):
            return None
        place = behind.index(gap)
        row, names = self.rows[place], self._names_from(place, self.winner)
        text = count(
            "{name} was {gap} behind after {row} and still won.",
            "{name} were {gap} behind after {row} and still won.",
            n=max(len(self.winner), len(names)),
            name=both(*names),
            gap=gap,
            row=row.called,
        )
        return Moment(gap, row, text)

    def lead_changes(self) -> Message | None:
        """The number of lead changes."""
        alone = [leader for leader in self.leaders if leader is not None]
        changes = sum(one != other for one, other in pairwise(alone))
        return say("The lead changed hands {n} times.", n=changes) if changes >= MANY_LEAD_CHANGES else None

    def biggest_swing(self) -> Message | None:
        """The single deal with the largest swing, unless the lead or the best moments name it already."""
        deals = self.sheet.deal_rows
        points = [self.sheet.points_by_side(row) for row in deals]
        swings = [max(each.values()) - min(each.values()) for each in points]
        largest, most = max(swings), max(max(row.points) for row in deals)
        place = swings.index(largest)
        row, scores = deals[place], points[place]
        is_decisive = self.winner and self.decisive and row == self.rows[self.decisive]
        is_reported = is_decisive or (not self.sheet.fewest and max(row.points) == most)
        up, down = (first_of({side: sign * score for side, score in scores.items()}) for sign in (1, -1))
        if is_reported or swings.count(largest) > 1 or not len(up) == len(down) == 1:
            return None
        return say("Biggest swing: {row} ({gains}).", row=row.called, gains=self._gains(row, *up, *down))

    def gain_on_others(self, row: Row, side: Side) -> Points:
        """The most that a side gained on any other; 0 where it had no part."""
        scores = self.sheet.scores_by_side(row)
        own = scores.pop(side, None)
        return 0 if own is None or not scores else own - min(scores.values())

    def _gains(self, row: Row, *sides: Side) -> tuple[Words, ...]:
        """These sides' points of a row."""
        return tuple(
            bare("{who} {points}", who=row.name_of(side), points=signed(row.points[side[0]])) for side in sides
        )

    def with_gains(self, row: Row, *sides: Side) -> Message:
        """A row with these sides' points of it: "hand 7 (Ann +17, Ben −5)"."""
        return bare("{row} ({gains})", row=row.called, gains=self._gains(row, *sides))

    def _names_from(self, place: int, side: Side) -> tuple[Words, ...]:
        """The names of a side from the row at a place on: several where somebody took over."""
        return tuple(dict.fromkeys(row.name_of(side) for row in self.rows[place:]))


# What may be remembered of a game; a list of a year finds the most remarkable by these figures.


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
    lead: Points = 0
    past = _past(sheet)
    if past and past.winner and seat in past.winner and sheet.deals >= FEWEST:
        first, second, *_ = sorted(past.worths[-1].values(), reverse=True)
        lead = first - second if sheet.endless or not sheet.ended_early else 0
    found = (comeback_of(sheet, seat), swing_of(sheet, seat, since), best_bid(sheet, seat, since))
    return Highlights(lead, *(each.value if each else 0 for each in found))


def comeback_of(sheet: Sheet[Any], seat: int) -> Moment | None:
    """From how far behind the seat's side won alone, and after which row."""
    past = _past(sheet)
    return past.comeback if past and past.winner and seat in past.winner else None


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
    scores = sheet.scores_by_side(row)
    worst = min((other for other in scores if other != side), key=lambda at: scores[at])
    return Moment(most, row, past.with_gains(row, side, worst))


def best_bid(sheet: Sheet[Any], seat: int, since: int = 0) -> Moment | None:
    """The highest bid that the seat made; the first such deal."""
    made = [(row.fact(BID, seat), row) for row in sheet.rows[since:] if row.fact(MADE, seat) is True]
    bids = [(bid, row) for bid, row in made if isinstance(bid, int) and bid > 0]
    if not bids:
        return None
    bid, row = max(bids, key=lambda each: each[0])
    text = say("{name} bid {bid} and made it ({row})", name=row.players[seat], bid=bid, row=row.called)
    return Moment(bid, row, text)


def _past(sheet: Sheet[Any]) -> Past | None:
    """The past of a game that is decided by its totals."""
    by_totals = sheet.over and sheet.deal_rows and len(sheet.competing) > 1 and sheet.decided_by is DecidedBy.TOTALS
    return Past(sheet) if by_totals else None
