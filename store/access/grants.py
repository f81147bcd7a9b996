"""Access of devices to scorebooks and sessions, until a keeper removes the device or revokes its link.

A device is known by the hash of its secret. The device that creates a scorebook is its keeper without a link; others
join by a link (`store.access.secrets`). At least one keeper always remains.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from functools import partial
from operator import attrgetter
from typing import Literal

from record.log import stamp
from store.book import HELD, Book, Role, needs
from store.engines.base import Connection, Row
from store.errors import LastKeeperError, NoSuchError, OlderKeeperError
from store.scorebooks import read_name, scorebook_exists
from store.seats.devices import free_seats_without_access, lock_seats

MAX_DEVICE_NAME = 30


@dataclass(frozen=True, kw_only=True)
class Access:
    """One access of a device; `session` is None for the whole scorebook, `seen_at` is to the minute.

    `author` is the device's id in the log and at seats, where known. `since` is its age, by which keepers remove each
    other. `ends_at` is an end that a version before 1.5.0 promised.
    """

    id: str = field(default_factory=partial(secrets.token_hex, 8))
    device: str
    scorebook: str
    session: str | None = None
    role: Role
    name: str
    link: str | None = None
    since: str
    seen_at: str
    revoked_at: str | None = None
    author: str | None
    ends_at: str | None = None


ACCESS_COLUMNS = tuple(each.name for each in fields(Access))
OF_TABLE = "SELECT id FROM session WHERE table_id = (SELECT table_id FROM session WHERE id = ?)"
"""The sessions of one's table in its evening."""


@dataclass(frozen=True)
class ScorebookAccess:
    """A scorebook that a device has access to, with its name (None: unnamed) and the device's role."""

    scorebook: str
    name: str | None
    role: Role
    session: str | None
    deleted_at: str | None


def claim(db: Connection, *, device: str, scorebook: str, name: str, at: str, author: str | None = None) -> bool:
    """Make the device that created a scorebook its keeper; returns whether it is one.

    Refused where another device has or had access. Nothing is written before the scorebook is stored.
    """
    if not scorebook_exists(db, scorebook):
        return True
    with db.writing():
        db.lock_row("scorebook", scorebook)
        if is_claimed(db, scorebook):
            return any(each.role == "keeper" for each in accesses_of(db, device=device, scorebook=scorebook, at=at))
        add_access(
            db,
            Access(device=device, scorebook=scorebook, role="keeper", name=name, since=at, seen_at=at, author=author),
        )
    return True


def add_access(db: Connection, new: Access) -> Access:
    """Give a device access, in the transaction of the caller."""
    db.execute(
        f"INSERT INTO access ({', '.join(ACCESS_COLUMNS)}) VALUES ({', '.join('?' * len(ACCESS_COLUMNS))})",
        [getattr(new, name) for name in ACCESS_COLUMNS],
    )
    return new


def copy_accesses(
    db: Connection,
    *,
    like: str,
    session: str,
    at: str,
    seated: Collection[str] | None = None,
    stay: Collection[str] = (),
) -> None:
    """Copy accesses to single sessions of the series of one to another, in the transaction of the caller.

    With `seated`, only those of players in that one session whose devices sit there, by what they write as. Whoever
    came by a link that still holds, with an end, goes along from any session of the table in any case, but for the
    devices that `stay`. A copy is revoked with the same link or device.
    """
    of_series = "SELECT id FROM session WHERE series = (SELECT series FROM session WHERE id = ?)"
    where = f"access.session IN ({of_series})" if seated is None else "access.session = ? AND access.role = 'player'"
    found = [each for each in _find_accesses(db, where, (like, at)) if seated is None or each.author in seated]
    by_link = f"access.session IN ({OF_TABLE}) AND access.link IN (SELECT id FROM link WHERE ends_at > ?)"
    found += [each for each in _find_accesses(db, by_link, (like, at, at)) if each.author not in stay]
    for each in {(each.device, each.role, each.link): each for each in found}.values():
        add_access(db, replace(each, id=secrets.token_hex(8), session=session, since=at))


def is_claimed(db: Connection, scorebook: str) -> bool:
    """Whether any device has or had access to a scorebook."""
    return db.execute("SELECT 1 AS one FROM access WHERE scorebook = ? LIMIT 1", (scorebook,)).fetchone() is not None


def accesses_of(db: Connection, *, device: str, scorebook: str, at: str) -> list[Access]:
    """A device's accesses to a scorebook, those to the whole first, a keeper's before a watcher's."""
    return _find_accesses(db, "access.device = ? AND access.scorebook = ?", (device, scorebook, at))


def note_visits(db: Connection, seen: Mapping[str, float]) -> None:
    """Store when devices were last seen, in seconds since 1970 by access; earlier times change nothing.

    Does not wait: raises UnavailableError at once while others write.
    """
    with db.writing_unsynced():
        for access, at in seen.items():
            seen_at = stamp(datetime.fromtimestamp(at, UTC))
            db.execute("UPDATE access SET seen_at = ? WHERE id = ? AND seen_at < ?", (seen_at, access, seen_at))


def devices(book: Book, *, at: str) -> list[Access]:
    """All accesses to a scorebook, the oldest first; a device may have several."""
    found = _find_accesses(book.db, "access.scorebook = ?", (book.scorebook, at))
    return sorted(found, key=attrgetter("since", "id"))


def keepers(book: Book, session: str, *, at: str) -> dict[str, str]:
    """The names of the devices that keep a session's score, by their ids in the log, the longest keeper first."""
    where = "access.scorebook = ? AND access.role = 'keeper' AND (access.session IS NULL OR access.session = ?)"
    found = _find_accesses(book.db, where, (book.scorebook, session, at))
    return {each.author: each.name for each in found if each.author is not None}


@needs("keeper")
def listed_devices(book: Book, *, at: str) -> list[Access]:
    """The accesses to a scorebook, with a device's accesses to single sessions by one link as one entry."""
    found: dict[tuple[object, ...], Access] = {}
    for each in devices(book, at=at):
        kind = each.device, each.role, each.link, each.session is None
        first = found.setdefault(kind, each)
        found[kind] = replace(first, seen_at=max(first.seen_at, each.seen_at))
    return list(found.values())


@needs("keeper")
def name_device(book: Book, access: str, *, name: object) -> None:
    """Rename a device; raises EntryError at `name`, NoSuchError."""
    called = read_name(name, field="name", longest=MAX_DEVICE_NAME)
    with book.db.writing():
        device = device_of(book, access)
        book.db.execute(
            "UPDATE access SET name = ? WHERE scorebook = ? AND device = ?", (called, book.scorebook, device)
        )


def scorebooks_of(db: Connection, device: str, *, at: str) -> list[ScorebookAccess]:
    """The scorebooks that a device has access to, each with its best role, the longest held first."""
    best: dict[str, Access] = {}
    for each in _find_accesses(db, "access.device = ?", (device, at)):
        best.setdefault(each.scorebook, each)
    found = []
    for each in sorted(best.values(), key=attrgetter("since", "scorebook")):
        of = db.execute("SELECT name, deleted_at FROM scorebook WHERE id = ?", (each.scorebook,)).fetchone()
        found.append(ScorebookAccess(each.scorebook, of["name"], each.role, each.session, of["deleted_at"]))
    return found


@needs("keeper")
def is_alone(book: Book, *, at: str) -> bool:
    """Whether a scorebook has a single keeper and no valid recovery link."""
    found = book.db.execute(
        """
        SELECT (
            SELECT COUNT(DISTINCT device) FROM access
            WHERE scorebook = ? AND role = 'keeper' AND revoked_at IS NULL AND ends_at IS NULL
        ) AS keepers, (
            SELECT COUNT(*) FROM link WHERE scorebook = ? AND recovery = 1 AND revoked_at IS NULL
            AND (ends_at IS NULL OR ends_at > ?)
        ) AS ways_back
        """,
        (book.scorebook, book.scorebook, at),
    ).fetchone()
    return bool(found["keepers"] == 1 and found["ways_back"] == 0)


@needs("keeper")
def removable_devices(book: Book, *, by: str, at: str) -> frozenset[str]:
    """The devices that a keeper may remove: all players and watchers, and keepers no older than the keeper.

    Nobody removes who came by a recovery page that they or another phone of theirs made, although both are as old: a
    lost phone cannot remove its owner. `by` is an access of the keeper; raises NoSuchError where that is over.
    """
    known = book.db.execute(
        f"""
        SELECT access.id, access.device, access.role, access.since, CASE WHEN {HELD} THEN 1 ELSE 0 END AS held,
            link.made_by, link.recovery, link.one_phone
        FROM access LEFT JOIN link ON link.id = access.link
        WHERE access.scorebook = ? AND (access.role = 'keeper' OR {HELD}) ORDER BY access.since DESC
        """,
        (at, book.scorebook, at),
    )
    found = [row for row in known if row["held"]]
    # Of several accesses of a device the oldest comes last and counts.
    ages = {row["device"]: row["since"] for row in found if row["role"] == "keeper"}
    own = next((row["device"] for row in found if row["id"] == by), "")
    if own not in ages:
        raise NoSuchError(f"no device {by!r}")
    people = _people(known)
    made = {row["id"] for row in known if people[row["device"]] == people[own]}
    found_again = {people[row["device"]] for row in known if row["recovery"] and row["made_by"] in made}
    spared = {device for device, person in people.items() if person in found_again - {people[own]}}
    return frozenset(row["device"] for row in found if ages.get(row["device"], ages[own]) >= ages[own]) - spared


def _people(known: Sequence[Row]) -> dict[str, str]:
    """Whose the devices of a scorebook are, each person by one of their devices: by the links for another own phone."""
    of_access = {row["id"]: row["device"] for row in known}
    people = {device: device for device in of_access.values()}
    for row in known:
        if row["one_phone"] == "own" and row["made_by"] in of_access:
            person, other = people[of_access[row["made_by"]]], people[row["device"]]
            people |= {device: person for device, theirs in people.items() if theirs == other}
    return people


def phones_of_keepers(book: Book) -> dict[str, frozenset[str]]:
    """All phones of each keeper by each of theirs, also removed ones, by their ids in the log."""
    found = book.db.execute(
        """
        SELECT access.id, access.device, access.author, link.made_by, link.one_phone
        FROM access LEFT JOIN link ON link.id = access.link WHERE access.scorebook = ? AND access.role = 'keeper'
        """,
        (book.scorebook,),
    )
    known = [*found]
    people, phones = _people(known), dict[str, set[str]]()
    for row in known:
        if row["author"] is not None:
            phones.setdefault(people[row["device"]], set()).add(row["author"])
    return {phone: frozenset(own) for own in phones.values() for phone in own}


@needs("keeper")
def remove_device(book: Book, access: str, *, by: str, at: str) -> None:
    """Remove a device's accesses and seats from a scorebook; `by` is an access of the keeper who removes it.

    Raises NoSuchError, OlderKeeperError, LastKeeperError.
    """
    with book.db.writing():
        device = device_of(book, access)
        out = _lock_accesses(book, "device", device, at=at)
        may = removable_devices(book, by=by, at=at)
        # One that is out already is removed again without a word.
        if out and device not in may:
            raise OlderKeeperError(access)
        _remove_accesses(book, out, at=at)


def leave(db: Connection, scorebook: str, *, device: str, at: str) -> None:
    """Take a device out of a scorebook, as its own phone asks; raises LastKeeperError."""
    book = Book(db, scorebook, "keeper")
    with db.writing():
        _remove_accesses(book, _lock_accesses(book, "device", device, at=at), at=at)


def remove_accesses_of_link(book: Book, link: str, *, by: str, at: str) -> None:
    """Remove the accesses that a link gave, in the transaction of the caller.

    The keeper `by` stays, and so does every keeper whom they may not remove. Raises NoSuchError, LastKeeperError.
    """
    joined = _lock_accesses(book, "link", link, at=at)
    may = removable_devices(book, by=by, at=at) - {device_of(book, by)}
    _remove_accesses(book, [each for each in joined if each.role != "keeper" or each.device in may], at=at)


def _lock_accesses(book: Book, what: Literal["device", "link"], id: str, *, at: str) -> list[Access]:
    """Lock what a removal of accesses changes: first the sessions where these devices sit, then the scorebook."""
    lock_seats(book, {each.author for each in devices(book, at=at) if getattr(each, what) == id})
    book.db.lock_row("scorebook", book.scorebook)
    return [each for each in devices(book, at=at) if getattr(each, what) == id]


def _remove_accesses(book: Book, out: list[Access], *, at: str) -> None:
    for each in out:
        book.db.execute("UPDATE access SET revoked_at = ? WHERE id = ?", (at, each.id))
    if not any(each.role == "keeper" and each.ends_at is None for each in devices(book, at=at)):
        raise LastKeeperError
    free_seats_without_access(book, at=at)


def _find_accesses(db: Connection, where: str, values: Sequence[str]) -> list[Access]:
    """The valid accesses for which this is so; the last value is the time."""
    columns = ", ".join(f"access.{name}" for name in ACCESS_COLUMNS)
    found = db.execute(
        f"SELECT {columns} FROM access WHERE {where} AND {HELD}"
        " ORDER BY CASE WHEN access.session IS NULL THEN 0 ELSE 1 END, access.role, access.since, access.id",
        values,
    )
    return [Access(**dict(row)) for row in found]


def device_of(book: Book, access: str) -> str:
    """The device that has or had this access; raises NoSuchError."""
    found = book.db.execute(
        "SELECT device FROM access WHERE id = ? AND scorebook = ?", (access, book.scorebook)
    ).fetchone()
    if found is None:
        raise NoSuchError(f"no device {access!r}")
    return str(found["device"])
