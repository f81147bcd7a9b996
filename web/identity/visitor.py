"""Who is visiting: the device and the scorebook it looks at, in the signed cookie, and the language and look chosen.

The device is known to the record by its secret; what it has access to stands there. `own` is the scorebook that the
cookie came with: as long as nobody has access to it, whoever has that cookie keeps it.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from urllib.parse import urlsplit

from flask import request, session

from store.access.secrets import new_secret
from store.values import new_id
from web.request.page import for_programs

LANGUAGES = ("en", "ja")
THEMES = ("auto", "light", "dark")


def scorebook() -> str:
    """The scorebook that the visitor looks at; a first visit gets one of its own."""
    if "scorebook" not in session:
        begin_scorebook()
    # The cookie is sent anew once a day, so that that of somebody who plays never runs out.
    today = datetime.now(UTC).date().isoformat()
    if session.get("seen") != today:
        session["seen"] = today
    return str(session["scorebook"])


def begin_scorebook() -> None:
    """Look at a new scorebook, of the visitor's own: the record has nothing of it before something is written."""
    secret()
    session["scorebook"] = session["own"] = new_id()


def look_at(scorebook: str) -> None:
    """Look at another scorebook from now on; whether the device has access to it the record says."""
    own()
    secret()
    session["scorebook"] = scorebook


def own() -> str | None:
    """The scorebook that this cookie may claim; in one of before there were links it was the only one."""
    if "own" not in session and "scorebook" in session:
        session["own"] = session["scorebook"]
    return session.get("own")


def secret() -> str:
    """What only this device knows.

    An old cookie has none, and gives the same one whenever it is shown: by it a device that was removed does not come
    back as another, and two pages that it opens at once are of one device.
    """
    if "secret" not in session:
        session.permanent = True
        session["secret"] = f"cookie of {session['scorebook']}" if "scorebook" in session else new_secret()
    return str(session["secret"])


def is_known() -> bool:
    """Whether the phone has a cookie by which the record may know it."""
    return "secret" in session or "scorebook" in session


def is_told() -> bool:
    """Whether this visitor wants to hear no more of what to do in case the phone is lost."""
    return "told" in session


def tell_no_more() -> None:
    session["told"] = True


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
