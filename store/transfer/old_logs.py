"""Makes each play of another app's log a game on the pad, and undoes such an import.

The plays, whatever they were written in, become the sessions of a scorebook file, which an import takes like any
other; all of its actions have one device of its own, by which the import can be undone as a whole.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, tzinfo
from fractions import Fraction
from itertools import count
from math import lcm
from typing import Any, NamedTuple

from record.log import stamp
from scoring.entry.fields import Number, RefusedError
from scoring.games.score_pad import DENOMINATORS, GAME, MAX_ROUND_POINTS, MAX_TITLE_LENGTH
from scoring.message import Message, Points, decimal, say
from scoring.strict_json import excerpt
from scoring.table import MAX_NAME_LENGTH
from scoring.text import same_name, showable, visible
from scoring.validation import line
from store.book import Book, needs
from store.encoding import TIME
from store.scorebooks import lock_scorebook, person_of, player_of_file, touch_scorebook
from store.sessions.details import MAX_DETAIL_LENGTHS
from store.sessions.purge import remove_sessions
from store.transfer.app_logs import Play, Seat
from store.transfer.check import id_of, ids_here
from store.transfer.scorebook_file import VERSION, ScorebookFile, read_scorebook

EVENING = time(20, 0)
"""When something was played of which a log has the day alone."""
MAX_MINUTES, MAX_QUANTITY, MAX_TEAMS = 1_440, 100, 6
DEVICE = "old-log-"
"""How the devices of imports begin."""
REMOVED_AT_ONCE = 50
"""Games removed in one transaction."""
SCORE = Number(
    name="score",
    label="",
    low=-MAX_ROUND_POINTS,
    high=MAX_ROUND_POINTS,
    denominator=max(DENOMINATORS.values()),
    sums=True,
)


class Left(NamedTuple):
    """A play that is left out, and why."""

    day: str
    game: str
    reason: Message


class UnusableError(Exception):
    """A play cannot become a game; `reason` says why."""

    def __init__(self, reason: Message) -> None:
        self.reason = reason
        super().__init__(str(reason))


@dataclass(frozen=True)
class Plan:
    """What an import of plays brings: `sessions` as in a scorebook file, the number of those that are `known` here.

    `newcomers` are the people whom nobody here knows.
    """

    app: str
    sessions: list[dict[str, Any]]
    known: int
    left: list[Left]
    newcomers: tuple[str, ...]

    @property
    def games(self) -> list[tuple[str, int]]:
        """How often each game was played, the most played first."""
        return Counter(each["options"]["name"] for each in self.sessions).most_common()

    def file(self, device: str) -> ScorebookFile:
        """The scorebook file."""
        names = {same_name(name): name for each in reversed(self.sessions) for name in each["players"]}
        return read_scorebook(
            {
                "scorebook": VERSION,
                "devices": {device: self.app},
                "players": [{"name": name} for name in names.values()],
                "rules": [],
                "sessions": [
                    each | {"actions": [action | {"device": device} for action in each["actions"]]}
                    for each in self.sessions
                ],
            }
        )


def plan(book: Book, app: str, plays: Iterable[Play], *, zone: tzinfo, now: datetime) -> Plan:
    """What becomes of the plays, none of which is here twice; nothing is written."""
    made, known, left, newcomers = list[dict[str, Any]](), 0, list[Left](), dict[str, str]()
    for play in plays:
        ids = [id_of("old log", each) for each in play.ids]
        if any(ids_here(book, id)[1] for id in ids):
            known += 1
            continue
        try:
            session = _session(play, zone, now)
            found = {same_name(name): player_of_file(book, name) for name in session["players"]}
            people = {key: player and person_of(book.db, player) for key, player in found.items()}
            _expect_distinct(people, session["players"])
        except UnusableError as error:
            left.append(Left(play.day[:10], play.game, error.reason))
            continue
        newcomers |= {key: name for key, name in zip(people, session["players"], strict=True) if people[key] is None}
        made.append(session | {"id": ids[0]})
        for number in range(2, min(play.quantity, MAX_QUANTITY) + 1):
            made.append(_session(replace(play, is_bare=True), zone, now) | {"id": id_of(ids[0], str(number))})
    return Plan(app, made, known, left, (*newcomers.values(),))


def _session(play: Play, zone: tzinfo, now: datetime) -> dict[str, Any]:
    """A play as a session of a scorebook file, without its id; raises UnusableError."""
    most, names = max(GAME.player_counts), _distinct(play.seats)
    if not 1 <= len(names) <= most:
        raise UnusableError(say("For {least} to {most} players.", least=1, most=most))
    for field, text, longest in (
        (say("Game"), play.game, MAX_TITLE_LENGTH),
        *((say("Name"), each, MAX_NAME_LENGTH) for each in names),
    ):
        if not 1 <= len(text) <= longest or not visible(text):
            raise UnusableError(say("“{field}” must be {kind}.", field=field, kind=line(longest).expected))
    options, entries = _result(play)
    at, starts = stamp(now), next((seat for seat, each in enumerate(play.seats) if each.starts), 0)
    details = {name: _cut(getattr(play, name), most) for name, most in MAX_DETAIL_LENGTHS.items()}
    return {
        "created_at": at,
        "played_at": _played_at(play.day, zone, now),
        "played_minutes": min(play.minutes, MAX_MINUTES) or None,
        "excluded_at": None if play.counts else at,
        "game": GAME.slug,
        "players": names,
        "dealer": starts,
        "options": {"name": play.game, **options},
        **{name: text for name, text in details.items() if text and showable(text)},
        "actions": [{"kind": "enter", "at": at, "facts": entry} for entry in entries],
    }


def _expect_distinct(people: Mapping[str, int | None], names: Iterable[str]) -> None:
    """Raise UnusableError where two names are one person here; `people` is by their keys, in the same order."""
    sitting: dict[int, str] = {}
    for person, name in zip(people.values(), names, strict=True):
        if person and (other := sitting.setdefault(person, name)) != name:
            text = say("{name} and {other} are the same player in this scorebook.", name=other, other=name)
            raise UnusableError(text)


def _distinct(seats: Sequence[Seat]) -> list[str]:
    """The names, of those that are the same the second with a 2: a log may know several strangers by one."""
    found: dict[str, str] = {}
    for seat in seats:
        name = next(
            each
            for number in count(1)
            if same_name(each := f"{seat.name} {number}" if number > 1 else seat.name) not in found
        )
        found[same_name(name)] = name
    return [*found.values()]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _played_at(day: str, zone: tzinfo, now: datetime) -> str:
    """When it was played, by the reader's clock; today at the latest now. Raises UnusableError."""
    text = re.sub(r"^([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})", r"\3-\2-\1", day.replace("/", "-").strip())
    text = re.sub(r"(?<![0-9])([0-9])(?![0-9])", r"0\1", text)
    try:
        at = datetime.fromisoformat(text)
        at = datetime.combine(at.date(), EVENING) if len(text) == len("2026-11-21") else at
        at = at if at.tzinfo else at.replace(tzinfo=zone)
        is_today = at.astimezone(zone).date() == now.astimezone(zone).date()
        played = stamp(now if at > now and is_today else at)
        if not TIME.accepts(played):
            raise ValueError(played)
    except (ValueError, OverflowError) as error:
        raise UnusableError(say("“{typed}” is not a date.", typed=excerpt(day))) from error
    if played > stamp(now):
        raise UnusableError(say("That is in the future."))
    return played


def _result(play: Play) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The options of a play that its result needs, and the entries that say it; raises UnusableError."""
    if play.is_bare:
        # With neither points nor an outcome it counts as played.
        return {"result": "together"}, [{"step": "round", "points": [0]}, {"step": "end"}]
    sides = _sides(play.seats)
    first = [side[0] for side in sides]
    won = [side[0] for side in sides if any(play.seats[seat].won for seat in side)]
    points = _points(play, sides)
    options: dict[str, Any] = {"rounds": 1}
    if play.is_together or (not points and (len(sides) == 1 or len(won) in (0, len(sides)))):
        shared = {"points": [decimal(each) for each in {*points.values()}]} if len({*points.values()}) == 1 else {}
        outcome = {"step": "round", "outcome": "won" if won else "lost", **shared}
        return {**options, "result": "together", **_parts(points.values() if shared else ())}, [outcome]
    if len(sides) < len(play.seats):
        options["teams"] = [
            next(team for team, side in enumerate(sides, 1) if seat in side) for seat in range(len(play.seats))
        ]
    best = (min if play.lowest_wins else max)(points.values(), default=0)
    level = [seat for seat in first if points.get(seat) == best]
    is_decided = len(won) == 1 < len(level) and won[0] in level
    if not points or (won and won != level and not is_decided):
        return {**options, "result": "won"}, [{"step": "round", "won": [str(seat) for seat in won]}]
    entries: list[dict[str, Any]] = [
        {
            "step": "round",
            "points": [decimal(points[seat]) if seat in points else None for seat in range(len(play.seats))],
        }
    ]
    if is_decided:
        others = sorted(set(level) - {*won}, key=lambda seat: (play.seats[seat].rank, seat))
        entries.append({"step": "tie", "order": [*won, *others]})
    return {**options, "best": "lowest" if play.lowest_wins else "highest", **_parts(points.values())}, entries


def _sides(seats: Sequence[Seat]) -> list[list[int]]:
    """The seats of each team that has one score, else each seat alone."""
    teams: dict[str, list[int]] = {}
    for number, seat in enumerate(seats):
        teams.setdefault(seat.team or f"\0{number}", []).append(number)
    scores = ({seats[each].score for each in side} - {""} for side in teams.values())
    if 2 <= len(teams) <= MAX_TEAMS and all(len(each) < 2 for each in scores):
        return [*teams.values()]
    return [[number] for number in range(len(seats))]


def _points(play: Play, sides: Sequence[Sequence[int]]) -> dict[int, Points]:
    """The points of each side by its first seat, none where not all have some; raises UnusableError."""
    found: dict[int, Points] = {}
    for side in sides:
        score = next((play.seats[seat].score for seat in side if play.seats[seat].score), "")
        if not score or not play.has_points:
            return {}
        try:
            found[side[0]] = SCORE.read_one(score)
        except RefusedError as error:
            raise UnusableError(error.message) from error
    return found


def _parts(points: Iterable[Points]) -> dict[str, str]:
    """The option for the parts that points have."""
    denominator = lcm(*(Fraction(each).denominator for each in points))
    parts = next(name for name, number in DENOMINATORS.items() if number % denominator == 0)
    return {} if parts == "whole" else {"parts": parts}


# What came, and that it goes again.


class OldLog(NamedTuple):
    """An import of plays that can be undone: the device by which its actions are known, when it was, and how many."""

    device: str
    app: str
    at: str
    games: int


def device_of(at: datetime) -> str:
    """The device of an import, which says when it was."""
    return f"{DEVICE}{at:%Y%m%dT%H%M%SZ}"


def imported(book: Book, *, since: str) -> list[OldLog]:
    """The imports since a time of which games are here, the last first."""
    query = "SELECT device, name FROM device_name WHERE scorebook = ? AND device LIKE ? ORDER BY device DESC"
    found = []
    for row in book.db.execute(query, (book.scorebook, f"{DEVICE}%")):
        at = stamp(datetime.strptime(row["device"].removeprefix(DEVICE), "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC))
        if at >= since and (games := _untouched(book, row["device"])):
            found.append(OldLog(row["device"], row["name"], at, len(games)))
    return found


def _untouched(book: Book, device: str) -> list[str]:
    """The games of an import in which nobody wrote since."""
    found = book.db.execute(
        """
        SELECT session.id FROM session JOIN action ON action.session = session.id AND action.position = 0
        WHERE session.scorebook = ? AND action.device = ? AND NOT EXISTS (
            SELECT 1 FROM action AS other WHERE other.session = session.id AND other.device <> action.device
        ) ORDER BY session.id
        """,
        (book.scorebook, device),
    )
    return [row["id"] for row in found]


@needs("keeper")
def undo_import(book: Book, device: str, *, at: str) -> None:
    """Remove the games of an import for good in which nobody wrote since, and the people whom only they had.

    Others save in between.
    """
    while games := _untouched(book, device)[:REMOVED_AT_ONCE]:
        with book.db.writing():
            lock_scorebook(book, at=at)
            for each in games:
                book.db.lock_row("session", each)
            remove_sessions(book.db, book.scorebook, games, at=at)
            touch_scorebook(book)
