"""Pages that start a session: game, players by seat, first dealer, house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm

from scoring.catalogue import all_games, find_game
from scoring.errors import EntryError, Problem
from scoring.game import AnyGame
from scoring.text import tidy
from store.errors import SessionBegunError
from store.sessions.history import LineUp
from web.i18n.translate import words
from web.identity import visitor
from web.identity.current import author, book, keepers_book, new_key
from web.identity.invitations import other_scorebooks, sessions_let_in
from web.identity.permissions import NoAccessError, can_see_scorebook, role
from web.request.page import Pages
from web.sheet import forms, house_rules

pages = Pages("newgame", __name__, url_prefix="/new", readers="anyone")

RECENT_LINEUPS = 20
"""Line-ups searched for the last one of a game."""


@pages.get("")
def choose() -> ResponseReturnValue:
    """List all games, those that the group plays most first."""
    if not _is_kept_here():
        return _elsewhere()
    often = keepers_book().played()
    return render_template("newgame/choose.html", games=_by_habit(all_games(), often))


@pages.get("/<slug>")
def prepare(slug: str) -> ResponseReturnValue:
    """The form, filled with the last line-up and house rules, without archived players."""
    game = find_game(slug)
    if not _is_kept_here():
        return _elsewhere()
    last = next((each for each in keepers_book().line_ups(RECENT_LINEUPS) if each.game == slug), None)
    values = (
        house_rules.strip_defaults(game, last.options, players=last.players, dealer=last.dealer)
        if last is not None
        else {}
    )
    names = [name for name in last.players if name not in last.archived] if last else []
    dealer = names.index(_deals_next(last)) if last and names else 0
    return _page(game, _form(game, names=names, dealer=dealer, options=values))


@pages.post("/<slug>")
def start(slug: str) -> ResponseReturnValue:
    """Start the session; with `fill` only fill in a rule set."""
    game, keeper = find_game(slug), keepers_book()
    form = _form(game, typed=request.form)
    if "fill" in request.form:
        return _page(game, _filled(game, form, request.form["fill"]))
    seats, raw = _table(form)
    try:
        options = forms.read(form, game.options.fields())
        session = keeper.start(game, raw | {"options": options}, author())
    except EntryError as error:
        general = _place(form, seats, error.problems)
        return _page(game, form, problems=general), 422
    except SessionBegunError as error:
        form["key"].data = new_key()
        return _page(game, form, begun=error.session), 409
    return redirect(url_for("sheets.show", session=session), 303)


def _is_kept_here() -> bool:
    """Whether the visitor is a keeper of the open scorebook."""
    try:
        return role() == "keeper"
    except NoAccessError:
        return False


def _elsewhere() -> str:
    """The page for visitors who are not keepers, with the way to their own scorebook. Raises NoAccessError."""
    if not can_see_scorebook() and not sessions_let_in():
        raise NoAccessError
    return render_template("newgame/elsewhere.html", scorebooks=other_scorebooks(), here=visitor.scorebook())


def _by_habit(games: Mapping[str, AnyGame], often: list[str]) -> list[AnyGame]:
    """Order games by how often they are played, then the others.

    >>> [game.slug for game in _by_habit(all_games(), ["satat", "boo-ray"])][:2]
    ['satat', 'boo-ray']
    """
    played = [games[slug] for slug in often if slug in games]
    return [*played, *(game for game in games.values() if game not in played)]


def _deals_next(last: LineUp) -> str:
    """The next dealer among players who are not archived; the same one if no deal was finished.

    >>> _deals_next(LineUp("", "", ("Ann", "Ben", "Chika"), 0, {}, frozenset({"Ben"}), deals=19))
    'Chika'
    >>> _deals_next(LineUp("", "", ("Ann", "Ben", "Chika"), 1, {}))
    'Ben'
    """
    first = last.dealer + 1 if last.deals else last.dealer
    clockwise = (*last.players[first:], *last.players)
    return next(name for name in clockwise if name not in last.archived)


def _page(game: AnyGame, form: FlaskForm, *, problems: list[str] | None = None, begun: str | None = None) -> str:
    fields = game.options.fields()
    seated = {tidy(form[f"players-{seat}"].data) for seat in range(game.seats[-1])}
    chosen = house_rules.typed(fields, forms.read(form, fields))
    return render_template(
        "newgame/setup.html",
        game=game,
        form=form,
        fields=fields,
        rule_sets=[(each, each.is_played_by(chosen)) for each in house_rules.rule_sets(game)],
        wrong_rules=any(form[field.name].errors for field in fields),
        regulars=book().players(),
        seated=seated,
        problems=problems or [],
        begun=begun,
    )


def _form(
    game: AnyGame,
    *,
    typed: Mapping[str, object] | None = None,
    names: list[str] | None = None,
    dealer: object = 0,
    options: Mapping[str, object] | None = None,
) -> Any:
    members: dict[str, Any] = {field.name: forms.AskedField(field, None) for field in game.options.fields()}
    for seat in range(game.seats[-1]):
        members[f"players-{seat}"] = forms.PlainField()
    members |= {"dealer": forms.PlainField(), "key": forms.PlainField()}
    given: dict[str, object] = {f"players-{seat}": name for seat, name in enumerate(names or [])}
    given |= house_rules.full(game.options.fields(), options or {}) | {"dealer": dealer, "key": new_key()}
    return forms.made(members, typed=typed, given=given)


def _table(form: FlaskForm) -> tuple[list[int], dict[str, object]]:
    """The places on the page that have a name, and the raw table without empty places."""
    places = [name for name in form._fields if name.startswith("players-")]
    seats = [place for place, name in enumerate(places) if tidy(form[name].data)]
    dealer = str(form["dealer"].data)
    taken = {str(place): seat for seat, place in enumerate(seats)}
    return seats, {"players": [form[places[place]].data for place in seats], "dealer": taken.get(dealer, -1)}


def _place(form: FlaskForm, seats: list[int], problems: tuple[Problem, ...]) -> list[str]:
    """Add each problem to its form field; problems of seats at the places where the names were typed."""
    rest = []
    for problem in problems:
        if problem.field == "players" and problem.seat is not None:
            field = form[f"players-{seats[problem.seat]}"]
            field.errors = [*field.errors, words(problem.message)]
        elif problem.field == "dealer":
            form["dealer"].errors = [words(problem.message)]
        else:
            rest.append(problem)
    return forms.place(form, rest)


def _filled(game: AnyGame, form: FlaskForm, key: str) -> Any:
    """The form with a rule set filled in; the typed table stays."""
    chosen = next((each for each in house_rules.rule_sets(game) if each.key == key), None)
    for name, value in (chosen.values if chosen else {}).items():
        form[name].data = value
    return form
