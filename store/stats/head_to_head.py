"""Two people of a scorebook beside each other, from the sessions in which both sat."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.message import Points
from store.engines.base import Connection, Row
from store.errors import NoSuchPlayerError
from store.stats.player_stats import statistics
from store.stats.ratings import reader_of_titles
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


def head_to_head(db: Connection, scorebook: str, player: int, other: int) -> HeadToHead:
    """Two people beside each other in all finished sessions; raises NoSuchPlayerError, also for one with themselves.

    Who was merged is read as the one who stands for them. Counts come from the stored sums, those of a game that is
    named by hand from its sessions.
    """
    found = statistics(db, scorebook, player)
    two, others_name = _person(db, scorebook, other)
    if found.player == two:
        raise NoSuchPlayerError(other)
    games: list[PairInGame] = []
    last: list[MeetingOfPair] = []
    for beside in (each for each in found.beside if each.player == two):
        title_of = reader_of_titles(beside.game)
        met = _met(db, beside.game, found.player, two, limit=None if title_of else LAST_MEETINGS)
        titles = [title_of(row["options"]) if title_of else "" for row in met]
        last += map(_meeting, met[:LAST_MEETINGS], titles)
        if title_of:
            games += _by_title(beside.game, met, titles)
        else:
            counts = beside.ahead, beside.level, beside.behind, beside.partners, beside.won
            games.append(PairInGame(beside.game, "", *counts))
    return HeadToHead(
        players=(found.player, two),
        names=(found.name, others_name),
        games=tuple(sorted(games, key=lambda each: (-each.against - each.partners, each.game, each.title))),
        last=tuple(sorted(last, key=lambda each: each.began, reverse=True)[:LAST_MEETINGS]),
    )


def _by_title(game: str, met: list[Row], titles: list[str]) -> Iterator[PairInGame]:
    counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row, title in zip(met, titles, strict=True):
        its = counted[title]
        if _partners(row):
            its["partners"] += 1
            its["won"] += row["won"]
        else:
            its[_stood(row)] += 1
    for title, its in counted.items():
        yield PairInGame(game, title, *(its[how] for how in ("ahead", "level", "behind", "partners", "won")))


def _person(db: Connection, scorebook: str, player: int) -> tuple[int, str]:
    found = db.execute(
        """
        SELECT person.id, COALESCE(person.called, person.name) AS name
        FROM player JOIN player AS person ON person.id = COALESCE(player.person, player.id)
        WHERE player.id = ? AND player.scorebook = ?
        """,
        (player, scorebook),
    ).fetchone()
    if found is None:
        raise NoSuchPlayerError(player)
    return found["id"], found["name"]


def _met(db: Connection, game: str, one: int, two: int, *, limit: int | None) -> list[Row]:
    """The finished sessions of a game in which both sat, the one that began last before the others."""
    last, values = ("LIMIT ?", (limit,)) if limit else ("", ())
    return db.execute(
        f"""
        SELECT own.session, own.game, own.created_at, own.place, own.total_milli, own.won,
            other.place AS other_place, other.total_milli AS other_total_milli, session.options,
            (SELECT side FROM standing WHERE standing.session = own.session AND standing.seat = own.seat) AS side,
            (SELECT side FROM standing WHERE standing.session = own.session AND standing.seat = other.seat)
                AS other_side
        FROM share AS own JOIN share AS other ON other.session = own.session AND other.player = ?
        JOIN session ON session.id = own.session
        WHERE own.player = ? AND own.game = ? ORDER BY own.created_at DESC, own.number DESC {last}
        """,
        (two, one, game, *values),
    ).fetchall()


def _partners(row: Row) -> bool:
    return bool(row["side"] == row["other_side"])


def _stood(row: Row) -> str:
    if row["place"] == row["other_place"]:
        return "level"
    return "ahead" if row["place"] < row["other_place"] else "behind"


def _meeting(row: Row, title: str) -> MeetingOfPair:
    return MeetingOfPair(
        session=row["session"],
        game=row["game"],
        title=title,
        began=row["created_at"],
        partners=_partners(row),
        won=bool(row["won"]),
        places=(row["place"], row["other_place"]),
        totals=(from_milli(row["total_milli"]), from_milli(row["other_total_milli"])),
    )
