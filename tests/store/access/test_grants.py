"""Access: who comes by which link, what it gives, and that nobody has it any longer than a keeper wants."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime
from hashlib import sha256

import pytest

from scoring.errors import EntryError
from store.access import grants, secrets
from store.access.grants import name_device
from store.access.secrets import Link, secrets_of
from store.book import Book
from store.engines.base import Connection, Database
from store.errors import (
    DeletedScorebookError,
    LastKeeperError,
    NoSuchError,
    UnavailableError,
)
from store.scorebooks import delete_scorebook
from store.seats.devices import take_seat
from store.sessions.details import delete_session
from store.sessions.purge import Purged, purge
from store.sessions.snapshot import read_snapshot
from tests.conftest import ENGINES
from tests.kit.store.access import Guests
from tests.store.access.conftest import MADE
from tests.store.conftest import THURSDAY, Keeper, everything

pytestmark = pytest.mark.engines("sqlite")

CAME, LATER = "2026-11-22T07:00:30Z", "2026-11-22T21:00:00Z"
KEEPS = {("keeper", None)}
WATCHES = {("watcher", None)}


def devices(guests: Guests) -> list[str]:
    return [each.device for each in grants.devices(Book(guests.db, THURSDAY, "keeper"), at=CAME)]


# Who made it.


def test_who_made_a_scorebook_keeps_it_and_nobody_claims_it_again(guests: Guests) -> None:
    assert (guests.has("ann"), guests.has("ben")) == (KEEPS, set())
    for device, claimed in (("thief", False), ("ann", True)):
        assert grants.claim(guests.db, device=device, scorebook=THURSDAY, name="", at=LATER) is claimed
    assert devices(guests) == ["ann"]
    guests.joins("ben")
    guests.removes(guests.id_of("ann"))
    assert not grants.claim(guests.db, device="ann", scorebook=THURSDAY, name="", at=LATER)
    assert guests.has("ann") == set(), "nor does one that was removed"


def test_a_scorebook_that_nobody_wrote_in_is_not_written_down(db: Connection) -> None:
    before = everything(db)
    assert grants.claim(db, device="ann", scorebook="new", name="", at=MADE)
    assert (everything(db), grants.is_claimed(db, "new")) == (before, False)


@pytest.mark.engines(*ENGINES)
def test_of_two_that_claim_at_once_one_is_first(database: Database, db: Connection, keeper: Keeper) -> None:
    keeper.sits_down()

    def claims(device: str) -> None:
        with closing(database.connect()) as own:
            grants.claim(own, device=device, scorebook=THURSDAY, name="", at=MADE)

    with ThreadPoolExecutor(2) as both:
        [*both.map(claims, ("ann", "ben"))]
    assert len(grants.devices(Book(db, THURSDAY, "keeper"), at=CAME)) == 1


@pytest.mark.engines(*ENGINES)
def test_a_device_has_several_scorebooks(guests: Guests, stranger: Keeper) -> None:
    watched = stranger.sits_down()
    theirs = Guests(guests.db, stranger.scorebook, at=MADE)
    grants.claim(guests.db, device="dan", scorebook=stranger.scorebook, name="", at=MADE)
    theirs.joins("ann", "watcher", watched, at=CAME)
    found = grants.scorebooks_of(guests.db, "ann", at=LATER)
    assert [(each.scorebook, each.role, each.session) for each in found] == [
        (THURSDAY, "keeper", None),
        (stranger.scorebook, "watcher", watched),
    ]
    assert grants.scorebooks_of(guests.db, "nobody", at=LATER) == []


# Links.


def test_a_link_gives_what_it_is_for_once_and_to_look_at_it_changes_nothing(guests: Guests, session: str) -> None:
    for role, only in (("keeper", None), ("watcher", None), ("watcher", session), ("player", session)):
        secret = guests.link(role, only)  # type: ignore[arg-type]
        before = everything(guests.db)
        found = secrets.link_of(guests.db, secret, at=CAME)
        assert found is not None
        assert (found.role, found.session, found.scorebook, found.recovery) == (role, only, THURSDAY, False)
        assert everything(guests.db) == before
        device = f"{role} of {only}"
        assert guests.comes(secret, device).id == guests.comes(secret, device).id
        assert guests.has(device) == {(role, only)}
    assert len(devices(guests)) == 5


def test_a_link_cannot_be_guessed_nor_read_in_the_record(guests: Guests) -> None:
    made = {guests.link() for _ in range(20)}
    assert len(made) == 20
    # 22 signs of 6 bits each.
    assert {len(secret) for secret in made} == {22}
    kept = [str(value) for row in guests.db.execute("SELECT * FROM link") for value in dict(row).values()]
    assert all(sha256(secret.encode()).hexdigest() in kept for secret in made)
    assert not [value for value in kept if any(secret in value for secret in made)]


def test_nobody_comes_by_what_nobody_made_or_what_has_ended_and_who_came_stays(guests: Guests) -> None:
    ended = guests.link("watcher", ends_at=CAME)
    guests.comes(ended, "ben", at="2026-11-22T07:00:29Z")
    for secret in ("", "x" * 22, "x" * 10_000, "\ud800", "é", ended):
        assert secrets.link_of(guests.db, secret, at=CAME) is None
        with pytest.raises(NoSuchError):
            guests.comes(secret, "chika", at=CAME)
    assert guests.has("ben") == WATCHES


@pytest.mark.engines(*ENGINES)
def test_a_revoked_link_shuts_out_all_who_came_by_it_and_nobody_else(guests: Guests) -> None:
    secret = guests.link("watcher")
    guests.joins("dan", "watcher")
    guests.comes(secret, "chika")
    id = str(guests.comes(secret, "ben").link)
    for at in (LATER, "2026-11-23T21:00:00Z"):
        guests.revokes(id, at=at)
    assert [bool(guests.has(device)) for device in ("ann", "ben", "chika", "dan")] == [True, False, False, True]
    with pytest.raises(NoSuchError):
        guests.comes(secret, "eva")
    assert {each.id: each.revoked_at for each in secrets_of(Book(guests.db, THURSDAY, "keeper"), Link)}[id] == LATER


def test_who_came_twice_has_the_better_of_both(guests: Guests, session: str) -> None:
    guests.joins("ben", "watcher")
    keeps = guests.joins("ben", at=CAME)
    assert [each.role for each in guests.held("ben")] == ["keeper", "watcher"]
    guests.joins("ben", "watcher", session)
    assert guests.has("ben") == KEEPS | WATCHES, "a keeper sees every session"
    guests.revokes(str(keeps.link))
    assert guests.has("ben") == WATCHES


def test_nobody_revokes_or_removes_what_is_of_another_scorebook(guests: Guests, session: str, stranger: Keeper) -> None:
    ben = guests.joins("ben")
    stranger.sits_down()
    theirs = Guests(guests.db, stranger.scorebook, at=MADE)
    for act, error in (
        (lambda: theirs.revokes(str(ben.link)), NoSuchError),
        (lambda: theirs.removes(ben.id), NoSuchError),
        (lambda: name_device(stranger.book, ben.id, name="mine"), NoSuchError),
        (lambda: theirs.link("watcher", session), NoSuchError),
    ):
        with pytest.raises(error):
            act()
    assert guests.has("ben") == KEEPS


def test_a_keeper_keeps_all_of_it_and_a_player_sits_at_one_table(guests: Guests, session: str) -> None:
    for role, only in (("keeper", session), ("player", None)):
        with pytest.raises(EntryError):
            guests.link(role, only)  # type: ignore[arg-type]
    assert secrets_of(Book(guests.db, THURSDAY, "keeper"), Link) == []


def test_there_are_only_so_many_links_at_a_time_but_those_of_games_that_are_over(
    guests: Guests, keeper: Keeper, session: str
) -> None:
    for _ in range(secrets.MAX_LINKS):
        guests.link("player", session)
    for makes_room in (
        lambda: guests.revokes(secrets_of(Book(guests.db, THURSDAY, "keeper"), Link)[0].id),
        lambda: keeper.writes(session, {"step": "end"}),
    ):
        with pytest.raises(EntryError):
            guests.link()
        makes_room()
        assert guests.link()


# Devices.


def test_a_device_that_was_removed_has_nothing_and_does_not_come_by_the_same_link(guests: Guests) -> None:
    secret = guests.link()
    ben = guests.comes(secret, "ben").id
    for _ in range(2):
        guests.removes(ben)
        assert guests.has("ben") == set()
    with pytest.raises(NoSuchError):
        guests.comes(secret, "ben")
    assert guests.comes(secret, "chika").role == "keeper"
    assert guests.joins("ben", "watcher").role == "watcher", "a keeper has let it in again"


def test_the_last_that_keeps_it_is_not_removed(guests: Guests) -> None:
    guests.joins("ben", "watcher")
    for last, next_one in (("ann", "chika"), ("chika", "dan")):
        with pytest.raises(LastKeeperError):
            guests.removes(guests.id_of(last))
        guests.joins(next_one)
        guests.removes(guests.id_of(last))


def test_a_device_is_called_as_it_is_named(guests: Guests) -> None:
    ben = guests.joins("ben")
    grants.name_device(Book(guests.db, THURSDAY, "keeper"), access=ben.id, name=" Ben's  phone ")
    for name in ("", "x" * 31, None):
        with pytest.raises(EntryError):
            grants.name_device(Book(guests.db, THURSDAY, "keeper"), access=ben.id, name=name)
    assert [each.name for each in grants.devices(Book(guests.db, THURSDAY, "keeper"), at=CAME)] == [
        "iPhone",
        "Ben's phone",
    ]


def test_one_device_without_a_recovery_link_is_alone(guests: Guests) -> None:
    for act, alone in (
        (lambda: None, True),
        # A watcher cannot bring it back.
        (lambda: guests.joins("ben", "watcher"), True),
        (lambda: guests.link(recovery=True), False),
        (
            lambda: guests.revokes(
                next(each.id for each in secrets_of(Book(guests.db, THURSDAY, "keeper"), Link) if each.recovery)
            ),
            True,
        ),
        (lambda: guests.joins("chika"), False),
    ):
        act()
        assert grants.is_alone(Book(guests.db, THURSDAY, "keeper"), at=LATER) is alone


# When a device was seen; nobody waits for that.


@pytest.mark.engines(*ENGINES)
def test_when_a_device_was_seen_is_kept_never_set_back_and_waits_for_nobody(database: Database, guests: Guests) -> None:
    """Neither for one who writes there, nor for whoever writes at all."""
    came = guests.joins("ben")

    def seen(at: str) -> str:
        grants.note_visits(guests.db, {came.id: datetime.fromisoformat(at).timestamp(), "gone": 0.0})
        return guests.held("ben")[0].seen_at

    assert (came.seen_at, seen(LATER), seen(CAME)) == (guests.came, LATER, LATER)
    with closing(database.connect()) as other, other.writing():
        other.execute("UPDATE access SET name = 'Ben' WHERE device = 'ben'")
        with pytest.raises(UnavailableError) as busy:
            seen("2026-11-23T07:00:00Z")
    assert (busy.value.cause, seen("2026-11-23T07:00:00Z")) == ("busy", "2026-11-23T07:00:00Z")


# Seats: Ben came to the table by a link, Chika to the whole scorebook, and both sit.


@pytest.mark.engines(*ENGINES)
@pytest.mark.parametrize(
    ("shut_out", "let_in", "sitting"),
    [
        ("the device ben", None, {1: "chika"}),
        ("the link of chika", None, {0: "ben"}),
        ("the link of ben", None, {1: "chika"}),
        # Who may still sit there stays, and who may only look any more stands up.
        ("the link of ben", "keeper", {0: "ben", 1: "chika"}),
        ("the link of ben", "watcher", {1: "chika"}),
        # An end that an earlier version promised leaves no seat once anybody is removed.
        ("the end of ben", None, {1: "chika"}),
    ],
)
def test_who_may_not_play_there_any_more_stands_up(
    guests: Guests, keeper: Keeper, session: str, *, shut_out: str, let_in: str | None, sitting: dict[int, str]
) -> None:
    came = {"ben": guests.joins("ben", "player", session), "chika": guests.joins("chika")}
    for seat, device in enumerate(came):
        take_seat(keeper.book, session, seat, by=keeper.by(device=device))
    if let_in:
        guests.joins("ben", let_in)  # type: ignore[arg-type]
    _, what, *_, device = shut_out.split()
    if what == "link":
        guests.revokes(str(came[device].link), at=LATER)
    elif what == "device":
        guests.removes(came[device].id, at=LATER)
    else:
        guests.db.execute("UPDATE access SET ends_at = ? WHERE device = 'ben'", (CAME,))
        guests.removes(guests.joins("dan", "watcher").id, at=LATER)
    found = read_snapshot(keeper.book, session).pending.seating
    assert {seat: each.device for seat, each in found.items()} == sitting


# What is deleted.


@pytest.mark.engines(*ENGINES)
def test_nobody_comes_to_what_was_deleted_and_nothing_of_it_is_left(
    guests: Guests, keeper: Keeper, session: str
) -> None:
    db, secret, whole = guests.db, guests.link("watcher", session), guests.link()
    guests.comes(secret, "ben")
    delete_session(keeper.book, session, at=MADE)
    assert secrets.link_of(db, secret, at=CAME) is None
    assert purge(db, before=LATER) == Purged(0, 1)
    assert (guests.has("ben"), guests.has("ann"), len(secrets_of(Book(db, THURSDAY, "keeper"), Link))) == (
        set(),
        KEEPS,
        1,
    )
    delete_scorebook(keeper.book, at=MADE)
    assert secrets.link_of(db, whole, at=CAME) is None
    with pytest.raises(DeletedScorebookError):
        guests.link()
    assert purge(db, before=LATER) == Purged(1, 0)
    assert (grants.scorebooks_of(db, "ann", at=LATER), secrets_of(Book(db, THURSDAY, "keeper"), Link)) == ([], [])
