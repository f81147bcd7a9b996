"""Draws the result of the pocket's check (`pocket/browser/check`) as a QR code."""

from __future__ import annotations

from web.exports.qr_codes import qr_code


def code(text: str) -> str:
    """The code as SVG."""
    return str(qr_code(text))
