"""Pages that start a session: game, players by seat, first dealer, house rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm

from record.session import Session
from scoring.catalogue import all_games, find_game
from scoring.entry.fields import Field, RefusedError, Writing
from scoring.errors import EntryError, Problem
from scoring.game import AnyGame
from scoring.message import Words, listed
from scoring.table import Table
from scoring.text import tidy
from store.errors import SessionBegunError
from store.sessions.history import LineUp
from web.i18n.translate import by_name, words
from web.identity import visitor
from web.identity.current import author, book, keepers_book, new_key
from web.identity.invitations import other_scorebooks, sessions_let_in
from web.identity.permissions import NoAccessError, can_see_scorebook, role
from web.request.page import Pages
from web.sheet import forms, house_rules
from web.sheet.colours import hue_of

pages = Pages("newgame", __name__, url_prefix="/new", readers="anyone")

RECENT_LINEUPS = 20
"""Line-ups searched for the last one of a game."""
FEW_CHAIRS = 4
"""Chairs at a table where too few sit yet, if the game allows as many."""


@dataclass(frozen=True)
class Offer:
    """A rule set to choose; `plans` says for each number of players what a game by it will be, see `Sheet.plan`."""

    rules: house_rules.RuleSet
    is_current: bool
    plans: Mapping[int, list[str]]

    @property
    def by_number(self) -> Mapping[int, list[str]] | None:
        """The plans, where they are not all the same."""
        return self.plans if any(each != self.plans[min(self.plans)] for each in self.plans.values()) else None


@pages.get("")
def choose() -> ResponseReturnValue:
    """List all games, those that the group plays most first, then in the order of the reader's dictionary."""
    if not _is_kept_here():
        return _elsewhere()
    often = keepers_book().played()
    return render_template("newgame/choose.html", games=_by_habit(all_games(), often))


@pages.get("/<slug>")
def prepare(slug: str) -> ResponseReturnValue:
    """The form, filled with the last line-up and house rules, without archived players.

    `begun` is a session that was deleted to be set up again: filled as that one was. `rules` is a preset to fill in.
    """
    game = find_game(slug)
    if not _is_kept_here():
        return _elsewhere()
    if begun := request.args.get("begun"):
        return _as_begun(keepers_book().load(begun), game)
    last = next((each for each in keepers_book().line_ups(RECENT_LINEUPS) if each.game == slug), None)
    values = (
        house_rules.strip_defaults(game, last.options, players=last.players, dealer=last.dealer)
        if last is not None
        else {}
    )
    if chosen := _rule_set(game, house_rules.key_of(request.args.get("rules", ""))):
        values = chosen.values
    names = [name for name in last.players if name not in last.archived] if last else []
    dealer = game.dealer_at(names.index(_deals_next(game, last))) if last and names else 0
    return _page(game, _form(game, names=names, dealer=dealer, options=values))


def _as_begun(session: Session, game: AnyGame) -> str:
    sheet = session.sheet
    options = sheet.options.strip_defaults(sheet.table).to_json() if session.game.slug == game.slug else {}
    form = _form(game, names=list(sheet.table.players), dealer=sheet.table.dealer, options=options)
    return _page(game, form, deleted=session if session.discarded_at else None)


@pages.post("/<slug>")
def start(slug: str) -> ResponseReturnValue:
    """Start the session; with `fill` only fill in a rule set."""
    game, keeper = find_game(slug), keepers_book()
    form = _form(game, typed=request.form)
    if "fill" in request.form:
        return _page(game, _filled(game, form, request.form["fill"]))
    seats, raw = _table(game, form)
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
    """Order games by how often they are played, then the others by name."""
    played = [games[slug] for slug in often if slug in games]
    return [*played, *by_name(game for game in games.values() if game not in played)]


def _deals_next(game: AnyGame, last: LineUp) -> str:
    """The next dealer among players who are not archived; the same one if no deal was finished.

    >>> _deals_next(find_game("oh-hell"), LineUp("", "", ("Ann", "Ben", "Chika"), 0, {}, frozenset({"Ben"}), deals=19))
    'Chika'
    >>> _deals_next(find_game("oh-hell"), LineUp("", "", ("Ann", "Ben", "Chika"), 1, {}))
    'Ben'
    """
    first = game.next_dealer(last.dealer, len(last.players)) if last.deals else last.dealer
    clockwise = (*last.players[first:], *last.players)
    return next(name for name in clockwise if name not in last.archived)


def _page(
    game: AnyGame,
    form: FlaskForm,
    *,
    problems: list[str] | None = None,
    begun: str | None = None,
    deleted: Session | None = None,
) -> str:
    fields = game.options.fields()
    typed = [tidy(form[f"players-{seat}"].data) for seat in range(game.seats[-1])]
    seated = [name for name in typed if name]
    last_taken = max((seat + 1 for seat, name in enumerate(typed) if name), default=0)
    chairs = _number(game, last_taken if last_taken >= game.seats[0] else FEW_CHAIRS)
    chosen = house_rules.typed(fields, forms.read(form, fields))
    usual = house_rules.typed(fields, house_rules.full(fields, {}))
    offers = list(_offers(game, chosen))
    regulars = book().players()
    return render_template(
        "newgame/setup.html",
        game=game,
        form=form,
        fields=fields,
        usual=usual,
        offers=offers,
        changed="" if any(each.is_current for each in offers) else words(listed(*_changed(fields, chosen, usual))),
        wrong_rules=any(form[field.name].errors for field in fields),
        regulars=regulars,
        colours={name: hue_of(name) for name in regulars},
        seated=seated,
        chairs=chairs,
        players=_number(game, len(seated)) if len(seated) >= game.seats[0] else chairs,
        teams=_teams(game),
        dealer_sign=_dealer_sign(game),
        problems=problems or [],
        begun=begun,
        deleted=deleted,
    )


def _number(game: AnyGame, people: int) -> int:
    """The least number of players of the game that has room for these people.

    >>> [_number(find_game("twin-shoot"), people) for people in (0, 5, 9)]
    [4, 6, 6]
    """
    return next((number for number in game.seats if number >= people), game.seats[-1])


def _table_of(number: int) -> Table:
    return Table(tuple(str(seat) for seat in range(number)))


def _teams(game: AnyGame) -> list[int]:
    """The team of each seat at the largest table, from 0; empty where everybody plays alone."""
    table = _table_of(game.seats[-1])
    sides = game.blank(table, game.options().resolve_defaults(table)).sides
    return [next(team for team, side in enumerate(sides) if seat in side) for seat in table.seats if len(sides[0]) > 1]


def _dealer_sign(game: AnyGame) -> str:
    """What stands at the first dealer's face, as on the sheet."""
    table = _table_of(game.seats[0])
    role = game.blank(table, game.options().resolve_defaults(table)).role(0)
    return words(role or game.first)


def _offers(game: AnyGame, chosen: Mapping[str, str]) -> Iterator[Offer]:
    for each in house_rules.rule_sets(game):
        plans = {number: _plan(game, each.values, number) for number in game.seats}
        yield Offer(each, each.is_played_by(chosen), plans)


def _plan(game: AnyGame, values: Mapping[str, str], number: int) -> list[str]:
    """What a game under these rules will be for so many, or why there can be none."""
    try:
        sheet = game.start({"players": _table_of(number).players, "options": values})
    except EntryError as error:
        return [words(problem.message) for problem in error.problems]
    return [words(line) for line in sheet.plan]


def _changed(fields: tuple[Field, ...], chosen: Mapping[str, str], usual: Mapping[str, str]) -> Iterator[Words]:
    """The house rules that are not the usual ones, each by a name of its own."""
    for field in fields:
        if isinstance(field, Writing) or chosen[field.name] == usual[field.name]:
            continue
        with suppress(RefusedError):
            yield field.named(field.read_one(chosen[field.name]) if chosen[field.name] else None)


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


def _table(game: AnyGame, form: FlaskForm) -> tuple[list[int], dict[str, object]]:
    """The places on the page that have a name, and the raw table without empty places."""
    places = [name for name in form._fields if name.startswith("players-")]
    seats = [place for place, name in enumerate(places) if tidy(form[name].data)]
    dealer = str(form["dealer"].data)
    taken = {str(place): game.dealer_at(seat) for seat, place in enumerate(seats)}
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


def _rule_set(game: AnyGame, key: str) -> house_rules.RuleSet | None:
    return next((each for each in house_rules.rule_sets(game) if each.key == key), None)


def _filled(game: AnyGame, form: FlaskForm, key: str) -> Any:
    """The form with a rule set filled in; the typed table stays."""
    chosen = _rule_set(game, key)
    for name, value in (chosen.values if chosen else {}).items():
        form[name].data = value
    return form
