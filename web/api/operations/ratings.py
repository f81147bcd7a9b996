"""Operations on the ratings: everybody's, and the history of one player's in one game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring import validation
from scoring.text import same_name
from store.book import Book
from store.players.profiles import people
from store.scorebooks import is_rated
from store.stats import ratings
from store.stats.ratings import GAMES_TO_BE_SHOWN, Change, PlayerRating, rating_history
from web.api.answers import Time
from web.api.operation import Answered, Call, Operations
from web.api.operations.players import asked_for
from web.api.selection import MAX_LENGTH, Text, expect_game
from web.api.shapes import Constraints, Read

OPERATIONS = Operations("Players and statistics")
MAX_CHANGES = 1_000
TITLE = "with `game=score-pad`: the game of this name; left out, those without one"
ABOUT_OFF = " A scorekeeper can turn ratings off: then `is_on` is false and there are none."


@dataclass(frozen=True)
class OfGame(Read):
    """Which ratings; a filter that is left out or empty lets all pass."""

    game: Annotated[Text, Constraints(description="the slug of a game")] = None
    title: Annotated[Text, Constraints(description=TITLE)] = None


@dataclass(frozen=True)
class RatingLine:
    """A player's rating in one game, after so many `games`.

    `title` is the name that a game on the score pad was given, else empty. `rating` is null before the fifth game.
    """

    player: int
    name: str
    game: str
    title: str
    games: int
    rating: int | None


@dataclass(frozen=True)
class RatingList:
    """Everybody's rating in every game, by game, the best first and those without a number last."""

    is_on: bool
    ratings: list[RatingLine]


@dataclass(frozen=True)
class RatingOpponents:
    """What it brought to meet one other side: how likely it was to be ahead of them, and how it ended (1, ½ or 0)."""

    players: list[int]
    names: list[str]
    expected: float
    result: float
    gain: int


@dataclass(frozen=True)
class RatingChange:
    """What one session did to a rating: `gain`s against each other side add up to the difference."""

    session: str
    began: Time
    before: int
    after: int
    against: list[RatingOpponents]


@dataclass(frozen=True)
class RatingHistory:
    """A player's rating in one game: the `numbers` from 1,000 on, one for each game, and the last `changes` explained.

    `numbers` and `changes` are empty as long as `rating` is null.
    """

    is_on: bool
    player: int
    name: str
    game: str
    title: str
    games: int
    rating: int | None
    numbers: list[int]
    changes: list[RatingChange]


@OPERATIONS.add(
    method="GET",
    path="/ratings",
    summary="Everybody’s rating in every game",
    about=f"Worked out from the places in finished games. A rating has a number after {GAMES_TO_BE_SHOWN} games."
    + ABOUT_OFF,
    query=OfGame,
    answers={200: ("a line for each player and game", RatingList)},
    example={
        "is_on": True,
        "ratings": [
            {"player": 1, "name": "Ann", "game": "oh-hell", "title": "", "games": 12, "rating": 1042},
            {"player": 2, "name": "Ben", "game": "oh-hell", "title": "", "games": 3, "rating": None},
        ],
    },
)
def list_ratings(call: Call) -> Answered:
    asked: OfGame = call.query
    expect_game(asked, "title")
    if not is_rated(call.book):
        return Answered(RatingList(False, []))
    names = {each.id: each.name for each in people(call.book)}
    found = [each for each in ratings.ratings(call.book) if not asked.game or _is_of(each, asked.game, asked.title)]
    found.sort(key=lambda each: (each.game, each.title, each.number is None))
    return Answered(RatingList(True, [_line(each, names[each.player]) for each in found]))


def _is_of(rating: PlayerRating, game: str, title: str | None) -> bool:
    return rating.game == game and same_name(rating.title) == same_name(title or "")


def _line(found: PlayerRating, name: str) -> RatingLine:
    return RatingLine(found.player, name, found.game, found.title, found.games, found.number)


@dataclass(frozen=True)
class OneGame(Read):
    """In which game, and how many changes are explained."""

    game: Annotated[str, validation.text(MAX_LENGTH), Constraints(description="the slug of a game")]
    title: Annotated[Text, Constraints(description=TITLE)] = None
    limit: Annotated[
        int, validation.whole_number(1, MAX_CHANGES), Constraints(description="how many changes, the last ones")
    ] = 20


@OPERATIONS.add(
    method="GET",
    path="/players/{player}/rating",
    summary="A player’s rating in one game, and why it changed",
    about="A game counts as one meeting with each other side." + ABOUT_OFF,
    query=OneGame,
    answers={200: ("the rating and its history, the last change last", RatingHistory)},
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
def show_rating(call: Call) -> Answered:
    asked: OneGame = call.query
    book, title = call.book, asked.title or ""
    everybody = people(book)
    player = asked_for(call.path["player"], everybody)
    of_player = ratings.ratings(book, player.id) if is_rated(book) else []
    found = next((each for each in of_player if _is_of(each, asked.game, title)), None)
    names = {each.id: each.name for each in everybody}
    numbers, changes = _history(book, found, asked.limit, names)
    return Answered(
        RatingHistory(
            is_on=is_rated(book),
            player=player.id,
            name=player.name,
            game=asked.game,
            title=found.title if found else title,
            games=found.games if found else 0,
            rating=found.number if found else None,
            numbers=numbers,
            changes=changes,
        )
    )


def _history(
    book: Book, rating: PlayerRating | None, last: int, names: dict[int, str]
) -> tuple[list[int], list[RatingChange]]:
    """The numbers and the last changes; none of a rating that is not shown yet."""
    if rating is None or rating.number is None:
        return [], []
    history = rating_history(book, rating.player, rating.game, rating.title, last=last)
    return [*history.numbers], [_change(each, names) for each in history.changes]


def _change(change: Change, names: dict[int, str]) -> RatingChange:
    against = [
        RatingOpponents(
            players=[*each.people],
            names=[names[person] for person in each.people],
            expected=round(each.expected, 3),
            result=each.result,
            gain=each.gain,
        )
        for each in change.against
    ]
    return RatingChange(change.session, change.began, change.before, change.after, against)
