"""Assets: style sheets and scripts joined and minified, templates without their indentation.

Static files are sent under URLs that contain a hash of the content, so that browsers can cache them for good. There is
no build step: everything is made when the site starts. The pocket has assets and compiled templates without sources.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Collection, Mapping
from functools import lru_cache, partial
from importlib import import_module
from importlib.util import find_spec
from mimetypes import guess_type
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from types import MappingProxyType

from flask import Blueprint, Flask, Response, current_app, request, url_for
from jinja2 import ModuleLoader
from jinja2.ext import Extension
from werkzeug.datastructures import Accept
from werkzeug.exceptions import NotFound
from werkzeug.http import parse_accept_header

from scoring.game import AnyGame
from scoring.sheets import extras

FOREVER = "public, max-age=31536000, immutable"
"""The Cache-Control of what has a hash of its content in its address."""
COMPONENTS = (
    *("primitives", "small", "bar", "buttons", "fields"),
    *("step", "rows", "tray", "standings", "table", "scorecard", "chart"),
)
STYLES = (
    *("base/tokens", "base/elements"),
    *(f"components/{name}" for name in COMPONENTS),
    *("base/sending", "base/layout"),
)
"""The style sheets that every page loads, joined into one; the first declares the order of the CSS layers."""
VENDOR = ("vendor/*/*.mjs", "vendor/*/*.wasm")
"""Libraries that are sent as their authors made them, beside their licence and version."""
PICTURES = "pictures/"
"""Pictures for messengers and for the browser that installs the site; no page shows them."""
LARGE = 500_000
"""Bytes from which the best compression takes longer than what it saves on the way to a phone."""
LIST = "sent.json"
"""A file that lists the assets where something else serves them, such as the service worker of the pocket."""
ENCODINGS = ("br", "gzip") if find_spec("brotli") else ("gzip",)
"""The best first; the brotli library is not available everywhere."""

MAIN = "js/core/main.js"
"""The bundle that every page loads, with everything it imports; other files import those from it."""
SENDER = "js/sync/page.js"
"""What every page loads once it is there, with all that it imports besides, unless that is loaded apart."""
COPIED = ("js/tools/hanafuda.js",)
"""Modules without state, copied into each file that needs them."""
IMPORT = re.compile(r'^import \{([\w\s,]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
"""The only form of import that the modules use, without `as`; a test checks it."""
LATER = re.compile(r'"(\.{1,2}/[^"]+\.js)"')
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class)\*? (\w+))", re.MULTILINE)

COMPILED = "templates_compiled"
"""The folder of compiled templates."""
NAMES = "names.txt"

INDENTATION = re.compile(r"([%#]\})?\n[ \t]+")
"""After a block or a comment, whose line end is left out of the page, one space stays: it may separate two words."""

pages = Blueprint("assets", __name__)


def register(app: Flask) -> None:
    """Build the assets once, give templates `asset()`, and have them loaded without indentation."""
    folder, compiled_templates = Path(str(app.static_folder)), Path(app.root_path) / COMPILED
    assets = app.config["ASSETS"] = listed_assets(folder) or read_assets(folder)
    app.jinja_env.add_extension(Unindented)
    if compiled_templates.is_dir():
        app.jinja_env.loader = CompiledTemplates(compiled_templates)
    app.jinja_env.globals.update(
        asset=assets.url,
        game_asset=assets.url_of_game,
        step_page=partial(_step_page, frozenset(app.jinja_env.list_templates())),
    )
    app.register_blueprint(pages)


class Assets:
    """Files by path, and the version in their URLs; `paths` includes files that are served elsewhere."""

    def __init__(self, files: Mapping[str, bytes], others: Collection[str] = (), version: str = "") -> None:
        self.files = MappingProxyType(dict(files))
        self.paths = frozenset([*files, *others])
        digest = hashlib.sha256()
        for path, body in sorted(files.items()):
            digest.update(path.encode() + b"\0" + body)
        self.version = version or digest.hexdigest()[:12]

    def url(self, path: str, *, whole: bool = False) -> str:
        """The URL of a static file, which changes with the content of any of them; `whole` with the host."""
        return url_for("assets.send", version=self.version, path=path, _external=whole)

    def url_of_game(self, slug: str, name: str) -> str | None:
        """The URL of a game's own `style.css` or `script.js`, `seat.css` or `seat.js` for a seat's page, or None."""
        path = f"games/{slug}/{name}"
        return self.url(path) if path in self.paths else None


def listed_assets(folder: Path) -> Assets | None:
    """Read the assets from the list, where there is one."""
    if not (folder / LIST).is_file():
        return None
    manifest = json.loads((folder / LIST).read_text("utf-8"))
    return Assets({}, manifest["paths"], manifest["version"])


@lru_cache(maxsize=4)
def read_assets(folder: Path) -> Assets:
    """Build the assets of a static folder: styles joined and minified, scripts bundled and minified."""
    # Imported here: not needed where the assets are listed.
    from rjsmin import jsmin

    modules = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.js")}
    texts = styles(folder) | {path: jsmin(text) for path, text in bundle(modules).items()}
    texts["img/games.svg"] = game_icons(folder)
    unchanged = (path for pattern in ("img/*", f"{PICTURES}*", *VENDOR) for path in folder.glob(pattern))
    others = {path.relative_to(folder).as_posix(): path.read_bytes() for path in unchanged}
    return Assets({path: text.encode() for path, text in texts.items()} | others)


def game_icons(folder: Path) -> str:
    """One SVG sprite of all games' icons, each a symbol named by the game's slug."""
    icons = {path.parent.name: path.read_text("utf-8").strip() for path in sorted(folder.glob("games/*/icon.svg"))}
    symbols = [
        re.sub("^<svg[^>]*>(.*)</svg>$", rf'<symbol id="{slug}" viewBox="0 0 32 32">\1</symbol>', icon)
        for slug, icon in icons.items()
    ]
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'


def _step_page(templates: frozenset[str], game: AnyGame, step: str) -> str:
    """The template of a step's fields: the game's own, else the general one."""
    own = f"games/{game.slug}/step.html"
    return own if own in templates and step not in extras.EXTRA_STEPS else "session/plain_step.html"


def styles(folder: Path) -> dict[str, str]:
    """Minified style sheets by path: the general one, and those of games and views."""
    sheets = {"site.css": [folder / "css" / f"{name}.css" for name in STYLES]}
    for path in (folder / "css" / "views").iterdir():
        sheets[f"css/views/{path.stem}.css"] = [path] if path.is_file() else sorted(path.glob("*.css"))
    for path in (folder / "games").iterdir():
        sheets[f"games/{path.name}/style.css"] = sorted(path.glob("*.css"))
        sheets[f"games/{path.name}/seat.css"] = sorted(path.glob("seat/*.css"))
    return {
        path: minify_css("\n".join(part.read_text("utf-8") for part in parts))
        for path, parts in sheets.items()
        if parts
    }


def minify_css(style: str) -> str:
    """Minify CSS: no comment lines, no indentation, no space around separators.

    >>> minify_css("/* Paper\\n   and ink. */\\na, b {\\n  color: red;\\n}\\n\\np {\\n  margin: 0 1px;\\n}")
    'a,b{color: red}p{margin: 0 1px}'
    """
    lines = (line.strip() for line in re.sub(r"(?sm)^\s*/\*.*?\*/", "", style).splitlines())
    return re.sub(r"\s*([{};,])\s*", r"\1", "\n".join(line for line in lines if line)).replace(";}", "}")


def bundle(texts: Mapping[str, str]) -> dict[str, str]:
    """Join script modules into a few files: source by path in, files by path out.

    A module that only one file needs is put into that file; what `MAIN` imports is put into `MAIN`, what `SENDER` does
    into `SENDER`; what several files share is put into one that all of them import anyway, or else is a file of its
    own, so that no module runs twice. In a file all modules share one scope, in the order of execution, so no two of
    them may declare the same name: a test checks it.
    """

    def resolve(path: str, other: str) -> str:
        return normpath(join(dirname(path), other))

    def seen_from(file: str, other: str) -> str:
        path = relpath(other, dirname(file))
        return path if path.startswith(".") else f"./{path}"

    imports = {
        path: [(re.findall(r"\w+", names), resolve(path, other)) for names, other in IMPORT.findall(text)]
        for path, text in texts.items()
    }

    def reachable(path: str) -> dict[str, None]:
        """A module and everything it imports, in the order of execution."""
        found: dict[str, None] = {}
        for _, other in imports[path]:
            found |= reachable(other)
        return found | {path: None}

    later = {resolve(path, other) for path, text in texts.items() for other in LATER.findall(IMPORT.sub("", text))}
    roots = {MAIN} | later | (texts.keys() - {other for each in imports.values() for _, other in each})
    reach = {root: reachable(root) for root in roots}
    homes = {}
    for path in texts:
        users = [root for root in sorted(roots) if path in reach[root]]
        met = [root for root in users if all(root in reach[user] for user in users)]
        shared = min(met, key=lambda root: len(reach[root]), default=path)
        always = [file for file in (MAIN, SENDER) if path in reach.get(file, ())]
        homes[path] = MAIN if MAIN in always else path if path in roots else next(iter(always), shared)

    def body(path: str, file: str) -> str:
        """The statements of a module, for another file."""
        own = EXPORT.sub("", IMPORT.sub("", texts[path]))
        return LATER.sub(lambda found: f'"{seen_from(file, homes[resolve(path, found[1])])}"', own)

    files = {}
    for file in sorted({*homes.values()} - {*COPIED}):
        inside = [path for path in reachable(file) if homes[path] == file or path in COPIED]
        taken: dict[str, dict[str, None]] = {}
        for names, other in (each for path in inside for each in imports[path] if each[1] not in inside):
            taken.setdefault(homes[other], {}).update(dict.fromkeys(names))
        parts = [
            f'import {{ {", ".join(names)} }} from "{seen_from(file, other)}";\n' for other, names in taken.items()
        ]
        given = []
        for path in inside:
            parts.append(body(path, file))
            wanted = {
                name
                for user, each in imports.items()
                for names, other in each
                if other == path and homes[user] != homes[path]
                for name in names
            }
            given += [name for name in EXPORT.findall(texts[path]) if path == file or name in wanted]
        files[file] = "".join(parts) + (f"export {{ {', '.join(given)} }};\n" if given else "")
    return files


@pages.get("/assets/<version>/<path:path>")
def send(version: str, path: str) -> Response:
    """Send a static file, compressed as the browser accepts it; an old version gets the current file, uncached."""
    assets: Assets = current_app.config["ASSETS"]
    body = assets.files.get(path)
    if body is None:
        raise NotFound
    encoding = best_encoding()
    response = Response(compress(body, encoding), mimetype=guess_type(path)[0])
    if encoding:
        response.headers["Content-Encoding"] = encoding
    response.vary.add("Accept-Encoding")
    if version == assets.version:
        response.headers["Cache-Control"] = FOREVER
        return response
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


@lru_cache(maxsize=512)
def compress(body: bytes, encoding: str) -> bytes:
    """Compress a file, cached, so once for all phones; a large one at a level that takes no seconds."""
    if encoding == "br":
        small: bytes = import_module("brotli").compress(body, quality=9 if len(body) > LARGE else 11)
        return small
    return gzip.compress(body, 9, mtime=0) if encoding == "gzip" else body


def best_encoding() -> str:
    """The best encoding that both sides have, or ""."""
    return _best_encoding(request.headers.get("Accept-Encoding", ""), ENCODINGS)


@lru_cache(maxsize=64)
def _best_encoding(accepted: str, ours: tuple[str, ...]) -> str:
    return parse_accept_header(accepted, Accept).best_match(ours, default="") or ""


class Unindented(Extension):
    """Removes indentation when a template is compiled, but no lines, so that errors have the right line number.

    >>> from jinja2 import Environment
    >>> Environment(extensions=[Unindented]).from_string("<ul>\\n  <li>\\n    {{ name }}\\n</ul>").render(name="  Ann")
    '<ul>\\n<li>\\n  Ann\\n</ul>'
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return INDENTATION.sub(lambda found: f"{found[1]}\n " if found[1] else "\n", source)


class CompiledTemplates(ModuleLoader):
    """Loads compiled templates, with the list of their names."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._names = (folder / NAMES).read_text("utf-8").split()

    def list_templates(self) -> list[str]:
        return self._names
