"""Operations on sessions: list, start, read, enter, undo, redo, correct, describe, delete, and who can still win."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC
from functools import partial
from typing import Any

from record.log import Action, Time
from record.session import Session
from scoring import validation
from scoring.document import game_of
from scoring.errors import refused
from scoring.insights.chances import chances
from scoring.message import say
from scoring.validation import ANYTHING, FLAG, LIST, OBJECT, described
from store.encoding import TIME
from store.errors import NoSuchError
from store.scorebooks import device_names
from store.seats import entries
from store.sessions import details, writing
from store.sessions.details import MAX_DETAIL_LENGTHS, MINUTES
from store.sessions.history import Summary, find_sessions
from store.sessions.loading import load
from store.sessions.purge import KEPT_DAYS, purge_cutoff
from store.sessions.writing import Written
from web.api.dispatch import expect_unchanged
from web.api.operation import SESSION_ID, Answered, Call, operation
from web.api.operations.documents import DOCUMENT, REPORT
from web.api.shapes import Members, Shape, page, ref
from web.summaries.filters import MOMENT, MONTH, SEARCH, TEXT, expect_game, moment, search

BY_INDEX = say("Name each changed entry by its index: “0”, “1”.")
SESSION_NOW = Shape(
    "SessionNow",
    "A session: its document, its report, and the entries that it accepts now, as JSON Schema.",
    id=str,
    position=int,
    created_at=Time,
    updated_at=Time,
    played_at=Time,
    minutes=int | None,
    archived_at=Time | None,
    excluded_at=Time | None,
    discarded_at=Time | None,
    place=str,
    note=str,
    document=DOCUMENT,
    report=REPORT,
    accepts=dict[str, object],
)
NOW = ("the session as it is now", SESSION_NOW)
WRITES: Mapping[str, Any] = {
    "answers": {201: NOW, 200: ("already written under this key: the session as it is now", SESSION_NOW)},
    "has_key": True,
}
DETAIL_BY_MEMBER = {"place": "place", "note": "note", "played_at": "played_at", "minutes": "played_minutes"}
ON_A_SHEET = ("stale", "other-facts", "unreadable")
POSITION = described(validation.whole_number(0, 1_000_000), "the last `position` seen")


@operation(
    "Sessions",
    "GET",
    "/sessions",
    "List sessions, latest first",
    query=Members(
        {
            **SEARCH,
            "text": described(TEXT, "in a name, the place or a note"),
            "month": described(MONTH, "2026-11, in UTC; a day ends at 6:00"),
            "over": described(FLAG, "only those that are over, or only those that are not"),
            "archived": described(FLAG, "only archived ones, instead of the others"),
            "discarded": described(FLAG, "only those that were deleted and can be restored"),
            "updated_since": described(
                MOMENT, "only those changed, archived, excluded or deleted since then: a day (in UTC) or a time"
            ),
            **page(
                100, validation.matching(f"^({SESSION_ID[1:-1]})?$", say("of the form {form}", form=SESSION_ID[1:-1]))
            ),
            "offset": described(
                validation.whole_number(0, 300_000),
                "how many to skip; with a cursor none is missed if sessions start meanwhile",
            ),
        },
    ),
    answers={
        200: (
            "a page of sessions",
            Shape(
                "SessionList",
                "Sessions, latest first; `next_cursor` is for the next page, null on the last one.",
                sessions=list[Summary],
                total=int,
                more_than_total=bool,
                next_offset=int | None,
                next_cursor=str | None,
            ),
        )
    },
    about="`total` counts from the cursor on, if one is sent; with `more_than_total` there are more. `next_offset` is"
    " for pages by `offset`, null on the last page or if a cursor was sent.",
)
def list_sessions(call: Call) -> dict[str, Any]:
    query, cursor = call.query, call.query.get("cursor")
    expect_game(query)
    offset, filters = query.get("offset", 0), search(query, UTC)
    filters |= {
        "over": query.get("over"),
        "archived": query.get("archived", False),
        "deleted_since": purge_cutoff(call.by.at) if query.get("discarded") else None,
        "changed_since": moment(query, "updated_since") or None,
    }
    try:
        found = find_sessions(
            call.book,
            limit=query.get("limit", 30),
            offset=offset,
            after=cursor,
            **filters,
        )
    except NoSuchError as error:
        raise refused("cursor", say("This page no longer exists. Start again without “cursor”.")) from error
    return {
        "sessions": found.sessions,
        "total": found.total,
        "more_than_total": found.more_than_total,
        "next_offset": offset + len(found.sessions) if found.older and not cursor else None,
        "next_cursor": found.sessions[-1].id if found.older and found.sessions else None,
    }


@operation(
    "Sessions",
    "POST",
    "/sessions",
    "Start a session",
    # The document has a schema for each game.
    body=Shape(
        "Start",
        "What a session starts with.",
        {"dealer": ANYTHING, "options": ANYTHING},
        game=ANYTHING,
        players=ANYTHING,
    ),
    example_body={"game": "oh-hell", "players": ["Ann", "Ben", "Chika"], "options": {"format": "short-valley"}},
    answers={201: ("the session, started now or before under this key", SESSION_NOW)},
    problems=("session-begun",),
    has_key=True,
)
def start_session(call: Call) -> Answered:
    raw = {"dealer": 0, "options": {}, **call.body}
    id = writing.start(call.book, game_of(raw), raw, call.by)
    return Answered(load(call.book, id), 201, location=f"/sessions/{id}")


@operation(
    "Sessions",
    "GET",
    "/sessions/{session}",
    "Read a session: its document, its report and its next step",
    answers={200: NOW},
    problems=("unreadable",),
    by_version=True,
)
def show_session(call: Call) -> Session:
    return load(call.book, call.path["session"])


@operation(
    "Sessions",
    "GET",
    "/sessions/{session}/log",
    "Read the log of a session: who did what and when",
    answers={
        200: (
            "every action",
            Shape(
                "Log",
                "The whole log of a session; `devices` are the names of those that have one.",
                actions=list[Action],
                devices=dict[str, str],
            ),
        )
    },
    problems=("unreadable",),
)
def show_log(call: Call) -> dict[str, Any]:
    session = load(call.book, call.path["session"])
    return {"actions": session.actions, "devices": device_names(call.book, session.id)}


@operation(
    "Sessions",
    "GET",
    "/sessions/{session}/chances",
    "Read who can still win, and what they need",
    about="Who has won already, who cannot win any more, and in the last deal what each side needs. Adjustments, and an"
    " end by hand, are not foreseen.",
    answers={
        200: (
            "what is certain",
            Shape(
                "Chances",
                "What is certain if the game is played to its end, each side as its seats.",
                over=bool,
                winners=list[int],
                safe=list[list[int]],
                out=list[list[int]],
                needs=list[str],
            ),
        )
    },
    example={
        "over": False,
        "winners": [],
        "safe": [],
        "out": [[2]],
        "needs": ["Ann wins with 21 points or more in deal 10.", "Ben needs 5 points or more in deal 10 to win."],
    },
    problems=("unreadable",),
    by_version=True,
)
def show_chances(call: Call) -> dict[str, Any]:
    sheet = load(call.book, call.path["session"]).sheet
    found = chances(sheet)
    sides = {"safe": found.safe, "out": found.out, "needs": found.needs}
    return {"over": sheet.over, "winners": sheet.winners, **sides}


@operation(
    "Sessions",
    "POST",
    "/sessions/{session}/entries",
    "Enter the next step, an adjustment, a note, the end or a tie decided",
    about="What players entered on their own phones is added to the entry: send null for their seats. An entry that"
    " differs from theirs is answered with `said-otherwise`.",
    body=Shape(
        "NewEntry",
        "An entry, and the position that was seen.",
        {"overruled": described(validation.text(10_000), "from a `said-otherwise` problem: write the entry anyway")},
        position=POSITION,
        entry=replace(ANYTHING, limits=ref("Entry")),
    ),
    example_body={"position": 0, "entry": {"step": "bids", "bids": [1, 0, 2]}},
    problems=(*ON_A_SHEET, "said-otherwise"),
    **WRITES,
)
def enter(call: Call) -> Answered:
    body = call.body
    return _written(call, partial(entries.enter, call.book, raw=body["entry"], overruled=body.get("overruled", "")))


@operation(
    "Sessions",
    "POST",
    "/sessions/{session}/undo",
    "Undo the last entries",
    body=Shape(
        "Undo",
        "The position that was seen, and how many live entries and corrections to undo.",
        {"count": validation.whole_number(1, 1_000)},
        position=POSITION,
    ),
    example_body={"position": 2, "count": 1},
    problems=(*ON_A_SHEET, "nothing-to-undo"),
    **WRITES,
)
def undo(call: Call) -> Answered:
    return _written(call, partial(writing.undo, call.book, count=call.body.get("count", 1)))


@operation(
    "Sessions",
    "POST",
    "/sessions/{session}/redo",
    "Redo what was undone last",
    body=Shape("Redo", "The position that was seen.", position=POSITION),
    example_body={"position": 3},
    problems=(*ON_A_SHEET, "nothing-to-redo"),
    **WRITES,
)
def redo(call: Call) -> Answered:
    return _written(call, partial(writing.redo, call.book))


@operation(
    "Sessions",
    "POST",
    "/sessions/{session}/corrections",
    "Correct entries; later ones are scored again",
    about="A correction that changes nothing saves nothing: 200.",
    body=Shape(
        "Correction",
        "New entries by the index, from 0, of the live entry that each replaces.",
        {"reopen": described(FLAG, "drop a later entry that would be illegal, with all after it")},
        position=POSITION,
        changes=described(
            OBJECT,
            additionalProperties=ref("Entry"),
            propertyNames={"pattern": "^(0|[1-9][0-9]{0,4})$"},
            minProperties=1,
        ),
    ),
    example_body={"position": 2, "changes": {"0": {"step": "bids", "bids": [1, 1, 2]}}},
    problems=(*ON_A_SHEET, "later-entries"),
    **WRITES,
)
def correct(call: Call) -> Answered:
    changes = {_index(each): entry for each, entry in call.body["changes"].items()}
    if not changes:
        raise refused("changes", BY_INDEX)
    return _written(call, partial(writing.correct, call.book, changes=changes, reopen=call.body.get("reopen", False)))


def _index(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= 5 and str(int(text)) == text:
        return int(text)
    raise refused("changes", BY_INDEX)


@operation(
    "Sessions",
    "POST",
    "/sessions/{session}/setup",
    "Correct seats, first dealer or house rules; entries follow and are scored again",
    about="A correction that changes nothing saves nothing: 200. Before the first entry the number of players may"
    " change.",
    body=Shape(
        "CorrectedSetup",
        "The parts of the setup to change; those left out stay.",
        {
            "players": described(
                LIST, "names in seat order, as many as before", nullable=True, items={"type": "string"}
            ),
            "dealer": described(validation.whole_number(0, 1_000), "the seat that deals first", nullable=True),
            "options": replace(OBJECT, limits=ref("Options")),
            "reopen": described(FLAG, "drop an entry that no longer fits, with all after it"),
        },
        position=POSITION,
    ),
    example_body={"position": 2, "players": ["Ann", "Chika", "Ben"]},
    problems=(*ON_A_SHEET, "later-entries"),
    **WRITES,
)
def set_up(call: Call) -> Answered:
    body, sheet = call.body, load(call.book, call.path["session"]).blank
    named = {name: body[name] for name in ("players", "dealer") if body.get(name) is not None}
    raw = {
        "players": list(sheet.table.players),
        "dealer": sheet.table.dealer,
        **named,
        "options": {**sheet.chosen_options, **body.get("options", {})},
    }
    return _written(call, partial(writing.set_up, call.book, raw=raw, reopen=body.get("reopen", False)))


def _written(call: Call, write: Callable[..., Written]) -> Answered:
    """Write on the position that was seen: 201, or 200 where nothing was written."""
    before = call.body["position"]
    written = write(session=call.path["session"], position=before, by=call.by)
    is_new = not written.repeated and written.session.position > before
    return Answered(written.session, 201 if is_new else 200)


@operation(
    "Sessions",
    "PATCH",
    "/sessions/{session}",
    "Update a session’s details",
    about="All of it or nothing. It is not an action of the log: it needs no `position` and does not change it.",
    body=Shape(
        "SessionChange",
        'What to change: whatever is left out stays, "" removes a text.',
        {
            "place": described(validation.text(MAX_DETAIL_LENGTHS["place"]), "where it was played"),
            "note": described(validation.text(MAX_DETAIL_LENGTHS["note"]), "what to remember about it"),
            "played_at": described(
                TIME, "when it was played, not in the future; null: when it was started", nullable=True
            ),
            "minutes": described(MINUTES, "how long it was played; null: as long as its log", nullable=True),
            "archived": described(FLAG, "hidden from the lists"),
            "excluded": described(FLAG, "left out of all statistics, for example because of a wrong rule"),
            "discarded": described(FLAG, f"deleted: removed for good after {KEPT_DAYS} days"),
        },
    ),
    example_body={"place": "Ann’s kitchen", "note": "Ben’s birthday"},
    answers={200: NOW},
    problems=("only-to-look-at", "unreadable"),
    if_match=True,
)
def change_session(call: Call) -> Session:
    return _changed(call, call.body)


@operation(
    "Sessions",
    "DELETE",
    "/sessions/{session}",
    "Delete a session; it can be restored",
    about=f"Same as PATCH with `discarded`: true. For {KEPT_DAYS} days `discarded`: false restores it.",
    answers={200: ("the session as it is now, with `discarded_at`", SESSION_NOW)},
    problems=("only-to-look-at", "unreadable"),
    if_match=True,
)
def delete_session(call: Call) -> Session:
    return _changed(call, {"discarded": True})


def _changed(call: Call, body: Mapping[str, Any]) -> Session:
    book, session, at = call.book, call.path["session"], call.by.stamp
    with book.db.writing():
        expect_unchanged(call)
        before = load(book, session)
        described = {DETAIL_BY_MEMBER[name]: value for name, value in body.items() if name in DETAIL_BY_MEMBER}
        if described:
            details.describe(book, session, now=at, **described)
        # Archived, excluded or deleted again, it keeps the day.
        if "archived" in body and body["archived"] != bool(before.archived_at):
            details.archive_session(book, session, at=at if body["archived"] else None)
        if "excluded" in body and body["excluded"] != bool(before.excluded_at):
            details.exclude_session(book, session, at=at if body["excluded"] else None)
        if "discarded" in body and body["discarded"] != bool(before.deleted_at):
            details.delete_session(book, session, at=at if body["discarded"] else None)
        return load(book, session)
