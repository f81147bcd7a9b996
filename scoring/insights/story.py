"""The story of a finished game in a few sentences, and what may be remembered of it: a narrow win, a comeback."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from itertools import islice, pairwise
from typing import Any, NamedTuple, TypeAlias

from scoring.insights.facts import MADE
from scoring.message import Message, Points, Words, bare, both, count, say, signed, together
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import DecidedBy, Row

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
Side: TypeAlias = tuple[int, ...]


class Kind(StrEnum):
    """What a sentence of a story is about."""

    LEAD = "lead"
    COMEBACK = "comeback"
    CHANGES = "changes"
    SWING = "swing"


class Turn(NamedTuple):
    """A sentence of a story, and what it is about."""

    kind: Kind
    text: Message


def story(sheet: Sheet[Any]) -> tuple[Turn, ...]:
    """The turning points of a finished game; empty if there are none."""
    if not sheet.over or sheet.deals < FEWEST or len(sheet.competing) < 2:
        return ()
    if sheet.decided_by not in (DecidedBy.TOTALS, DecidedBy.COUNT):
        return ()
    past = Past(sheet)
    told = {
        Kind.LEAD: past.winners_lead(),
        Kind.COMEBACK: past.comeback(),
        Kind.CHANGES: past.lead_changes(),
        Kind.SWING: past.biggest_swing(),
    }
    return tuple(islice((Turn(kind, text) for kind, texts in told.items() for text in texts), MAX_SENTENCES))


class Past:
    """A finished game row by row: who led after each, and by how much.

    Nobody counts before they came, nor after they left out of competition.
    """

    def __init__(self, sheet: Sheet[Any]) -> None:
        self.sheet = sheet
        self.rows = sheet.rows
        self.deals = sheet.deal_rows

    @cached_property
    def worths(self) -> tuple[Mapping[Side, Points], ...]:
        """The worth of each side that counts after each row."""
        final = tuple(map(self.sheet.ranking_score, self.sheet.sides))
        after = (*(row.before for row in self.rows[1:]), final)
        return tuple(
            {side: worth for side, worth in zip(self.sheet.sides, worths, strict=True) if self._counts(side, place)}
            for place, worths in enumerate(after)
        )

    def _counts(self, side: Side, place: int) -> bool:
        """Whether a side counts after the row at a place."""
        seat = side[0]
        stays = side in self.sheet.competing or any(not row.cells[seat].absent for row in self.rows[place:])
        return stays and bool(self.rows[place].players[seat])

    @cached_property
    def leaders(self) -> tuple[Side | None, ...]:
        """The leader after each row; None while several were tied."""
        return tuple(map(self._alone, self.worths))

    @property
    def winner(self) -> Side | None:
        """The winner; None if several share the win."""
        return self.leaders[-1]

    @cached_property
    def decisive(self) -> int | None:
        """The row with which the winner took the lead for good; None if several share the win."""
        if self.winner is None:
            return None
        with_others = (row for row, leader in enumerate(self.leaders) if leader != self.winner)
        return max(with_others, default=-1) + 1

    @property
    def by_totals(self) -> bool:
        """Whether totals decided the game, so that a gap between them means something."""
        return self.sheet.decided_by is DecidedBy.TOTALS

    def winners_lead(self) -> Iterator[Message]:
        """Since when the winner led, with the points of the deciding deal."""
        if self.winner is None or self.decisive is None:
            return
        name = both(*self._names_from(self.decisive, self.winner))
        if self.decisive == 0:
            yield say("{name} led from beginning to end.", name=name)
            return
        row = self.rows[self.decisive]
        what: Words = row.called
        if self.by_totals and row.kind != "table":
            gains = self._gains(row, self.winner, *self._overtaken(self.winner, self.worths[self.decisive - 1]))
            what = bare("{row} ({gains})", row=row.called, gains=gains)
        if row is self.rows[-1]:
            yield say("{name} took the lead at the very end, with {row}.", name=name, row=what)
        else:
            yield say("{name} took the lead with {row} and kept it.", name=name, row=what)

    @cached_property
    def farthest_behind(self) -> tuple[Points, Row] | None:
        """The winner's largest deficit and after which row, if no single deal could have made it up."""
        if self.winner is None or not self.by_totals:
            return None
        behind = [max(worths.values()) - worths.get(self.winner, max(worths.values())) for worths in self.worths]
        farthest = max(behind)
        if farthest <= max(self.gain_on_others(row, self.winner) for row in self.deals):
            return None
        return farthest, self.rows[behind.index(farthest)]

    def comeback(self) -> Iterator[Message]:
        """The winner's largest deficit, if no single deal could have made it up."""
        if self.winner is not None and self.farthest_behind is not None:
            gap, row = self.farthest_behind
            names = self._names_from(self.rows.index(row), self.winner)
            yield count(
                "{name} was {gap} behind after {row} and still won.",
                "{name} were {gap} behind after {row} and still won.",
                n=max(len(self.winner), len(names)),
                name=both(*names),
                gap=gap,
                row=row.called,
            )

    def lead_changes(self) -> Iterator[Message]:
        """The number of lead changes."""
        alone = [leader for leader in self.leaders if leader is not None]
        changes = sum(one != other for one, other in pairwise(alone))
        if changes >= MANY_LEAD_CHANGES:
            yield say("The lead changed hands {n} times.", n=changes)

    def biggest_swing(self) -> Iterator[Message]:
        """The single deal with the largest swing, unless it is told already."""
        swings = [self._swing(row) for row in self.deals]
        row = self.deals[swings.index(max(swings))]
        if swings.count(max(swings)) > 1 or row == self._decisive_row or row in self._best_deals:
            return
        scores = self.scores(row)
        most, least = max(scores.values()), min(scores.values())
        up = [side for side, score in scores.items() if score == most]
        down = [side for side, score in scores.items() if score == least]
        if len(up) == len(down) == 1:
            yield say("Biggest swing: {row} ({gains}).", row=row.called, gains=self._gains(row, *up, *down))

    @property
    def _decisive_row(self) -> Row | None:
        """The deciding deal, if there is one."""
        return self.rows[self.decisive] if self.decisive else None

    @property
    def _best_deals(self) -> list[Row]:
        """The deals that the best moments already name."""
        most = max(max(row.points) for row in self.deals)
        return [] if self.sheet.fewest else [row for row in self.deals if max(row.points) == most]

    def _overtaken(self, winner: Side, before: Mapping[Side, Points]) -> list[Side]:
        """The other sides that led before; none if there are more than `FEW`."""
        others = [side for side in _first(before) if side != winner]
        return others if len(others) <= FEW else []

    def _alone(self, worths: Mapping[Side, Points]) -> Side | None:
        first = _first(worths)
        return first[0] if len(first) == 1 else None

    def scores(self, row: Row) -> Mapping[Side, Points]:
        """The points of the sides that had a part in a row."""
        return {side: row.points[side[0]] for side in self.sheet.sides if not row.cells[side[0]].absent}

    def _swing(self, row: Row) -> Points:
        """The difference between the most and the fewest points of a deal."""
        scores = self.scores(row).values()
        return max(scores) - min(scores)

    def gain_on_others(self, row: Row, side: Side) -> Points:
        """The most that a side gained on any other; 0 where it had no part."""
        sign, scores = -1 if self.sheet.fewest else 1, self.scores(row)
        own = scores.get(side)
        gains = (sign * (own - score) for other, score in scores.items() if other != side) if own is not None else ()
        return max(gains, default=0)

    def _gains(self, row: Row, *sides: Side) -> tuple[Words, ...]:
        """These sides' points of a row."""
        return tuple(
            bare("{who} {points}", who=name_in(row, side), points=signed(row.points[side[0]])) for side in sides
        )

    def _names_from(self, place: int, side: Side) -> tuple[Words, ...]:
        """The names of a side from the row at a place on: several where somebody took over."""
        return tuple(dict.fromkeys(name_in(row, side) for row in self.rows[place:]))


def name_in(row: Row, side: Side) -> Words:
    """The name of a side when a row was written."""
    return together(*(row.players[seat] for seat in side))


def _first(worths: Mapping[Side, Points]) -> list[Side]:
    """The sides that lead."""
    best = max(worths.values())
    return [side for side, worth in worths.items() if worth == best]


# What may be remembered of a game; a list of a year finds the most remarkable by these figures.


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
