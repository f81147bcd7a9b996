"""Skull King スカルキング: an exact bid each round, and bonuses for captures."""

from __future__ import annotations

from scoring.game import Game
from scoring.games.skull_king.options import PRESETS, SkullKingOptions
from scoring.games.skull_king.sheet import SkullKingSheet

GAME = Game(
    slug="skull-king",
    name="Skull King",
    name_ja="スカルキング",
    options=SkullKingOptions,
    sheet=SkullKingSheet,
    presets=PRESETS,
)
