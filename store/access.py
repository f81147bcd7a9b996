"""Access: a device holds it, most often since it came by a link, until a keeper removes it or withdraws that link.

A link lets in whoever has it, and is kept only as its hash; withdrawn, it shuts out all who came by it. A device is
known by the hash of its secret. Who made a scorebook keeps it without a link, as its only device until others come.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Literal, TypeAlias

from record.author import stamp
from scoring.message import say
from store.engine import Connection
from store.errors import LastKeeperError, NoSuchDeviceError, NoSuchLinkError, NoSuchSessionError
from store.naming import read_name, refused
from store.scorebooks import hold_scorebook, is_begun
from store.seating import free_left, hold_seats

Right: TypeAlias = Literal["keeper", "watcher", "player"]
"""What a device may do: write in the whole scorebook, look at it or at a session, sit at the table of a session."""

RANDOM_BYTES = 16
LONGEST = 100
"""A text of more characters is no link: it is not even hashed."""
LONGEST_NAME = 30
MOST_LINKS = 50
MOST_DEVICES = 200
"""So many links of a scorebook can hold at a time, those of games that are over not counted, and so many devices can
have access to it."""

HELD = "access.withdrawn_at IS NULL"
BEST_FIRST = "ORDER BY CASE WHEN access.session IS NULL THEN 0 ELSE 1 END, access.role, access.since, access.id"
OF_LINK = ("id", "scorebook", "session", "role", "recovery", "created_at", "ends_at", "withdrawn_at")
OF_ACCESS = (
    "id",
    "device",
    "scorebook",
    "session",
    "role",
    "name",
    "link",
    "since",
    "seen_at",
    "withdrawn_at",
    "author",
)


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


@dataclass(frozen=True)
class Access:
    """What a device has: `session` is None where it is for the whole scorebook, `seen_at` to the minute.

    `author` is what the log and the seats call the device, where that is known.
    """

    id: str
    device: str
    scorebook: str
    session: str | None
    role: Right
    name: str
    link: str | None
    since: str
    seen_at: str
    withdrawn_at: str | None
    author: str | None


@dataclass(frozen=True)
class Shelved:
    """A scorebook as a device has it: what it is called (None as long as nobody gave it a name), and in which role."""

    scorebook: str
    name: str | None
    role: Right
    session: str | None
    deleted_at: str | None


def new_secret() -> str:
    """What only a device knows, or only a link says; it may stand in an address."""
    return secrets.token_urlsafe(RANDOM_BYTES)


def hashed(secret: str) -> str:
    """What the record keeps in its place."""
    # There is nothing to guess in so many random bits: a slow hash would only slow every request.
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def make_link(
    db: Connection,
    *,
    scorebook: str,
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
        if made >= MOST_LINKS:
            raise refused("role", say("There are {most} links already: withdraw one first.", most=MOST_LINKS))
        db.execute(
            "INSERT INTO link (id, scorebook, session, role, hash, recovery, created_at, ends_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (secrets.token_hex(8), scorebook, session, role, hashed(secret), int(recovery), at, ends_at),
        )
    return secret


def link_of(db: Connection, secret: str, *, at: str) -> Link | None:
    """The link, as long as somebody can come in by it; it changes nothing to look."""
    if len(secret) > LONGEST:
        return None
    found = db.execute(
        f"""
        SELECT {", ".join(f"link.{name}" for name in OF_LINK)}
        FROM link JOIN scorebook ON scorebook.id = link.scorebook LEFT JOIN session ON session.id = link.session
        WHERE link.hash = ? AND link.withdrawn_at IS NULL AND (link.ends_at IS NULL OR link.ends_at > ?)
        AND scorebook.deleted_at IS NULL AND session.discarded_at IS NULL
        """,
        (hashed(secret), at),
    ).fetchone()
    return found and _link(found)


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
        if link_of(db, secret, at=at) is None or _was_removed(db, device, link):
            raise NoSuchLinkError
        for each in held(db, device=device, scorebook=link.scorebook):
            if each.session in (None, link.session) and each.role in ("keeper", link.role):
                return each
        if len(devices(db, link.scorebook)) >= MOST_DEVICES:
            raise refused("device", say("So many devices have access already: a keeper must remove one first."))
        return _let_in(
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


def claim(db: Connection, *, device: str, scorebook: str, name: str, at: str, author: str | None = None) -> bool:
    """Write down who made a scorebook, as its keeper; whether it is his.

    It is not where any device has or had access already, nor is anything written before the scorebook is.
    """
    if not is_begun(db, scorebook):
        return True
    with db.writing():
        db.hold("scorebook", scorebook)
        if is_claimed(db, scorebook):
            return any(each.role == "keeper" for each in held(db, device=device, scorebook=scorebook))
        _let_in(
            db,
            device=device,
            scorebook=scorebook,
            session=None,
            role="keeper",
            name=name,
            link=None,
            at=at,
            author=author,
        )
    return True


def gather(db: Connection, *, device: str, other: str) -> None:
    """Give a device all that another has or had: both are the same browser, which was known by two secrets."""
    if db.execute("SELECT 1 AS one FROM access WHERE device = ? LIMIT 1", (other,)).fetchone() is not None:
        with db.writing():
            db.execute("UPDATE access SET device = ? WHERE device = ?", (device, other))


def is_claimed(db: Connection, scorebook: str) -> bool:
    """Whether any device has access to a scorebook, or had."""
    return db.execute("SELECT 1 AS one FROM access WHERE scorebook = ? LIMIT 1", (scorebook,)).fetchone() is not None


def held(db: Connection, *, device: str, scorebook: str) -> list[Access]:
    """What a device has of a scorebook now, what is for the whole of it first, a keeper's before a watcher's."""
    return _accesses(db, f"access.device = ? AND access.scorebook = ? AND {HELD}", (device, scorebook))


def note_visits(db: Connection, seen: Mapping[str, float]) -> None:
    """Keep when devices were seen last, by access, in seconds since 1970; what is kept as later stays.

    Nobody waits for it: where others write, it raises UnavailableError at once.
    """
    with db.in_passing():
        for access, at in seen.items():
            said = stamp(datetime.fromtimestamp(at, UTC))
            db.execute("UPDATE access SET seen_at = ? WHERE id = ? AND seen_at < ?", (said, access, said))


def links(db: Connection, scorebook: str) -> list[Link]:
    """The links of a scorebook, the last made first, those that hold no more too."""
    found = db.execute(
        f"SELECT {', '.join(OF_LINK)} FROM link WHERE scorebook = ? ORDER BY created_at DESC, id", (scorebook,)
    )
    return [_link(row) for row in found]


def withdraw_link(db: Connection, *, scorebook: str, link: str, at: str) -> None:
    """Let nobody in by a link any more, and out all who came by it; raises NoSuchLinkError, LastKeeperError.

    Who may sit at a table no more stands up.
    """
    with db.writing():
        out = _accesses(db, f"access.link = ? AND access.scorebook = ? AND {HELD}", (link, scorebook))
        hold_seats(db, scorebook, {each.author for each in out})
        db.hold("scorebook", scorebook)
        written = db.execute(
            "UPDATE link SET withdrawn_at = COALESCE(withdrawn_at, ?) WHERE id = ? AND scorebook = ?",
            (at, link, scorebook),
        )
        if written.rowcount == 0:
            raise NoSuchLinkError
        shut = db.execute("UPDATE access SET withdrawn_at = ? WHERE link = ? AND withdrawn_at IS NULL", (at, link))
        if shut.rowcount:
            _expect_keeper(db, scorebook)
            free_left(db, scorebook)


def devices(db: Connection, scorebook: str) -> list[Access]:
    """Who has access to a scorebook now, who came first first; a device may be there more than once."""
    found = _accesses(db, f"access.scorebook = ? AND {HELD}", (scorebook,))
    return sorted(found, key=lambda each: (each.since, each.id))


def name_device(db: Connection, *, scorebook: str, access: str, name: object) -> None:
    """Call a device otherwise; raises EntryError at `name`, NoSuchDeviceError."""
    called = read_name(name, field="name", longest=LONGEST_NAME)
    with db.writing():
        device = _device(db, scorebook, access)
        db.execute("UPDATE access SET name = ? WHERE scorebook = ? AND device = ?", (called, scorebook, device))


def remove_device(db: Connection, *, scorebook: str, access: str, at: str) -> None:
    """Take all that a device has of a scorebook from it, its seats too; raises NoSuchDeviceError, LastKeeperError."""
    with db.writing():
        device = _device(db, scorebook, access)
        hold_seats(db, scorebook, {each.author for each in held(db, device=device, scorebook=scorebook)})
        db.hold("scorebook", scorebook)
        db.execute(
            "UPDATE access SET withdrawn_at = ? WHERE scorebook = ? AND device = ? AND withdrawn_at IS NULL",
            (at, scorebook, device),
        )
        _expect_keeper(db, scorebook)
        free_left(db, scorebook)


def scorebooks_of(db: Connection, device: str) -> list[Shelved]:
    """The scorebooks that a device has access to, each once as the best it has of it, the longest held first."""
    found = db.execute(
        f"""
        SELECT access.scorebook, scorebook.name, access.role, access.session, access.since, scorebook.deleted_at
        FROM access JOIN scorebook ON scorebook.id = access.scorebook
        WHERE access.device = ? AND {HELD} {BEST_FIRST}
        """,
        (device,),
    ).fetchall()
    best: dict[str, Any] = {}
    for row in found:
        best.setdefault(row["scorebook"], row)
    in_order = sorted(best.values(), key=lambda row: (row["since"], row["scorebook"]))
    return [Shelved(row["scorebook"], row["name"], row["role"], row["session"], row["deleted_at"]) for row in in_order]


def is_alone(db: Connection, scorebook: str, *, at: str) -> bool:
    """Whether one device is all that leads to a scorebook: no other keeps it, and no recovery link holds."""
    found = db.execute(
        f"""
        SELECT (
            SELECT COUNT(DISTINCT device) FROM access WHERE scorebook = ? AND role = 'keeper' AND {HELD}
        ) AS keepers, (
            SELECT COUNT(*) FROM link WHERE scorebook = ? AND recovery = 1 AND withdrawn_at IS NULL
            AND (ends_at IS NULL OR ends_at > ?)
        ) AS ways_back
        """,
        (scorebook, scorebook, at),
    ).fetchone()
    return bool(found["keepers"] == 1 and found["ways_back"] == 0)


def _was_removed(db: Connection, device: str, link: Link) -> bool:
    found = _accesses(
        db, "access.device = ? AND access.link = ? AND access.withdrawn_at IS NOT NULL", (device, link.id)
    )
    return bool(found)


def _let_in(
    db: Connection,
    *,
    device: str,
    scorebook: str,
    session: str | None,
    role: Right,
    name: str,
    link: str | None,
    at: str,
    author: str | None,
) -> Access:
    id = secrets.token_hex(8)
    new = Access(
        id, device, scorebook, session, role, name, link, since=at, seen_at=at, withdrawn_at=None, author=author
    )
    db.execute(
        f"INSERT INTO access ({', '.join(OF_ACCESS)}) VALUES ({', '.join('?' * len(OF_ACCESS))})",
        [getattr(new, name) for name in OF_ACCESS],
    )
    return new


def _accesses(db: Connection, where: str, values: Sequence[str]) -> list[Access]:
    columns = ", ".join(f"access.{name}" for name in OF_ACCESS)
    found = db.execute(f"SELECT {columns} FROM access WHERE {where} {BEST_FIRST}", values)
    return [Access(**{name: row[name] for name in OF_ACCESS}) for row in found]


def _link(row: Any) -> Link:
    return Link(**{name: row[name] for name in OF_LINK} | {"recovery": bool(row["recovery"])})


def _device(db: Connection, scorebook: str, access: str) -> str:
    """The device that has or had this access; raises NoSuchDeviceError."""
    found = db.execute("SELECT device FROM access WHERE id = ? AND scorebook = ?", (access, scorebook)).fetchone()
    if found is None:
        raise NoSuchDeviceError(access)
    device: str = found["device"]
    return device


def _expect_session(db: Connection, scorebook: str, session: str) -> None:
    found = db.execute(
        "SELECT id FROM session WHERE id = ? AND scorebook = ? AND discarded_at IS NULL", (session, scorebook)
    ).fetchone()
    if found is None:
        raise NoSuchSessionError(session)


def _expect_keeper(db: Connection, scorebook: str) -> None:
    """Raises LastKeeperError, and so takes back what was written, where no device keeps the scorebook any more."""
    if not any(each.role == "keeper" for each in devices(db, scorebook)):
        raise LastKeeperError
