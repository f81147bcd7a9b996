"""Chooses and compiles the modules to ship: only those that the site can import."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from app import create_app
from pocket.build import build_cache, fetch
from pocket.build.archive import unzipped, zipped
from pocket.build.needed import CUT, DATA, FOLDERS, ROOTS, STAND_INS, is_needed_data
from pocket.build.reach import module_of, reached
from web.assets import COMPILED, NAMES, compiled
from web.pages import by_module

ROOT = Path(__file__).parents[2]
OWN = ("record", "scoring", "store", "web", "pocket/runtime")
"""The packages of this project that the site needs."""


@dataclass(frozen=True)
class Shipped:
    """The shipped files by path, in three zips."""

    standard_library: dict[str, bytes]
    libraries: dict[str, bytes]
    own: dict[str, bytes]


def shipped() -> Shipped:
    """Choose the modules of the standard library, the libraries and the site that are needed."""
    standard_library = _Compiled(_with_stand_ins(unzipped((fetch.runtime() / "python_stdlib.zip").read_bytes())))
    taken = fetch.unpacked()
    libraries, own = _Compiled(_with_stand_ins(taken)), _Compiled(own_sources())
    imports = standard_library.imports | libraries.imports | own.imports
    beside = {module for path in imports if (module := module_of(path)).startswith(FOLDERS)}
    beside -= {module for module, pages in by_module().items() if not any(each.in_pocket for each in pages)}
    # What Python loads at its start is always needed; some of it is built in.
    started = json.loads(build_cache.made("started", {})["started.json"])
    needed = reached(imports, [*started["loaded"], *beside, *ROOTS], CUT)
    return Shipped(
        standard_library.only({path for path in needed if module_of(path) not in started["within"]}),
        libraries.only(needed) | _data(taken),
        own.only(needed) | _templates(),
    )


def _with_stand_ins(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {path: STAND_INS.get(path, body) for path, body in files.items()}


def of_a_seat(path: str) -> bool:
    """Whether a file is for a game's page of a seat, which only a phone of its own has.

    >>> of_a_seat("games/koi-koi/seat.js"), of_a_seat("games/koi-koi/step.html")
    (True, False)
    """
    return path.startswith("games/") and path.split("/")[2].startswith("seat.")


def _templates() -> dict[str, bytes]:
    """The site's templates, compiled to modules."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"TAKUROKU_DATA": folder})
        every = [name for name in sorted(app.jinja_env.list_templates()) if not of_a_seat(name)]
        made = {f"{COMPILED}/{name}": text.encode() for name, text in compiled(app, every).items()}
        names = " ".join(every)
    return _Compiled(made).everything() | {f"{COMPILED}/{NAMES}": names.encode()}


class _Compiled:
    def __init__(self, files: Mapping[str, bytes]) -> None:
        made = build_cache.made("compiled", {"sources.zip": zipped(_sources(files))})
        self._modules = unzipped(made["compiled.zip"])
        self.imports = json.loads(made["imports.json"])

    def everything(self) -> dict[str, bytes]:
        return self._modules

    def only(self, needed: set[str]) -> dict[str, bytes]:
        return {path: body for path, body in self._modules.items() if path.removesuffix("c") in needed}


def _sources(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {path: body for path, body in files.items() if path.endswith(".py")}


def _data(taken: Mapping[str, bytes]) -> dict[str, bytes]:
    """The data of time zones and date formats."""
    babel = {name: body for name, body in taken.items() if name.startswith("babel/") and name.endswith(".py")}
    material = {"babel.zip": zipped(babel), "data.zip": zipped({name: taken[name] for name in DATA})}
    zones = {name: body for name, body in taken.items() if is_needed_data(name)}
    return zones | unzipped(build_cache.made("locales", material)["lean.zip"])


def own_sources() -> dict[str, bytes]:
    """The sources of the site's modules by path."""
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in _own_paths()}


def _own_paths() -> Iterator[Path]:
    yield ROOT / "app.py"
    yield ROOT / "pocket" / "__init__.py"
    for folder in OWN:
        yield from (ROOT / folder).rglob("*.py")
