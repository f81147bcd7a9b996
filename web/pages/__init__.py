"""The pages, one module a resource, in packages. A module is found by being here: its `pages` are part of the site."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

from flask import Flask

from web.pocket.mode import is_left_out


def register(app: Flask) -> None:
    """Serve what every module of this folder has that is part of the site."""
    for module in walk_packages(__path__, f"{__name__}."):
        if not module.ispkg and not is_left_out(module.name.rpartition(".")[2], app):
            app.register_blueprint(import_module(module.name).pages)
