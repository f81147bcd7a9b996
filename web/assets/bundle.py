"""Script modules joined when the site starts: few files are quicker to load than many, and are packed better.

The modules of the folder stay what is written and read. A module that only one other file needs is sent with that; what
`main.js` imports is sent with that; what several others share is a file of its own, so that no module runs twice.
In a joined file each module keeps a scope of its own, in the order in which they would run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from posixpath import dirname, join, normpath, relpath

MAIN = "js/core/main.js"
"""What every page loads: it is sent with all that it imports, and other files import that from there."""
WITH_MAIN = ("js/step/debounce.js", "js/core/focus.js", "js/core/announce.js")
"""What so many pages need besides that it is sent with it too."""
COPIED = ("js/tools/hanafuda.js", "js/sync/outbox.js", "js/sync/deliver.js", "js/sync/register-worker.js")
"""What keeps nothing may run twice: each file that needs it has its own."""
IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
"""The one form of import that the modules use; a test holds that they use no other."""
LATER = re.compile(r'"(\.{1,2}/[^"]+\.js)"')
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class)\*? (\w+))", re.MULTILINE)


@dataclass(frozen=True)
class Module:
    """A module: its path in the static folder, and what is written in it."""

    path: str
    text: str

    @cached_property
    def imports(self) -> tuple[tuple[str, str], ...]:
        """What it takes from which module: the names as they stand between the braces, and the path."""
        return tuple((names.strip().rstrip(","), self._of(path)) for names, path in IMPORT.findall(self.text))

    @cached_property
    def later(self) -> tuple[str, ...]:
        """The modules that it loads when they are wanted."""
        return tuple(map(self._of, LATER.findall(IMPORT.sub("", self.text))))

    @cached_property
    def exports(self) -> tuple[str, ...]:
        return tuple(EXPORT.findall(self.text))

    def _of(self, path: str) -> str:
        return normpath(join(dirname(self.path), path))

    def body(self, *, within: str, homes: Mapping[str, str]) -> str:
        """Its statements as they stand in the file of another module, without imports and exports."""
        own = EXPORT.sub("", IMPORT.sub("", self.text))
        return LATER.sub(lambda found: f'"{_seen_from(within, homes[self._of(found[1])])}"', own)


def joined(texts: Mapping[str, str]) -> dict[str, str]:
    """The files to send, by path, from all the modules by path."""
    modules = {path: Module(path, text) for path, text in texts.items()}
    homes = _homes(modules)
    files = sorted(set(homes.values()) - set(COPIED))
    return {file: "".join(_written(file, homes, modules)) for file in files}


def _homes(modules: Mapping[str, Module]) -> dict[str, str]:
    """The file in which each module is sent."""
    imported = {path for module in modules.values() for _, path in module.imports}
    roots = {MAIN} | {path for module in modules.values() for path in module.later} | (modules.keys() - imported)
    reach = {root: set(_reached(root, modules)) for root in roots}
    homes: dict[str, str] = {}
    for path in modules:
        users = [root for root in sorted(roots) if path in reach[root]]
        in_main = path in reach[MAIN] or path in WITH_MAIN
        homes[path] = MAIN if in_main else users[0] if len(users) == 1 and path not in roots else path
    return homes


def _reached(path: str, modules: Mapping[str, Module], above: tuple[str, ...] = ()) -> Iterator[str]:
    """A module and all that it imports, what runs first first; several times what is imported several times."""
    if path in above:
        raise ValueError(f"{path} imports itself, by way of {', '.join(above)}")
    for _, other in modules[path].imports:
        yield from _reached(other, modules, (*above, path))
    yield path


def _written(home: str, homes: Mapping[str, str], modules: Mapping[str, Module]) -> Iterator[str]:
    """A file: what it takes from other files, then its modules, then what others take from it."""
    starts = (*(path for path in WITH_MAIN if homes.get(path) == home), home)
    reached = dict.fromkeys(path for start in starts for path in _reached(start, modules))
    inside = [path for path in reached if homes[path] == home or path in COPIED]
    scopes = {path: f"_{number}" for number, path in enumerate(inside)}
    outside = dict.fromkeys(path for each in inside for _, path in modules[each].imports if path not in inside)
    for number, file in enumerate(dict.fromkeys(homes[path] for path in outside)):
        yield f'import * as _from{number} from "{_seen_from(home, file)}";\n'
        scopes |= {path: f"_from{number}" for path in outside if homes[path] == file}
    for path in inside:
        module = modules[path]
        taken = "".join(
            f"const {{ {names.replace(' as ', ': ')} }} = {scopes[other]};\n" for names, other in module.imports
        )
        given = f"return {{ {', '.join(module.exports)} }};\n" if module.exports else ""
        yield f"const {scopes[path]} = (() => {{\n{taken}{module.body(within=home, homes=homes)}{given}}})();\n"
    for path in inside:
        if names := [name for name in modules[path].exports if path == home or name in _wanted(path, homes, modules)]:
            yield f"export const {{ {', '.join(names)} }} = {scopes[path]};\n"


def _wanted(path: str, homes: Mapping[str, str], modules: Mapping[str, Module]) -> set[str]:
    """What modules of other files import of this one."""
    return {
        name.split(" as ")[0].strip()
        for module in modules.values()
        if homes[module.path] != homes[path]
        for names, other in module.imports
        if other == path
        for name in names.split(",")
    }


def _seen_from(file: str, other: str) -> str:
    path = relpath(other, dirname(file))
    return path if path.startswith(".") else f"./{path}"
