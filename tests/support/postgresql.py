"""A PostgreSQL server for tests: made in a temporary folder, run by an ordinary user, gone when they are done."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

import psycopg
import pytest

from store.engines.postgresql.database import PostgreSQL

REQUIRED = os.environ.get("REQUIRE_POSTGRESQL") == "1"
HOW_TO_GET_IT = "There is no PostgreSQL here: apt-get install postgresql"
INSTALLED = "/usr/lib/postgresql/*/bin"
PACKAGES_USER = "postgres"
OWNER = "takuroku"
PREPARED = "prepared"
LONGEST_START = 30
FEW_BYTES = 1 << 18
"""A table up to this size is emptied row by row: new files for all tables take thirty times as long."""


def binaries() -> Path | None:
    """The folder of the newest server that is installed."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    versions = sorted(Path("/").glob(INSTALLED[1:]), key=lambda path: float(path.parent.name))
    return next((path for path in reversed(versions) if (path / "initdb").exists()), None)


def found_binaries() -> Path:
    """The same, or the test is skipped with the reason; it fails where PostgreSQL is required."""
    found = binaries()
    if found is None:
        if REQUIRED:
            pytest.fail(HOW_TO_GET_IT, pytrace=False)
        pytest.skip(HOW_TO_GET_IT)
    return found


class ClusterError(Exception):
    """A command of the server failed, with what it said."""


class Cluster:
    """A server of its own, listening on a socket in its folder alone; `safe` waits for the disk as a real one does."""

    def __init__(self, folder: Path, *, safe: bool) -> None:
        self.folder = folder
        self._bin = found_binaries()
        self._names = count()
        if os.geteuid() == 0:
            shutil.chown(folder, PACKAGES_USER)
        # Its language sorts otherwise than code points do: what is listed must not depend on it.
        self._run(
            "initdb",
            "--no-sync",
            "--no-instructions",
            "--auth=trust",
            f"--username={OWNER}",
            "--encoding=UTF8",
            "--locale=C.UTF-8",
            "--locale-provider=icu",
            "--icu-locale=en-US",
            f"--pgdata={self.data}",
        )
        settings = {
            "listen_addresses": "''",
            "unix_socket_directories": f"'{folder}'",
            "max_connections": "100",
            "shared_buffers": "32MB",
            "log_destination": "stderr",
            "fsync": "on" if safe else "off",
        }
        with (self.data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = {value}\n" for name, value in settings.items())

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def address(self, name: str = "postgres") -> str:
        return f"postgresql://{OWNER}@/{name}?host={self.folder}"

    def start(self) -> None:
        """Return when it answers; after `kill` it mends itself first."""
        self._run(
            "pg_ctl",
            "start",
            "--wait",
            "--silent",
            f"--pgdata={self.data}",
            f"--log={self.folder / 'log'}",
            f"--timeout={LONGEST_START}",
        )

    def stop(self) -> None:
        with suppress(ClusterError):
            self._run("pg_ctl", "stop", "--mode=immediate", "--silent", f"--pgdata={self.data}")

    def kill(self) -> None:
        """SIGKILL to the server and to all that it has started, as when its machine dies."""
        postmaster = int((self.data / "postmaster.pid").read_text().split()[0])
        # Stopped it starts no other process that nobody would know of.
        os.kill(postmaster, signal.SIGSTOP)
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        processes = (postmaster, *map(int, children))
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        until = time.monotonic() + LONGEST_START
        while any(map(_runs, processes)):
            assert time.monotonic() < until, "a killed server does not go"
            time.sleep(0.01)
        # A dead process that nobody has asked for yet has its number still, and the next server would think it runs.
        for lock in (self.data / "postmaster.pid", *self.folder.glob(".s.PGSQL.*")):
            lock.unlink()

    def new_database(self, *, prepared: bool = False) -> str:
        """The address of a database that nobody else uses: empty, or with the tables of the record."""
        name = f"record_{next(self._names)}"
        with psycopg.connect(self.address(), autocommit=True) as db:
            if prepared and not db.execute("SELECT 1 FROM pg_database WHERE datname = %s", (PREPARED,)).fetchone():
                db.execute(f"CREATE DATABASE {PREPARED}")
                PostgreSQL(self.address(PREPARED)).prepare()
            db.execute(f"CREATE DATABASE {name}" + (f" TEMPLATE {PREPARED}" if prepared else ""))
        return self.address(name)

    def _run(self, command: str, *arguments: str) -> None:
        # As root the server refuses to run.
        as_user = ["runuser", "-u", PACKAGES_USER, "--"] if os.geteuid() == 0 else []
        done = subprocess.run(
            [*as_user, str(self._bin / command), *arguments],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode:
            log = self.folder / "log"
            said = f"{done.stderr}{log.read_text()[-2000:] if log.exists() else ''}"
            raise ClusterError(f"{command} ended with {done.returncode}:\n{said}")


@contextmanager
def running_cluster(*, safe: bool = False) -> Iterator[Cluster]:
    """A server that is gone afterwards, with its folder.

    Not where TMPDIR says: the path of a socket has at most some 100 bytes, and the user who runs the server must get
    there.
    """
    with tempfile.TemporaryDirectory(prefix="takuroku-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        cluster = Cluster(Path(folder), safe=safe)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()


def _runs(process: int) -> bool:
    """Whether a process is more than its entry in the table, where it stays until its parent asks for its end."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def emptied(address: str) -> None:
    """Take everything out of a database, past the triggers that keep it there."""
    with psycopg.connect(address, autocommit=True) as db:
        db.execute("SET session_replication_role = replica")
        tables: dict[str, int] = dict(
            db.execute(
                """
                SELECT tablename::text, pg_relation_size(format('%I.%I', schemaname, tablename)::regclass)
                FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migration'
                """
            )
        )
        if max(tables.values()) > FEW_BYTES:
            db.execute(f"TRUNCATE {', '.join(tables)} RESTART IDENTITY".encode())
            return
        db.execute("; ".join(f"DELETE FROM {table}" for table in tables).encode())
        db.execute("SELECT setval(format('%I.%I', schemaname, sequencename), 1, false) FROM pg_sequences")
