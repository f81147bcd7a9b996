"""Streaks: numbers each result within its run of wins or of results without a win, by start time.

1, 2, 3 for one win after the other, -1, -2, -3 for results without one: the last is the current run, the greatest the
longest.
"""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from store.engines.base import Connection, Row

RESULTS_PER_READ = 50
"""So many results are looked at to number a run again; few are longer."""


class Result(NamedTuple):
    """Where a result stands among all of a player in one game: when its session began, and which that was."""

    player: int
    game: str
    title: str
    created_at: str
    number: int


def run_before(db: Connection, result: Result) -> int:
    """The run that stood when this result came, nothing before the first."""
    before = db.execute(
        """
        SELECT run FROM share WHERE player = ? AND game = ? AND title = ? AND (created_at, number) < (?, ?)
        ORDER BY created_at DESC, number DESC LIMIT 1
        """,
        result,
    ).fetchone()
    return before["run"] if before else 0


def number_later(db: Connection, changed: Result, run: int) -> None:
    """Number again what came after a result that came, went or changed, until one is right; `run` stands after it."""
    last = (changed.created_at, changed.number)
    while True:
        found = db.execute(
            f"""
            SELECT session, seat, created_at, number, won, run FROM share
            WHERE player = ? AND game = ? AND title = ? AND (created_at, number) > (?, ?) ORDER BY created_at, number
            LIMIT {RESULTS_PER_READ}
            """,
            (changed.player, changed.game, changed.title, *last),
        ).fetchall()
        for row in found:
            run = next_run(run, row["won"])
            if row["run"] == run:
                return
            number(db, row, run)
            last = (row["created_at"], row["number"])
        if len(found) < RESULTS_PER_READ:
            return


def next_run(run: int, won: int) -> int:
    """The number of a result in its run, below nothing where it is one of results without a win.

    >>> next_run(2, 1), next_run(2, 0), next_run(-1, 0), next_run(0, 1)
    (3, -1, -2, 1)
    """
    return max(run, 0) + 1 if won else min(run, 0) - 1


def wrong(db: Connection, whose: str, value: object) -> list[tuple[Row, int]]:
    """Every share of some players that has another number than it should have, which stands beside it."""
    found = db.execute(
        f"""
        SELECT share.session, share.seat, share.player, share.run, share.game, share.title, share.won
        FROM share JOIN player ON player.id = share.player WHERE {whose}
        ORDER BY share.player, share.game, share.title, share.created_at, share.number
        """,
        (value,),
    ).fetchall()
    differing = []
    for _, results in groupby(found, key=lambda row: (row["player"], row["game"], row["title"])):
        run = 0
        for row in results:
            run = next_run(run, row["won"])
            if row["run"] != run:
                differing.append((row, run))
    return differing


def number(db: Connection, share: Row, run: int) -> None:
    """Give a share its number."""
    db.execute("UPDATE share SET run = ? WHERE session = ? AND seat = ?", (run, share["session"], share["seat"]))
