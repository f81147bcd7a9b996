"""What is asked after the next entry, as far as it is the same whatever is entered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scoring import core
from scoring.entry.fields import Number
from scoring.message import Message
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Notice, Row


@dataclass(frozen=True)
class Lookahead:
    """The sheet after an entry that is not known yet: the sheets after several, of which only that is shown in which
    they agree.

    Anything else is that of the first, and only right where it can't depend on the entry.
    """

    sheets: tuple[Sheet[Any], ...]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.sheets[0], name)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The finished deals; none where the entry finishes one, since no total is known then."""
        first, *others = self.sheets
        return first.rows if all(each.rows == first.rows for each in others) else ()

    @property
    def last_deal(self) -> Row | None:
        return self.sheets[0].last_deal if self.rows else None

    @property
    def leaders(self) -> frozenset[int]:
        return self.sheets[0].leaders if self.rows else frozenset()

    @property
    def notices(self) -> tuple[Notice, ...]:
        alike = (each for each in self.sheets[0].notices if all(each in sheet.notices for sheet in self.sheets))
        return tuple(each for each in alike if self.rows or not each.scored)

    @property
    def sentences(self) -> tuple[Message, ...]:
        alike = (each for each in self.sheets[0].sentences if all(each in sheet.sentences for sheet in self.sheets))
        return tuple(alike) if self.rows else ()

    def role(self, seat: int) -> Message | None:
        first, *others = (sheet.role(seat) for sheet in self.sheets)
        return first if all(each == first for each in others) else None


def lookahead(sheet: Sheet[Any]) -> Lookahead | None:
    """The sheet after the next entry; None where what is asked then depends on it, or the game may be over."""
    if sheet.ask is None or not sheet.placeholders:
        return None
    sheets = tuple(core.enter(sheet, raw) for raw in sheet.placeholders)
    # Without the values that follow those of the step before.
    asks = [
        each.ask
        and replace(
            each.ask,
            fields=tuple(
                replace(field, suggested=None, known=()) if isinstance(field, Number) and field.follows else field
                for field in each.ask.fields
            ),
        )
        for each in sheets
    ]
    return Lookahead(sheets) if asks[0] and all(each == asks[0] for each in asks) else None
