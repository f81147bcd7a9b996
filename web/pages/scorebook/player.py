"""Page of a player's statistics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scoring.catalogue import all_games
from store.scorebooks import is_rated
from store.stats.player_stats import MAX_LAST_RESULTS, Beside, GameStatistics, last_results, statistics
from store.stats.ratings import GAMES_TO_BE_SHOWN, ratings
from web.identity.current import book
from web.reports.player_stats import Figures, among, figures_of, rounded
from web.reports.selection import Filter, asked_filter, name_of, name_of_kind, value_of
from web.request.page import Pages

pages = Pages("player", __name__, url_prefix="/players", readers="watcher")
for told in (among, rounded):
    pages.add_app_template_global(told)

LATELY = 10
"""Places shown at most."""
KINDS = 6
"""Kinds of a game offered where it stands; the filter has all."""


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


@dataclass(frozen=True)
class PlayedGame:
    """A game that somebody has played: `query` selects it alone, `kinds` those that it mixes, with their queries."""

    name: str
    kept: GameStatistics
    figures: Figures | None
    query: Mapping[str, str]
    kinds: Sequence[tuple[str, Mapping[str, str]]]


# The largest integer of the database.
@pages.get("/<int(max=2147483647):player>")
def show(player: int) -> ResponseReturnValue:
    """Show a player's statistics; a merged player redirects to the other."""
    scorebook = book()
    asked = asked_filter(scorebook, player=player)
    selection = asked.selection
    found = statistics(scorebook, player, selection)
    if found.player != player:
        query: dict[str, Any] = asked.query
        return redirect(url_for("player.show", player=found.player, **query))
    games = all_games()
    met = _met(found.beside)
    content = render_template(
        "scorebook/player.html",
        filter=asked,
        found=found,
        games=games,
        played=[_played(each, asked) for each in found.games],
        sessions=sum(each.results.games for each in found.games),
        won=sum(each.results.won for each in found.games),
        last=last_results(scorebook, player, limit=MAX_LAST_RESULTS, selection=selection),
        run=found.run,
        lately=LATELY,
        against=sorted((each for each in met if each.against), key=lambda each: (-each.against, each.name)),
        partners=sorted((each for each in met if each.partners), key=lambda each: (-each.partners, each.name)),
        ratings=ratings(scorebook, player) if is_rated(scorebook) else [],
        needed=GAMES_TO_BE_SHOWN,
        keeper=scorebook.allows("keeper"),
    )
    return content, asked.status


def _played(kept: GameStatistics, asked: Filter) -> PlayedGame:
    results = kept.results
    slug, title = results.game, results.title
    game, kinds = all_games().get(slug), asked.kinds_of(slug, title)
    query = asked.but(game=value_of(slug, title))
    return PlayedGame(
        name=name_of(slug, title),
        kept=kept,
        figures=figures_of(game, kept) if game else None,
        query=query,
        kinds=[(name_of_kind(slug, kind, among=kinds), query | {"kind": kind}) for kind in kinds[:KINDS]]
        if results.kind is None and results.games
        else [],
    )


def _met(beside: Iterable[Beside]) -> list[Met]:
    met: dict[int, Met] = {}
    for each in beside:
        met[each.player] = met.get(each.player, Met(each.player, each.name)).after(each)
    return list(met.values())
