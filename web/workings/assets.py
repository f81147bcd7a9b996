"""Style and script under addresses that change with their content, so that a phone loads them once."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, send_from_directory, url_for
from werkzeug.exceptions import NotFound

from scoring.game import AnyGame

FOREVER = 365 * 24 * 3600
STYLES = (
    *("tokens", "base"),
    *("small", "news", "bar", "buttons", "choices", "fields", "step", "standings", "card", "chart", "lists"),
    *("pages", "layout"),
)
"""The style sheets that every page loads, as one file; the first says in which order the layers build on each other."""
PARTING = re.compile(r"\s*([{};,])\s*")
COMMENT = re.compile(r"^\s*/\*.*?\*/", re.DOTALL | re.MULTILINE)

pages = Blueprint("assets", __name__)


def register(app: Flask) -> None:
    """Join the styles once, name everything after its content, and give templates `asset()`."""
    folder = Path(str(app.static_folder))
    app.config["STYLES"] = styles(folder / "css")
    app.config["ASSETS"] = _version(folder)
    app.jinja_env.globals.update(
        asset=asset,
        game_script=game_script,
        game_style=game_style,
        templates=frozenset(app.jinja_env.list_templates()),
    )
    app.register_blueprint(pages)


def asset(path: str) -> str:
    """The address of a static file, which changes with the content of all of them."""
    return url_for("assets.send", version=current_app.config["ASSETS"], path=path)


def game_script(game: AnyGame) -> str | None:
    """The address of a game's own script, where it has one."""
    path = f"js/games/{game.slug}.js"
    return asset(path) if (Path(str(current_app.static_folder)) / path).is_file() else None


def game_style(slug: str) -> str | None:
    """The address of a game's own style, where it has one: it is loaded with that game's pages alone."""
    path = f"css/games/{slug}.css"
    return asset(path) if path in current_app.config["STYLES"] else None


def styles(folder: Path) -> dict[str, str]:
    """What is sent as style by its path: the general one, and that of each game that has a file or a folder of them."""
    games = {
        f"css/games/{path.stem}.css": [path] if path.is_file() else sorted(path.glob("*.css"))
        for path in (folder / "games").iterdir()
    }
    sheets = {"site.css": [folder / f"{name}.css" for name in STYLES]} | games
    return {path: tight("\n".join(part.read_text("utf-8") for part in parts)) for path, parts in sheets.items()}


def lean(text: str) -> str:
    """Style or script without its comments on lines of their own and its indentation, which only readers need.

    >>> lean("/* Paper\\n   and ink. */\\na {\\n  color: red;\\n}")
    'a {\\ncolor: red;\\n}'
    >>> lean("// Why.\\nif (late) {\\n  wait(); // a while\\n}")
    'if (late) {\\nwait(); // a while\\n}'
    """
    lines = (line.strip() for line in COMMENT.sub("", text).splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def tight(style: str) -> str:
    """Lean style, and without the space around what parts its rules and lists.

    >>> tight("a, b {\\n  color: red;\\n}\\n\\np {\\n  margin: 0 1px;\\n}")
    'a,b{color: red}p{margin: 0 1px}'
    """
    return PARTING.sub(r"\1", lean(style)).replace(";}", "}")


@pages.get("/assets/<version>/<path:path>")
def send(version: str, path: str) -> Response:
    """A file of the static folder, or the joined style; an outdated version gets today's, uncached."""
    if path in current_app.config["STYLES"]:
        response = Response(current_app.config["STYLES"][path], mimetype="text/css")
    elif path.startswith(("js/", "img/")):
        response = send_from_directory(str(current_app.static_folder), path)
        response.direct_passthrough = False
        if response.status_code == 200:
            # A body that is still a stream would go out uncompressed to phones that take gzip alone.
            data = response.get_data()
            response.set_data(data if path.startswith("img/") else lean(data.decode()))
    else:
        raise NotFound
    fresh = version == current_app.config["ASSETS"]
    response.headers["Cache-Control"] = f"public, max-age={FOREVER}, immutable" if fresh else "no-cache"
    return response


def _version(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]
