"""Buki ブキ: a domino game from Austria in which three players stake against the banker."""

from __future__ import annotations

from scoring.game import Game
from scoring.games.buki.options import PRESETS, BukiOptions
from scoring.games.buki.sheet import BukiSheet
from scoring.message import say

GAME = Game(
    slug="buki",
    name="Buki",
    name_ja="ブキ",
    options=BukiOptions,
    sheet=BukiSheet,
    presets=PRESETS,
    first=say("First banker"),
    tap=say("Tap the first banker."),
    # 両目の合計が最も大きい牌を持っているプレイヤー…複数いる場合は…大きい方の目を持っているプレイヤー
    seating=say("The player with the tile with the most pips. If two tiles tie, the larger number on them decides."),
)
