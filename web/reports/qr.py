"""QR codes as inline SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from markupsafe import Markup

SVG = "http://www.w3.org/2000/svg"
BORDER = 4
"""The margin in modules that readers need."""
MAX_DIGITS = 2900
"""With an address of up to 50 letters they make version 25: 117 modules, which a camera reads from a phone's screen."""


@dataclass(frozen=True)
class QrCode:
    """A drawn code and its version, from 1 (21 modules wide) to 40 (177)."""

    version: int
    svg: Markup
    """For a page; see `file`."""

    @property
    def file(self) -> str:
        """The drawing as a file of its own."""
        return str(self.svg).replace("<svg ", f'<svg xmlns="{SVG}" ', 1)


@lru_cache(maxsize=256)
def qr_code(address: str) -> Markup:
    """The QR code of an address."""
    return _code(address, error="m").svg


def with_digits(address: str, digits: str) -> QrCode | None:
    """The QR code of an address that ends with digits; None where they are more than `MAX_DIGITS`.

    Digits have a segment of their own, of 3⅓ bits each.
    """
    # In the pocket it is loaded when a code is drawn: no start waits for it.
    from segno import consts

    if len(digits) > MAX_DIGITS:
        return None
    return _code([(address, consts.MODE_BYTE), (digits, consts.MODE_NUMERIC)], error="l")


def _code(content: Any, *, error: str) -> QrCode:
    import segno

    code = segno.make_qr(content, error=error)
    return QrCode(int(code.version), _drawn(code.matrix))


def _drawn(rows: Sequence[Sequence[int]]) -> Markup:
    """SVG without a size, dark on light in any theme, with its margin."""
    width = len(rows) + 2 * BORDER
    return Markup(
        '<svg viewBox="0 0 {width} {width}">'
        '<path fill="#fff" d="M0 0h{width}v{width}H0z"/><path stroke="#000" d="{path}"/></svg>'
    ).format(width=width, path="".join(_lines(rows)))


def _lines(rows: Sequence[Sequence[int]]) -> Iterator[str]:
    """A horizontal line for each run of dark modules, one relative to the other."""
    yield f"M{BORDER} {BORDER}.5"
    x = y = 0
    for row, modules in enumerate(rows):
        column = 0
        for is_dark, run in groupby(modules):
            length = len(list(run))
            if is_dark:
                if (column, row) != (x, y):
                    yield f"m{column - x} {row - y}"
                yield f"h{length}"
                x, y = column + length, row
            column += length
