"""A scorebook file comes in while the database cannot take it: all of it or nothing, and it may be sent again."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import closing

import pytest

from tests.faults.conftest import Site, refused_for_now
from tests.kit.store.scorebook_file import FILE
from tests.kit.web.page import Page
from tests.web.conftest import Phone
from web.pages.scorebook import import_export

MANY = 40


@pytest.fixture(autouse=True)
def short_import(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow this machine is, no import counts as long."""
    monkeypatch.setattr(import_export, "QUIET_SECONDS", 120)


def many_sessions() -> bytes:
    whole = json.loads(FILE)
    whole["sessions"] = [{**whole["sessions"][0], "id": f"while-it-fails-{number}"} for number in range(MANY)]
    return json.dumps(whole).encode()


def brings(phone: Phone, body: bytes) -> Page:
    form = phone.opens("/scorebook").form("/scorebook")
    return phone.sends(form, {"file": (io.BytesIO(body), "scorebook.json")}, content_type="multipart/form-data")


def test_an_import_into_a_full_file_is_refused_whole_and_taken_when_there_is_room(file_site: Site) -> None:
    phone = file_site.table().phone
    # With the first look at a scorebook that was begun it is written down whose it is.
    phone.opens("/")
    connections = [file_site.database.borrow() for _ in range(3)]
    pages = connections[0].execute("PRAGMA page_count").fetchone()["page_count"]
    for db in connections:
        db.execute(f"PRAGMA max_page_count = {pages + 8}")
        file_site.database.give_back(db)
    before = file_site.kept()
    refused_for_now(brings(phone, many_sessions()), "full")
    assert file_site.kept() == before
    for db in connections:
        db.execute("PRAGMA max_page_count = 1000000")
    assert brings(phone, many_sessions()).location.endswith(f"new={MANY}&longer=0&known=0")
    assert len(file_site.kept()["session"]) == MANY + 1


def test_an_import_that_waits_too_long_for_others_is_refused_whole(
    site: Site, in_a_hurry: Callable[[Site], None]
) -> None:
    table = site.table()
    in_a_hurry(site)
    with closing(site.beside.connect()) as db:
        scorebook = db.execute("SELECT scorebook FROM session WHERE id = ?", (table.id,)).fetchone()["scorebook"]
        with db.writing():
            db.hold("scorebook", scorebook)
            refused_for_now(brings(table.phone, many_sessions()), "busy")
    before = site.kept()
    assert len(before["session"]) == 1
    assert brings(table.phone, many_sessions()).status == 303
    assert brings(table.phone, many_sessions()).location.endswith(f"new=0&longer=0&known={MANY}")
    assert len(site.kept()["session"]) == MANY + 1
