"""A site process of one machine: started as on a server, killed as when the machine loses its power."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from tests.kit.browser.site import LONGEST_START, ROOT, NoSiteError, free_port
from web.serve import server_command
from web.settings import read_settings

SECRET = "the same on all the machines that serve one site"


class Site:
    """The command that serves the site, without a data folder; it shares the database and the secret with others.

    `folder` is for what it says, `settings` are by their names without the prefix.
    """

    def __init__(self, folder: Path, database: str, **settings: str) -> None:
        folder.mkdir()
        self.log = folder / "server.log"
        self.port = free_port()
        own = {name: value for name, value in os.environ.items() if not name.startswith("TAKUROKU_")}
        self._environ = own | {
            "TAKUROKU_DATABASE": database,
            "TAKUROKU_SECRET": SECRET,
            "TAKUROKU_HOST": "127.0.0.1",
            "TAKUROKU_PORT": str(self.port),
            **{f"TAKUROKU_{name}": value for name, value in settings.items()},
        }
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, at once: see `waits_to_answer`."""
        command = server_command(read_settings(self._environ))
        with self.log.open("a") as log:
            # In a group of its own, so that its workers can be killed with it.
            self._server = subprocess.Popen(
                command, cwd=ROOT, env=self._environ, stdout=log, stderr=log, start_new_session=True
            )

    def waits_to_answer(self) -> None:
        """Return when it answers, be it that its database is away; raise NoSiteError if it does not."""
        assert self._server is not None, "it was started"
        late = time.monotonic() + LONGEST_START
        while self.health() is None:
            if self._server.poll() is not None or time.monotonic() > late:
                raise NoSiteError(f"The site did not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def kill(self) -> None:
        """SIGKILL to the server and its workers; does nothing where it was killed already."""
        if self._server is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._server.pid, signal.SIGKILL)
            self._server.wait()
            self._server = None

    def health(self) -> int | None:
        """What it answers when it is asked how it is, None for nothing."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=LONGEST_START)
        try:
            connection.request("GET", "/health")
            return connection.getresponse().status
        except (OSError, HTTPException):
            return None
        finally:
            connection.close()

    def workers(self) -> set[int]:
        """The processes that answer."""
        assert self._server is not None, "it runs"
        master = self._server.pid
        return {*map(int, Path(f"/proc/{master}/task/{master}/children").read_text().split())}
