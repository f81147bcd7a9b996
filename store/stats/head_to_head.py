"""Two people of a scorebook beside each other, from the sessions in which both sat."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.message import Points
from store.book import Book
from store.encoding import from_milli
from store.errors import NoSuchError
from store.stats.player_stats import HeadToHeadCounts, companions
from store.stats.results import people_by_number
from store.stats.selection import EVERYTHING, OF_PERSON, Selection, conditions, titles

LAST_MEETINGS = 20


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
    """Two people with their names: each game as the first has it, the most played first, and the last sessions."""

    players: tuple[int, int]
    names: tuple[str, str]
    games: tuple[HeadToHeadCounts, ...]
    last: tuple[MeetingOfPair, ...]


def head_to_head(book: Book, player: int, other: int, selection: Selection = EVERYTHING) -> HeadToHead:
    """Two people beside each other in the selected sessions; raises NoSuchError, also for one with themselves.

    Who was merged is read as the one who stands for them.
    """
    everybody = people_by_number(book)
    for number in (player, other):
        if number not in everybody:
            raise NoSuchError(f"no player {number}")
    one, two = (everybody[number]["person"] for number in (player, other))
    if one == two:
        raise NoSuchError(f"no player {other}")
    wanted, values = conditions(selection, "own")
    met = book.db.execute(
        f"""
        SELECT own.session, own.game, own.title, own.played_at, own.side, own.won,
            own.place, own.total_milli, other.side AS other_side, other.place AS other_place,
            other.total_milli AS other_total_milli
        FROM player CROSS JOIN player_result AS own JOIN player_result AS other ON other.session = own.session
            JOIN player AS others ON others.id = other.player
        WHERE {" AND ".join(("player.scorebook = ?", OF_PERSON, "own.player = player.id", "own.place > 0", *wanted))}
            AND other.place > 0 AND (others.id = ? OR others.person = ?)
        ORDER BY own.played_at DESC, own.number DESC LIMIT ?
        """,
        (book.scorebook, one, one, *values, two, two, LAST_MEETINGS),
    )
    written = titles(book, ((row["game"], row["title"]) for row in met))
    games = [each for each in companions(book, one, selection) if each.player == two]
    return HeadToHead(
        players=(one, two),
        names=(everybody[one]["name"], everybody[two]["name"]),
        games=tuple(games),
        last=tuple(
            MeetingOfPair(
                session=row["session"],
                game=row["game"],
                title=written[row["game"], row["title"]],
                began=row["played_at"],
                partners=row["side"] == row["other_side"],
                won=bool(row["won"]),
                places=(row["place"], row["other_place"]),
                totals=(from_milli(row["total_milli"]), from_milli(row["other_total_milli"])),
            )
            for row in met
        ),
    )
