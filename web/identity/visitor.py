"""The visitor: what the signed cookie has of them, what their device is, and when it was last seen.

The record knows the device by its secret and says what it has access to. `own` is the scorebook that the cookie was
made with: as long as nobody has access to it, this device may claim it as its keeper.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from functools import lru_cache
from threading import Lock, Thread
from time import sleep

from flask import Flask, request, session
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from store.access.grants import note_visits
from store.engines.base import Database
from store.errors import DatabaseError
from store.values import hashed, new_id
from web.request import for_programs, now

LANGUAGES = ("en", "ja")
THEMES = ("auto", "light", "dark")
SWITCH = ("on", "off")
DEVICE_KINDS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Macintosh", "Mac"),
    ("Windows", "Windows"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)
"""Parts of a User-Agent with the device's name; the order matters, since an Android phone says Linux too."""
SECONDS_BETWEEN_NOTES = 60.0
"""A visit of a device is noted once in this time."""
SECONDS_BETWEEN_WRITES = 5.0
"""How long visits are collected before they are written together."""


def register(app: Flask) -> None:
    """Note visits from now on."""
    app.extensions["visits"] = Visits(app.extensions["takuroku"], in_pocket=app.config["IN_POCKET"])


def scorebook() -> str:
    """The id of the current scorebook; a first visit gets a new one."""
    if "scorebook" not in session:
        begin_scorebook()
    # The cookie is sent anew once a day, so that that of somebody who plays never runs out.
    today = now().date().isoformat()
    if session.get("seen") != today:
        session["seen"] = today
    return str(session["scorebook"])


def begin_scorebook() -> None:
    """Switch to a new scorebook of the visitor's own; it is stored with the first write."""
    device_hash()  # an old cookie's secret is derived from the scorebook that it has now
    session["scorebook"] = session["own"] = new_id()


def switch_scorebook(scorebook: str) -> None:
    """Switch to another scorebook; does not check access."""
    claimable_scorebook()
    device_hash()  # as above
    session["scorebook"] = scorebook


def claimable_scorebook() -> str | None:
    """The scorebook that this cookie may claim; cookies from before there were links have only one."""
    if "own" not in session and "scorebook" in session:
        session["own"] = session["scorebook"]
    return session.get("own")


def device_hash() -> str:
    """The hash of the device's secret, by which the record knows the device; a new device is given its secret.

    For an old cookie the secret is derived from the scorebook's id, so that it is always the same: a removed device
    stays removed, and two pages opened at once belong to one device.
    """
    if "secret" not in session:
        session.permanent = True
        session["secret"] = f"cookie of {session['scorebook']}" if "scorebook" in session else new_id()
    return hashed(str(session["secret"]))


def has_cookie() -> bool:
    """Whether the phone has a cookie from an earlier visit."""
    return "secret" in session or "scorebook" in session


def has_dismissed_advice() -> bool:
    """Whether the visitor dismissed the advice about losing the phone."""
    return "told" in session


def dismiss_advice() -> None:
    session["told"] = True


def device() -> str:
    """The device's public id, which the log names as author."""
    if "device" not in session:
        session.permanent = True
        session["device"] = secrets.token_hex(4)
    return str(session["device"])


def is_this_device(device: str) -> bool:
    """Whether this is the device with that public id."""
    return session.get("device") == device


def language() -> str:
    """The chosen language, else the browser's, else English; for the API Accept-Language alone."""
    chosen = None if for_programs() else session.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return _accepted_language(request.headers.get("Accept-Language", ""))


@lru_cache(maxsize=256)
def _accepted_language(header: str) -> str:
    return parse_accept_header(header, LanguageAccept).best_match(LANGUAGES) or "en"


def theme() -> str:
    """The chosen theme; "auto" follows the system."""
    chosen = session.get("theme")
    return str(chosen) if chosen in THEMES else "auto"


def shows_code() -> bool:
    """Whether this phone shows the code of a game after each deal."""
    return session.get("code") == "on"


def device_name(user_agent: str | None = None) -> str:
    """The name of the visitor's device, nothing more exact than its kind; "" where the User-Agent is unknown.

    >>> device_name("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)")
    'iPhone'
    """
    agent = request.user_agent.string if user_agent is None else user_agent
    return next((name for part, name in DEVICE_KINDS if part in agent), "")


class Visits:
    """Visits to one process that are not written yet, so that no answer waits; they are lost when it stops.

    In the pocket, which has one device, none are noted.
    """

    def __init__(self, database: Database, *, in_pocket: bool = False) -> None:
        self._database, self._in_pocket = database, in_pocket
        self._lock = Lock()
        self._noted: dict[str, float] = {}
        self._waiting: dict[str, float] = {}

    def note(self, access: str) -> None:
        """Note that the device with this access is seen now, and write it with others a little later."""
        seen_at = now().timestamp()
        if self._in_pocket or abs(seen_at - self._noted.get(access, 0.0)) < SECONDS_BETWEEN_NOTES:
            return
        with self._lock:
            begins = not self._waiting
            self._noted[access] = self._waiting[access] = seen_at
        if begins:
            Thread(target=self._write_soon, daemon=True).start()

    def _write_soon(self) -> None:
        sleep(SECONDS_BETWEEN_WRITES)
        written_at = now().timestamp()
        with self._lock:
            waiting, self._waiting = self._waiting, {}
            self._noted = {
                access: at for access, at in self._noted.items() if abs(written_at - at) < SECONDS_BETWEEN_NOTES
            }
        # Where nothing can be written now, these visits are dropped; the next are tried again.
        with suppress(DatabaseError), self._database.borrowed() as db:
            note_visits(db, waiting)
