"""Operations on session documents: export a session as one, and score one without saving it.

The document and its report are made by `scoring.document`: see docs/session-document.md.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from scoring.document import load as load_document
from scoring.document import report
from scoring.errors import refused
from scoring.message import Points
from store.sessions.loading import load
from web.api.operation import WITHOUT_TOKEN, Call, operation
from web.api.shapes import Shape, ref
from web.http.limits import scoring_turn
from web.i18n.translate import translated

GROUP = "Import and export"
MAX_ANONYMOUS_BYTES, MAX_ANONYMOUS_ENTRIES = 32 * 1024, 200
"""Bytes and entries that are scored without a token: some evenings' worth, a tenth of a second of work."""

ROW = Shape(
    "Row",
    "A finished deal, an adjustment or a tie decided; `points`, `working` and each of the `facts` by seat.",
    kind=str,
    label=str,
    about=str,
    points=list[Points],
    working=list[str],
    facts=dict[str, list[object]],
    entries=list[int],
)
PLACE = Shape(
    "Place",
    "A side in the standings; `tally` is there where a game counts something else besides.",
    place=int,
    seats=list[int],
    total=Points,
    gap=Points,
)
ASK = Shape(
    "Ask",
    "What must be entered next.",
    step=str,
    title=str,
    fields=[Shape("AskedField", "A field of the next step, with its limits.", name=str, kind=str, label=str)],
)
TABLE = Shape(
    "Table",
    "The table where it has changed: see docs/session-document.md.",
    players=list[str],
    **dict.fromkeys(("order", "left", "resting", "waiting"), list[int]),
)
REPORT = Shape(
    "Report",
    "The report of a sheet: see docs/session-document.md.",
    {
        "spectators": [Shape("Spectator", "Who has won or lost chips without a seat.", name=str, points=Points)],
        "pot": Points,
        "unranked": list[int],
        "table": TABLE,
    },
    rows=[ROW],
    totals=list[Points],
    standings=[PLACE],
    over=bool,
    ended_early=bool,
    winners=list[int],
    notices=[Shape("Notice", "A fact that the table needs now.", name=str, text=str)],
    notes=list[str],
    ask=(ASK, None),
)
DOCUMENT = Shape(
    "Document",
    "A whole session as it is exported and imported: see docs/session-document.md.",
    takuroku=int,
    game=str,
    players=list[str],
    dealer=int,
    options=dict[str, object],
    entries=[ref("Entry")],
)


@operation(
    GROUP,
    "GET",
    "/sessions/{session}/document",
    "Export a session as a session document",
    answers={200: ("the session document", DOCUMENT)},
    problems=("unreadable",),
    by_version=True,
)
def export_session(call: Call) -> dict[str, Any]:
    return load(call.book, call.path["session"]).document


@operation(
    GROUP,
    "POST",
    "/score",
    "Score a session document without saving it",
    about=f"Without a token a document may have {MAX_ANONYMOUS_BYTES // 1024} KB and {MAX_ANONYMOUS_ENTRIES} entries;"
    " one is scored at a time, and others are asked to try again.",
    body=ref("AnyDocument"),
    example_body={"game": "score-pad", "players": ["Ann", "Ben"], "entries": [{"step": "round", "points": [7, -2]}]},
    answers={200: ("the report of its sheet", REPORT)},
    is_open=True,
    largest_unknown=MAX_ANONYMOUS_BYTES,
    limit="scoring",
)
def score(call: Call) -> dict[str, Any]:
    entries = call.body.get("entries")
    if call.opened is None and isinstance(entries, list) and len(entries) > MAX_ANONYMOUS_ENTRIES:
        raise refused("entries", WITHOUT_TOKEN.of(most=MAX_ANONYMOUS_ENTRIES))
    with nullcontext() if call.opened else scoring_turn():
        return report(load_document(call.body), translated)
