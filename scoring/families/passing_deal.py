"""The deal that passes on clockwise, unless the table says who deals now."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from scoring.message import Message, say
from scoring.options import Opt
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Notice


@dataclass(frozen=True, kw_only=True)
class PassingDeal(Sheet[Opt]):
    """The sheet of a game in which the deal passes on clockwise over whoever is not dealt in."""

    dealer_asked: ClassVar[Message | None] = say("Who deals now?")

    @cached_property
    def dealer(self) -> int:
        """The seat that deals, as the table is now."""
        return self.table.dealer_after(self.last_dealer)

    @property
    def last_dealer(self) -> int | None:
        """The seat that dealt last; None before the first deal, and after the table has said who deals now."""
        dealt = [row.dealer for row in self.rows if row.kind == "deal"][self.table.since :]
        return dealt[-1] if dealt else None

    @property
    def dealer_notice(self) -> Notice:
        return Notice("dealer", say("Dealer"), self.table.players[self.dealer])

    @property
    def turns(self) -> tuple[Notice, ...]:
        return () if self.over else (self.dealer_notice,)
