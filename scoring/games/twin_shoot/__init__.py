"""Twin Shoot ツインシュート: two cards laid face down are the bid for the ten tricks."""

from __future__ import annotations

from scoring.game import Game
from scoring.games.twin_shoot.sheet import PRESETS, TwinShootOptions, TwinShootSheet
from scoring.message import say

GAME = Game(
    slug="twin-shoot",
    name="Twin Shoot",
    name_ja="ツインシュート",
    seats=(4, 6),
    options=TwinShootOptions,
    blank=TwinShootSheet,
    presets=PRESETS,
    first=say("First leader"),
    tap=say("Tap the first leader."),
    seating=say(
        "Partners sit side by side: seats 1 and 2, 3 and 4, 5 and 6. The right-hand partner "
        "(1, 3 or 5) of a team leads first."
    ),
    dealer_step=2,
)
