"""The folder as it is served, built once for all tests, and Python with the site in it under Node."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pocket.build import build
from tests.pocket.node import Engine


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder that is served; who is there first builds it, the others wait."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "pocket"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.is_dir():
            build(folder)
    return folder


@pytest.fixture
def engine(built: Path, tmp_path: Path) -> Iterator[Engine]:
    """The site begun on an empty storage."""
    if not shutil.which("node"):
        pytest.skip("There is no node")
    with Engine(built, tmp_path) as engine:
        yield engine
