"""Defines a game: its names, numbers of players, house rules and blank sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from scoring.entry.reading import read_fields, read_object
from scoring.errors import EntryError
from scoring.message import Message, Words, say
from scoring.options import Opt, Preset, read_options
from scoring.sheets.sheet import Sheet
from scoring.table import read_table
from scoring.validation import OBJECT, members

DEALS = say("Dealer")
TAP = say("Tap the first dealer.")
OPTIONS = members({"options": OBJECT})


@dataclass(frozen=True, kw_only=True)
class Game(Generic[Opt]):
    """A game in the catalogue.

    `name` is English, `name_ja` Japanese, `kana` how that is read if it has
    kanji. `first` is what the first dealer is called in this game, `tap` asks for that player, `seating` is a hint for
    sitting down. `dealer_step` 2: only every second seat can be the first dealer, since the other is its partner.
    `called` gives the game's other name under house rules that have one,
    else None; `by_total` says whether the totals decide it. Both take the options as documents write them.
    """

    slug: str
    name: str
    name_ja: str
    kana: str = ""
    options: type[Opt]
    sheet: type[Sheet[Opt]]
    presets: tuple[Preset, ...] = ()
    first: Message = DEALS
    tap: Message = TAP
    seating: Message | None = None
    dealer_step: int = 1
    called: Callable[[Mapping[str, object]], Words | None] | None = None
    by_total: Callable[[Mapping[str, object]], bool] = lambda _: True

    @property
    def player_counts(self) -> tuple[int, ...]:
        return self.sheet.player_counts

    @property
    def variants(self) -> tuple[Preset, ...]:
        """The presets that are games known by a name of their own."""
        return tuple(preset for preset in self.presets if preset.is_variant)

    def dealers(self, players: int) -> range:
        """The seats that can be the first dealer."""
        return range(0, players, self.dealer_step)

    def dealer_at(self, seat: int) -> int:
        """The first dealer where this seat was chosen: it, or the partner who deals for it."""
        return seat - seat % self.dealer_step

    def next_dealer(self, dealer: int, players: int) -> int:
        """The first dealer of the next session at the same table."""
        return (dealer // self.dealer_step + 1) * self.dealer_step % players

    def start(self, raw: Mapping[str, object]) -> Sheet[Opt]:
        """Make a blank sheet from typed `players`, `dealer` and `options`; raises EntryError."""
        options = read_object(OPTIONS, {"options": raw.get("options", {})})["options"]
        try:
            table = read_table(raw, player_counts=self.player_counts)
        except EntryError as error:
            _, also = read_fields(self.options.fields(), options)
            raise EntryError((*error.problems, *also)) from error
        return self.sheet.blank(table, read_options(self.options, options, table))


AnyGame = Game[Any]
