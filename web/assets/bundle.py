"""JavaScript bundler: joins script modules into a few files when the site starts.

A module that only one file needs is put into that file; what `main.js` imports is put into `main.js`; what several
files share is a file of its own, so that no module runs twice.
In a bundle all modules share one scope, in the order of execution, so no two of them may declare the same name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from posixpath import dirname, join, normpath, relpath

MAIN = "js/core/main.js"
"""The bundle that every page loads, with everything it imports; other files import those from it."""
WITH_MAIN = ("js/core/focus.js", "js/core/announce.js")
"""Modules that most pages need, added to the main bundle."""
COPIED = (
    *("js/tools/hanafuda.js", "js/sync/outbox.js", "js/sync/rules.js", "js/sync/deliver.js"),
    *("js/sync/register-worker.js", "js/sync/dress.js", "js/step/debounce.js", "js/core/ago.js"),
)
"""Modules without state, copied into each file that needs them."""
IMPORT = re.compile(r'^import \{([\w\s,]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
"""The only form of import that the modules use, without `as`; a test checks it."""
LATER = re.compile(r'"(\.{1,2}/[^"]+\.js)"')
DECLARATION = re.compile(
    r"^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+|\{[^}]*\}|\[[^\]]*\])", re.MULTILINE
)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class)\*? (\w+))", re.MULTILINE)


@dataclass(frozen=True)
class Module:
    """A module: its path in the static folder and its source."""

    path: str
    text: str

    @cached_property
    def imports(self) -> tuple[tuple[tuple[str, ...], str], ...]:
        """Its imports: the names, and the path."""
        return tuple((tuple(re.findall(r"\w+", names)), self._of(path)) for names, path in IMPORT.findall(self.text))

    @cached_property
    def later(self) -> tuple[str, ...]:
        """The modules that it imports dynamically."""
        return tuple(map(self._of, LATER.findall(IMPORT.sub("", self.text))))

    @cached_property
    def exports(self) -> tuple[str, ...]:
        return tuple(EXPORT.findall(self.text))

    def _of(self, path: str) -> str:
        return normpath(join(dirname(self.path), path))

    @cached_property
    def declared(self) -> tuple[str, ...]:
        """The names of its own that its whole file sees.

        >>> Module("a.js", "const { one, two: three } = four;\\nexport function five() {\\n  let six;\\n}\\n").declared
        ('one', 'three', 'five')
        """
        return tuple(
            name.partition(":")[2].strip() or name.strip()
            for names in DECLARATION.findall(self.text)
            for name in names.strip("{[]} ").split(",")
        )

    def body(self, *, within: str, homes: Mapping[str, str]) -> str:
        """Its statements in the file of another module, without imports and exports."""
        own = EXPORT.sub("", IMPORT.sub("", self.text))
        return LATER.sub(lambda found: f'"{_seen_from(within, homes[self._of(found[1])])}"', own)


def joined(texts: Mapping[str, str]) -> dict[str, str]:
    """Bundle all modules: source by path in, files by path out."""
    modules = {path: Module(path, text) for path, text in texts.items()}
    homes = _homes(modules)
    files = sorted(set(homes.values()) - set(COPIED))
    return {file: "".join(_written(file, homes, modules)) for file in files}


def _homes(modules: Mapping[str, Module]) -> dict[str, str]:
    """The file that each module is put into."""
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
    """A module and everything it imports, in the order of execution, with repetitions."""
    if path in above:
        raise ValueError(f"{path} imports itself, by way of {', '.join(above)}")
    for _, other in modules[path].imports:
        yield from _reached(other, modules, (*above, path))
    yield path


def _written(home: str, homes: Mapping[str, str], modules: Mapping[str, Module]) -> Iterator[str]:
    """The parts of a file: imports, modules, exports."""
    starts = (*(path for path in WITH_MAIN if homes.get(path) == home), home)
    reached = dict.fromkeys(path for start in starts for path in _reached(start, modules))
    inside = [path for path in reached if homes[path] == home or path in COPIED]
    taken: dict[str, dict[str, None]] = {}
    for names, other in (each for path in inside for each in modules[path].imports if each[1] not in inside):
        taken.setdefault(homes[other], {}).update(dict.fromkeys(names))
    _refuse_clashes(home, [name for each in taken.values() for name in each], [modules[path] for path in inside])
    for file, each in taken.items():
        yield f'import {{ {", ".join(each)} }} from "{_seen_from(home, file)}";\n'
    for path in inside:
        yield modules[path].body(within=home, homes=homes)
    given = [
        name
        for path in inside
        for name in modules[path].exports
        if path == home or name in _wanted(path, homes, modules)
    ]
    if given:
        yield f"export {{ {', '.join(given)} }};\n"


def _refuse_clashes(home: str, taken: Iterable[str], inside: Iterable[Module]) -> None:
    """Raise ValueError where a name would stand for two things."""
    seen = set()
    for name in (*taken, *(name for module in inside for name in module.declared)):
        if name in seen:
            raise ValueError(f"two modules in {home} declare {name}")
        seen.add(name)


def _wanted(path: str, homes: Mapping[str, str], modules: Mapping[str, Module]) -> set[str]:
    """The names that other files import from this module."""
    return {
        name
        for module in modules.values()
        if homes[module.path] != homes[path]
        for names, other in module.imports
        if other == path
        for name in names
    }


def _seen_from(file: str, other: str) -> str:
    path = relpath(other, dirname(file))
    return path if path.startswith(".") else f"./{path}"
