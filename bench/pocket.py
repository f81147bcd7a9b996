"""The site in a pocket: what goes over the network the first time, part by part; it is built for it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure
from pocket.build import build
from pocket.weigh import weights

TITLE = "The site in a pocket, first load with Brotli, in KB of 1,000 bytes"
MOST = 5000


def measured() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder) / "pocket"
        build(built)
        *parts, everything = weights(built)
    for part in parts:
        yield Figure(part.name, part.packed / 1000, "KB")
    yield Figure(everything.name, everything.packed / 1000, "KB", MOST)
