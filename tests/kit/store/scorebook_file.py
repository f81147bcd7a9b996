"""The scorebook file of docs/scorebook-file.md, changed here or there, and what a scorebook says of one that comes."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from record.log import Author
from store.players.profiles import people
from store.transfer.importer import ImportResult, import_file
from store.transfer.scorebook_file import BrokenFileError, read_file
from tests.store.conftest import Keeper, file_of

PAGE = Path(__file__).parents[3] / "docs" / "scorebook-file.md"
FILE = re.findall(r"```json scorebook\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[0]
SESSION: dict[str, Any] = json.loads(FILE)["sessions"][0]
SATURDAY = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)


def by(key: str = "import") -> Author:
    return Author(device="tablet", key=key, at=SATURDAY, name="iPad")


def imports(keeper: Keeper, file: str | bytes, key: str = "import") -> ImportResult:
    return import_file(keeper.book, read_file(file.encode() if isinstance(file, str) else file), by(key))


def refused(keeper: Keeper, file: str | bytes) -> str:
    """What is said of a file that is refused; nothing of it is in the record then."""
    before = file_of(keeper)
    with pytest.raises(BrokenFileError) as refusal:
        imports(keeper, file)
    assert file_of(keeper) == before
    return str(refusal.value)


def changed(**change: Any) -> str:
    """The file of the page with another value here or there: `sessions__0__dealer=7`, None takes a key out."""
    whole = json.loads(FILE)
    for way, value in change.items():
        *path, last = (int(step) if step.isdecimal() else step for step in way.split("__"))
        part = whole
        for step in path:
            part = part[step]
        if value is None:
            del part[last]
        else:
            part[last] = value
    return json.dumps(whole)


def told_of_people(keeper: Keeper) -> list[tuple[object, ...]]:
    """What is said of everybody, without the numbers, which are the database's own."""
    return [
        (each.name, each.colour, each.archived_at, sorted(part.name for part in each.parts))
        for each in people(keeper.book)
    ]
