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
from pathlib import Path

import pytest

from pocket.build.hosts import not_found_policy
from web.pages.site.pocket import FOREVER, POLICY

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
    config.write_text(
        f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nuser root;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{shown}\n}}\n"
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


class Host:
    def __init__(self, name: str, port: int, start: str) -> None:
        self.name, self.port, self.start = name, port, start

    def get(self, path: str, taken: str = "") -> http.client.HTTPResponse:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        line.request("GET", self.start + path, headers={"Accept-Encoding": taken})
        answer = line.getresponse()
        answer.whole = answer.read()  # type: ignore[attr-defined]
        return answer


def one(built: Path, pattern: str) -> str:
    (found,) = built.glob(pattern)
    return found.relative_to(built).as_posix()


def test_files_come_with_their_type_and_rules(host: Host, built: Path) -> None:
    wasm = one(built, "parts/runtime-*/pyodide.asm.wasm")
    script = one(built, "parts/shell-*/engine/engine.js")
    for path, kind, kept in (
        ("", "text/html", "no-cache"),
        ("service-worker.js", "text/javascript", "no-cache"),
        ("manifest.webmanifest", "application/manifest+json", "no-cache"),
        (wasm, "application/wasm", FOREVER),
        (script, "text/javascript", FOREVER),
    ):
        answer = host.get(path)
        assert answer.status == 200, path
        assert answer.headers.get_content_type() == kind, path
        assert answer.headers.get_all("Cache-Control") == [kept], path
        assert answer.headers["Content-Security-Policy"] == POLICY, path
        assert answer.headers["X-Content-Type-Options"] == "nosniff", path


def test_packed_copies_are_sent_and_said_to_be(host: Host, built: Path) -> None:
    app = one(built, "parts/app-*/app.zip")
    best = "gzip" if host.name == "nginx" else "br"
    answer = host.get(app, "gzip, br")
    assert answer.headers["Content-Encoding"] == best
    end = {"gzip": ".gz", "br": ".br"}[best]
    assert answer.whole == (built / f"{app}{end}").read_bytes()  # type: ignore[attr-defined]
    assert "accept-encoding" in answer.headers["Vary"].lower()
    plain = host.get(app)
    assert plain.headers["Content-Encoding"] is None
    assert plain.whole == (built / app).read_bytes()  # type: ignore[attr-defined]


def test_a_copy_asked_for_by_name_is_a_file_like_others(host: Host, built: Path) -> None:
    app = one(built, "parts/app-*/app.zip")
    answer = host.get(f"{app}.gz", "gzip, br")
    assert answer.status == 200
    assert answer.headers["Content-Encoding"] is None
    assert answer.whole == (built / f"{app}.gz").read_bytes()  # type: ignore[attr-defined]


def test_a_deep_address_shows_the_page_that_goes_on_to_it(host: Host, built: Path) -> None:
    """Its script runs: no policy is sent, or one that lets just this script run."""
    answer = host.get("s/abcdefgh/seats?look=1")
    assert answer.whole == (built / "404.html").read_bytes()  # type: ignore[attr-defined]
    assert answer.headers["Content-Security-Policy"] in (None, not_found_policy())


def test_a_file_that_is_missing_is_not_found(host: Host) -> None:
    assert host.get("parts/none-0123456789ab/app.zip").status == 404
