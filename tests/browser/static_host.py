"""A host of static files that counts what it is asked, and the shell's own files with an engine that only plays one."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from web.workings.assets import read_assets

ROOT = Path(__file__).parents[2]
BROWSER = ROOT / "pocket" / "browser"
PAGES = ("index.html", "service-worker.js", "manifest.webmanifest", "404.html")
FAKE_ENGINE = Path(__file__).with_name("fake_engine.js")
UNKNOWN = {"html": "text/html; charset=utf-8", "js": "text/javascript", "mjs": "text/javascript", "css": "text/css"}
"""Types that any host knows; of the others, wasm and web manifests among them, this one says nothing."""


def shell_files(mark: str = "one", weight: int = 1) -> dict[str, bytes]:
    """What a build has, as to the shell, without Python: `mark` makes it another version, `weight` kB heavier."""
    shell = {path.name: path.read_bytes() for path in BROWSER.iterdir() if path.is_file() and path.name not in PAGES}
    shell["engine.js"] = FAKE_ENGINE.read_bytes()
    pictures = read_assets(ROOT / "static").files
    hashed = under("parts/shell", shell) | under("parts/app", {"app.zip": mark.encode() * 1024 * weight})
    hashed |= under("parts/libraries", {"libraries.zip": b"always the same"})
    hashed |= {f"assets/{mark}/{path}": body for path, body in pictures.items() if path.startswith("img/icon")}
    parts = {path.split("-")[0].removeprefix("parts/"): path.rpartition("/")[0] + "/" for path in hashed if "-" in path}
    build = {
        "version": hashlib.sha256(mark.encode()).hexdigest()[:12],
        "parts": {name: parts[name] for name in ("shell", "app", "libraries")},
        "files": {
            path: {"bytes": len(body), "brotli": len(body), "sha256": hashlib.sha256(body).hexdigest()}
            for path, body in hashed.items()
        },
    }
    pages = {name: filled((BROWSER / name).read_text("utf-8"), build, mark) for name in PAGES}
    return (
        hashed
        | pages
        | {"licences.html": b"<!DOCTYPE html><html lang='en'><title>Licences</title><h1>Licences</h1></html>"}
    )


def under(folder: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    digest = hashlib.sha256(b"".join(name.encode() + body for name, body in sorted(files.items()))).hexdigest()[:12]
    return {f"{folder}-{digest}/{name}": body for name, body in files.items()}


def filled(page: str, build: Mapping[str, Any], mark: str) -> bytes:
    told = json.dumps(build, separators=(",", ":"))
    page = page.replace("/*BUILD*/null", told)
    page = page.replace("<!--BUILD-->", f'<script type="application/json" id="build">{told}</script>')
    return page.replace("{{shell}}", build["parts"]["shell"]).replace("{{assets}}", f"assets/{mark}/").encode()


@dataclass
class StaticHost:
    """What it serves, under which prefix, and what it was asked; it can be away, slow, or send something wrong."""

    files: dict[str, bytes]
    prefix: str = "/pocket/"
    asked: list[str] = field(default_factory=list)
    wrong: set[str] = field(default_factory=set)
    away: bool = False
    held: threading.Event = field(default_factory=threading.Event)
    address: str = ""

    def __post_init__(self) -> None:
        self.held.set()

    @property
    def paths(self) -> list[str]:
        """What it was asked of its folder since it was last forgotten."""
        return [path.removeprefix(self.prefix) for path in self.asked]

    @property
    def start(self) -> str:
        return self.address + self.prefix

    def one(self, beginning: str, end: str = "") -> str:
        """The one path with this beginning and end."""
        (found,) = (path for path in self.files if path.startswith(beginning) and path.endswith(end))
        return found

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        path = request.path.partition("?")[0]
        self.asked.append(path)
        name = path.removeprefix(self.prefix) if path.startswith(self.prefix) else None
        name = "index.html" if name == "" else name
        body = self.files.get(name or "")
        if self.away:
            # As where there is no network: nothing is answered.
            request.close_connection = True
            return
        if name != "service-worker.js":
            self.held.wait(timeout=30)
        status = 200 if body is not None else 404
        kind = UNKNOWN.get((name or "").rpartition(".")[2], "")
        if body is None:
            body, kind = self.files["404.html"], UNKNOWN["html"]
        if name in self.wrong:
            body = body[:-1] + b"!"
        request.send_response(status)
        if kind:
            request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(body)))
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
    threading.Thread(target=server.serve_forever, daemon=True).start()
    host.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield host
    finally:
        host.held.set()
        server.shutdown()
        server.server_close()
