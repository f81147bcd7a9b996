"""Operations on what the finished sessions come to: the table, a player's statistics, head to head."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.entry.fields import to_json
from scoring.insights.facts import One
from scoring.message import Points
from store.players.profiles import Player
from store.stats.player_stats import Beside, GameStatistics, PlayedGame, Statistics
from store.stats.results import LeagueRow, Results
from web.api.operation import Answered, Call, Operations
from web.api.operations.players import asked_for
from web.api.selection import SELECTS, Selected, selection

OPERATIONS = Operations("Players and statistics")


@dataclass(frozen=True)
class GameResults:
    """A player in one game: sessions and wins (a shared win is one), totals at the end, wins in a row.

    `title` is the name that a game on the score pad was given, else empty. `kind` is that of all of these sessions,
    null where they are of several, so that totals cannot be compared. An average is to the thousandth. `run` is how
    many of the last sessions were won, one after the other; below nothing how many were not. `longest` is the longest
    run of wins, `driest` of none.
    """

    game: str
    title: str
    kind: str | None
    games: int
    won: int
    average: float
    average_place: float
    highest: Points
    lowest: Points
    run: int
    longest: int
    driest: int


def game_results(found: Results) -> GameResults:
    averages = {name: _to_the_thousandth(getattr(found, name)) for name in ("average", "average_place")}
    return GameResults(**vars(found) | averages)


def _to_the_thousandth(points: Points) -> float:
    return round(float(Fraction(points)), 3)


@dataclass(frozen=True)
class TableLine:
    """A line of the table: a player in one game."""

    player: int
    name: str
    results: GameResults


@dataclass(frozen=True)
class ScoreTable:
    """Everybody in every game that was played to an end; and what can be selected."""

    lines: list[TableLine]
    games: list[PlayedGame]


@OPERATIONS.add(
    method="GET",
    path="/statistics",
    summary="The table of the scorebook: everybody in every game",
    about=SELECTS,
    query=Selected,
    answers={200: ("a line for each player and game", ScoreTable)},
)
def show_table(call: Call) -> Answered:
    return Answered(score_table(call.book.table(selection(call.query)), call.book.played_games()))


def score_table(lines: Iterable[LeagueRow], games: list[PlayedGame]) -> ScoreTable:
    """The table of a scorebook as it is answered."""
    return ScoreTable([TableLine(each.player, each.name, game_results(each.results)) for each in lines], games)


@dataclass(frozen=True)
class Times:
    """How often a fact had a value; with `by`, in the deals in which another fact had a value."""

    fact: str
    value: object
    by: str | None
    by_value: object
    times: int


@dataclass(frozen=True)
class Brought:
    """What was won in the deals in which a fact had a value."""

    fact: str
    value: object
    points: Points


@dataclass(frozen=True)
class Placed:
    """How often somebody came to a place."""

    place: int
    times: int


@dataclass(frozen=True)
class OfGame:
    """A player in one game: results, places, and the facts of the deals."""

    results: GameResults
    places: list[Placed]
    facts: list[Times]
    points: list[Brought]


@dataclass(frozen=True)
class OfPlayer:
    """What the finished sessions of a player come to."""

    id: int
    name: str
    games: list[OfGame]
    beside: list[Beside]


@OPERATIONS.add(
    method="GET",
    path="/players/{player}/statistics",
    summary="What the finished sessions of a player come to",
    about=SELECTS,
    query=Selected,
    answers={200: ("by game, and beside others", OfPlayer)},
)
def show_statistics(call: Call) -> Answered:
    player = asked_for(call.path["player"], call.book.people())
    return Answered(of_player(player, call.book.statistics(player.id, selection(call.query))))


def of_player(player: Player, found: Statistics) -> OfPlayer:
    """The statistics of a player as they are answered."""
    return OfPlayer(player.id, found.name, [_of_game(each) for each in found.games], [*found.beside])


def _of_game(found: GameStatistics) -> OfGame:
    alone = [Times(told.name, _one(told.value), None, None, times) for told, times in found.facts.items()]
    beside = [
        Times(crossing.of.name, _one(crossing.of.value), crossing.by.name, _one(crossing.by.value), times)
        for crossing, times in found.crossings.items()
    ]
    return OfGame(
        results=game_results(found.results),
        places=[Placed(place, times) for place, times in found.places.items()],
        facts=sorted((*alone, *beside), key=repr),
        points=sorted(
            (Brought(told.name, _one(told.value), points) for told, points in found.points.items()), key=repr
        ),
    )


def _one(value: One) -> Any:
    return to_json(value)
