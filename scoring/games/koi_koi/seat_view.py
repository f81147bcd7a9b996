"""What a player sees on their own phone while a month is played: both piles by their yaku, and what a stop pays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from scoring.core import read_entry
from scoring.decks.hanafuda import Card
from scoring.entry.choices import NOBODY
from scoring.errors import EntryError
from scoring.games.koi_koi.answer import Answer, what_they_make
from scoring.games.koi_koi.options import KoiKoiOptions
from scoring.games.koi_koi.parts import calls_of, pile_of
from scoring.sheets.sheet import Said, Sheet
from scoring.sheets.values import Cell


@dataclass(frozen=True, kw_only=True)
class Board:
    """What a player has tapped: `lights` and the hand `dealt` before the month, then the pile, the calls and the end.

    `answer` is None where the pile is hidden.
    """

    seat: int
    lights: int | None
    dealt: str | None
    calls: int
    stops: bool
    nobody: bool
    answer: Answer | None


@dataclass(frozen=True, kw_only=True)
class SeatView:
    """The month as one seat sees it; `said` are the parts of both that this seat may see.

    `multiplier` is what a stop is multiplied by now.
    """

    sheet: Sheet[KoiKoiOptions]
    multiplier: int
    seat: int
    said: Mapping[int, Said]

    @property
    def hidden(self) -> bool:
        """「役は伏せる」: the other's pile is not shown."""
        return self.sheet.options.boards == "hidden"

    @cached_property
    def own(self) -> Board:
        return self._board(self.seat)

    @cached_property
    def other(self) -> Board:
        return self._board(self.sheet.table.after(self.seat), hidden=self.hidden)

    @cached_property
    def stop(self) -> Cell | None:
        """What stopping now would pay; None while this player can't stop."""
        calls = calls_of(self.said)
        cards = [self._part(seat).get("cards") if seat == self.seat else None for seat in (0, 1)]
        raw = {"step": "result", "calls": calls, "winner": self.seat, "cards": cards}
        try:
            entry = read_entry(self.sheet, raw)
        except EntryError:
            return None
        return self.sheet.write(entry).rows[-1].cells[self.seat]

    def _board(self, seat: int, *, hidden: bool = False) -> Board:
        part, gone = self._part(seat), frozenset[Card]()
        if not self.hidden:
            gone = pile_of(self._part(self.sheet.table.after(seat)))
        lights, dealt, calls = part.get("lights"), part.get("dealt"), part.get("calls")
        return Board(
            seat=seat,
            lights=lights if isinstance(lights, int) else None,
            dealt=dealt if isinstance(dealt, str) else None,
            calls=calls if isinstance(calls, int) else 0,
            stops=part.get("winner") == seat,
            nobody=part.get("winner") == NOBODY,
            answer=None if hidden else what_they_make(pile_of(part), self.sheet.options, gone=gone),
        )

    def _part(self, seat: int) -> Said:
        return self.said.get(seat, {})
