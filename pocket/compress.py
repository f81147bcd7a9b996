"""The smaller copies that lie beside the files, for hosts that send what a browser takes."""

from __future__ import annotations

import gzip
import hashlib
import os
import tempfile
from importlib import import_module
from pathlib import Path

PACKED = frozenset({".html", ".js", ".mjs", ".css", ".json", ".webmanifest", ".svg", ".wasm", ".zip"})
"""What gets smaller; pictures are packed already."""
QUALITY = 11
QUICK = 1
"""Where it is only to be tried."""


def is_packed(path: str) -> bool:
    return Path(path).suffix in PACKED


def gzipped(body: bytes, quality: int) -> bytes:
    return gzip.compress(body, min(quality, 9), mtime=0)


def brotli(body: bytes, cache: Path, quality: int) -> bytes:
    """At the best quality the largest part takes half a minute, so what was packed once is kept."""
    kept = cache / f"brotli-{quality}" / hashlib.sha256(body).hexdigest()
    if kept.is_file():
        return kept.read_bytes()
    small: bytes = import_module("brotli").compress(body, quality=quality)
    kept.parent.mkdir(parents=True, exist_ok=True)
    handle, begun = tempfile.mkstemp(dir=kept.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(small)
    Path(begun).rename(kept)
    return small
