"""A scorebook that Ann's phone has made, and the guests that come to it."""

from __future__ import annotations

import pytest

from store.access import grants
from store.engines.base import Connection
from tests.kit.store.access import Guests
from tests.store.conftest import THURSDAY, Keeper

MADE = "2026-11-21T20:00:00Z"


@pytest.fixture
def session(db: Connection, keeper: Keeper) -> str:
    session = keeper.sits_down(at=MADE)
    assert grants.claim(db, device="ann", scorebook=THURSDAY, name="iPhone", at=MADE)
    return session


@pytest.fixture
def guests(db: Connection, session: str) -> Guests:
    return Guests(db, THURSDAY, at=MADE)
