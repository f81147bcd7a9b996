"""Packs files: reproducible zips, and copies in Brotli and in gzip, for hosts that send neither by themselves."""

from __future__ import annotations

import hashlib
import io
import os
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

from pocket.build import BuildError

FIRST_TIME = (1980, 1, 1, 0, 0, 0)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Make a zip sorted by name, without times; uncompressed, because Brotli compresses the whole better.

    >>> unzipped(zipped({"b": b"2", "a": b"1"}))
    {'a': b'1', 'b': b'2'}
    """
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, FIRST_TIME)
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return body.getvalue()


def unzipped(body: bytes) -> dict[str, bytes]:
    """The files of a zip by name."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


PACKED = frozenset({".html", ".js", ".mjs", ".css", ".json", ".webmanifest", ".svg", ".wasm", ".zip"})
"""The suffixes of files that compress well; pictures are compressed already."""
QUALITY = 11
QUICK = 1
"""The compression level for a build that is only a try."""


def is_packed(path: str) -> bool:
    return Path(path).suffix in PACKED


def gzipped(body: bytes, cache: Path, quality: int) -> bytes:
    """Compress with gzip, without a time or a name."""
    level = 12 if quality == QUALITY else 1
    try:
        deflate = import_module("deflate")
    except ModuleNotFoundError as error:
        raise BuildError("The build needs some packages more: pip install -r requirements-pocket.txt") from error
    return _kept(body, cache / f"gzip-{level}", lambda: deflate.gzip_compress(body, level))


def brotli(body: bytes, cache: Path, quality: int) -> bytes:
    """Compress with Brotli."""
    return _kept(body, cache / f"brotli-{quality}", lambda: import_module("brotli").compress(body, quality=quality))


def _kept(body: bytes, folder: Path, pack: Callable[[], bytes]) -> bytes:
    """Compress with a cache: at the best quality the largest part takes half a minute."""
    kept = folder / hashlib.sha256(body).hexdigest()
    if kept.is_file():
        return kept.read_bytes()
    small = pack()
    kept.parent.mkdir(parents=True, exist_ok=True)
    handle, begun = tempfile.mkstemp(dir=kept.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(small)
    Path(begun).rename(kept)
    return small
