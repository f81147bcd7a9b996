"""What the documents of the club come to, for each question: sums with nothing of what the site keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from bench import club
from bench.browser import sums
from bench.browser.sums import Finished

ME = club.PLAYERS[0]
Played: TypeAlias = Sequence[Finished]
WHOLE_FROM = 100
"""An average from here on is told without tenths."""


def of_game(played: Played, name: str) -> list[Finished]:
    return [each for each in played if each.name == name]


def wins(played: Played) -> list[list[str]]:
    """Everybody with their games and wins; who won most first, of two as good who played less."""
    names = sorted({name for each in played for name in each.players})
    found = [(name, len(sums.of(played, name)), sums.wins(played, name)) for name in names]
    return [list(map(str, each)) for each in sorted(found, key=lambda each: (-each[2], each[1]))]


def last_evening(played: Played) -> list[Finished]:
    return max(sums.evenings(played), key=lambda evening: evening[0].began)


def bids(played: Played) -> str:
    made = [
        row.fact("made", seat)
        for each in of_game(played, "Wizard")
        for seat, name in enumerate(each.players)
        if name == ME
        for row in each.sheet.rows
    ]
    hit, all_of_them = made.count(True), made.count(True) + made.count(False)
    return f"{int(Fraction(100 * hit, all_of_them) + Fraction(1, 2))}% {hit} of {all_of_them}"


def most_partner(played: Played) -> list[str]:
    """The partner of most games, how many, and how many of them were won."""
    together = {name: [each for each in sums.of(played, name) if _partners(each, name)] for name in club.PLAYERS[1:]}
    name = min(together, key=lambda each: (-len(together[each]), each))
    return [name, str(len(together[name])), str(sums.wins(together[name], ME))]


def _partners(played: Finished, name: str) -> bool:
    return ME in played.players and played.partners(ME, name)


def most_yaku(played: Played) -> int:
    made: Counter[Any] = Counter(
        value
        for each in of_game(played, "Koi-Koi")
        for row in each.sheet.rows
        for seat in each.sheet.table.seats
        for value in (row.fact("yaku", seat) or ())  # type: ignore[union-attr]
    )
    return made.most_common(1)[0][1]


def last_ten(played: Played) -> list[Finished]:
    evenings = sorted(sums.evenings(played), key=lambda evening: evening[0].began)[-10:]
    return [each for evening in evenings for each in evening]


def in_march(played: Played) -> int:
    return sum(evening[0].began.month == 3 for evening in sums.evenings(played))


def average(played: Played) -> Fraction:
    exact = sums.average(played, ME)
    fine = 1 if abs(exact) >= WHOLE_FROM else 10
    return Fraction(int(abs(exact) * fine + Fraction(1, 2)), fine) * (1 if exact > 0 else -1)


def in_spring(played: Played) -> str:
    found = sums.of([each for each in played if each.began.month in (3, 4, 5)], ME)
    return f"{sums.wins(found, ME)} of {len(found)}"


def standing_beside(played: Played, other: str) -> list[str]:
    """Games against somebody, ahead, level, behind."""
    found = sums.beside(played, ME, other)
    return [str(each) for each in (sum(found), *found)]


def streak(played: Played) -> int:
    return max(sums.streak(played, name) for name in club.PLAYERS)


def hours(played: Played) -> str:
    return f"{round(sum(each.minutes for each in played) / 60)} h"
