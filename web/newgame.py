"""A new game: which one, who sits where, who deals first, which house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm

from scoring.catalogue import all_games, find_game
from scoring.errors import EntryError, Problem
from scoring.fields import Field, Writing, to_json
from scoring.game import AnyGame
from scoring.options import Options
from scoring.text import tidy
from store import history as past
from store import scorebooks, sessions
from store.errors import SessionBegunError
from web import forms, visitor
from web.record import by, db, new_key
from web.words import words

pages = Blueprint("newgame", __name__, url_prefix="/new")


@dataclass(frozen=True)
class RuleSet:
    """House rules to fill in with one tap: a preset of the game, or one that the visitor named."""

    key: str
    label: str
    help: str
    values: Mapping[str, object]


@pages.get("")
def choose() -> ResponseReturnValue:
    """All games, by both their names."""
    return render_template("newgame/choose.html", games=all_games().values())


@pages.get("/<slug>")
def prepare(slug: str) -> ResponseReturnValue:
    """The last line-up and the last house rules are filled in."""
    game = find_game(slug)
    last = next((each for each in _line_ups() if each.game == slug), None)
    values = {} if last is None else _loosened(game, last.options, players=last.players, dealer=last.dealer)
    names = list(last.players) if last else []
    dealer = (last.dealer + 1) % len(names) if last else 0
    return _page(game, _form(game, names=names, dealer=dealer, options=values))


@pages.post("/<slug>")
def start(slug: str) -> ResponseReturnValue:
    """Begin the session; `fill` only fills in a set of rules and starts nothing."""
    game = find_game(slug)
    form = _form(game, typed=request.form)
    if "fill" in request.form:
        return _page(game, _filled(game, form, request.form["fill"]))
    seats, raw = _table(form)
    try:
        session = sessions.create(
            db(),
            scorebook=visitor.scorebook(),
            game=game,
            raw=raw | {"options": forms.read(form, game.options.fields())},
            by=by(request.form.get("key", "")),
        )
    except EntryError as error:
        general = _place(form, seats, error.problems)
        return _page(game, form, problems=general), 422
    except SessionBegunError as error:
        form["key"].data = new_key()
        return _page(game, form, begun=error.session), 409
    return redirect(url_for("sheets.show", session=session), 303)


def _page(game: AnyGame, form: FlaskForm, *, problems: list[str] | None = None, begun: str | None = None) -> str:
    fields = game.options.fields()
    seated = {tidy(form[f"players-{seat}"].data) for seat in range(game.seats[-1])}
    chosen = forms.read(form, fields)
    return render_template(
        "newgame/setup.html",
        game=game,
        form=form,
        fields=fields,
        rule_sets=[(each, _same(_rules(game, each.values), each.values, chosen)) for each in _rule_sets(game)],
        regulars=scorebooks.players(db(), visitor.scorebook()),
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
    given |= _full(game.options.fields(), options or {}) | {"dealer": dealer, "key": new_key()}
    return type("SetupForm", (FlaskForm,), members)(typed, data=given)


def _table(form: FlaskForm) -> tuple[list[int], dict[str, object]]:
    """Which of the places on the page are taken, and the table they make; empty places are left out."""
    places = [name for name in form._fields if name.startswith("players-")]
    seats = [place for place, name in enumerate(places) if tidy(form[name].data)]
    dealer = str(form["dealer"].data)
    taken = {str(place): seat for seat, place in enumerate(seats)}
    return seats, {"players": [form[places[place]].data for place in seats], "dealer": taken.get(dealer, -1)}


def _place(form: FlaskForm, seats: list[int], problems: tuple[Problem, ...]) -> list[str]:
    """Put the problems of seats at the places on the page where these names were typed, the others at theirs."""
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
    """The same form with a set of house rules filled in; what was typed of the table stays."""
    chosen = next((each for each in _rule_sets(game) if each.key == key), None)
    if chosen is not None:
        for name, value in _full(_rules(game, chosen.values), chosen.values).items():
            form[name].data = value
    return form


def _rules(game: AnyGame, values: Mapping[str, object]) -> tuple[Field, ...]:
    """The options that a set of rules decides: a name for the game only where the set has one."""
    return tuple(field for field in game.options.fields() if not isinstance(field, Writing) or values.get(field.name))


def _rule_sets(game: AnyGame) -> list[RuleSet]:
    presets = [
        RuleSet(f"preset:{each.slug}", words(each.label), words(each.help), dict(each.values)) for each in game.presets
    ]
    kept = scorebooks.rule_sets(db(), scorebook=visitor.scorebook(), game=game.slug)
    return [*presets, *(RuleSet(f"kept:{each.name}", each.name, "", each.options) for each in kept)]


def _loosened(game: AnyGame, options: Mapping[str, object], **table: Any) -> Mapping[str, object]:
    """Options of a past session for a new one: what its table size had decided is open again."""
    raw = {"players": list(table["players"]), "dealer": table["dealer"], "options": options}
    try:
        sheet = game.start(raw)
    except EntryError:
        return {}
    settled: Options = sheet.options
    return settled.loosened(sheet.table).to_json()


def _full(fields: tuple[Field, ...], values: Mapping[str, object]) -> dict[str, object]:
    return {field.name: values.get(field.name, to_json(field.suggested)) for field in fields}


def _normal(fields: tuple[Field, ...], values: Mapping[str, object]) -> dict[str, str]:
    """Values as text, so that what was typed can be compared with what was kept."""
    full = _full(fields, {name: value for name, value in values.items() if value not in (None, "")})
    return {name: "" if value is None else str(value) for name, value in full.items()}


def _same(fields: tuple[Field, ...], some: Mapping[str, object], others: Mapping[str, object]) -> bool:
    return _normal(fields, some) == _normal(fields, others)


def _line_ups() -> list[Any]:
    return past.line_ups(db(), scorebook=visitor.scorebook(), limit=20)
