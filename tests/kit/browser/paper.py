"""A page on paper."""

from __future__ import annotations

import re

from playwright.sync_api import ViewportSize

MARGIN = "10mm"
PAPER: ViewportSize = {"width": 718, "height": 1047}
"""What the margins leave of A4, in CSS pixels."""


def pages_of(pdf: bytes) -> int:
    """How many pages there are; each says of itself that it is one, outside of what is packed.

    >>> pages_of(b"<</Type /Pages /Count 2>> <</Type /Page>> <</Type/Page>>")
    2
    """
    return len(re.findall(rb"/Type\s*/Page\b", pdf))
