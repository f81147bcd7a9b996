"""SVG pictures to share, self-contained since the phone turns them into PNG."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from flask import Response, render_template

NARROW = 0.53
"""The width of most letters, relative to a full-width one."""
WIDE = frozenset("MWmw@%—")
BREAKS = re.compile(r"[^\s\u2e80-\uffef]+\s*|[\u2e80-\uffef]\s*")
"""A word with what is behind it, or a full-width letter: a line may end after each."""


def picture(template: str, **values: object) -> Response:
    """Render a template of `templates/pictures/` as a response; templates can `cut` long texts, by their `width`."""
    body = render_template(f"pictures/{template}", cut=cut, width=width, **values)
    return Response(body, mimetype="image/svg+xml")


def cut(text: str, most: float) -> str:
    """Shorten a text with … to a width in full-width letters.

    >>> cut("千夏と大輔", 4), cut("Hohenstein", 4), cut("Ben", 4)
    ('千夏と…', 'Hohen…', 'Ben')
    """
    if width(text) <= most:
        return text
    kept = text
    while kept and width(kept) + 1 > most:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def wrap(parts: Sequence[str], most: float) -> list[str]:
    """Break a text in parts into lines of a width in full-width letters, within a part only where it is too long.

    >>> (
    ...     wrap(("Ann 7", "Ben 5", "Chika 2"), 8),
    ...     wrap(("Ann won 5 games in a row",), 6),
    ...     wrap(("千夏が大輔に",), 4),
    ... )
    (['Ann 7 · Ben 5 ·', 'Chika 2'], ['Ann won 5', 'games in a', 'row'], ['千夏が大', '輔に'])
    """
    lines = [""]

    def has_room(piece: str) -> bool:
        return not lines[-1] or width((lines[-1] + piece).rstrip()) <= most

    for place, part in enumerate(parts):
        whole = part if place == len(parts) - 1 else f"{part} · "
        for piece in [whole] if width(whole.rstrip()) <= most else BREAKS.findall(whole):
            if not has_room(piece):
                lines.append("")
            # A word that is too long for a line is cut.
            for letter in piece:
                if not has_room(letter):
                    lines.append("")
                lines[-1] += letter
    return [line.rstrip() for line in lines]


def width(text: str) -> float:
    """The approximate width of a text in full-width letters."""
    return sum(
        1 if unicodedata.east_asian_width(letter) in "FW" or letter in WIDE else NARROW
        for letter in text
        if not unicodedata.combining(letter)
    )
