"""What everybody at a table wants to see from afar: a sheet without its form, as few and as large things as can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring.fields import Number
from scoring.message import Message, Words
from scoring.news import news
from scoring.sheet import Sheet
from scoring.values import Row


@dataclass(frozen=True)
class Tile:
    """One thing that the table must know now, and what it is called."""

    label: Words
    value: Words


@dataclass(frozen=True)
class Board:
    """What is told of a sheet beside its standings.

    `last` is the row that was finished last, `story` what is worth saying of it; `counts` is what grows one by one
    while the deal is played, with `most` of it to be had.
    """

    tiles: tuple[Tile, ...]
    last: Row | None
    story: tuple[Message, ...]
    counts: Number | None
    most: int


def board_of(sheet: Sheet[Any]) -> Board:
    last = sheet.rows[-1] if sheet.rows else None
    counts = next((field for field in _numbers(sheet) if field.counted), None)
    return Board(
        tiles=tuple(_tiles(sheet)),
        last=last,
        story=tuple(_story(sheet, last)) if last else (),
        counts=counts,
        most=(counts.total or counts.out_of or counts.high) if counts else 0,
    )


def _tiles(sheet: Sheet[Any]) -> Iterator[Tile]:
    """What the strip of the sheet tells, and what the numbers that are asked may not add up to."""
    for notice in sheet.notices:
        yield Tile(notice.label, notice.value)
    if sheet.declared:
        yield Tile(sheet.declared.label, sheet.declared.together)
    for field in _numbers(sheet):
        if field.not_total is not None:
            yield Tile(field.label, f"≠ {field.not_total}")


def _numbers(sheet: Sheet[Any]) -> Iterator[Number]:
    """The numbers that are asked of the seats now."""
    for field in sheet.ask.fields if sheet.ask else ():
        if isinstance(field, Number) and field.seats:
            yield field


def _story(sheet: Sheet[Any], last: Row) -> Iterator[Message]:
    yield from last.told
    if last.kind == "deal":
        yield from news(sheet)
