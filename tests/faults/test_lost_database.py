"""A database that is moved away and put back, replaced, locked up, or only to be read while the site runs."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import TypeAlias

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from store.errors import UnusableDatabaseError
from tests.faults.conftest import ADJUSTED, BIDS, Site, goes_on, refused_for_now
from tests.kit.disks import permissions_count

Fault: TypeAlias = Callable[[Site], AbstractContextManager[None]]


@contextmanager
def all_moved_away(site: Site) -> Iterator[None]:
    """The whole folder is gone for a while, as when its disk is unplugged."""
    folder = Path(site.address).parent
    elsewhere = folder.rename(folder.with_name(f"{folder.name}-elsewhere"))
    yield
    elsewhere.rename(folder)


@contextmanager
def locked_up(site: Site) -> Iterator[None]:
    """A file that the site may not even read, when it starts."""
    path = Path(site.address)
    path.chmod(0)
    with permissions_count():
        site.starts()
        yield
    path.chmod(0o644)


@contextmanager
def in_a_locked_folder(site: Site) -> Iterator[None]:
    """From one moment to the next."""
    folder = Path(site.address).parent
    folder.chmod(0)
    with permissions_count():
        yield
    folder.chmod(0o755)


@contextmanager
def renamed(site: Site) -> Iterator[None]:
    """The database of a server is there under another name, and whoever had it open is thrown out."""
    name = str(conninfo_to_dict(str(site.address))["dbname"])
    with psycopg.connect(str(site.address), dbname="postgres", autocommit=True) as db:
        db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
        db.execute(f"ALTER DATABASE {name} RENAME TO {name}_elsewhere")
        yield
        db.execute(f"ALTER DATABASE {name}_elsewhere RENAME TO {name}")


FAULTS = [("file_site", all_moved_away), ("file_site", locked_up), ("server_site", renamed)]


@pytest.mark.parametrize(("where", "fault"), FAULTS)
def test_a_database_that_is_away_is_said_to_be_and_it_goes_on_when_it_is_back(
    request: pytest.FixtureRequest, in_a_hurry: Callable[[Site], None], where: str, fault: Fault
) -> None:
    site: Site = request.getfixturevalue(where)
    table = site.table()
    in_a_hurry(site)
    table.bids(1, 1, 0)
    table.undoes()
    form, before = table.form, site.kept()
    with fault(site):
        refused_for_now(table.tries(BIDS, form=form), "away")
        for address in ("/history", table.address):
            refused_for_now(table.phone.opens(address), "away")
        assert table.phone.opens("/health").status == 503
        assert table.phone.opens("/rules").status == 200, "what needs no record is there"
    site.is_back()
    assert site.kept() == before
    goes_on(site, table, form)


def test_a_site_that_cannot_look_where_its_record_is_does_not_start(file_site: Site) -> None:
    with in_a_locked_folder(file_site), pytest.raises(UnusableDatabaseError, match="denied"):
        file_site.starts()


@pytest.mark.parametrize("rubbish", [b"", b"This is the shopping list.\n" * 400, None])
def test_a_file_that_is_no_record_or_spoilt_is_left_alone_and_said_to_be_unusable(
    file_site: Site, tmp_path: Path, rubbish: bytes | None
) -> None:
    table = file_site.table()
    form, before = table.form, file_site.kept()
    file_site.close()
    path, aside = Path(file_site.address), tmp_path / "aside"
    whole = path.read_bytes()
    aside.mkdir()
    for each in path.parent.glob(f"{path.name}*"):
        shutil.move(each, aside)
    # All but the first page is noughts, as where a disk went bad.
    broken = whole[:4096] + bytes(len(whole) - 4096) if rubbish is None else rubbish
    path.write_bytes(broken)
    for page in (table.tries(BIDS, form=form), table.phone.opens("/history")):
        assert (page.status, "cannot be used" in page.heading) == (500, True)
        assert page.root.one("main").text
    assert table.phone.opens("/health").status == 503
    assert path.read_bytes() == broken
    for each in path.parent.glob(f"{path.name}*"):
        each.unlink()
    for each in aside.iterdir():
        shutil.move(each, path.parent)
    file_site.starts()
    assert file_site.kept() == before
    goes_on(file_site, table, form)


# A record that may only be read, by the permissions of a file or the rights of a role: all of it can be looked at.


@contextmanager
def a_file_to_read(site: Site) -> Iterator[None]:
    """A site that starts finds it; what was open before would stay as it was."""
    path = Path(site.address)
    path.chmod(0o444)
    with permissions_count():
        site.starts()
        yield
    # What was made beside it meanwhile got its permissions.
    for each in path.parent.glob(f"{path.name}*"):
        each.chmod(0o644)


@contextmanager
def a_server_to_read(site: Site) -> Iterator[None]:
    """Whoever comes to the database from now on reads."""
    name = conninfo_to_dict(str(site.address))["dbname"]
    with psycopg.connect(str(site.address), dbname="postgres", autocommit=True) as db:
        db.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        site.starts()
        yield
        db.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        site.starts()


@pytest.mark.parametrize(("where", "fault"), [("file_site", a_file_to_read), ("server_site", a_server_to_read)])
def test_what_may_only_be_read_is_read_and_written_when_it_may_be(
    request: pytest.FixtureRequest, where: str, fault: Fault
) -> None:
    site: Site = request.getfixturevalue(where)
    table = site.table()
    table.bids(1, 1, 0)
    form, before = table.adjustment, site.kept()
    with fault(site):
        for _ in range(3):
            refused_for_now(table.tries(ADJUSTED, form=form), "read-only")
        for address in ("/", "/history", "/new", table.address, f"{table.address}/more"):
            assert table.phone.opens(address).status == 200, address
        told = table.phone.opens("/health")
        assert (told.status, "only be read" in told.json["status"]) == (503, True)
        assert site.kept() == before
    assert [table.tries(ADJUSTED, form=form).status for _ in range(2)] == [303, 303]
    assert site.log(table) == ["enter", "enter"]
    site.kept()


def test_who_waits_in_vain_for_others_is_told_so(in_a_hurry: Callable[[Site], None], site: Site) -> None:
    table = site.table()
    in_a_hurry(site)
    form = table.form
    with closing(site.beside.connect()) as others, others.writing():
        others.lock_row("session", table.id)
        refused_for_now(table.tries(BIDS, form=form), "busy")
        assert table.page.status == 200, "who looks waits for nobody"
    goes_on(site, table, form)
