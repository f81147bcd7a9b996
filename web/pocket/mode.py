"""The site in the pocket: it runs in a browser, its record lies there, and nobody else comes.

Some pages are not part of it, as they declare: those for other phones and for programs, and what a phone keeps of a
server. Which sentences are other ones is said in `web.pocket.wording`. What leads to a page that may not be there asks
`offers`, and not where the site runs.
"""

from __future__ import annotations

from flask import Flask, current_app
from flask_babel import Babel

from web.pocket.wording import InPocket


def register(app: Flask, babel: Babel) -> None:
    """Tell templates where the site runs and what it offers; in the pocket say what is said otherwise."""
    app.jinja_env.globals.update(in_pocket=app.config["IN_POCKET"], offers=offers)
    if app.config["IN_POCKET"]:
        babel.domain_instance = InPocket()


def offers(pages: str) -> bool:
    """Whether this site has the pages of a blueprint."""
    return pages in current_app.blueprints
