"""QR codes to stand within a page."""

from __future__ import annotations

from functools import lru_cache

import segno
from markupsafe import Markup


@lru_cache(maxsize=256)
def qr_code(address: str) -> Markup:
    """An address as a drawing without a size or colours of its own; the style paints `path` and the quiet zone."""
    code = segno.make(address, micro=False, error="m")
    return Markup(code.svg_inline(omitsize=True, svgclass="qr", lineclass=None))
