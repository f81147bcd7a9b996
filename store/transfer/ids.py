"""The ids that the sessions of a file have in a scorebook."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Collection, Sequence

from store.book import Book
from store.engines.base import Connection
from store.sessions.versions import first_of, versions_of

BEGAN_AT = " UNION ALL ".join(
    f"SELECT id FROM session WHERE scorebook = ? AND created_at = ? AND {each}"
    for each in (
        "discarded_at IS NULL AND archived_at IS NULL",
        "discarded_at IS NULL AND archived_at IS NOT NULL",
        "discarded_at IS NOT NULL",
    )
)
"""The sessions of a scorebook that began at a time, by its indexes."""


def ids_here(book: Book, id: str) -> tuple[str, list[str]]:
    """The id that a session of a file has in this scorebook, and those of its versions that are here.

    Its own, unless another scorebook here has it: then it is derived from the ids of scorebook and session, so that
    another import finds it again. A copy that was made so from a session of this scorebook is that session.
    """
    id = _copied_from(book, id)
    theirs, copies = versions_of(id), versions_of(id_of(book.scorebook, first_of(id)))
    ours = copies[theirs.index(id)]
    ids = [*dict.fromkeys([id, ours, *theirs, *copies])]
    whose = _whose(book.db, ids)
    here = [each for each in ids if whose.get(each) == book.scorebook]
    is_elsewhere = id in whose or ours in here
    return ours if is_elsewhere and id not in here else id, here


def _copied_from(book: Book, id: str) -> str:
    """The session of this scorebook from which another one here has made its copy `id`; else the id itself."""
    there = book.db.execute("SELECT scorebook, created_at FROM session WHERE id = ?", (id,)).fetchone()
    if there is None or there["scorebook"] == book.scorebook:
        return id
    began = (row["id"] for row in book.db.execute(BEGAN_AT, (book.scorebook, there["created_at"]) * 3))
    return next((each for each in began if id_of(there["scorebook"], each) == id), id)


def free_version(book: Book, id: str, taken: Collection[str]) -> str | None:
    """An id for another version of a session that is here; None where there are too many."""
    ids = versions_of(ids_here(book, id)[0])
    whose = _whose(book.db, ids)
    return next((each for each in ids if each not in whose and each not in taken), None)


def _whose(db: Connection, ids: Sequence[str]) -> dict[str, str]:
    """The scorebooks of those of these sessions that exist, by id."""
    found = db.execute(f"SELECT id, scorebook FROM session WHERE id IN ({', '.join('?' * len(ids))})", ids).fetchall()
    return {row["id"]: row["scorebook"] for row in found}


def id_of(*parts: str) -> str:
    digest = hashlib.blake2b("\0".join(parts).encode(), digest_size=16).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")
