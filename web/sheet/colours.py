"""The colours of players: their names, and the colour of each seat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from flask_babel import lazy_gettext as _l
from jinja2.runtime import Context
from jinja2.utils import pass_context

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


def hues(chosen: Sequence[int | None], seats: int) -> list[int]:
    """A different colour for each seat, from the players' choices (None: no choice).

    The first of two with the same choice gets it; anybody else gets the seat's colour, or else the first free one.

    >>> hues((None, 4, None), 3), hues((2, None, 2), 3), hues((1, 0), 2), hues((), 2)
    ([0, 4, 2], [2, 1, 0], [1, 0], [0, 1])
    """
    found: dict[int, int] = {}
    for seat, colour in enumerate(chosen):
        if colour is not None and colour not in found.values():
            found[seat] = colour
    for seat in range(seats):
        if seat not in found and seat not in found.values():
            found[seat] = seat
    for seat in range(seats):
        if seat not in found:
            found[seat] = next(colour for colour in count() if colour not in found.values())
    return [found[seat] for seat in range(seats)]


@pass_context
def hue(context: Context, seat: Any) -> int:
    """The number of a seat's colour and dash on a session's page; elsewhere the seat itself."""
    chosen: Sequence[int | None] = getattr(context.get("session"), "colours", ())
    place = int(seat)
    return hues(chosen, len(chosen))[place] if place < len(chosen) else place
