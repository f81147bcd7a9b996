"""Who is visiting: the scorebook and device in the signed cookie, and the language and look they chose."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from urllib.parse import urlsplit

from flask import request, session

from store.tokens import Role
from store.values import new_id
from web.workings.problem import for_programs

LANGUAGES = ("en", "ja")
THEMES = ("auto", "light", "dark")


def scorebook() -> str:
    """The visitor's scorebook; a first visit gets one of its own."""
    if "scorebook" not in session:
        session.permanent = True
        session["scorebook"] = new_id()
    _is_here()
    return str(session["scorebook"])


def _is_here() -> None:
    """Send the cookie anew once a day, so that that of somebody who plays never runs out."""
    today = datetime.now(UTC).date().isoformat()
    if session.get("seen") != today:
        session["seen"] = today


def role() -> Role:
    """What the visitor may do with the scorebook; whoever came without a link keeps it."""
    return "watcher" if session.get("role") == "watcher" else "keeper"


def may_write() -> bool:
    """Whether the pages have forms for this visitor."""
    return role() == "keeper"


def device() -> str:
    """Which device this is, for the log of who wrote what."""
    if "device" not in session:
        session.permanent = True
        session["device"] = secrets.token_hex(4)
    return str(session["device"])


def language() -> str:
    """The language that was chosen, else the browser's, else English; a program has only what it asks for."""
    chosen = None if for_programs() else session.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return request.accept_languages.best_match(LANGUAGES) or "en"


def theme() -> str:
    """The look that was chosen; "auto" follows the system."""
    chosen = session.get("theme")
    return str(chosen) if chosen in THEMES else "auto"


def own_page(address: str, *, otherwise: str) -> str:
    """The address if it is a page of this site, else the other one: no link may be made to lead elsewhere."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return otherwise
    own = not parts.scheme and not parts.netloc and address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if own and address.isprintable() else otherwise
