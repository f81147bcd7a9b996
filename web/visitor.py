"""Who is visiting: the scorebook and device in the signed cookie, and the language and look they chose."""

from __future__ import annotations

import secrets
from urllib.parse import urlsplit

from flask import Blueprint, Flask, redirect, request, session
from flask.typing import ResponseReturnValue

from store import scorebooks

LANGUAGES = ("en", "ja")
THEMES = ("auto", "light", "dark")

pages = Blueprint("visitor", __name__)


def register(app: Flask) -> None:
    """Give everybody who writes a scorebook, and offer the switches of language and look."""
    app.register_blueprint(pages)


def scorebook() -> str:
    """The visitor's scorebook; a first visit gets one of its own."""
    if "scorebook" not in session:
        session.permanent = True
        session["scorebook"] = scorebooks.new_id()
    # Sent again with every page, so that the cookie of somebody who plays never runs out.
    session.modified = True
    return str(session["scorebook"])


def device() -> str:
    """Which device this is, for the log of who wrote what."""
    if "device" not in session:
        session.permanent = True
        session["device"] = secrets.token_hex(4)
    return str(session["device"])


def language() -> str:
    """The language that was chosen, else the browser's, else English."""
    chosen = session.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return request.accept_languages.best_match(LANGUAGES) or "en"


def theme() -> str:
    """The look that was chosen; "auto" follows the system."""
    chosen = session.get("theme")
    return str(chosen) if chosen in THEMES else "auto"


@pages.post("/settings")
def settings() -> ResponseReturnValue:
    """Remember the language or the look, and go back to where the switch was."""
    for name, offered in (("language", LANGUAGES), ("theme", THEMES)):
        if request.form.get(name) in offered:
            session.permanent = True
            session[name] = request.form[name]
    return redirect(own_page(request.form.get("back", "/"), otherwise="/"), 303)


def own_page(address: str, *, otherwise: str) -> str:
    """The address if it is a page of this site, else the other one: no link may be made to lead elsewhere."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return otherwise
    own = not parts.scheme and not parts.netloc and address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if own and address.isprintable() else otherwise
