"""A record in PostgreSQL comes back from a dump, and as it was at a moment, by the commands that the pages say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.postgresql import found_binaries

SCRIPT = Path(__file__).parents[2] / "docs" / "operating" / "try-point-in-time.sh"


@pytest.mark.long
def test_nothing_is_lost_to_a_dropped_table() -> None:
    path = f"{found_binaries()}:{os.environ['PATH']}"
    own = {"PYTHON": sys.executable, "PATH": path}
    done = subprocess.run([SCRIPT], env=own, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("Done.\n")
