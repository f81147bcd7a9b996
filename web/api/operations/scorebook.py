"""Operations on the whole scorebook: export it, import a file into it, and read how far each session is."""

from __future__ import annotations

from typing import Any, Literal

from record.packed.code import NEWEST, VERSION
from scoring import validation
from scoring.validation import described
from store.scorebooks import MAX_SCOREBOOK_NAME, scorebook_name
from store.sessions.history import start_times
from store.sessions.versions import SessionVersion, heads
from store.transfer.export import dump, sessions_left_out
from store.transfer.importer import ImportResult, import_file
from store.transfer.scorebook_file import read_file
from web.api.operation import Answered, Call, operation
from web.api.operations.documents import GROUP
from web.api.shapes import Members, Shape, ref
from web.http.limits import MAX_FILE_BYTES, import_turn


@operation(
    GROUP,
    "GET",
    "/scorebook",
    "Export the whole scorebook, or a year of it, as one file",
    query=Members(
        {
            "year": described(
                validation.whole_number(1900, 2999),
                "only the sessions that began in that year, in UTC, in a file that imports by itself",
            ),
            "rules": described(
                validation.whole_number(VERSION, 1_000),
                "the version of the house rules that you know, 1 where none is sent; sessions with newer ones are left"
                " out, and Takuroku-Left-Out says how many",
            ),
        },
    ),
    answers={
        200: (
            "the scorebook file",
            Shape(
                "ScorebookFile",
                "A whole scorebook: see docs/scorebook-file.md.",
                {
                    "name": {
                        "anyOf": [
                            {"type": "string", "minLength": 1, "maxLength": MAX_SCOREBOOK_NAME},
                            {"type": "null"},
                        ]
                    }
                },
                scorebook=Literal[1],
                devices=dict[str, str],
                players=list[object],
                rules=list[dict[str, object]],
                sessions=list[dict[str, object]],
            ),
        )
    },
    from_anywhere=True,
    leaves_out=True,
)
def export_scorebook(call: Call) -> Answered:
    # All of it before the first byte is sent: an error is answered with a problem, not with half a file.
    year, rules = call.query.get("year"), min(call.query.get("rules", VERSION), NEWEST)
    only = {id for id, began in start_times(call.book).items() if began.startswith(f"{year}-")} if year else None
    file = "".join(dump(call.book, only, rules=rules)).encode()
    return Answered(file, 200, left_out=sessions_left_out(call.book, only, rules))


@operation(
    GROUP,
    "GET",
    "/scorebook/heads",
    "Read how far every session is",
    about="Lets a client find new and changed sessions before it exports or imports any.",
    answers={
        200: (
            "every session, deleted ones too, the first that began first",
            Shape(
                "Heads",
                "The name of the scorebook, null where it has none, the version of the house rules that this site"
                " knows, and how far the sessions are.",
                name=str | None,
                rules=int,
                sessions=list[SessionVersion],
            ),
        )
    },
    from_anywhere=True,
)
def list_heads(call: Call) -> dict[str, Any]:
    return {"name": scorebook_name(call.book), "rules": NEWEST, "sessions": heads(call.book)}


@operation(
    GROUP,
    "POST",
    "/scorebook",
    "Import a scorebook file or a session document",
    about="All of it or nothing; nothing is duplicated. A document becomes a session that starts now; send it with an"
    " Idempotency-Key, and it is recognised when it is sent again.",
    body=ref("AnyFile"),
    takes_file=True,
    largest=MAX_FILE_BYTES,
    answers={200: ("how many sessions were new, longer than here, or known", ImportResult)},
    problems=("gone-another-way",),
    has_key=True,
    from_anywhere=True,
    limit="imports",
)
def import_scorebook(call: Call) -> ImportResult:
    with import_turn():
        return import_file(call.book, read_file(call.body), call.by)
