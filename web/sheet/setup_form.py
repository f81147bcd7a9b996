"""The form of a setup: who sits where, who deals first, and house rules by name, which can be corrected later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from record.session import Session
from scoring.entry.fields import Field, Number, RefusedError, Writing
from scoring.errors import EntryError
from scoring.game import AnyGame
from scoring.message import Words, bare, listed
from scoring.sheets.sheet import Sheet
from scoring.table import Table
from scoring.text import tidy
from store import scorebooks
from web.i18n.translate import translated
from web.identity.visitor import book, new_key
from web.sheet.forms import Form, Input
from web.sheet.scorecard import hue_of

FEW_CHAIRS = 4
"""Chairs at a table where too few sit yet, if the game allows as many."""
MAX_NAMED_RULES = 3
"""Options listed for unnamed house rules, to fit a line."""


# The form.


def setup_form(
    game: AnyGame,
    *,
    typed: MultiDict[str, str] | None = None,
    names: Iterable[str] = (),
    dealer: object = 0,
    options: Mapping[str, object] | None = None,
) -> Form:
    """The form with the typed values, or filled with a table and options."""
    given: dict[str, object] = {f"players-{seat}": name for seat, name in enumerate(names)}
    given |= with_defaults(game.options.fields(), options or {})
    given |= {"dealer": dealer, "key": new_key()}
    rules = (Input(field.name, field=field) for field in game.options.fields())
    seats = (f"players-{seat}" for seat in range(game.player_counts[-1]))
    return Form([*rules, *seats, "dealer", "key"], typed=typed, given=given)


def form_of_session(session: Session, game: AnyGame) -> Form:
    """The form filled with the setup of a session; for another game with its table alone."""
    is_same = session.game.slug == game.slug
    # What is corrected is the table that began, with another game whoever sits there now goes on.
    sheet = session.blank if is_same else session.sheet
    names = sheet.table.players[: game.player_counts[-1]]
    return setup_form(
        game,
        names=names,
        dealer=game.dealer_at(sheet.table.dealer) if sheet.table.dealer < len(names) else 0,
        options=sheet.chosen_options if is_same else {},
    )


def with_rule_set(game: AnyGame, form: Form, key: str) -> Form:
    """The form with a rule set filled in; the typed table stays."""
    for name, value in next((each.values for each in rule_sets(game) if each.key == key), {}).items():
        form[name].data = value
    return form


def typed_setup(game: AnyGame, form: Form) -> dict[str, Any]:
    """The raw setup without empty chairs."""
    taken = _taken_chairs(game, form)
    dealer = {str(chair): game.dealer_at(seat) for seat, chair in enumerate(taken)}
    return {
        "players": [form[f"players-{chair}"].data for chair in taken],
        "dealer": dealer.get(str(form["dealer"].data), -1),
        "options": form.read(game.options.fields()),
    }


def place_problems(game: AnyGame, form: Form, error: EntryError | None) -> list[str]:
    """Add each problem to its input, those of seats where the names were typed, and return the others."""
    taken = _taken_chairs(game, form)
    return form.refuse(
        replace(each, seat=taken[each.seat]) if each.field == "players" and each.seat is not None else each
        for each in (error.problems if error else ())
    )


def _taken_chairs(game: AnyGame, form: Form) -> list[int]:
    """The chairs of the page that have a name."""
    return [chair for chair in range(game.player_counts[-1]) if tidy(form[f"players-{chair}"].data)]


def setup_context(game: AnyGame, form: Form) -> dict[str, Any]:
    """What the template of the form needs."""
    taken = _taken_chairs(game, form)
    seated = [tidy(form[f"players-{chair}"].data) for chair in taken]
    last = taken[-1] + 1 if taken else 0
    chairs = _room(game, last if last >= game.player_counts[0] else FEW_CHAIRS)
    regulars = scorebooks.players(book())
    largest, least = (_blank(game, number) for number in (game.player_counts[-1], game.player_counts[0]))
    teams = [next(team for team, side in enumerate(largest.sides) if seat in side) for seat in largest.table.seats]
    return {
        **rules_context(
            game, form, players=_room(game, len(seated)) if len(seated) >= game.player_counts[0] else chairs
        ),
        "numbers": game.player_counts,
        "regulars": regulars,
        "colours": {name: hue_of(name) for name in regulars},
        "seated": seated,
        "chairs": chairs,
        "teams": teams if len(largest.sides[0]) > 1 else [],
        # What stands at the first dealer's face, as on the sheet.
        "dealer_sign": translated(least.role(0) or game.first),
    }


def rules_context(game: AnyGame, form: Form, *, players: int) -> dict[str, Any]:
    """What the template of the house rules needs, for so many players.

    A rule set `fills` in what differs from the usual rules. Its `plans` say for each number of players what a game by
    it will be; they are `by_number`, where they are not all the same.
    """
    fields = game.options.fields()
    chosen, usual = as_text(fields, form.read(fields)), _usual(fields)
    offers = []
    for rules in rule_sets(game):
        plans = {number: _plan(game, rules.values, number) for number in game.player_counts}
        differ = any(plan != plans[game.player_counts[0]] for plan in plans.values())
        by_number, is_current = plans if differ else None, rules.is_played_by(chosen)
        fills = {name: value for name, value in rules.values.items() if value != usual.get(name)}
        offers.append(
            {"rules": rules, "fills": fills, "plans": plans, "by_number": by_number, "is_current": is_current}
        )
    changed: list[Words] = []
    if not any(each["is_current"] for each in offers):
        for field in fields:
            if not isinstance(field, Writing) and chosen[field.name] != usual[field.name]:
                with suppress(RefusedError):
                    value = field.read_one(chosen[field.name]) if chosen[field.name] else None
                    # As the script says it, which knows an option by its label alone.
                    changed.append(bare("{option}: {value}", option=field.label, value=field.label_of(value)))
    return {
        "game": game,
        "form": form,
        "fields": fields,
        "usual": usual,
        "offers": offers,
        "changed": translated(listed(*changed)) if changed else "",
        "wrong_rules": any(form[field.name].errors for field in fields),
        "players": players,
    }


def _room(game: AnyGame, people: int) -> int:
    """The least number of players of the game that has room for these people.

    >>> from scoring.catalogue import find_game
    >>> [_room(find_game("twin-shoot"), people) for people in (0, 5, 9)]
    [4, 6, 6]
    """
    return next((number for number in game.player_counts if number >= people), game.player_counts[-1])


def _blank(game: AnyGame, number: int) -> Sheet[Any]:
    table = Table(tuple(map(str, range(number))))
    return game.sheet.blank(table, game.options().resolve_defaults(table))


def _plan(game: AnyGame, values: Mapping[str, str], number: int) -> list[str]:
    """What a game under these rules will be for so many, see `Sheet.plan`, or why there can be none."""
    try:
        sheet = game.start({"players": [*map(str, range(number))], "options": values})
    except EntryError as error:
        return [translated(problem.message) for problem in error.problems]
    return [translated(line) for line in sheet.plan]


# House rules.


@dataclass(frozen=True)
class NamedRules:
    """A preset of the game or named house rules of the group.

    `values` has each of its options as text for the form field. `is_variant`: it is a game known by this name.
    """

    key: str
    label: str
    values: Mapping[str, str]
    help: str = ""
    is_variant: bool = False

    def is_played_by(self, values: Mapping[str, str]) -> bool:
        """Whether these options, as text, match this set."""
        return all(values[name] == value for name, value in self.values.items())


def rule_sets(game: AnyGame) -> list[NamedRules]:
    """The presets of a game, then what this group has named."""

    def decided(values: Mapping[str, Any]) -> dict[str, str]:
        """The options that a rule set decides; text options only where the set has a value."""
        fields = (each for each in game.options.fields() if not isinstance(each, Writing) or values.get(each.name))
        return as_text(tuple(fields), values)

    return [
        *(
            NamedRules(
                preset_key(each.slug),
                translated(each.label),
                decided(with_defaults(game.options.fields(), each.values)),
                translated(each.help) if each.help else "",
                is_variant=each.is_variant,
            )
            for each in game.presets
        ),
        *(
            NamedRules(f"kept:{each.name}", each.name, decided(each.options))
            for each in scorebooks.rule_sets(book(), game.slug)
        ),
    ]


def preset_key(preset: str) -> str:
    """The key of the rule set of a preset."""
    return f"preset:{preset}"


def rules_called(
    game: AnyGame, options: Mapping[str, Any], sets: Iterable[NamedRules], *, has_progress: bool = False
) -> tuple[Words, ...]:
    """The name of the matching rule set, else the options that differ from the defaults.

    `has_progress`: the page shows how far the game is, and with it the game's length.
    """
    fields = game.options.fields()
    values, usual = as_text(fields, options), _usual(fields)
    played = next((each.label for each in sets if each.is_played_by(values)), None)
    unshown = {each.name for each in fields if isinstance(each, Writing) or (has_progress and is_length(each))}
    changed = (each for each in fields if each.name not in unshown and values[each.name] != usual[each.name])
    names = (played,) if played is not None else tuple(game.options.named(field, options) for field in changed)
    # The game's name under these rules is shown before them already.
    title = translated(game.called(options)) if game.called else ""
    return tuple(each for each in dict.fromkeys(names) if translated(each) != title)[:MAX_NAMED_RULES]


def rules_of(session: Session) -> tuple[Words, ...]:
    """The names of a session's house rules, shown before the first deal."""
    return rules_called(session.game, session.sheet.chosen_options, rule_sets(session.game))


def is_length(field: Field) -> bool:
    """Whether a house rule is the length of the game."""
    return isinstance(field, Number) and field.of_length is not None


def unusual_rules(
    game: AnyGame, options: Mapping[str, Any], sets: Iterable[NamedRules], *, has_progress: bool = False
) -> tuple[Words, ...]:
    """What `rules_called` says of house rules that differ from the usual ones."""
    fields = game.options.fields()
    return (
        ()
        if as_text(fields, options) == _usual(fields)
        else rules_called(game, options, sets, has_progress=has_progress)
    )


def chosen_options(
    game: AnyGame, options: Mapping[str, object], *, players: Iterable[str], dealer: int
) -> Mapping[str, object]:
    """Options of a past session for a new one, without those that its table size decided."""
    try:
        started = game.start({"players": list(players), "dealer": dealer, "options": options})
    except EntryError:
        return {}
    return started.chosen_options


def with_defaults(fields: tuple[Field, ...], values: Mapping[str, Any]) -> dict[str, object]:
    """Every option as its input has it, with defaults for missing values."""
    return {field.name: field.to_text(values.get(field.name, field.suggested)) for field in fields}


def as_text(fields: tuple[Field, ...], values: Mapping[str, Any]) -> dict[str, str]:
    """Every option's value as text, to compare typed with stored options.

    An empty value is the option's legacy default, which may differ from the default of a new table. An option that has
    no effect is at its default.
    """
    given = {name: value for name, value in values.items() if value not in (None, "")}
    texts = {field.name: field.to_text(given.get(field.name, field.legacy_default)) for field in fields}
    unused = {
        field.name: field.to_text(field.suggested)
        for field in fields
        if field.only_with and texts.get(field.only_with[0]) != field.only_with[1]
    }
    return texts | unused


def _usual(fields: tuple[Field, ...]) -> dict[str, str]:
    return as_text(fields, with_defaults(fields, {}))
