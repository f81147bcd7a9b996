"""Groups sessions into evenings: those played one after the other by mostly the same people; and compares the players
across their games by place points.

Two sessions belong together if at most `MAX_BREAK` lies between them and more than half of the smaller table played in
both. An evening is a chain of such sessions: it may pass midnight, and players may leave or come late. Two tables that
play at the same time are two evenings unless their players mix.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from fractions import Fraction

from scoring.message import Points, as_points
from scoring.sheets.values import Standing, places_of

MAX_BREAK = timedelta(hours=4)
"""The longest break within an evening: longer than a meal, shorter than a night."""
MAX_SESSION_LENGTH = timedelta(hours=6)
"""The longest time after its start at which a session is still played; later writes are corrections or another day."""

MORNING = time(6)
"""When an evening is over, however long it was, and the next day begins."""


def evening_day(began: datetime, zone: tzinfo) -> date:
    """The day to which belongs what began then, for somebody in this time zone: until `MORNING` the day before.

    >>> from datetime import timezone
    >>> began = datetime.fromisoformat("2026-12-01T04:30:00Z")
    >>> [evening_day(began, timezone(timedelta(hours=hours))).isoformat() for hours in (1, 2)]
    ['2026-11-30', '2026-12-01']
    """
    here = began.astimezone(zone)
    return here.date() if here.time() >= MORNING else here.date() - timedelta(days=1)


def morning_of(day: date, zone: tzinfo) -> datetime:
    """The first moment that belongs to a day, see `evening_day`."""
    return datetime.combine(day, MORNING, zone)


@dataclass(frozen=True)
class Sitting:
    """A session of an evening: its start, its last write and its players."""

    id: str
    began: datetime
    written: datetime
    people: frozenset[str]

    @property
    def ended(self) -> datetime:
        """The estimated end: the last write, at most `MAX_SESSION_LENGTH` after the start."""
        return max(self.began, min(self.written, self.began + MAX_SESSION_LENGTH))


TIMES = ("played_at", "created_at", "updated_at", "played_minutes")
"""What says of a session when it was played."""


def played_until(*, played_at: str, created_at: str, updated_at: str, played_minutes: int | None) -> datetime:
    """When a session was written last, as far after the time at which it was played as its log or a keeper has it.

    >>> log = {"created_at": "2026-11-21T20:00:00Z", "updated_at": "2026-11-21T21:30:00Z"}
    >>> f"{played_until(played_at='2026-11-01T15:00:00Z', played_minutes=None, **log):%H:%M}"
    '16:30'
    >>> f"{played_until(played_at='2026-11-01T15:00:00Z', played_minutes=45, **log):%H:%M}"
    '15:45'
    """
    began = datetime.fromisoformat(played_at)
    if played_minutes is not None:
        return began + timedelta(minutes=played_minutes)
    return began + (datetime.fromisoformat(updated_at) - datetime.fromisoformat(created_at))


class Evening(tuple[Sitting, ...]):
    """The sessions of an evening in the order of their start."""

    @property
    def began(self) -> datetime:
        return self[0].began

    @property
    def ended(self) -> datetime:
        return max(each.ended for each in self)

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who played, the most frequent first."""
        times = Counter(name for sitting in self for name in sitting.people)
        return tuple(sorted(times, key=lambda name: (-times[name], name)))

    @property
    def reach(self) -> tuple[datetime, datetime]:
        """The earliest and latest start of a session that could belong to this evening."""
        return self.began - MAX_SESSION_LENGTH - MAX_BREAK, self.ended + MAX_BREAK

    def day(self, zone: tzinfo) -> date:
        """The day to which it belongs, for somebody in this time zone."""
        return evening_day(self.began, zone)


def belong_together(one: Sitting, other: Sitting) -> bool:
    """Whether two sessions are directly linked to one evening."""
    first, second = sorted((one, other), key=lambda each: each.began)
    return _may_follow(second, first) and 2 * len(one.people & other.people) > min(len(one.people), len(other.people))


def _may_follow(each: Sitting, before: Sitting) -> bool:
    """Whether the break since an earlier session is not too long for one evening."""
    return each.began - before.ended <= MAX_BREAK


def evenings(sittings: Iterable[Sitting]) -> list[Evening]:
    """Group sessions into evenings, the earliest first; sessions with the same start keep their order."""
    ordered = sorted(sittings, key=lambda sitting: sitting.began)
    ended: list[list[Sitting]] = []
    running: list[list[Sitting]] = []
    for each in ordered:
        own: list[Sitting] = [each]
        others: list[list[Sitting]] = []
        for evening in running:
            if any(belong_together(each, other) for other in evening):
                own = [*evening, *own]
            elif any(_may_follow(each, other) for other in evening):
                others.append(evening)
            else:
                ended.append(evening)
        running = [*others, own]
    order = {sitting.id: number for number, sitting in enumerate(ordered)}
    found = (Evening(sorted(evening, key=lambda each: order[each.id])) for evening in (*ended, *running))
    return sorted(found, key=lambda evening: order[evening[0].id])


def evening_end(now: datetime) -> datetime:
    """The next morning that no session begun now can reach, in the time zone of `now`.

    >>> from datetime import UTC
    >>> [evening_end(datetime(2026, 11, day, hour, tzinfo=UTC)).day for day, hour in ((22, 21), (23, 0), (23, 1))]
    [23, 23, 24]
    """
    latest = now + MAX_SESSION_LENGTH
    morning = datetime.combine(latest.date(), MORNING, now.tzinfo)
    return morning if morning >= latest else morning + timedelta(days=1)


LEVEL = Fraction(1, 2)
"""The place points for a player who is tied; one who is beaten brings 1."""


def place_points(standings: Iterable[Standing]) -> dict[int, Points]:
    """The place points of a game by seat: 1 for each player of another side that is behind, ½ for each that is tied.

    Partners don't count against each other: with two teams of two, the winners get two points each.
    """
    sides = list(standings)
    points: dict[int, Points] = {}
    for side in sides:
        others = [other for other in sides if other is not side]
        behind = sum(len(other.seats) for other in others if other.place > side.place)
        level = sum(len(other.seats) for other in others if other.place == side.place)
        points |= dict.fromkeys(side.seats, as_points(behind + level * LEVEL))
    return points


@dataclass(frozen=True)
class EveningPlace:
    """A player over the games of an evening: place points, games played and won; equal points share a `place`."""

    name: str
    points: Points
    games: int
    won: int
    place: int


def evening_standings(games: Sequence[tuple[Mapping[str, Points], frozenset[str]]]) -> list[EveningPlace]:
    """The standings across games of any kind, the best first; each game is its players' place points and its winners.

    Equal points share a place; within it, players with more wins come first, then those who sat down first.
    """
    sums: defaultdict[str, Points] = defaultdict(int)
    for points, _ in games:
        for name, gained in points.items():
            sums[name] = as_points(sums[name] + Fraction(gained))
    places = places_of(sums)
    stood = [
        EveningPlace(
            name=name,
            points=total,
            games=sum(name in points for points, _ in games),
            won=sum(name in winners for _, winners in games),
            place=places[name],
        )
        for name, total in sums.items()
    ]
    return sorted(stood, key=lambda each: (each.place, -each.won))
