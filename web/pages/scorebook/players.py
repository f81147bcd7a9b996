"""Pages of the players: all of them, one, two beside each other; rename, colour, merge, archive, remove."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from record.log import stamp
from scoring.catalogue import all_games
from scoring.errors import EntryError, Problem, refused
from scoring.message import bare, say
from store.players.profiles import (
    PLAYER_FIELDS,
    Player,
    archive_player,
    colour_of,
    describe_player,
    find_player,
    merge_players,
    people,
    rename_player,
    unmerge_player,
)
from store.scorebooks import is_rated
from store.sessions.purge import can_be_removed, remove_player
from store.stats.finished import first_and_last_played
from store.stats.head_to_head import head_to_head
from store.stats.league import league_table
from store.stats.player_stats import MAX_LAST_RESULTS, HeadToHeadCounts, last_results, statistics
from store.stats.ratings import GAMES_TO_BE_SHOWN, ratings
from web.i18n.translate import reasons
from web.identity.visitor import book
from web.request import now
from web.request.page import Pages
from web.sheet.change_flow import write_all
from web.sheet.forms import Form
from web.sheet.scorecard import COLOUR_NAMES
from web.summaries.filters import page_filter
from web.summaries.game_figures import GameFigures

pages = Pages("players", __name__, url_prefix="/players", readers="keeper")

COLOURS = {"": None, **{str(number): number for number in range(len(COLOUR_NAMES))}}
"""The colours by their form values."""
MAX_PLACES_SHOWN = 10
"""Places shown at most."""


@pages.get("", endpoint="list", audience="watcher")
def everybody() -> ResponseReturnValue:
    """List all players by name, archived ones below."""
    scorebook, won = book(), Counter[int]()
    for line in league_table(scorebook):
        won[line.player] += line.results.won
    most = max(won.values(), default=0)
    first = [player for player, wins in won.items() if wins == most]
    found = people(scorebook)
    return render_template(
        "scorebook/players.html",
        won=won,
        best=first[0] if most and len(first) == 1 else None,
        last={each: last for each, (_first, last) in first_and_last_played(scorebook).items()},
        players=[each for each in found if each.archived_at is None],
        archived=[each for each in found if each.archived_at is not None],
    )


# The largest integer of the database.
@pages.get("/<int(max=2147483647):player>", audience="watcher")
def show(player: int) -> ResponseReturnValue:
    """Show a player's statistics; a merged player redirects to the other."""
    scorebook, games = book(), all_games()
    asked = page_filter(scorebook, player=player)
    found = statistics(scorebook, player, asked.selection)
    if found.player != player:
        return redirect(url_for("players.show", player=found.player, **asked.query()))
    person = find_player(scorebook, player)
    content = render_template(
        "scorebook/player.html",
        filter=asked,
        found=found,
        chosen=[
            bare("{field}: {value}", field=field.label, value=value)
            for name, field in PLAYER_FIELDS.items()
            if name != "colour" and (value := getattr(person, name)) is not None
        ],
        games=games,
        played=[
            (each, GameFigures(game.sheet.fact_kinds, game.sheet.breakdowns, each) if game else None)
            for each in found.games
            for game in [games.get(each.results.game)]
        ],
        sessions=sum(each.results.games for each in found.games),
        uncontested=sum(each.uncontested for each in found.games),
        won=sum(each.results.won for each in found.games),
        last=last_results(scorebook, player, limit=MAX_LAST_RESULTS, selection=asked.selection),
        run=found.run,
        lately=MAX_PLACES_SHOWN,
        ratings=ratings(scorebook, player) if is_rated(scorebook) else [],
        needed=GAMES_TO_BE_SHOWN,
        keeper=scorebook.allows("keeper"),
        **_company(found.in_all_games),
    )
    return content, asked.status


@pages.get("/<int(max=2147483647):player>/against/<int(max=2147483647):other>", audience="watcher")
def pair(player: int, other: int) -> ResponseReturnValue:
    """Show two players beside each other; a merged player redirects to the one who stands for them."""
    scorebook = book()
    asked = page_filter(scorebook, player=player)
    found = head_to_head(scorebook, player, other, asked.selection)
    if found.players != (player, other):
        return redirect(url_for("players.pair", player=found.players[0], other=found.players[1], **asked.query()))
    content = render_template("scorebook/pair.html", found=found, filter=asked, **_company(found.games))
    return content, asked.status


def _company(beside: Sequence[HeadToHeadCounts]) -> dict[str, list[HeadToHeadCounts]]:
    """Opponents and partners, those first who were there most."""
    return {
        "against": sorted((each for each in beside if each.against), key=lambda each: (-each.against, each.name)),
        "partners": sorted((each for each in beside if each.partners), key=lambda each: (-each.partners, each.name)),
    }


@pages.get("/<int:player>/edit")
def edit(player: int) -> ResponseReturnValue:
    """The form of a player; a merged player redirects to the other."""
    person = find_player(book(), player, merged=True)
    return _page(person) if person.id == player else _to_page(person.id)


@pages.post("/<int:player>/edit")
def change(player: int) -> ResponseReturnValue:
    """Rename a player or set what is chosen for them: 303 to the list, or 422 with whatever is wrong."""
    scorebook, number, typed = book(), find_player(book(), player).id, request.form
    described: dict[str, object] = {name: typed.get(name, "").strip() or None for name in PLAYER_FIELDS}
    described["colour"] = COLOURS.get(typed.get("colour", "").strip(), -1)
    writes = {name: partial(describe_player, scorebook, number, **{name: value}) for name, value in described.items()}
    # An unchanged name is not written, since somebody else may have changed it in the meantime.
    if typed.get("name") != typed.get("seen"):
        writes["name"] = partial(rename_player, scorebook, number, name=typed.get("name"))
    write_all(scorebook, writes)
    return redirect(url_for("players.list", _anchor=f"player-{number}"), 303)


@pages.post("/<int:player>/archive", endpoint="archive", defaults={"hides": True})
@pages.post("/<int:player>/unarchive", endpoint="unarchive", defaults={"hides": False})
def archive(player: int, *, hides: bool) -> ResponseReturnValue:
    """Archive a player, or unarchive."""
    archive_player(book(), find_player(book(), player).id, at=stamp(now()) if hides else None)
    return _to_page(player)


@pages.post("/<int:player>/remove")
def remove(player: int) -> ResponseReturnValue:
    """Remove a player who never finished a game: 303 to the list, or 422 where they did."""
    remove_player(book(), player, at=stamp(now()))
    return redirect(url_for("players.list"), 303)


@pages.get("/<int:player>/merge")
def ask(player: int) -> ResponseReturnValue:
    """Ask for confirmation of a merge; nothing is written."""
    person = find_player(book(), player)
    return render_template("scorebook/merge.html", player=person, other=_chosen(person))


@pages.post("/<int:player>/merge")
def merge(player: int) -> ResponseReturnValue:
    """Merge a player into another: 303 to the other's page, also when sent twice; 422 where they met at a table."""
    one = find_player(book(), player, merged=True)
    if one.id != player and request.form.get("into", "") in map(str, (one.id, *(each.id for each in one.parts))):
        return _to_page(one.id)
    other = _chosen(find_player(book(), player))
    merge_players(book(), player, into=other.id, at=stamp(now()))
    return _to_page(other.id)


@pages.post("/<int:player>/unmerge/<int:part>")
def unmerge(player: int, part: int) -> ResponseReturnValue:
    """Undo a merge: 303 to the person's page, also when sent twice; 422 where the name is taken by now."""
    if part in [each.id for each in find_player(book(), player).parts]:
        unmerge_player(book(), part)
    else:
        find_player(book(), part)
    return _to_page(player)


@pages.errorhandler(EntryError)
def _refused(error: EntryError) -> ResponseReturnValue:
    """The page of a player with what is wrong: at its field, or beside the name that cannot be parted."""
    path = request.view_args or {}
    person = find_player(book(), path["player"])
    if "part" in path:
        return _page(person, not_parted=(path["part"], reasons(error.problems))), 422
    return _page(person, request.values, error.problems), 422


def _chosen(person: Player) -> Player:
    """The other player chosen for a merge; raises EntryError."""
    for each in people(book()):
        if str(each.id) == request.values.get("into") and each.id != person.id:
            return each
    raise refused("into", say("Choose another player."))


def _to_page(player: int) -> ResponseReturnValue:
    return redirect(url_for("players.edit", player=player), 303)


def _page(
    person: Player,
    typed: Mapping[str, str] | None = None,
    problems: Iterable[Problem] = (),
    *,
    not_parted: tuple[int, str] = (0, ""),
) -> str:
    """The form filled from the record, and with what was typed; `seen` is the name that it shows at first."""
    given = {"name": person.name, "seen": person.name, "into": None}
    given |= {name: getattr(person, name) for name in PLAYER_FIELDS}
    form = Form(given, given=given | dict((typed or {}).items()))
    return render_template(
        "scorebook/player_edit.html",
        player=person,
        others=[each for each in people(book()) if each.id != person.id],
        form=form,
        problems=form.refuse(problems),
        colours=COLOUR_NAMES,
        texts={name: each.label for name, each in PLAYER_FIELDS.items() if name != "colour"},
        unchosen=colour_of(person.id, None),
        not_parted=not_parted,
        removable=can_be_removed(book(), person),
    )
