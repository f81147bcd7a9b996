"""Player statistics and the league table, from stored sums alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from scoring.insights.facts import Crossing, Told
from scoring.message import Points
from scoring.text import same_name
from store.book import Book
from store.engines.base import Row
from store.errors import NoSuchError
from store.stats.counts import COMPANY_COLUMNS, Counts, Played, counts_of
from store.stats.results import LeagueRow, Results, lines, none_of
from store.stats.selection import ALL_KINDS, ALL_TIME, EVERYTHING, Selection
from store.stats.titles import titles

NO_COUNTS = Counts({}, {}, {}, {}, {})


@dataclass(frozen=True)
class GameStatistics:
    """What a player's sessions of one game come to: how often each place, how often each fact stood, what it brought.

    `points` is what was won in the deals in which a fact stood. `in_part` are the games that they played without a
    place at their end, `deals_in_part` the deals in them: the results have none of these, the facts all.
    """

    results: Results
    places: Mapping[int, int] = field(default_factory=dict)
    facts: Mapping[Told, int] = field(default_factory=dict)
    crossings: Mapping[Crossing, int] = field(default_factory=dict)
    points: Mapping[Told, Points] = field(default_factory=dict)
    in_part: int = 0
    deals_in_part: int = 0


@dataclass(frozen=True)
class Beside:
    """A player beside another, in one game: at the end ahead, level, behind; as partners, and what they won so."""

    player: int
    name: str
    game: str
    ahead: int
    level: int
    behind: int
    partners: int
    won: int
    title: str = ""


@dataclass(frozen=True)
class Statistics:
    """Everything of one player: by game, the most played first; beside others, those first who were there most.

    `player` is the number of the person who stands for whom was asked for.
    """

    player: int
    name: str
    games: tuple[GameStatistics, ...]
    beside: tuple[Beside, ...]


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played to an end, and in which kinds, the most played first."""

    game: str
    title: str
    kinds: tuple[str, ...]


def table(book: Book, selection: Selection = EVERYTHING) -> list[LeagueRow]:
    """Everybody in every game played to an end, by game: who won most first, of two as good who played less."""
    found = lines(book.db, "player.scorebook = ?", book.scorebook, selection)
    written = titles(book, ((each.results.game, each.results.title) for each in found))
    return ranked(replace(each, results=_titled(each.results, written)) for each in found)


def ranked(lines: Iterable[LeagueRow]) -> list[LeagueRow]:
    """Lines by game: who won most first, of two as good who played less."""
    return sorted(lines, key=lambda each: (each.results.game, each.results.title, *_rank(each.results), each.name))


def played_games(book: Book, player: int | None = None, *, kinds_of: Played | None = None) -> list[PlayedGame]:
    """What was played to an end, by a player or by anybody, the most played first; with the kinds of all, or of one."""
    wanted: list[str] = ["player.scorebook = ?"]
    values: list[object] = [book.scorebook]
    if player is not None:
        wanted, values = [*wanted, "player.id = ?"], [*values, player]
    wanted, values = [*wanted, "tally.player = player.id", "span = ?"], [*values, ALL_TIME]
    if kinds_of is not None:
        wanted += ["(kind = ? OR (game = ? AND title = ?))"]
        values += [ALL_KINDS, kinds_of[0], same_name(kinds_of[1])]
    found = book.db.execute(
        f"""
        SELECT game, title, kind, SUM(games) AS games FROM player CROSS JOIN tally WHERE {" AND ".join(wanted)}
        GROUP BY game, title, kind ORDER BY SUM(games) DESC, game, title, kind
        """,
        values,
    ).fetchall()
    kinds: dict[Played, list[str]] = {}
    for row in found:
        if row["kind"] == ALL_KINDS:
            kinds[row["game"], row["title"]] = []
    for row in found:
        if row["kind"] != ALL_KINDS:
            kinds[row["game"], row["title"]].append(row["kind"])
    written = titles(book, kinds)
    return [PlayedGame(played[0], written[played], tuple(of_it)) for played, of_it in kinds.items()]


def statistics(book: Book, player: int, selection: Selection = EVERYTHING) -> Statistics:
    """What the sessions come to of a player, or of whom he was merged into; raises NoSuchError."""
    asked = book.db.execute(
        "SELECT COALESCE(person, id) AS person FROM player WHERE id = ? AND scorebook = ?", (player, book.scorebook)
    ).fetchone()
    if asked is None:
        raise NoSuchError(f"no player {player}")
    number = asked["person"]
    found = [line.results for line in lines(book.db, "player.id = ?", number, selection)]
    counts = counts_of(book.db, number, selection)
    finished = {(each.game, each.title) for each in found}
    found += [none_of(*each) for each, its in counts.items() if its.in_part and each not in finished]
    # Last, so that everybody is known whom the counts name.
    everybody = _everybody(book)
    written = titles(book, ((each.game, each.title) for each in found))
    games = [_of_game(_titled(each, written), counts.get((each.game, each.title), NO_COUNTS)) for each in found]
    return Statistics(
        player=number,
        name=everybody[number]["name"],
        games=tuple(sorted(games, key=lambda each: (-each.results.games, each.results.game, each.results.title))),
        beside=tuple(_beside(everybody, counts, written)),
    )


def company(book: Book, player: int, selection: Selection = EVERYTHING) -> list[Beside]:
    """Who was there with a person, by game, those first who were there most."""
    counts = counts_of(book.db, player, selection, only=frozenset(COMPANY_COLUMNS))
    return _beside(_everybody(book), counts, titles(book, counts))


def _rank(results: Results) -> tuple[int, Fraction, int]:
    return -results.won, -Fraction(results.won, results.games), -results.games


def _of_game(results: Results, counts: Counts) -> GameStatistics:
    return GameStatistics(
        results,
        counts.places,
        counts.facts,
        counts.crossings,
        counts.points,
        in_part=counts.in_part,
        deals_in_part=counts.deals_in_part,
    )


def _everybody(book: Book) -> dict[int, Row]:
    """Everybody by number: what each is called, and who stands for each."""
    found = book.db.execute(
        """
        SELECT id, COALESCE(called, name) AS name, COALESCE(person, id) AS person FROM player WHERE scorebook = ?
        """,
        (book.scorebook,),
    )
    return {row["id"]: row for row in found}


def _titled(results: Results, written: Mapping[Played, str]) -> Results:
    return replace(results, title=written[results.game, results.title]) if results.title else results


def _beside(
    everybody: Mapping[int, Row], counts: Mapping[Played, Counts], written: Mapping[Played, str]
) -> list[Beside]:
    """Who was there with somebody, merged players as the one who stands for them."""
    times: defaultdict[tuple[int, Played], Counter[str]] = defaultdict(Counter)
    for played, its in counts.items():
        for (player, how), amount in its.beside.items():
            times[everybody[player]["person"], played][how] += amount
    beside = []
    for (number, played), counted in times.items():
        ahead, level, behind, partners, won = (counted[how] for how in COMPANY_COLUMNS)
        game, title = played[0], written.get(played, played[1])
        beside.append(Beside(number, everybody[number]["name"], game, ahead, level, behind, partners, won, title))
    return sorted(beside, key=lambda each: (-_together(each), each.game, each.title, each.name))


def _together(beside: Beside) -> int:
    return beside.ahead + beside.level + beside.behind + beside.partners
