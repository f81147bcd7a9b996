"""Tokens: by one a program comes to a scorebook, until a keeper withdraws it; only its hash is kept."""

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
"""Who may write in a scorebook, and who may only look."""

PREFIX = "takuroku_"
"""By it whoever comes across a token knows what it opens."""
RANDOM_BYTES = 24
MAX_TOKEN_NAME = 30
MAX_TOKENS = 50
"""So many tokens of a scorebook can hold at a time."""

TOKEN_COLUMNS = ("id", "name", "role", "created_at", "used_at", "withdrawn_at")


@dataclass(frozen=True)
class Token:
    """A token as it is listed: `used_at` is the first time on the last day on which it was used."""

    id: str
    name: str
    role: Role
    created_at: str
    used_at: str | None
    withdrawn_at: str | None


@dataclass(frozen=True)
class Bearer:
    """Who comes with a token: to which scorebook, in which role, and what the log calls it."""

    id: str
    name: str
    scorebook: str
    role: Role
    used_at: str | None


def make(db: Connection, scorebook: str, *, name: object, role: Role, at: str) -> str:
    """A new token, told this once; raises EntryError at `name`, DeletedScorebookError."""
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
    """Who comes with this token; None where nobody made it, or where it was withdrawn."""
    if len(token) > MAX_SECRET_LENGTH:
        return None
    columns = ("id", "name", "scorebook", "role", "used_at")
    found = db.execute(
        f"SELECT {', '.join(columns)} FROM token WHERE hash = ? AND withdrawn_at IS NULL", (hashed(token),)
    ).fetchone()
    return found and Bearer(**{name: found[name] for name in columns})


def note_use(db: Connection, who: Bearer, *, at: str) -> None:
    """Keep that a token was used on this day; something is written once a day."""
    if (who.used_at or "")[:10] == at[:10]:
        return
    with db.writing():
        db.execute("UPDATE token SET used_at = ? WHERE id = ?", (at, who.id))


def of_scorebook(db: Connection, scorebook: str) -> list[Token]:
    """The tokens of a scorebook, the last made first, withdrawn ones too."""
    found = db.execute(
        f"SELECT {', '.join(TOKEN_COLUMNS)} FROM token WHERE scorebook = ? ORDER BY created_at DESC, id", (scorebook,)
    )
    return [Token(**{name: row[name] for name in TOKEN_COLUMNS}) for row in found]


def withdraw(db: Connection, scorebook: str, token: str, *, at: str) -> None:
    """Let nobody in by this token any more; raises NoSuchTokenError. Once withdrawn it stays so."""
    with db.writing():
        written = db.execute(
            "UPDATE token SET withdrawn_at = COALESCE(withdrawn_at, ?) WHERE id = ? AND scorebook = ?",
            (at, token, scorebook),
        )
        if written.rowcount == 0:
            raise NoSuchTokenError(token)
