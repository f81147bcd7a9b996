"""What the tests of every game ask of each, by hand from its rules: `EXPECTED` in tests/games/<game>/expected.py."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from scoring.catalogue import all_games

if TYPE_CHECKING:
    from tests.kit.scoring.told import Deal

IN_TURN, HIDDEN, ANY_TIME, LIVE = "in turn", "hidden", "at any time", "as it is played"
"""How the parts of the players' own are said."""
Line: TypeAlias = tuple[Mapping[str, Any], Sequence[dict[str, Any]], Mapping[str, Any]]
"""What the sheet shows before the entries of a line, these, and what it shows after them."""


LEGACY_DEFAULTS: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "games" / "legacy_defaults.json").read_text()
)
"""By game what a document means that does not name an option; None is open and follows from the table."""
WRITTEN_DEFAULTS: dict[str, dict[str, Any]] = {
    slug: {field.name: LEGACY_DEFAULTS[slug][field.name] for field in game.options.fields() if not field.sparse}
    for slug, game in all_games().items()
}
"""Of these what documents write."""


class Paper(NamedTuple):
    """An evening as it was worked by hand: its document without entries, line by line, and what stands at its foot."""

    head: dict[str, Any]
    lines: Sequence[Line]
    foot: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Expected:
    """What a game's rules say of what all games have.

    `told` reads the facts of each deal from nothing but its entries. `own_parts` has the steps with parts of the
    players' own, by the rules of a new table, and how these are said; `shown_ahead` the steps after which the next one
    can be shown. `kind` are the options that the totals of two sessions must have in common to be compared.
    `out_of_bounds` are values that an option refuses, `presets` the rules that names stand for, at a table of four or
    two; `needs` are the rules that a choice of another one asks for.
    """

    paper: Paper
    told: Callable[[Iterator[Deal]], Iterator[dict[str, tuple[Any, ...]]]]
    own_parts: Mapping[str, str] = field(default_factory=dict)
    shown_ahead: Set[str] = frozenset()
    kind: Sequence[str] = ()
    tie_is_draw: bool = False
    out_of_bounds: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    presets: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    needs: Mapping[str, dict[str, Any]] = field(default_factory=dict)


@cache
def expected() -> dict[str, Expected]:
    """By the slug of every game."""
    return {slug: import_module(f"tests.games.{slug.replace('-', '_')}.expected").EXPECTED for slug in all_games()}
