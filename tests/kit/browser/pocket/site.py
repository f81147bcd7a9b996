"""The folder of the pocket, built once for all tests of a run, on a host that can be cut off."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from tests.kit.browser.site import ROOT
from tests.kit.made_once import made_once

UNDER = "/pocket"
"""Where the host has the folder: not at its root, as on a host that has other things too."""
MAY_BE_ASKED = f"{UNDER}/service-worker.js"
"""Whether there is a newer build the browser asks by itself, whenever it likes."""


OF_A_BUILD = ("app.py", "pocket", "record", "scoring", "static", "store", "templates", "translations", "web")
NEWER = "data-newer"
"""On every page of the release that comes after this one."""


class NoPocketError(Exception):
    """The folder was not built, with what was said."""


def built_once(shared: Path, name: str = "pocket", code: Callable[[Path], Path] = lambda _: ROOT) -> Path:
    """The folder, built once a run. `code` says of what, given room to make it."""
    folder = shared / name
    said = made_once(shared / f"{name}.log", lambda: build(code(shared / f"{name}-code"), folder))
    if not folder.is_dir():
        raise NoPocketError(said)
    return folder


def newer_code(folder: Path) -> Path:
    """The code of a release that comes after this one: its pages say so of themselves."""
    folder.mkdir()
    for name in OF_A_BUILD:
        place = ROOT / name
        if place.is_dir():
            shutil.copytree(place, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(place, folder / name)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    frame = folder / "templates" / "base.html"
    old = frame.read_text("utf-8")
    new = old.replace("<html ", f"<html {NEWER} ", 1)
    assert new != old
    frame.write_text(new, "utf-8")
    return folder


def build(code: Path, folder: Path) -> str:
    """Build the code of this folder into another; what was said is empty where that worked."""
    command = [sys.executable, "-m", "pocket", "build", "--quick", str(folder)]
    done = subprocess.run(command, cwd=code, env=os.environ, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else (done.stderr or done.stdout).strip() or "The build failed without a word."


class StaticHost(ThreadingHTTPServer):
    """Any host of static files; what it sends can be exchanged, and it can be cut off."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder = folder
        self.cut = False
        self.asked: list[str] = []
        """What it was asked while it was cut off."""
        super().__init__(("127.0.0.1", port), partial(Files, directory="."))

    @property
    def site(self) -> str:
        return f"http://127.0.0.1:{self.server_port}{UNDER}"

    @property
    def beside(self) -> str:
        """A page of the same host that is none of the site's."""
        return f"http://127.0.0.1:{self.server_port}/"

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up in the middle is none of this host's sorrows."""

    @property
    def asked_in_vain(self) -> list[str]:
        return [path for path in self.asked if path != MAY_BE_ASKED]


class Files(SimpleHTTPRequestHandler):
    """What lies in the folder, whatever is built into it meanwhile."""

    server: StaticHost
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def do_GET(self) -> None:
        if self.server.cut:
            self.server.asked.append(self.path)
            self.close_connection = True
            return
        if self.path == "/":
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        super().do_GET()

    def translate_path(self, path: str) -> str:
        asked = urlsplit(path).path
        if not asked.startswith(f"{UNDER}/"):
            return str(self.server.folder / "nothing")
        self.directory = str(self.server.folder)
        return super().translate_path(asked.removeprefix(UNDER))

    def log_message(self, format: str, *told: object) -> None:
        """Nothing is told."""


@contextmanager
def running_host(folder: Path, port: int = 0) -> Iterator[StaticHost]:
    with StaticHost(folder, port) as host:
        thread = threading.Thread(target=host.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield host
        finally:
            host.shutdown()
            thread.join()
