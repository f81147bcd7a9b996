"""What people see of a sheet, as plain values: words instead of messages, seats instead of sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

import pytest

from scoring.core import enter
from scoring.errors import EntryError
from scoring.game import AnyGame
from scoring.insights.chances import chances
from scoring.insights.news import after_entry
from scoring.insights.story import story
from scoring.message import Message, Points
from scoring.sheets.sheet import Sheet
from tests.kit.games import session_of

Refusal = tuple[str, int | None, str]
"""Field, seat and sentence of a problem."""


def refused(sheet: Sheet[Any], **raw: object) -> list[Refusal]:
    """The problems of an entry that the sheet refuses."""
    with pytest.raises(EntryError) as caught:
        enter(sheet, raw)
    return problems(caught.value)


def not_started(game: AnyGame, *, players: int | None = None, **options: Any) -> list[Refusal]:
    """The problems of house rules that no table can play by."""
    with pytest.raises(EntryError) as caught:
        game.start(session_of(game, players=players or game.player_counts[0], **options))
    return problems(caught.value)


def problems(error: EntryError) -> list[Refusal]:
    return [(each.field, each.seat, str(each.message)) for each in error.problems]


def notices(sheet: Sheet[Any]) -> dict[str, str]:
    return {notice.name: str(notice.value) for notice in sheet.notices}


def workings(sheet: Sheet[Any]) -> list[str]:
    """How the last row came about, seat by seat."""
    return [str(cell.working) for cell in sheet.rows[-1].cells]


def working(sheet: Sheet[Any], seat: int) -> str:
    return workings(sheet)[seat]


def points(sheet: Sheet[Any]) -> tuple[Points, ...]:
    """What the last row gave, seat by seat."""
    return sheet.rows[-1].points


def adjusted(sheet: Sheet[Any], seat: int, amount: int) -> Any:
    return enter(sheet, {"step": "adjustment", "seat": seat, "amount": amount, "reason": "agreed"})


def places(sheet: Sheet[Any]) -> list[tuple[int, int]]:
    """Each place with the first seat of its side."""
    return [(each.place, each.seats[0]) for each in sheet.standings]


def deals(sheet: Sheet[Any]) -> list[Any]:
    return [row for row in sheet.rows if row.kind == "deal"]


READERS: Mapping[str, Callable[[Any], Any]] = {
    "abouts": lambda sheet: [str(row.about) for row in sheet.rows],
    "absent": lambda sheet: [[seat for seat, cell in enumerate(row.cells) if cell.absent] for row in deals(sheet)],
    # The names of the fields of the next entry.
    "asked": lambda sheet: [field.name for field in sheet.ask.fields] if sheet.ask else [],
    "asks": lambda sheet: [ask.step for ask in sheet.asks],
    "called": lambda sheet: [row.players for row in deals(sheet)],
    "briefs": lambda sheet: [str(cell.brief) for cell in sheet.rows[-1].cells],
    "dealers": lambda sheet: [row.players[row.dealer] for row in deals(sheet)],
    "figures": lambda sheet: [(cell.figure, cell.outcome) for cell in sheet.rows[-1].cells],
    "kinds": lambda sheet: [row.kind for row in sheet.rows],
    "labels": lambda sheet: [row.label for row in sheet.rows],
    "needs": lambda sheet: list(map(str, chances(sheet).needs)),
    "news": lambda sheet: list(map(str, after_entry(sheet))),
    "notices": notices,
    "open": lambda sheet: [str(each.open) for each in sheet.standings],
    "places": places,
    "points": points,
    "remarks": lambda sheet: [(each.after, each.text, each.position) for each in sheet.remarks],
    "roles": lambda sheet: [str(sheet.role(seat) or "") for seat in sheet.table.seats],
    "players": lambda sheet: sheet.table.players,
    "seats": lambda sheet: sheet.ask.fields[0].seats,
    "sentences": lambda sheet: list(map(str, sheet.sentences)),
    "held": lambda sheet: [sheet.held(seat) for seat in sheet.table.seats],
    "last_entries": lambda sheet: sheet.rows[-1].entries,
    "moments": lambda sheet: list(map(str, sheet.moments)),
    # A scorecard's signs: letter, name and outcome.
    "signs": lambda sheet: [
        [f"{sign.letter} {sign.of} {sign.outcome}" for sign in cell.signs] for cell in sheet.rows[-1].cells
    ],
    "standings": lambda sheet: [(each.place, each.seats, each.total, each.gap) for each in sheet.standings],
    "story": lambda sheet: [str(turn.text) for turn in story(sheet)],
    "tallies": lambda sheet: [str(each.tally) for each in sheet.standings],
    "row_news": lambda sheet: list(map(str, sheet.rows[-1].news)),
    "workings": workings,
}
"""How to read what is no plain value; all else is the sheet's own."""


def seen(sheet: Sheet[Any], *names: str) -> dict[str, Any]:
    """What a sheet shows under these names; `bids.high` is of a field that it asks for, where there is one."""
    found = {name: READERS[name](sheet) if name in READERS else _found(sheet, name) for name in names}
    return {name: str(value) if isinstance(value, Message) else value for name, value in found.items()}


def _found(sheet: Sheet[Any], name: str) -> Any:
    first, _, rest = name.partition(".")
    if first == "notices":
        return notices(sheet).get(rest)
    if rest.isdigit():
        return seen(sheet, first)[first][int(rest)]
    field = next((each for each in sheet.ask.fields if each.name == first), None) if sheet.ask and rest else None
    if field and rest == "offered":
        return [choice.value for choice in attrgetter("choices")(field)]
    return attrgetter(rest)(field) if field else attrgetter(name)(sheet)


def each_sheet(shown: Mapping[str, tuple[Callable[[], Any], Mapping[str, Any]]]) -> pytest.MarkDecorator:
    """A test for each of these, by what somebody sees: a sheet, and what it shows."""
    return pytest.mark.parametrize(("sheet", "shown"), shown.values(), ids=shown)
