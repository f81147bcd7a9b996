"""What can be shown of the next step before an entry is known."""

from __future__ import annotations

from typing import Any

from scoring.sheets.sheet import Sheet


def turns(sheet: Sheet[Any], entry: dict[str, Any]) -> bool:
    """Whether the entry says something that changes what is asked next."""
    assert sheet.ask is not None
    return any(any(entry.get(field.name) or ()) for field in sheet.ask.fields if field.turns)
