"""The visitor, from the signed cookie: device, current scorebook, language and theme.

The record knows the device by its secret and says what it has access to. `own` is the scorebook that the cookie was
made with: as long as nobody has access to it, this device may claim it as its keeper.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from urllib.parse import urlsplit

from flask import request, session

from store.values import new_id
from web.request.page import for_programs

LANGUAGES = ("en", "ja")
THEMES = ("auto", "light", "dark")
SWITCH = ("on", "off")


def scorebook() -> str:
    """The id of the current scorebook; a first visit gets a new one."""
    if "scorebook" not in session:
        begin_scorebook()
    # The cookie is sent anew once a day, so that that of somebody who plays never runs out.
    today = datetime.now(UTC).date().isoformat()
    if session.get("seen") != today:
        session["seen"] = today
    return str(session["scorebook"])


def begin_scorebook() -> None:
    """Switch to a new scorebook of the visitor's own; it is stored with the first write."""
    secret()
    session["scorebook"] = session["own"] = new_id()


def look_at(scorebook: str) -> None:
    """Switch to another scorebook; does not check access."""
    own()
    secret()
    session["scorebook"] = scorebook


def own() -> str | None:
    """The scorebook that this cookie may claim; cookies from before there were links have only one."""
    if "own" not in session and "scorebook" in session:
        session["own"] = session["scorebook"]
    return session.get("own")


def secret() -> str:
    """The device's secret.

    For an old cookie it is derived from the scorebook's id, so that it is always the same: a removed device stays
    removed, and two pages opened at once belong to one device.
    """
    if "secret" not in session:
        session.permanent = True
        session["secret"] = f"cookie of {session['scorebook']}" if "scorebook" in session else new_id()
    return str(session["secret"])


def is_known() -> bool:
    """Whether the phone has a cookie from an earlier visit."""
    return "secret" in session or "scorebook" in session


def is_told() -> bool:
    """Whether the visitor dismissed the advice about losing the phone."""
    return "told" in session


def tell_no_more() -> None:
    session["told"] = True


def device() -> str:
    """The device's public id, which the log names as author."""
    if "device" not in session:
        session.permanent = True
        session["device"] = secrets.token_hex(4)
    return str(session["device"])


def is_on(device: str) -> bool:
    """Whether this is the device with that public id."""
    return session.get("device") == device


def language() -> str:
    """The chosen language, else the browser's, else English; for the API Accept-Language alone."""
    chosen = None if for_programs() else session.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return request.accept_languages.best_match(LANGUAGES) or "en"


def theme() -> str:
    """The chosen theme; "auto" follows the system."""
    chosen = session.get("theme")
    return str(chosen) if chosen in THEMES else "auto"


def shows_code() -> bool:
    """Whether this phone shows the code of a game after each deal."""
    return session.get("code") == "on"


def own_page(address: str, *, otherwise: str) -> str:
    """The address if it is a path on this site, else `otherwise`: prevents open redirects."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return otherwise
    own = not parts.scheme and not parts.netloc and address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if own and address.isprintable() else otherwise
