"""Operation that lists the games with their house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from scoring.catalogue import all_games
from scoring.entry.choices import Pick
from scoring.entry.fields import Field, Number, Writing
from scoring.game import AnyGame
from scoring.message import Message
from scoring.options import Preset
from web.api.operation import Answered, Call, Operations
from web.i18n.translate import words

OPERATIONS = Operations("Games")

Written: TypeAlias = str | int | None
"""The value of a house rule as documents write it; null is that which is usual at the table."""
EXAMPLE = {
    "games": [
        {
            "slug": "wizard",
            "name": "Wizard",
            "name_ja": "ウィザード",
            "players": [3, 4, 5, 6],
            "dealer_step": 1,
            "options": [
                {
                    "name": "restriction",
                    "kind": "pick",
                    "label": "Dealer’s restriction",
                    "help": None,
                    "default": "on",
                    "choices": [
                        {"value": "on", "label": "On", "help": "The bids may not add up to the number of cards."},
                        {"value": "off", "label": "Off", "help": "Every bid is allowed."},
                    ],
                    "low": None,
                    "high": None,
                    "max_length": None,
                }
            ],
            "presets": [
                {"slug": "open", "label": "Open", "help": "Bids as everybody likes.", "options": {"restriction": "off"}}
            ],
        }
    ]
}


@dataclass(frozen=True)
class OptionChoice:
    """One of the values of a house rule, as documents write it, with what it means."""

    value: str
    label: str
    help: str | None


@dataclass(frozen=True)
class GameOption:
    """A house rule. `default` is what a new game has, null that which is usual for the number of players.

    `choices` are those of a `pick`, `low` and `high` the limits of a `number`, `max_length` that of a `writing`.
    """

    name: str
    kind: Literal["pick", "number", "writing"]
    label: str
    help: str | None
    default: Written
    choices: list[OptionChoice]
    low: int | None
    high: int | None
    max_length: int | None


@dataclass(frozen=True)
class GamePreset:
    """A set of house rules with a name: `options` are those in which it differs from the defaults."""

    slug: str
    label: str
    help: str
    options: dict[str, Written]


@dataclass(frozen=True)
class GameInfo:
    """A game that can be played: how many `players` there may be, and its house rules.

    Only every `dealer_step`-th seat can deal first: with 2 the seat beyond is its partner's.
    """

    slug: str
    name: str
    name_ja: str
    players: list[int]
    dealer_step: int
    options: list[GameOption]
    presets: list[GamePreset]


@dataclass(frozen=True)
class GameList:
    """Every game of this site."""

    games: list[GameInfo]


@OPERATIONS.add(
    method="GET",
    path="/games",
    summary="Every game with its house rules and numbers of players",
    about="What a form for a new game needs. Labels and help are in the language of Accept-Language.",
    answers={200: ("every game by name", GameList)},
    example=EXAMPLE,
    is_open=True,
)
def list_games(call: Call) -> Answered:
    return Answered(GameList([_game(each) for each in all_games().values()]))


def _game(game: AnyGame) -> GameInfo:
    fields = game.options.fields()
    return GameInfo(
        slug=game.slug,
        name=game.name,
        name_ja=game.name_ja,
        players=[*game.seats],
        dealer_step=game.dealer_step,
        options=[_option(field) for field in fields],
        presets=[_preset(each, {field.name: field for field in fields}) for each in game.presets],
    )


def _option(field: Field) -> GameOption:
    choices = field.choices if isinstance(field, Pick) else ()
    return GameOption(
        name=field.name,
        kind=cast(Literal["pick", "number", "writing"], field.kind),
        label=words(field.label),
        help=_help(field.help),
        default=cast(Written, field.written(field.suggested)),
        choices=[OptionChoice(each.value, words(each.label), _help(each.help)) for each in choices],
        low=field.low if isinstance(field, Number) else None,
        high=field.high if isinstance(field, Number) else None,
        max_length=field.longest if isinstance(field, Writing) else None,
    )


def _help(help: Message | None) -> str | None:
    return words(help) if help else None


def _preset(preset: Preset, fields: Mapping[str, Field]) -> GamePreset:
    written = {name: cast(Written, fields[name].written(value)) for name, value in preset.values.items()}
    return GamePreset(preset.slug, words(preset.label), words(preset.help), written)
