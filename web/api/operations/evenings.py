"""Operations on evenings: the list, and one with its standings."""

from __future__ import annotations

from datetime import UTC
from operator import attrgetter
from typing import Any

from werkzeug.exceptions import NotFound

from record.log import stamp
from store.sessions.evenings import evening_of, evenings_before
from web.api.operation import Call, operation
from web.api.shapes import Members, Shape, page
from web.summaries.evening import EveningSummary, Recap, recap_of, summarize_all
from web.summaries.filters import PERIOD, SEARCH, expect_game, moment, search


@operation(
    "Evenings",
    "GET",
    "/evenings",
    "List evenings, latest first",
    about="An evening is what mostly the same people played one after the other, with breaks of at most four hours."
    " Evenings whose sessions are all archived are left out; one that a filter finds is whole. Those that began in the"
    " same second are on one page.",
    query=Members({**PERIOD, **SEARCH, **page(50)}),
    answers={
        200: (
            "a page of evenings",
            Shape(
                "EveningList",
                "Evenings, latest first; `next_cursor` is for the next page, null on the last one.",
                evenings=list[EveningSummary],
                next_cursor=str | None,
            ),
        )
    },
    example={
        "evenings": [
            {
                "id": "Vq0cSMTxN0iSg2jvVnhN1Q",
                "began": "2026-11-21T10:02:00Z",
                "ended": "2026-11-21T13:40:12Z",
                "people": [{"name": "Ann", "won": 2}, {"name": "Ben", "won": 1}, {"name": "Chika", "won": 0}],
                "games": [{"game": "oh-hell", "times": 2}, {"game": "wizard", "times": 1}],
                "sessions": ["Vq0cSMTxN0iSg2jvVnhN1Q", "X5fW1ZkEr7vQ4h0e2s3yRA", "kO1mO5c9Qx6n3v6cT5GZ2w"],
            }
        ],
        "next_cursor": "2026-11-21T10:02:00Z",
    },
)
def list_evenings(call: Call) -> dict[str, Any]:
    query = call.query
    expect_game(query)
    found = evenings_before(
        call.book,
        limit=query.get("limit", 20),
        before=min(filter(None, (moment(query, name) for name in ("until", "cursor"))), default=None),
        since=moment(query, "since") or None,
        **search(query, UTC),
    )
    return {
        "evenings": summarize_all(call.book, found.evenings, attrgetter("game")),
        "next_cursor": stamp(found.evenings[-1].began) if found.older else None,
    }


@operation(
    "Evenings",
    "GET",
    "/evenings/{session}",
    "Read the evening of a session: its games, the standings, the recap",
    about="Use any session of the evening. `standing` gives a point for each player beaten in each game, half"
    " of one for a tie, and is empty where fewer than two games count. `recap` is the text that the page offers to"
    " send, with the day in UTC. The evening of a deleted session is 404.",
    answers={200: ("the evening", Recap)},
    example={
        "id": "Vq0cSMTxN0iSg2jvVnhN1Q",
        "began": "2026-11-21T10:02:00Z",
        "ended": "2026-11-21T13:40:12Z",
        "people": ["Ann", "Ben", "Chika"],
        "games": [
            {
                "session": "Vq0cSMTxN0iSg2jvVnhN1Q",
                "name": "Oh Hell",
                "began": "2026-11-21T10:02:00Z",
                "over": True,
                "counts": True,
                "sides": [
                    {"place": 1, "people": ["Ann"], "total": 104, "won": True},
                    {"place": 2, "people": ["Chika"], "total": 91, "won": False},
                    {"place": 3, "people": ["Ben"], "total": 77, "won": False},
                ],
                "result": "Ann",
            }
        ],
        "standing": [],
        "recap": "Takuroku · November 21, 2026\nOh Hell: ★ Ann 104 · Chika 91 · Ben 77",
    },
)
def show_evening(call: Call) -> Recap:
    evening = evening_of(call.book, call.path["session"])
    if not evening:
        raise NotFound
    return recap_of(call.book, evening, UTC)
