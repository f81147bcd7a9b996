"""What a player's finished sessions come to, and the table of a scorebook, from kept sums: no session is looked at."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.counting import Crossing, Told
from scoring.facts import POINTS
from scoring.message import Points
from store import tallies
from store.engine import Connection, Row
from store.errors import NoSuchPlayerError
from store.scorebooks import person_of
from store.tallies import Key
from store.values import from_milli, told_from_text


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
class Line:
    """A line of a scorebook's table: a player in one game."""

    player: int
    name: str
    results: Results


def table(db: Connection, scorebook: str) -> list[Line]:
    """Everybody in every game played to an end, by game, who won most of his sessions first."""
    found = _results(db, "player.scorebook = ?", scorebook)
    lines = [Line(player, name, results) for player, name, results in found]
    return sorted(lines, key=lambda each: (each.results.game, -_rate(each.results), -each.results.games, each.name))


def statistics(db: Connection, *, scorebook: str, player: int) -> Statistics:
    """What the sessions come to of a player, or of whom he was merged into; raises NoSuchPlayerError."""
    called = _called(db, scorebook)
    if player not in called:
        raise NoSuchPlayerError(player)
    number = person_of(db, player)
    kept = db.execute(f"SELECT {', '.join(tallies.TALLY)} FROM tally WHERE player = ?", (number,))
    sums = {row["game"]: tallies.sums_of(row) for row in kept}
    results = [results for _, _, results in _results(db, "player.id = ?", number)]
    results.sort(key=lambda each: (-each.games, each.game))
    return Statistics(
        player=number,
        name=called[number],
        games=tuple(_of_game(each, sums[each.game]) for each in results),
        beside=tuple(_beside(db, scorebook, called, sums)),
    )


def _rate(results: Results) -> Fraction:
    return Fraction(results.won, results.games)


def _results(db: Connection, whose: str, value: object) -> list[tuple[int, str, Results]]:
    """The results of some players in every game with their numbers and names, from one range of an index each."""
    share = "FROM share WHERE share.player = tally.player AND share.game = tally.game"
    found = db.execute(
        f"""
        SELECT player.id, COALESCE(player.called, player.name) AS name,
            tally.game, tally.games, tally.won, tally.total_milli,
            (SELECT MAX(total_milli) {share}) AS highest, (SELECT MIN(total_milli) {share}) AS lowest,
            (SELECT MAX(run) {share}) AS longest, (SELECT MIN(run) {share}) AS driest,
            (SELECT run {share} ORDER BY created_at DESC, number DESC LIMIT 1) AS run
        FROM tally JOIN player ON player.id = tally.player WHERE {whose}
        """,
        (value,),
    )
    return [(row["id"], row["name"], _read(row)) for row in found]


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


def _of_game(results: Results, sums: Mapping[Key, int]) -> GameStatistics:
    places, facts, crossings, points = {}, {}, {}, {}
    for key, amount in sums.items():
        if key.fact == tallies.PLACE:
            places[int(key.value)] = amount
        elif key.fact == POINTS:
            points[Told(key.by_fact, told_from_text(key.by_value))] = from_milli(amount)
        elif key.by_fact:
            of, by = Told(key.fact, told_from_text(key.value)), Told(key.by_fact, told_from_text(key.by_value))
            crossings[Crossing(of, by)] = amount
        elif not key.fact.startswith("@"):
            facts[Told(key.fact, told_from_text(key.value))] = amount
    return GameStatistics(results, dict(sorted(places.items())), facts, crossings, points)


def _called(db: Connection, scorebook: str) -> dict[int, str]:
    """What everybody is called, by number."""
    found = db.execute("SELECT id, COALESCE(called, name) AS name FROM player WHERE scorebook = ?", (scorebook,))
    return {row["id"]: row["name"] for row in found}


def _beside(
    db: Connection, scorebook: str, called: Mapping[int, str], sums: Mapping[str, Mapping[Key, int]]
) -> Iterable[Beside]:
    how = (tallies.AHEAD, tallies.LEVEL, tallies.BEHIND, tallies.PARTNER, tallies.WON_WITH)
    people = {
        row["id"]: row["person"]
        for row in db.execute("SELECT id, COALESCE(person, id) AS person FROM player WHERE scorebook = ?", (scorebook,))
    }
    times: defaultdict[tuple[int, str], Counter[str]] = defaultdict(Counter)
    for game, amounts in sums.items():
        for key, amount in amounts.items():
            if key.fact in how:
                times[people[int(key.value)], game][key.fact] += amount
    beside = [
        Beside(number, called[number], game, *(counted[each] for each in how))
        for (number, game), counted in times.items()
    ]
    return sorted(beside, key=lambda each: (-_together(each), each.game, each.name))


def _together(beside: Beside) -> int:
    return beside.ahead + beside.level + beside.behind + beside.partners
