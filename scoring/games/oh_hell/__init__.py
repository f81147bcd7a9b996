"""Oh Hell オーヘル: bid how many tricks you will take, and take exactly as many."""

from __future__ import annotations

from scoring.game import Game
from scoring.games.oh_hell.options import PRESETS, SEATS, OhHellOptions
from scoring.games.oh_hell.sheet import OhHellSheet
from scoring.games.oh_hell.variants import VARIANTS, name_of

GAME = Game(
    slug="oh-hell",
    name="Oh Hell",
    name_ja="オーヘル",
    seats=SEATS,
    options=OhHellOptions,
    blank=lambda table, options: OhHellSheet(table=table, options=options),
    presets=(*PRESETS, *VARIANTS),
    called=name_of,
)
