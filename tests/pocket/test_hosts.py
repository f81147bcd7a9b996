"""The folder on real servers of static files, each told what docs/operating/pocket-hosting.md says."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

import pytest

from pocket.build.hosts import not_found_policy
from web.assets import FOREVER
from web.pages.site.pocket import POLICY

DOCS = (Path(__file__).parents[2] / "docs" / "operating" / "pocket-hosting.md").read_text("utf-8")
APACHE_MODULES = Path("/usr/lib/apache2/modules")
PATIENCE = 20
"""Seconds that a server may take to start on a busy machine."""

pytestmark = [
    pytest.mark.long(reason="Three servers of static files"),
    pytest.mark.skipif(not shutil.which("npm"), reason="no npm here"),
]


def block(language: str) -> str:
    """The configuration that the page shows for a server."""
    found = re.search(rf"```{language}\n(.*?)```", DOCS, re.DOTALL)
    assert found
    return found[1]


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
    return port


@contextmanager
def running(command: list[str], port: int, folder: Path) -> Iterator[int]:
    """The server, once it answers, as long as the block lasts."""
    said = folder / "said.log"
    with said.open("w") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, env=os.environ | {"HOME": str(folder)})
        try:
            late = time.monotonic() + PATIENCE
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    assert server.poll() is None, said.read_text()
                    assert time.monotonic() < late, said.read_text()
                    time.sleep(0.1)
            yield port
        finally:
            server.terminate()
            server.wait(PATIENCE)


def apache(built: Path, folder: Path) -> tuple[list[str], int]:
    port = free_port()
    config = folder / "apache.conf"
    modules = ("mpm_event", "authz_core", "mime", "dir", "headers", "rewrite", "setenvif", "alias")
    load = "\n".join(f"LoadModule {each}_module {APACHE_MODULES}/mod_{each}.so" for each in modules)
    config.write_text(
        f"{load}\nServerRoot {folder}\nServerName localhost\nPidFile {folder}/pid\nErrorLog {folder}/error.log\n"
        f"Listen 127.0.0.1:{port}\nTypesConfig /etc/mime.types\nDirectoryIndex index.html\n"
        f"DocumentRoot {folder}/www\n<Directory {folder}/www>\nAllowOverride All\nOptions FollowSymLinks\n"
        "Require all granted\n</Directory>\n"
    )
    (folder / "www").mkdir()
    shutil.copytree(built, folder / "www" / "cards")
    folder.chmod(0o755)
    return ["apache2", "-f", str(config), "-DFOREGROUND"], port


def nginx(built: Path, folder: Path) -> tuple[list[str], int]:
    port = free_port()
    shown = block("nginx").replace("listen 80;", f"listen 127.0.0.1:{port};").replace("/srv/pocket", str(built))
    config = folder / "nginx.conf"
    own = "".join(f"{each}_temp_path {folder};\n" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    config.write_text(
        f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nuser root;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{own}{shown}\n}}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(config)], port


def caddy(built: Path, folder: Path) -> tuple[list[str], int]:
    port = free_port()
    shown = block("caddyfile").replace("example.org", f"http://127.0.0.1:{port}").replace("/srv/pocket", str(built))
    config = folder / "Caddyfile"
    config.write_text(f"{{\nadmin off\n}}\n{shown}")
    return ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"], port


SERVERS: dict[str, tuple[Callable[[Path, Path], tuple[list[str], int]], str]] = {
    "apache2": (apache, "/cards/"),
    "nginx": (nginx, "/"),
    "caddy": (caddy, "/"),
}


@pytest.fixture(scope="module", params=sorted(SERVERS))
def host(request: pytest.FixtureRequest, built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    if not shutil.which(request.param):
        pytest.skip(f"no {request.param} here")
    made, start = SERVERS[request.param]
    folder = tmp_path_factory.mktemp(request.param)
    command, port = made(built, folder)
    with running(command, port, folder):
        yield Host(request.param, port, start)


@dataclass(frozen=True)
class Host:
    name: str
    port: int
    start: str

    def get(self, path: str, taken: str = "") -> tuple[int, Message, bytes]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        line.request("GET", self.start + path, headers={"Accept-Encoding": taken})
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read()


def one(built: Path, pattern: str) -> str:
    (found,) = built.glob(pattern)
    return found.relative_to(built).as_posix()


def test_files_come_with_their_type_and_rules(host: Host, built: Path) -> None:
    for path, kind, kept in (
        ("", "text/html", "no-cache"),
        ("service-worker.js", "text/javascript", "no-cache"),
        ("manifest.webmanifest", "application/manifest+json", "no-cache"),
        (one(built, "parts/runtime-*/pyodide.asm.wasm"), "application/wasm", FOREVER),
        (one(built, "parts/shell-*/engine/engine.js"), "text/javascript", FOREVER),
    ):
        status, headers, _ = host.get(path)
        assert (status, headers.get_content_type(), headers.get_all("Cache-Control")) == (200, kind, [kept]), path
        assert headers["Content-Security-Policy"] == POLICY, path
        assert headers["X-Content-Type-Options"] == "nosniff", path


def test_packed_copies_are_sent_and_said_to_be_and_are_files_like_others_by_their_name(host: Host, built: Path) -> None:
    app = one(built, "parts/app-*/app.zip")
    best, end = ("gzip", ".gz") if host.name == "nginx" else ("br", ".br")
    for path, taken, packed, file in (
        (app, "gzip, br", best, f"{app}{end}"),
        (app, "", None, app),
        (f"{app}.gz", "gzip, br", None, f"{app}.gz"),
    ):
        status, headers, body = host.get(path, taken)
        assert (status, headers["Content-Encoding"]) == (200, packed), file
        assert body == (built / file).read_bytes(), file
        assert not packed or "accept-encoding" in headers["Vary"].lower()


def test_a_deep_address_shows_the_page_that_goes_on_to_it_and_a_file_that_is_missing_is_not_found(
    host: Host, built: Path
) -> None:
    """The page's script runs: no policy is sent, or one that lets just this script run."""
    _, headers, body = host.get("s/abcdefgh/seats?look=1")
    assert body == (built / "404.html").read_bytes()
    assert headers["Content-Security-Policy"] in (None, not_found_policy())
    assert host.get("parts/none-0123456789ab/app.zip")[0] == 404
