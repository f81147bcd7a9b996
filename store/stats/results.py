"""Results of players in each game, of all sessions or of a selection.

Those of all sessions are kept. Those of a selection come straight from an index of the shares. Runs are stored as
numbers (see `streaks`): one that began before a period is counted from the first session in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby

from scoring.message import Points, as_points
from store.engines.base import Connection, Row
from store.stats.counts import OF_LINE
from store.stats.selection import ALL_KINDS, ALL_TIME, Selection, conditions
from store.stats.streaks import next_run
from store.values import from_milli

FIRST, LAST = "", "9"
"""Before and after every time of the record."""
LONGER_THAN_ANY = 1_000_000
"""No run is as long."""


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


def none_of(game: str, title: str) -> Results:
    """The results of who has no place at the end of any session of a game."""
    return Results(game, 0, 0, 0, 0, 0, 0, 0, 0, 0, title)


@dataclass(frozen=True)
class LeagueRow:
    """A line of a scorebook's table: a player in one game."""

    player: int
    name: str
    results: Results


def lines(db: Connection, whose: str, value: object, selection: Selection) -> list[LeagueRow]:
    """Some players in every game of the selection, in no order; `whose` is a condition on the player."""
    if not (selection.has_period or selection.kind):
        return [_line(row, *_runs_of(row)) for row in _of_all_time(db, whose, value, selection)]
    played = _of_shares(db, whose, value, selection)
    if not played:
        return []
    runs = (_of_kind if selection.kind else _of_period)(db, whose, value, selection)
    return [_line(row, *runs[row["player"], row["game"], row["title"]]) for row in played]


def _line(row: Row, run: int, longest: int, driest: int) -> LeagueRow:
    results = Results(
        game=row["game"],
        games=row["games"],
        won=int(row["won"]),
        average=_among(row["total_milli"], 1000 * row["games"]),
        highest=from_milli(row["highest"]),
        lowest=from_milli(row["lowest"]),
        run=run,
        longest=longest,
        driest=driest,
        average_place=_among(row["places"], row["games"]),
        title=row["title"],
        kind=row["first_kind"] if row["first_kind"] == row["last_kind"] else None,
    )
    return LeagueRow(row["player"], row["name"], results)


def _among(total: int, number: int) -> Points:
    return as_points(Fraction(int(total), number))


def _runs_of(row: Row) -> tuple[int, int, int]:
    return row["run"], max(row["longest"], 0), max(-row["driest"], 0)


def _of_all_time(db: Connection, whose: str, value: object, selection: Selection) -> Sequence[Row]:
    """The sums of all sessions, and each best from the end of an index."""
    share = f"FROM share WHERE {OF_LINE}"
    kinds = f"FROM tally AS share WHERE {OF_LINE} AND share.span = line.span AND share.kind <> line.kind"
    wanted, values = conditions(selection, "line")
    return db.execute(
        f"""
        SELECT line.player, COALESCE(player.called, player.name) AS name, line.game, line.title,
            line.games, line.won, line.total_milli, line.places,
            (SELECT MAX(total_milli) {share}) AS highest, (SELECT MIN(total_milli) {share}) AS lowest,
            (SELECT MAX(run) {share}) AS longest, (SELECT MIN(run) {share}) AS driest,
            (SELECT run {share} ORDER BY created_at DESC, number DESC LIMIT 1) AS run,
            (SELECT MIN(kind) {kinds}) AS first_kind, (SELECT MAX(kind) {kinds}) AS last_kind
        FROM tally AS line JOIN player ON player.id = line.player
        WHERE {" AND ".join((whose, "line.games > 0", "line.span = ?", "line.kind = ?", *wanted))}
        """,
        (value, ALL_TIME, ALL_KINDS, *values),
    ).fetchall()


def _of_shares(db: Connection, whose: str, value: object, selection: Selection) -> Sequence[Row]:
    """The sums of the selected shares, from an index that has all of their columns."""
    wanted, values = conditions(selection, "share")
    return db.execute(
        f"""
        SELECT found.*, COALESCE(player.called, player.name) AS name FROM (
            SELECT player, game, title, COUNT(*) AS games, SUM(won) AS won, SUM(total_milli) AS total_milli,
                SUM(place) AS places, MAX(total_milli) AS highest, MIN(total_milli) AS lowest,
                MIN(kind) AS first_kind, MAX(kind) AS last_kind
            FROM share WHERE {" AND ".join((f"player IN (SELECT id FROM player WHERE {whose})", *wanted))}
            GROUP BY player, game, title
        ) AS found JOIN player ON player.id = found.player
        """,
        (value, *values),
    ).fetchall()


Runs = dict[tuple[int, str, str], tuple[int, int, int]]
"""The run, the longest and the driest, by player, game and title."""


def _of_period(db: Connection, whose: str, value: object, selection: Selection) -> Runs:
    """The runs within a period: of a run that began before it, `early` is how much of it lies in it.

    The first run that begins in the period begins with the session `turned`; from there on the numbers are right.
    """
    wanted, values = conditions(Selection(game=selection.game, title=selection.title), "line")
    since, until = selection.since or FIRST, selection.until or LAST
    turn = f"""
        FROM share WHERE {OF_LINE} AND share.created_at >= ? AND share.created_at < ? AND share.run IN (1, -1)
        ORDER BY share.created_at, share.number LIMIT 1
    """
    found = db.execute(
        f"""
        WITH each_line AS (
            SELECT line.player, line.game, line.title FROM tally AS line JOIN player ON player.id = line.player
            WHERE {" AND ".join((whose, "line.span = ?", "line.kind = ?", *wanted))}
        ), line AS MATERIALIZED (
            SELECT line.player, line.game, line.title,
                COALESCE((SELECT created_at {turn}), ?) AS turned_at, COALESCE((SELECT number {turn}), 0) AS turned
            FROM each_line AS line
        )
        SELECT line.player, line.game, line.title,
            (
                SELECT SUM(2 * won - 1) FROM share WHERE {OF_LINE} AND share.created_at >= ?
                AND (share.created_at, share.number) < (line.turned_at, line.turned)
            ) AS early,
            (
                SELECT run FROM share WHERE {OF_LINE} AND share.created_at >= line.turned_at AND share.created_at < ?
                ORDER BY share.created_at DESC, share.number DESC LIMIT 1
            ) AS run,
            (
                SELECT {LONGER_THAN_ANY} * MAX(CASE WHEN run > 0 THEN run ELSE 0 END)
                    + MAX(CASE WHEN run < 0 THEN -run ELSE 0 END)
                FROM share WHERE {OF_LINE} AND (share.created_at, share.number) >= (line.turned_at, line.turned)
                AND share.created_at < ?
            ) AS later
        FROM line
        """,
        (value, ALL_TIME, ALL_KINDS, *values, since, until, until, since, until, since, until, until),
    )
    runs = {}
    for row in found:
        early = int(row["early"] or 0)
        longest, driest = divmod(int(row["later"] or 0), LONGER_THAN_ANY)
        run = early if row["run"] is None else row["run"]
        runs[row["player"], row["game"], row["title"]] = (run, max(longest, early), max(driest, -early))
    return runs


def _of_kind(db: Connection, whose: str, value: object, selection: Selection) -> Runs:
    """The runs within a kind of game, counted anew: what was played between by other rules does not end them."""
    wanted, values = conditions(selection, "share")
    found = db.execute(
        f"""
        SELECT player, game, title, won FROM share
        WHERE {" AND ".join((f"player IN (SELECT id FROM player WHERE {whose})", *wanted))}
        ORDER BY player, game, title, created_at, number
        """,
        (value, *values),
    )
    return {
        of: _counted(rows) for of, rows in groupby(found, key=lambda row: (row["player"], row["game"], row["title"]))
    }


def _counted(rows: Iterator[Row]) -> tuple[int, int, int]:
    runs = [*accumulate((row["won"] for row in rows), next_run, initial=0)]
    return runs[-1], max(runs), max(-min(runs), 0)
