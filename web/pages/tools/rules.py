"""Pages with the rules of each game."""

from __future__ import annotations

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from scoring.catalogue import all_games, find_game
from web.i18n.translate import by_name
from web.identity import visitor
from web.request.page import Pages

pages = Pages("rules", __name__, url_prefix="/rules", readers="anyone")


@pages.get("")
def index() -> ResponseReturnValue:
    """All the games there are rules for."""
    return render_template("rules/index.html", games=by_name(all_games().values()))


@pages.get("/<slug>")
def show(slug: str) -> ResponseReturnValue:
    """One game's rules, in the reader's language; `?from=/s/…` is the page that the way back leads to."""
    game = find_game(slug)
    prose = f"games/{game.slug}/rules.{visitor.language()}.html"
    back = visitor.own_page(request.args.get("from", ""), otherwise=url_for("rules.index"))
    return render_template("rules/game.html", game=game, fields=game.options.fields(), prose=prose, back=back)
