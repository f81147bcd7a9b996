"""Stores the cookies of the one visitor, because a service worker can neither set nor read the browser's, and the key
that signs them, in a SQLite file beside the record."""

from __future__ import annotations

import math
import secrets
import sqlite3
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from time import time
from typing import TypeAlias

from werkzeug.http import parse_date

from store.engines.sqlite import record_errors

FILE_NAME = "pocket.db"
TABLES = (
    "CREATE TABLE IF NOT EXISTS secret (key TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS cookie (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL, ends REAL NOT NULL)",
)

Cookie: TypeAlias = tuple[str, str, float]
"""The name, the value as sent, and the expiry in seconds since the epoch."""


class Keeping:
    """The SQLite file beside the record; writes are synced to the disk, failures raise DatabaseError."""

    @record_errors()
    def __init__(self, folder: Path) -> None:
        self._db = sqlite3.connect(folder / FILE_NAME, isolation_level=None)
        self._db.execute("PRAGMA synchronous = EXTRA")
        for statement in TABLES:
            self._db.execute(statement)

    @record_errors()
    def key(self) -> str:
        """The key that signs the cookies, made on the first call."""
        self._db.execute(
            "INSERT INTO secret SELECT ? WHERE NOT EXISTS (SELECT 1 FROM secret)", (secrets.token_hex(32),)
        )
        (key,) = self._db.execute("SELECT key FROM secret").fetchone()
        return str(key)

    @record_errors()
    def cookies(self) -> list[Cookie]:
        return self._db.execute("SELECT name, value, ends FROM cookie ORDER BY name").fetchall()

    @record_errors()
    def change_cookies(self, *, come: Iterable[Cookie], go: Iterable[str]) -> None:
        """Store some cookies (replacing those of the same name) and delete others, in one transaction."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._db.executemany("INSERT OR REPLACE INTO cookie VALUES (?, ?, ?)", come)
            self._db.executemany("DELETE FROM cookie WHERE name = ?", ((name,) for name in go))
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def close(self) -> None:
        self._db.close()


class Cookies:
    """The cookie jar; all requests are to one site."""

    def __init__(self, keeping: Keeping) -> None:
        self._keeping = keeping
        self._held = {name: (value, ends) for name, value, ends in keeping.cookies()}

    def header(self, also: Iterable[tuple[str, str]] = ()) -> str:
        """The Cookie header: cookies that have not expired, and those in `also` whose name is not set."""
        now = time()
        shown = dict(also) | {name: value for name, (value, ends) in self._held.items() if ends > now}
        return "; ".join(f"{name}={value}" for name, value in shown.items())

    def take(self, given: Iterable[str]) -> None:
        """Store the cookies of Set-Cookie headers; raises DatabaseError if that fails."""
        said = {name: (value, ends) for header in given for name, value, ends in read(header)}
        now = time()
        come = {name: cookie for name, cookie in said.items() if cookie[1] > now and self._held.get(name) != cookie}
        gone = {name for name, (_, ends) in (self._held | said).items() if ends <= now and name in self._held}
        if not come and not gone:
            return
        self._keeping.change_cookies(come=[(name, *cookie) for name, cookie in come.items()], go=gone)
        self._held = {name: cookie for name, cookie in (self._held | come).items() if name not in gone}


def read(header: str) -> list[Cookie]:
    """Parse a Set-Cookie header; a session cookie never expires here.

    >>> read("a=1; Max-Age=0; Path=/")[0][:2]
    ('a', '1')
    >>> read("a=b; Expires=Sun, 22 Nov 2026 10:00:00 GMT")[0][2]
    1795341600.0
    """
    try:
        found = SimpleCookie(header)
    except CookieError:
        return []
    return [(name, each.coded_value, _end(each["max-age"], each["expires"])) for name, each in found.items()]


def _end(max_age: str, expires: str) -> float:
    if max_age.lstrip("-").isdigit():
        return time() + int(max_age) if int(max_age) > 0 else 0.0
    date = parse_date(expires)
    return date.timestamp() if date else math.inf
