"""Chooses and compiles the modules and data to ship: only what the site can reach by its imports.

See docs/decisions.md#023.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import ModuleLoader

from app import create_app
from pocket.build import fetch, node
from pocket.build.packing import unzipped, zipped
from web.assets import COMPILED, NAMES
from web.pages import by_module

ROOTS = (
    *("app", "pocket.runtime"),
    # Imported without an import statement: by C code, or as a codec.
    *("_compat_pickle", "_pylong", "_strptime", "importlib.readers"),
    *("encodings.ascii", "encodings.cp437", "encodings.idna", "encodings.latin_1", "encodings.punycode"),
    *("encodings.raw_unicode_escape", "encodings.unicode_escape", "encodings.utf_8", "encodings.utf_8_sig"),
    *("encodings.utf_16", "encodings.utf_16_be", "encodings.utf_16_le"),
    *("encodings.utf_32", "encodings.utf_32_be", "encodings.utf_32_le"),
)
"""The modules from which to follow imports, besides those that Python loads at its start."""

FOLDERS = ("pocket.runtime.", "scoring.games.", "web.pages.")
"""Packages whose modules are all needed, because they are found by listing the package."""

CUT = frozenset(
    {
        # For interactive use, debugging and tests.
        *("_ast_unparse", "_pyrepl", "argparse", "bdb", "click.shell_completion", "click.testing", "cmd", "code"),
        *("doctest", "flask.testing", "getpass", "pdb", "py_compile", "pydoc", "rlcompleter", "tracemalloc"),
        *("click._termui_impl", "statistics", "unittest", "werkzeug._reloader", "werkzeug.debug"),
        # Other processes and operating systems: this is one process in a browser.
        *("asyncio.proactor_events", "asyncio.windows_events", "asyncio.windows_utils", "click._winconsole"),
        *("concurrent.futures.interpreter", "concurrent.futures.process", "concurrent.interpreters", "ctypes"),
        *("dateutil.tz.win", "multiprocessing", "plistlib"),
        # Networks, which only the browser can reach; mail.
        *("email.policy", "ftplib", "http.cookiejar", "xmlrpc"),
        # Also there in C.
        "_pydatetime",
        # File formats that the site doesn't use.
        *("dateutil.easter", "dateutil.rrule", "dateutil.zoneinfo", "tarfile"),
        *("xml.dom", "xml.etree", "xml.sax.expatreader"),
        # Only on a server: PostgreSQL.
        *("psycopg", "psycopg_pool", "store.engines.postgresql"),
    }
)
"""Modules that are imported only in branches not taken in a pocket. tests/pocket checks that all others can be
imported without them, and that the site's own code imports none."""

LINES = re.compile(r"^debug_info = '[^']*'$", re.MULTILINE)
"""Which line of a template each line of its Python is; what is compiled for the pocket keeps no lines."""

STAND_INS = {
    # Templates are compiled when the pocket is built.
    "jinja2/compiler.py": b"CodeGenerator = generate = None",
    "jinja2/parser.py": b"Parser = None",
    # sqlite-utils reads dates with it, but only when asked by its own command line.
    "dateutil/parser/__init__.py": b"",
    # Werkzeug looks with it for the page that was meant, where the site's own code asks for one that there is not.
    "difflib.py": b"",
    # The browser carries each request; Flask only asks whether the server for development restarted it.
    "werkzeug/serving.py": b"run_simple = None\ndef is_running_from_reloader(): return False",
    # Only the browser reaches networks; a path becomes an address with `urllib.request`, which imports this.
    "http/client.py": b"",
    # Flask-WTF imports them for sites that ask a service whether their visitor is a person.
    "flask_wtf/recaptcha/__init__.py": b"Recaptcha = RecaptchaField = RecaptchaWidget = None",
    # `web.exports.qr_codes` draws QR codes by itself.
    "segno/writers.py": b"",
}
"""Modules that a library imports at its start and the site never uses, by what is shipped in their place."""

DATA = ("babel/global.dat", "babel/locale-data/en.dat", "babel/locale-data/ja.dat", "babel/locale-data/root.dat")
"""Babel's data for dates and numbers; `steps/locales.py` empties the rest."""


def is_needed_data(name: str) -> bool:
    """Whether the site needs a data file of a library: time zones.

    >>> is_needed_data("tzdata/zoneinfo/Asia/Tokyo"), is_needed_data("tzdata/zoneinfo/tzdata.zi")
    (True, False)
    """
    return name.startswith("tzdata/zoneinfo/") and not name.endswith((".zi", ".tab", ".py", "leapseconds"))


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
    started = json.loads(node.python_step("started", {})["started.json"])
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
        made = {}
        for name in every:
            source, _, _ = app.jinja_env.loader.get_source(app.jinja_env, name)  # type: ignore[union-attr]
            code = LINES.sub("debug_info = ''", app.jinja_env.compile(source, name, raw=True, defer_init=True))
            made[f"{COMPILED}/{ModuleLoader.get_module_filename(name)}"] = code.encode()
    return _Compiled(made).everything() | {f"{COMPILED}/{NAMES}": " ".join(every).encode()}


class _Compiled:
    def __init__(self, files: Mapping[str, bytes]) -> None:
        made = node.python_step("compiled", {"sources.zip": zipped(_sources(files))})
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
    return zones | unzipped(node.python_step("locales", material)["lean.zip"])


def own_sources() -> dict[str, bytes]:
    """The sources of the site's modules by path."""
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in _own_paths()}


def _own_paths() -> Iterator[Path]:
    yield ROOT / "app.py"
    yield ROOT / "pocket" / "__init__.py"
    for folder in OWN:
        yield from (ROOT / folder).rglob("*.py")


Import = tuple[int, str, Sequence[str]]
"""An import: the level (folders up), the module, and the imported names, each of which may be a module."""


def module_of(path: str) -> str:
    """
    >>> module_of("web/pages/scorebook/home.py"), module_of("web/__init__.py")
    ('web.pages.scorebook.home', 'web')
    """
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def reached(
    imports: Mapping[str, Iterable[Import]], roots: Iterable[str], cut: Collection[str] = frozenset()
) -> set[str]:
    """The paths of the files that can be imported from `roots` without passing a module in `cut`.

    >>> imports = {"a.py": [(0, "b", ["c"])], "b/__init__.py": [], "b/c.py": [(1, "d", [])], "b/d.py": [], "e.py": []}
    >>> sorted(reached(imports, ["a"]))
    ['a.py', 'b/__init__.py', 'b/c.py', 'b/d.py']
    >>> sorted(reached(imports, ["a"], cut={"b.c"}))
    ['a.py', 'b/__init__.py']
    """
    paths = {module_of(path): path for path in imports}
    found: set[str] = set()
    waiting = [module for root in roots for module in with_parents(root)]
    while waiting:
        module = waiting.pop()
        if module in found or module not in paths or any(each in cut for each in with_parents(module)):
            continue
        found.add(module)
        is_package = paths[module].endswith("__init__.py")
        for each in imports[paths[module]]:
            waiting += [parent for target in targets(module, is_package, each) for parent in with_parents(target)]
    return {paths[module] for module in found}


def targets(module: str, is_package: bool, each: Import) -> Iterator[str]:
    """The modules that an import may name.

    >>> list(targets("web.pages.scorebook.home", False, (3, "i18n", ["timezone"])))
    ['web.i18n', 'web.i18n.timezone']
    """
    level, name, names = each
    if level:
        here = module.split(".")
        up = here[: len(here) - level + is_package]
        name = ".".join([*up, *([name] if name else [])])
    yield name
    yield from (f"{name}.{taken}" for taken in names)


def with_parents(module: str) -> list[str]:
    """
    >>> with_parents("web.pages.scorebook.home")
    ['web', 'web.pages', 'web.pages.scorebook', 'web.pages.scorebook.home']
    """
    parts = module.split(".")
    return [".".join(parts[: count + 1]) for count in range(len(parts))]
