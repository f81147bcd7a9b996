"""CSV files (RFC 4180) that Excel and LibreOffice open correctly."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from scoring.text import without_isolates

BYTE_ORDER_MARK = "\ufeff"
"""Tells spreadsheets that the file is UTF-8."""
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def table(lines: Iterable[Iterable[str]]) -> Iterator[str]:
    """Generate a CSV file in chunks."""
    target = io.StringIO()
    writer = csv.writer(target)
    target.write(BYTE_ORDER_MARK)
    for cells in lines:
        writer.writerow(cells)
        yield target.getvalue()
        target.seek(0)
        target.truncate()


def harmless(text: str) -> str:
    """Escape text that a spreadsheet would take for a formula, and leave out what only a reader needs.

    >>> harmless("=1+1"), harmless("Ann")
    ("'=1+1", 'Ann')
    """
    text = without_isolates(text)
    return "'" + text if text.startswith(FORMULA_STARTS) else text
