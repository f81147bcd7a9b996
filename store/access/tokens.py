"""API tokens of a scorebook, valid until a keeper revokes them; only their hashes are stored."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, fields

from scoring.errors import refused
from scoring.message import say
from store.access.secrets import MAX_SECRET_LENGTH, hashed
from store.book import Book, Role, needs
from store.engines.base import Connection
from store.errors import NoSuchError
from store.naming import read_name
from store.scorebooks import hold_scorebook

PREFIX = "takuroku_"
"""The prefix shows what a leaked token is for."""
RANDOM_BYTES = 24
MAX_TOKEN_NAME = 30
MAX_TOKENS = 50
"""Valid tokens of a scorebook."""


@dataclass(frozen=True)
class Token:
    """A token without its secret; `used_at` is its first use on the last day it was used."""

    id: str
    name: str
    scorebook: str
    role: Role
    created_at: str
    used_at: str | None
    withdrawn_at: str | None


COLUMNS = tuple(each.name for each in fields(Token))


@needs("keeper")
def make_token(book: Book, *, name: object, role: Role, at: str) -> str:
    """Make a token and return it; it is not stored. Raises EntryError at `name`, DeletedScorebookError."""
    called = read_name(name, field="name", longest=MAX_TOKEN_NAME)
    token = PREFIX + secrets.token_urlsafe(RANDOM_BYTES)
    with book.db.writing():
        hold_scorebook(book, at=at)
        held = book.db.execute(
            "SELECT COUNT(*) AS held FROM token WHERE scorebook = ? AND withdrawn_at IS NULL", (book.scorebook,)
        ).fetchone()["held"]
        if held >= MAX_TOKENS:
            raise refused("name", say("There are already {most} tokens. Revoke one first.", most=MAX_TOKENS))
        book.db.execute(
            "INSERT INTO token (id, scorebook, name, hash, role, created_at) VALUES (?, ?, ?, ?, ?, ?)",
            (secrets.token_hex(8), book.scorebook, called, hashed(token), role, at),
        )
    return token


def bearer(db: Connection, token: str) -> Token | None:
    """Look a token up; None where it is unknown or revoked."""
    if len(token) > MAX_SECRET_LENGTH:
        return None
    return next(_tokens(db, "hash = ? AND withdrawn_at IS NULL", hashed(token)), None)


def note_use(db: Connection, who: Token, *, at: str) -> None:
    """Store the time of a token's first use of the day."""
    if (who.used_at or "")[:10] == at[:10]:
        return
    with db.writing():
        db.execute("UPDATE token SET used_at = ? WHERE id = ?", (at, who.id))


@needs("keeper")
def tokens_of(book: Book) -> list[Token]:
    """All tokens of a scorebook, the newest first, revoked ones too."""
    return list(_tokens(book.db, "scorebook = ? ORDER BY created_at DESC, id", book.scorebook))


@needs("keeper")
def withdraw_token(book: Book, token: str, *, at: str) -> None:
    """Revoke a token; raises NoSuchError."""
    with book.db.writing():
        written = book.db.execute(
            "UPDATE token SET withdrawn_at = COALESCE(withdrawn_at, ?) WHERE id = ? AND scorebook = ?",
            (at, token, book.scorebook),
        )
        if written.rowcount == 0:
            raise NoSuchError(f"no token {token!r}")


def _tokens(db: Connection, where: str, value: str) -> Iterator[Token]:
    found = db.execute(f"SELECT {', '.join(COLUMNS)} FROM token WHERE {where}", (value,)).fetchall()
    return (Token(**{name: row[name] for name in COLUMNS}) for row in found)
