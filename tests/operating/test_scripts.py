"""What make says, and what the scripts of docs/operating do: a container is replaced, a dropped table comes back."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.postgresql import found_binaries

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "tests" / "README.md"]
AS_CODE = re.compile(r"(?:^    |`|\b[A-Z]+=\S+ )make ([a-z][a-z-]*)", re.MULTILINE)


def made(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "MAKE"))} | variables
    return subprocess.run(["make", *arguments], cwd=ROOT, env=own, capture_output=True, text=True, check=False)


def test_help_has_a_line_for_every_target_and_for_each_that_a_page_names() -> None:
    targets = re.findall(r"^make ([a-z-]+) +\S", made("help").stdout, re.MULTILINE)
    (phony,) = re.findall(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert {*targets} == {*phony.split()}
    named = {target for page in PAGES for target in AS_CODE.findall(page.read_text("utf-8"))}
    assert {"run", "test", "test-all", "restore", "pocket-run", "translations"} < named <= {*targets}


@pytest.mark.thorough
def test_without_the_internet_the_first_start_says_so_in_a_sentence(tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    elsewhere = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "1"}
    done = made(f"VENV={venv}", f"PYTHON={sys.executable}", f"{venv}/.runtime", **elsewhere)
    assert done.returncode == 2
    first, *others = done.stderr.splitlines()
    assert first.startswith("Some packages must come from the internet, which cannot be reached. ")
    assert all(line.startswith("make:") for line in others), "pip has said nothing more"
    assert not (venv / ".runtime").exists(), "the next start tries again"


# The scripts of docs/operating.


def done(script: str, seconds: int, **own: str) -> None:
    ran = subprocess.run(
        [ROOT / "docs" / "operating" / script],
        env=os.environ | {"PYTHON": sys.executable} | own,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.endswith("Done.\n")


@pytest.mark.long
def test_a_round_outlives_the_container_in_which_it_was_entered() -> None:
    needed = ("podman", "runc", "debootstrap", "curl")
    absent = [name for name in needed if shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") is None]
    if (absent or os.geteuid()) and os.environ.get("REQUIRE_CONTAINER") != "1":
        pytest.skip(f"A container is built by root with: apt-get install {' '.join(needed)}")
    done("try-container.sh", 900)


@pytest.mark.long
def test_nothing_is_lost_to_a_dropped_table() -> None:
    done("try-point-in-time.sh", 240, PATH=f"{found_binaries()}:{os.environ['PATH']}")
