"""The real site in a process of its own, started with the command that serves it to the table."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from signal import SIGKILL, Signals

from web.serve import server_command
from web.settings import read_settings

ROOT = Path(__file__).parents[3]
APP = "app:create_app()"
LONGEST_START = 30


class NoSiteError(Exception):
    """The site did not start, with what it said."""


@contextmanager
def running_site(
    folder: Path,
    *,
    app: str = APP,
    settings: Mapping[str, str] | None = None,
    port: int | None = None,
    workers: int = 2,
    stop: Signals = SIGKILL,
) -> Iterator[str]:
    """The address of the site, its record in `folder` unless `settings`, variables of the environment, say otherwise.

    `app` is another application under the same command; at a `port` it is where it was before. Each of the `workers`
    takes its time to start. They are killed: a site that is asked to `stop` waits for the phones that are connected.
    """
    port = port or free_port()
    own = {name: value for name, value in os.environ.items() if not name.startswith("TAKUROKU_")}
    here = {
        "TAKUROKU_DATA": str(folder),
        "TAKUROKU_HOST": "127.0.0.1",
        "TAKUROKU_PORT": str(port),
        "TAKUROKU_WORKERS": str(workers),
    }
    environ = own | here | dict(settings or {})
    command = [app if part == APP else part for part in server_command(read_settings(environ))]
    said = folder / "server.log"
    with said.open("w") as log:
        server = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=log, stderr=log, start_new_session=True)
    try:
        wait_for(server, port, said)
        yield f"http://127.0.0.1:{port}"
    finally:
        # A killed master takes nobody along.
        (os.killpg if stop is SIGKILL else os.kill)(server.pid, stop)
        server.wait(timeout=LONGEST_START)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(server: subprocess.Popen[bytes], port: int, said: Path) -> None:
    """Return when the site answers; raise NoSiteError when it gave up or takes too long."""
    late = time.monotonic() + LONGEST_START
    while server.poll() is None and time.monotonic() < late:
        connection = HTTPConnection("127.0.0.1", port, timeout=LONGEST_START)
        try:
            connection.request("GET", "/health")
            connection.getresponse().read()
            return
        except OSError:
            time.sleep(0.05)
        finally:
            connection.close()
    raise NoSiteError(f"The site did not start:\n{said.read_text()}")
