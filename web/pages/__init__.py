"""The pages, a module for each area; the `Pages` of every module in this package are registered."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

from flask import Flask

from web.identity.visitor import check_access
from web.request.page import Pages


def register(app: Flask) -> None:
    """Register the pages of every module, and the access check."""
    for pages in (each for found in by_module().values() for each in found):
        if pages.in_pocket or not app.config["IN_POCKET"]:
            app.register_blueprint(pages)
    app.before_request(check_access)


def by_module() -> dict[str, list[Pages]]:
    """The pages of every module, by module name; the pocket's build has only its own modules."""
    names = (module.name for module in walk_packages(__path__, f"{__name__}.") if not module.ispkg)
    return {name: [each for each in vars(import_module(name)).values() if isinstance(each, Pages)] for name in names}
