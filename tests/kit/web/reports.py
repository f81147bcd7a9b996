"""Games that are played to be counted, and what a scorebook gives away and takes in of them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from store.book import Book
from store.players.profiles import merge_players, people
from tests.kit.web.page import Page
from tests.web.conftest import SOME_TIME, Phone, Sitting, borrowed


@contextmanager
def keeper_of(phone: Phone) -> Iterator[Book]:
    """The scorebook of a phone, to do what pages do."""
    phone.opens("/")
    with phone.client.session_transaction() as cookie, borrowed(phone.client.application) as db:
        yield Book(db, cookie["scorebook"], "keeper")


def numbers_of(phone: Phone) -> dict[str, int]:
    """The numbers of the players of a scorebook by name, as addresses have them."""
    with keeper_of(phone) as keeper:
        return {each.name: each.id for each in people(keeper)}


def merges(phone: Phone, name: str, into: str) -> None:
    """Make one person of two names."""
    numbers = numbers_of(phone)
    with keeper_of(phone) as keeper:
        merge_players(keeper, numbers[name], into=numbers[into], at=SOME_TIME)


def plays(phone: Phone, *players: str, **options: Any) -> Sitting:
    """A game of Oh Hell, ended after one deal: the first player has 11, the second 0, the third 10 points."""
    table = phone.sits_down(*players, top_hand="3", **options)
    deal = {"step": "bids", "bids": [1, 1, 0]}, {"step": "tricks", "tricks": [1, 2, 0]}
    phone.api.enters(table.id, *deal, {"step": "end"})
    return table


def rewrites(table: Sitting, **columns: str | int | None) -> None:
    """Let the record say something else of a session: when it began (`created_at`), when it was last written on."""
    if "created_at" in columns:
        columns.setdefault("played_at", columns["created_at"])
    values = ", ".join(f"{name} = ?" for name in columns)
    with borrowed(table.phone.client.application) as db:
        db.execute(f"UPDATE session SET {values} WHERE id = ?", (*columns.values(), table.id))


def scores(phone: Phone, name: str, *points: tuple[int, int]) -> Sitting:
    """A game on the pad between Ann and Ben, ended after these rounds."""
    table = phone.sits_down("Ann", "Ben", game="score-pad", name=name)
    phone.api.enters(table.id, *({"step": "round", "points": [*each]} for each in points), {"step": "end"})
    return table


def brings(phone: Phone, body: bytes | str, *, key: str | None = None) -> Page:
    """Choose a file on the page for import and send the form."""
    form = phone.opens("/scorebook").form("/scorebook")
    assert form.element.get("enctype") == "multipart/form-data"
    file = (io.BytesIO(body.encode() if isinstance(body, str) else body), "scorebook.json")
    return phone.sends(form, {"file": file} | ({"key": key} if key else {}), content_type="multipart/form-data")


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
    (link,) = [each for each in table.behind("share").root.all("a") if each.text in ("Send to BG Stats", "BG Stats へ")]
    assert link.get("rel") == "noreferrer"
    address = urlsplit(link.get("href"))
    assert (address.scheme, address.netloc, address.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    ((name, data),) = parse_qsl(address.query, strict_parsing=True)
    assert name == "data"
    sent: dict[str, Any] = json.loads(data)
    return sent
