"""Secrets with an end: links and tokens, of which the record has only the hashes.

Each gives a role in a scorebook to whoever has it, until it ends or a keeper revokes it.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, fields
from hashlib import blake2b, sha256
from typing import Any, ClassVar, TypeVar

from scoring.errors import EntryError
from store.book import Book, Role, needs
from store.engines.base import Row
from store.errors import NoSuchError

RANDOM_BYTES = 16
MAX_SECRET_LENGTH = 100
"""Longer texts are rejected without hashing."""


@dataclass(frozen=True, kw_only=True)
class Secret:
    """A secret without itself: what it gives, and since and until when. Its fields are the columns of its `table`."""

    table: ClassVar[str]

    id: str
    scorebook: str
    role: Role
    created_at: str
    withdrawn_at: str | None


AnySecret = TypeVar("AnySecret", bound=Secret)


def keep_secret(
    book: Book,
    kind: type[Secret],
    secret: str,
    *,
    at: str,
    most: int,
    counted: str,
    full: EntryError,
    **columns: object,
) -> None:
    """Store a new secret by its hash, in the transaction of the caller, who has locked the scorebook.

    Raises `full` where there are `most` valid ones that are `counted`, in SQL.
    """
    valid = f"SELECT COUNT(*) AS valid FROM {kind.table} WHERE scorebook = ? AND withdrawn_at IS NULL AND {counted}"
    if book.db.execute(valid, (book.scorebook, *[at] * counted.count("?"))).fetchone()["valid"] >= most:
        raise full
    row = {
        "id": secrets.token_hex(8),
        "scorebook": book.scorebook,
        "hash": hashed(secret),
        "created_at": at,
        **columns,
    }
    book.db.execute(
        f"INSERT INTO {kind.table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", [*row.values()]
    )


@needs("keeper")
def secrets_of(book: Book, kind: type[AnySecret]) -> list[AnySecret]:
    """All links or tokens of a scorebook, the newest first, revoked and ended ones too."""
    found = book.db.execute(
        f"SELECT {columns_of(kind)} FROM {kind.table} WHERE scorebook = ? ORDER BY created_at DESC, id",
        (book.scorebook,),
    )
    return [secret_in(row, kind) for row in found.fetchall()]


@needs("keeper")
def revoke(book: Book, kind: type[Secret], id: str, *, at: str) -> None:
    """End a secret for good; one that was revoked before keeps its time. Raises NoSuchError.

    What came of a link ends with it, see `links.withdraw_link`.
    """
    with book.db.writing():
        written = book.db.execute(
            f"UPDATE {kind.table} SET withdrawn_at = COALESCE(withdrawn_at, ?) WHERE id = ? AND scorebook = ?",
            (at, id, book.scorebook),
        )
        if written.rowcount == 0:
            raise NoSuchError(f"no {kind.table} {id!r}")


def columns_of(kind: type[Secret]) -> str:
    return ", ".join(f"{kind.table}.{each.name}" for each in fields(kind))


def secret_in(row: Row, kind: type[AnySecret]) -> AnySecret:
    """The secret of a row that has the columns of its kind."""
    found: dict[str, Any] = {
        each.name: bool(row[each.name]) if each.type == "bool" else row[each.name] for each in fields(kind)
    }
    return kind(**found)


def new_secret() -> str:
    """A random secret, safe in a URL."""
    return secrets.token_urlsafe(RANDOM_BYTES)


def hashed(secret: str) -> str:
    """The hash that the record stores."""
    # The secret is random, so it needs no slow hash, which would slow every request.
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def keyed_hash(text: str, *, key: str) -> str:
    """The hash of a text that can be guessed, such as an address: nobody can try texts without the site's key.

    >>> keyed_hash("192.0.2.7", key="ours") == keyed_hash("192.0.2.7", key="ours")
    True
    >>> keyed_hash("192.0.2.7", key="ours") == keyed_hash("192.0.2.7", key="theirs")
    False
    """
    # blake2b limits the length of its key.
    return blake2b(text.encode(), key=blake2b(key.encode()).digest(), digest_size=16).hexdigest()
