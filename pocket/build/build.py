"""Builds the folder of static files; the address of each part contains a hash of its content."""

from __future__ import annotations

import hashlib
import io
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from pocket.build import fetch
from pocket.build.hosts import header_files
from pocket.build.licences import licences
from pocket.build.modules import of_a_seat, shipped
from pocket.build.node import trimmed_runtime
from pocket.build.packing import QUALITY, brotli, gzipped, is_packed, zipped
from web.assets import LIST, PICTURES, Assets, read_assets
from web.pocket.download import is_of_decoder

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
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def build(target: Path, quality: int = QUALITY) -> None:
    """Build into a folder, all or nothing; `quality` is the level of compression."""
    files = _files(quality)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}-") as begun:
        built = Path(begun) / "built"
        _write(built, files, quality)
        if target.exists():
            target.rename(Path(begun) / "before")
        built.rename(target)


def _files(quality: int) -> dict[str, bytes]:
    """All files that are served, by path."""
    pyodide = fetch.runtime()
    modules = shipped()
    assets = _assets()
    runtime = {name: (pyodide / name).read_bytes() for name in RUNTIME} | trimmed_runtime()
    runtime["pyodide-lock.json"] = _without_packages(runtime["pyodide-lock.json"])
    runtime["python_stdlib.zip"] = zipped(modules.standard_library)
    parts = {
        "runtime": part("runtime", runtime),
        "libraries": part("libraries", {"libraries.zip": zipped(modules.libraries)}),
        "app": part("app", {"app.zip": zipped(modules.own | _data_of_the_site(assets))}),
        "shell": part("shell", shell()),
    }
    files = {path: body for each in parts.values() for path, body in each.items()}
    files |= {f"assets/{assets.version}/{path}": body for path, body in assets.files.items()}
    files["licences.html"] = licences(f"assets/{assets.version}/site.css", modules.libraries).encode()
    described = _described(parts, files, pages(), quality)
    # Beside what a phone loads: only the browser asks for them, when it offers to install the site.
    beside = {f"assets/{assets.version}/{path}": body for path, body in _pictures().items()}
    written = {name: filled(text, described, f"assets/{assets.version}/") for name, text in pages().items()}
    return files | beside | header_files() | written


def _assets() -> Assets:
    """The site's assets, without those of seats, since a pocket is one phone, and pictures that no page shows."""
    every = read_assets(ROOT / "static").files
    return Assets({path: body for path, body in every.items() if not of_a_seat(path) and not path.startswith(PICTURES)})


def _pictures() -> dict[str, bytes]:
    """The pictures that its manifest names."""
    manifest = pages()["manifest.webmanifest"]
    every = read_assets(ROOT / "static").files
    return {path: body for path, body in every.items() if path.startswith(PICTURES) and path in manifest}


def _without_packages(lock: bytes) -> bytes:
    """Pyodide's lock file without its list of packages, which are on another host."""
    return json.dumps(json.loads(lock) | {"packages": {}}, separators=(",", ":"), sort_keys=True).encode()


def _data_of_the_site(assets: Assets) -> dict[str, bytes]:
    """The site's data besides modules: translations, one picture, and the list of assets."""
    picture = ROOT / "static" / "img" / "hanafuda.svg"
    told = json.dumps({"paths": sorted(assets.files), "version": assets.version})
    words = {_address(path.with_suffix(".mo")): _catalogue(path) for path in (ROOT / "translations").rglob("*.po")}
    return words | {_address(picture): picture.read_bytes(), f"static/{LIST}": told.encode()}


def _address(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _catalogue(path: Path) -> bytes:
    """Compile the translations of a language; an existing .mo file may be older."""
    compiled = io.BytesIO()
    with path.open("rb") as written:
        write_mo(compiled, read_po(written))
    return compiled.getvalue()


def _described(
    parts: Mapping[str, Mapping[str, bytes]], files: Mapping[str, bytes], texts: Mapping[str, str], quality: int
) -> dict[str, object]:
    """The description of this build for the service worker and the shell."""
    single = {"libraries": "libraries.zip", "app": "app.zip"}
    addresses = {}
    for name, each in parts.items():
        folder = "/".join(next(iter(each)).split("/")[:2])
        addresses[name] = f"{folder}/{single.get(name, '')}"
    version = hashlib.sha256()
    for path, body in sorted(files.items() | {name: text.encode() for name, text in texts.items()}.items()):
        version.update(f"{path}\0".encode() + body)
    return {
        "version": version.hexdigest()[:12],
        "parts": addresses,
        "decoder": sorted(filter(is_of_decoder, files)),
        "files": {path: _weighed(body, path, quality) for path, body in sorted(files.items())},
    }


def _weighed(body: bytes, path: str, quality: int) -> dict[str, object]:
    smallest, small = (
        (brotli(body, fetch.CACHE, quality), gzipped(body, fetch.CACHE, quality)) if is_packed(path) else (body, body)
    )
    return {
        "bytes": len(body),
        "gzip": len(small),
        "brotli": len(smallest),
        "sha256": hashlib.sha256(body).hexdigest(),
    }


def _write(folder: Path, files: Mapping[str, bytes], quality: int) -> None:
    """Write the files, with compressed copies beside those that compress well."""
    for path, body in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(body)
        if is_packed(path):
            place.with_name(f"{place.name}.br").write_bytes(brotli(body, fetch.CACHE, quality))
            place.with_name(f"{place.name}.gz").write_bytes(gzipped(body, fetch.CACHE, quality))


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
