"""What a scorebook gives away: tables for spreadsheets, plays for BG Stats, games on the pad to count."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from store.book import KeepersBook
from tests.kit.web.page import Page
from tests.web.conftest import Phone, Sitting, borrowed


@contextmanager
def keeper_of(phone: Phone) -> Iterator[KeepersBook]:
    """The scorebook of a phone, to do what pages do."""
    phone.opens("/")
    with phone.client.session_transaction() as cookie, borrowed(phone.client.application) as db:
        yield KeepersBook(db, cookie["scorebook"])


def scores(phone: Phone, name: str, *points: tuple[int, int]) -> Sitting:
    """A game on the pad between Ann and Ben, ended after these rounds."""
    table = phone.sits_down("Ann", "Ben", game="score-pad", name=name)
    phone.api.enters(table.id, *({"step": "round", "points": [*each]} for each in points), {"step": "end"})
    return table


def _table(page: Page) -> list[list[str]]:
    assert (page.status, page.mimetype) == (200, "text/csv")
    assert page.bytes.startswith(b"\xef\xbb\xbf"), "a spreadsheet is told that it is UTF-8"
    return list(csv.reader(io.StringIO(page.bytes.decode("utf-8-sig"), newline="")))


def rows_of(table: Sitting) -> list[list[str]]:
    return _table(table.phone.opens(f"{table.address}/takuroku.csv"))


def results_of(phone: Phone) -> list[list[str]]:
    page = phone.opens("/scorebook/results.csv")
    assert page.headers["Content-Disposition"].startswith("attachment; filename=takuroku-20")
    return _table(page)


def sent_to_bg_stats(table: Sitting) -> dict[str, Any]:
    (link,) = [
        each for each in table.behind("export").root.all("a") if each.text in ("Send to BG Stats", "BG Stats へ")
    ]
    assert link.get("rel") == "noreferrer"
    address = urlsplit(link.get("href"))
    assert (address.scheme, address.netloc, address.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    ((name, data),) = parse_qsl(address.query, strict_parsing=True)
    assert name == "data"
    sent: dict[str, Any] = json.loads(data)
    return sent
