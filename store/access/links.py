"""Links: whoever has one comes in by it with a device, until a keeper withdraws it and shuts out all who came by it.

Only a link's hash is kept.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, fields, replace
from typing import Any

from scoring.message import say
from store.access.grants import Access, Right, devices, held, hold_concerned, let_in, shut_out
from store.access.secrets import MAX_SECRET_LENGTH, hashed, new_secret
from store.engines.base import Connection
from store.errors import NoSuchLinkError, NoSuchSessionError
from store.naming import refused
from store.scorebooks import hold_scorebook
from store.sessions.loading import NEXT_GAME

MAX_LINKS = 50
"""So many links of a scorebook can hold at a time, those of games that are over not counted."""

MOST_DEVICES = 200
"""So many devices can have access to a scorebook at a time."""


@dataclass(frozen=True)
class Link:
    """A link as it is listed; `session` is None where it is for the whole scorebook.

    From `ends_at` on nobody comes in by it, who came before stays. A `recovery` link is kept on paper.
    """

    id: str
    scorebook: str
    session: str | None
    role: Right
    recovery: bool
    created_at: str
    ends_at: str | None
    withdrawn_at: str | None


LINK_COLUMNS = tuple(each.name for each in fields(Link))


def make(
    db: Connection,
    scorebook: str,
    *,
    role: Right,
    at: str,
    session: str | None = None,
    ends_at: str | None = None,
    recovery: bool = False,
) -> str:
    """The secret of a new link, told this once.

    Raises EntryError at `role`, NoSuchSessionError, DeletedScorebookError.
    """
    if (role == "keeper" and session is not None) or (role == "player" and session is None):
        raise refused("role", say("Choose what the link is for."))
    secret = new_secret()
    with db.writing():
        hold_scorebook(db, scorebook, at=at)
        if session is not None:
            _expect_session(db, scorebook, session)
        made = db.execute(
            "SELECT COUNT(*) AS made FROM link LEFT JOIN session ON session.id = link.session"
            " WHERE link.scorebook = ? AND link.withdrawn_at IS NULL AND (link.ends_at IS NULL OR link.ends_at > ?)"
            " AND (link.session IS NULL OR session.over = 0)",
            (scorebook, at),
        ).fetchone()["made"]
        if made >= MAX_LINKS:
            raise refused("role", say("There are already {most} links. Revoke one first.", most=MAX_LINKS))
        db.execute(
            "INSERT INTO link (id, scorebook, session, role, hash, recovery, created_at, ends_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (secrets.token_hex(8), scorebook, session, role, hashed(secret), int(recovery), at, ends_at),
        )
    return secret


def link_of(db: Connection, secret: str, *, at: str) -> Link | None:
    """The link, as long as somebody can come in by it; it changes nothing to look.

    One to a single session is to the one that its table plays by now.
    """
    if len(secret) > MAX_SECRET_LENGTH:
        return None
    found = db.execute(
        f"""
        SELECT {", ".join(f"link.{name}" for name in LINK_COLUMNS)}, {NEXT_GAME}
        FROM link JOIN scorebook ON scorebook.id = link.scorebook LEFT JOIN session ON session.id = link.session
        WHERE link.hash = ? AND link.withdrawn_at IS NULL AND (link.ends_at IS NULL OR link.ends_at > ?)
        AND scorebook.deleted_at IS NULL AND session.discarded_at IS NULL
        """,
        (hashed(secret), at),
    ).fetchone()
    if found is None:
        return None
    return replace(_link(found), session=found["next_game"] or found["session"])


def come(db: Connection, secret: str, *, device: str, name: str, at: str, author: str | None = None) -> Access:
    """Let a device in by a link; one that has as much already stays as it is.

    Raises NoSuchLinkError, also for a device that was removed after it had come by this link; EntryError where there
    are too many devices.
    """
    link = link_of(db, secret, at=at)
    if link is None:
        raise NoSuchLinkError
    with db.writing():
        # Whoever withdraws the link holds the same row: it is looked at once more.
        hold_scorebook(db, link.scorebook, at=at)
        link = link_of(db, secret, at=at)
        if link is None or was_removed(db, device, link):
            raise NoSuchLinkError
        if has := given(db, device, link):
            return has
        if len({each.device for each in devices(db, link.scorebook)}) >= MOST_DEVICES:
            raise refused("device", say("Too many devices have access. A keeper must remove one first."))
        return let_in(
            db,
            device=device,
            scorebook=link.scorebook,
            session=link.session,
            role=link.role,
            name=name,
            link=link.id,
            at=at,
            author=author,
        )


def given(db: Connection, device: str, link: Link) -> Access | None:
    """What a device has already of all that a link gives."""
    for each in held(db, device=device, scorebook=link.scorebook):
        if each.session in (None, link.session) and each.role in ("keeper", link.role):
            return each
    return None


def was_removed(db: Connection, device: str, link: Link) -> bool:
    """Whether a device came by a link that still holds, and a keeper took away again what it had."""
    found = db.execute(
        "SELECT 1 AS one FROM access WHERE device = ? AND link = ? AND withdrawn_at IS NOT NULL LIMIT 1",
        (device, link.id),
    )
    return found.fetchone() is not None


def of_scorebook(db: Connection, scorebook: str) -> list[Link]:
    """The links of a scorebook, the last made first, those that hold no more too."""
    found = db.execute(
        f"SELECT {', '.join(LINK_COLUMNS)} FROM link WHERE scorebook = ? ORDER BY created_at DESC, id", (scorebook,)
    )
    return [_link(row) for row in found]


def withdraw(db: Connection, scorebook: str, link: str, *, at: str) -> None:
    """Let nobody in by a link any more, and shut out all who came by it; raises NoSuchLinkError, LastKeeperError."""
    with db.writing():
        hold_concerned(db, scorebook, "link", link)
        written = db.execute(
            "UPDATE link SET withdrawn_at = COALESCE(withdrawn_at, ?) WHERE id = ? AND scorebook = ?",
            (at, link, scorebook),
        )
        if written.rowcount == 0:
            raise NoSuchLinkError
        shut_out(db, scorebook, "link", link, at=at)


def _link(row: Any) -> Link:
    return Link(**{name: row[name] for name in LINK_COLUMNS} | {"recovery": bool(row["recovery"])})


def _expect_session(db: Connection, scorebook: str, session: str) -> None:
    found = db.execute(
        "SELECT id FROM session WHERE id = ? AND scorebook = ? AND discarded_at IS NULL", (session, scorebook)
    ).fetchone()
    if found is None:
        raise NoSuchSessionError(session)
