"""A line to the server that is cut, in a commit too: what was sent is written whole or not at all, and once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask import Flask

from store.engines import database_at
from store.engines.postgresql import database
from tests.faults.conftest import BIDS, Site, refused_for_now
from tests.faults.wire import Cut, Where, Wire
from tests.kit.postgresql import Cluster


@pytest.fixture
def wire(cluster: Cluster) -> Iterator[Wire]:
    # A path of a socket must be short.
    with TemporaryDirectory(prefix="takuroku-wire-") as folder, closing(Wire(Path(folder), cluster.folder)) as wire:
        yield wire


@pytest.fixture
def wired(
    app: Flask, server_site: Site, wire: Wire, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Site]:
    """The site, its line to the server in a test's hands; all that is said on it is what the record asks."""
    monkeypatch.setattr(database, "TRUSTED_SECONDS", float("inf"))
    direct = str(server_site.address)
    address = direct.replace(str(cluster.folder), str(wire.folder))
    with closing(Site(app, address, beside=database_at(direct))) as site:
        yield site


@pytest.mark.parametrize(("where", "written"), [("before", 0), ("within", 0), ("after", 1)])
def test_a_line_cut_in_a_commit_leaves_all_of_it_or_nothing(
    wired: Site, wire: Wire, where: Where, written: int
) -> None:
    table = wired.table()
    form, before = table.form, wired.kept()
    wire.cut = Cut(where, b"COMMIT")
    answer = table.tries(BIDS, form=form)
    assert wire.cut is None
    refused_for_now(answer, "away")
    assert wired.log(table) == ["enter"] * written
    assert (wired.kept() == before) == (not written)
    assert [table.tries(BIDS, form=form).status for _ in range(2)] == [303, 303]
    assert (wired.log(table), table.position) == (["enter"], 1)
    wired.kept()


def test_wherever_a_line_is_cut_an_entry_is_written_once(wired: Site, wire: Wire) -> None:
    table = wired.table()
    for cuts in count():
        form, before = table.form, wired.log(table)
        wire.cut = Cut("after", pass_by=cuts)
        answer = table.tries(BIDS, form=form)
        if wire.cut is not None:
            break
        refused_for_now(answer, "away")
        wired.kept()
        assert wired.log(table) in (before, [*before, "enter"])
        assert table.tries(BIDS, form=form).status == 303
        assert wired.log(table) == [*before, "enter"]
        table.undoes()
    wire.cut = None
    assert cuts > 5, "an entry is more than a few statements"


def test_a_page_whose_line_is_cut_is_there_the_next_time(wired: Site, wire: Wire) -> None:
    table = wired.table()
    assert table.phone.api.token
    for address in ("/", "/history", table.address, f"/api/v1/sessions/{table.id}"):
        wire.cut = Cut("after")
        page = table.phone.opens(address)
        assert page.status == 503, address
        assert int(page.headers["Retry-After"]) > 0
        assert table.phone.opens(address).status == 200
