"""Template loader: removes indentation, so that pages are smaller and compress faster.

The pocket has compiled templates, without their sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from flask import Flask
from jinja2 import ModuleLoader
from jinja2.ext import Extension

COMPILED = "templates_compiled"
"""The folder of compiled templates."""
NAMES = "names.txt"
LINES = re.compile(r"^debug_info = '[^']*'$", re.MULTILINE)
"""Which line of a template each line of its Python is; what is compiled for the pocket keeps no lines."""

INDENTATION = re.compile(r"^[ \t]{2,}", re.MULTILINE)
"""One space stays, since it may separate two words."""


class Unindented(Extension):
    """Removes indentation when a template is compiled, but no lines, so that errors have the right line number.

    >>> from jinja2 import Environment
    >>> Environment(extensions=[Unindented]).from_string("<ul>\\n  <li>\\n    {{ name }}\\n</ul>").render(name="  Ann")
    '<ul>\\n <li>\\n   Ann\\n</ul>'
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return INDENTATION.sub(" ", source)


class Compiled(ModuleLoader):
    """Loads compiled templates, with the list of their names."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._names = (folder / NAMES).read_text("utf-8").split()

    def list_templates(self) -> list[str]:
        return self._names


def register(app: Flask) -> None:
    """Install the extension and, in the pocket, the loader."""
    app.jinja_env.add_extension(Unindented)
    folder = Path(app.root_path) / COMPILED
    if folder.is_dir():
        app.jinja_env.loader = Compiled(folder)


def compiled(app: Flask, names: Iterable[str]) -> dict[str, str]:
    """Compile templates: Python source by its path in the folder."""
    made = {}
    for name in names:
        source, _, _ = app.jinja_env.loader.get_source(app.jinja_env, name)  # type: ignore[union-attr]
        code = app.jinja_env.compile(source, name, raw=True, defer_init=True)
        made[ModuleLoader.get_module_filename(name)] = LINES.sub("debug_info = ''", code)
    return made
