"""The folder of the pocket, built once for all tests of a run, and a host of its files."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path

from tests.kit.browser.pocket.shell_host import StaticHost, hosting
from tests.kit.browser.site import ROOT
from tests.kit.made_once import made_once


class NoPocketError(Exception):
    """The folder was not built, with what was said."""


def built_once(shared: Path) -> Path:
    """The folder, built once a run."""
    folder = shared / "pocket"
    said = made_once(shared / "pocket.log", lambda: build(folder))
    if not folder.is_dir():
        raise NoPocketError(said)
    return folder


def build(folder: Path) -> str:
    """What was said is empty where that worked."""
    command = [sys.executable, "-m", "pocket", "build", "--quick", str(folder)]
    done = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else (done.stderr or done.stdout).strip() or "The build failed without a word."


def running_host(folder: Path) -> AbstractContextManager[StaticHost]:
    return hosting(files_of(folder))


@cache
def files_of(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
