"""Templates without the indentation that only their readers need: pages are quicker packed, and smaller.

In a pocket they are compiled already, and their texts stay behind.
"""

from __future__ import annotations

import re
from pathlib import Path

from flask import Flask
from jinja2 import ModuleLoader
from jinja2.ext import Extension

COMPILED = "templates_compiled"
"""The folder of compiled templates beside that of their texts."""
NAMES = "names.txt"

INDENTATION = re.compile(r"^[ \t]{2,}", re.MULTILINE)
"""One space stays: where a line begins after a tag of the template, it is all that parts two words."""


class Unindented(Extension):
    """Leaves the indentation out when a template is read, once; its lines stay, so that an error names the right one.

    >>> from jinja2 import Environment
    >>> Environment(extensions=[Unindented]).from_string("<ul>\\n  <li>\\n    {{ name }}\\n</ul>").render(name="  Ann")
    '<ul>\\n <li>\\n   Ann\\n</ul>'
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return INDENTATION.sub(" ", source)


class Compiled(ModuleLoader):
    """Compiled templates, and their names, which those of their modules do not tell."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._names = (folder / NAMES).read_text("utf-8").split()

    def list_templates(self) -> list[str]:
        return self._names


def register(app: Flask) -> None:
    """Let every template be read that way."""
    app.jinja_env.add_extension(Unindented)
    folder = Path(app.root_path) / COMPILED
    if folder.is_dir():
        app.jinja_env.loader = Compiled(folder)


def compiled(app: Flask) -> dict[str, str]:
    """Python by its path in that folder: what every template of the site comes to."""
    made = {}
    for name in sorted(app.jinja_env.list_templates()):
        source, _, _ = app.jinja_env.loader.get_source(app.jinja_env, name)  # type: ignore[union-attr]
        made[ModuleLoader.get_module_filename(name)] = app.jinja_env.compile(source, name, raw=True, defer_init=True)
    return made
