"""Operations on session documents: export one, score one."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Annotated

from scoring.document import load as load_document
from scoring.document import report
from scoring.errors import refused
from scoring.message import say
from store.sessions.loading import load
from web.api import games
from web.api.answers import Document, Report
from web.api.operation import Answered, Call, Operations
from web.api.shapes import SchemaRef
from web.http.rate_limit import scoring_turn
from web.i18n.translate import words

OPERATIONS = Operations("Out and in")
MAX_ANONYMOUS_BYTES, MAX_ANONYMOUS_ENTRIES = 32 * 1024, 200
"""Bytes and entries that are scored for who shows no token: some evenings' worth, a tenth of a second of work."""


@OPERATIONS.add(
    method="GET",
    path="/sessions/{session}/document",
    summary="Export a session as a session document",
    answers={200: ("the session document", Document)},
    problems=("unreadable",),
    by_version=True,
)
def export_session(call: Call) -> Answered:
    return Answered(load(call.book, call.path["session"]).document)


@OPERATIONS.add(
    method="POST",
    path="/score",
    summary="Score a session document without saving it",
    about=f"Without a token a document may have {MAX_ANONYMOUS_BYTES // 1024} KB and {MAX_ANONYMOUS_ENTRIES} entries;"
    " one is scored at a time, and others are asked to try again.",
    body=Annotated[Mapping[str, object], SchemaRef("AnyDocument", games.document)],
    example_body={"game": "score-pad", "players": ["Ann", "Ben"], "entries": [{"step": "round", "points": [7, -2]}]},
    answers={200: ("all that its sheet says", Report)},
    is_open=True,
    largest_unknown=MAX_ANONYMOUS_BYTES,
    limit="scoring",
)
def score(call: Call) -> Answered:
    entries = call.body.get("entries")
    if not call.is_known and isinstance(entries, list) and len(entries) > MAX_ANONYMOUS_ENTRIES:
        text = say(
            "Without a token the limit is {most} entries. With a token you can send more.", most=MAX_ANONYMOUS_ENTRIES
        )
        raise refused("entries", text)
    with nullcontext() if call.is_known else scoring_turn():
        return Answered(report(load_document(call.body), words))
