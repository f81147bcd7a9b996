"""Pages of what finished sessions come to: the league table and the ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Any

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from record.log import stamp
from record.rating import START
from scoring.catalogue import all_games
from scoring.entry.fields import RefusedError
from scoring.message import Points, together
from scoring.sheets.sheet import UNSEATED
from store.scorebooks import is_rated, set_rating
from store.stats.league import LeagueRow, league_table
from store.stats.player_stats import statistics
from store.stats.ratings import GAMES_TO_BE_SHOWN, rating_history, ratings
from web.identity.visitor import book, is_keeper
from web.request import now
from web.request.page import Pages
from web.sheet.chart import number_line
from web.summaries.filters import MAX_CACHED_KINDS, as_written, game_and_title, name_of, page_filter, value_of
from web.summaries.game_figures import count_with_share, round_average

MAX_TABLES_SHOWN = 10
"""League tables at first: with games on the pad, each with a name of its own, there may be many more."""
MIN_COMPARED_GAMES = 5
"""Who played fewer games of a table stands below the others where rates or averages are compared."""
MAX_CHANGES_SHOWN = 20
"""Changes of a rating listed at first."""

pages = Pages("statistics", __name__, url_prefix="/players", readers="watcher")
pages.give_templates(together, among=count_with_share, rounded=round_average, game_called=name_of, game_value=value_of)


@pages.get("/table")
def league() -> ResponseReturnValue:
    """Show a table for each game, the game with the most results first; those far down only when asked for."""
    scorebook = book()
    asked = page_filter(scorebook)
    rows = groupby(league_table(scorebook, asked.selection), key=lambda line: (line.results.game, line.results.title))
    by_game = sorted(([*lines] for _game, lines in rows), key=lambda lines: -sum(each.results.games for each in lines))
    shown = by_game if "all" in request.args else by_game[:MAX_TABLES_SHOWN]
    kinds: list[Mapping[str, str]] = []
    for lines in shown:
        results, found = lines[0].results, {line.results.kind for line in lines}
        kinds.append(asked.kinds_of(results.game, results.title) if len(found) > 1 or None in found else {})
    orders = {"wins": _("Wins"), "rate": _("Win rate"), "place": _("Average place")}
    if asked.selection.game and not any(kinds):
        orders["points"] = _("Average total")
    by = request.args.get("by", "")
    by = by if by in orders else "wins"
    content = render_template(
        "scorebook/league.html",
        tables=[_in_order(lines, mixed, by) for lines, mixed in zip(shown, kinds, strict=True)],
        more=len(by_game) > len(shown),
        filter=asked,
        orders=orders,
        by=by,
        by_query={"by": by} if by != "wins" else {},
        enough=MIN_COMPARED_GAMES,
        rated=is_rated(scorebook),
    )
    return content, asked.status


def _in_order(lines: Sequence[LeagueRow], mixed: Mapping[str, str], by: str) -> dict[str, Any]:
    """The table of a game, its `lines` in order, the best first.

    Whoever played too little to be compared stands below the others, and is never the `leader`, who leads alone.
    `kinds` are those that it mixes with their names, so that its totals cannot be compared. `either_way`: some of them
    are won by the lowest total, so that none is the best; `fewest`: all of them are.
    """
    kinds = mixed or {line.results.kind for line in lines}
    fewest = {_is_won_by_fewest(lines[0].results.game, kind) for kind in kinds if kind is not None}
    by_fewest = fewest == {True}
    ranks: dict[int, tuple[bool, tuple[Points, ...]]] = {}
    for each in lines:
        found = each.results
        compared: Mapping[str, tuple[Points, ...]] = {
            "wins": (-found.won, found.games if found.won else 0),
            "rate": (-Fraction(found.won, found.games),),
            "place": (Fraction(found.average_place),),
            "points": (Fraction(found.average) * (1 if by_fewest else -1),),
        }
        ranks[each.player] = (by != "wins" and found.games < MIN_COMPARED_GAMES, compared[by])
    ordered = sorted(lines, key=lambda line: (*ranks[line.player], -line.results.games, line.name))
    first = ordered[0]
    leads = first.results.won and [*ranks.values()].count(ranks[first.player]) == 1 and not ranks[first.player][0]
    return {
        "lines": ordered,
        "kinds": mixed,
        "either_way": len(fewest) > 1,
        "fewest": by_fewest,
        "leader": first.player if leads else None,
    }


@lru_cache(maxsize=MAX_CACHED_KINDS)
def _is_won_by_fewest(slug: str, kind: str) -> bool:
    """Whether the lowest total wins in a game under the house rules of this kind."""
    game = all_games().get(slug)
    if game is None:
        return False
    try:
        return game.sheet.blank(UNSEATED, replace(game.options(), **game.options.values_of_kind(kind))).fewest
    except RefusedError:
        return False


@pages.get("/ratings", endpoint="ratings")
def everybodys_ratings() -> ResponseReturnValue:
    """Everybody's rating, a table for each game, the game with the most results first.

    Those with a number are in its order, then those with too few games by how many they have.
    """
    scorebook = book()
    if not is_rated(scorebook):
        return render_template("scorebook/ratings.html", rated=False), 404
    by_game = groupby(ratings(scorebook), key=lambda each: (each.game, each.title))
    tables = [
        sorted(its, key=lambda each: (each.number is None, -each.games if each.number is None else 0))
        for _game, its in by_game
    ]
    return render_template(
        "scorebook/ratings.html",
        rated=True,
        tables=sorted(tables, key=lambda its: -sum(each.games for each in its)),
        needed=GAMES_TO_BE_SHOWN,
    )


@pages.get("/ratings/explained", audience="anyone")
def rating_explained() -> ResponseReturnValue:
    """How the rating works, with the switch that turns it off for everybody."""
    rated = is_keeper() and is_rated(book(deleted=True))
    return render_template("scorebook/rating_explained.html", needed=GAMES_TO_BE_SHOWN, start=START, rated=rated)


@pages.get("/<int(max=2147483647):player>/rating")
def rating(player: int) -> ResponseReturnValue:
    """A player's rating in one game, and what each session did to it.

    Without a game it is the most played one. A merged player redirects to the other.
    """
    scorebook, asked = book(), request.args.get("game")
    found = statistics(scorebook, player)
    if found.player != player:
        return redirect(url_for("statistics.rating", player=found.player, game=asked))
    if not is_rated(scorebook):
        return render_template("scorebook/ratings.html", rated=False), 404
    its = ratings(scorebook, player)
    wanted = None if asked is None else as_written(its, *game_and_title(asked))
    own = next((each for each in its if wanted in (None, (each.game, each.title))), None)
    if own is None:
        return render_template("scorebook/rating.html", found=found, rating=None)
    history = rating_history(
        scorebook, player, own.game, own.title, last=None if "all" in request.args else MAX_CHANGES_SHOWN
    )
    return render_template(
        "scorebook/rating.html",
        found=found,
        rating=own,
        changes=history.changes[::-1],
        more=len(history.numbers) - 1 > len(history.changes),
        numbers=history.numbers,
        line=number_line(history.numbers, base=START),
        needed=GAMES_TO_BE_SHOWN,
        start=START,
    )


@pages.post("/ratings/switch")
def switch_rating() -> ResponseReturnValue:
    """Turn the rating of the scorebook on or off."""
    set_rating(book(), on=request.form.get("on") == "1", at=stamp(now()))
    return redirect(url_for("statistics.rating_explained"), 303)


@pages.app_template_filter("rating_number")
def number(rating: int) -> str:
    """A rating as people read it.

    >>> number(1042), number(958), number(-240)
    ('1,042', '958', '−240')
    """
    return f"{rating:,}".replace("-", "−")
