"""Boo-Ray ブーレ: three games with one hand, entered with hidden chips; winners share the pot, losers pay it."""

from __future__ import annotations

from scoring.game import Game
from scoring.games.boo_ray.options import PRESETS, BooRayOptions
from scoring.games.boo_ray.results import shown_by
from scoring.games.boo_ray.settle import KALO, LOW_SHIT, NAMES
from scoring.games.boo_ray.sheet import BooRaySheet
from scoring.message import say

__all__ = ["GAME", "KALO", "LOW_SHIT", "NAMES", "BooRayOptions", "shown_by"]

GAME = Game(
    slug="boo-ray",
    name="Boo-Ray",
    name_ja="ブーレ",
    seats=(3, 4, 5, 6, 7, 8, 9, 10),
    options=BooRayOptions,
    blank=lambda table, options: BooRaySheet(table=table, options=options),
    presets=PRESETS,
    seating=say("Best with 5 to 9 players."),
    conserves=True,
)
