"""The image is built and run, and what a killed container has acknowledged is in the next one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "docs" / "operating" / "try-container.sh"
NEEDED = ("podman", "runc", "debootstrap", "curl")


@pytest.mark.long
def test_a_round_outlives_the_container_in_which_it_was_entered() -> None:
    absent = [name for name in NEEDED if shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") is None]
    if (absent or os.geteuid()) and os.environ.get("REQUIRE_CONTAINER") != "1":
        pytest.skip(f"A container is built by root with: apt-get install {' '.join(NEEDED)}")
    own = os.environ | {"PYTHON": sys.executable}
    done = subprocess.run([SCRIPT], env=own, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("Done.\n")
