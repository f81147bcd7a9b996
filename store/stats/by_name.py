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
    """The `lines` of `player_stats.table` for a game, one list for each name that it has under some house rules.

    It reads every result of the game, since sums are stored for the game alone.
    """
    # From the players, whose shares have an index by game.
    found = db.execute(
        """
        SELECT share.player, COALESCE(player.called, player.name) AS name, share.total_milli, share.won, session.options
        FROM player JOIN share ON share.player = player.id JOIN session ON session.id = share.session
        WHERE player.scorebook = ? AND share.game = ? ORDER BY share.created_at, share.number
        """,
        (scorebook, game),
    ).fetchall()
    # Few house rules are those of many sessions: each is read once.
    titles = {options: called(json.loads(options)) for options in {row["options"] for row in found}}
    if len(set(titles.values())) == 1:
        return {title: [*lines] for title in titles.values()}
    shares: defaultdict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in found:
        shares[titles[row["options"]], row["player"]].append(row)
    tables: defaultdict[str, list[LeagueRow]] = defaultdict(list)
    for (title, player), rows in shares.items():
        tables[title].append(LeagueRow(player, rows[0]["name"], _results(game, rows)))
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
