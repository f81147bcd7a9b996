"""A host of the pocket as it is built."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.support.pocket.site import StaticHost, running_host


@pytest.fixture
def host(pocket_folder: Path) -> Iterator[StaticHost]:
    with running_host(pocket_folder) as host:
        yield host
