"""What a database says in the middle of a transaction, by what it means to the people at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest

from store.errors import Cause
from tests.faults.conftest import BIDS, Site, goes_on, refused_for_now

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
    ],
)
def test_what_a_server_cannot_do_now_is_refused_whole(server_site: Site, code: str, cause: Cause) -> None:
    table = server_site.table()
    table.bids(1, 1, 0)
    form, before = table.form, server_site.kept()
    typed = {"tricks-0": "1", "tricks-1": "1", "tricks-2": "1"}
    with refusing(server_site, code):
        refused_for_now(table.tries(typed, form=form), cause)
        assert server_site.kept() == before
    assert [table.tries(typed, form=form).status for _ in range(2)] == [303, 303]
    assert server_site.log(table) == ["enter", "enter"]
    server_site.kept()


def test_a_server_whose_pages_are_damaged_is_no_matter_of_trying_again(server_site: Site) -> None:
    table = server_site.table()
    table.bids(1, 1, 0)
    form, before = table.form, server_site.kept()
    with refusing(server_site, "XX001"):
        page = table.tries({"tricks-0": "1", "tricks-1": "1", "tricks-2": "1"}, form=form)
    assert (page.status, "cannot be used" in page.heading) == (500, True)
    assert "Retry-After" not in page.headers
    assert server_site.kept() == before


def test_who_waits_in_vain_for_others_is_told_so(in_a_hurry: Callable[[Site], None], site: Site) -> None:
    table = site.table()
    in_a_hurry(site)
    form = table.form
    with closing(site.beside.connect()) as others, others.writing():
        others.hold("session", table.id)
        refused_for_now(table.tries(BIDS, form=form), "busy")
        assert table.page.status == 200, "who looks waits for nobody"
    goes_on(site, table, form)
