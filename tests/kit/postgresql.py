"""A PostgreSQL server for tests, in a temporary folder and run by an ordinary user."""

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

from store.engines.postgresql import PostgreSQL
from tests.kit.memory import folder_in_memory

REQUIRED = os.environ.get("REQUIRE_POSTGRESQL") == "1"
HOW_TO_GET_IT = "There is no PostgreSQL here: apt-get install postgresql"
INSTALLED = "/usr/lib/postgresql/*/bin"
PACKAGES_USER = "postgres"
OWNER = "takuroku"
PREPARED = "prepared"
LONGEST_START = 30
FEW_BYTES = 1 << 18
"""The largest table in bytes that is emptied by DELETE: TRUNCATE of small tables takes thirty times as long."""


def binaries() -> Path | None:
    """The folder of the newest installed server, or None."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    versions = sorted(Path("/").glob(INSTALLED[1:]), key=lambda path: float(path.parent.name))
    return next((path for path in reversed(versions) if (path / "initdb").exists()), None)


def found_binaries() -> Path:
    """The same, or skips the test; fails it if PostgreSQL is required."""
    found = binaries()
    if found is None:
        if REQUIRED:
            pytest.fail(HOW_TO_GET_IT, pytrace=False)
        pytest.skip(HOW_TO_GET_IT)
    return found


class ClusterError(Exception):
    """A command of the server failed, with what it said."""


class Cluster:
    """A server that listens only on a socket in its folder; `safe` turns fsync on."""

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
            # Nothing lives long enough here to be cleaned up.
            "autovacuum": "off",
        }
        with (self.data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = {value}\n" for name, value in settings.items())

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def address(self, name: str = "postgres") -> str:
        return f"postgresql://{OWNER}@/{name}?host={self.folder}"

    def start(self) -> None:
        """Start and wait until it answers; after `kill` it recovers first."""
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
        """Send SIGKILL to the server and all its processes, like a crash of the machine."""
        postmaster = int((self.data / "postmaster.pid").read_text().split()[0])
        # While stopped it can't start another process.
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

    def new_database(self, *, prepared: bool = False, like: str = "") -> str:
        """Make a new database, empty, with the record's tables or with all of another; return its address."""
        name = f"record_{next(self._names)}"
        with psycopg.connect(self.address(), autocommit=True) as db:
            if prepared and not db.execute("SELECT 1 FROM pg_database WHERE datname = %s", (PREPARED,)).fetchone():
                db.execute(f"CREATE DATABASE {PREPARED}")
                PostgreSQL(self.address(PREPARED)).prepare()
            template = PREPARED if prepared else like
            db.execute(f"CREATE DATABASE {name}" + (f" TEMPLATE {template}" if template else ""))
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
    place = folder_in_memory() or "/tmp"
    with tempfile.TemporaryDirectory(prefix="takuroku-", dir=place, ignore_cleanup_errors=True) as folder:
        cluster = Cluster(Path(folder), safe=safe)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()


def _runs(process: int) -> bool:
    """Whether a process runs and is not a zombie."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def emptied(address: str) -> None:
    """Delete all rows of a database, with triggers off."""
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
