"""The built files of the pocket (`python -m pocket build`), with compressed copies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from flask import current_app

from web.assets import PICTURES

PACKED = {"br": ".br", "gzip": ".gz"}
"""The suffix of a compressed copy by encoding, the smallest first."""
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}
KEPT_FOREVER = re.compile(r"assets/[0-9a-f]{8,}/|parts/[a-z]+-[0-9a-f]{8,}/")
"""Files whose URL contains a hash of their content."""
ASKED_FOR_FIRST = frozenset({"index.html", "check.html", "service-worker.js", "manifest.webmanifest", "licences.html"})


@dataclass(frozen=True)
class PocketFile:
    """A file, and its compressed copies by encoding."""

    path: Path
    mimetype: str
    is_kept_forever: bool
    packed: Mapping[str, Path]
    over_the_network: int
    """Bytes of the smallest copy."""


Pocket: TypeAlias = Mapping[str, PocketFile]
"""All files that may be sent, by their path in the folder."""


def pocket() -> Pocket | None:
    """The pocket's files as the last build left them, where this site has them."""
    folder: Path | None = current_app.config["POCKET"]
    if folder is None:
        return None
    try:
        built = (folder / "index.html").stat().st_mtime_ns
    except FileNotFoundError:
        return None
    return read_folder(folder, built)


@lru_cache(maxsize=1)
def read_folder(folder: Path, built: int) -> Pocket:
    """List the files of a folder, without hidden files and symbolic links; once a build, whose time is `built`."""
    # Flask would look for relative paths beside the module that sends them.
    folder = folder.absolute()
    paths: dict[str, Path] = {}
    for path in sorted(folder.rglob("*")):
        within = path.relative_to(folder)
        is_hidden = any(part.startswith((".", "_")) for part in within.parts)
        if path.is_file() and not is_hidden and path.resolve().is_relative_to(folder.resolve()):
            paths[within.as_posix()] = path
    files: dict[str, PocketFile] = {}
    copies = {f"{each}{end}" for each in paths for end in PACKED.values()}
    for name in (each for each in paths if each not in copies):
        path = paths[name]
        packed = {each: paths[f"{name}{end}"] for each, end in PACKED.items() if f"{name}{end}" in paths}
        mimetype = TYPES.get(path.suffix) or guess_type(name)[0] or "application/octet-stream"
        # Its size is read now: a later build may have removed it.
        size = next(iter([*packed.values(), path])).stat().st_size
        files[name] = PocketFile(path, mimetype, KEPT_FOREVER.match(name) is not None, packed, size)
    return MappingProxyType(files)


def loaded_first(files: Pocket) -> dict[str, PocketFile]:
    """The files of the first download, by path: without pictures that only the browser asks for."""
    kept = {name: each for name, each in files.items() if each.is_kept_forever or name in ASKED_FOR_FIRST}
    return {name: each for name, each in kept.items() if f"/{PICTURES}" not in name and not is_of_decoder(name)}


def is_of_decoder(path: str) -> bool:
    """Whether it belongs to what reads QR codes, which is loaded after the first start."""
    return "/vendor/zxing/" in path
