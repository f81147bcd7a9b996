"""Python for the browser without the exports that only extension modules would use, see `steps/exports.mjs`."""

from __future__ import annotations

import hashlib
from pathlib import Path

from pocket.build import build_cache, fetch

TRIMMED = ("pyodide.asm.mjs", "pyodide.asm.wasm")


def trimmed_runtime() -> dict[str, bytes]:
    """The files that become smaller, by name."""
    script = build_cache.STEPS / "exports.mjs"
    digest = hashlib.sha256(fetch.npm_packages().parent.name.encode() + script.read_bytes()).hexdigest()[:16]
    packages = [fetch.npm_packages() / name for name in ("pyodide", "binaryen")]

    def make(folder: Path) -> None:
        build_cache.run_node([script, *packages, folder], "exports")

    kept = fetch.cached(fetch.CACHE / "made" / f"exports-{digest}", make)
    return {name: (kept / name).read_bytes() for name in TRIMMED}
