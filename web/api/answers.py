"""Response types of the API, from which the schemas are made too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, TypeAlias, TypedDict

from record.session import Session
from scoring.document import report
from scoring.message import Points
from store.sessions.history import Found, Summary
from web.api import games
from web.api.shapes import Constraints, SchemaRef
from web.i18n.translate import words

Time: TypeAlias = Annotated[str, Constraints(format="date-time")]


class Row(TypedDict):
    """A finished deal or an adjustment; `points`, `working` and each of the `facts` by seat."""

    kind: str
    label: str
    about: str
    points: list[Points]
    working: list[str]
    facts: dict[str, list[object]]
    entries: list[int]


class Place(TypedDict):
    """A side in the standings; `tally` is there where a game counts something else besides."""

    place: int
    seats: list[int]
    total: Points
    gap: Points


class Spectator(TypedDict):
    """Who has won or lost chips without a seat."""

    name: str
    points: Points


class Notice(TypedDict):
    """What the table must know now."""

    name: str
    text: str


class AskedField(TypedDict):
    """One thing that is asked, with its limits."""

    name: str
    kind: str
    label: str


class Ask(TypedDict):
    """What must be entered next."""

    step: str
    title: str
    fields: list[AskedField]


class OfChips(TypedDict, total=False):
    """What lies with no seat, where anything does."""

    spectators: list[Spectator]
    pot: Points


class Table(TypedDict):
    """The table where it has changed: see docs/session-document.md."""

    players: list[str]
    order: list[int]
    left: list[int]
    resting: list[int]
    waiting: list[int]


class OfTable(TypedDict, total=False):
    """What a change of the table has made."""

    unranked: list[int]
    table: Table


class Report(OfChips, OfTable):
    """All that a sheet says: see docs/session-document.md."""

    rows: list[Row]
    totals: list[Points]
    standings: list[Place]
    over: bool
    ended_early: bool
    winners: list[int]
    notices: list[Notice]
    notes: list[str]
    ask: Ask | None


class Document(TypedDict):
    """A whole session as it is exported and imported: see docs/session-document.md."""

    takuroku: int
    game: str
    players: list[str]
    dealer: int
    options: dict[str, object]
    entries: list[Annotated[object, SchemaRef("WrittenEntry", games.written_entry)]]


@dataclass(frozen=True)
class SessionNow:
    """A session: its document, all that its sheet says, and which entries it takes now, as JSON Schema.

    `position` is what the next write must name.
    """

    id: str
    position: int
    created_at: Time
    updated_at: Time
    archived_at: Time | None
    discarded_at: Time | None
    place: str
    note: str
    document: Document
    report: Report
    accepts: dict[str, object]


def session_now(session: Session) -> SessionNow:
    """A session as it is answered, in the reader's language."""
    sheet = session.sheet
    return SessionNow(
        id=session.id,
        position=session.position,
        created_at=session.created_at,
        updated_at=session.updated_at,
        archived_at=session.archived_at,
        discarded_at=session.discarded_at,
        place=session.place,
        note=session.note,
        document=session.document,  # type: ignore[arg-type]
        report=report(sheet, words),  # type: ignore[arg-type]
        accepts={"anyOf": [ask.schema(seats=len(sheet.table.players), speak=words) for ask in sheet.asks]},
    )


@dataclass(frozen=True)
class SessionList:
    """Sessions, the last first; `next_cursor` leads to those before them, null where there are none.

    `total` is how many there are, from the cursor on where one is sent. `next_offset` is for pages by `offset`, null
    where there are no more, or where a cursor was sent.
    """

    sessions: list[Summary]
    total: int
    more_than_total: bool
    next_offset: int | None
    next_cursor: str | None


def session_list(found: Found, *, offset: int, by_cursor: bool) -> SessionList:
    """A page of sessions."""
    following = offset + len(found.sessions) if found.older and not by_cursor else None
    cursor = found.sessions[-1].id if found.older and found.sessions else None
    return SessionList(found.sessions, found.total, found.more_than_total, following, cursor)


@dataclass(frozen=True)
class Logged:
    """What was done in a session, when, on which device: see docs/scorebook-file.md."""

    position: int
    kind: str
    at: Time
    device: str
    facts: dict[str, object]


@dataclass(frozen=True)
class Log:
    """The log of a session, whole; `devices` are those that have a name."""

    actions: list[Logged]
    devices: dict[str, str]


def log(session: Session, devices: Mapping[str, str]) -> Log:
    """Everything that was done in a session."""
    actions = [Logged(each.position, each.kind, each.at, each.device, dict(each.facts)) for each in session.actions]
    return Log(actions, dict(devices))
