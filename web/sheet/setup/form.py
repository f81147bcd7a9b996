"""The form of a setup: who sits where, who deals first, the house rules; for new games and for corrections."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask_wtf import FlaskForm

from record.session import Session
from scoring.entry.fields import Field, RefusedError, Writing
from scoring.errors import EntryError, Problem
from scoring.families.plans import PassingDeal
from scoring.game import AnyGame
from scoring.message import Words, listed
from scoring.table import Table
from scoring.text import tidy
from store.scorebooks import players
from web.i18n.translate import words
from web.identity.current import book, new_key
from web.sheet import forms
from web.sheet.colours import hue_of
from web.sheet.setup import house_rules

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


def shown(
    game: AnyGame, form: FlaskForm, *, numbers: tuple[int, ...] = (), at_table: Container[str] = ()
) -> dict[str, Any]:
    """What the template of the form needs.

    `numbers` are the numbers of players, where not all of the game's fit; `at_table` are those who sit there now,
    of whom nobody is offered another place.
    """
    fields = game.options.fields()
    typed = [tidy(form[f"players-{seat}"].data) for seat in range(game.seats[-1])]
    seated = [name for name in typed if name]
    last_taken = max((seat + 1 for seat, name in enumerate(typed) if name), default=0)
    chairs = numbers[-1] if numbers else _number(game, last_taken if last_taken >= game.seats[0] else FEW_CHAIRS)
    chosen = house_rules.typed(fields, forms.read(form, fields))
    usual = house_rules.typed(fields, house_rules.full(fields, {}))
    offers = list(_offers(game, chosen))
    regulars = [name for name in players(book()) if name in seated or name not in at_table]
    is_current = any(each.is_current for each in offers)
    return {
        "game": game,
        "form": form,
        "numbers": numbers or game.seats,
        "fields": fields,
        "usual": usual,
        "offers": offers,
        "changed": "" if is_current else words(listed(*_changed(fields, chosen, usual))),
        "wrong_rules": any(form[field.name].errors for field in fields),
        "regulars": regulars,
        "colours": {name: hue_of(name) for name in regulars},
        "seated": seated,
        "chairs": chairs,
        "players": _number(game, len(seated)) if not numbers and len(seated) >= game.seats[0] else chairs,
        "teams": _teams(game),
        "dealer_sign": _dealer_sign(game),
    }


def _number(game: AnyGame, people: int) -> int:
    """The least number of players of the game that has room for these people.

    >>> from scoring.catalogue import find_game
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


def form_of(
    game: AnyGame,
    *,
    typed: Mapping[str, object] | None = None,
    names: list[str] | None = None,
    dealer: object = 0,
    deals_now: int | None = None,
    options: Mapping[str, object] | None = None,
) -> Any:
    """The form with the typed values, or filled with a table and options."""
    members: dict[str, Any] = {field.name: forms.AskedField(field, None) for field in game.options.fields()}
    for seat in range(game.seats[-1]):
        members[f"players-{seat}"] = forms.PlainField()
    members |= {name: forms.PlainField() for name in ("dealer", "deals_now", "key")}
    given: dict[str, object] = {f"players-{seat}": name for seat, name in enumerate(names or [])}
    given |= house_rules.full(game.options.fields(), options or {})
    given |= {"dealer": dealer, "deals_now": deals_now, "key": new_key()}
    return forms.made(members, typed=typed, given=given)


def typed_table(game: AnyGame, form: FlaskForm) -> tuple[list[int], dict[str, Any]]:
    """The places on the page that have a name, and the raw table without empty places."""
    places = [name for name in form._fields if name.startswith("players-")]
    seats = [place for place, name in enumerate(places) if tidy(form[name].data)]
    dealer = str(form["dealer"].data)
    taken = {str(place): game.dealer_at(seat) for seat, place in enumerate(seats)}
    return seats, {"players": [form[places[place]].data for place in seats], "dealer": taken.get(dealer, -1)}


def place(form: FlaskForm, seats: list[int], problems: tuple[Problem, ...]) -> list[str]:
    """Add each problem to its form field, those of seats where the names were typed, and return the others."""
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


def as_set_up(session: Session, game: AnyGame) -> Any:
    """The form filled with the setup of a session; for another game with its table alone."""
    is_same = session.game.slug == game.slug
    # What is corrected is the table that began, with another game whoever sits there now goes on.
    sheet = session.blank if is_same else session.sheet
    options = sheet.options.strip_defaults(sheet.table).to_json() if is_same else {}
    names = list(sheet.table.players)[: game.seats[-1]]
    dealer = game.dealer_at(sheet.table.dealer) if sheet.table.dealer < len(names) else 0
    deals_now = sheet.dealer if isinstance(sheet := session.sheet, PassingDeal) else None
    return form_of(game, names=names, dealer=dealer, deals_now=deals_now, options=options)


def filled(game: AnyGame, form: FlaskForm, key: str) -> Any:
    """The form with a rule set filled in; the typed table stays."""
    chosen = next((each for each in house_rules.rule_sets(game) if each.key == key), None)
    for name, value in (chosen.values if chosen else {}).items():
        form[name].data = value
    return form
