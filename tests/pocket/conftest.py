"""The folder as it is served, and Python with the site in it under Node."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.browser.pocket.site import built_once
from tests.kit.node import needs_node
from tests.pocket.node import Engine


@pytest.fixture(scope="session")
def built(shared_folder: Path) -> Path:
    """The site as a folder of static files."""
    return built_once(shared_folder)


@pytest.fixture
def engine(built: Path, tmp_path: Path) -> Iterator[Engine]:
    """The site begun on an empty storage."""
    needs_node()
    with Engine(built, tmp_path) as engine:
        yield engine
