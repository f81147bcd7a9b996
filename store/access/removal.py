"""Takes access away from devices. At least one keeper always remains."""

from __future__ import annotations

from typing import Literal

from store.access.grants import HELD, Access, device_of, devices
from store.engines.base import Connection
from store.errors import LastKeeperError, NoSuchError, OlderKeeperError
from store.seats.devices import free_left, hold_seats


def removable(db: Connection, scorebook: str, *, by: str, at: str) -> frozenset[str]:
    """The devices that a keeper may remove: all players and watchers, and keepers no older than the keeper.

    Nobody removes who came by a recovery page that they made, although both are as old: a lost phone cannot remove its
    owner. `by` is an access of the keeper; raises NoSuchError where it keeps score no more.
    """
    found = db.execute(
        f"""
        SELECT access.id, access.device, access.role, access.since, link.made_by
        FROM access LEFT JOIN link ON link.id = access.link AND link.recovery = 1
        WHERE access.scorebook = ? AND {HELD} ORDER BY access.since DESC
        """,
        (scorebook, at),
    ).fetchall()
    # Of several accesses of a device the oldest comes last and counts.
    ages = {row["device"]: row["since"] for row in found if row["role"] == "keeper"}
    own = next((row["device"] for row in found if row["id"] == by), "")
    if own not in ages:
        raise NoSuchError(f"no device {by!r}")
    made = {row["id"] for row in found if row["device"] == own}
    spared = {row["device"] for row in found if row["made_by"] in made}
    return frozenset(row["device"] for row in found if ages.get(row["device"], ages[own]) >= ages[own]) - spared


def remove_device(db: Connection, scorebook: str, access: str, *, by: str, at: str) -> None:
    """Remove a device's accesses and seats from a scorebook; `by` is an access of the keeper who removes it.

    Raises NoSuchError, OlderKeeperError, LastKeeperError.
    """
    with db.writing():
        device = device_of(db, scorebook, access)
        hold_concerned(db, scorebook, "device", device, at=at)
        may, out = removable(db, scorebook, by=by, at=at), _concerned(db, scorebook, "device", device, at=at)
        # One that is out already is removed again without a word.
        if out and device not in may:
            raise OlderKeeperError(access)
        _shut_out(db, scorebook, out, at=at)


def remove_who_came(db: Connection, scorebook: str, link: str, *, by: str, at: str) -> None:
    """Remove the accesses that a link gave, in the transaction of the caller; call `hold_concerned` first.

    The keeper `by` stays, and so does every keeper whom they may not remove. Raises NoSuchError, LastKeeperError.
    """
    may = removable(db, scorebook, by=by, at=at) - {device_of(db, scorebook, by)}
    came = _concerned(db, scorebook, "link", link, at=at)
    _shut_out(db, scorebook, [each for each in came if each.role != "keeper" or each.device in may], at=at)


def hold_concerned(db: Connection, scorebook: str, what: Literal["device", "link"], id: str, *, at: str) -> None:
    """Lock what a removal changes: first the sessions where these devices sit, then the scorebook."""
    hold_seats(db, scorebook, {each.author for each in _concerned(db, scorebook, what, id, at=at)})
    db.hold("scorebook", scorebook)


def _concerned(db: Connection, scorebook: str, what: Literal["device", "link"], id: str, *, at: str) -> list[Access]:
    return [each for each in devices(db, scorebook, at=at) if getattr(each, what) == id]


def _shut_out(db: Connection, scorebook: str, out: list[Access], *, at: str) -> None:
    for each in out:
        db.execute("UPDATE access SET withdrawn_at = ? WHERE id = ?", (at, each.id))
    if not any(each.role == "keeper" and each.ends_at is None for each in devices(db, scorebook, at=at)):
        raise LastKeeperError
    free_left(db, scorebook, at=at)
