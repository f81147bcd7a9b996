"""Satat サタット and Trup Kasiet トルップ・カシエット: the first team to seven tricks wins the deal."""

from __future__ import annotations

from scoring.game import Game
from scoring.games.satat.options import HIDDEN, PRESETS, SatatOptions
from scoring.games.satat.sheet import SatatSheet
from scoring.message import say

GAME = Game(
    slug="satat",
    name="Satat",
    name_ja="サタット",
    seats=(4,),
    options=SatatOptions,
    blank=lambda table, options: SatatSheet(table=table, options=options, leader=table.dealer),
    presets=PRESETS,
    called=lambda options: HIDDEN if options.get("variant") == "trup-kasiet" else None,
    first=say("First leader"),
    tap=say("Tap the first leader."),
    seating=say(
        "Partners sit across the table: seats 1 and 3 against 2 and 4. Everyone draws a card. The highest card leads "
        "first (king high, ace low), and the player on the leader’s right deals."
    ),
)
