"""The board of the TV view and the centre view: what the whole table needs to see of a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _

from scoring.entry.fields import Number, Own
from scoring.entry.parts import part_texts
from scoring.insights.news import news
from scoring.message import Message, Words, plain
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Row
from store.seats.step import PendingStep


@dataclass(frozen=True)
class Tile:
    """A labelled value; `forbidden` marks a number that nobody may enter."""

    label: Words
    value: Words
    forbidden: bool = False


@dataclass(frozen=True)
class Board:
    """What is shown of a sheet besides its standings.

    `beside` is what each seat has declared or entered, `state` who is up or ready; `last` is the last finished deal or
    adjustment,
    `story` the news of it; `counts` is the field counted up while the deal is played, `most` its total.
    """

    tiles: tuple[Tile, ...]
    beside: Mapping[int, tuple[Tile, ...]]
    state: Mapping[int, str]
    last: Row | None
    story: tuple[Message, ...]
    counts: Number | None
    most: int


def board_of(spoken: PendingStep) -> Board:
    """The board of a session with its pending input."""
    sheet: Sheet[Any] = spoken.session.sheet
    last = next((row for row in reversed(sheet.rows) if row.kind != "table"), None)
    counts = next((field for field in _numbers(sheet) if field.counted), None)
    return Board(
        tiles=tuple(_tiles(spoken)),
        beside={seat: tuple(_beside(spoken, seat)) for seat in sheet.table.seats},
        state=dict(_states(spoken)) if spoken.seated or spoken.named else {},
        last=last,
        story=tuple(_story(sheet, last)),
        counts=counts,
        most=(counts.total or counts.out_of or counts.high) if counts else 0,
    )


def _tiles(spoken: PendingStep) -> Iterator[Tile]:
    """The tiles of notices, declared totals and the forbidden number."""
    sheet: Sheet[Any] = spoken.session.sheet
    for notice in sheet.notices:
        yield Tile(notice.label, notice.value)
    if sheet.declared and sheet.declared.together is not None:
        yield Tile(sheet.declared.label, sheet.declared.together)
    for field in _numbers(sheet):
        if field.own is Own.IN_TURN and spoken.shown:
            said = sum(value for part in spoken.shown.values() if isinstance(value := part.get(field.name), int))
            yield Tile(field.label, f"{said} / {field.out_of}" if field.out_of else plain(said))
        elif field.not_total is not None:
            yield Tile(field.label, f"≠ {field.not_total}", forbidden=True)
        if (forbidden := _forbidden(spoken, field)) is not None:
            yield Tile(_("Forbidden bid"), plain(forbidden), forbidden=True)


def _forbidden(spoken: PendingStep, field: Number) -> int | None:
    """The number that the last seat may not enter, once all others have."""
    if field.own is not Own.IN_TURN or len(spoken.missing) != 1 or not spoken.shown:
        return None
    asked = spoken.own(spoken.missing[0])
    own = next((each for each in asked.fields if each.name == field.name), None) if asked else None
    return own.not_total if isinstance(own, Number) else None


def _beside(spoken: PendingStep, seat: int) -> Iterator[Tile]:
    """What a seat has declared in this deal, and its public pending input."""
    sheet: Sheet[Any] = spoken.session.sheet
    if sheet.declared and seat in sheet.table.playing:
        yield Tile(sheet.declared.one, sheet.declared.values[seat])
    for field, told in part_texts(spoken.fields, spoken.shown.get(seat, {}), sheet):
        yield Tile(field.label, told)


def _states(spoken: PendingStep) -> Iterator[tuple[int, str]]:
    """The seats that have entered something hidden, and the seat whose turn it is."""
    for seat in spoken.seats:
        if seat == spoken.turn:
            yield seat, _("is up")
        elif seat not in spoken.missing and seat not in spoken.shown:
            yield seat, _("is ready")


def _numbers(sheet: Sheet[Any]) -> Iterator[Number]:
    """The number fields of the current step that are asked by seat."""
    for field in sheet.ask.fields if sheet.ask else ():
        if isinstance(field, Number) and field.seats:
            yield field


def _story(sheet: Sheet[Any], last: Row | None) -> Iterator[Message]:
    """The news of the last row, or how the table has changed since."""
    if sheet.rows and sheet.rows[-1] is not last:
        yield sheet.rows[-1].about
    elif last:
        yield from last.told
        if last.kind == "deal":
            yield from news(sheet, apart=True)
