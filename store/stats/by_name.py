"""League tables of a game that goes by several names, such as the score pad: one for each name."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import accumulate
from typing import Any

from store.engines.base import Connection, Row
from store.stats.player_stats import LeagueRow, Results, ranked
from store.stats.streaks import next_run
from store.values import from_milli


def tables_by_name(
    db: Connection, scorebook: str, game: str, *, called: Callable[[Mapping[str, Any]], str]
) -> dict[str, list[LeagueRow]]:
    """The lines of `player_stats.table` for a game, by its name under the house rules of each session."""
    shares: defaultdict[str, defaultdict[tuple[int, str], list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in db.execute(
        """
        SELECT share.player, COALESCE(player.called, player.name) AS name, share.total_milli, share.won, session.options
        FROM share JOIN player ON player.id = share.player JOIN session ON session.id = share.session
        WHERE player.scorebook = ? AND share.game = ? ORDER BY share.created_at, share.number
        """,
        (scorebook, game),
    ):
        shares[called(json.loads(row["options"]))][row["player"], row["name"]].append(row)
    return {
        title: ranked(LeagueRow(player, name, _results(game, rows)) for (player, name), rows in people.items())
        for title, people in shares.items()
    }


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
