"""The files of the site to take along in a phone, as `python -m pocket build` leaves them, with their packed copies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from types import MappingProxyType

from flask import Flask, current_app

from web.settings import Settings

PACKED = {"br": ".br", "gzip": ".gz"}
"""How a copy of a file ends that is packed so, the smallest first."""
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}
KEPT_FOREVER = re.compile(r"assets/[0-9a-f]{8,}/|parts/[a-z]+-[0-9a-f]{8,}/")
"""What lies there changes its address with its content."""
ASKED_FOR_FIRST = frozenset({"index.html", "service-worker.js", "manifest.webmanifest", "licences.html"})


@dataclass(frozen=True)
class PocketFile:
    """A file to send, and its copies by how they are packed."""

    path: Path
    mimetype: str
    is_kept_forever: bool
    packed: Mapping[str, Path]
    over_the_network: int
    """Bytes that go to a browser which takes every packing, as all of today do."""

    def copy_for(self, encodings: Iterable[str]) -> tuple[str | None, Path]:
        """The best copy for who takes these encodings, and how it is packed."""
        taken = set(encodings)
        return next(((each, path) for each, path in self.packed.items() if each in taken), (None, self.path))


@dataclass(frozen=True)
class Pocket:
    """All files of a folder by their address in it; what is not among them is not there, whatever an address says."""

    files: Mapping[str, PocketFile]

    @property
    def first_load(self) -> int:
        """Bytes that a phone loads the first time."""
        return sum(each.over_the_network for each in self.loaded_first().values())

    def loaded_first(self) -> dict[str, PocketFile]:
        """What a phone loads the first time, by its address."""
        return {name: each for name, each in self.files.items() if each.is_kept_forever or name in ASKED_FOR_FIRST}


def register(app: Flask, settings: Settings) -> None:
    """Look through the folder once, at the start."""
    app.config["POCKET"] = settings.pocket and read_folder(settings.pocket)


def pocket() -> Pocket | None:
    """The site to take along, where this site has it."""
    found: Pocket | None = current_app.config["POCKET"]
    return found


def read_folder(folder: Path) -> Pocket:
    """What is to be sent of a folder: no hidden files, nothing that a link leads to elsewhere."""
    # Flask would look for the others beside the module that sends them.
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
        # Looked at once: a build since then may have taken it away.
        over_the_network=next(iter([*packed.values(), path])).stat().st_size,
    )


def _plain_files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith((".", "_")) for part in path.relative_to(folder).parts)
        if path.is_file() and not hidden and path.resolve().is_relative_to(folder.resolve()):
            yield path


def mark_of(path: Path) -> str:
    """By what a browser knows whether a file is still as it was."""
    return sha256(path.read_bytes()).hexdigest()[:24]
