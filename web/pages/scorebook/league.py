"""The league table: each player in each game with games, wins, average, best and current streak."""

from __future__ import annotations

from itertools import groupby

from flask import render_template
from flask.typing import ResponseReturnValue

from scoring.catalogue import all_games
from scoring.game import AnyGame
from scoring.insights.counting import example
from scoring.sheets.game_sheet import GameSheet
from web.identity.current import book
from web.request.page import Pages

pages = Pages("league", __name__, url_prefix="/players", readers="watcher")


@pages.get("/table")
def show() -> ResponseReturnValue:
    """Show a table for each game, the game with the most results first."""
    games = all_games()
    lines = book().table()
    by_game = [(slug, list(own)) for slug, own in groupby(lines, key=lambda line: line.results.game)]
    by_game.sort(key=lambda each: -sum(line.results.games for line in each[1]))
    return render_template(
        "scorebook/league.html",
        tables=by_game,
        games=games,
        either_way={slug for slug, _ in by_game if slug in games and _won_either_way(games[slug])},
    )


def _won_either_way(game: AnyGame) -> bool:
    """Whether house rules let the lowest total win, so that there is no best total."""
    return type(example(game)).fewest is not GameSheet.fewest
