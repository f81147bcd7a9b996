"""The page that stays around the pages, and its service worker: they lie in many files to be read, and go out so."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
BROWSER = Path(__file__).parents[1] / "browser"
WORKER = "service-worker.js"
WORKER_PARTS = "service-worker/"
STYLE = "shell.css"
STYLE_OF_PAGES = ("base/tokens", "base/elements", "components/buttons")
"""The style sheets of the site that the shell wears too."""
PAGES = ("index.html", "manifest.webmanifest", "404.html")
"""What keeps its address besides, since a browser asks for it by name, and knows of the build."""


def shell() -> dict[str, bytes]:
    """The files that the pages of the shell ask for, by path; its style begins with that of all pages."""
    paths = {path.relative_to(BROWSER).as_posix(): path for path in sorted(BROWSER.rglob("*")) if path.is_file()}
    own = {name: path.read_bytes() for name, path in paths.items() if not name.startswith((*PAGES, WORKER_PARTS))}
    style = b"".join((ROOT / "static" / "css" / f"{name}.css").read_bytes() for name in STYLE_OF_PAGES)
    return own | {STYLE: style + own[STYLE]}


def pages() -> dict[str, str]:
    """What keeps its address, by name; the build is yet to be written in."""
    return {name: (BROWSER / name).read_text("utf-8") for name in PAGES} | {WORKER: _service_worker()}


def _service_worker() -> str:
    """Its script, which lies in several files to be read."""
    main = BROWSER / WORKER_PARTS / "main.js"
    others = sorted({*main.parent.glob("*.js")} - {main})
    return "\n".join(path.read_text("utf-8") for path in (main, *others))


def filled(page: str, described: Mapping[str, object], assets: str) -> bytes:
    """A page with what it must know of the build, and with the folder of the site's own styles and pictures."""
    parts = described["parts"]
    assert isinstance(parts, dict)
    # Which files there are the service worker alone needs to know.
    short = _as_json({"version": described["version"], "parts": parts})
    element = f'<script type="application/json" id="build">{short}</script>'
    text = page.replace("/*BUILD*/null", _as_json(described)).replace("<!--BUILD-->", element)
    return text.replace("{{shell}}", parts["shell"]).replace("{{assets}}", assets).encode()


def _as_json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def part(name: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of a part under an address that is theirs alone."""
    digest = hashlib.sha256()
    for path, body in sorted(files.items()):
        digest.update(f"{path}\0{len(body)}\0".encode() + body)
    return {f"parts/{name}-{digest.hexdigest()[:12]}/{path}": body for path, body in files.items()}
