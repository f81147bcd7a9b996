"""Operations on the results of finished sessions: the table, a player's statistics, head to head, ratings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from scoring.message import Points
from scoring.text import same_name
from scoring.validation import described, whole_number
from store.players.profiles import find_player
from store.scorebooks import is_rated
from store.stats import ratings
from store.stats.league import LeagueRow, league_table
from store.stats.player_stats import COMPANY_COLUMNS, GameStatistics, HeadToHeadCounts, statistics
from store.stats.ratings import GAMES_TO_BE_SHOWN, PlayerRating, RatingChange, rating_history
from store.stats.results import Results
from store.stats.selection import played_games
from web.api.operation import Call, operation
from web.api.operations.players import GROUP, NUMBER
from web.api.shapes import Members, Shape
from web.summaries.filters import GAME, SELECTED, expect_game, kind_in_words, selection

SELECTS = (
    "Counts all finished sessions, or those of a period, a game or a kind of it, see /statistics/games. A streak counts"
    " from the first session of the period."
)
ABOUT_OFF = " A scorekeeper can turn ratings off: then `is_on` is false and there are none."
SELECTION = Members(SELECTED)


@operation(
    GROUP,
    "GET",
    "/statistics",
    "Read the table of the scorebook: everybody in every game",
    about=SELECTS,
    query=SELECTION,
    answers={
        200: (
            "a line for each player and game",
            Shape("ScoreTable", "Everybody in every game that was played to an end.", lines=list[LeagueRow]),
        )
    },
)
def show_table(call: Call) -> dict[str, Any]:
    return {"lines": league_table(call.book, selection(call.query))}


@operation(
    GROUP,
    "GET",
    "/statistics/games",
    "List the games that were played to an end, and the kinds of their house rules",
    about="The values that the filters `game`, `title` and `kind` take here.",
    answers={
        200: (
            "every game that was played",
            Shape(
                "GamesPlayed",
                "What was played to an end, the most played first.",
                games=[
                    Shape(
                        "GamePlayed",
                        "A game that was played to an end; `title` is the name that one on the score pad was given,"
                        " else empty.",
                        game=str,
                        title=str,
                        kinds=[
                            Shape(
                                "KindOfGame",
                                "House rules under which totals can be compared: `kind` is the value of the filter,"
                                " `label` what people read.",
                                kind=str,
                                label=str,
                            )
                        ],
                    )
                ],
            ),
        )
    },
    example={
        "games": [
            {"game": "oh-hell", "title": "", "kinds": [{"kind": "long.10.normal", "label": "10→1→10"}]},
            {"game": "score-pad", "title": "Hearts", "kinds": [{"kind": "lowest", "label": "Who wins: Lowest"}]},
        ]
    },
)
def list_played_games(call: Call) -> dict[str, Any]:
    games = [
        {
            "game": each.game,
            "title": each.title,
            "kinds": [{"kind": kind, "label": kind_in_words(each.game, kind, each.kinds)} for kind in each.kinds],
        }
        for each in played_games(call.book)
    ]
    return {"games": games}


TIMES = Shape(
    "Times",
    "How often a fact had a value; with `by`, in the deals in which another fact had a value.",
    fact=str,
    value=object,
    by=str | None,
    by_value=object,
    times=int,
)
OF_GAME = Shape(
    "OfGame",
    "A player in one game: results, places, and the facts of the deals.",
    results=Results,
    places=[Shape("Placed", "How often somebody came to a place.", place=int, times=int)],
    facts=[TIMES],
    points=[
        Shape(
            "Brought",
            "What was won in the deals in which a fact had a value.",
            fact=str,
            value=object,
            points=Points,
        )
    ],
    in_part=int,
    deals_in_part=int,
    uncontested=int,
    won_together=int,
)


@operation(
    GROUP,
    "GET",
    "/players/{player}/statistics",
    "Read a player’s statistics",
    about=f"{SELECTS} `in_part` counts games that the player played without a place at the end, `deals_in_part` the"
    " deals in them: their facts are counted, and nothing else. `uncontested` counts games that they played alone or"
    " together with all, of which they won `won_together`; `results` have none of them.",
    query=SELECTION,
    answers={
        200: (
            "by game, and beside others",
            Shape(
                "OfPlayer", "A player’s statistics.", id=int, name=str, games=[OF_GAME], beside=list[HeadToHeadCounts]
            ),
        )
    },
)
def show_statistics(call: Call) -> dict[str, Any]:
    player = find_player(call.book, call.path["player"])
    found = statistics(call.book, player.id, selection(call.query))
    games = [_of_game(each) for each in found.games]
    return {"id": player.id, "name": found.name, "games": games, "beside": found.beside}


def _of_game(found: GameStatistics) -> dict[str, Any]:
    alone = [(fact, None, times) for fact, times in found.facts.items()]
    both = [(crossing.of, crossing.by, times) for crossing, times in found.crossings.items()]
    facts = [
        {
            "fact": of.name,
            "value": of.value,
            "by": by and by.name,
            "by_value": by and by.value,
            "times": times,
        }
        for of, by, times in (*alone, *both)
    ]
    points = [{"fact": of.name, "value": of.value, "points": points} for of, points in found.points.items()]
    return {
        "results": found.results,
        "places": [{"place": place, "times": times} for place, times in found.places.items()],
        "facts": sorted(facts, key=repr),
        "points": sorted(points, key=repr),
        "in_part": found.in_part,
        "deals_in_part": found.deals_in_part,
        "uncontested": found.uncontested,
        "won_together": found.won_together,
    }


COUNTS: Mapping[str, type] = dict.fromkeys(COMPANY_COLUMNS, int)


@operation(
    GROUP,
    "GET",
    "/players/{player}/head-to-head",
    "Read who beats whom at which game",
    about="From the places at the end of finished games. Partners are counted apart: between them nobody is ahead.",
    query=Members(
        {**SELECTED, "other": described(NUMBER, "the `id` of the other player")},
    ),
    answers={
        200: (
            "a player against everybody",
            Shape(
                "HeadToHead",
                "A player against everybody they sat with, those first with whom they sat most.",
                id=int,
                name=str,
                others=[
                    Shape(
                        "Opponent",
                        "Another player: all games together, and each, the most played first.",
                        player=int,
                        name=str,
                        games=[
                            Shape(
                                "AgainstInGame",
                                "How often a player was ahead of another at the end of a game, level, behind; partners,"
                                " and won as such.",
                                game=str,
                                title=str,
                                **COUNTS,
                            )
                        ],
                        **COUNTS,
                    )
                ],
            ),
        )
    },
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
def show_head_to_head(call: Call) -> dict[str, Any]:
    player, other = find_player(call.book, call.path["player"]), call.query.get("other")
    if other is not None:
        find_player(call.book, other)
    found = statistics(call.book, player.id, selection(call.query))
    by_other: defaultdict[int, list[HeadToHeadCounts]] = defaultdict(list)
    for each in found.beside:
        if other in (None, each.player):
            by_other[each.player].append(each)
    met = sorted(
        by_other.values(), key=lambda games: (-sum(each.against + each.partners for each in games), games[0].name)
    )
    others = [
        {
            "player": games[0].player,
            "name": games[0].name,
            **{name: sum(getattr(each, name) for each in games) for name in COUNTS},
            "games": [{name: getattr(each, name) for name in ("game", "title", *COUNTS)} for each in games],
        }
        for games in met
    ]
    return {"id": player.id, "name": found.name, "others": others}


@operation(
    GROUP,
    "GET",
    "/ratings",
    "Read everybody’s rating in every game",
    about=f"Calculated from the places in finished games. A rating has a number after {GAMES_TO_BE_SHOWN} games."
    + ABOUT_OFF,
    query=Members(GAME),
    answers={
        200: (
            "a line for each player and game",
            Shape(
                "RatingList",
                "Everybody’s rating in every game, by game, the best first and those without a number last.",
                is_on=bool,
                ratings=list[PlayerRating],
            ),
        )
    },
    example={
        "is_on": True,
        "ratings": [
            {"player": 1, "name": "Ann", "game": "oh-hell", "title": "", "games": 12, "rating": 1042},
            {"player": 2, "name": "Ben", "game": "oh-hell", "title": "", "games": 3, "rating": None},
        ],
    },
)
def list_ratings(call: Call) -> dict[str, Any]:
    query, is_on = call.query, is_rated(call.book)
    expect_game(query)
    every = ratings.ratings(call.book) if is_on else []
    found = [each for each in every if not query.get("game") or _is_of(each, query)]
    found.sort(key=lambda each: (each.game, each.title, each.number is None))
    return {"is_on": is_on, "ratings": found}


@operation(
    GROUP,
    "GET",
    "/players/{player}/rating",
    "Read a player’s rating in one game, and why it changed",
    about="A game counts as one meeting with each other side. `numbers` and `changes` are empty as long as `rating` is"
    " null." + ABOUT_OFF,
    query=Members(
        {
            "title": GAME["title"],
            "limit": described(whole_number(1, 1_000), "how many changes, the last ones"),
        },
        game=GAME["game"],
    ),
    answers={
        200: (
            "the rating and its history, the last change last",
            Shape(
                "RatingHistory",
                "A player’s rating in one game: the `numbers` from 1,000 on, one for each game, and the last `changes`"
                " explained.",
                is_on=bool,
                player=int,
                name=str,
                game=str,
                title=str,
                games=int,
                rating=int | None,
                numbers=list[int],
                changes=list[RatingChange],
            ),
        )
    },
    example={
        **{"is_on": True, "player": 1, "name": "Ann", "game": "oh-hell", "title": "", "games": 5, "rating": 1063},
        "numbers": [1000, 1063, 1010, 1031, 1049, 1063],
        "changes": [
            {
                "session": "Vq0cSMTxN0iSg2jvVnhN1Q",
                "began": "2026-11-21T10:02:00Z",
                "before": 1049,
                "after": 1063,
                "against": [{"players": [2], "names": ["Ben"], "expected": 0.41, "result": 1.0, "gain": 14}],
            }
        ],
    },
)
def show_rating(call: Call) -> dict[str, Any]:
    book, query, is_on = call.book, call.query, is_rated(call.book)
    player = find_player(book, call.path["player"])
    every = ratings.ratings(book, player.id) if is_on else []
    found = next((each for each in every if _is_of(each, query)), None)
    history = ratings.RatingHistory((), ())
    if found and found.number is not None:
        history = rating_history(book, player.id, found.game, found.title, last=query.get("limit", 20))
    return {
        "is_on": is_on,
        "player": player.id,
        "name": player.name,
        "game": query["game"],
        "title": found.title if found else query.get("title", ""),
        "games": found.games if found else 0,
        "rating": found.number if found else None,
        "numbers": history.numbers,
        "changes": history.changes,
    }


def _is_of(rating: PlayerRating, query: Mapping[str, Any]) -> bool:
    """Whether it is a rating in the game that was asked for."""
    return rating.game == query["game"] and same_name(rating.title) == same_name(query.get("title", ""))
