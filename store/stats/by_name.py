"""League tables of a game that is named by hand, the score pad: one for each name."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from store.engines.base import Connection, Row
from store.stats.player_stats import LeagueRow, Results, ranked
from store.stats.streaks import next_run
from store.values import from_milli


def tables_by_name(
    db: Connection,
    scorebook: str,
    game: str,
    *,
    lines: Sequence[LeagueRow],
    called: Callable[[Mapping[str, Any]], str],
) -> dict[str, list[LeagueRow]]:
    """The `lines` of `player_stats.table` for a game, parted by its name under the house rules of each session.

    With several names it reads every result of the game, since sums are stored for the game alone.
    """
    # Few house rules are those of many sessions: each is read once.
    titles = {
        row["options"]: called(json.loads(row["options"]))
        for row in db.execute(
            "SELECT DISTINCT options FROM session WHERE scorebook = ? AND game = ?", (scorebook, game)
        ).fetchall()
    }
    if len(set(titles.values())) == 1:
        return {title: [*lines] for title in titles.values()}
    shares: defaultdict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in db.execute(
        """
        SELECT share.player, share.total_milli, share.won, session.options
        FROM session JOIN share ON share.session = session.id
        WHERE session.scorebook = ? AND session.game = ? ORDER BY session.created_at, session.number
        """,
        (scorebook, game),
    ).fetchall():
        shares[titles[row["options"]], row["player"]].append(row)
    names = {
        row["id"]: row["name"]
        for row in db.execute(
            "SELECT id, COALESCE(called, name) AS name FROM player WHERE scorebook = ?", (scorebook,)
        ).fetchall()
    }
    tables: defaultdict[str, list[LeagueRow]] = defaultdict(list)
    for (title, player), rows in shares.items():
        tables[title].append(LeagueRow(player, names[player], _results(game, rows)))
    return {title: ranked(lines) for title, lines in tables.items()}


def _results(game: str, rows: list[Row]) -> Results:
    totals = [row["total_milli"] for row in rows]
    runs = [*accumulate((row["won"] for row in rows), next_run, initial=0)]
    average = Fraction(sum(totals), 1000 * len(totals))
    return Results(
        game=game,
        games=len(rows),
        won=sum(row["won"] for row in rows),
        average=average.numerator if average.denominator == 1 else average,
        highest=from_milli(max(totals)),
        lowest=from_milli(min(totals)),
        run=runs[-1],
        longest=max(runs),
        driest=max(-min(runs), 0),
    )
