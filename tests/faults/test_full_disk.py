"""A disk without room: what is asked to be written is refused whole, what is there can be read, and then it goes on."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask import Flask

from tests.faults.conftest import BIDS, TRICKS, Site, goes_on, refused_for_now
from tests.kit.disks import full, no_file_beyond, small_disk
from tests.kit.postgresql import Cluster, found_binaries
from tests.kit.store.scorebook_file import FILE
from tests.kit.web.page import Form, Page
from tests.web.conftest import Phone, site_at

FRAME = 24 + 4096
"""So many bytes a page takes in SQLite's log of what was written."""


@pytest.fixture
def disk() -> Iterator[Path]:
    if os.geteuid():
        pytest.skip(
            "SQLite follows the links to its file, and so misses a disk that is there for another process alone."
        )
    with small_disk(2) as disk:
        yield disk


@pytest.fixture
def on_disk(app: Flask, disk: Path) -> Iterator[Site]:
    """The site over a file on a small disk."""
    with closing(Site(app, disk / "takuroku.db")) as site:
        site.database.prepare()
        yield site


def test_an_entry_on_a_full_disk_is_refused_whole_and_written_when_there_is_room(on_disk: Site, disk: Path) -> None:
    table = on_disk.table()
    phone, form, before = table.phone, table.form, on_disk.kept()
    sent: list[tuple[Form, dict[str, Any]]] = [
        (table.behind("plan").form("/rules"), {"rule_name": "ours"}),
        (phone.opens("/new/oh-hell").form("/new/oh-hell"), {f"players-{seat}": f"Dai {seat}" for seat in range(3)}),
    ]
    scorebook = phone.opens("/scorebook").form("/scorebook")

    def brings() -> Page:
        file = (io.BytesIO(FILE.encode()), "scorebook.json")
        return phone.sends(scorebook, {"file": file}, content_type="multipart/form-data")

    with full(disk):
        refused_for_now(brings(), "full")
        for each, typed in [(form, BIDS), (form, BIDS), *sent]:
            refused_for_now(phone.sends(each, typed), "full")
        assert phone.opens("/history").status == table.page.status == 200
        told = phone.opens("/health")
        assert (told.status, told.json) == (503, {"status": "the disk is full: nothing can be saved"})
        assert on_disk.kept() == before
    assert phone.opens("/health").status == 200
    assert on_disk.kept() == before, "it leaves nothing behind"
    goes_on(on_disk, table, form)
    assert brings().location.endswith("new=1&longer=0&known=0")
    for each, typed in sent:
        assert phone.sends(each, typed).status == 303, each.action


def test_a_site_that_starts_on_a_full_disk_is_ready_when_there_is_room(disk: Path) -> None:
    with full(disk):
        phone = Phone(site_at(str(disk / "takuroku.db")))
        refused_for_now(phone.opens("/history"), "full")
        assert phone.opens("/rules").status == 200
    assert phone.opens("/history").status == 200
    table = phone.sits_down(format="long", top_hand="3")
    table.bids(1, 1, 0)
    assert table.position == 1


def test_wherever_in_the_log_the_disk_ends_nothing_is_half_written(file_site: Site) -> None:
    table = file_site.table()
    log = Path(f"{file_site.address}-wal")
    refusals = 0
    for frames in count():
        form, before, size = table.form, file_site.kept(), log.stat().st_size
        # Within the first page, within the second, ...
        with no_file_beyond(size + frames * FRAME + FRAME // 2):
            answer = table.tries(BIDS, form=form)
        if answer.status == 303:
            break
        refused_for_now(answer, "away")
        assert file_site.kept() == before
        goes_on(file_site, table, form)
        table.undoes()
        refusals += 1
    assert refusals > 2, "an entry, its session and its standings are on pages of their own"


@pytest.fixture
def small_server() -> Iterator[tuple[Path, Cluster]]:
    """A server whose data lies on a small disk, and that disk."""
    found_binaries()
    with small_disk(96) as disk:
        folder = disk / "server"
        folder.mkdir()
        cluster = Cluster(folder, safe=False)
        cluster.start()
        yield disk, cluster
        cluster.stop()


def test_a_server_without_room_for_its_log_goes_away_and_nothing_is_lost(
    app: Flask, in_a_hurry: Callable[[Site], None], small_server: tuple[Path, Cluster]
) -> None:
    disk, cluster = small_server
    on_server = Site(app, cluster.new_database(prepared=True))
    table = on_server.table()
    in_a_hurry(on_server)
    table.bids(1, 1, 0)
    form, before = table.form, on_server.kept()
    with full(disk), psycopg.connect(cluster.address(), autocommit=True) as db:
        # Files of its log that are there already are written first; one more has no room, and the server gives up.
        with pytest.raises(psycopg.OperationalError):
            while True:
                db.execute("SELECT pg_switch_wal()")
                db.execute("SELECT pg_logical_emit_message(true, 'next', 'word')")
        refused_for_now(table.tries(TRICKS, form=form), "away")
        refused_for_now(table.phone.opens(table.address), "away")
    cluster.stop()
    cluster.start()
    on_server.is_back()
    assert on_server.kept() == before
    assert table.tries(TRICKS, form=form).status == 303
    assert on_server.log(table) == ["enter", "enter"]
    on_server.kept()
    on_server.close()
