"""Join codes: six signs to type, each of which stands for a link for a quarter of an hour.

The record has only a keyed hash of a code. The code itself follows from a random nonce and the site's key, so it can be
shown again. A link has at most one code.
"""

from __future__ import annotations

import secrets
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta

from record.log import stamp
from scoring.errors import refused
from scoring.message import say
from store.access.rate_limit import LOCK_WAIT_MS
from store.access.secrets import Link, keyed_hash, link_with_id
from store.book import Book, needs
from store.engines.base import Connection
from store.errors import NoSuchError, UnavailableError

ALPHABET = "23456789ACDEFGHJKMNPQRTVWXY"
"""No 0 or O, no 1, I or L; of 8 and B, 5 and S, 2 and Z, V and U only the first."""
READ_AS = str.maketrans("BSZU", "852V")
LENGTH = 6
BETWEEN = " \t\n-‐‑‒–—―−ー・.·"
"""What may stand between the signs: spaces and what keyboards have for a hyphen, in NFKC."""
MAX_TYPED = 40

HOLDS = timedelta(minutes=15)
"""How long a code can be typed, from when it was shown last."""
RENEWED_AFTER = timedelta(minutes=1)
"""A code that was shown again so soon is not renewed: showing it then writes nothing."""
MAX_ENTERED = 30
"""How often a code can be entered; its link then has another."""
MAX_DRAWN = 5
"""New codes tried where another link has the same."""


@dataclass(frozen=True)
class JoinCode:
    """A code with its end, for those who may show it."""

    code: str
    ends_at: str


@needs("keeper")
def show_join_code(book: Book, link: str, *, key: str, at: str) -> JoinCode:
    """The code of a link, which holds for `HOLDS` from now, or as long as the link: the one it has, or a new one.

    Raises NoSuchError, also for a recovery link, which is on paper alone; UnavailableError where it would wait.
    """
    found = link_with_id(book.db, link, at=at)
    if found is None or found.scorebook != book.scorebook or found.recovery:
        raise NoSuchError("no link")
    # One that was shown just now needs no write.
    row = book.db.execute(
        "SELECT nonce, ends_at FROM join_code WHERE link = ? AND entered < ? AND ends_at > ?",
        (link, MAX_ENTERED, _after(at, HOLDS - RENEWED_AFTER)),
    ).fetchone()
    if row is not None:
        return JoinCode(_code(row["nonce"], key), row["ends_at"])
    ends_at = min(_after(at, HOLDS), found.ends_at or _after(at, HOLDS))
    with book.db.writing_unsynced(patience=LOCK_WAIT_MS):
        _forget(book.db, at)
        for _ in range(MAX_DRAWN):
            nonce = secrets.token_hex(16)
            book.db.execute(
                "INSERT INTO join_code (link, nonce, hash, ends_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (link, nonce, _hashed(_code(nonce, key), key), ends_at),
            )
            row = book.db.execute("SELECT nonce FROM join_code WHERE link = ?", (link,)).fetchone()
            if row is not None:
                book.db.execute("UPDATE join_code SET ends_at = ? WHERE link = ?", (ends_at, link))
                return JoinCode(_code(row["nonce"], key), ends_at)
    raise UnavailableError("busy", "every new join code was that of another link")


def enter(db: Connection, code: str, *, key: str, at: str) -> Link:
    """The link for which a code stands, and count it; raises NoSuchError."""
    row = db.execute("SELECT link FROM join_code WHERE hash = ?", (_hashed(code, key),)).fetchone()
    link = row and link_with_id(db, row["link"], at=at)
    if link is None:
        raise NoSuchError("no link")
    with db.writing():
        entered = db.execute(
            "UPDATE join_code SET entered = entered + 1 WHERE hash = ? AND ends_at > ? AND entered < ?",
            (_hashed(code, key), at, MAX_ENTERED),
        )
    if entered.rowcount == 0:
        raise NoSuchError("no link")
    return link


def read_code(typed: object) -> str:
    """A code as somebody types it: in any case and width, with spaces or hyphens. Raises EntryError at `code`.

    >>> read_code("ｋ７ｍー４xq"), read_code("K7M-4XQ"), read_code(" bsz u82 ")
    ('K7M4XQ', 'K7M4XQ', '852V82')
    """
    text = unicodedata.normalize("NFKC", typed if isinstance(typed, str) else "")[:MAX_TYPED].upper()
    code = "".join(sign for sign in text if sign not in BETWEEN).translate(READ_AS)
    if not code:
        raise refused("code", say("Type the join code."))
    if len(code) != LENGTH or not set(code) <= set(ALPHABET):
        raise refused("code", say("A join code has six letters and digits, and never 0, O, 1, I or L."))
    return code


def forget_ended(db: Connection, at: str) -> None:
    """Delete codes that are over; `show` does so too."""
    with db.writing():
        _forget(db, at)


def _forget(db: Connection, at: str) -> None:
    db.execute("DELETE FROM join_code WHERE ends_at <= ? OR entered >= ?", (at, MAX_ENTERED))


def _code(nonce: str, key: str) -> str:
    number = int(keyed_hash(f"join code of {nonce}", key=key), 16)
    signs = []
    for _ in range(LENGTH):
        number, sign = divmod(number, len(ALPHABET))
        signs.append(ALPHABET[sign])
    return "".join(signs)


def _hashed(code: str, key: str) -> str:
    return keyed_hash(f"join code {code}", key=key)


def _after(at: str, time: timedelta) -> str:
    return stamp(datetime.fromisoformat(at) + time)
