"""The built files of the pocket (`python -m pocket build`), with compressed copies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from types import MappingProxyType

from flask import Flask, current_app

from web.assets.static_files import PICTURES
from web.settings import Settings

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

    def copy_for(self, encodings: Iterable[str]) -> tuple[str | None, Path]:
        """The best copy among these encodings, with its encoding."""
        taken = set(encodings)
        return next(((each, path) for each, path in self.packed.items() if each in taken), (None, self.path))


@dataclass(frozen=True)
class Pocket:
    """All files that may be sent, by their path in the folder."""

    files: Mapping[str, PocketFile]

    @property
    def first_load(self) -> int:
        """Bytes of the first download."""
        return sum(each.over_the_network for each in self.loaded_first().values())

    def loaded_first(self) -> dict[str, PocketFile]:
        """The files of the first download, by path: without pictures that only the browser asks for."""
        kept = {name: each for name, each in self.files.items() if each.is_kept_forever or name in ASKED_FOR_FIRST}
        return {name: each for name, each in kept.items() if f"/{PICTURES}" not in name and not is_of_decoder(name)}


def is_of_decoder(path: str) -> bool:
    """Whether it belongs to what reads QR codes, which is loaded after the first start."""
    return "/vendor/zxing/" in path


def register(app: Flask, settings: Settings) -> None:
    """Name the folder to serve."""
    app.config["POCKET"] = settings.pocket


def pocket() -> Pocket | None:
    """The pocket's files as the last build left them, where this site has them."""
    folder: Path | None = current_app.config["POCKET"]
    if folder is None:
        return None
    try:
        built = (folder / "index.html").stat().st_mtime_ns
    except FileNotFoundError:
        return None
    return _as_built(folder, built)


@lru_cache(maxsize=1)
def _as_built(folder: Path, built: int) -> Pocket:
    """Read the folder once a build; `built` is the time of its index.html, in nanoseconds."""
    return read_folder(folder)


def read_folder(folder: Path) -> Pocket:
    """List the files of a folder, without hidden files and symbolic links."""
    # Flask would look for relative paths beside the module that sends them.
    folder = folder.absolute()
    paths = {path.relative_to(folder).as_posix(): path for path in _plain_files(folder)}
    copies = {f"{name}{end}" for name in paths for end in PACKED.values()}
    return Pocket(MappingProxyType({name: _file(name, paths) for name in paths if name not in copies}))


def _file(name: str, paths: Mapping[str, Path]) -> PocketFile:
    path = paths[name]
    packed = {each: paths[f"{name}{end}"] for each, end in PACKED.items() if f"{name}{end}" in paths}
    return PocketFile(
        path,
        TYPES.get(path.suffix) or guess_type(name)[0] or "application/octet-stream",
        KEPT_FOREVER.match(name) is not None,
        packed,
        # Read now: a later build may have removed it.
        over_the_network=next(iter([*packed.values(), path])).stat().st_size,
    )


def _plain_files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith((".", "_")) for part in path.relative_to(folder).parts)
        if path.is_file() and not hidden and path.resolve().is_relative_to(folder.resolve()):
            yield path
