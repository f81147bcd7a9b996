"""Operations on sessions: list, start, read, enter, undo, redo, correct."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any, TypeAlias

from scoring import validation
from scoring.document import game_of
from scoring.errors import refused
from scoring.message import say
from store.errors import NoSuchError
from store.scorebooks import device_names
from store.seats import pending
from store.sessions import writing
from store.sessions.history import Found, find
from store.sessions.loading import load
from store.sessions.purge import due
from store.sessions.writing import Written, start
from web.api import games
from web.api.answers import Log, SessionList, SessionNow, log, session_list, session_now
from web.api.operation import SESSION_ID, Answered, Call, Operations
from web.api.selection import Moment, Slug, Text, Title, expect_game, moment
from web.api.shapes import Constraints, Read, SchemaRef

OPERATIONS = Operations("Sessions")
MAX_PAGE_SIZE = 100
MAX_OFFSET = 300_000
MONTH = validation.matching("^([0-9]{4}-(0[1-9]|1[0-2]))?$", say("a month, “2026-11”"))
CURSOR = validation.matching(f"^({SESSION_ID[1:-1]})?$", say("the “next_cursor” of the page before"))
NOW = ("the session as it is now", SessionNow)
WRITES: Mapping[str, Any] = {
    "answers": {201: NOW, 200: ("the same was sent before under this key: the session as it is now", SessionNow)},
    "has_key": True,
}
ON_A_SHEET = ("stale", "other-facts", "unreadable")

Entry: TypeAlias = Annotated[object, SchemaRef("Entry", games.entry)]
Position: TypeAlias = Annotated[
    int, validation.whole_number(0, 1_000_000), Constraints(description="the last `position` seen")
]


@dataclass(frozen=True)
class Filters(Read):
    """Which sessions: a filter that is left out, or an empty text, lets all pass."""

    game: Slug = None
    title: Title = None
    player: Annotated[Text, Constraints(description="a name")] = None
    text: Annotated[Text, Constraints(description="in a name, the place or a note")] = None
    month: Annotated[str | None, MONTH, Constraints(description="2026-11, in UTC")] = None
    over: Annotated[bool | None, Constraints(description="only those that are over, or only those that are not")] = None
    archived: Annotated[bool, Constraints(description="only those that were archived, instead of the others")] = False
    discarded: Annotated[bool, Constraints(description="only those that were deleted and can be restored")] = False
    updated_since: Annotated[
        Moment,
        Constraints(description="only those written in, archived or deleted since then: a day (in UTC) or a time"),
    ] = None
    limit: Annotated[int, validation.whole_number(1, MAX_PAGE_SIZE), Constraints(description="a page's length")] = 30
    cursor: Annotated[
        str | None,
        CURSOR,
        Constraints(description="the `next_cursor` of the page before; filters stay as they were"),
    ] = None
    offset: Annotated[
        int,
        validation.whole_number(0, MAX_OFFSET),
        Constraints(description="how many to leave out; a cursor misses none where sessions begin meanwhile"),
    ] = 0


@OPERATIONS.add(
    method="GET",
    path="/sessions",
    summary="The history: sessions, latest first",
    query=Filters,
    answers={200: ("a page of sessions", SessionList)},
)
def list_sessions(call: Call) -> Answered:
    asked: Filters = call.query
    expect_game(asked, "title")
    try:
        found = _found(call, asked)
    except NoSuchError as error:
        raise refused("cursor", say("This page does not exist any more. Begin again without “cursor”.")) from error
    page = session_list(found, offset=asked.offset, by_cursor=bool(asked.cursor))
    return Answered(page, following=page.next_cursor)


def _found(call: Call, asked: Filters) -> Found:
    return find(
        call.book,
        limit=asked.limit,
        offset=asked.offset,
        after=asked.cursor or None,
        game=asked.game,
        title=asked.title or None,
        player=asked.player,
        text=asked.text,
        began=(f"{asked.month}-01", f"{asked.month}-32") if asked.month else None,
        over=asked.over,
        archived=asked.archived,
        discarded_since=due(call.by.at) if asked.discarded else None,
        changed_since=moment("updated_since", asked.updated_since) or None,
    )


@dataclass(frozen=True)
class Start(Read):
    """What a session begins with."""

    game: object
    players: object
    dealer: object = 0
    options: object = field(default_factory=dict)


@OPERATIONS.add(
    method="POST",
    path="/sessions",
    summary="Start a session",
    body=Annotated[Start, SchemaRef("Start", games.start)],
    example_body={"game": "oh-hell", "players": ["Ann", "Ben", "Chika"], "options": {"format": "short-valley"}},
    problems=("session-begun",),
    **{**WRITES, "answers": {201: ("the session that was begun, or was begun before under this key", SessionNow)}},
)
def start_session(call: Call) -> Answered:
    asked: Start = call.body
    scorebook = call.book
    id = start(scorebook, game_of(vars(asked)), vars(asked), call.by)
    return Answered(session_now(load(scorebook, id)), 201, location=f"/sessions/{id}")


@OPERATIONS.add(
    method="GET",
    path="/sessions/{session}",
    summary="A session: its document, its sheet and its next step",
    answers={200: NOW},
    problems=("unreadable",),
    by_version=True,
)
def show_session(call: Call) -> Answered:
    return Answered(session_now(load(call.book, call.path["session"])))


@OPERATIONS.add(
    method="GET",
    path="/sessions/{session}/log",
    summary="The log of a session: who did what and when",
    answers={200: ("everything that was done", Log)},
    problems=("unreadable",),
)
def show_log(call: Call) -> Answered:
    session = call.path["session"]
    return Answered(log(load(call.book, session), device_names(call.book, session)))


@dataclass(frozen=True)
class NewEntry(Read):
    """An entry, and the position that was seen.

    `overruled` is that of a problem `said-otherwise`: the entry is written all the same.
    """

    position: Position
    entry: Entry
    overruled: Annotated[str, validation.text(10_000)] = ""


@OPERATIONS.add(
    method="POST",
    path="/sessions/{session}/entries",
    summary="Enter the next step, an adjustment, a note or the end",
    about=(
        "What players entered on their own phones is added to the entry: send null for their seats. "
        "An entry that differs from theirs is answered with `said-otherwise`."
    ),
    body=NewEntry,
    example_body={"position": 0, "entry": {"step": "bids", "bids": [1, 0, 2]}},
    problems=(*ON_A_SHEET, "said-otherwise"),
    **WRITES,
)
def enter(call: Call) -> Answered:
    asked: NewEntry = call.body
    return _written(
        call, lambda session, **at: pending.enter(call.book, session, asked.entry, overruled=asked.overruled, **at)
    )


@dataclass(frozen=True)
class Undo(Read):
    """How many entries and corrections that stand are taken back, and the position that was seen."""

    position: Position
    count: Annotated[int, validation.whole_number(1, 1_000)] = 1


@OPERATIONS.add(
    method="POST",
    path="/sessions/{session}/undo",
    summary="Undo the last entries",
    body=Undo,
    example_body={"position": 2, "count": 1},
    problems=(*ON_A_SHEET, "nothing-to-undo"),
    **WRITES,
)
def undo(call: Call) -> Answered:
    return _written(call, lambda session, **at: writing.undo(call.book, session, count=call.body.count, **at))


@dataclass(frozen=True)
class Redo(Read):
    """The position that was seen."""

    position: Position


@OPERATIONS.add(
    method="POST",
    path="/sessions/{session}/redo",
    summary="Redo what was undone last",
    body=Redo,
    example_body={"position": 3},
    problems=(*ON_A_SHEET, "nothing-to-redo"),
    **WRITES,
)
def redo(call: Call) -> Answered:
    return _written(call, partial(writing.redo, call.book))


@dataclass(frozen=True)
class Correction(Read):
    """New entries by the index, from 0, of the live entry that each replaces.

    With `reopen` a later entry that would be illegal goes, with all after it.
    """

    position: Position
    changes: Annotated[
        dict[str, Entry], Constraints(propertyNames={"pattern": "^(0|[1-9][0-9]{0,4})$"}, minProperties=1)
    ]
    reopen: bool = False


@OPERATIONS.add(
    method="POST",
    path="/sessions/{session}/corrections",
    summary="Correct entries; later ones are scored again",
    about="A correction that changes nothing saves nothing: 200.",
    body=Correction,
    example_body={"position": 2, "changes": {"0": {"step": "bids", "bids": [1, 1, 2]}}},
    problems=(*ON_A_SHEET, "later-entries"),
    **WRITES,
)
def correct(call: Call) -> Answered:
    asked: Correction = call.body
    changes = {_index(each): entry for each, entry in asked.changes.items()}
    if not changes:
        raise refused("changes", say("Name the entry to correct."))
    scorebook, before = call.book, asked.position
    written = writing.correct(
        scorebook, call.path["session"], changes, position=before, by=call.by, reopen=asked.reopen
    )
    is_new = not written.repeated and written.session.position > before
    return Answered(session_now(written.session), 201 if is_new else 200)


def _index(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= 5 and str(int(text)) == text:
        return int(text)
    raise refused("changes", say("Name each changed entry by its index: “0”, “1”."))


def _written(call: Call, write: Callable[..., Written]) -> Answered:
    written = write(call.path["session"], position=call.body.position, by=call.by)
    return Answered(session_now(written.session), 200 if written.repeated else 201)
