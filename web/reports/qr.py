"""QR codes as inline SVG."""

from __future__ import annotations

from functools import lru_cache

import segno
from markupsafe import Markup


@lru_cache(maxsize=256)
def qr_code(address: str) -> Markup:
    """The QR code of an address: SVG without a size, dark on light in any theme, with its margin."""
    code = segno.make(address, micro=False, error="m")
    drawn = code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None)
    return Markup(drawn)
