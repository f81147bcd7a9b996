"""Takes access away from devices: at once, after a day from who started the scorebook, or at the end of an evening.

A founder's device that another keeper removes keeps its access for `WAITS`, and until then every keeper for good can
keep it. At least one keeper for good always remains.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from record.author import stamp
from store.access.grants import HELD, Access, device_of, devices
from store.engines.base import Connection
from store.errors import LastKeeperError, NoSuchDeviceError
from store.seats.devices import free_left, hold_seats

WAITS = timedelta(days=1)
"""How long a founder's device keeps its access after another keeper has removed it."""


def remove_device(db: Connection, scorebook: str, access: str, *, by: str, at: str) -> None:
    """Remove a device's accesses and seats from a scorebook.

    `by` is the access of the keeper who removes it. Raises NoSuchDeviceError, LastKeeperError.
    """
    with db.writing():
        device = device_of(db, scorebook, access)
        hold_concerned(db, scorebook, "device", device)
        shut_out(db, scorebook, "device", device, by=by, at=at)


def keep_device(db: Connection, scorebook: str, access: str, *, by: str, at: str) -> None:
    """Take back the removal of a founder's device before it takes effect; raises NoSuchDeviceError once it has."""
    with db.writing():
        device = device_of(db, scorebook, access)
        db.hold("scorebook", scorebook)
        _keeper(db, scorebook, by, at=at)
        _keep(db, scorebook, "device = ?", (device,), at=at)
        if not any(each.device == device and not each.is_over(at) for each in devices(db, scorebook)):
            raise NoSuchDeviceError(access)


def limit_device(db: Connection, scorebook: str, access: str, *, ends_at: str | None, by: str, at: str) -> None:
    """Let a device keep score until a time, or for good (None); not that of a founder.

    Raises NoSuchDeviceError, LastKeeperError.
    """
    with db.writing():
        device = device_of(db, scorebook, access)
        db.hold("scorebook", scorebook)
        _keeper(db, scorebook, by, at=at)
        limited = db.execute(
            f"UPDATE access SET ends_at = ? WHERE scorebook = ? AND device = ? AND role = 'keeper' AND founder = 0"
            f" AND {HELD}",
            (ends_at, scorebook, device),
        )
        if limited.rowcount == 0:
            raise NoSuchDeviceError(access)
        _expect_keeper(db, scorebook)


def hold_concerned(db: Connection, scorebook: str, what: Literal["device", "link"], id: str) -> None:
    """Lock what `shut_out` changes: first the sessions where these devices sit, then the scorebook."""
    out = [each for each in devices(db, scorebook) if id == (each.device if what == "device" else each.link)]
    hold_seats(db, scorebook, {each.author for each in out})
    db.hold("scorebook", scorebook)


def shut_out(db: Connection, scorebook: str, what: Literal["device", "link"], id: str, *, by: str, at: str) -> None:
    """Revoke a device's or a link's accesses and free the seats, in the transaction of the caller.

    Those of a founder end after `WAITS`, unless a founder does it. Call `hold_concerned` first. Raises
    NoSuchDeviceError where `by` does not keep score any more, and LastKeeperError where no keeper for good would
    remain; both roll back.
    """
    keeper = _keeper(db, scorebook, by, at=at)
    there = devices(db, scorebook)
    founders = {each.device for each in there if each.founder} - {keeper.device}
    concerned = [each for each in there if id == (each.device if what == "device" else each.link)]
    for each in concerned:
        if each.device not in founders or keeper.founder or each.is_gone(at):
            db.execute("UPDATE access SET withdrawn_at = ? WHERE id = ?", (at, each.id))
            # What somebody did who is removed now is not to take effect behind their back, nor behind the others'.
            _keep(db, scorebook, "removed_by = ?", (each.id,), at=at)
        elif each.removed_by is None:
            ends_at = stamp(datetime.fromisoformat(at) + WAITS)
            db.execute("UPDATE access SET ends_at = ?, removed_by = ? WHERE id = ?", (ends_at, by, each.id))
    if concerned:
        _expect_keeper(db, scorebook)
        free_left(db, scorebook, at=at)


def _keep(db: Connection, scorebook: str, where: str, values: tuple[str, ...], *, at: str) -> None:
    db.execute(
        f"UPDATE access SET ends_at = NULL, removed_by = NULL WHERE scorebook = ? AND {where}"
        f" AND removed_by IS NOT NULL AND ends_at > ? AND {HELD}",
        (scorebook, *values, at),
    )


def _keeper(db: Connection, scorebook: str, access: str, *, at: str) -> Access:
    """The access of a keeper who may say who else has access, as it is now; raises NoSuchDeviceError."""
    for each in devices(db, scorebook):
        if each.id == access and each.role == "keeper" and not each.for_evening and not each.is_over(at):
            return each
    raise NoSuchDeviceError(access)


def _expect_keeper(db: Connection, scorebook: str) -> None:
    """Raise LastKeeperError unless somebody keeps score for good."""
    if not any(each.role == "keeper" and each.ends_at is None for each in devices(db, scorebook)):
        raise LastKeeperError
