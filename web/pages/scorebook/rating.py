"""Pages of the ratings: everybody's, the history of one player's, how they work; and the switch."""

from __future__ import annotations

from itertools import groupby

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.rating import START
from store.players.profiles import people
from store.scorebooks import is_rated, turn_rating
from store.stats import ratings
from store.stats.player_stats import statistics
from store.stats.ratings import GAMES_TO_BE_SHOWN, PlayerRating, RatingHistory, rating_history
from web.identity.current import book, now_stamp
from web.reports.rating import number, reasons
from web.reports.selection import as_written, game_and_title, name_of, value_of
from web.request.page import Pages
from web.sheet.chart import number_line

pages = Pages("rating", __name__, url_prefix="/players", readers="watcher")
for told in (name_of, value_of):
    pages.add_app_template_global(told, f"rating_{told.__name__}")
pages.add_app_template_filter(number, "rating_number")

CHANGES = 20
"""Changes listed at first."""
NO_HISTORY = RatingHistory((START,), ())


@pages.get("/ratings")
def league() -> ResponseReturnValue:
    """Everybody's rating, a table for each game, the game with the most results first."""
    scorebook = book()
    if not is_rated(scorebook):
        return _turned_off()
    tables = [list(its) for _, its in groupby(ratings.ratings(scorebook), key=lambda each: (each.game, each.title))]
    tables.sort(key=lambda its: -sum(each.games for each in its))
    return render_template(
        "scorebook/ratings.html",
        rated=True,
        tables=[_shown_first(its) for its in tables],
        names={each.id: each.name for each in people(scorebook)},
        needed=GAMES_TO_BE_SHOWN,
    )


@pages.get("/ratings/explained", audience="anyone")
def explained() -> ResponseReturnValue:
    """How the rating works."""
    return render_template("scorebook/rating_explained.html", needed=GAMES_TO_BE_SHOWN, start=START)


@pages.get("/<int(max=2147483647):player>/rating")
def history(player: int) -> ResponseReturnValue:
    """A player's rating in one game, and what each session did to it.

    Without a game it is the most played one. A merged player redirects to the other.
    """
    scorebook = book()
    found = statistics(scorebook, player)
    if found.player != player:
        return redirect(url_for("rating.history", player=found.player, game=request.args.get("game")))
    if not is_rated(scorebook):
        return _turned_off()
    asked, its = request.args.get("game"), ratings.ratings(scorebook, player)
    wanted = None if asked is None else as_written(its, *game_and_title(asked))
    rating = next((each for each in its if wanted in (None, (each.game, each.title))), None)
    last = None if "all" in request.args else CHANGES
    so_far = rating_history(scorebook, player, rating.game, rating.title, last=last) if rating else NO_HISTORY
    names = {each.id: each.name for each in people(scorebook)}
    return render_template(
        "scorebook/rating.html",
        found=found,
        rating=rating,
        changes=[(each, reasons(each, names)) for each in reversed(so_far.changes)],
        more=len(so_far.numbers) - 1 > len(so_far.changes),
        numbers=so_far.numbers,
        line=number_line(so_far.numbers, base=START),
        needed=GAMES_TO_BE_SHOWN,
        start=START,
    )


@pages.post("/ratings/switch")
def switch() -> ResponseReturnValue:
    """Turn the rating of the scorebook on or off."""
    turn_rating(book(), on=request.form.get("on") == "1", at=now_stamp())
    return redirect(url_for("scorebooks.show", _anchor="rating"), 303)


def _turned_off() -> ResponseReturnValue:
    return render_template("scorebook/ratings.html", rated=False), 404


def _shown_first(ratings: list[PlayerRating]) -> list[PlayerRating]:
    """Those with a number by it, then those with too few games by how many they have."""
    return sorted(ratings, key=lambda each: (each.number is None, -each.games if each.number is None else 0))
