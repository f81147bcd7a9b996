"""Tables for spreadsheets: CSV as RFC 4180 has it, which Excel and LibreOffice open as it is meant."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

BYTE_ORDER_MARK = "\ufeff"
"""At the front of a file it tells spreadsheets that this is UTF-8."""
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def table(lines: Iterable[Iterable[str]]) -> Iterator[str]:
    """A file in pieces, from the cells of each line."""
    target = io.StringIO()
    writer = csv.writer(target)
    target.write(BYTE_ORDER_MARK)
    for cells in lines:
        writer.writerow(cells)
        yield target.getvalue()
        target.seek(0)
        target.truncate()


def harmless(text: str) -> str:
    """Text that a spreadsheet does not take for a formula.

    >>> harmless("=1+1"), harmless("Ann")
    ("'=1+1", 'Ann')
    """
    return "'" + text if text.startswith(FORMULA_STARTS) else text
