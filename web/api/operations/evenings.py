"""Operations on evenings: the list, and one with its standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import UTC
from typing import Any

from werkzeug.exceptions import NotFound

from record.evenings import Evening
from record.log import Time, stamp
from store.sessions.evenings import evening_of, evenings_before
from store.sessions.history import Summary, summaries_of
from web.api.filters import FOUND, PERIOD, expect_game, moment, page
from web.api.operation import Answered, Call, operation
from web.api.shapes import Shape
from web.summaries.evening import Recap, recap_of, winners_first

EVENING_SUMMARY = Shape(
    "EveningSummary",
    "An evening in the list; `id` is that of its first session, `sessions` are the ids of all, in order.",
    id=str,
    began=Time,
    ended=Time,
    people=[Shape("Wins", "Somebody who was there, and how many games they won.", name=str, won=int)],
    games=[Shape("TimesPlayed", "How often a game was played.", game=str, times=int)],
    sessions=list[str],
)
EVENING_LIST = Shape(
    "EveningList",
    "Evenings, the last first; `next_cursor` leads to those before them, null where there are none.",
    evenings=[EVENING_SUMMARY],
    next_cursor=str | None,
)


@operation(
    "Evenings",
    "GET",
    "/evenings",
    "List evenings, latest first",
    about="An evening is what mostly the same people played one after the other, with breaks of at most four hours."
    " Evenings whose sessions are all archived are left out; one that a filter finds is whole. Those that began in the"
    " same second are on one page.",
    query=Shape("EveningFilters", "A filter that is left out or empty lets all pass.", {**PERIOD, **FOUND, **page(50)}),
    answers={200: ("a page of evenings", EVENING_LIST)},
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
def list_evenings(call: Call) -> Answered:
    asked = call.query
    expect_game(asked, "title")
    found = evenings_before(
        call.book,
        limit=asked.get("limit", 20),
        before=min(filter(None, (moment(asked, name) for name in ("until", "cursor"))), default=None),
        since=moment(asked, "since") or None,
        game=asked.get("game"),
        title=asked.get("title") or None,
        player=asked.get("player"),
    )
    sessions = summaries_of(call.book, [sitting.id for evening in found.evenings for sitting in evening])
    by_id = {each.id: each for each in sessions}
    following = stamp(found.evenings[-1][0].began) if found.older else None
    # Whoever deletes a session meanwhile removes it between two reads.
    there = [tuple(each for each in evening if each.id in by_id) for evening in found.evenings]
    listed = {"evenings": [_summary(each, by_id) for each in there if each], "next_cursor": following}
    return Answered(listed, following=following)


def _summary(evening: Evening, by_id: Mapping[str, Summary]) -> dict[str, Any]:
    games = Counter(by_id[each.id].game for each in evening)
    return {
        "id": evening[0].id,
        "began": stamp(evening[0].began),
        "ended": stamp(max(each.ended for each in evening)),
        "people": [{"name": name, "won": won} for name, won in winners_first(evening, by_id)],
        "games": [{"game": game, "times": times} for game, times in games.most_common()],
        "sessions": [each.id for each in evening],
    }


@operation(
    "Evenings",
    "GET",
    "/evenings/{session}",
    "Read the evening of a session: its games, the standings, the recap",
    about="Any session of the evening leads to it. `standing` gives a point for each player beaten in each game, half"
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
def show_evening(call: Call) -> Answered:
    evening = evening_of(call.book, call.path["session"])
    if not evening:
        raise NotFound
    return Answered(recap_of(call.book, evening, UTC))
