"""Page of two players beside each other: ahead, level, behind by game, as partners, the last meetings."""

from __future__ import annotations

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scoring.catalogue import all_games
from store.stats.head_to_head import MeetingOfPair, PairInGame
from web.i18n.translate import game_name
from web.identity.current import book
from web.request.page import Pages

pages = Pages("pair", __name__, url_prefix="/players", readers="watcher")


@pages.get("/<int(max=2147483647):player>/against/<int(max=2147483647):other>")
def show(player: int, other: int) -> ResponseReturnValue:
    """Show two players beside each other; a merged player redirects to the one who stands for them."""
    found = book().head_to_head(player, other)
    if found.players != (player, other):
        return redirect(url_for("pair.show", player=found.players[0], other=found.players[1]))
    return render_template(
        "scorebook/pair.html",
        found=found,
        against=sorted((each for each in found.games if each.against), key=lambda each: -each.against),
        partners=sorted((each for each in found.games if each.partners), key=lambda each: -each.partners),
        name_of=_name,
    )


def _name(of: PairInGame | MeetingOfPair) -> str:
    game = all_games().get(of.game)
    return of.title or (game_name(game) if game else of.game)
