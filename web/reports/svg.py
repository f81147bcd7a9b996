"""SVG pictures to share, self-contained since the phone turns them into PNG."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import Path

from flask import Response, current_app, render_template
from markupsafe import Markup

NARROW = 0.53
"""The width of most letters, relative to a full-width one."""
WIDE = frozenset("MWmw@%—")


def picture(template: str, **values: object) -> Response:
    """Render a template of `templates/pictures/` as a response; templates can `cut` long texts."""
    body = render_template(f"pictures/{template}", cut=cut, **values)
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


def width(text: str) -> float:
    """The approximate width of a text in full-width letters."""
    return sum(_width(letter) for letter in text)


def _width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    return 1 if unicodedata.east_asian_width(letter) in "FW" or letter in WIDE else NARROW


def flower_cards() -> Markup:
    """The inner SVG of the flower-card sprite, for pictures, which cannot load other files."""
    return _inside(Path(str(current_app.static_folder)) / "img" / "hanafuda.svg")


@lru_cache(maxsize=1)
def _inside(sprite: Path) -> Markup:
    return Markup(re.sub(r"^<svg[^>]*>|</svg>\s*$", "", sprite.read_text("utf-8").strip()))
