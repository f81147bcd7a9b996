"""Operations on evenings: the list, and one with its standing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC
from typing import Annotated

from werkzeug.exceptions import NotFound

from record.evenings import Evening
from record.log import stamp
from scoring import validation
from scoring.insights.places import Across
from scoring.message import Points
from store.sessions.evenings import evening_of, evenings_before
from store.sessions.history import Summary, summaries_of
from web.api.answers import Time
from web.api.operation import Answered, Call, Operations
from web.api.selection import Moment, Slug, Text, Title, expect_game, moment
from web.api.shapes import Constraints, Read
from web.reports.evening import Played, Recap, recap_of, winners_first

OPERATIONS = Operations("Evenings")
MAX_PAGE_SIZE = 50


@dataclass(frozen=True)
class Filters(Read):
    """Which evenings: a filter that is left out or empty lets all pass."""

    since: Annotated[
        Moment, Constraints(description="only those that began then or later: a day (2026-05-01, in UTC) or a time")
    ] = None
    until: Annotated[Moment, Constraints(description="only those that began before: a day or a time")] = None
    game: Slug = None
    title: Title = None
    player: Annotated[Text, Constraints(description="a name")] = None
    limit: Annotated[int, validation.whole_number(1, MAX_PAGE_SIZE), Constraints(description="a page’s length")] = 20
    cursor: Annotated[
        Moment,
        Constraints(description="the `next_cursor` of the page before; filters stay as they were"),
    ] = None


@dataclass(frozen=True)
class Wins:
    """Somebody who was there, and how many games they won."""

    name: str
    won: int


@dataclass(frozen=True)
class TimesPlayed:
    """How often a game was played."""

    game: str
    times: int


@dataclass(frozen=True)
class EveningSummary:
    """An evening in the list; `id` is that of its first session, `sessions` are the ids of all, in order."""

    id: str
    began: Time
    ended: Time
    people: list[Wins]
    games: list[TimesPlayed]
    sessions: list[str]


@dataclass(frozen=True)
class EveningList:
    """Evenings, the last first; `next_cursor` leads to those before them, null where there are none.

    Those that began in the same second are on one page.
    """

    evenings: list[EveningSummary]
    next_cursor: str | None


@OPERATIONS.add(
    method="GET",
    path="/evenings",
    summary="The evenings, latest first",
    about="An evening is what mostly the same people played one after the other, with breaks of at most four hours."
    " Left out are those whose sessions are all archived; one that a filter finds is whole.",
    query=Filters,
    answers={200: ("a page of evenings", EveningList)},
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
    asked: Filters = call.query
    expect_game(asked, "title")
    ends = min(filter(None, (moment("until", asked.until), moment("cursor", asked.cursor))), default=None)
    since = moment("since", asked.since) or None
    page = evenings_before(
        call.book,
        limit=asked.limit,
        before=ends,
        since=since,
        game=asked.game,
        title=asked.title or None,
        player=asked.player,
    )
    found = page.evenings
    sessions = summaries_of(call.book, [sitting.id for evening in found for sitting in evening])
    by_id = {each.id: each for each in sessions}
    following = stamp(found[-1][0].began) if page.older else None
    listed = [_summary(each, by_id) for each in found if any(one.id in by_id for one in each)]
    return Answered(EveningList(listed, following), following=following)


def _summary(evening: Evening, by_id: Mapping[str, Summary]) -> EveningSummary:
    # Who deletes a session meanwhile takes it away between two reads.
    evening = tuple(each for each in evening if each.id in by_id)
    games = Counter(by_id[each.id].game for each in evening)
    return EveningSummary(
        id=evening[0].id,
        began=stamp(evening[0].began),
        ended=stamp(max(each.ended for each in evening)),
        people=[Wins(name, won) for name, won in winners_first(evening, by_id)],
        games=[TimesPlayed(*each) for each in games.most_common()],
        sessions=[each.id for each in evening],
    )


@dataclass(frozen=True)
class EveningSide:
    """A side of a session: one person, or the people of a team."""

    place: int
    people: list[str]
    total: Points
    won: bool


@dataclass(frozen=True)
class EveningGame:
    """A session of an evening. `counts`: it is over with a result; `result` names who won, else empty."""

    session: str
    name: str
    began: Time
    over: bool
    counts: bool
    sides: list[EveningSide]
    result: str


@dataclass(frozen=True)
class EveningPlace:
    """Somebody in the standing of an evening: a point for each player beaten in each game, half of one for a tie."""

    place: int
    name: str
    points: Points
    games: int
    won: int


@dataclass(frozen=True)
class EveningRecap:
    """An evening with its games in order, and the standing across them, which is empty where fewer than two count."""

    id: str
    began: Time
    ended: Time
    people: list[str]
    games: list[EveningGame]
    standing: list[EveningPlace]
    recap: str


@OPERATIONS.add(
    method="GET",
    path="/evenings/{session}",
    summary="The evening of a session: its games, the standing, the recap",
    about="Any session of the evening leads to it. `recap` is the text that the page offers to be sent, with the day in"
    " UTC. The evening of a deleted session is 404.",
    answers={200: ("the evening", EveningRecap)},
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
    return Answered(_recap(recap_of(call.book, evening, UTC)))


def _recap(recap: Recap) -> EveningRecap:
    return EveningRecap(
        id=recap.first,
        began=recap.began,
        ended=recap.ended,
        people=[*recap.people],
        games=[_game(each) for each in recap.games],
        standing=[_place(each) for each in recap.standing],
        recap=recap.text,
    )


def _game(played: Played) -> EveningGame:
    return EveningGame(
        session=played.session,
        name=played.name,
        began=played.began,
        over=played.over,
        counts=played.counts,
        sides=[EveningSide(each.place, [*each.people], each.total, each.won) for each in played.sides],
        result=played.result,
    )


def _place(each: Across) -> EveningPlace:
    return EveningPlace(each.place, each.name, each.points, each.games, each.won)
