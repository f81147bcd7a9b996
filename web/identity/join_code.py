"""Join codes of this request: shown beside the QR code of a link, and entered by the device that joins.

By which link a device that has entered a code may come in is in its signed cookie, as long as a code holds.
"""

from __future__ import annotations

from flask import current_app
from flask import session as cookie

from record.log import stamp
from store.access.secrets import CODE_VALID, JoinCode, Link, enter_join_code, link_with, read_join_code, show_join_code
from web.identity.current import book, now, now_stamp
from web.request.connection import connection


def show(link: str) -> JoinCode:
    """The join code of a link to the keeper's scorebook; raises NoSuchError, UnavailableError."""
    return show_join_code(book(), link, key=_key(), at=now_stamp())


def enter(typed: object) -> None:
    """Let this device come in by the link of a typed code; raises EntryError at `code`, NoSuchError."""
    link = enter_join_code(connection(), read_join_code(typed), key=_key(), at=now_stamp())
    cookie["joins"] = [link.id, stamp(now() + CODE_VALID)]


def entered() -> Link | None:
    """The link whose code this device has entered, as long as somebody can come in by it."""
    id, until = cookie.get("joins", ("", ""))
    return link_with(connection(), "id", id, at=now_stamp()) if now_stamp() < until else None


def forget() -> None:
    """Forget which code was entered."""
    cookie.pop("joins", None)


def _key() -> str:
    return str(current_app.secret_key)
