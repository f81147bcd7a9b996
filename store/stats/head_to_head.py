"""Two people of a scorebook beside each other, from the sessions in which both sat."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from scoring.message import Points
from store.engines.base import Connection, Row
from store.errors import NoSuchPlayerError
from store.stats.ratings import is_named, title_of
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

    Who was merged is read as the one who stands for them.
    """
    (one, name), (two, others_name) = (_person(db, scorebook, each) for each in (player, other))
    if one == two:
        raise NoSuchPlayerError(other)
    met = _met(db, one, two)
    counted: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    named = {game for game in {row["game"] for row in met} if is_named(game)}
    titles = [title_of(row["game"], row["options"]) if row["game"] in named else "" for row in met]
    for row, title in zip(met, titles, strict=True):
        its = counted[row["game"], title]
        if _partners(row):
            its["partners"] += 1
            its["won"] += row["won"]
        else:
            its[_stood(row)] += 1
    games = [
        PairInGame(game, title, *(its[how] for how in ("ahead", "level", "behind", "partners", "won")))
        for (game, title), its in counted.items()
    ]
    newest = LAST_MEETINGS + 1
    return HeadToHead(
        players=(one, two),
        names=(name, others_name),
        games=tuple(sorted(games, key=lambda each: (-each.against - each.partners, each.game, each.title))),
        last=tuple(map(_meeting, met[:-newest:-1], titles[:-newest:-1])),
    )


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


def _met(db: Connection, one: int, two: int) -> list[Row]:
    """The finished sessions in which both sat, in the order in which they began."""
    return db.execute(
        """
        SELECT own.session, own.game, own.created_at, own.place, own.total_milli, own.won,
            other.place AS other_place, other.total_milli AS other_total_milli, session.options,
            (SELECT side FROM standing WHERE standing.session = own.session AND standing.seat = own.seat) AS side,
            (SELECT side FROM standing WHERE standing.session = own.session AND standing.seat = other.seat)
                AS other_side
        FROM share AS own JOIN share AS other ON other.session = own.session AND other.player = ?
        JOIN session ON session.id = own.session
        WHERE own.player = ? ORDER BY own.created_at, own.number
        """,
        (two, one),
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
