"""Access of devices to scorebooks and sessions, until a keeper removes the device or revokes its link.

A device is known by the hash of its secret. The device that creates a scorebook is its keeper without a link; others
join by a link (`store.access.links`).
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

from record.author import stamp
from store.engines.base import Connection
from store.errors import LastKeeperError, NoSuchDeviceError
from store.naming import read_name
from store.scorebooks import is_begun
from store.seats.devices import free_left, hold_seats

Right: TypeAlias = Literal["keeper", "watcher", "player"]
"""A role: writes in the whole scorebook, only looks at it or at a session, or sits at the table of a session."""

MAX_DEVICE_NAME = 30

HELD = "access.withdrawn_at IS NULL"
WIDEST_ACCESS_FIRST = (
    "ORDER BY CASE WHEN access.session IS NULL THEN 0 ELSE 1 END, access.role, access.since, access.id"
)


@dataclass(frozen=True)
class Access:
    """One access of a device; `session` is None for the whole scorebook, `seen_at` is to the minute.

    `author` is the device's id in the log and at seats, where known.
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


OF_ACCESS = tuple(each.name for each in fields(Access))


@dataclass(frozen=True)
class ScorebookAccess:
    """A scorebook that a device has access to, with its name (None: unnamed) and the device's role."""

    scorebook: str
    name: str | None
    role: Right
    session: str | None
    deleted_at: str | None


def claim(db: Connection, *, device: str, scorebook: str, name: str, at: str, author: str | None = None) -> bool:
    """Make the device that created a scorebook its keeper; returns whether it is one.

    Refused where another device has or had access. Nothing is written before the scorebook is stored.
    """
    if not is_begun(db, scorebook):
        return True
    with db.writing():
        db.hold("scorebook", scorebook)
        if is_claimed(db, scorebook):
            return any(each.role == "keeper" for each in held(db, device=device, scorebook=scorebook))
        let_in(
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


def let_in(
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
    """Give a device access, in the transaction of the caller."""
    id = secrets.token_hex(8)
    new = Access(
        id, device, scorebook, session, role, name, link, since=at, seen_at=at, withdrawn_at=None, author=author
    )
    _write(db, new)
    return new


def let_in_too(db: Connection, *, series: str, session: str, at: str) -> None:
    """Copy accesses to single sessions of a series to another session, in the transaction of the caller.

    A copy is revoked with the same link or device.
    """
    found = _accesses(db, f"access.session IN (SELECT id FROM session WHERE series = ?) AND {HELD}", (series,))
    for each in {(each.device, each.role, each.link): each for each in found}.values():
        _write(db, replace(each, id=secrets.token_hex(8), session=session, since=at))


def is_claimed(db: Connection, scorebook: str) -> bool:
    """Whether any device has or had access to a scorebook."""
    return db.execute("SELECT 1 AS one FROM access WHERE scorebook = ? LIMIT 1", (scorebook,)).fetchone() is not None


def held(db: Connection, *, device: str, scorebook: str) -> list[Access]:
    """A device's accesses to a scorebook, those to the whole first, a keeper's before a watcher's."""
    return _accesses(db, f"access.device = ? AND access.scorebook = ? AND {HELD}", (device, scorebook))


def note_visits(db: Connection, seen: Mapping[str, float]) -> None:
    """Store when devices were last seen, in seconds since 1970 by access; earlier times change nothing.

    Does not wait: raises UnavailableError at once while others write.
    """
    with db.in_passing():
        for access, at in seen.items():
            said = stamp(datetime.fromtimestamp(at, UTC))
            db.execute("UPDATE access SET seen_at = ? WHERE id = ? AND seen_at < ?", (said, access, said))


def devices(db: Connection, scorebook: str) -> list[Access]:
    """All accesses to a scorebook, the oldest first; a device may have several."""
    found = _accesses(db, f"access.scorebook = ? AND {HELD}", (scorebook,))
    return sorted(found, key=lambda each: (each.since, each.id))


def listed(db: Connection, scorebook: str) -> list[Access]:
    """The same, with a device's accesses to single sessions by one link as one entry."""
    found: dict[tuple[object, ...], Access] = {}
    for each in devices(db, scorebook):
        kind = each.device, each.role, each.link, each.session is None
        first = found.setdefault(kind, each)
        found[kind] = replace(first, seen_at=max(first.seen_at, each.seen_at))
    return list(found.values())


def name_device(db: Connection, scorebook: str, access: str, *, name: object) -> None:
    """Rename a device; raises EntryError at `name`, NoSuchDeviceError."""
    called = read_name(name, field="name", longest=MAX_DEVICE_NAME)
    with db.writing():
        device = _device(db, scorebook, access)
        db.execute("UPDATE access SET name = ? WHERE scorebook = ? AND device = ?", (called, scorebook, device))


def remove_device(db: Connection, scorebook: str, access: str, *, at: str) -> None:
    """Remove a device's accesses and seats from a scorebook; raises NoSuchDeviceError, LastKeeperError."""
    with db.writing():
        device = _device(db, scorebook, access)
        hold_concerned(db, scorebook, "device", device)
        shut_out(db, scorebook, "device", device, at=at)


def hold_concerned(db: Connection, scorebook: str, what: Literal["device", "link"], id: str) -> None:
    """Lock what `shut_out` changes: first the sessions where these devices sit, then the scorebook."""
    out = _accesses(db, f"access.{what} = ? AND access.scorebook = ? AND {HELD}", (id, scorebook))
    hold_seats(db, scorebook, {each.author for each in out})
    db.hold("scorebook", scorebook)


def shut_out(db: Connection, scorebook: str, what: Literal["device", "link"], id: str, *, at: str) -> None:
    """Revoke a device's or a link's accesses and free the seats, in the transaction of the caller.

    Call `hold_concerned` first. Raises LastKeeperError, which rolls back, where the scorebook would have no keeper.
    """
    out = db.execute(
        f"UPDATE access SET withdrawn_at = ? WHERE scorebook = ? AND {what} = ? AND withdrawn_at IS NULL",
        (at, scorebook, id),
    )
    if out.rowcount:
        if not any(each.role == "keeper" for each in devices(db, scorebook)):
            raise LastKeeperError
        free_left(db, scorebook)


def scorebooks_of(db: Connection, device: str) -> list[ScorebookAccess]:
    """The scorebooks that a device has access to, each with its best role, the longest held first."""
    found = db.execute(
        f"""
        SELECT access.scorebook, scorebook.name, access.role, access.session, access.since, scorebook.deleted_at
        FROM access JOIN scorebook ON scorebook.id = access.scorebook
        WHERE access.device = ? AND {HELD} {WIDEST_ACCESS_FIRST}
        """,
        (device,),
    ).fetchall()
    best: dict[str, Any] = {}
    for row in found:
        best.setdefault(row["scorebook"], row)
    in_order = sorted(best.values(), key=lambda row: (row["since"], row["scorebook"]))
    return [
        ScorebookAccess(row["scorebook"], row["name"], row["role"], row["session"], row["deleted_at"])
        for row in in_order
    ]


def is_alone(db: Connection, scorebook: str, *, at: str) -> bool:
    """Whether a scorebook has a single keeper and no valid recovery link."""
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


def _write(db: Connection, new: Access) -> None:
    db.execute(
        f"INSERT INTO access ({', '.join(OF_ACCESS)}) VALUES ({', '.join('?' * len(OF_ACCESS))})",
        [getattr(new, name) for name in OF_ACCESS],
    )


def _accesses(db: Connection, where: str, values: Sequence[str]) -> list[Access]:
    columns = ", ".join(f"access.{name}" for name in OF_ACCESS)
    found = db.execute(f"SELECT {columns} FROM access WHERE {where} {WIDEST_ACCESS_FIRST}", values)
    return [Access(**{name: row[name] for name in OF_ACCESS}) for row in found]


def _device(db: Connection, scorebook: str, access: str) -> str:
    """The device that has or had this access; raises NoSuchDeviceError."""
    found = db.execute("SELECT device FROM access WHERE id = ? AND scorebook = ?", (access, scorebook)).fetchone()
    if found is None:
        raise NoSuchDeviceError(access)
    device: str = found["device"]
    return device
