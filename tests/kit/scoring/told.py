"""The deals of a play as they were entered, for who reads them again without the games' own help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.sheets.values import Ask, Row
from tests.kit.games import Played


@dataclass(frozen=True)
class Deal:
    """One deal: how often the deal had passed on before it; what was entered in each of its steps, and what was asked
    for at first.

    `options` are the house rules as documents write them, `totals` those before the deal, `points` what it gave.
    """

    number: int
    players: int
    dealer: int
    options: Mapping[str, Any]
    entries: Mapping[str, Mapping[str, Any]]
    asked: Ask
    totals: tuple[Any, ...]
    points: tuple[Any, ...]

    @property
    def seats(self) -> range:
        return range(self.players)

    def only(self, seat: int) -> tuple[bool, ...]:
        """Yes for this seat, no for the others."""
        return tuple(each == seat for each in self.seats)


def finished(play: Played) -> list[Row]:
    return [row for row in play.last.rows if row.kind == "deal"]


def deals_of(play: Played) -> Iterator[Deal]:
    passes = ("deal",) if play.session["options"].get("void_deal") in (None, "again") else ("deal", "void")
    for row in finished(play):
        before = play.sheets[row.entries[0]]
        assert before.ask is not None
        yield Deal(
            number=sum(each.kind in passes for each in before.rows),
            players=len(before.table.players),
            dealer=before.table.dealer,
            options=before.options.to_json(),
            entries={play.entries[position]["step"]: play.entries[position] for position in row.entries},
            asked=before.ask,
            totals=before.totals,
            points=row.points,
        )
