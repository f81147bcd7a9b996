"""Access: a device holds it, most often since it came by a link, until a keeper removes it or withdraws that link.

A device is known by the hash of its secret. Who made a scorebook keeps it without a link, as its only device until
others come; for how the others come see `store.access.links`.
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
"""What a device may do: write in the whole scorebook, look at it or at a session, sit at the table of a session."""

LONGEST_NAME = 30

HELD = "access.withdrawn_at IS NULL"
BEST_FIRST = "ORDER BY CASE WHEN access.session IS NULL THEN 0 ELSE 1 END, access.role, access.since, access.id"


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


OF_ACCESS = tuple(each.name for each in fields(Access))


@dataclass(frozen=True)
class ScorebookAccess:
    """A scorebook as a device has it: what it is called (None as long as nobody gave it a name), and in which role."""

    scorebook: str
    name: str | None
    role: Right
    session: str | None
    deleted_at: str | None


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
    """Give who has access to single sessions of a series the same to another one, in the transaction of the caller.

    It goes with the link, or with the device, as what it came from.
    """
    found = _accesses(db, f"access.session IN (SELECT id FROM session WHERE series = ?) AND {HELD}", (series,))
    for each in {(each.device, each.role, each.link): each for each in found}.values():
        _write(db, replace(each, id=secrets.token_hex(8), session=session, since=at))


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


def devices(db: Connection, scorebook: str) -> list[Access]:
    """Who has access to a scorebook now, who came first first; a device may be there more than once."""
    found = _accesses(db, f"access.scorebook = ? AND {HELD}", (scorebook,))
    return sorted(found, key=lambda each: (each.since, each.id))


def listed(db: Connection, scorebook: str) -> list[Access]:
    """The same, but who has the same of several games, by one link, is there once, as it was seen last."""
    found: dict[tuple[object, ...], Access] = {}
    for each in devices(db, scorebook):
        kind = each.device, each.role, each.link, each.session is None
        first = found.setdefault(kind, each)
        found[kind] = replace(first, seen_at=max(first.seen_at, each.seen_at))
    return list(found.values())


def name_device(db: Connection, scorebook: str, access: str, *, name: object) -> None:
    """Call a device otherwise; raises EntryError at `name`, NoSuchDeviceError."""
    called = read_name(name, field="name", longest=LONGEST_NAME)
    with db.writing():
        device = _device(db, scorebook, access)
        db.execute("UPDATE access SET name = ? WHERE scorebook = ? AND device = ?", (called, scorebook, device))


def remove_device(db: Connection, scorebook: str, access: str, *, at: str) -> None:
    """Take all that a device has of a scorebook from it, its seats too; raises NoSuchDeviceError, LastKeeperError."""
    with db.writing():
        device = _device(db, scorebook, access)
        hold_concerned(db, scorebook, "device", device)
        shut_out(db, scorebook, "device", device, at=at)


def hold_concerned(db: Connection, scorebook: str, what: Literal["device", "link"], id: str) -> None:
    """Keep to the open transaction what shutting out concerns: the sessions where they sit, and then the scorebook."""
    out = _accesses(db, f"access.{what} = ? AND access.scorebook = ? AND {HELD}", (id, scorebook))
    hold_seats(db, scorebook, {each.author for each in out})
    db.hold("scorebook", scorebook)


def shut_out(db: Connection, scorebook: str, what: Literal["device", "link"], id: str, *, at: str) -> None:
    """Take from a device all that it has of a scorebook, or what was given by a link, in the transaction of the caller.

    `hold_concerned` came first. Who may sit at a table no more stands up. Raises LastKeeperError, and so takes back
    what was written, where no device keeps the scorebook any more.
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
    return [
        ScorebookAccess(row["scorebook"], row["name"], row["role"], row["session"], row["deleted_at"])
        for row in in_order
    ]


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


def _write(db: Connection, new: Access) -> None:
    db.execute(
        f"INSERT INTO access ({', '.join(OF_ACCESS)}) VALUES ({', '.join('?' * len(OF_ACCESS))})",
        [getattr(new, name) for name in OF_ACCESS],
    )


def _accesses(db: Connection, where: str, values: Sequence[str]) -> list[Access]:
    columns = ", ".join(f"access.{name}" for name in OF_ACCESS)
    found = db.execute(f"SELECT {columns} FROM access WHERE {where} {BEST_FIRST}", values)
    return [Access(**{name: row[name] for name in OF_ACCESS}) for row in found]


def _device(db: Connection, scorebook: str, access: str) -> str:
    """The device that has or had this access; raises NoSuchDeviceError."""
    found = db.execute("SELECT device FROM access WHERE id = ? AND scorebook = ?", (access, scorebook)).fetchone()
    if found is None:
        raise NoSuchDeviceError(access)
    device: str = found["device"]
    return device
