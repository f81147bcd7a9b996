"""House rules by name: presets, the group's named rules, and which of them a session has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.entry.fields import Field, Writing
from scoring.errors import EntryError
from scoring.game import AnyGame
from scoring.message import Words
from scoring.options import Options
from store import scorebooks
from web.i18n.translate import words
from web.identity.current import book

TOLD = 3
"""Options listed for unnamed house rules, to fit a line."""


@dataclass(frozen=True)
class RuleSet:
    """A preset of the game or named house rules of the group.

    `values` has each of its options as text for the form field. `is_variant`: it is a game known by this name.
    """

    key: str
    label: str
    help: str
    values: Mapping[str, str]
    is_variant: bool = False

    def is_played_by(self, values: Mapping[str, str]) -> bool:
        """Whether these options, as text, match this set."""
        return all(values[name] == value for name, value in self.values.items())


def rule_sets(game: AnyGame) -> list[RuleSet]:
    """The presets of a game, then what this group has named."""
    fields = game.options.fields()
    presets = [
        RuleSet(
            key_of(each.slug),
            words(each.label),
            words(each.help),
            _of_set(fields, full(fields, each.values)),
            is_variant=each in game.variants,
        )
        for each in game.presets
    ]
    kept = scorebooks.rule_sets(book(), game.slug)
    return [*presets, *(RuleSet(f"kept:{each.name}", each.name, "", _of_set(fields, each.options)) for each in kept)]


def key_of(preset: str) -> str:
    """The key of the rule set of a preset."""
    return f"preset:{preset}"


def called(game: AnyGame, options: Mapping[str, Any], sets: Iterable[RuleSet]) -> tuple[Words, ...]:
    """The name of the matching rule set, else the options that differ from the defaults."""
    fields = game.options.fields()
    values = typed(fields, options)
    played = next((each.label for each in sets if each.is_played_by(values)), None)
    usual = typed(fields, full(fields, {}))
    changed = (each for each in fields if not isinstance(each, Writing) and values[each.name] != usual[each.name])
    told = (played,) if played is not None else tuple(field.named(options[field.name]) for field in changed)
    # The game's name under these rules is shown before them already.
    title = words(game.called(options)) if game.called else ""
    return tuple(each for each in told if words(each) != title)[:TOLD]


def unusual(game: AnyGame, options: Mapping[str, Any], sets: Iterable[RuleSet]) -> tuple[Words, ...]:
    """What `called` says of house rules that differ from the usual ones."""
    fields = game.options.fields()
    return () if typed(fields, options) == typed(fields, full(fields, {})) else called(game, options, sets)


def strip_defaults(
    game: AnyGame, options: Mapping[str, object], *, players: Iterable[str], dealer: int
) -> Mapping[str, object]:
    """Options of a past session for a new one, without those that its table size decided."""
    try:
        sheet = game.start({"players": list(players), "dealer": dealer, "options": options})
    except EntryError:
        return {}
    settled: Options = sheet.options
    return settled.strip_defaults(sheet.table).to_json()


def full(fields: tuple[Field, ...], values: Mapping[str, Any]) -> dict[str, object]:
    """Every option as in documents, with defaults for missing values."""
    return {field.name: field.written(values.get(field.name, field.suggested)) for field in fields}


def typed(fields: tuple[Field, ...], values: Mapping[str, Any]) -> dict[str, str]:
    """Every option's value as text, to compare typed with stored options.

    An empty value is the option's legacy default, which may differ from the default of a new table. An option that has
    no effect is at its default.
    """
    said = {name: value for name, value in values.items() if value not in (None, "")}
    known = {field.name: field.written(said.get(field.name, field.legacy_default)) for field in fields}
    texts = {name: "" if value is None else str(value) for name, value in known.items()}
    unused = {
        field.name: str(field.written(field.suggested))
        for field in fields
        if field.only_with and texts.get(field.only_with[0]) != field.only_with[1]
    }
    return texts | unused


def _of_set(fields: tuple[Field, ...], values: Mapping[str, Any]) -> dict[str, str]:
    """The options that a rule set decides; text options only where the set has a value."""
    return typed(tuple(each for each in fields if not isinstance(each, Writing) or values.get(each.name)), values)
