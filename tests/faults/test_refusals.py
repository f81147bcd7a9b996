"""What a database says in the middle of a transaction, by what it means to the people at the table."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest

from store.errors import Cause
from tests.faults.conftest import BIDS, Site, goes_on, refused_for_now
from tests.kit.store.scorebook_file import FILE
from tests.kit.web.page import Page
from tests.web.conftest import Phone
from web.pages.scorebook import import_export

NO_ROOM = """
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'no' USING ERRCODE = TG_ARGV[0]; END $$
"""


@contextmanager
def refusing(site: Site, code: str) -> Iterator[None]:
    """A server that says this when the standings are written: the entry itself was taken by then."""
    with closing(site.beside.connect()) as db:
        db.execute(NO_ROOM)
        db.execute(f"CREATE TRIGGER refusal BEFORE INSERT ON standing FOR EACH ROW EXECUTE FUNCTION refuse('{code}')")
        yield
        db.execute("DROP TRIGGER refusal ON standing")
        db.execute("DROP FUNCTION refuse")


@pytest.mark.parametrize(
    ("code", "cause"),
    [
        ("53100", "full"),  # disk_full
        ("53200", "away"),  # out_of_memory
        ("58030", "away"),  # io_error
        ("57P01", "away"),  # admin_shutdown
        ("40001", "busy"),  # serialization_failure
        ("40P01", "busy"),  # deadlock_detected
        ("57014", "busy"),  # query_canceled
        ("25006", "read-only"),  # read_only_sql_transaction
        ("XX001", None),  # data_corrupted: no matter of trying again
    ],
)
def test_what_a_server_cannot_do_now_is_refused_whole(server_site: Site, code: str, cause: Cause | None) -> None:
    table = server_site.table()
    table.bids(1, 1, 0)
    form, before = table.form, server_site.kept()
    typed = {"tricks-0": "1", "tricks-1": "1", "tricks-2": "1"}
    with refusing(server_site, code):
        page = table.tries(typed, form=form)
        if cause:
            refused_for_now(page, cause)
        else:
            assert (page.status, "cannot be used" in page.heading, "Retry-After" in page.headers) == (500, True, False)
        assert server_site.kept() == before
    assert [table.tries(typed, form=form).status for _ in range(2)] == [303, 303]
    assert server_site.log(table) == ["enter", "enter"]
    server_site.kept()


def test_who_waits_in_vain_for_others_is_told_so(in_a_hurry: Callable[[Site], None], site: Site) -> None:
    table = site.table()
    in_a_hurry(site)
    form = table.form
    with closing(site.beside.connect()) as others, others.writing():
        others.hold("session", table.id)
        refused_for_now(table.tries(BIDS, form=form), "busy")
        assert table.page.status == 200, "who looks waits for nobody"
    goes_on(site, table, form)


# A scorebook file comes in.


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
