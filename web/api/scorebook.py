"""Operations on the scorebook as a whole: who plays, statistics, out and in as one file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from store.errors import NoSuchPlayerError
from store.scorebook_file import Document
from store.scorebook_file import ScorebookFile as FileRead
from store.scorebook_in import Taken, take_in
from store.scorebook_out import dump
from store.scorebook_shape import read
from web.api import games
from web.api.answers import OfPlayer, People, ScorebookFile, ScoreTable, of_player
from web.api.operation import Answered, Call, Operations
from web.api.shapes import Named, Schema, Shapes
from web.workings.importing import LARGEST_FILE

OPERATIONS = Operations()


@OPERATIONS.add(
    method="GET",
    path="/players",
    group="Players and statistics",
    summary="Everybody of the scorebook",
    answers={200: ("everybody by name", People)},
)
def list_players(call: Call) -> Answered:
    return Answered(People(call.book.people()))


@OPERATIONS.add(
    method="GET",
    path="/players/{player}/statistics",
    group="Players and statistics",
    summary="What the finished sessions of a player come to",
    answers={200: ("by game, and beside others", OfPlayer)},
)
def show_statistics(call: Call) -> Answered:
    number = call.path["player"]
    player = next((each for each in call.book.people() if each.id == number), None)
    # What is no player here may be a number that no database can hold.
    found = None if player is None else call.book.statistics(number)
    if player is None or found is None:
        raise NoSuchPlayerError(number)
    return Answered(of_player(player, found))


@OPERATIONS.add(
    method="GET",
    path="/statistics",
    group="Players and statistics",
    summary="The table of the scorebook: everybody in every game",
    answers={200: ("a line for each player and game", ScoreTable)},
)
def show_table(call: Call) -> Answered:
    return Answered(ScoreTable(call.book.table()))


@OPERATIONS.add(
    method="GET",
    path="/scorebook",
    group="Out and in",
    summary="Export the whole scorebook as one file",
    answers={200: ("the scorebook file", ScorebookFile)},
)
def export_scorebook(call: Call) -> Answered:
    # All of it before the first is sent: what goes wrong gives a problem, no half file.
    return Answered("".join(dump(call.book)), is_text=True)


def _file(shapes: Shapes) -> Schema:
    return {"anyOf": [shapes.of(ScorebookFile), shapes.named("AnyDocument", games.document)]}


@OPERATIONS.add(
    method="POST",
    path="/scorebook",
    group="Out and in",
    summary="Import a scorebook file or a session document",
    about="All of it or nothing; what is here already does not come twice. A document becomes a session that begins"
    " now; send it with an Idempotency-Key, and sent again it is known.",
    body=Annotated[Mapping[str, object], Named("AnyFile", _file)],
    take=read,
    largest=LARGEST_FILE,
    answers={200: ("how many sessions were new, had gone on elsewhere, were known", Taken)},
    problems=("gone-another-way",),
    has_key=True,
)
def import_scorebook(call: Call) -> Answered:
    file: FileRead | Document = call.body
    return Answered(take_in(call.keeper, file, call.by))
