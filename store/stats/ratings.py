"""Ratings of the players of a scorebook, worked out from the places in its finished sessions.

Each game has its own ratings, a game of the score pad by the name it was given. Nothing of them is stored: a process
caches what it has worked out, adds newer sessions, and begins anew once earlier ones are not as they were.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from record.log import Time
from record.rating import Meeting, Rating, meetings, ratings_after
from scoring.text import same_name
from store.book import Book
from store.cache import cached_result
from store.engines.base import Row
from store.stats.results import people_by_number
from store.stats.selection import played_games, titles

GAMES_TO_BE_SHOWN = 5
"""A rating is shown after so many games."""
BYTES_OF_SESSION = 1_600

Sides: TypeAlias = tuple[tuple[int, ...], ...]
"""The people of each side of a session."""


@dataclass(frozen=True)
class PlayerRating:
    """A person's rating in one game, with the number of games; `title` is the name of a game on the score pad."""

    player: int
    name: str
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
    names: tuple[str, ...]
    expected: float
    result: float
    gain: int


@dataclass(frozen=True)
class RatingChange:
    """What one session did to a person's rating: the numbers before and after, and what each other side brought."""

    session: str
    began: Time
    before: int
    after: int
    against: tuple[Opponents, ...]


@dataclass(frozen=True)
class RatingHistory:
    """A person's rating in one game: the `numbers` from the first on, and why the last of them `changes` came about."""

    numbers: tuple[int, ...]
    changes: tuple[RatingChange, ...]


class RatedSession(NamedTuple):
    """A session with the people of each side and its place, and the ratings of everybody before it."""

    id: str
    began: str
    title: str
    sides: Sides
    places: tuple[int, ...]
    before: tuple[tuple[Rating, ...], ...] = ()


class _Rated(NamedTuple):
    rating: Rating = Rating()
    games: int = 0


NEW = _Rated()


class GameRatings(NamedTuple):
    """All ratings of one game: its sessions in their order, and the ratings after them by title and person."""

    sessions: tuple[RatedSession, ...]
    now: Mapping[tuple[str, int], _Rated]


def ratings(book: Book, person: int | None = None) -> list[PlayerRating]:
    """Everybody's rating in every game, the best first within a game; or a person's, the most played first."""
    found = [
        (game, title, player, standing)
        for game in sorted({each.game for each in played_games(book, person)})
        for (title, player), standing in _of_game(book, game).now.items()
        if person in (None, player)
    ]
    # Afterwards, so that everybody is known whom the ratings name.
    everybody, written = people_by_number(book), titles(book, ((game, title) for game, title, *_ in found))
    named = [
        PlayerRating(player, everybody[player]["name"], game, written[game, title], standing.games, standing.rating)
        for game, title, player, standing in found
    ]
    if person is None:
        return sorted(named, key=lambda each: (each.game, each.title, -each.rating.mu, each.player))
    return sorted(named, key=lambda each: (-each.games, each.game, each.title))


def rating_history(book: Book, player: int, game: str, title: str = "", *, last: int | None = None) -> RatingHistory:
    """What the sessions of a game did to a person's rating; only the `last` of them are explained."""
    found, title = _of_game(book, game), same_name(title)
    played = [each for each in found.sessions if each.title == title and any(player in side for side in each.sides)]
    before = [
        rating.number
        for each in played
        for side, ratings in zip(each.sides, each.before, strict=True)
        for person, rating in zip(side, ratings, strict=True)
        if person == player
    ]
    explained, everybody = played if last is None else played[-last:], people_by_number(book)
    changes = tuple(_change(each, player, everybody) for each in explained)
    return RatingHistory((*before, *(each.after for each in changes[-1:])), changes)


def _change(session: RatedSession, player: int, everybody: Mapping[int, Row]) -> RatingChange:
    own = next(number for number, side in enumerate(session.sides) if player in side)
    member = session.sides[own].index(player)
    met: list[Meeting] = meetings(session.before, session.places, own=own, member=member)
    before = session.before[own][member].number
    return RatingChange(
        session=session.id,
        began=session.began,
        before=before,
        after=before + sum(each.gain for each in met),
        against=tuple(
            Opponents(
                people := session.sides[each.other],
                tuple(everybody[person]["name"] for person in people),
                each.expected,
                each.result,
                each.gain,
            )
            for each in met
        ),
    )


def _of_game(book: Book, game: str) -> GameRatings:
    def worked_out(known: GameRatings | None) -> tuple[GameRatings, int]:
        sessions = _sessions(book, game)
        found = known if known is not None and _begins(sessions, known.sessions) else GameRatings((), {})
        return _extended(found, sessions[len(found.sessions) :]), len(sessions) * BYTES_OF_SESSION

    return cached_result(book, ("ratings", game), worked_out)


def _sessions(book: Book, game: str) -> list[RatedSession]:
    """The finished sessions of a game with more than one side, in the order in which they began."""
    rows = book.db.execute(
        """
        SELECT session, COALESCE(player.person, player.id) AS person, place, side, title,
            player_result.played_at, number
        FROM player CROSS JOIN player_result
        WHERE player.scorebook = ? AND player_result.player = player.id AND game = ? AND place > 0
        ORDER BY player_result.played_at, number, seat
        """,
        (book.scorebook, game),
    )
    sessions = []
    for _, its in groupby(rows, key=itemgetter("number")):
        people: defaultdict[int, list[int]] = defaultdict(list)
        places: dict[int, int] = {}
        for row in its:
            people[row["side"]].append(row["person"])
            places[row["side"]] = row["place"]
        if len(people) > 1:
            sides = sorted(people)
            sessions.append(
                RatedSession(
                    id=row["session"],
                    began=row["played_at"],
                    title=row["title"],
                    sides=tuple(tuple(people[side]) for side in sides),
                    places=tuple(places[side] for side in sides),
                )
            )
    return sessions


def _begins(sessions: Sequence[RatedSession], known: Sequence[RatedSession]) -> bool:
    """Whether sessions begin with those that are known already."""
    return len(known) <= len(sessions) and all(
        each[:-1] == before[:-1] for each, before in zip(sessions, known, strict=False)
    )


def _extended(known: GameRatings, newer: Iterable[RatedSession]) -> GameRatings:
    """Ratings with further sessions."""
    now, sessions = dict(known.now), [*known.sessions]
    for each in newer:
        before = tuple(tuple(now.get((each.title, person), NEW).rating for person in side) for side in each.sides)
        sessions.append(each._replace(before=before))
        for side, after in zip(each.sides, ratings_after(before, each.places), strict=True):
            for person, rating in zip(side, after, strict=True):
                now[each.title, person] = _Rated(rating, now.get((each.title, person), NEW).games + 1)
    return GameRatings(tuple(sessions), now)
