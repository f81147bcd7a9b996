"""The pages, one module a resource. A module here is found by being here: its `pages` are part of the site."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from flask import Flask


def register(app: Flask) -> None:
    """Serve what every module of this folder has."""
    for module in iter_modules(__path__):
        app.register_blueprint(import_module(f"{__name__}.{module.name}").pages)
