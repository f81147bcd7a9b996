"""Operation that lists the games with their house rules."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from scoring.catalogue import all_games
from scoring.entry.choices import Choice
from scoring.game import AnyGame
from web.api.operation import Call, operation
from web.api.shapes import Shape

OptionValue: TypeAlias = str | int | list[str] | list[int] | None
"""The value of a house rule as documents write it; null is that which is usual at the table."""
GAME_OPTION = Shape(
    "GameOption",
    "A house rule. `default` is what a new game has, null that which is usual for the number of players.",
    name=str,
    kind=Literal["pick", "number", "numbers", "picks", "writing"],
    label=str,
    help=str | None,
    default=OptionValue,
    choices=list[Choice],
    low=int | None,
    high=int | None,
    max_length=int | None,
)
GAME_PRESET = Shape(
    "GamePreset",
    "A set of house rules with a name: `options` are those in which it differs from the defaults; `help` may be empty.",
    slug=str,
    label=str,
    help=str,
    options=dict[str, OptionValue],
)
GAME_INFO = Shape(
    "GameInfo",
    "A game that can be played: how many `players` there may be, and its house rules.",
    slug=str,
    name=str,
    name_ja=str,
    players=list[int],
    dealer_step=int,
    options=[GAME_OPTION],
    presets=[GAME_PRESET],
)


@operation(
    "Games",
    "GET",
    "/games",
    "List the games with their house rules and numbers of players",
    about="What a form for a new game needs. Labels and help are in the language of Accept-Language. Only every"
    " `dealer_step`-th seat can deal first: with 2 the seat beyond is its partner’s.",
    answers={200: ("every game by name", Shape("GameList", "Every game of this site.", games=[GAME_INFO]))},
    example={
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
                    {
                        "slug": "open",
                        "label": "Open",
                        "help": "Every bid is allowed.",
                        "options": {"restriction": "off"},
                    }
                ],
            }
        ]
    },
    is_open=True,
)
def list_games(call: Call) -> dict[str, Any]:
    return {"games": [_game(each) for each in all_games().values()]}


def _game(game: AnyGame) -> dict[str, Any]:
    fields = {field.name: field for field in game.options.fields()}
    options = [
        {
            # A pick has choices, a number is low or high; so are the values of a list.
            **{name: getattr(field, name, None) for name in GAME_OPTION.members},
            "default": field.written(field.suggested),
            "choices": getattr(field, "choices", ()),
            "max_length": getattr(field, "longest", None),
        }
        for field in fields.values()
    ]
    presets = [
        {
            "slug": each.slug,
            "label": each.label,
            "help": each.help or "",
            "options": {name: fields[name].written(value) for name, value in each.values.items()},
        }
        for each in game.presets
    ]
    return {
        **{name: getattr(game, name) for name in ("slug", "name", "name_ja")},
        "players": game.player_counts,
        "dealer_step": game.dealer_step,
        "options": options,
        "presets": presets,
    }
