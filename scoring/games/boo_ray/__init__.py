"""Boo-Ray ブーレ: three games with one hand, entered with hidden chips; winners share the pot, losers pay it."""

from __future__ import annotations

from scoring.game import Game
from scoring.games.boo_ray.contests import KALO, LOW_SHIT, NAMES, hand_value
from scoring.games.boo_ray.options import PRESETS, BooRayOptions
from scoring.games.boo_ray.sheet import BooRaySheet
from scoring.message import say

__all__ = ["GAME", "KALO", "LOW_SHIT", "NAMES", "BooRayOptions", "hand_value"]

GAME = Game(
    slug="boo-ray",
    name="Boo-Ray",
    name_ja="ブーレ",
    options=BooRayOptions,
    sheet=BooRaySheet,
    presets=PRESETS,
    seating=say("Best with 5 to 9 players."),
    by_total=lambda _: False,
)
