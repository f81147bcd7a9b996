"""The databases that tests write on: a file of SQLite, and a server of PostgreSQL that each worker starts once."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from store.engines.base import Connection, Database
from store.engines.postgresql.database import PostgreSQL
from store.engines.sqlite.database import SQLite
from store.sessions import loading
from tests.kit.memory import folder_in_memory
from tests.kit.postgresql import Cluster, emptied, running_cluster

ENGINES = ("sqlite", "postgresql")
ROOT = Path(__file__).parent
LEFT_TO_ALL = frozenset(
    ROOT / folder for folder in ("bench", "faults", "machines", "operating", "pocket", "store/move")
)
"""The folders that `--quick` leaves to `make test-all`."""
LOCKING = (ROOT / "store" / "engines", ROOT / "store" / "sessions" / "test_at_once.py")
"""What asks a server of PostgreSQL under `--quick` too: the contract of the engines, and who waits for whom."""
SERVERS = frozenset({"cluster", "mortal", "postgresql"})
FOLDERS = "PYTEST_DEBUG_TEMPROOT"
"""Where pytest makes the folders of the tests, as it is told in the environment."""


def pytest_configure() -> None:
    """Let the folders of the tests lie in memory where there is room, unless the environment says where."""
    if not {FOLDERS, "TMPDIR"} & os.environ.keys() and (memory := folder_in_memory()):
        os.environ[FOLDERS] = str(memory)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick", action="store_true", help="what every change must pass; tests/README.md says what is left out"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out under `--quick` what it has nothing of: importing it takes longer than many a test."""
    if not config.getoption("quick"):
        return None
    is_test = collection_path.suffix == ".py" and collection_path.name.startswith("test_")
    without_smoke = (
        is_test
        and ROOT / "browser" in collection_path.parents
        and "mark.smoke" not in collection_path.read_text("utf-8")
    )
    return True if collection_path in LEFT_TO_ALL or without_smoke else None


def is_quick(item: pytest.Item) -> bool:
    """Whether `make test` runs a test: in the browser one of the `smoke`, elsewhere all but what needs a server."""
    if ROOT / "browser" in item.path.parents:
        return item.get_closest_marker("smoke") is not None
    if item.get_closest_marker("thorough"):
        return False
    asked = {*getattr(item, "fixturenames", ())}
    if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
        asked |= {value for value in item.callspec.params.values() if isinstance(value, str)}
    return not asked & SERVERS or any(item.path.is_relative_to(place) for place in LOCKING)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("quick"):
        kept = [item for item in items if is_quick(item)]
        config.hook.pytest_deselected(items=[*{*items} - {*kept}])
        items[:] = kept
    building = {
        item.path for item in items if (pocket := item.get_closest_marker("pocket")) and pocket.kwargs.get("always")
    }
    items.sort(key=lambda item: turn(item, building))
    if os.environ.get("LONG") != "1":
        for item in items:
            if long := item.get_closest_marker("long"):
                reason = long.kwargs.get("reason", "They take their time")
                item.add_marker(pytest.mark.skip(reason=f"{reason}: LONG=1 make test-all"))


def turn(item: pytest.Item, building: Collection[Path]) -> int:
    """When a test's file is handed to a worker.

    One file builds the pocket while the other workers drive browsers; those that need the build too (`building`, and
    the folder that is all about it) come after these.
    """
    path = item.path.relative_to(ROOT) if item.path.is_relative_to(ROOT) else item.path
    if path == Path("browser", "pocket", "test_evening.py"):
        return 0
    if path.parts[0] != "browser":
        return 3
    return 2 if "pocket" in path.parts or item.path in building else 1


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
def postgresql(shared_address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[PostgreSQL]:
    """A database without a row. A test that changes its tables asks the cluster for one of its own."""
    # The address is the same for all tests, and some of them name their sessions.
    monkeypatch.setattr(loading, "SESSION_CACHE", loading.SessionCache())
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
