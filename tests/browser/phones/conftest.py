"""Phones that ask by themselves what the others wrote, and keep nobody waiting for it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from app import create_app
from record.log import stamp
from store.access import links
from store.access.grants import Right
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.seats import Begin, Table
from tests.kit.browser.table import FOUR, Phone


@pytest.fixture
def open_phone(open_phone: OpenPhone, where: str) -> OpenPhone:
    return partial(open_phone, hurried=True) if where == "server" else open_phone


@pytest.fixture
def keeper(open_phone: OpenPhone) -> Phone:
    return open_phone()


@pytest.fixture
def begin(open_phone: OpenPhone, record: Path, keeper: Phone) -> Begin:
    """Begin a game on the keeper's phone, which others can join."""
    site = create_app({"TAKUROKU_DATA": str(record)})

    def begun(players: Sequence[str] = FOUR, **options: object) -> Table:
        session = keeper.sits_down(players, **options)  # type: ignore[arg-type]

        def invited(role: Right) -> str:
            with closing(site.extensions["takuroku"].connect()) as db:
                (row,) = db.execute("SELECT scorebook FROM session WHERE id = ?", (session,)).fetchall()
                return links.make(
                    db, scorebook=row["scorebook"], role=role, session=session, at=stamp(datetime.now(UTC))
                )

        table = Table(session, keeper, open_phone, invited)
        table.listens(keeper)
        keeper.taps = 0
        return table

    return begun
