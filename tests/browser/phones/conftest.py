"""Phones that ask by themselves what the others wrote, and keep nobody waiting for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.seats import Begin, Table, link_of
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

    def begun(players: Sequence[str] = FOUR, **options: object) -> Table:
        session = keeper.sits_down(players, **options)  # type: ignore[arg-type]
        table = Table(session, keeper, open_phone, partial(link_of, record, session, of_table=True))
        keeper.taps = 0
        return table

    return begun
