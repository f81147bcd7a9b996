"""Assembles the shell and the service worker from their many source files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
BROWSER = Path(__file__).parents[1] / "browser"
WORKER = "service-worker.js"
WORKER_PARTS = "service-worker/"
SHARE_TARGET = ROOT / "static" / "js" / "sync" / "share-target.js"
"""The part that the site's own service worker has too."""
DOUBLE_TAP = "double-tap.js"
"""The script of the site's pages that the shell uses too."""
STYLE = "shell.css"
STYLE_OF_PAGES = ("base/tokens", "base/elements", "components/buttons")
"""The site's style sheets that the shell uses too."""
PAGES = ("index.html", "check.html", "manifest.webmanifest", "404.html")
"""The files with fixed names, because browsers ask for them by name; the build is written into them."""


def shell() -> dict[str, bytes]:
    """The shell's files by path; its style sheet begins with the site's."""
    paths = {path.relative_to(BROWSER).as_posix(): path for path in sorted(BROWSER.rglob("*")) if path.is_file()}
    own = {name: path.read_bytes() for name, path in paths.items() if not name.startswith((*PAGES, WORKER_PARTS))}
    style = b"".join((ROOT / "static" / "css" / f"{name}.css").read_bytes() for name in STYLE_OF_PAGES)
    return own | {
        STYLE: style + own[STYLE],
        f"shell/{DOUBLE_TAP}": (ROOT / "static" / "js" / "core" / DOUBLE_TAP).read_bytes(),
    }


def pages() -> dict[str, str]:
    """The files with fixed names; the build is not written into them yet."""
    return {name: (BROWSER / name).read_text("utf-8") for name in PAGES} | {WORKER: _service_worker()}


def _service_worker() -> str:
    """The service worker's script, joined from several files."""
    main = BROWSER / WORKER_PARTS / "main.js"
    others = sorted({*main.parent.glob("*.js")} - {main})
    return "\n".join(path.read_text("utf-8") for path in (main, *others, SHARE_TARGET))


def filled(page: str, described: Mapping[str, object], assets: str) -> bytes:
    """Write the build's description and the address of the assets into a page."""
    parts = described["parts"]
    assert isinstance(parts, dict)
    # Only the service worker needs the list of all files.
    short = _as_json({name: described[name] for name in ("version", "parts", "decoder")})
    element = f'<script type="application/json" id="build">{short}</script>'
    text = page.replace("/*BUILD*/null", _as_json(described)).replace("<!--BUILD-->", element)
    return text.replace("{{shell}}", parts["shell"]).replace("{{assets}}", assets).encode()


def _as_json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def part(name: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of a part under an address with a hash of their content."""
    digest = hashlib.sha256()
    for path, body in sorted(files.items()):
        digest.update(f"{path}\0{len(body)}\0".encode() + body)
    return {f"parts/{name}-{digest.hexdigest()[:12]}/{path}": body for path, body in files.items()}
