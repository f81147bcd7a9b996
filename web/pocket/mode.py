"""The site in the pocket: it runs in a browser, its record lies there, and nobody else comes.

What follows from that for the pages is said here: which are not part of it; and in `web.pocket.wording`: which
sentences are other ones. What leads to a page that may not be there asks `offers`, and not where the site runs.
"""

from __future__ import annotations

from flask import Flask, current_app
from flask_babel import Babel

from web.pocket.wording import InPocket

LEFT_OUT = frozenset(
    {
        # Other phones: the links by which they come, what they may do, where they sit.
        *("links", "joining", "inviting", "devices", "seats"),
        # Programs have no way into a browser.
        *("api", "tokens"),
        # What a phone keeps of a server for when it is out of reach, and the site to take along.
        *("offline", "download", "pocket"),
    }
)
"""Modules of `web.pages`: nothing is imported that only they need."""


def register(app: Flask, babel: Babel) -> None:
    """Tell templates where the site runs and what it offers; in the pocket say what is said otherwise."""
    app.jinja_env.globals.update(in_pocket=app.config["IN_POCKET"], offers=offers)
    if app.config["IN_POCKET"]:
        babel.domain_instance = InPocket()


def is_left_out(pages: str, app: Flask) -> bool:
    """Whether a module of `web.pages` is no part of this site."""
    return app.config["IN_POCKET"] and pages in LEFT_OUT


def offers(pages: str) -> bool:
    """Whether this site has the pages of a blueprint."""
    return pages in current_app.blueprints
