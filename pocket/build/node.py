"""Runs build steps under node, most of them in the shipped Python, and caches their results by a hash of the input."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from pocket.build import BuildError, fetch

STEPS = Path(__file__).parent / "steps"


def python_step(name: str, material: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files that a step in the shipped Python (`steps/<name>.py`) makes from `material`, by name."""
    return _made(name, ["run.mjs", f"{name}.py"], [fetch.runtime(), STEPS, name], material)


def trimmed_runtime() -> dict[str, bytes]:
    """The files of Pyodide without the exports that only extension modules would use, by name."""
    return _made("exports", ["exports.mjs"], [fetch.runtime(), fetch.npm_packages() / "binaryen"], {})


def _made(step: str, scripts: list[str], arguments: list[object], material: Mapping[str, bytes]) -> dict[str, bytes]:
    """What a step makes in a folder that begins with `material`; the first of its scripts is run."""
    digest = hashlib.sha256(fetch.npm_packages().parent.name.encode())
    for name, body in sorted(({each: (STEPS / each).read_bytes() for each in scripts} | dict(material)).items()):
        digest.update(f"{name}\0{len(body)}\0".encode() + body)

    def make(folder: Path) -> None:
        for name, body in material.items():
            (folder / name).write_bytes(body)
        _run([STEPS / scripts[0], *arguments, folder], step)
        for name in material:
            (folder / name).unlink()

    made = fetch.cached(fetch.CACHE / "made" / f"{step}-{digest.hexdigest()[:16]}", make)
    return {path.name: path.read_bytes() for path in made.iterdir()}


def _run(command: list[object], step: str) -> None:
    node = shutil.which("node")
    if not node:
        raise BuildError(
            "There is no node here: the site is compiled by the Python that runs in it. It comes with npm."
        )
    done = subprocess.run([node, *map(str, command)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"Python for the browser could not do its part ({step}). It said:\n{done.stderr.strip()}")
