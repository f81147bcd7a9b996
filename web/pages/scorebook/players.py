"""Pages of the players: rename, colour, merge, archive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm

from scoring.errors import EntryError, Problem
from scoring.message import say
from store.book import Book
from store.errors import NoSuchError
from store.players import profiles
from store.players.profiles import (
    Player,
    archive_player,
    colour_of,
    merge_players,
    paint_player,
    rename_player,
    unmerge_player,
)
from store.stats.finished import first_and_last_played
from store.stats.league import table
from web.i18n.translate import reasons
from web.identity.current import book, now_stamp
from web.request.page import Pages
from web.sheet import forms
from web.sheet.colours import COLOUR_NAMES

pages = Pages("players", __name__, url_prefix="/players", readers="keeper")


FIELDS = ("name", "colour", "seen", "into")
"""The fields of the form; `seen` is the name shown when the page was opened."""


@pages.get("", endpoint="list", audience="watcher")
def everybody() -> ResponseReturnValue:
    """List all players by name, archived ones below."""
    scorebook = book()
    people = profiles.people(scorebook)
    won: Counter[int] = Counter()
    for line in table(scorebook):
        won[line.player] += line.results.won
    return render_template(
        "scorebook/players.html",
        won=won,
        best=_best(won),
        last={each: last for each, (_first, last) in first_and_last_played(scorebook).items()},
        players=[each for each in people if each.archived_at is None],
        archived=[each for each in people if each.archived_at is not None],
    )


@pages.get("/<int:player>/edit")
def edit(player: int) -> ResponseReturnValue:
    """The form of a player; a merged player redirects to the other."""
    scorebook = book()
    person = _found(scorebook, player)
    if person is None:
        raise NoSuchError(f"no player {player}")
    if person.id != player:
        return redirect(_own_page(person.id), 303)
    return _page(person, profiles.people(scorebook))


@pages.post("/<int:player>/edit")
def change(player: int) -> ResponseReturnValue:
    """Rename a player or set the colour: 303 to the list, or 422."""
    scorebook = book()
    person = _person(scorebook, player)
    form = forms.texts(*FIELDS, typed=request.form)
    try:
        with scorebook.db.writing():
            problems = (*_tried(_rename, scorebook, person, form), *_tried(_paint, scorebook, person, form))
            if problems:
                raise EntryError(problems)
    except EntryError as error:
        return _page(person, profiles.people(scorebook), form, error.problems), 422
    return redirect(url_for("players.list", _anchor=f"player-{person.id}"), 303)


@pages.post("/<int:player>/archive")
def archive(player: int) -> ResponseReturnValue:
    """Archive a player."""
    scorebook = book()
    archive_player(scorebook, _person(scorebook, player).id, at=now_stamp())
    return redirect(_own_page(player), 303)


@pages.post("/<int:player>/unarchive")
def unarchive(player: int) -> ResponseReturnValue:
    """Unarchive a player."""
    scorebook = book()
    archive_player(scorebook, _person(scorebook, player).id, at=None)
    return redirect(_own_page(player), 303)


@pages.get("/<int:player>/merge")
def ask(player: int) -> ResponseReturnValue:
    """Ask for confirmation of a merge; nothing is written."""
    scorebook = book()
    person = _person(scorebook, player)
    other = _chosen(scorebook, person, request.args)
    if other is None:
        return _not_chosen(scorebook, person, request.args), 422
    return render_template("scorebook/merge.html", player=person, other=other)


@pages.post("/<int:player>/merge")
def merge(player: int) -> ResponseReturnValue:
    """Merge a player into another: 303 to the other's page, also when sent twice."""
    scorebook = book()
    one = _found(scorebook, player)
    if one is not None and one.id != player and request.form.get("into", "") in map(str, _numbers(one)):
        return redirect(_own_page(one.id), 303)
    person = _person(scorebook, player)
    other = _chosen(scorebook, person, request.form)
    if other is None:
        return _not_chosen(scorebook, person, request.form), 422
    try:
        merge_players(scorebook, person.id, into=other.id, at=now_stamp())
    except EntryError as error:
        return _page(person, profiles.people(scorebook), _filled(person, into=other.id), error.problems), 422
    return redirect(_own_page(other.id), 303)


@pages.post("/<int:player>/unmerge/<int:part>")
def unmerge(player: int, part: int) -> ResponseReturnValue:
    """Undo a merge: 303 to the person's page, also when sent twice; 422 where the name is taken by now."""
    scorebook = book()
    person = _person(scorebook, player)
    if part not in [each.id for each in person.parts]:
        _person(scorebook, part)  # raises, unless it stands by itself already
        return redirect(_own_page(person.id), 303)
    try:
        unmerge_player(scorebook, part)
    except EntryError as error:
        text = reasons(error.problems)
        return _page(person, profiles.people(scorebook), not_parted=(part, text)), 422
    return redirect(_own_page(person.id), 303)


def _best(won: Counter[int]) -> int | None:
    """The number of the player who has won most; None where several have."""
    most = max(won.values(), default=0)
    first = [player for player, wins in won.items() if wins == most]
    return first[0] if most and len(first) == 1 else None


def _found(keeper: Book, player: int) -> Player | None:
    """The player with this number, or the one they were merged into."""
    return next((each for each in profiles.people(keeper) if player in _numbers(each)), None)


def _numbers(person: Player) -> tuple[int, ...]:
    return (person.id, *(part.id for part in person.parts))


def _person(keeper: Book, player: int) -> Player:
    """The player with this number; raises NoSuchError, also for a merged player."""
    found = next((each for each in profiles.people(keeper) if each.id == player), None)
    if found is None:
        raise NoSuchError(f"no player {player}")
    return found


def _own_page(player: int) -> str:
    return url_for("players.edit", player=player)


def _chosen(keeper: Book, person: Player, typed: Mapping[str, str]) -> Player | None:
    """The player chosen for a merge; None for nobody or the same player."""
    return next(
        (each for each in profiles.people(keeper) if str(each.id) == typed.get("into") and each != person), None
    )


def _not_chosen(keeper: Book, person: Player, typed: Mapping[str, str]) -> str:
    problem = Problem("into", None, say("Choose another player."))
    return _page(person, profiles.people(keeper), _filled(person, into=typed.get("into")), (problem,))


def _page(
    person: Player,
    people: Sequence[Player],
    form: FlaskForm | None = None,
    problems: Sequence[Problem] = (),
    *,
    not_parted: tuple[int, str] = (0, ""),
) -> str:
    form = form or _filled(person)
    return render_template(
        "scorebook/player_edit.html",
        player=person,
        others=[each for each in people if each.id != person.id],
        form=form,
        problems=forms.place(form, problems),
        colours=COLOUR_NAMES,
        unchosen=colour_of(person.id, None),
        not_parted=not_parted,
    )


def _filled(person: Player, *, into: object = None) -> FlaskForm:
    """The form filled from the record; `into` is the player chosen for a merge."""
    given = {"name": person.name, "seen": person.name, "colour": person.colour, "into": into}
    return forms.texts(*FIELDS, given=given)


def _tried(
    act: Callable[[Book, Player, FlaskForm], None], keeper: Book, person: Player, form: FlaskForm
) -> tuple[Problem, ...]:
    """Try one of several changes; returns its problems."""
    try:
        act(keeper, person, form)
    except EntryError as error:
        return error.problems
    return ()


def _rename(keeper: Book, person: Player, form: FlaskForm) -> None:
    # An unchanged name is not written, since somebody else may have changed it in the meantime.
    if form["name"].data != form["seen"].data:
        rename_player(keeper, person.id, name=form["name"].data)


def _paint(keeper: Book, person: Player, form: FlaskForm) -> None:
    typed = form["colour"].data
    numbers = {"": None, **{str(number): number for number in range(len(COLOUR_NAMES))}}
    paint_player(keeper, person.id, colour=numbers.get(typed or "", -1))
