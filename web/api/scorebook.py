"""Operations on the whole scorebook: league table, export, import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from store.transfer.export import dump
from store.transfer.importer import Taken, take_in
from store.transfer.reader import read
from web.api import games
from web.api.answers import Heads, ScorebookFile, ScoreTable, score_table
from web.api.operation import Answered, Call, Operations
from web.api.selection import SELECTS, Selected, selection
from web.api.shapes import Schema, SchemaRef, Shapes
from web.reports.import_job import MAX_FILE_BYTES, TURN_SECONDS, room, set_aside, turn

OPERATIONS = Operations("Out and in")


@OPERATIONS.add(
    method="GET",
    path="/statistics",
    group="Players and statistics",
    summary="The table of the scorebook: everybody in every game",
    about=SELECTS,
    query=Selected,
    answers={200: ("a line for each player and game", ScoreTable)},
)
def show_table(call: Call) -> Answered:
    return Answered(score_table(call.book.table(selection(call.query)), call.book.played_games()))


@OPERATIONS.add(
    method="GET",
    path="/scorebook",
    summary="Export the whole scorebook as one file",
    answers={200: ("the scorebook file", ScorebookFile)},
    from_anywhere=True,
)
def export_scorebook(call: Call) -> Answered:
    # All of it before the first is sent: what goes wrong gives a problem, no half file.
    return Answered("".join(dump(call.book)), is_text=True)


@OPERATIONS.add(
    method="GET",
    path="/scorebook/heads",
    summary="How far every session is",
    about="By it a program finds which sessions are new or have gone on, before it exports or imports any.",
    answers={200: ("every session, deleted ones too, the first that began first", Heads)},
    from_anywhere=True,
)
def list_heads(call: Call) -> Answered:
    return Answered(Heads(call.book.name(), call.book.heads()))


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
    keeper = call.keeper
    with set_aside(call.body) as file, room(), turn(TURN_SECONDS):
        return Answered(take_in(keeper, read(file), call.by))
