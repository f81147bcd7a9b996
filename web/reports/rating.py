"""What is told of ratings: the names of games, and why a rating changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.catalogue import all_games
from scoring.message import together
from store.stats.ratings import Change, PlayerRating
from web.i18n.translate import game_name, words


@dataclass(frozen=True)
class Reason:
    """What it brought to meet one other side: the names, how likely it was to be ahead of them, in percent."""

    names: str
    expected: int
    result: float
    gain: int


def reasons(change: Change, names: Mapping[int, str]) -> list[Reason]:
    """Why a rating changed: what each other side brought, that which brought most first."""
    found = [
        Reason(
            words(together(*(names[person] for person in each.people))), percent(each.expected), each.result, each.gain
        )
        for each in change.against
    ]
    return sorted(found, key=lambda each: -each.gain)


def percent(part: float) -> int:
    """A probability in whole percent; nothing is certain.

    >>> percent(0.414), percent(0.999), percent(0.001)
    (41, 99, 1)
    """
    return min(max(round(100 * part), 1), 99)


def name_of(rating: PlayerRating) -> str:
    """The name of a rated game; of one on the score pad the name that it was given."""
    game = all_games().get(rating.game)
    return rating.title or (game_name(game) if game else rating.game)


def value_of(game: str, title: str) -> str:
    """A game in a query: its slug, with a colon and its name on the score pad."""
    return f"{game}:{title}" if title else game


def number(rating: int) -> str:
    """A rating as people read it.

    >>> number(1042), number(958)
    ('1,042', '958')
    """
    return f"{rating:,}"
