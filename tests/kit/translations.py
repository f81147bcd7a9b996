"""The Japanese of the site, as it stands in its catalogue."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

PO = Path(__file__).parents[2] / "translations/ja/LC_MESSAGES/messages.po"


@cache
def japanese() -> Catalog:
    with PO.open("rb") as file:
        return read_po(file, locale="ja", abort_invalid=True)


def texts() -> list[Message]:
    """All of it but the head."""
    return [message for message in japanese() if message.id]
