"""The build cache: runs build steps in the shipped Python under node, and caches results by a hash of the input."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from pocket.build import fetch
from pocket.build.errors import BuildError

STEPS = Path(__file__).parent / "steps"


def made(module: str, material: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files that a build step makes from `material`, from the cache if possible."""

    def make(folder: Path) -> None:
        for name, body in material.items():
            (folder / name).write_bytes(body)
        _run(module, folder)
        for name in material:
            (folder / name).unlink()

    kept = fetch.cached(fetch.CACHE / "made" / f"{module}-{_digest(module, material)}", make)
    return {path.name: path.read_bytes() for path in kept.iterdir()}


def _digest(module: str, material: Mapping[str, bytes]) -> str:
    with_it = {name: (STEPS / name).read_bytes() for name in ("run.mjs", f"{module}.py")}
    digest = hashlib.sha256(fetch.npm_packages().parent.name.encode())
    for name, body in sorted((with_it | dict(material)).items()):
        digest.update(f"{name}\0{len(body)}\0".encode() + body)
    return digest.hexdigest()[:16]


def _run(module: str, folder: Path) -> None:
    run_node([STEPS / "run.mjs", fetch.runtime(), STEPS, module, folder], module)


def run_node(command: Sequence[object], doing: str) -> None:
    """Run a script under node with its arguments; raises BuildError with what it said where it failed."""
    node = shutil.which("node")
    if not node:
        raise BuildError(
            "There is no node here: the site is compiled by the Python that runs in it. It comes with npm."
        )
    done = subprocess.run([node, *map(str, command)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"Python for the browser could not do its part ({doing}). It said:\n{done.stderr.strip()}")
