"""The site in a pocket, built for it: what goes over the network the first time, and what takes how long."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.browser.pocket_times import times
from bench.figures import Figure
from pocket.build.build import build
from pocket.build.weigh import weights

TITLE = "The site in a pocket: first load with Brotli, in KB of 1,000 bytes; what takes how long, medians"
GOAL_KB = 5000


def measured() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder) / "pocket"
        build(built)
        *parts, everything = weights(built)
        for part in parts:
            yield Figure(part.name, part.packed / 1000, "KB")
        yield Figure(everything.name, everything.packed / 1000, "KB", GOAL_KB)
        yield from times(built)
