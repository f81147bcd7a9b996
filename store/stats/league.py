"""The league table: everybody in every game played to an end, from their results."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from operator import itemgetter
from typing import TypeAlias

from store.book import Book
from store.cache import cached_result
from store.stats.results import Results, people_by_number, results_of
from store.stats.selection import EVERYTHING, Selection, titles

CountedResults: TypeAlias = list[tuple[str, str, tuple[int, Fraction, int], int, Results]]
"""Game, title, rank, person, and the results."""
BYTES_OF_LINE = 1_000


@dataclass(frozen=True)
class LeagueRow:
    """A line of a scorebook's table: a player in one game."""

    player: int
    name: str
    results: Results


def league_table(book: Book, selection: Selection = EVERYTHING) -> list[LeagueRow]:
    """Everybody in every game played to an end, by game: who won most first, of two as good who played less."""

    def counted(_earlier: CountedResults | None) -> tuple[CountedResults, int]:
        lines = results_of(book, selection)
        found = [(results.game, results.title, _rank(results), person, results) for person, results in lines]
        return found, len(found) * BYTES_OF_LINE

    found = cached_result(book, ("table", selection), counted)
    # Afterwards, so that everybody is known whom the results name.
    everybody = people_by_number(book)
    written = titles(book, ((game, title) for game, title, *_ in found))
    named = sorted(
        (
            (game, written[game, title], rank, everybody[person]["name"], person, results)
            for game, title, rank, person, results in found
        ),
        key=itemgetter(0, 1, 2, 3),
    )
    return [
        LeagueRow(person, name, replace(results, title=title) if title else results)
        for _game, title, _rank, name, person, results in named
    ]


def _rank(results: Results) -> tuple[int, Fraction, int]:
    return -results.won, -Fraction(results.won, results.games), -results.games
