"""Who is where: the sides of a table, what decides between them, their places, and who has won when it is over."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import ClassVar

from scoring.message import Message, Points, Words, both, count, say, together
from scoring.sheets.values import DecidedBy, Row, Side, Standing, Tie, first_of, level_in, places_of
from scoring.table import Table


@dataclass(frozen=True)
class Ranking:
    """The part of a sheet that ranks the sides by the totals of its rows.

    `decided`: the last deal reached the target that ends the game, and it is still reached. `unranked` are the seats
    out of competition, `ties` what the table has decided between sides that were level.
    """

    tie_is_draw: ClassVar[bool] = False
    """Whether a tie for first is a draw, by the rules text of the game; else all of them have won."""

    table: Table
    _: KW_ONLY
    rows: tuple[Row, ...] = ()
    totals: tuple[Points, ...] = ()
    ended_early: bool = False
    decided: bool = False
    unranked: frozenset[int] = frozenset()
    ties: tuple[Tie, ...] = ()

    # A game overrides what it does otherwise.

    @property
    def fewest(self) -> bool:
        """Whether the fewest points win."""
        return False

    def score(self, side: Side) -> Points:
        """What decides the game: the total, or what else the game counts."""
        return self.totals[side[0]]

    def held(self, seat: int) -> Points:
        """What a seat has now, on every page: its total, less what it has laid into the deal in play."""
        return self.totals[seat]

    def worth(self, n: int) -> Message:
        """An amount of what decides the game, in words."""
        return count("{n} point", "{n} points", n=n)

    def level_in_words(self, names: tuple[Words, ...]) -> Message:
        """A message that these sides are tied for first."""
        everybody = len(names) == len(self.competing)
        return say("Everyone is tied") if everybody else say("{names} tied for the lead", names=both(*names))

    @property
    def won_by(self) -> Message | None:
        """What decided the game, if not the points."""
        return None

    @property
    def has_points(self) -> bool:
        """Whether the game was scored: it may be won or lost without points."""
        return True

    @property
    def nobody_won(self) -> Message:
        """A message about the end of a game that nobody has won."""
        return say("Nobody has won")

    def tally(self, side: Side) -> Message | None:
        """What the standings show beside the total: games won, wins by kind."""
        return None

    @property
    def deals_in_all(self) -> int | None:
        """The number of deals after which the game ends; None where only something else ends it."""
        return None

    @property
    def opening(self) -> Points:
        """The total that each seat starts with: its chips, or 0."""
        return 0

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The sides: seats that share a score; one seat each unless the game has teams."""
        return tuple((seat,) for seat in self.table.seats)

    # The same in every game.

    @property
    def contested(self) -> bool:
        """Whether there are sides that can beat each other; a game alone or together is played, but not won or lost."""
        return len(self.sides) > 1

    @property
    def over(self) -> bool:
        total = self.deals_in_all
        return self.ended_early or self.decided or (total is not None and self.deals >= total)

    def reached(self, target: Points) -> tuple[Side, ...]:
        """The sides in the standings whose score reaches a target."""
        return tuple(side for side in self.competing if self.score(side) >= target)

    def ranking_score(self, side: Side) -> Points:
        """The value that orders the standings, the greatest first."""
        return -self.score(side) if self.fewest else self.score(side)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The sides by place, without those out of competition."""
        places = self.places
        ordered = [(side, self.totals[side[0]]) for side in sorted(places, key=places.__getitem__)]
        best = ordered[0][1]
        return tuple(
            Standing(places[side], side, total, max(best, total) - min(best, total), self.tally(side))
            for side, total in ordered
        )

    @property
    def decided_by(self) -> DecidedBy | None:
        """What decided the game, whatever the table has decided since; None while it runs."""
        if not self.over:
            return None
        if not self.deals:
            return DecidedBy.NOTHING
        first = first_of(self.ranking_scores)
        if self.tie_is_draw and len(first) > 1:
            return DecidedBy.DRAW
        if not self.winners:
            return DecidedBy.NOBODY
        if len(first) == len(self.competing):
            return DecidedBy.ALL_LEVEL
        return DecidedBy.COUNT if self.won_by else DecidedBy.TOTALS

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, side by side; none while the game runs, in a draw, or without a deal."""
        over = self.over and self.deals and not self.drawn
        return tuple(seat for side in self.first for seat in side) if over else ()

    @property
    def drawn(self) -> bool:
        """Whether the game is over and tied for first, in a game where a tie is a draw."""
        return bool(self.tie_is_draw and self.over and self.deals) and len(self.first) > 1

    @property
    def first(self) -> tuple[Side, ...]:
        """The sides in first place."""
        return tuple(side for side, place in self.places.items() if place == 1)

    @cached_property
    def places(self) -> dict[Side, int]:
        """The place of each side that has one: equal worth shares it, unless the table has decided between them."""
        places = places_of(self.ranking_scores)
        for tie in self.ties_in_force:
            places |= {side: places[side] + behind for behind, side in enumerate(map(self.side_of, tie.order))}
        return places

    @property
    def last_ties(self) -> dict[frozenset[Side], Tie]:
        """The last decision of the table about the same sides."""
        return {frozenset(map(self.side_of, tie.order)): tie for tie in self.ties}

    @property
    def ties_in_force(self) -> tuple[Tie, ...]:
        """The decisions about sides that are level at the end, and no others with them; the rest is without effect."""
        last = self.last_ties if self.over and self.deals else {}
        level = map(frozenset, level_in(places_of(self.ranking_scores)) if last else ())
        return tuple(last[sides] for sides in level if sides in last)

    @property
    def still_level(self) -> tuple[tuple[Side, ...], ...]:
        """The sides that share a place at the end, and about whom the table has decided nothing; the best first."""
        return level_in(self.places) if self.over and self.deals else ()

    @cached_property
    def ranking_scores(self) -> dict[Side, Points]:
        """The value that orders the standings, for each side that has a place."""
        return {side: self.ranking_score(side) for side in self.competing}

    @cached_property
    def competing(self) -> tuple[Side, ...]:
        """The sides that have a place in the standings: all but those out of competition."""
        return tuple(side for side in self.sides if not self.unranked.issuperset(side))

    def side_of(self, seat: int) -> Side:
        """The side of a seat."""
        return next(side for side in self.sides if seat in side)

    def name_of_side(self, side: Side) -> Words:
        """The name of a side, made of its players' names."""
        return together(*(self.table.players[seat] for seat in side))

    def points_by_side(self, row: Row) -> dict[Side, Points]:
        """The points of the sides that had a part in a row."""
        return {side: row.points[side[0]] for side in self.sides if not row.cells[side[0]].absent}

    def scores_by_side(self, row: Row) -> dict[Side, Points]:
        """The same so that the greatest is the best."""
        return {side: -points if self.fewest else points for side, points in self.points_by_side(row).items()}

    @cached_property
    def deal_rows(self) -> tuple[Row, ...]:
        """The finished deals, without what was adjusted or changed between them."""
        return tuple(row for row in self.rows if row.kind == "deal")

    @property
    def deals(self) -> int:
        """The number of finished deals."""
        return len(self.deal_rows)

    @property
    def last_deal(self) -> Row | None:
        """The deal that was finished last."""
        return self.deal_rows[-1] if self.deal_rows else None

    @cached_property
    def leaders(self) -> frozenset[int]:
        """The seats in first place; none before the first row."""
        return frozenset(seat for each in self.standings if each.place == 1 and self.rows for seat in each.seats)
