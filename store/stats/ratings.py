"""Ratings of the players of a scorebook, worked out from the places in its finished sessions.

Each game has its own ratings, a game of the score pad by the name it was given. Nothing of them is stored: a process
caches what it has worked out, adds newer sessions, and begins anew once `store.stats.rating_epoch` says so.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from threading import Lock
from typing import NamedTuple, TypeAlias

from record.rating import Meeting, Rating, meetings, rated
from scoring.text import same_name
from store.book import Book
from store.engines.base import Connection, Row
from store.stats.selection import ALL_KINDS, ALL_TIME
from store.stats.titles import titles

GAMES_TO_BE_SHOWN = 5
"""A rating is shown after so many games."""
MAX_SESSIONS = 50_000
"""So many rated sessions are cached in a process, some 1 KB each."""

Sides: TypeAlias = tuple[tuple[int, ...], ...]
"""The people of each side of a session."""


@dataclass(frozen=True)
class PlayerRating:
    """A person's rating in one game, with the number of games; `title` is the name of a game on the score pad."""

    player: int
    game: str
    title: str
    games: int
    rating: Rating

    @property
    def number(self) -> int | None:
        """The number to show; None after too few games."""
        return self.rating.number if self.games >= GAMES_TO_BE_SHOWN else None


@dataclass(frozen=True)
class Opponents:
    """What it brought to meet these: people of one other side. See `record.rating.Meeting`."""

    people: tuple[int, ...]
    expected: float
    result: float
    gain: int


@dataclass(frozen=True)
class Change:
    """What one session did to a person's rating: the numbers before and after, and what each other side brought."""

    session: str
    began: str
    before: int
    after: int
    against: tuple[Opponents, ...]


@dataclass(frozen=True)
class RatingHistory:
    """A person's rating in one game: the `numbers` from the first on, and why the last of them `changes` came about."""

    numbers: tuple[int, ...]
    changes: tuple[Change, ...]


class RatedSession(NamedTuple):
    """A session with the ratings of everybody before it."""

    id: str
    began: str
    title: str
    sides: Sides
    places: tuple[int, ...]
    before: tuple[tuple[Rating, ...], ...]


class _Standing(NamedTuple):
    rating: Rating = Rating()
    games: int = 0


NEW = _Standing()


@dataclass(frozen=True)
class GameRatings:
    """All ratings of one game: `now` by title and person; `last` is the last session as (created_at, number)."""

    epoch: int
    last: tuple[str, int]
    sessions: tuple[RatedSession, ...]
    now: Mapping[tuple[str, int], _Standing]


class RatingCache:
    """Least-recently-used cache of ratings by database, scorebook and game; thread-safe."""

    def __init__(self, most: int = MAX_SESSIONS) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, ...], GameRatings] = OrderedDict()
        self._size = 0

    def find(self, key: tuple[str, ...]) -> GameRatings | None:
        """The cached ratings, or None."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: tuple[str, ...], ratings: GameRatings) -> None:
        """Cache ratings and evict the least recently used."""
        with self._lock:
            for gone in (self._kept.pop(key, None),):
                self._size -= len(gone.sessions) if gone else 0
            self._kept[key] = ratings
            self._size += len(ratings.sessions)
            while self._size > self._most and len(self._kept) > 1:
                _, gone = self._kept.popitem(last=False)
                self._size -= len(gone.sessions)


RATING_CACHE = RatingCache()


def ratings(book: Book) -> list[PlayerRating]:
    """Everybody's rating in every game, the best first within a game."""
    found = [
        PlayerRating(player, game, title, standing.games, standing.rating)
        for game, its in _of_all_games(book, _games(book.db, "player.scorebook = ?", book.scorebook))
        for (title, player), standing in its.now.items()
    ]
    return sorted(_titled(book, found), key=lambda each: (each.game, each.title, -each.rating.mu, each.player))


def player_ratings(book: Book, player: int) -> list[PlayerRating]:
    """A person's rating in each game, the most played first."""
    found = [
        PlayerRating(player, game, title, standing.games, standing.rating)
        for game, its in _of_all_games(book, _games(book.db, "player.id = ?", player))
        for (title, person), standing in its.now.items()
        if person == player
    ]
    return sorted(_titled(book, found), key=lambda each: (-each.games, each.game, each.title))


def rating_history(book: Book, player: int, game: str, title: str = "", *, last: int | None = None) -> RatingHistory:
    """What the sessions of a game did to a person's rating; only the `last` of them are explained."""
    found, title = _of_game(book, game, epoch=_epoch(book)), same_name(title)
    played = [each for each in found.sessions if each.title == title and any(player in side for side in each.sides)]
    before = [
        rating.number
        for each in played
        for side, ratings in zip(each.sides, each.before, strict=True)
        for person, rating in zip(side, ratings, strict=True)
        if person == player
    ]
    explained = played if last is None else played[-last:]
    changes = tuple(_change(each, player) for each in explained)
    return RatingHistory((*before, *(each.after for each in changes[-1:])), changes)


def _titled(book: Book, found: Sequence[PlayerRating]) -> list[PlayerRating]:
    written = titles(book, ((each.game, each.title) for each in found))
    return [replace(each, title=written[each.game, each.title]) if each.title else each for each in found]


def _change(session: RatedSession, player: int) -> Change:
    own = next(number for number, side in enumerate(session.sides) if player in side)
    member = session.sides[own].index(player)
    met: list[Meeting] = meetings(session.before, session.places, own=own, member=member)
    before = session.before[own][member].number
    return Change(
        session=session.id,
        began=session.began,
        before=before,
        after=before + sum(each.gain for each in met),
        against=tuple(Opponents(session.sides[each.other], each.expected, each.result, each.gain) for each in met),
    )


def _games(db: Connection, whose: str, value: object) -> list[str]:
    found = db.execute(
        f"SELECT DISTINCT tally.game FROM tally JOIN player ON player.id = tally.player WHERE {whose}", (value,)
    )
    return sorted(row["game"] for row in found)


def _epoch(book: Book) -> int:
    # Before the sessions are read: what changes in between makes the ratings out of date, and not wrong.
    found = book.db.execute("SELECT rating_epoch FROM scorebook WHERE id = ?", (book.scorebook,)).fetchone()
    return int(found["rating_epoch"]) if found else 0


def _of_all_games(book: Book, games: Iterable[str]) -> Iterator[tuple[str, GameRatings]]:
    epoch = _epoch(book)
    for game in games:
        yield game, _of_game(book, game, epoch=epoch)


def _of_game(book: Book, game: str, *, epoch: int) -> GameRatings:
    key = (book.db.place, book.scorebook, game)
    cached = RATING_CACHE.find(key)
    known = cached if cached is not None and cached.epoch == epoch else GameRatings(epoch, ("", 0), (), {})
    rows = _results(book, game, after=known.last)
    if not rows and known is cached:
        return known
    found = _extended(known, rows)
    if book.db.is_settled:
        RATING_CACHE.put(key, found)
    return found


def _results(book: Book, game: str, *, after: tuple[str, int]) -> list[Row]:
    """The results of a game after a session, in the order in which sessions began."""
    # CROSS JOIN fixes the order: from the games that each has played, whose shares have an index by their start.
    return book.db.execute(
        """
        SELECT share.session, share.player, share.place, share.title, standing.side, share.created_at, share.number
        FROM player CROSS JOIN tally CROSS JOIN share
            JOIN standing ON standing.session = share.session AND standing.seat = share.seat
        WHERE player.scorebook = ? AND tally.player = player.id AND tally.span = ? AND tally.game = ?
            AND tally.kind = ? AND share.player = tally.player AND share.game = tally.game
            AND share.title = tally.title AND (share.created_at, share.number) > (?, ?)
        ORDER BY share.created_at, share.number, share.seat
        """,
        (book.scorebook, ALL_TIME, game, ALL_KINDS, *after),
    ).fetchall()


def _extended(known: GameRatings, rows: list[Row]) -> GameRatings:
    """Ratings with further sessions."""
    now, last, sessions = dict(known.now), known.last, [*known.sessions]
    for place, its in groupby(rows, key=lambda row: (row["created_at"], row["number"])):
        last = place
        session = _rated_session(list(its), now)
        if len(session.sides) > 1:
            sessions.append(session)
            for side, after in zip(session.sides, rated(session.before, session.places), strict=True):
                for person, rating in zip(side, after, strict=True):
                    now[session.title, person] = _Standing(
                        rating, now.get((session.title, person), _Standing()).games + 1
                    )
    return GameRatings(known.epoch, last, tuple(sessions), now)


def _rated_session(seats: list[Row], now: Mapping[tuple[str, int], _Standing]) -> RatedSession:
    title = seats[0]["title"]
    people: defaultdict[int, list[int]] = defaultdict(list)
    places: dict[int, int] = {}
    for row in seats:
        people[row["side"]].append(row["player"])
        places[row["side"]] = row["place"]
    sides = tuple(tuple(people[side]) for side in sorted(people))
    return RatedSession(
        id=seats[0]["session"],
        began=seats[0]["created_at"],
        title=title,
        sides=sides,
        places=tuple(places[side] for side in sorted(people)),
        before=tuple(tuple(now.get((title, person), NEW).rating for person in side) for side in sides),
    )
