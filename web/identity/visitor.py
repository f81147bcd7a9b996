"""The visitor of a request: their device and choices by the cookie, their scorebook and role by the record.

`own` in the cookie is the scorebook that it was made with: as long as nobody has access to it, this device may claim it
as its keeper. Which scorebook and role is looked up once a request, in one query with the requested session's version.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock, Thread
from time import sleep
from typing import cast

from flask import Flask, current_app, g, request
from flask import session as cookie

from record.log import Author, stamp
from record.session import Session
from store.access.grants import Access, accesses_of, claim, is_claimed, note_visits
from store.book import ROLES_BEST_FIRST, Book, Role
from store.encoding import hashed, new_id
from store.engines.base import Database, Row
from store.errors import DatabaseError, RoleError, UnavailableError
from store.scorebooks import expect_not_deleted, lock_scorebook, scorebook_exists
from store.seats.pending_step import pending_step
from store.sessions.loading import fold, read_head
from store.sessions.snapshot import Snapshot, find_head
from web.errors import NoAccessError
from web.request import asked_page, connection, now

THEMES = ("auto", "light", "dark")
SWITCH = ("on", "off")
SETTINGS = ("language", "theme", "code", "bystander")
"""What a visitor chooses for their phone."""
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
    if "scorebook" not in cookie:
        begin_scorebook()
    # The cookie is sent anew once a day, so that that of somebody who plays never runs out.
    today = now().date().isoformat()
    if cookie.get("seen") != today:
        cookie["seen"] = today
    return str(cookie["scorebook"])


def begin_scorebook() -> None:
    """Switch to a new scorebook of the visitor's own; it is stored with the first write."""
    device_hash()  # an old cookie's secret is derived from the scorebook that it has now
    cookie["scorebook"] = cookie["own"] = new_id()


def switch_scorebook(scorebook: str) -> None:
    """Switch to another scorebook; does not check access."""
    claimable_scorebook()
    device_hash()  # as above
    cookie["scorebook"] = scorebook
    g.pop("visit", None)


def claimable_scorebook() -> str | None:
    """The scorebook that this cookie may claim; cookies from before there were links have only one."""
    if "own" not in cookie and "scorebook" in cookie:
        cookie["own"] = cookie["scorebook"]
    return cookie.get("own")


def device_hash() -> str:
    """The hash of the device's secret, by which the record knows the device; a new device is given its secret.

    For an old cookie the secret is derived from the scorebook's id, so that it is always the same: a removed device
    stays removed, and two pages opened at once belong to one device.
    """
    if "secret" not in cookie:
        cookie.permanent = True
        cookie["secret"] = f"cookie of {cookie['scorebook']}" if "scorebook" in cookie else new_id()
    return hashed(str(cookie["secret"]))


def has_cookie() -> bool:
    """Whether the phone has a cookie from an earlier visit."""
    return "secret" in cookie or "scorebook" in cookie


def is_bystander() -> bool:
    """Whether whoever keeps score on this device has declared that they do not play."""
    return "bystander" in cookie


def set_bystander(*, on: bool) -> None:
    """Keep whether whoever keeps score on this device plays."""
    if on:
        cookie["bystander"] = True
    else:
        cookie.pop("bystander", None)


def device() -> str:
    """The device's public id, which the log names as author."""
    if "device" not in cookie:
        cookie.permanent = True
        cookie["device"] = secrets.token_hex(4)
    return str(cookie["device"])


def is_this_device(device: str) -> bool:
    """Whether this is the device with that public id."""
    return cookie.get("device") == device


def settings() -> dict[str, str]:
    """What the visitor has chosen for this phone."""
    return {name: str(cookie[name]) for name in SETTINGS if name in cookie}


def choose_settings(chosen: Mapping[str, str]) -> None:
    """Remember settings of this phone, which were offered."""
    for name in SETTINGS:
        if name in chosen:
            cookie.permanent = True
            cookie[name] = chosen[name]


def theme() -> str:
    """The chosen theme; "auto" follows the system."""
    chosen = cookie.get("theme")
    return str(chosen) if chosen in THEMES else "auto"


def shows_code() -> bool:
    """Whether this phone shows the code of a game after each deal."""
    return cookie.get("code") == "on"


def device_name(user_agent: str | None = None) -> str:
    """The name of the visitor's device, nothing more exact than its kind; "" where the User-Agent is unknown.

    >>> device_name("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)")
    'iPhone'
    """
    agent = request.user_agent.string if user_agent is None else user_agent
    return next((name for part, name in DEVICE_KINDS if part in agent), "")


@dataclass
class Visit:
    """What was found out about a request's visitor; `access` is None as long as nothing is written in the scorebook."""

    book: Book
    access: Access | None
    head: Row | None
    """The requested session's row, if the visitor may see it."""
    can_see_scorebook: bool
    is_unsaved: bool
    """Whether the scorebook is not stored yet: the first write creates it."""
    is_known_to_exist: bool
    """Whether it is known that the scorebook is not deleted."""
    session: Session | None = None
    snapshot: Snapshot | None = None


def check_access() -> None:
    """Raise NoAccessError or RoleError unless the visitor may see the requested page."""
    page = asked_page()
    if page is None or page.audience in ("anyone", "program"):
        return
    if not current_visit().book.allows(cast(Role, page.audience)):
        book()  # a deleted scorebook is the first error
        raise RoleError


def book(*, deleted: bool = False) -> Book:
    """The visitor's scorebook on this request's connection, for the visitor's role.

    Raises NoAccessError, and DeletedScorebookError unless `deleted`.
    """
    visit = current_visit()
    if not deleted and not visit.is_known_to_exist:
        expect_not_deleted(visit.book)
        visit.is_known_to_exist = True
    return visit.book


def role() -> Role:
    """The visitor's role for this request; raises NoAccessError."""
    return current_visit().book.role


def is_keeper() -> bool:
    """Whether the visitor may write; False without access or database."""
    return (visit := _visit_if_known()) is not None and visit.book.role == "keeper"


def may_sit() -> bool:
    """Whether the visitor may take a seat at the requested table; False without access or database."""
    return (visit := _visit_if_known()) is not None and visit.book.role in ("keeper", "player")


def can_see_scorebook() -> bool:
    """Whether the visitor has access to the whole scorebook and not only to single sessions."""
    return (visit := _visit_if_known()) is not None and visit.can_see_scorebook


def own_access_id(*, begin: bool = False) -> str:
    """The id of the visitor's access; "" as long as nothing is written in the scorebook.

    `begin` stores such a scorebook first, so that whoever shares it comes first.
    """
    visit = current_visit()
    if begin and visit.access is None:
        with connection().writing():
            lock_scorebook(visit.book, at=stamp(now()))
        del g.visit
        visit = current_visit()
    return visit.access.id if visit.access else ""


def requested_session(session: str) -> Session:
    """The session as of the start of the request; raises NoSuchError.

    It is read once, from the row that was read with the visitor's role. After a write take `loading.load`.
    """
    seen, visit = book(), current_visit()
    if visit.session is None or visit.session.id != session:
        if visit.head is None or (visit.head["scorebook"], visit.head["id"]) != (seen.scorebook, session):
            visit.head = read_head(seen, session)
        visit.session = fold(seen.db, visit.head)
    return visit.session


def read_again(current: Session) -> None:
    """Replace what was read at the start of the request by the session of a conflict, unless more was written since."""
    visit, head = current_visit(), read_head(book(), current.id)
    if head["position"] == current.position:
        visit.head, visit.session = head, current


def snapshot(session: str) -> Snapshot:
    """The session and its pending input as of the start of the request; after a write take `read_snapshot`."""
    current, visit = requested_session(session), current_visit()
    if visit.snapshot is None or visit.snapshot.session is not current:
        assert visit.head is not None, "the session was folded from it"
        visit.snapshot = Snapshot(current, pending_step(visit.book, current, visit.head), visit.head)
    return visit.snapshot


def author() -> Author:
    """The visitor as author, with the form's idempotency key, or a new one."""
    access = current_visit().access
    name = access.name if access else device_name()
    return Author(device=device(), key=request.form.get("key") or new_key(), at=now(), name=name)


def new_key() -> str:
    """A new idempotency key: the same entry sent twice is written once."""
    return secrets.token_urlsafe(12)


def position() -> int:
    """The log position that the page had seen when it sent the form."""
    return request.form.get("position", default=-1, type=int)


def _visit_if_known() -> Visit | None:
    """The visit, or None; a page that says why it is not known does not ask again."""
    if "visit" not in g:
        with suppress(NoAccessError, UnavailableError):
            current_visit()
    return cast("Visit | None", g.visit)


def current_visit() -> Visit:
    """The visit to the scorebook of the requested session, else to the one that the device looks at.

    It is found once a request; raises NoAccessError.
    """
    if visit := g.get("visit"):
        return cast(Visit, visit)
    g.visit = None
    looks_at = scorebook()
    access, head, sees_all = _find_access(looks_at)
    is_claimable = is_unsaved = False
    if access is None and claimable_scorebook() == looks_at:
        # The first page makes the device's id: of two forms that are sent at once each would make one.
        author_id = device()
        is_unsaved = not scorebook_exists(connection(), looks_at)
        is_claimable = is_unsaved or not is_claimed(connection(), looks_at)
        if not is_unsaved:
            with suppress(UnavailableError):
                is_claimable = is_claimable and claim(
                    connection(),
                    device=device_hash(),
                    scorebook=looks_at,
                    name=device_name(),
                    at=stamp(now()),
                    author=author_id,
                )
            # The access that was just given, maybe to another request of the same device.
            access, head, sees_all = _find_access(looks_at)
    if access is None and not is_claimable:
        raise NoAccessError
    if access is not None:
        if access.scorebook != looks_at and request.method == "GET" and not request.if_none_match:
            # Who opens a page of a session looks at its scorebook from then on; what a page asks by itself changes
            # nothing.
            switch_scorebook(access.scorebook)
        current_app.extensions["visits"].note(access.id)
    visit = g.visit = Visit(
        Book(connection(), access.scorebook if access else looks_at, access.role if access else "keeper"),
        access,
        head,
        can_see_scorebook=sees_all or access is None,
        is_unsaved=is_unsaved,
        is_known_to_exist=head is not None and head["scorebook_deleted_at"] is None,
    )
    return visit


def _find_access(looks_at: str) -> tuple[Access | None, Row | None, bool]:
    """The device's best access to the scorebook of the requested session, else to the one it looks at.

    With it the session's row, and whether the device has access to the whole scorebook. A watcher of the scorebook may
    be a player of the session. A session that the device may not see counts as not there.
    """
    page, session = asked_page(), (request.view_args or {}).get("session")
    # An access to one session covers the pages of that session alone.
    covering = (None, session) if page is not None and page.of_session else (None,)
    db, known_as, at = connection(), device_hash(), stamp(now())
    found = find_head(db, device=known_as, session=session, at=at) if session else None
    if found and found[0]["scorebook"] != looks_at and all(each.session not in covering for each in found[1]):
        found = None
    head, held = found or (None, accesses_of(db, device=known_as, scorebook=looks_at, at=at))
    useful = (each for each in held if each.session in covering)
    access = min(useful, key=lambda each: ROLES_BEST_FIRST.index(each.role), default=None)
    return access, head, any(each.session is None for each in held)


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
