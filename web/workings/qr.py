"""QR codes to stand within a page."""

from __future__ import annotations

from functools import lru_cache

import segno
from markupsafe import Markup


@lru_cache(maxsize=256)
def qr_code(address: str) -> Markup:
    """An address as a drawing without a size of its own, black on nothing: the page puts white behind it."""
    code = segno.make(address, micro=False, error="m")
    return Markup(code.svg_inline(omitsize=True, svgclass=None, lineclass=None))
