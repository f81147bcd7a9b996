"""What makes a game: its names, its tables, its house rules, its blank sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from scoring.entry.reading import read_fields
from scoring.errors import EntryError
from scoring.message import Message, Words, say
from scoring.options import Opt, Preset, read_options
from scoring.sheets.sheet import Sheet
from scoring.table import Table, read_table

DEALS = say("deals")
TAP = say("Tap who deals first.")


def _plainly(options: Mapping[str, object]) -> None:
    """Under every rule the game goes by its own name."""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[Opt]):
    """A game as the catalogue offers it.

    `seats` are the numbers of players it is for. `name` is its name in English, `name_ja` in Japanese. `first` says
    what the table's first dealer is in this game, `tap` asks for that player, `seating` what is to be minded when the
    players sit down; `conserves` says that chips are neither made nor lost. `called` is what the game is called under
    house rules that give it another name; they come as documents write them.
    """

    slug: str
    name: str
    name_ja: str
    seats: tuple[int, ...]
    options: type[Opt]
    blank: Callable[[Table, Opt], Sheet[Opt]]
    presets: tuple[Preset, ...] = ()
    first: Message = DEALS
    tap: Message = TAP
    seating: Message | None = None
    conserves: bool = False
    called: Callable[[Mapping[str, object]], Words | None] = _plainly

    def start(self, raw: Mapping[str, object]) -> Sheet[Opt]:
        """A blank sheet from `players`, `dealer` and `options` as somebody typed them; raises EntryError."""
        given = raw.get("options", {})
        options = given if isinstance(given, Mapping) else {}
        try:
            table = read_table(raw, seats=self.seats)
        except EntryError as error:
            _, also = read_fields(self.options.fields(), options)
            raise EntryError((*error.problems, *also)) from error
        return self.blank(table, read_options(self.options, options, table))


AnyGame = Game[Any]
