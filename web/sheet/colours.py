"""The colours of players: their names, and who has which on a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import g
from flask_babel import lazy_gettext as _l
from jinja2.runtime import Context
from jinja2.utils import pass_context

from store.players.profiles import colours_of
from web.identity.current import book

COLOUR_NAMES = (
    *(_l("Magenta"), _l("Green"), _l("Blue"), _l("Gold"), _l("Purple")),
    *(_l("Teal"), _l("Plum"), _l("Olive"), _l("Brown"), _l("Slate")),
)
"""Names of the colours by number, as `seat-0` to `seat-9` in the style sheet."""
INKS = (
    *("#8f2f69", "#1f6150", "#2c57a5", "#8a6412", "#6f4196", "#0e6a7b"),
    *("#5b2a4a", "#4a5a1e", "#6d4a31", "#3f4f63", "#33337a", "#2f6b3a"),
)
"""The same colours and those of the last seats, in the light theme, for pictures, which cannot use the style sheet."""


@pass_context
def hue(context: Context, seat: Any) -> int:
    """The number of a seat's colour and dash on a session's page, which is its player's; elsewhere the seat itself."""
    colours: Sequence[int] = getattr(context.get("session"), "colours", ())
    place = int(seat)
    return colours[place] if place < len(colours) else place


def hue_of(name: str) -> int | None:
    """The number of a person's colour, by their name in the visitor's scorebook; None where nobody has that name."""
    if "colours" not in g:
        g.colours = colours_of(book())
    colour: int | None = g.colours.get(name)
    return colour
