"""Operations on the whole scorebook: how far it is, export, import."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypedDict

from scoring import validation
from store.scorebooks import MAX_SCOREBOOK_NAME, scorebook_name
from store.sessions.history import begun
from store.sessions.versions import SessionVersion, heads
from store.transfer.export import dump
from store.transfer.file import read
from store.transfer.importer import take_in
from web.api import games
from web.api.operation import Answered, Call, Operations
from web.api.shapes import Constraints, Read, Schema, SchemaRef, Shapes
from web.http.rate_limit import import_turn
from web.reports.files import MAX_FILE_BYTES

OPERATIONS = Operations("Out and in")


@dataclass(frozen=True)
class Heads:
    """What the scorebook is called, null where nobody gave it a name, and how far its sessions are."""

    name: str | None
    sessions: list[SessionVersion]


@dataclass(frozen=True)
class Taken:
    """What came of a file: how many sessions were new, how many had gone on elsewhere, how many were known."""

    new: int
    longer: int
    known: int


@dataclass(frozen=True)
class Part(Read):
    """Which part of the scorebook: all, where nothing is said."""

    year: Annotated[
        int | None,
        validation.whole_number(1900, 2999),
        Constraints(description="only the sessions that began in that year, in UTC, in a file that imports by itself"),
    ] = None


class MayBeCalled(TypedDict, total=False):
    """What has a name where somebody gave it one."""

    name: Annotated[str, Constraints(minLength=1, maxLength=MAX_SCOREBOOK_NAME)] | None


class ScorebookFile(MayBeCalled):
    """A whole scorebook: see docs/scorebook-file.md."""

    scorebook: Literal[1]
    devices: dict[str, str]
    players: list[object]
    rules: list[dict[str, object]]
    sessions: list[dict[str, object]]


@OPERATIONS.add(
    method="GET",
    path="/scorebook",
    summary="Export the whole scorebook as one file, or a year of it",
    query=Part,
    answers={200: ("the scorebook file", ScorebookFile)},
    from_anywhere=True,
)
def export_scorebook(call: Call) -> Answered:
    # All of it before the first is sent: what goes wrong gives a problem, no half file.
    year = call.query.year
    only = {id for id, began in begun(call.book).items() if began.startswith(f"{year}-")} if year else None
    return Answered("".join(dump(call.book, only)), is_text=True)


@OPERATIONS.add(
    method="GET",
    path="/scorebook/heads",
    summary="How far every session is",
    about="By it a program finds which sessions are new or have gone on, before it exports or imports any.",
    answers={200: ("every session, deleted ones too, the first that began first", Heads)},
    from_anywhere=True,
)
def list_heads(call: Call) -> Answered:
    return Answered(Heads(scorebook_name(call.book), heads(call.book)))


def _file(shapes: Shapes) -> Schema:
    return {"anyOf": [shapes.of(ScorebookFile), shapes.named("AnyDocument", games.document)]}


@OPERATIONS.add(
    method="POST",
    path="/scorebook",
    summary="Import a scorebook file or a session document",
    about="All of it or nothing; what is here already does not come twice. A document becomes a session that begins"
    " now; send it with an Idempotency-Key, and sent again it is known.",
    body=Annotated[Mapping[str, object], SchemaRef("AnyFile", _file)],
    takes_file=True,
    largest=MAX_FILE_BYTES,
    answers={200: ("how many sessions were new, had gone on elsewhere, were known", Taken)},
    problems=("gone-another-way",),
    has_key=True,
    from_anywhere=True,
    limit="imports",
)
def import_scorebook(call: Call) -> Answered:
    scorebook = call.book
    with import_turn():
        came = take_in(scorebook, read(call.body), call.by)
    return Answered(Taken(came.new, came.longer, came.known))
