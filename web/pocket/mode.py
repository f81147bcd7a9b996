"""Pocket mode: the site runs in one browser, with its record there.

Pages for other phones, for programs and for offline copies of a server are left out, as their `Pages` declare; other
wording is in `web.pocket.wording`. Templates ask `offers` before linking to a page that may be missing.
"""

from __future__ import annotations

from flask import Flask, current_app
from flask_babel import Babel

from web.pocket.wording import InPocket


def register(app: Flask, babel: Babel) -> None:
    """Give templates `in_pocket` and `offers`; in the pocket install its wording."""
    app.jinja_env.globals.update(in_pocket=app.config["IN_POCKET"], offers=offers)
    if app.config["IN_POCKET"]:
        babel.domain_instance = InPocket()


def offers(pages: str) -> bool:
    """Whether this site has the pages of a blueprint."""
    return pages in current_app.blueprints
