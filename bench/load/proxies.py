"""The reverse proxies as docs/operating has them, before a site on this machine, but for plain HTTP."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from tests.kit.browser.site import LONGEST_START, ROOT, free_port

FILES = ROOT / "docs" / "operating"


@contextmanager
def before(site: str, proxy: str) -> Iterator[str]:
    """The address of a proxy, by its name in PROXIES, that stands before a site."""
    port = free_port()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "proxy.conf"
        text, command = PROXIES[proxy]
        file.write_text(text(urlsplit(site).netloc, port, folder))
        env = {**os.environ, "HOME": folder, "UPSTREAM": urlsplit(site).netloc}
        with (Path(folder) / "log").open("w") as log:
            running = subprocess.Popen([part.format(file=file) for part in command], env=env, stdout=log, stderr=log)
        try:
            _until_it_answers(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            running.terminate()
            running.wait(timeout=LONGEST_START)


def _caddy(_site: str, port: int, _folder: str) -> str:
    text = (FILES / "Caddyfile").read_text(encoding="utf-8")
    # The first block is of options for all.
    text = text.replace("\n{\n", "\n{\n\tadmin off\n\tauto_https off\n", 1)
    return text.replace("{$SITE:scores.example.org}", f"http://127.0.0.1:{port}")


def _nginx(site: str, port: int, folder: str) -> str:
    text = (FILES / "nginx.conf").read_text(encoding="utf-8")
    text = re.sub(r"^server \{\n    listen 80;.*?^\}\n", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^ *(listen \[::\]|ssl_).*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"listen 443 [^;]*;", f"listen 127.0.0.1:{port};", text).replace("127.0.0.1:8000", site)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    begin = f"daemon off; pid {folder}/pid; error_log stderr; events {{ worker_connections 16000; }}"
    return f"{begin}\nhttp {{\naccess_log off;\n{paths}\n{text}\n}}\n"


PROXIES: Mapping[str, tuple[Callable[[str, int, str], str], tuple[str, ...]]] = {
    "caddy": (_caddy, ("caddy", "run", "--adapter", "caddyfile", "--config", "{file}")),
    "nginx": (_nginx, ("/usr/sbin/nginx", "-c", "{file}")),
}


def _until_it_answers(port: int) -> None:
    late = time.monotonic() + LONGEST_START
    while time.monotonic() < late:
        connection = HTTPConnection("127.0.0.1", port, timeout=LONGEST_START)
        try:
            connection.request("GET", "/health")
            connection.getresponse()
            return
        except (OSError, HTTPException):
            time.sleep(0.05)
        finally:
            connection.close()
    raise TimeoutError(f"nothing answers at {port}")
