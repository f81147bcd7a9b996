"""What all workers of a run need and one of them makes."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from pathlib import Path


def made_once(kept: Path, make: Callable[[], str]) -> str:
    """The text of the file `kept`, made by whoever comes first; the others wait for it."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_text(make(), "utf-8")
    return kept.read_text("utf-8")
