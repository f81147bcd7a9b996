"""Statistics of one player: results, facts, and how they stood beside others, counted when they are asked for."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any, NamedTuple

from scoring.insights.facts import Crossing, FactValue
from scoring.message import Points
from store.book import Book
from store.cache import cached_result
from store.encoding import from_milli
from store.engines.base import Row
from store.errors import NoSuchError
from store.stats.player_result import UNCONTESTED, facts_from_texts
from store.stats.results import Results, people_by_number, results_of, runs_of
from store.stats.selection import EVERYTHING, OF_PERSON, GameKey, Selection, conditions, titles

MAX_LAST_RESULTS = 20
"""So many of the last results can be read."""
BYTES_OF_COUNT = 600
OF_LAST = ("number", "game", "played_at", "place", "total_milli", "won")
COMPANY_COLUMNS = ("ahead", "level", "behind", "partners", "won")


@dataclass(frozen=True)
class GameStatistics:
    """What a player's sessions of one game come to: how often each place, how often each fact, what it brought.

    `points` is what was won in the deals with a fact. `in_part` are the games that they played without a place at
    their end, `deals_in_part` the deals in them; `uncontested` those alone or together with all, and how many of them
    were won together: the results have none of these, the facts all.
    """

    results: Results
    places: Mapping[int, int] = field(default_factory=dict)
    facts: Mapping[FactValue, int] = field(default_factory=dict)
    crossings: Mapping[Crossing, int] = field(default_factory=dict)
    points: Mapping[FactValue, Points] = field(default_factory=dict)
    in_part: int = 0
    uncontested: int = 0
    won_together: int = 0
    deals_in_part: int = 0


@dataclass(frozen=True)
class HeadToHeadCounts:
    """A player beside another, in one game: at the end ahead, level, behind; as partners, and what they won so.

    `title` is the name of a game on the score pad, and "" for all others.
    """

    player: int
    name: str
    game: str
    ahead: int
    level: int
    behind: int
    partners: int
    won: int
    title: str = ""

    @property
    def against(self) -> int:
        return self.ahead + self.level + self.behind


@dataclass(frozen=True)
class LastResult:
    """How one session ended for a player: `options` are its house rules, `players` is how many sat at the table."""

    session: str
    game: str
    options: Mapping[str, Any]
    began: str
    place: int
    total: Points
    won: bool
    players: int


@dataclass(frozen=True)
class Statistics:
    """Everything of one player: by game, the most played first; beside others, those first who were there most.

    `player` is the number of the person who stands for whom was asked for. `run` is that of the last sessions among
    all games, see `Results`; 0 without any.
    """

    player: int
    name: str
    games: tuple[GameStatistics, ...]
    beside: tuple[HeadToHeadCounts, ...]
    run: int

    @property
    def in_all_games(self) -> list[HeadToHeadCounts]:
        """Beside each other player in all games together, which have no name."""
        found: dict[int, HeadToHeadCounts] = {}
        for each in self.beside:
            before = found.get(each.player)
            sums = {how: getattr(each, how) + (getattr(before, how) if before else 0) for how in COMPANY_COLUMNS}
            found[each.player] = HeadToHeadCounts(each.player, each.name, game="", **sums)
        return [*found.values()]


class PlayerCounts(NamedTuple):
    """What is counted of a person, without names; `last` are results, the newest first."""

    games: Mapping[GameKey, GameStatistics]
    beside: Mapping[tuple[GameKey, int], Mapping[str, int]]
    run: int
    last: Sequence[Row]


def statistics(book: Book, player: int, selection: Selection = EVERYTHING) -> Statistics:
    """What the sessions come to of a player, or of whom they were merged into; raises NoSuchError."""
    asked = people_by_number(book).get(player)
    if asked is None:
        raise NoSuchError(f"no player {player}")
    person = asked["person"]
    found = _count_player(book, person, selection)
    # Afterwards, so that everybody is known whom the figures name.
    everybody, written = people_by_number(book), titles(book, found.games)
    games = [replace(its, results=replace(its.results, title=written[played])) for played, its in found.games.items()]
    return Statistics(
        player=person,
        name=everybody[person]["name"],
        games=tuple(
            sorted(
                games, key=lambda each: (-each.results.games, -each.uncontested, each.results.game, each.results.title)
            )
        ),
        beside=tuple(_with_names(found, everybody, written)),
        run=found.run,
    )


def companions(book: Book, person: int, selection: Selection = EVERYTHING) -> list[HeadToHeadCounts]:
    """Who was there with a person, by game, those first who were there most."""
    found = _count_player(book, person, selection)
    return _with_names(found, people_by_number(book), titles(book, found.games))


def last_results(book: Book, person: int, *, limit: int, selection: Selection = EVERYTHING) -> list[LastResult]:
    """The last selected sessions of a person with a place at the end, the one that began last before the others."""
    last = _count_player(book, person, selection).last[:limit]
    heads = {
        row["number"]: row
        for row in book.db.execute(
            f"""
            SELECT number, id, options, (
                SELECT COUNT(*) FROM standing WHERE standing.session = session.id AND standing.place > 0
            ) AS players
            FROM session WHERE number IN ({", ".join("?" * len(last)) or "NULL"})
            """,
            [row["number"] for row in last],
        )
    }
    return [
        LastResult(
            session=heads[row["number"]]["id"],
            game=row["game"],
            options=json.loads(heads[row["number"]]["options"]),
            began=row["played_at"],
            place=row["place"],
            total=from_milli(row["total_milli"]),
            won=bool(row["won"]),
            players=heads[row["number"]]["players"],
        )
        for row in last
    ]


def _count_player(book: Book, person: int, selection: Selection) -> PlayerCounts:
    def counted(_earlier: PlayerCounts | None) -> tuple[PlayerCounts, int]:
        wanted, values = conditions(selection, "player_result")
        rows = book.db.execute(
            f"""
            SELECT game, title, place, won, total_milli, deals, facts, player_result.played_at, number
            FROM player CROSS JOIN player_result
            WHERE {" AND ".join(("player.scorebook = ?", OF_PERSON, "player_result.player = player.id", *wanted))}
            """,
            (book.scorebook, person, person, *values),
        )
        ended = sorted((row for row in rows if row["place"] > 0), key=itemgetter("played_at", "number"))
        found = PlayerCounts(
            games=_games(rows, [results for _, results in results_of(book, selection, person)]),
            beside=_beside(book, person, selection),
            run=[0, *runs_of("".join(str(row["won"]) for row in ended))][-1],
            last=[{name: row[name] for name in OF_LAST} for row in ended[: -MAX_LAST_RESULTS - 1 : -1]],
        )
        counts = sum(len(its.facts) + len(its.crossings) + len(its.points) for its in found.games.values())
        return found, (counts + len(found.beside) + len(found.last)) * BYTES_OF_COUNT

    return cached_result(book, ("player", person, selection), counted)


def _games(rows: Sequence[Row], results: Sequence[Results]) -> dict[GameKey, GameStatistics]:
    """By game what a person's deals had; results where they have a place at the end."""
    with_place = {(each.game, each.title): each for each in results}
    by_game: defaultdict[GameKey, list[Row]] = defaultdict(list)
    for row in rows:
        by_game[row["game"], row["title"]].append(row)
    games = {}
    for played, its in by_game.items():
        counts, in_part = facts_from_texts(row["facts"] for row in its), [row for row in its if not row["place"]]
        uncontested = [row for row in its if row["place"] == UNCONTESTED]
        games[played] = GameStatistics(
            results=with_place.get(played) or Results(game=played[0], title=played[1]),
            places=dict(sorted(Counter(row["place"] for row in its if row["place"] > 0).items())),
            facts=counts.facts,
            crossings=counts.crossings,
            points=counts.points,
            in_part=len(in_part),
            uncontested=len(uncontested),
            won_together=sum(row["won"] for row in uncontested),
            deals_in_part=sum(row["deals"] for row in in_part),
        )
    return games


def _beside(book: Book, person: int, selection: Selection) -> Mapping[tuple[GameKey, int], Mapping[str, int]]:
    """How a person stood beside each other one, by game and by who stands for the other now."""
    wanted, values = conditions(selection, "own")
    found = book.db.execute(
        f"""
        SELECT own.game, own.title, COALESCE(others.person, others.id) AS other,
            SUM(CASE WHEN own.side <> other.side AND own.place < other.place THEN 1 ELSE 0 END) AS ahead,
            SUM(CASE WHEN own.side <> other.side AND own.place = other.place THEN 1 ELSE 0 END) AS level,
            SUM(CASE WHEN own.side <> other.side AND own.place > other.place THEN 1 ELSE 0 END) AS behind,
            SUM(CASE WHEN own.side = other.side THEN 1 ELSE 0 END) AS partners,
            SUM(CASE WHEN own.side = other.side AND own.won = 1 THEN 1 ELSE 0 END) AS won
        FROM player CROSS JOIN player_result AS own JOIN player_result AS other ON other.session = own.session
            JOIN player AS others ON others.id = other.player
        WHERE {" AND ".join(("player.scorebook = ?", OF_PERSON, "own.player = player.id", "own.place > 0", *wanted))}
            AND other.place > 0 AND other.player <> own.player
        GROUP BY own.game, own.title, COALESCE(others.person, others.id)
        """,
        (book.scorebook, person, person, *values),
    )
    return {
        ((row["game"], row["title"]), row["other"]): {how: int(row[how]) for how in COMPANY_COLUMNS} for row in found
    }


def _with_names(
    found: PlayerCounts, everybody: Mapping[int, Row], written: Mapping[GameKey, str]
) -> list[HeadToHeadCounts]:
    beside = [
        HeadToHeadCounts(number, everybody[number]["name"], played[0], title=written[played], **times)
        for (played, number), times in found.beside.items()
    ]
    return sorted(beside, key=lambda each: (-each.against - each.partners, each.game, each.title, each.name))
