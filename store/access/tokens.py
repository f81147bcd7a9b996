"""API tokens of a scorebook, valid until a keeper revokes them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from scoring.errors import refused
from scoring.message import say
from store.access.secrets import MAX_SECRET_LENGTH, Secret, columns_of, hashed, keep_secret, secret_in
from store.book import Book, Role, needs
from store.engines.base import Connection
from store.naming import read_name
from store.scorebooks import lock_scorebook

PREFIX = "takuroku_"
"""The prefix shows what a leaked token is for."""
RANDOM_BYTES = 24
MAX_TOKEN_NAME = 30
MAX_TOKENS = 50
"""Valid tokens of a scorebook."""


@dataclass(frozen=True, kw_only=True)
class Token(Secret):
    """A token, of a keeper or a watcher; `used_at` is its first use on the last day it was used."""

    table = "token"

    name: str
    used_at: str | None


@needs("keeper")
def make_token(book: Book, *, name: object, role: Role, at: str) -> str:
    """Make a token and return it; it is not stored. Raises EntryError at `name`, DeletedScorebookError."""
    called = read_name(name, field="name", longest=MAX_TOKEN_NAME)
    token = PREFIX + secrets.token_urlsafe(RANDOM_BYTES)
    full = refused("name", say("There are already {most} tokens. Revoke one first.", most=MAX_TOKENS))
    with book.db.writing():
        lock_scorebook(book, at=at)
        keep_secret(book, Token, token, at=at, most=MAX_TOKENS, counted="TRUE", full=full, name=called, role=role)
    return token


def bearer(db: Connection, token: str) -> Token | None:
    """Look a token up; None where it is unknown or revoked."""
    if len(token) > MAX_SECRET_LENGTH:
        return None
    valid = f"SELECT {columns_of(Token)} FROM token WHERE hash = ? AND withdrawn_at IS NULL"
    row = db.execute(valid, (hashed(token),)).fetchone()
    return row and secret_in(row, Token)


def note_use(db: Connection, who: Token, *, at: str) -> None:
    """Store the time of a token's first use of the day."""
    if (who.used_at or "")[:10] == at[:10]:
        return
    with db.writing():
        db.execute("UPDATE token SET used_at = ? WHERE id = ?", (at, who.id))
