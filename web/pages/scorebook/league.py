"""The league table: each player in each game with games, wins, average, best and current streak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby

from flask import render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scoring.catalogue import all_games
from scoring.entry.fields import RefusedError
from scoring.insights.facts import example
from scoring.message import Points
from store.scorebooks import is_rated
from store.stats import league
from store.stats.league import LeagueRow, Results
from web.identity.current import book
from web.reports.selection import MAX_CACHED_KINDS, Filter, asked_filter, name_of, name_of_kind, value_of
from web.request.page import Pages

TABLES = 10
"""Tables at first: with games on the pad, each with a name of its own, there may be many more."""
KINDS = 6
"""Kinds offered below a table at most; the filter has all."""
ENOUGH = 5
"""Who played fewer games of a table stands below the others where rates or averages are compared."""

pages = Pages("league", __name__, url_prefix="/players", readers="watcher")


@dataclass(frozen=True)
class LeagueTable:
    """The table of a game, its lines in order.

    `kinds` are those that it mixes, by their queries, so that its totals cannot be compared. `either_way`: some of them
    are won by the lowest total, so that none is the best; `fewest`: all of them are. `leader` is the player who leads
    alone.
    """

    title: str
    query: Mapping[str, str]
    lines: Sequence[LeagueRow]
    kinds: Sequence[tuple[str, Mapping[str, str]]]
    either_way: bool
    fewest: bool
    leader: int | None = None


@pages.get("/table")
def show() -> ResponseReturnValue:
    """Show a table for each game, the game with the most results first; those far down only when asked for."""
    scorebook = book()
    asked = asked_filter(scorebook)
    found = groupby(league.table(scorebook, asked.selection), key=lambda line: (line.results.game, line.results.title))
    by_game = [(*played, [*lines]) for played, lines in found]
    by_game.sort(key=lambda each: -sum(line.results.games for line in each[2]))
    shown = by_game if "all" in request.args else by_game[:TABLES]
    tables = [_table(*each, asked) for each in shown]
    orders = {"wins": _("Wins"), "rate": _("Win rate"), "place": _("Average place")}
    if asked.selection.game and not any(table.kinds for table in tables):
        orders["points"] = _("Points a game")
    by = request.args.get("by", "")
    by = by if by in orders else "wins"
    content = render_template(
        "scorebook/league.html",
        tables=[_in_order(table, by) for table in tables],
        more=len(by_game) > len(shown),
        filter=asked,
        orders=orders,
        by=by,
        by_query={"by": by} if by != "wins" else {},
        enough=ENOUGH,
        rated=is_rated(scorebook),
    )
    return content, asked.status


def _table(slug: str, title: str, lines: Sequence[LeagueRow], asked: Filter) -> LeagueTable:
    kinds = {line.results.kind for line in lines}
    played = asked.kinds_of(slug, title)
    mixed = [*played] if len(kinds) > 1 or None in kinds else []
    query = asked.but(game=value_of(slug, title))
    fewest = {_is_won_by_fewest(slug, kind) for kind in (mixed or kinds) if kind is not None}
    return LeagueTable(
        title=name_of(slug, title),
        query=query,
        lines=lines,
        kinds=[(name_of_kind(slug, kind, among=played), query | {"kind": kind}) for kind in mixed[:KINDS]],
        either_way=len(fewest) > 1,
        fewest=fewest == {True},
    )


@lru_cache(maxsize=MAX_CACHED_KINDS)
def _is_won_by_fewest(slug: str, kind: str) -> bool:
    """Whether the lowest total wins in a game under the house rules of this kind."""
    game = all_games().get(slug)
    if game is None:
        return False
    blank = example(game)
    try:
        return replace(blank, options=replace(blank.options, **game.options.values_of_kind(kind))).fewest
    except RefusedError:
        return False


def _in_order(table: LeagueTable, by: str) -> LeagueTable:
    """The table, the best first; whoever played too little to be compared stands below the others, and never leads."""
    ranks = {line.player: _rank(table, line.results, by) for line in table.lines}
    lines = sorted(table.lines, key=lambda line: (*ranks[line.player], -line.results.games, line.name))
    first = lines[0]
    too_few, _score = ranks[first.player]
    is_alone = [*ranks.values()].count(ranks[first.player]) == 1
    return replace(table, lines=lines, leader=first.player if first.results.won and is_alone and not too_few else None)


def _rank(table: LeagueTable, found: Results, by: str) -> tuple[bool, tuple[Points, ...]]:
    """Whether somebody played too little to be compared, and what they are compared by, the best first."""
    if by == "wins":
        return False, (-found.won, found.games if found.won else 0)
    compared = {
        "rate": -Fraction(found.won, found.games),
        "place": Fraction(found.average_place),
        "points": Fraction(found.average) * (1 if table.fewest else -1),
    }
    return found.games < ENOUGH, (compared[by],)
