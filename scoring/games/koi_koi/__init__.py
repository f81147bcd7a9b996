"""Koi-Koi こいこい: make a yaku, and stop or call for more."""

from __future__ import annotations

from scoring.game import Game
from scoring.games.koi_koi.options import PRESETS, KoiKoiOptions
from scoring.games.koi_koi.payment import Answer, what_they_make
from scoring.games.koi_koi.sheet import KoiKoiSheet
from scoring.message import say

__all__ = ["GAME", "Answer", "KoiKoiOptions", "what_they_make"]

GAME = Game(
    slug="koi-koi",
    name="Koi-Koi",
    name_ja="こいこい",
    options=KoiKoiOptions,
    sheet=KoiKoiSheet,
    presets=PRESETS,
    first=say("First oya"),
    tap=say("Tap the first oya."),
)
