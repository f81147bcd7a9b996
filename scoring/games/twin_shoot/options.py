"""The house rules of Twin Shoot: the target."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.entry.fields import Number
from scoring.message import say
from scoring.options import Options, Preset, option


@dataclass(frozen=True, kw_only=True)
class TwinShootOptions(Options):
    """The house rules of Twin Shoot; `target` is checked after a whole round."""

    target: int = option(
        Number(
            label=say("Target"),
            help=say("The game ends after the round in which a team reaches this many points."),
            low=1,
            high=1000,
        ),
        100,
        of_kind=True,
    )


PRESETS = (
    Preset("standard", say("Standard"), say("To 100 points."), {}),
    Preset("short", say("Short game"), say("To 50 points."), {"target": 50}),
)
