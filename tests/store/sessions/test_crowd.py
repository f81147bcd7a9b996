"""Several processes at one record: nothing fails, nothing is lost, nothing is said twice."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from store.admin.rebuild import compare
from store.engines import database_at
from store.engines.base import Connection
from tests.conftest import ENGINES
from tests.kit.postgresql import Cluster
from tests.kit.store.crowd import NOTES
from tests.store.conftest import Keeper

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[3]
PHONES = ("Ann", "Ben", "Chika", "Dan")
DATABASES = {"sqlite": 15, "postgresql": 4}


def crowd(*commands: tuple[str, ...], times: int = 1) -> None:
    """Run them all at once, giving the word to begin so many times; each must end well."""
    with ExitStack() as stack:
        running = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-m", "tests.kit.store.crowd", *command],
                    cwd=ROOT,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    text=True,
                )
            )
            for command in commands
        ]
        for _ in range(times):
            for process in running:
                assert process.stdout is not None
                process.stdout.readline()
            for process in running:
                assert process.stdin is not None
                if process.poll() is None:
                    process.stdin.write("begin\n")
                    process.stdin.flush()
        failures = [process.communicate(timeout=60)[1] for process in running]
    assert failures == [""] * len(commands)
    assert [process.returncode for process in running] == [0] * len(commands)


def new_addresses(engine: str, request: pytest.FixtureRequest) -> list[str]:
    """Where there is no record yet."""
    if engine == "sqlite":
        folder: Path = request.getfixturevalue("tmp_path")
        return [str(folder / f"{number}.db") for number in range(DATABASES[engine])]
    cluster: Cluster = request.getfixturevalue("cluster")
    return [cluster.new_database() for _ in range(DATABASES[engine])]


@pytest.mark.long
@pytest.mark.parametrize("engine", ENGINES)
def test_eight_workers_prepare_one_new_database_at_once(engine: str, request: pytest.FixtureRequest) -> None:
    addresses = new_addresses(engine, request)
    crowd(*[("prepare", *addresses)] * 8, times=len(addresses))
    for address in addresses:
        with closing(database_at(address).connect()) as db:
            assert Keeper(db, "ours").sits_down()


def notes(phone: str) -> list[str]:
    return [f"{phone}-{turn}" for turn in range(NOTES)]


def test_four_phones_write_on_one_sheet_at_once(keeper: Keeper, address: str, db: Connection) -> None:
    session = keeper.sits_down()
    crowd(*[("note", address, keeper.scorebook, session, phone) for phone in PHONES])
    found = keeper.sees(session)
    assert sorted(remark.text for remark in found.sheet.remarks) == sorted(
        note for phone in PHONES for note in notes(phone)
    )
    assert [action.position for action in found.actions] == list(range(4 * NOTES))
    # Each phone's notes stand in the order in which it wrote them.
    for phone in PHONES:
        assert [action.facts["text"] for action in found.actions if action.device == phone] == notes(phone)
    assert compare(db).differences == ()


def test_while_four_phones_write_on_sheets_of_their_own_two_rebuild(
    keeper: Keeper, address: str, db: Connection
) -> None:
    sheets = {phone: keeper.sits_down() for phone in PHONES}
    crowd(
        *[("note", address, keeper.scorebook, session, phone) for phone, session in sheets.items()],
        *[("rebuild", address)] * 2,
    )
    for phone, session in sheets.items():
        assert [remark.text for remark in keeper.sees(session).sheet.remarks] == notes(phone)
        assert keeper.book.device_names(session) == {phone: f"{phone}'s phone"}
    assert compare(db).differences == ()
