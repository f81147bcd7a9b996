"""The examples of docs/api.md run as they stand there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask

from tests.kit.web.api import served
from tests.web.conftest import Phone

PAGE = (Path(__file__).parents[3] / "docs" / "api.md").read_text("utf-8")
SHELL, PYTHON = (re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL) for kind in ("sh", "python"))
PATIENCE = 60


def run(app: Flask, command: list[str], example: str, folder: Path) -> str:
    """What an example prints."""
    phone = Phone(app)
    with served(app) as address:
        known = {**os.environ, "TOKEN": phone.api.token or "", "LC_ALL": "C.UTF-8"}
        said = example.replace("http://localhost:8000", address)
        done = subprocess.run(
            [*command, said], env=known, cwd=folder, check=True, capture_output=True, text=True, timeout=PATIENCE
        )
    return done.stdout


def test_a_game_is_played_by_python(app: Flask, tmp_path: Path) -> None:
    (example,) = PYTHON
    assert run(app, [sys.executable, "-c"], example, tmp_path) == "[10, 3] [0]\nAnn 1 of 1\nBen 0 of 1\n"


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl")
def test_the_examples_with_curl_run(app: Flask, tmp_path: Path) -> None:
    first, again = SHELL
    printed = run(app, ["sh", "-ec"], first.replace("curl ", "curl -sS --fail "), tmp_path)
    assert printed.count('"game":"oh-hell"') == 2
    assert printed.rstrip().endswith('{"lines":[]}')
    assert run(app, ["sh", "-ec"], again, tmp_path) == "304\n"
