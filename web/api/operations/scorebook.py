"""Operations on the whole scorebook: export it, import a file into it, and read how far each session is."""

from __future__ import annotations

from typing import Any, Literal

from scoring import validation
from scoring.validation import described
from store.scorebooks import MAX_SCOREBOOK_NAME, scorebook_name
from store.sessions.history import start_times
from store.sessions.versions import SessionVersion, heads
from store.transfer.export import dump
from store.transfer.importer import ImportResult, import_file
from store.transfer.scorebook_file import read_file
from web.api.operation import Call, operation
from web.api.operations.documents import GROUP
from web.api.shapes import Shape, ref
from web.http.limits import MAX_FILE_BYTES, import_turn


@operation(
    GROUP,
    "GET",
    "/scorebook",
    "Export the whole scorebook, or a year of it, as one file",
    query=Shape(
        "YearFilter",
        "All, where nothing is sent.",
        {
            "year": described(
                validation.whole_number(1900, 2999),
                "only the sessions that began in that year, in UTC, in a file that imports by itself",
            )
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
)
def export_scorebook(call: Call) -> bytes:
    # All of it before the first byte is sent: an error is answered with a problem, not with half a file.
    year = call.query.get("year")
    only = {id for id, began in start_times(call.book).items() if began.startswith(f"{year}-")} if year else None
    return "".join(dump(call.book, only)).encode()


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
                "The name of the scorebook, null where it has none, and how far its sessions are.",
                name=str | None,
                sessions=list[SessionVersion],
            ),
        )
    },
    from_anywhere=True,
)
def list_heads(call: Call) -> dict[str, Any]:
    return {"name": scorebook_name(call.book), "sessions": heads(call.book)}


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
