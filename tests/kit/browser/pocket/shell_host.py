"""A host of static files that counts what it is asked, and the shell's own files with an engine that only plays one."""

from __future__ import annotations

import gzip
import hashlib
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from random import Random

from pocket.build.build import filled, pages, part, shell
from web.assets import read_assets

ROOT = Path(__file__).parents[4]
FAKE_ENGINE = Path(__file__).with_name("fake_engine.js")
LICENCES = b"<!DOCTYPE html><html lang='en'><title>Licences</title><h1>Licences</h1></html>"
KNOWN = {
    "html": "text/html; charset=utf-8",
    **dict.fromkeys(("js", "mjs"), "text/javascript"),
    "css": "text/css",
    "wasm": "application/wasm",
}
"""Types that any host knows; of the others, those of manifests among them, this one says nothing."""


def shell_files(mark: str = "one", weight: int = 1) -> dict[str, bytes]:
    """The files of a build but for Python: `mark` makes it another version, `weight` (kB) a heavier one."""
    fake = shell() | {"engine/engine.js": FAKE_ENGINE.read_bytes()}
    pictures = read_assets(ROOT / "static").files
    hashed = part("shell", fake) | part("app", {"app.zip": Random(mark).randbytes(512 * weight).hex().encode()})
    hashed |= part("libraries", {"libraries.zip": b"always the same"})
    plain = {"licences.html": LICENCES}
    hashed |= {f"assets/{mark}/{path}": body for path, body in pictures.items() if path.startswith("img/icon")}
    decoder = f"assets/{mark}/vendor/zxing/reader.mjs"
    hashed[decoder] = b"always the same, too"
    parts = {path.split("-")[0].removeprefix("parts/"): path for path in hashed if "-" in path}
    build = {
        "version": hashlib.sha256(mark.encode()).hexdigest()[:12],
        "parts": {
            "shell": f"{'/'.join(parts['shell'].split('/')[:2])}/",
            "app": parts["app"],
            "libraries": parts["libraries"],
        },
        "decoder": [decoder],
        "files": {path: described(body) for path, body in (hashed | plain).items()},
    }
    copies = {f"{path}.gz": packed(body) for path, body in (hashed | plain).items()}
    return hashed | plain | copies | {name: filled(text, build, f"assets/{mark}/") for name, text in pages().items()}


def packed(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


def described(body: bytes) -> dict[str, object]:
    """A Brotli copy is taken to be a tenth smaller than that of gzip."""
    small = len(packed(body))
    return {"bytes": len(body), "gzip": small, "brotli": small * 9 // 10, "sha256": hashlib.sha256(body).hexdigest()}


def with_leader_timeout(files: dict[str, bytes], milliseconds: int) -> dict[str, bytes]:
    """The same files, but the service worker waits so long for somebody who leads, where it else waits 20 seconds."""
    worker = files["service-worker.js"]
    assert worker.count(LEADER_TIMEOUT) == 1
    return files | {"service-worker.js": worker.replace(LEADER_TIMEOUT, b"const LEADER_TIMEOUT = %d;" % milliseconds)}


COPY = ".gz"
LEADER_TIMEOUT = b"const LEADER_TIMEOUT = 20000;"
ASLEEP = "/asleep"
"""Who asks for this waits, and does nothing else, for as long as somebody is to be asleep."""


@dataclass
class StaticHost:
    """What it serves, under which prefix, and what it was asked.

    It can be away, or with some files; hold back those with a beginning; send something wrong. A file
    that is away or wrong is so in its packed copy too.
    """

    files: dict[str, bytes]
    prefix: str = "/pocket/"
    asked: list[str] = field(default_factory=list)
    wrong: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    away: bool = False
    hold: str = ""
    sends_brotli: bool = False
    asleep: bool = False
    address: str = ""

    @property
    def paths(self) -> list[str]:
        """Which files of its folder it was asked for since it was last forgotten, in themselves or as a packed copy."""
        return [path.removeprefix(self.prefix).removesuffix(COPY) for path in self.asked]

    @property
    def start(self) -> str:
        return self.address + self.prefix

    @property
    def site(self) -> str:
        """Where the folder is served, without a slash at the end."""
        return self.start.removesuffix("/")

    @property
    def beside(self) -> str:
        """A page of the same storage that is none of the site's."""
        return f"{self.address}/"

    def cut(self) -> None:
        """Answer nothing any more."""
        self.away = True
        self.asked.clear()

    @property
    def asked_in_vain(self) -> list[str]:
        """Since it was cut off; whether there is a newer build a browser asks by itself, whenever it likes."""
        return [path for path in self.asked if self.away and path != f"{self.prefix}service-worker.js"]

    def one(self, beginning: str, end: str = "") -> str:
        """The one path with this beginning and end."""
        (found,) = (
            path for path in self.files if path.startswith(beginning) and path.endswith(end) and COPY not in path
        )
        return found

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        path = request.path.partition("?")[0]
        if request.command == "GET":
            self.asked.append(path)
        name = path.removeprefix(self.prefix) if path.startswith(self.prefix) else None
        name = "index.html" if name == "" else name
        body = self.files.get(name or "")
        file = (name or "").removesuffix(COPY)
        if self.away or (file in self.gone and request.command == "GET"):
            # As where there is no network: nothing is answered.
            request.close_connection = True
            return
        while self.asleep and path == ASLEEP:
            time.sleep(0.05)
        while self.hold and file.startswith(self.hold) and request.command == "GET":
            time.sleep(0.05)
        status = 200 if body is not None else 404
        kind = KNOWN.get((name or "").rpartition(".")[2], "")
        if body is None:
            body, kind = self.files["404.html"], KNOWN["html"]
        if file in self.wrong:
            body = body[:-1] + b"!"
        request.send_response(status)
        if self.sends_brotli:
            body = import_module("brotli").compress(body)
            request.send_header("Content-Encoding", "br")
        if kind:
            request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(body)))
        # A tab that was closed waits for nothing any more.
        with suppress(BrokenPipeError, ConnectionResetError):
            request.end_headers()
            if request.command != "HEAD":
                request.wfile.write(body)


@contextmanager
def hosting(files: dict[str, bytes], prefix: str = "/pocket/") -> Iterator[StaticHost]:
    host = StaticHost(files, prefix)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            host.answer(self)

        do_HEAD = do_GET  # noqa: N815

        def log_message(self, format: str, *args: object) -> None:
            """It keeps its own list."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    host.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield host
    finally:
        host.hold, host.asleep = "", False
        server.shutdown()
        server.server_close()
