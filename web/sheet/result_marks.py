"""How outcomes are shown: the class of their styles, the mark for the eye, the words for the ear."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from flask import Flask

from scoring.message import Message, Words, bare, say
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Outcome
from web.sheet.colours import hue


@dataclass(frozen=True, kw_only=True)
class Shown:
    """One outcome on a page; nothing of it where paper shows nothing.

    `style` is the class of what went so, `total` that of the total below it. The styles draw a bid's mark themselves;
    `mark` is that of a letter. `word` is the outcome alone, `said` that of a `{game}`.
    """

    style: str = ""
    total: str = ""
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
        Outcome.MISSED: Shown(style="missed", total="lost", word=say("missed")),
        Outcome.WON: WON,
        Outcome.ALONE: WON,
        Outcome.LOST: LOST,
        Outcome.DRAWN: DRAWN,
        Outcome.OUT: Shown(),
    }
)


def register(app: Flask) -> None:
    """Tell templates how outcomes are shown, and in which colour each seat is drawn."""
    app.jinja_env.globals.update(shown=MARKS, legend=legend, hue=hue)


def legend(sheet: Sheet[Any]) -> tuple[tuple[Words, Words], ...]:
    """What the letters of a scorecard mean, and the marks beside them."""
    marks = ((each.mark, each.word) for each in (WON, LOST, DRAWN) if sheet.legend and each.word)
    return (*sheet.legend, *marks)
