"""The pages, one module a resource. A module here is found by being here: its `pages` are part of the site."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from flask import Flask

from web.workings.pocket import is_left_out


def register(app: Flask) -> None:
    """Serve what every module of this folder has that is part of the site."""
    for module in iter_modules(__path__):
        if not is_left_out(module.name, app):
            app.register_blueprint(import_module(f"{__name__}.{module.name}").pages)
