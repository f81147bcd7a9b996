"""Scores session documents from standard input: one JSON document, or one on each line."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from typing import TextIO

from scoring.document import load, problems_json, report
from scoring.entry.typed import json_number
from scoring.errors import EntryError, ReplayError


def main(source: TextIO, target: TextIO) -> int:
    """Print one line of JSON for each document; returns 1 if any is illegal, else 0."""
    status = 0
    for document in _documents(source):
        answer, legal = _score(document)
        status = status if legal else 1
        target.write(_printable(json.dumps(answer, ensure_ascii=False)) + "\n")
    return status


def _documents(source: TextIO) -> Iterator[object]:
    """Parses the documents of the input; for invalid JSON it yields the parser's error."""
    text = source.read()
    try:
        yield json.loads(text, parse_float=json_number)
    except (ValueError, RecursionError) as whole:
        # Not splitlines: JSON strings may contain the other line separators unescaped.
        lines = [line for line in text.split("\n") if line.strip()]
        if len(lines) < 2:
            yield whole
            return
        for line in lines:
            try:
                yield json.loads(line, parse_float=json_number)
            except (ValueError, RecursionError) as error:
                yield error


def _score(document: object) -> tuple[dict[str, object], bool]:
    if isinstance(document, ValueError | RecursionError):
        return {"problems": [{"field": "document", "seat": None, "message": f"This is not JSON: {document}"}]}, False
    try:
        return report(load(document)), True
    except ReplayError as error:
        return {"position": error.position, "problems": problems_json(error)}, False
    except EntryError as error:
        return {"problems": problems_json(error)}, False


def _printable(text: str) -> str:
    """Escapes lone surrogates, which JSON allows and UTF-8 does not."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


if __name__ == "__main__":
    sys.exit(
        main(
            io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", errors="surrogateescape"),
            io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", write_through=True),
        )
    )
