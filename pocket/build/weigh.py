"""Tells the size of each part of a build."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from web.pocket.download import PocketFile, is_of_decoder, loaded_first, read_folder

NAMES = {
    "pyodide.asm.wasm": "Python and SQLite",
    "pyodide.asm.mjs": "what ties Python to a browser",
    "pyodide.mjs": "what ties Python to a browser",
    "pyodide-lock.json": "what ties Python to a browser",
    "python_stdlib.zip": "Python's own modules",
    "libraries.zip": "libraries, clocks of the world, dates",
    "app.zip": "the site itself",
}
NAMED = frozenset({"index.html", "service-worker.js", "manifest.webmanifest"})


@dataclass(frozen=True)
class Weight:
    """Bytes of a part: uncompressed, from a host that compresses nothing, and from one that sends Brotli."""

    name: str
    plain: int
    gzip: int
    packed: int


def weights(folder: Path) -> list[Weight]:
    """The parts of the first load, the largest first, their sum, and what is loaded after the first start."""
    files: dict[str, list[PocketFile]] = {}
    pocket = read_folder(folder, 0)
    first = loaded_first(pocket)
    for path, file in first.items():
        files.setdefault(_part(path), []).append(file)
    parts = [_weight(name, own) for name, own in files.items()]
    parts.sort(key=lambda part: -part.packed)
    decoder = [file for path, file in pocket.items() if is_of_decoder(path)]
    return [*parts, _weight("all", first.values()), _weight("afterwards: what reads QR codes", decoder)]


def _weight(name: str, files: Collection[PocketFile]) -> Weight:
    return Weight(
        name,
        sum(each.path.stat().st_size for each in files),
        sum(_from_a_plain_host(each).stat().st_size for each in files),
        sum(each.over_the_network for each in files),
    )


def _from_a_plain_host(file: PocketFile) -> Path:
    """The file that is fetched there: the gzip copy, except for files that a page or the browser names."""
    named = "/shell-" in file.path.as_posix() or file.path.name in NAMED
    return file.path if named else file.packed.get("gzip", file.path)


def table(folder: Path) -> str:
    """The weights as a table of text."""
    lines = (f"{each.name:<40}{each.plain:>12,}{each.gzip:>12,}{each.packed:>12,}" for each in weights(folder))
    return "\n".join([f"{'bytes':<40}{'unpacked':>12}{'gzip':>12}{'Brotli':>12}", *lines])


def _part(path: str) -> str:
    name = path.rpartition("/")[2]
    if path.startswith("assets/"):
        return "styles, scripts, pictures of the pages"
    return NAMES.get(name, "the page that stays around it")
