"""Sentences on who can still win, who is certain to, and what each needs in the last deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring.insights.outlook import OPEN, Outlook
from scoring.message import Message, both, count, say
from scoring.sheets.sheet import Sheet


@dataclass(frozen=True)
class Chances:
    """Sentences on what is certain about the sides, and on what each needs in the last deal."""

    told: tuple[Message, ...] = ()
    needs: tuple[Message, ...] = ()


def chances(sheet: Sheet[Any]) -> Chances:
    """The chances on a sheet; empty before the first deal is scored, once the game is over, before a change."""
    if not sheet.deals:
        return Chances()
    outlook = outlook_of(sheet)
    if len(outlook.safe) + len(outlook.out) == len(sheet.competing):
        return Chances(tuple(_won(sheet, outlook)))
    return Chances((*_safe(sheet, outlook), *_left(sheet, outlook)), outlook.needs)


def outlook_of(sheet: Sheet[Any]) -> Outlook:
    """The outlook of a game that goes on with these players; OPEN once it is over, and before a change."""
    return OPEN if sheet.over or sheet.waiting else sheet.outlook


def _won(sheet: Sheet[Any], outlook: Outlook) -> Iterator[Message]:
    for side in outlook.safe:
        name = sheet.name_of_side(side)
        yield count("{name} has already won.", "{name} have already won.", n=len(side), name=name)


def _safe(sheet: Sheet[Any], outlook: Outlook) -> Iterator[Message]:
    for side in outlook.safe:
        yield say("{name} can no longer be overtaken.", name=sheet.name_of_side(side))


def _left(sheet: Sheet[Any], outlook: Outlook) -> Iterator[Message]:
    """The shorter list of two: who can still win, or who can't."""
    left = [sheet.name_of_side(side) for side in sheet.competing if side not in outlook.out]
    out = [sheet.name_of_side(side) for side in sheet.competing if side in outlook.out]
    if not out:
        return
    if len(left) <= len(out) or len(left) == 2:
        yield say("Only {names} can still win.", names=both(*left))
    else:
        yield say("Out of the running: {names}.", names=tuple(out))
