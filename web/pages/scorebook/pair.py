"""Page of two players beside each other: ahead, level, behind by game, as partners, the last meetings."""

from __future__ import annotations

from typing import Any

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from store.stats.head_to_head import MeetingOfPair, head_to_head
from store.stats.player_stats import Beside
from web.identity.current import book
from web.reports.selection import asked_filter, name_of
from web.request.page import Pages

pages = Pages("pair", __name__, url_prefix="/players", readers="watcher")


@pages.get("/<int(max=2147483647):player>/against/<int(max=2147483647):other>")
def show(player: int, other: int) -> ResponseReturnValue:
    """Show two players beside each other; a merged player redirects to the one who stands for them."""
    scorebook = book()
    asked = asked_filter(scorebook, player=player)
    found = head_to_head(scorebook, player, other, asked.selection)
    if found.players != (player, other):
        query: dict[str, Any] = asked.query
        return redirect(url_for("pair.show", player=found.players[0], other=found.players[1], **query))
    content = render_template(
        "scorebook/pair.html",
        found=found,
        filter=asked,
        against=sorted((each for each in found.games if each.against), key=lambda each: -each.against),
        partners=sorted((each for each in found.games if each.partners), key=lambda each: -each.partners),
        name_of=_name,
    )
    return content, asked.status


def _name(of: Beside | MeetingOfPair) -> str:
    return name_of(of.game, of.title)
