"""QR codes as inline SVG."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import segno
from markupsafe import Markup


@lru_cache(maxsize=256)
def qr_code(address: str) -> Markup:
    """The QR code of an address: SVG without a size, dark on light in any theme, with its margin."""
    return _drawn(segno.make(address, micro=False, error="m"))


@lru_cache(maxsize=16)
def game_qr_code(address: str, text: str) -> Markup | None:
    """The QR code of a game code, or None if it is too large for one.

    `address` is that of the page that shows game codes, `text` the code as `record.packed.text.to_qr` writes it.
    """
    code = game_qr(address, text)
    return None if code is None else _drawn(code)


def game_qr(address: str, text: str) -> segno.QRCode | None:
    """The QR code, not drawn yet: its digits are a numeric segment, and it has the least error correction.

    It is read from a screen at once, and as few squares as possible are easy to read.
    """
    segments: Any = [f"{address}#{text[0]}", text[1:]]
    try:
        return segno.make(segments, micro=False, error="l")
    except segno.DataOverflowError:
        return None


def _drawn(code: segno.QRCode) -> Markup:
    drawn = code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None)
    return Markup(drawn)
