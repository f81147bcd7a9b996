"""Scores session documents from standard input: one JSON document, or one on each line."""

from __future__ import annotations

import io
import json
import sys
from typing import TextIO

from scoring.document import load, problems_json, report
from scoring.entry.typed import json_number
from scoring.errors import EntryError, ReplayError


def main(source: TextIO, target: TextIO) -> int:
    """Print one line of JSON for each document; returns 1 if any is illegal, else 0."""
    text, status = source.read(), 0
    # Not splitlines: JSON strings may contain the other line separators unescaped.
    lines = [line for line in text.split("\n") if line.strip()]
    whole = _parsed(text)
    for document in map(_parsed, lines) if isinstance(whole, Exception) and len(lines) > 1 else [whole]:
        answer, legal = _score(document)
        status = status if legal else 1
        # A lone surrogate, which JSON allows and UTF-8 does not, is escaped.
        printable = json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace").decode("utf-8")
        target.write(printable + "\n")
    return status


def _parsed(text: str) -> object:
    """The value; the parser's error where there is none."""
    try:
        return json.loads(text, parse_float=json_number)
    except (ValueError, RecursionError) as error:
        return error


def _score(document: object) -> tuple[dict[str, object], bool]:
    if isinstance(document, Exception):
        return {"problems": [{"field": "document", "seat": None, "message": f"This is not JSON: {document}"}]}, False
    try:
        return report(load(document)), True
    except ReplayError as error:
        return {"position": error.position, "problems": problems_json(error.problems)}, False
    except EntryError as error:
        return {"problems": problems_json(error.problems)}, False


if __name__ == "__main__":
    sys.exit(
        main(
            io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", errors="surrogateescape"),
            io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", write_through=True),
        )
    )
