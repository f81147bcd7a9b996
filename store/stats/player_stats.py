"""Player statistics and the league table, from stored sums alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from scoring.insights.counting import Crossing, Told
from scoring.insights.facts import POINTS
from scoring.message import Points
from store.engines.base import Connection, Row
from store.errors import NoSuchPlayerError
from store.stats import totals
from store.values import from_milli, told_from_text

COMPANY_COLUMNS = (totals.AHEAD, totals.LEVEL, totals.BEHIND, totals.PARTNER, totals.WON_WITH)
"""How somebody was there with another, in the order in which `Beside` has it."""
MAX_CACHED_COUNTS = 128
"""The counts of so many players and games are kept as they were read last, some 20 KB each."""


@dataclass(frozen=True)
class Results:
    """A player in one game: sessions and wins (a shared win is one), totals, wins in a row.

    `average`, `highest` and `lowest` are of the totals at the end. `run` is how many of the last sessions were won, one
    after the other; below nothing how many were not. `longest` is the longest run of wins, `driest` of none.
    """

    game: str
    games: int
    won: int
    average: Points
    highest: Points
    lowest: Points
    run: int
    longest: int
    driest: int


@dataclass(frozen=True)
class GameStatistics:
    """What a player's sessions of one game come to: how often each place, how often each fact stood, what it brought.

    `points` is what was won in the deals in which a fact stood.
    """

    results: Results
    places: Mapping[int, int] = field(default_factory=dict)
    facts: Mapping[Told, int] = field(default_factory=dict)
    crossings: Mapping[Crossing, int] = field(default_factory=dict)
    points: Mapping[Told, Points] = field(default_factory=dict)


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
class LeagueRow:
    """A line of a scorebook's table: a player in one game."""

    player: int
    name: str
    results: Results


def table(db: Connection, scorebook: str) -> list[LeagueRow]:
    """Everybody in every game played to an end, by game: who won most first, of two as good who played less."""
    found = _kept(db, "player.scorebook = ?", scorebook)
    return ranked(LeagueRow(row["player"], row["name"], _read(row)) for row in found)


def ranked(lines: Iterable[LeagueRow]) -> list[LeagueRow]:
    """Lines by game: who won most first, of two as good who played less."""
    return sorted(lines, key=lambda each: (each.results.game, *_rank(each.results), each.name))


def statistics(db: Connection, scorebook: str, player: int) -> Statistics:
    """What the sessions come to of a player, or of whom he was merged into; raises NoSuchPlayerError."""
    asked = db.execute(
        "SELECT COALESCE(person, id) AS person FROM player WHERE id = ? AND scorebook = ?", (player, scorebook)
    ).fetchone()
    if asked is None:
        raise NoSuchPlayerError(player)
    number = asked["person"]
    found = _kept(db, "player.id = ?", number, also=("counts",))
    counts = {row["game"]: _counts(row["counts"]) for row in found}
    # Last, so that everybody is known whom the counts name.
    everybody = _everybody(db, scorebook)
    games = [_of_game(_read(row), counts[row["game"]]) for row in found]
    return Statistics(
        player=number,
        name=everybody[number]["name"],
        games=tuple(sorted(games, key=lambda each: (-each.results.games, each.results.game))),
        beside=tuple(_beside(everybody, counts)),
    )


def _rank(results: Results) -> tuple[int, Fraction, int]:
    return -results.won, -Fraction(results.won, results.games), -results.games


def _kept(db: Connection, whose: str, value: object, *, also: Iterable[str] = ()) -> list[Row]:
    """The sums of some players in every game, with their names, and each best from the end of an index."""
    share = "FROM share WHERE share.player = tally.player AND share.game = tally.game"
    return db.execute(
        f"""
        SELECT tally.player, COALESCE(player.called, player.name) AS name,
            {", ".join(f"tally.{column}" for column in ("game", "games", "won", "total_milli", *also))},
            (SELECT MAX(total_milli) {share}) AS highest, (SELECT MIN(total_milli) {share}) AS lowest,
            (SELECT MAX(run) {share}) AS longest, (SELECT MIN(run) {share}) AS driest,
            (SELECT run {share} ORDER BY created_at DESC, number DESC LIMIT 1) AS run
        FROM tally JOIN player ON player.id = tally.player WHERE {whose}
        """,
        (value,),
    ).fetchall()


def _read(row: Row) -> Results:
    average = Fraction(row["total_milli"], 1000 * row["games"])
    return Results(
        game=row["game"],
        games=row["games"],
        won=row["won"],
        average=average.numerator if average.denominator == 1 else average,
        highest=from_milli(row["highest"]),
        lowest=from_milli(row["lowest"]),
        run=row["run"],
        longest=max(row["longest"], 0),
        driest=max(-row["driest"], 0),
    )


@dataclass(frozen=True)
class Counts:
    """The counts of a player in one game, by what they say; `beside` has by whom and how they stood how often."""

    places: Mapping[int, int]
    facts: Mapping[Told, int]
    crossings: Mapping[Crossing, int]
    points: Mapping[Told, Points]
    beside: Mapping[tuple[int, str], int]


@lru_cache(maxsize=MAX_CACHED_COUNTS)
def _counts(text: str) -> Counts:
    """Counts from the text in which they are kept: the same text says the same, whoever reads it."""
    places, facts, crossings, points, beside = {}, {}, {}, {}, {}
    for key, amount in totals.amounts_of(text):
        if key.fact == totals.PLACE:
            places[int(key.value)] = amount
        elif key.fact in COMPANY_COLUMNS:
            beside[int(key.value), key.fact] = amount
        elif key.fact == POINTS:
            points[Told(key.by_fact, told_from_text(key.by_value))] = from_milli(amount)
        elif key.by_fact:
            of, by = Told(key.fact, told_from_text(key.value)), Told(key.by_fact, told_from_text(key.by_value))
            crossings[Crossing(of, by)] = amount
        else:
            facts[Told(key.fact, told_from_text(key.value))] = amount
    return Counts(dict(sorted(places.items())), facts, crossings, points, beside)


def _of_game(results: Results, counts: Counts) -> GameStatistics:
    return GameStatistics(results, counts.places, counts.facts, counts.crossings, counts.points)


def _everybody(db: Connection, scorebook: str) -> dict[int, Row]:
    """Everybody by number: what each is called, and who stands for each."""
    found = db.execute(
        """
        SELECT id, COALESCE(called, name) AS name, COALESCE(person, id) AS person FROM player WHERE scorebook = ?
        """,
        (scorebook,),
    )
    return {row["id"]: row for row in found}


def _beside(everybody: Mapping[int, Row], counts: Mapping[str, Counts]) -> list[Beside]:
    """Who was there with somebody, merged players as the one who stands for them."""
    times: defaultdict[tuple[int, str], Counter[str]] = defaultdict(Counter)
    for game, its in counts.items():
        for (player, how), amount in its.beside.items():
            times[everybody[player]["person"], game][how] += amount
    beside = [
        Beside(number, everybody[number]["name"], game, *(counted[how] for how in COMPANY_COLUMNS))
        for (number, game), counted in times.items()
    ]
    return sorted(beside, key=lambda each: (-_together(each), each.game, each.name))


def _together(beside: Beside) -> int:
    return beside.ahead + beside.level + beside.behind + beside.partners
