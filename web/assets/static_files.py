"""Static files under URLs that contain a hash of the content, so that browsers can cache them for good."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Collection, Mapping
from functools import lru_cache, partial
from importlib import import_module
from mimetypes import guess_type
from pathlib import Path
from types import MappingProxyType

from flask import Blueprint, Flask, Response, current_app, request, url_for
from werkzeug.exceptions import NotFound

from scoring.game import AnyGame
from scoring.sheets import extras
from web.assets.bundle import joined

FOREVER = 365 * 24 * 3600
COMPONENTS = (
    *("small", "bar", "buttons", "choices", "fields"),
    *("step", "rows", "counters", "tray", "standings", "card", "scorecard", "chart", "lists"),
)
STYLES = (
    *("base/tokens", "base/elements"),
    *(f"components/{name}" for name in COMPONENTS),
    *("base/pages", "base/sending", "base/layout", "base/print", "base/contrast"),
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
PARTING = re.compile(r"\s*([{};,])\s*")
COMMENT = re.compile(r"^\s*/\*.*?\*/", re.DOTALL | re.MULTILINE)

pages = Blueprint("assets", __name__)


def register(app: Flask) -> None:
    """Build the assets once, and give templates `asset()`."""
    folder = Path(str(app.static_folder))
    app.config["ASSETS"] = listed_assets(folder) or read_assets(folder)
    app.jinja_env.globals.update(
        asset=asset,
        game_asset=game_asset,
        step_page=partial(_step_page, frozenset(app.jinja_env.list_templates())),
    )
    app.register_blueprint(pages)


class Assets:
    """Files by path, and the version in their URLs; `paths` includes files that are served elsewhere."""

    def __init__(self, files: Mapping[str, bytes], others: Collection[str] = (), version: str = "") -> None:
        self.files = MappingProxyType(dict(files))
        self.paths = frozenset([*files, *others])
        self.version = version or _version(files)


def _version(files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for path, body in sorted(files.items()):
        digest.update(path.encode() + b"\0" + body)
    return digest.hexdigest()[:12]


def listed_assets(folder: Path) -> Assets | None:
    """Read the assets from the list, where there is one."""
    if not (folder / LIST).is_file():
        return None
    told = json.loads((folder / LIST).read_text("utf-8"))
    return Assets({}, told["paths"], told["version"])


@lru_cache(maxsize=4)
def read_assets(folder: Path) -> Assets:
    """Build the assets of a static folder: styles joined and minified, scripts bundled and minified."""
    # Imported here: not needed where the assets are listed.
    from rjsmin import jsmin

    modules = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.js")}
    texts = styles(folder) | {path: jsmin(text) for path, text in joined(modules).items()}
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


def asset(path: str, *, whole: bool = False) -> str:
    """The URL of a static file, which changes with the content of any of them; `whole` with the host."""
    return url_for("assets.send", version=_assets().version, path=path, _external=whole)


def game_asset(slug: str, name: str) -> str | None:
    """The URL of a game's own `style.css` or `script.js`, `seat.css` or `seat.js` for a seat's page, or None."""
    path = f"games/{slug}/{name}"
    return asset(path) if path in _assets().paths else None


def _step_page(templates: frozenset[str], game: AnyGame, step: str) -> str:
    """The template of a step's fields: the game's own, else the general one."""
    own = f"games/{game.slug}/step.html"
    return own if own in templates and step not in extras.EXTRA_STEPS else "session/step.html"


def styles(folder: Path) -> dict[str, str]:
    """Minified style sheets by path: the general one, and those of games and views."""
    sheets = {"site.css": [folder / "css" / f"{name}.css" for name in STYLES]}
    for path in (folder / "css" / "views").iterdir():
        sheets[f"css/views/{path.stem}.css"] = [path] if path.is_file() else sorted(path.glob("*.css"))
    for path in (folder / "games").iterdir():
        sheets[f"games/{path.name}/style.css"] = sorted(path.glob("*.css"))
        sheets[f"games/{path.name}/seat.css"] = sorted(path.glob("seat/*.css"))
    return {
        path: tight("\n".join(part.read_text("utf-8") for part in parts)) for path, parts in sheets.items() if parts
    }


def lean(text: str) -> str:
    """Remove comment lines and indentation from CSS.

    >>> lean("/* Paper\\n   and ink. */\\na {\\n  color: red;\\n}")
    'a {\\ncolor: red;\\n}'
    """
    lines = (line.strip() for line in COMMENT.sub("", text).splitlines())
    return "\n".join(line for line in lines if line)


def tight(style: str) -> str:
    """Minify CSS: `lean`, and without space around separators.

    >>> tight("a, b {\\n  color: red;\\n}\\n\\np {\\n  margin: 0 1px;\\n}")
    'a,b{color: red}p{margin: 0 1px}'
    """
    return PARTING.sub(r"\1", lean(style)).replace(";}", "}")


@pages.get("/assets/<version>/<path:path>")
def send(version: str, path: str) -> Response:
    """Send a static file, compressed as the browser accepts it; an old version gets the current file, uncached."""
    body = _assets().files.get(path)
    if body is None:
        raise NotFound
    encoding = best_encoding()
    response = Response(packed(body, encoding), mimetype=guess_type(path)[0])
    if encoding:
        response.headers["Content-Encoding"] = encoding
    response.vary.add("Accept-Encoding")
    if version == _assets().version:
        response.headers["Cache-Control"] = f"public, max-age={FOREVER}, immutable"
        return response
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


@lru_cache(maxsize=512)
def packed(body: bytes, encoding: str) -> bytes:
    """Compress a file, cached, so once for all phones; a large one at a level that takes no seconds."""
    if encoding == "br":
        small: bytes = import_module("brotli").compress(body, quality=9 if len(body) > LARGE else 11)
        return small
    return gzip.compress(body, 9, mtime=0) if encoding == "gzip" else body


def best_encoding() -> str:
    """The best encoding that both sides have; the brotli library is not available everywhere."""
    return request.accept_encodings.best_match(["br", "gzip"] if has_brotli() else ["gzip"], default="") or ""


@lru_cache(maxsize=1)
def has_brotli() -> bool:
    """Whether the brotli library is installed."""
    try:
        import_module("brotli")
    except ImportError:
        return False
    return True


def _assets() -> Assets:
    assets: Assets = current_app.config["ASSETS"]
    return assets
