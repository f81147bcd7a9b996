"""Two people of a scorebook beside each other, from the sessions in which both sat."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.message import Points
from store.book import Book
from store.engines.base import Connection, Row
from store.errors import NoSuchError
from store.stats.player_stats import company
from store.stats.selection import EVERYTHING, Selection, conditions
from store.values import from_milli

LAST_MEETINGS = 20


@dataclass(frozen=True)
class PairInGame:
    """How often the first of two was ahead, level or behind in a game; how often partners, and how often they won so.

    `title` is the name of a game on the score pad, and "" for all others.
    """

    game: str
    title: str
    ahead: int
    level: int
    behind: int
    partners: int
    won: int

    @property
    def against(self) -> int:
        return self.ahead + self.level + self.behind


@dataclass(frozen=True)
class MeetingOfPair:
    """A session in which both sat: places and totals of the two, and whether they were partners and won."""

    session: str
    game: str
    title: str
    began: str
    partners: bool
    won: bool
    places: tuple[int, int]
    totals: tuple[Points, Points]


@dataclass(frozen=True)
class HeadToHead:
    """Two people with their names: each game, the most played first, and the last sessions, the newest first."""

    players: tuple[int, int]
    names: tuple[str, str]
    games: tuple[PairInGame, ...]
    last: tuple[MeetingOfPair, ...]


def head_to_head(book: Book, player: int, other: int, selection: Selection = EVERYTHING) -> HeadToHead:
    """Two people beside each other in the selected sessions; raises NoSuchError, also for one with themselves.

    Who was merged is read as the one who stands for them. Counts come from the stored sums.
    """
    one, name = _person(book, player)
    two, others_name = _person(book, other)
    if one == two:
        raise NoSuchError(f"no player {other}")
    together = [each for each in company(book, one, selection) if each.player == two]
    games = [
        PairInGame(each.game, each.title, each.ahead, each.level, each.behind, each.partners, each.won)
        for each in together
    ]
    met = [
        (row, each.title)
        for each in together
        for row in _met(book.db, replace(selection, game=each.game, title=each.title), one=one, two=two)
    ]
    met.sort(key=lambda found: (found[0]["created_at"], found[0]["number"]), reverse=True)
    return HeadToHead(
        players=(one, two),
        names=(name, others_name),
        games=tuple(sorted(games, key=lambda each: (-each.against - each.partners, each.game, each.title))),
        last=tuple(_meeting(*each) for each in met[:LAST_MEETINGS]),
    )


def _person(book: Book, player: int) -> tuple[int, str]:
    found = book.db.execute(
        """
        SELECT person.id, COALESCE(person.called, person.name) AS name
        FROM player JOIN player AS person ON person.id = COALESCE(player.person, player.id)
        WHERE player.id = ? AND player.scorebook = ?
        """,
        (player, book.scorebook),
    ).fetchone()
    if found is None:
        raise NoSuchError(f"no player {player}")
    return found["id"], found["name"]


def _met(db: Connection, selection: Selection, *, one: int, two: int) -> list[Row]:
    """The last selected sessions of a game in which both sat, the one that began last before the others."""
    wanted, values = conditions(selection, "own")
    return db.execute(
        f"""
        SELECT own.session, own.game, own.created_at, own.number, own.place, own.total_milli, own.won,
            other.place AS other_place, other.total_milli AS other_total_milli,
            (SELECT side FROM standing WHERE standing.session = own.session AND standing.seat = own.seat) AS side,
            (SELECT side FROM standing WHERE standing.session = own.session AND standing.seat = other.seat)
                AS other_side
        FROM share AS own JOIN share AS other ON other.session = own.session AND other.player = ?
        WHERE {" AND ".join(("own.player = ?", *wanted))}
        ORDER BY own.created_at DESC, own.number DESC LIMIT ?
        """,
        (two, one, *values, LAST_MEETINGS),
    ).fetchall()


def _meeting(row: Row, title: str) -> MeetingOfPair:
    return MeetingOfPair(
        session=row["session"],
        game=row["game"],
        title=title,
        began=row["created_at"],
        partners=row["side"] == row["other_side"],
        won=bool(row["won"]),
        places=(row["place"], row["other_place"]),
        totals=(from_milli(row["total_milli"]), from_milli(row["other_total_milli"])),
    )
