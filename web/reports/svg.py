"""Pictures to send to the others: SVG made here, of which the phone makes a PNG; so all that it needs is in it."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import Path

from flask import Response, current_app, render_template
from markupsafe import Markup

NARROW = 0.53
"""How wide most letters are beside a full-width one."""
WIDE = frozenset("MWmw@%—")


def picture(template: str, **values: object) -> Response:
    """A template of `templates/pictures/` as an answer; `cut` is there for what may be too long."""
    body = render_template(f"pictures/{template}", cut=cut, **values)
    return Response(body, mimetype="image/svg+xml")


def cut(text: str, most: float) -> str:
    """A text that is no wider than so many full-width letters, with … where something is left out.

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
    """About how wide a text is, in full-width letters."""
    return sum(_width(letter) for letter in text)


def _width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    return 1 if unicodedata.east_asian_width(letter) in "FW" or letter in WIDE else NARROW


def flower_cards() -> Markup:
    """What the sprite of the flower cards has inside: a picture that is drawn by itself can fetch nothing."""
    return _inside(Path(str(current_app.static_folder)) / "img" / "hanafuda.svg")


@lru_cache(maxsize=1)
def _inside(sprite: Path) -> Markup:
    return Markup(re.sub(r"^<svg[^>]*>|</svg>\s*$", "", sprite.read_text("utf-8").strip()))
