"""A record that may only be read, by the permissions of a file or the rights of a role: all of it can be looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import TypeAlias

import pytest
from flask import Flask

from store.engines import database_at
from tests.faults.conftest import ADJUSTED, Site, refused_for_now
from tests.faults.disks import permissions_count
from tests.kit.postgresql import OWNER

ROLE = "scorekeeper"

Fault: TypeAlias = Callable[[Site], AbstractContextManager[None]]


@pytest.fixture
def common_site(app: Flask, server_site: Site) -> Iterator[Site]:
    """The site over a server as a role that may read and write, and nothing else."""
    owners = str(server_site.address)
    site = Site(app, owners.replace(f"//{OWNER}@", f"//{ROLE}@"), beside=database_at(owners))
    says(site, f"CREATE ROLE {ROLE} LOGIN")
    says(site, f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {ROLE}")
    yield site
    site.stops()
    says(site, f"DROP OWNED BY {ROLE}")
    says(site, f"DROP ROLE {ROLE}")


def says(site: Site, statement: str) -> None:
    """Who owns the database says it."""
    with closing(site.beside.connect()) as db:
        db.execute(statement)


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
def a_role_to_read(site: Site) -> Iterator[None]:
    """Whoever comes as this role from now on reads."""
    says(site, f"ALTER ROLE {ROLE} SET default_transaction_read_only = on")
    site.starts()
    yield
    says(site, f"ALTER ROLE {ROLE} RESET default_transaction_read_only")


@contextmanager
def a_role_without_a_right(site: Site) -> Iterator[None]:
    """From now on, in the middle of what the site does."""
    says(site, f"REVOKE INSERT ON action FROM {ROLE}")
    yield
    says(site, f"GRANT INSERT ON action TO {ROLE}")


FAULTS = [("file_site", a_file_to_read), ("common_site", a_role_to_read), ("common_site", a_role_without_a_right)]


@pytest.mark.parametrize(("where", "fault"), FAULTS)
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
        # Of a right that is missing in one table alone it knows nothing.
        told = table.phone.opens("/health")
        assert (told.status, "only be read" in told.json["status"]) == (
            (200, False) if fault is a_role_without_a_right else (503, True)
        )
        assert site.kept() == before
    assert table.tries(ADJUSTED, form=form).status == 303
    assert table.tries(ADJUSTED, form=form).status == 303
    assert site.log(table) == ["enter", "enter"]
    site.kept()
