"""Makes reproducible zip files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

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
