"""The field for the games that players enter: one each, or several, or none where staying out is allowed."""

from __future__ import annotations

from scoring.entry.choices import Choice, Pick, PickMany
from scoring.entry.fields import Field, Own
from scoring.games.boo_ray.settle import GAMES, PLAYED
from scoring.message import say

MISSING = say("{name} hasn’t chosen a game yet.")
CHOICES = tuple(Choice(game.value, game.label) for game in GAMES)
NONE = Choice("none", say("out"))


class Entered(Pick):
    """A pick of a game without the choice of staying out."""

    def is_empty(self, raw: object) -> bool:
        return super().is_empty(raw) or raw == NONE.value


def entries_field(seats: tuple[int, ...], *, of: int, several: bool, forced: bool) -> Field:
    """The field for those who play, of so many seats; in seat order, whoever deals, because all show at once."""
    label = say("Game")
    if several:
        return PickMany(
            name="games", label=label, seats=seats, choices=CHOICES, some=forced, missing=MISSING, own=Own.HIDDEN
        )
    if forced:
        return Entered(name="games", label=label, seats=seats, choices=CHOICES, missing=MISSING, own=Own.HIDDEN)
    out = tuple(NONE.value if seat in seats else None for seat in range(of))
    return Pick(name="games", label=label, seats=seats, choices=(*CHOICES, NONE), suggested=out, own=Own.HIDDEN)


def games_of(value: object) -> tuple[str, ...]:
    """The games that a seat entered, from one choice or several, in the order of play."""
    chosen = value if isinstance(value, tuple) else (value,)
    return tuple(game for game in PLAYED if game in chosen)
