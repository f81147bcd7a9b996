"""The results of players in each game, and the league table: counted when they are asked for.

One index has all that is read, in the order in which sessions began. Runs are counted here in the same pass: window
functions take SQLite twice as long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias, cast

from scoring.message import Points, as_points
from store.book import Book
from store.engines.base import Row
from store.stats.result_cache import RESULT_CACHE
from store.stats.selection import EVERYTHING, Selection, conditions, titles
from store.values import from_milli

Counted: TypeAlias = list[tuple[str, str, tuple[int, Fraction, int], int, "Results"]]
"""Game, title, rank, person, and the results."""
BYTES_OF_LINE = 1_000
COUNTED_COLUMNS = itemgetter("won", "total_milli", "place", "kind")
OF_PERSON = "(player.id = ? OR player.person = ?)"
"""That somebody is a person, or was merged into them."""


@dataclass(frozen=True)
class Results:
    """A player in one game: sessions and wins (a shared win is one), totals, places, wins in a row.

    `title` is the name of a game that is one of its own by its house rules; `kind` the key of the kind of all of these
    sessions, None where they are of several, so that totals cannot be compared. `average`, `highest` and `lowest` are
    of the totals at the end. `run` is how many of the last sessions were won, one after the other; below nothing how
    many were not. `longest` is the longest run of wins, `driest` of none.
    """

    game: str
    games: int
    won: int
    average: Points
    highest: Points
    lowest: Points
    run: int
    longest: int
    driest: int
    average_place: Points
    title: str = ""
    kind: str | None = None


@dataclass(frozen=True)
class LeagueRow:
    """A line of a scorebook's table: a player in one game."""

    player: int
    name: str
    results: Results


def none_of(game: str, title: str) -> Results:
    """The results of who has no place at the end of any session of a game."""
    return Results(game, 0, 0, 0, 0, 0, 0, 0, 0, 0, title)


def table(book: Book, selection: Selection = EVERYTHING) -> list[LeagueRow]:
    """Everybody in every game played to an end, by game: who won most first, of two as good who played less."""

    def counted(_earlier: Counted | None) -> tuple[Counted, int]:
        lines = [
            (person, results_of(game, title, rows))
            for (person, game, title), rows in rows_by_game(book, selection).items()
        ]
        found = [(results.game, results.title, _rank(results), person, results) for person, results in lines]
        return found, len(found) * BYTES_OF_LINE

    found = RESULT_CACHE.get(book, ("table", selection), counted)
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


def people_by_number(book: Book) -> Mapping[int, Row]:
    """Every player by number: what each is called, and the person who stands for each."""
    found = book.db.execute(
        """
        SELECT id, COALESCE(called, name) AS name, COALESCE(person, id) AS person FROM player WHERE scorebook = ?
        """,
        (book.scorebook,),
    )
    return {row["id"]: row for row in found}


def rows_by_game(book: Book, selection: Selection, person: int | None = None) -> dict[tuple[int, str, str], list[Row]]:
    """The selected results with a place at the end, by person, game and title, in the order in which sessions began.

    With `person`, theirs alone.
    """
    wanted, values = conditions(selection, "player_result")
    whose: tuple[object, ...] = () if person is None else (person, person)
    # CROSS JOIN fixes the order: of each player the index has all of these columns, sorted.
    rows = book.db.execute(
        f"""
        SELECT player.id AS player, COALESCE(player.person, player.id) AS person, game, title, kind, place, won,
            total_milli, created_at, number
        FROM player CROSS JOIN player_result
        WHERE player.scorebook = ? AND {OF_PERSON if whose else "1 = 1"} AND player_result.player = player.id
            AND {" AND ".join(("place > 0", *wanted))}
        ORDER BY player.id, game, title, created_at, number
        """,
        (book.scorebook, *whose, *values),
    )
    found: dict[tuple[int, str, str], list[Row]] = {}
    for (_player, *of), its in groupby(rows, key=itemgetter("player", "person", "game", "title")):
        own, key = list(its), cast(tuple[int, str, str], tuple(of))
        # Of several players who are one person they are merged.
        found[key] = sorted((*found[key], *own), key=itemgetter("created_at", "number")) if key in found else own
    return found


def results_of(game: str, title: str, rows: Sequence[Row]) -> Results:
    """The results of a person in a game, from the rows of its sessions in their order."""
    won, totals, places, kinds = zip(*map(COUNTED_COLUMNS, rows), strict=True)
    runs = runs_of(won)
    return Results(
        game=game,
        games=len(rows),
        won=sum(won),
        average=as_points(Fraction(sum(totals), 1000 * len(rows))),
        highest=from_milli(max(totals)),
        lowest=from_milli(min(totals)),
        run=runs[-1],
        longest=max(0, *runs),
        driest=max(0, *(-run for run in runs)),
        average_place=as_points(Fraction(sum(places), len(rows))),
        title=title,
        kind=kinds[0] if len({*kinds}) == 1 else None,
    )


def runs_of(won: Iterable[int]) -> list[int]:
    """The lengths of the runs of wins, and below nothing those of sessions without one.

    >>> runs_of([1, 1, 0, 1])
    [2, -1, 1]
    """
    return [sum(2 * each - 1 for each in run) for _, run in groupby(won)]


def _rank(results: Results) -> tuple[int, Fraction, int]:
    return -results.won, -Fraction(results.won, results.games), -results.games
