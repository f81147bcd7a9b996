"""API tokens of a scorebook, valid until a keeper revokes them; only their hashes are stored."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Literal, TypeAlias

from scoring.message import say
from store.access.secrets import MAX_SECRET_LENGTH, hashed
from store.engines.base import Connection
from store.errors import NoSuchTokenError
from store.naming import read_name, refused
from store.scorebooks import hold_scorebook

Role: TypeAlias = Literal["keeper", "watcher"]
""""keeper" may write, "watcher" may only read."""

PREFIX = "takuroku_"
"""The prefix shows what a leaked token is for."""
RANDOM_BYTES = 24
MAX_TOKEN_NAME = 30
MAX_TOKENS = 50
"""Valid tokens of a scorebook."""

TOKEN_COLUMNS = ("id", "name", "role", "created_at", "used_at", "withdrawn_at")


@dataclass(frozen=True)
class Token:
    """A token without its secret; `used_at` is its first use on the last day it was used."""

    id: str
    name: str
    role: Role
    created_at: str
    used_at: str | None
    withdrawn_at: str | None


@dataclass(frozen=True)
class Bearer:
    """The owner of a valid token: scorebook, role, and name for the log."""

    id: str
    name: str
    scorebook: str
    role: Role
    used_at: str | None


def make(db: Connection, scorebook: str, *, name: object, role: Role, at: str) -> str:
    """Make a token and return it; it is not stored. Raises EntryError at `name`, DeletedScorebookError."""
    called = read_name(name, field="name", longest=MAX_TOKEN_NAME)
    token = PREFIX + secrets.token_urlsafe(RANDOM_BYTES)
    with db.writing():
        hold_scorebook(db, scorebook, at=at)
        held = db.execute(
            "SELECT COUNT(*) AS held FROM token WHERE scorebook = ? AND withdrawn_at IS NULL", (scorebook,)
        ).fetchone()["held"]
        if held >= MAX_TOKENS:
            raise refused("name", say("There are already {most} tokens. Revoke one first.", most=MAX_TOKENS))
        db.execute(
            "INSERT INTO token (id, scorebook, name, hash, role, created_at) VALUES (?, ?, ?, ?, ?, ?)",
            (secrets.token_hex(8), scorebook, called, hashed(token), role, at),
        )
    return token


def bearer(db: Connection, token: str) -> Bearer | None:
    """Look a token up; None where it is unknown or revoked."""
    if len(token) > MAX_SECRET_LENGTH:
        return None
    columns = ("id", "name", "scorebook", "role", "used_at")
    found = db.execute(
        f"SELECT {', '.join(columns)} FROM token WHERE hash = ? AND withdrawn_at IS NULL", (hashed(token),)
    ).fetchone()
    return found and Bearer(**{name: found[name] for name in columns})


def note_use(db: Connection, who: Bearer, *, at: str) -> None:
    """Store the time of a token's first use of the day."""
    if (who.used_at or "")[:10] == at[:10]:
        return
    with db.writing():
        db.execute("UPDATE token SET used_at = ? WHERE id = ?", (at, who.id))


def of_scorebook(db: Connection, scorebook: str) -> list[Token]:
    """All tokens of a scorebook, the newest first, revoked ones too."""
    found = db.execute(
        f"SELECT {', '.join(TOKEN_COLUMNS)} FROM token WHERE scorebook = ? ORDER BY created_at DESC, id", (scorebook,)
    )
    return [Token(**{name: row[name] for name in TOKEN_COLUMNS}) for row in found]


def withdraw(db: Connection, scorebook: str, token: str, *, at: str) -> None:
    """Revoke a token; raises NoSuchTokenError."""
    with db.writing():
        written = db.execute(
            "UPDATE token SET withdrawn_at = COALESCE(withdrawn_at, ?) WHERE id = ? AND scorebook = ?",
            (at, token, scorebook),
        )
        if written.rowcount == 0:
            raise NoSuchTokenError(token)
