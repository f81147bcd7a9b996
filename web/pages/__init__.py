"""The pages, one module a resource, in packages. A module is found by being here: its `pages` are part of the site."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

from flask import Flask

from web.identity.current import check_access
from web.request.page import Page, Pages


def register(app: Flask) -> None:
    """Serve what every module of this folder has that is part of the site, to those for whom it is."""
    for pages in by_module().values():
        if pages.in_pocket or not app.config["IN_POCKET"]:
            app.register_blueprint(pages)
    app.before_request(check_access)


def by_module() -> dict[str, Pages]:
    """What every module has, by its name; a phone has only the modules of the pages that are in the pocket."""
    names = (module.name for module in walk_packages(__path__, f"{__name__}.") if not module.ispkg)
    return {name: import_module(name).pages for name in names}


def registry() -> Iterator[Page]:
    """Every page that there is, as its view declares it."""
    for pages in by_module().values():
        yield from pages.all.values()
