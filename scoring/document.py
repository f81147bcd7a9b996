"""The session document: one JSON shape for export, import, the API, the tests and the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from scoring.catalogue import find_game
from scoring.core import replay
from scoring.entry.fields import Speak, to_json
from scoring.entry.reading import read_object
from scoring.entry.typed import quoted
from scoring.errors import Problem, UnknownGameError, refused
from scoring.game import AnyGame
from scoring.message import say
from scoring.sheets.changes import NAMING_STEPS
from scoring.sheets.sheet import Sheet
from scoring.validation import ANYTHING, LIST, members, optional

VERSION = 1
DOCUMENT = members(
    {
        **dict.fromkeys(("takuroku", "game", "players", "dealer", "options"), optional(ANYTHING)),
        "entries": replace(LIST, optional=True),
    }
)


def blank(document: object) -> Sheet[Any]:
    """Make the blank sheet of a document from its game, players, first dealer and house rules; raises EntryError."""
    if not isinstance(document, Mapping):
        raise refused("document", say("“{field}” must be {kind}.", field="session", kind=say("an object")))
    head = read_object(DOCUMENT, document)
    version = head.get("takuroku", VERSION)
    if version != VERSION or isinstance(version, bool):
        raise refused("takuroku", say("This version is not supported."))
    return game_of(head).start(head)


def game_of(head: Mapping[str, object]) -> AnyGame:
    """The game that a document or a new session names; raises EntryError."""
    try:
        return find_game(head.get("game"))
    except UnknownGameError as error:
        raise refused("game", say("There is no game called “{slug}”.", slug=quoted(head.get("game")))) from error


def load(document: object) -> Sheet[Any]:
    """Score a whole document; raises EntryError, or ReplayError where an entry is illegal."""
    sheet = blank(document)
    assert isinstance(document, Mapping), "blank() refuses anything else"
    return replay(sheet, document.get("entries", ()))


def dump(game: AnyGame, sheet: Sheet[Any], entries: Iterable[object]) -> dict[str, object]:
    """Write a session as a document, with all options in full."""
    return {
        "takuroku": VERSION,
        "game": game.slug,
        "players": list(sheet.begun.players),
        "dealer": sheet.begun.dealer,
        "options": sheet.options.to_json(),
        "entries": [
            # Whom it names is called as now, as the players are.
            {**entry, "name": sheet.names[entry["name"]]}
            if isinstance(entry, Mapping) and entry.get("step") in NAMING_STEPS and entry.get("name") in sheet.names
            else entry
            for entry in entries
        ],
    }


def report(sheet: Sheet[Any], speak: Speak = str) -> dict[str, object]:
    """The report of a sheet as JSON: rows, totals, standings, over, winners, notices, the next ask.

    It has `spectators` (what each has won or lost) and `pot` only where some chips belong to no seat.
    """
    pot = sheet.unowned - sum(points for _, points in sheet.spectators)
    table, ask = sheet.table, sheet.ask
    # The table as it is now, where it is not as it began.
    changed = bool(sheet.waiting) or table is not sheet.begun
    table_now = {
        "players": list(table.players),
        "order": list(table.clockwise),
        "left": sorted(table.left),
        "resting": sorted(table.resting),
        "waiting": [each.position for each in sheet.waiting],
    }
    return {
        "rows": [
            {
                "kind": row.kind,
                "label": speak(row.label),
                "about": speak(row.about),
                "points": [to_json(points) for points in row.points],
                "working": [speak(cell.working) for cell in row.cells],
                "facts": {name: to_json(values) for name, values in row.facts.items()},
                "entries": list(row.entries),
            }
            for row in sheet.rows
        ],
        "totals": [to_json(total) for total in sheet.totals],
        "standings": [
            {
                "place": each.place,
                "seats": list(each.seats),
                "total": to_json(each.total),
                "gap": to_json(each.gap),
                **({"tally": speak(each.tally)} if each.tally else {}),
            }
            for each in sheet.standings
        ],
        **({"unranked": sorted(sheet.unranked)} if sheet.unranked else {}),
        **({"table": table_now} if changed else {}),
        **(
            {"spectators": [{"name": name, "points": to_json(points)} for name, points in sheet.spectators]}
            if sheet.spectators
            else {}
        ),
        **({"pot": to_json(pot)} if pot else {}),
        "over": sheet.over,
        "ended_early": sheet.ended_early,
        "winners": list(sheet.winners),
        "notices": [
            *({"name": each.name, "text": f"{speak(each.label)}: {speak(each.value)}"} for each in sheet.notices),
            *({"name": "sentence", "text": speak(sentence)} for sentence in sheet.sentences),
        ],
        "notes": [remark.text for remark in sheet.remarks],
        "ask": ask
        and {
            "step": ask.step,
            "title": speak(ask.title),
            "fields": [field.describe(speak) for field in ask.fields],
        },
    }


def problems_json(problems: Iterable[Problem], speak: Speak = str) -> list[dict[str, object]]:
    """Problems as JSON objects with field, seat and message."""
    return [{"field": each.field, "seat": each.seat, "message": speak(each.message)} for each in problems]
