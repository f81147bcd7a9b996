"""A folder in memory for what tests write: a record waits for the disk at every write, and a server at every table.

What outlives a killed process is the same there.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

MEMORY = Path("/dev/shm")
MIN_FREE_BYTES = 2 << 30
"""All that a run writes, with plenty to spare."""


def folder_in_memory() -> Path | None:
    """The folder, or None where this machine has none or too little room in it."""
    usable = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > MIN_FREE_BYTES
    return MEMORY if usable else None
