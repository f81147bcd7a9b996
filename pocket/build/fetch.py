"""Downloads Pyodide and a build tool from npm and the libraries from PyPI, and checks their hashes."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from pocket.build import BuildError
from pocket.build.packing import unzipped

ROOT = Path(__file__).parents[2]
PINS = Path(__file__).parents[1] / "pins"
CACHE = ROOT / ".venv" / "pocket"
"""The cache of downloads and build steps."""


def npm_packages() -> Path:
    """The folder of the packages from npm."""
    pins = [PINS / "package.json", PINS / "package-lock.json"]
    return _pinned("npm", pins, _from_npm) / "node_modules"


def runtime() -> Path:
    """The folder of Pyodide, as npm installs it."""
    return npm_packages() / "pyodide"


def wheels() -> list[Path]:
    """The libraries' wheels from PyPI, sorted by name."""
    return sorted(_pinned("pypi", [PINS / "requirements.txt"], _from_pypi).glob("*.whl"))


def unpacked() -> dict[str, bytes]:
    """The files of the libraries by path, without compiled code and metadata."""
    found: dict[str, bytes] = {}
    for wheel in wheels():
        found |= {name: body for name, body in unzipped(wheel.read_bytes()).items() if not _stays(name)}
    return found


def _stays(name: str) -> bool:
    return name.endswith((".so", ".c", ".pyi")) or name.partition("/")[0].endswith((".dist-info", ".data"))


def cached(folder: Path, fill: Callable[[Path], None]) -> Path:
    """A folder of the cache, filled at the first call; all or nothing."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as begun:
            filled = Path(begun) / folder.name
            filled.mkdir()
            fill(filled)
            # Another build may have finished first.
            if not folder.is_dir():
                filled.rename(folder)
    return folder


def _pinned(kind: str, pins: Sequence[Path], load: Callable[[Path], None]) -> Path:
    """The folder downloaded with these pins."""
    digest = hashlib.sha256(b"\0".join(pin.read_bytes() for pin in pins)).hexdigest()[:12]
    return cached(CACHE / f"{kind}-{digest}", load)


def _from_npm(folder: Path) -> None:
    npm = shutil.which("npm")
    if not npm:
        raise BuildError(
            "There is no npm here: Python for the browser comes by it. On Debian and Ubuntu: apt install npm"
        )
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PINS / name, folder)
    _run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], folder, "npm")


def _from_pypi(folder: Path) -> None:
    # For one platform, whatever this machine is, so that every build gets the same files; compiled code is left out.
    machine = ["--platform=manylinux2014_x86_64", "--python-version=3.14", "--implementation=cp", "--abi=cp314"]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    files = [
        "--only-binary=:all:",
        "--require-hashes",
        f"--dest={folder}",
        f"--requirement={PINS / 'requirements.txt'}",
    ]
    _run([*command, *machine, *files], folder, "PyPI")


def _run(command: Sequence[str], folder: Path, source: str) -> None:
    done = subprocess.run(command, cwd=folder, env=os.environ, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip()
        raise BuildError(f"What the pocket needs from {source} could not be had. It said:\n{said}")
