"""The results of players in each game: sessions, wins, averages, runs; counted when they are asked for, from one index.

Wins come in the order in which sessions began, as one text for each player and game, from which runs are read: window
functions take SQLite three times as long.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, TypeAlias

from scoring.message import Points, as_points
from store.book import Book
from store.encoding import from_milli
from store.engines.base import Row
from store.stats.selection import Selection, conditions, of_person

Average: TypeAlias = Annotated[Points, "average"]
"""Exact here; programs are answered a number to the thousandth."""


@dataclass(frozen=True)
class Results:
    """A player in one game: sessions and wins (a shared win is one), totals, places, wins in a row.

    `title` is the name of a game that is one of its own by its house rules; `kind` the key of the kind of all of these
    sessions, None where they are of several, so that totals cannot be compared. `average`, `highest` and `lowest` are
    of the totals at the end. `run` is how many of the last sessions were won, one after the other; below nothing how
    many were not. `longest` is the longest run of wins, `driest` of none.
    """

    game: str
    games: int = 0
    won: int = 0
    average: Average = 0
    highest: Points = 0
    lowest: Points = 0
    run: int = 0
    longest: int = 0
    driest: int = 0
    average_place: Average = 0
    title: str = ""
    kind: str | None = None


def people_by_number(book: Book) -> Mapping[int, Row]:
    """Every player by number: what each is called, and the person who stands for each."""
    found = book.db.execute(
        """
        SELECT id, COALESCE(called, name) AS name, COALESCE(person, id) AS person FROM player WHERE scorebook = ?
        """,
        (book.scorebook,),
    )
    return {row["id"]: row for row in found}


def results_of(book: Book, selection: Selection, person: int | None = None) -> list[tuple[int, Results]]:
    """Everybody with a place at the end of a selected session, by number, or one person, in each game."""
    wanted, values = conditions(selection, "player_result")
    whose, who = of_person(person)
    # CROSS JOIN fixes the order: of each player the index has all of these columns.
    found = book.db.execute(
        f"""
        SELECT person, game, title, COUNT(*) AS games, SUM(won) AS won, SUM(total_milli) AS total_milli,
            MAX(total_milli) AS highest, MIN(total_milli) AS lowest, SUM(place) AS places,
            MIN(kind) AS first_kind, MAX(kind) AS last_kind, {book.db.wins_in_order} AS wins
        FROM (
            SELECT COALESCE(player.person, player.id) AS person, game, title, kind, place, won, total_milli,
                player_result.played_at, number
            FROM player CROSS JOIN player_result
            WHERE player.scorebook = ? AND {whose} AND player_result.player = player.id
                AND {" AND ".join(("place > 0", *wanted))}
            ORDER BY COALESCE(player.person, player.id), game, title, player_result.played_at, number
        ) AS result GROUP BY person, game, title
        """,
        (book.scorebook, *who, *values),
    )
    return [(row["person"], _results(row)) for row in found]


def _results(row: Row) -> Results:
    runs = runs_of(row["wins"])
    return Results(
        game=row["game"],
        games=row["games"],
        won=int(row["won"]),
        average=as_points(Fraction(int(row["total_milli"]), 1000 * row["games"])),
        highest=from_milli(row["highest"]),
        lowest=from_milli(row["lowest"]),
        run=runs[-1],
        longest=max(0, *runs),
        driest=max(0, *(-run for run in runs)),
        average_place=as_points(Fraction(int(row["places"]), row["games"])),
        title=row["title"],
        kind=row["first_kind"] if row["first_kind"] == row["last_kind"] else None,
    )


def runs_of(wins: str) -> list[int]:
    """The lengths of the runs of wins, and below nothing those of sessions without one.

    >>> runs_of("1101")
    [2, -1, 1]
    """
    return [len(run) if run[0] == "1" else -len(run) for run in re.findall("1+|0+", wins)]
