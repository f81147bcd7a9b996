"""QR codes to stand within a page."""

from __future__ import annotations

from functools import lru_cache

import segno
from markupsafe import Markup


@lru_cache(maxsize=256)
def qr_code(address: str) -> Markup:
    """An address as a drawing without a size of its own: dark on light with its margin, whatever the page's colours."""
    code = segno.make(address, micro=False, error="m")
    drawn = code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None)
    return Markup(drawn)
