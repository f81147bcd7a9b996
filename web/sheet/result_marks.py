"""How outcomes are shown: CSS class, visible mark, words for screen readers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from flask import Flask

from scoring.message import Message, Words, bare, say
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Outcome
from web.sheet.colours import hue, hue_of
from web.sheet.summary import cut_short, duration


@dataclass(frozen=True, kw_only=True)
class Shown:
    """How one outcome is shown; empty where paper shows nothing.

    `style` is its CSS class. Bids are marked by CSS; `mark` is for letters. `word` is the outcome alone, `said` that of
    a `{game}`.
    """

    style: str = ""
    mark: Words = ""
    word: Message | None = None
    said: Message | None = None


WON = Shown(style="won", mark=bare("✓"), word=say("won"), said=say("{game} won"))
LOST = Shown(style="lost", mark=bare("✗"), word=say("lost"), said=say("{game} lost"))
DRAWN = Shown(style="drawn", mark=bare("≈"), word=say("drawn"), said=say("{game} drawn"))
MARKS: Mapping[Outcome | None, Shown] = MappingProxyType(
    {
        None: Shown(),
        Outcome.MADE: Shown(style="made", word=say("made")),
        Outcome.MISSED: Shown(style="missed", word=say("missed")),
        Outcome.WON: WON,
        Outcome.ALONE: WON,
        Outcome.LOST: LOST,
        Outcome.DRAWN: DRAWN,
        Outcome.OUT: Shown(),
    }
)


BIDS: tuple[tuple[Words, Words], ...] = (
    ("3→2", say("bid → taken")),
    ("●", say("made")),
    ("✕", say("missed")),
)
"""The legend of a game with bids."""


def register(app: Flask) -> None:
    """Give templates the marks, the legend and the colours of seats, and how a session ended."""
    app.jinja_env.globals.update(
        shown=MARKS, legend=legend, hue=hue, hue_of=hue_of, cut_short=cut_short, duration=duration
    )


def legend(sheet: Sheet[Any]) -> tuple[tuple[Words, Words], ...]:
    """The legend of a scorecard's bids, letters and marks."""
    if any(cell.taken for row in sheet.rows for cell in row.cells):
        return BIDS
    marks = ((each.mark, each.word) for each in (WON, LOST, DRAWN) if sheet.legend and each.word)
    return (*sheet.legend, *marks)
