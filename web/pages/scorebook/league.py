"""The league table: each player in each game with games, wins, average, best and current streak."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from flask import render_template, request
from flask.typing import ResponseReturnValue

from scoring.catalogue import all_games
from scoring.entry.fields import Writing
from scoring.game import AnyGame
from scoring.insights.counting import example
from scoring.sheets.game_sheet import GameSheet
from store.book import Book
from store.stats.results import LeagueRow
from web.i18n.translate import game_name
from web.identity.current import book
from web.request.page import Pages

TABLES = 10
"""Tables at first: with games on the pad, each with a name of its own, there may be many more."""

pages = Pages("league", __name__, url_prefix="/players", readers="watcher")


@dataclass(frozen=True)
class LeagueTable:
    """A table by its title; `either_way` where house rules let the lowest total win, so that no total is the best."""

    title: str
    lines: list[LeagueRow]
    either_way: bool = False


@pages.get("/table")
def show() -> ResponseReturnValue:
    """Show a table for each game, the game with the most results first; those far down only when asked for."""
    by_game = list(_tables(book()))
    by_game.sort(key=lambda each: -sum(line.results.games for line in each.lines))
    shown = by_game if "all" in request.args else by_game[:TABLES]
    return render_template("scorebook/league.html", tables=shown, more=len(by_game) > len(shown))


def _tables(scorebook: Book) -> Iterator[LeagueTable]:
    """The tables in no order; of a game that is named by hand one for each name."""
    games = all_games()
    for slug, lines in groupby(scorebook.table(), key=lambda line: line.results.game):
        game = games.get(slug)
        if game is None:
            yield LeagueTable(slug, list(lines))
        elif not any(isinstance(field, Writing) for field in game.options.fields()):
            yield LeagueTable(game_name(game), list(lines), _won_either_way(game))
        else:
            named = scorebook.tables_by_name(slug, lines=[*lines], called=partial(game_name, game))
            yield from (LeagueTable(title, own, _won_either_way(game)) for title, own in named.items())


def _won_either_way(game: AnyGame) -> bool:
    """Whether house rules let the lowest total win, so that there is no best total."""
    return type(example(game)).fewest is not GameSheet.fewest
