"""Takes access away from devices. At least one keeper always remains."""

from __future__ import annotations

from typing import Literal

from store.access.grants import HELD, Access, device_of, devices
from store.book import Book, needs
from store.errors import LastKeeperError, NoSuchError, OlderKeeperError
from store.seats.devices import free_left, lock_seats


@needs("keeper")
def removable_devices(book: Book, *, by: str, at: str) -> frozenset[str]:
    """The devices that a keeper may remove: all players and watchers, and keepers no older than the keeper.

    Nobody removes who came by a recovery page that they made, although both are as old: a lost phone cannot remove its
    owner. `by` is an access of the keeper; raises NoSuchError where it keeps score no more.
    """
    found = book.db.execute(
        f"""
        SELECT access.id, access.device, access.role, access.since, link.made_by
        FROM access LEFT JOIN link ON link.id = access.link AND link.recovery = 1
        WHERE access.scorebook = ? AND {HELD} ORDER BY access.since DESC
        """,
        (book.scorebook, at),
    ).fetchall()
    # Of several accesses of a device the oldest comes last and counts.
    ages = {row["device"]: row["since"] for row in found if row["role"] == "keeper"}
    own = next((row["device"] for row in found if row["id"] == by), "")
    if own not in ages:
        raise NoSuchError(f"no device {by!r}")
    made = {row["id"] for row in found if row["device"] == own}
    spared = {row["device"] for row in found if row["made_by"] in made}
    return frozenset(row["device"] for row in found if ages.get(row["device"], ages[own]) >= ages[own]) - spared


@needs("keeper")
def remove_device(book: Book, access: str, *, by: str, at: str) -> None:
    """Remove a device's accesses and seats from a scorebook; `by` is an access of the keeper who removes it.

    Raises NoSuchError, OlderKeeperError, LastKeeperError.
    """
    with book.db.writing():
        device = device_of(book, access)
        lock_concerned(book, "device", device, at=at)
        may, out = removable_devices(book, by=by, at=at), _concerned(book, "device", device, at=at)
        # One that is out already is removed again without a word.
        if out and device not in may:
            raise OlderKeeperError(access)
        _shut_out(book, out, at=at)


def remove_who_came(book: Book, link: str, *, by: str, at: str) -> None:
    """Remove the accesses that a link gave, in the transaction of the caller; call `lock_concerned` first.

    The keeper `by` stays, and so does every keeper whom they may not remove. Raises NoSuchError, LastKeeperError.
    """
    may = removable_devices(book, by=by, at=at) - {device_of(book, by)}
    came = _concerned(book, "link", link, at=at)
    _shut_out(book, [each for each in came if each.role != "keeper" or each.device in may], at=at)


def lock_concerned(book: Book, what: Literal["device", "link"], id: str, *, at: str) -> None:
    """Lock what a removal changes: first the sessions where these devices sit, then the scorebook."""
    lock_seats(book, {each.author for each in _concerned(book, what, id, at=at)})
    book.db.lock_row("scorebook", book.scorebook)


def _concerned(book: Book, what: Literal["device", "link"], id: str, *, at: str) -> list[Access]:
    return [each for each in devices(book, at=at) if getattr(each, what) == id]


def _shut_out(book: Book, out: list[Access], *, at: str) -> None:
    for each in out:
        book.db.execute("UPDATE access SET withdrawn_at = ? WHERE id = ?", (at, each.id))
    if not any(each.role == "keeper" and each.ends_at is None for each in devices(book, at=at)):
        raise LastKeeperError
    free_left(book, at=at)
