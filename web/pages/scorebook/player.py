"""Page of a player's statistics."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scoring.catalogue import all_games
from store.book import KeepersBook
from store.stats.player_stats import Beside
from web.identity.current import book
from web.reports.player_stats import among, figures_of, rounded
from web.request.page import Pages

pages = Pages("player", __name__, url_prefix="/players", readers="watcher")
for told in (among, rounded):
    pages.add_app_template_global(told)

LAST = 20
"""Results listed at most."""
LATELY = 10
"""Places shown at most."""


@dataclass(frozen=True)
class Met:
    """The record against another player across all games: ahead, level, behind; as partners, and won."""

    player: int
    name: str
    ahead: int = 0
    level: int = 0
    behind: int = 0
    partners: int = 0
    won: int = 0

    @property
    def against(self) -> int:
        return self.ahead + self.level + self.behind

    def after(self, beside: Beside) -> Met:
        """Add the counts of one more game."""
        return Met(
            self.player,
            beside.name,
            self.ahead + beside.ahead,
            self.level + beside.level,
            self.behind + beside.behind,
            self.partners + beside.partners,
            self.won + beside.won,
        )


# The largest integer of the database.
@pages.get("/<int(max=2147483647):player>")
def show(player: int) -> ResponseReturnValue:
    """Show a player's statistics; a merged player redirects to the other."""
    scorebook = book()
    found = scorebook.statistics(player)
    if found.player != player:
        return redirect(url_for("player.show", player=found.player))
    games = all_games()
    met = _met(found.beside)
    return render_template(
        "scorebook/player.html",
        found=found,
        games=games,
        sessions=sum(each.results.games for each in found.games),
        won=sum(each.results.won for each in found.games),
        figures={
            each.results.game: figures_of(games[each.results.game], each)
            for each in found.games
            if each.results.game in games
        },
        last=scorebook.last_results(player, limit=LAST),
        run=scorebook.current_run(player),
        lately=LATELY,
        against=sorted((each for each in met if each.against), key=lambda each: (-each.against, each.name)),
        partners=sorted((each for each in met if each.partners), key=lambda each: (-each.partners, each.name)),
        keeper=isinstance(scorebook, KeepersBook),
    )


def _met(beside: Iterable[Beside]) -> list[Met]:
    met: dict[int, Met] = {}
    for each in beside:
        met[each.player] = met.get(each.player, Met(each.player, each.name)).after(each)
    return list(met.values())
