"""Pages with the rules of each game."""

from __future__ import annotations

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from scoring.catalogue import all_games, find_game
from scoring.game import AnyGame
from scoring.message import Words, listed
from scoring.options import Preset
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
    fields = game.options.fields()
    return render_template("rules/game.html", game=game, fields=fields, prose=prose, back=back, options_of=_options_of)


def _options_of(game: AnyGame, preset: Preset) -> Words:
    """The options that a preset names, each by a name of its own."""
    named = (field for field in game.options.fields() if field.name in preset.values)
    return listed(*(field.named(preset.values[field.name]) for field in named))
