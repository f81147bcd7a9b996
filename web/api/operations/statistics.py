"""Operations on what the finished sessions come to: the table, a player's statistics, head to head."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from scoring.catalogue import all_games
from scoring.entry.fields import to_json
from scoring.insights.facts import One
from scoring.message import Points
from store.players.profiles import Player, people
from store.stats.league import LeagueRow, Results, table
from store.stats.player_stats import Beside, GameStatistics, Statistics, statistics
from store.stats.selection import PlayedGame, played_games
from web.api.operation import Answered, Call, Operations
from web.api.operations.players import Number, asked_for
from web.api.selection import SELECTS, Selected, selection
from web.api.shapes import Constraints
from web.i18n.translate import words

OPERATIONS = Operations("Players and statistics")
COUNTED = ("game", "title", "ahead", "level", "behind", "partners", "won")
"""What `Beside` and `AgainstInGame` have both."""


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
    """Everybody in every game that was played to an end."""

    lines: list[TableLine]


@OPERATIONS.add(
    method="GET",
    path="/statistics",
    summary="The table of the scorebook: everybody in every game",
    about=SELECTS,
    query=Selected,
    answers={200: ("a line for each player and game", ScoreTable)},
)
def show_table(call: Call) -> Answered:
    return Answered(score_table(table(call.book, selection(call.query))))


def score_table(lines: Iterable[LeagueRow]) -> ScoreTable:
    """The table of a scorebook as it is answered."""
    return ScoreTable([TableLine(each.player, each.name, game_results(each.results)) for each in lines])


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
    """A player in one game: results, places, and the facts of the deals.

    `in_part` counts games that they played without a place at the end, `deals_in_part` the deals in them: their facts
    are counted, and nothing else.
    """

    results: GameResults
    places: list[Placed]
    facts: list[Times]
    points: list[Brought]
    in_part: int
    deals_in_part: int


@dataclass(frozen=True)
class OfPlayer:
    """What the finished sessions of a player come to."""

    id: int
    name: str
    games: list[OfGame]
    beside: list[Beside]


@dataclass(frozen=True)
class KindOfGame:
    """House rules under which totals can be compared: `kind` is what the filter takes, `label` tells it."""

    kind: str
    label: str


@dataclass(frozen=True)
class GamePlayed:
    """A game that was played to an end; `title` is the name that one on the score pad was given, else empty."""

    game: str
    title: str
    kinds: list[KindOfGame]


@dataclass(frozen=True)
class GamesPlayed:
    """What was played to an end, the most played first."""

    games: list[GamePlayed]


@OPERATIONS.add(
    method="GET",
    path="/statistics/games",
    summary="What was played to an end, and under which kinds of house rules",
    about="The values that the filters `game`, `title` and `kind` take here.",
    answers={200: ("every game that was played", GamesPlayed)},
    example={
        "games": [
            {"game": "oh-hell", "title": "", "kinds": [{"kind": "long.10.normal", "label": "10→1→10"}]},
            {"game": "score-pad", "title": "Hearts", "kinds": [{"kind": "lowest", "label": "Who wins: Lowest"}]},
        ]
    },
)
def list_played_games(call: Call) -> Answered:
    return Answered(GamesPlayed([_played(each) for each in played_games(call.book)]))


def _played(found: PlayedGame) -> GamePlayed:
    game = all_games().get(found.game)
    labels = {kind: words(game.options.name_of_kind(kind, among=found.kinds)) if game else kind for kind in found.kinds}
    return GamePlayed(found.game, found.title, [KindOfGame(kind, label) for kind, label in labels.items()])


@OPERATIONS.add(
    method="GET",
    path="/players/{player}/statistics",
    summary="What the finished sessions of a player come to",
    about=SELECTS,
    query=Selected,
    answers={200: ("by game, and beside others", OfPlayer)},
)
def show_statistics(call: Call) -> Answered:
    player = asked_for(call.path["player"], people(call.book))
    return Answered(of_player(player, statistics(call.book, player.id, selection(call.query))))


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
        in_part=found.in_part,
        deals_in_part=found.deals_in_part,
    )


def _one(value: One) -> Any:
    return to_json(value)


@dataclass(frozen=True)
class AgainstInGame:
    """How often a player was ahead of another at the end of a game, level, behind; partners, and won as such."""

    game: str
    title: str
    ahead: int
    level: int
    behind: int
    partners: int
    won: int


@dataclass(frozen=True)
class Opponent:
    """Another player: all games together, and each, the most played first."""

    player: int
    name: str
    ahead: int
    level: int
    behind: int
    partners: int
    won: int
    games: list[AgainstInGame]


@dataclass(frozen=True)
class HeadToHead:
    """A player against everybody they sat with, those first with whom they sat most."""

    id: int
    name: str
    others: list[Opponent]


@dataclass(frozen=True)
class Against(Selected):
    """Against whom, in which games; whatever is left out lets all pass."""

    other: Annotated[Number | None, Constraints(description="the `id` of the other player")] = None


@OPERATIONS.add(
    method="GET",
    path="/players/{player}/head-to-head",
    summary="Who beats whom at which game",
    about="From the places at the end of finished games. Partners are counted apart: between them nobody is ahead.",
    query=Against,
    answers={200: ("a player against everybody", HeadToHead)},
    example={
        "id": 1,
        "name": "Ann",
        "others": [
            {
                **{"player": 2, "name": "Ben", "ahead": 7, "level": 0, "behind": 5, "partners": 2, "won": 1},
                "games": [
                    {"game": "oh-hell", "title": "", "ahead": 7, "level": 0, "behind": 5, "partners": 0, "won": 0},
                    {"game": "satat", "title": "", "ahead": 0, "level": 0, "behind": 0, "partners": 2, "won": 1},
                ],
            }
        ],
    },
)
def show_head_to_head(call: Call) -> Answered:
    asked: Against = call.query
    everybody = people(call.book)
    player = asked_for(call.path["player"], everybody)
    other = asked_for(asked.other, everybody) if asked.other is not None else None
    found = statistics(call.book, player.id, selection(asked))
    by_other: defaultdict[int, list[Beside]] = defaultdict(list)
    for each in found.beside:
        if other is None or each.player == other.id:
            by_other[each.player].append(each)
    others = sorted(map(_opponent, by_other.values()), key=lambda each: (-_met(each), each.name))
    return Answered(HeadToHead(player.id, found.name, others))


def _opponent(beside: list[Beside]) -> Opponent:
    """Another player, from what was in each game."""
    games = [AgainstInGame(*(getattr(each, name) for name in COUNTED)) for each in beside]
    sums = {name: sum(getattr(each, name) for each in beside) for name in COUNTED[2:]}
    return Opponent(player=beside[0].player, name=beside[0].name, **sums, games=games)


def _met(each: Opponent) -> int:
    return each.ahead + each.level + each.behind + each.partners
