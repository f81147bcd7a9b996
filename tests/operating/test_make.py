"""What `make` says: a list of all that it does, and a plain sentence where something is missing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

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
