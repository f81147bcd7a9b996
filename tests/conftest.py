"""The databases that tests write on: a file of SQLite, and a server of PostgreSQL that each worker starts once."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from store.engines.base import Connection, Database
from store.engines.postgresql import PostgreSQL
from store.engines.sqlite import SQLite
from store.sessions import loading
from tests.kit.memory import folder_in_memory
from tests.kit.postgresql import Cluster, emptied, running_cluster

ROOT = Path(__file__).parent
ENGINES = ("sqlite", "postgresql")
SERVERS = frozenset({"cluster", "mortal", "postgresql"})
POCKETS = frozenset({"pocket_folder", "built"})
FOLDERS = "PYTEST_DEBUG_TEMPROOT"
"""Where pytest makes the folders of the tests, as it is told in the environment."""


def pytest_configure() -> None:
    """Let the folders of the tests lie in memory where there is room, unless the environment says where."""
    if not {FOLDERS, "TMPDIR"} & os.environ.keys() and (memory := folder_in_memory()):
        os.environ[FOLDERS] = str(memory)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None]:
    """Mark what asks a server of PostgreSQL; of what is then left to run, hand out the longest modules first.

    One module builds the pocket while the other worker drives a browser; those that need it too come after these.
    """
    for item in items:
        asked = {*getattr(item, "fixturenames", ())}
        if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            asked |= {value for value in item.callspec.params.values() if isinstance(value, str)}
        if asked & SERVERS:
            item.add_marker(pytest.mark.postgresql)
    yield
    tests = Counter(item.path for item in items)
    builds = dict.fromkeys(item.path for item in items if POCKETS & {*getattr(item, "fixturenames", ())})
    first = next(iter(builds), None)

    def turn(item: pytest.Item) -> tuple[int, int]:
        if item.path in builds:
            return (0 if item.path == first else 2), 0
        return (1, -tests[item.path]) if item.path.is_relative_to(ROOT / "browser") else (3, 0)

    items.sort(key=turn)


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of a run have."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A server that does not wait for its disk."""
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def mortal() -> Iterator[Cluster]:
    """A server that nobody else needs: the tests of a module may kill it."""
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="session")
def shared_address(cluster: Cluster) -> str:
    """A database with the tables of the record that one test after the other finds empty."""
    return cluster.new_database(prepared=True)


@pytest.fixture(scope="session")
def new_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the tables of the record, to be copied: making them takes ten times as long."""
    database = SQLite(tmp_path_factory.mktemp("new") / "takuroku.db")
    database.prepare()
    return database.path


@pytest.fixture
def sqlite(new_file: Path, tmp_path: Path) -> SQLite:
    """A new file with the tables of the record."""
    database = SQLite(tmp_path / "takuroku.db")
    shutil.copy(new_file, database.path)
    database.prepare()
    return database


@pytest.fixture
def postgresql(shared_address: str) -> Iterator[PostgreSQL]:
    """A database without a row. A test that changes its tables asks the cluster for one of its own."""
    # The address is the same for all tests, and some of them name their sessions.
    loading.SESSION_CACHE.clear()
    database = PostgreSQL(shared_address)
    yield database
    database.close()
    emptied(shared_address)


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Have the record of a test on those engines alone that the mark `engines` nearest to it names."""
    if "database" in metafunc.fixturenames and (named := metafunc.definition.get_closest_marker("engines")):
        metafunc.definition.add_marker(pytest.mark.parametrize("database", named.args, indirect=True))


@pytest.fixture(params=ENGINES)
def database(request: pytest.FixtureRequest) -> Database:
    """An empty record, on each engine in turn where no mark names one."""
    database: Database = request.getfixturevalue(request.param)
    return database


@pytest.fixture
def db(database: Database) -> Iterator[Connection]:
    connection = database.connect()
    yield connection
    connection.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once for each reason how many tests it left out, and what was measured."""
    reasons = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", ()))
    for reason, tests in reasons.most_common():
        terminalreporter.write_line(f"Left out: {tests}. {reason.removeprefix('Skipped: ')}", yellow=True)
    for report in (*terminalreporter.stats.get("passed", ()), *terminalreporter.stats.get("failed", ())):
        for name, measured in report.user_properties if report.when == "call" else ():
            terminalreporter.write_line(f"{name}: {measured}")
