"""Access: who comes by which link, what it gives, and that nobody has it any longer than a keeper wants."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from threading import Event, Thread
from time import sleep

import pytest

from record.author import Author
from scoring.errors import EntryError
from store.access import grants, links
from store.access.grants import Access, Right
from store.book import PlayersBook
from store.engines.base import Connection, Database
from store.errors import (
    DeletedScorebookError,
    LastKeeperError,
    NoSuchDeviceError,
    NoSuchLinkError,
    NoSuchSessionError,
    UnavailableError,
)
from store.sessions.purge import Purged, purge
from tests.kit.store.access import comes as come_by
from tests.kit.store.access import held, removes, withdraws
from tests.store.conftest import THURSDAY, Keeper

MADE, CAME, LATER = "2026-11-21T20:00:00Z", "2026-11-22T07:00:30Z", "2026-11-22T21:00:00Z"


@pytest.fixture
def session(db: Connection, keeper: Keeper) -> str:
    """A session of a scorebook that Ann's phone made."""
    session = keeper.sits_down()
    assert grants.claim(db, device="ann", scorebook=THURSDAY, name="iPhone", at=MADE)
    return session


def link(db: Connection, role: Right = "keeper", **given: str) -> str:
    return links.make(db, scorebook=THURSDAY, role=role, at=MADE, **given)  # type: ignore[arg-type]


def comes(db: Connection, secret: str, device: str = "ben") -> Access:
    return come_by(db, secret, device=device, name="Android", at=CAME)


def has(db: Connection, device: str) -> list[tuple[str, str | None]]:
    return [(each.role, each.session) for each in held(db, device, THURSDAY)]


def id_of(db: Connection, device: str) -> str:
    return next(each.id for each in grants.devices(db, THURSDAY, at=CAME) if each.device == device)


# Who made it.


def test_who_made_a_scorebook_keeps_it(db: Connection, session: str) -> None:
    assert has(db, "ann") == [("keeper", None)]
    assert has(db, "ben") == []


def test_a_scorebook_is_claimed_once(db: Connection, session: str) -> None:
    assert not grants.claim(db, device="thief", scorebook=THURSDAY, name="", at=LATER)
    assert grants.claim(db, device="ann", scorebook=THURSDAY, name="", at=LATER)
    assert [each.device for each in grants.devices(db, THURSDAY, at=CAME)] == ["ann"]


def test_a_scorebook_that_nobody_wrote_in_is_not_written_down(db: Connection) -> None:
    assert grants.claim(db, device="ann", scorebook="new", name="", at=MADE)
    assert db.execute("SELECT id FROM scorebook").fetchall() == []
    assert not grants.is_claimed(db, "new")


def test_of_two_that_claim_at_once_one_is_first(database: Database, db: Connection, keeper: Keeper) -> None:
    keeper.sits_down()

    def claims(device: str) -> None:
        with closing(database.connect()) as own:
            grants.claim(own, device=device, scorebook=THURSDAY, name="", at=MADE)

    both = [Thread(target=claims, args=(device,)) for device in ("ann", "ben")]
    for each in both:
        each.start()
    for each in both:
        each.join()
    assert len(grants.devices(db, THURSDAY, at=CAME)) == 1


def test_one_that_was_removed_does_not_claim_again(db: Connection, session: str) -> None:
    comes(db, link(db))
    removes(db, THURSDAY, id_of(db, "ann"), at=LATER)
    assert has(db, "ann") == []
    assert not grants.claim(db, device="ann", scorebook=THURSDAY, name="", at=LATER)
    assert has(db, "ann") == []


# Links.


def test_a_link_gives_what_it_is_for(db: Connection, session: str) -> None:
    comes(db, link(db, "keeper"), "ben")
    comes(db, link(db, "watcher"), "chika")
    comes(db, link(db, "watcher", session=session), "dan")
    comes(db, link(db, "player", session=session), "eva")
    assert [has(db, device) for device in ("ben", "chika", "dan", "eva")] == [
        [("keeper", None)],
        [("watcher", None)],
        [("watcher", session)],
        [("player", session)],
    ]


def test_a_link_cannot_be_guessed_nor_read_in_the_record(db: Connection, session: str) -> None:
    made = {link(db) for _ in range(20)}
    assert len(made) == 20
    # 22 signs of 6 bits each.
    assert {len(secret) for secret in made} == {22}
    kept = [str(value) for row in db.execute("SELECT * FROM link") for value in dict(row).values()]
    assert all(sha256(secret.encode()).hexdigest() in kept for secret in made)
    assert not [value for value in kept if any(secret in value for secret in made)]


@pytest.mark.parametrize("secret", ["", "x" * 22, "x" * 10_000, "\ud800", "é"])
def test_nobody_comes_by_what_nobody_made(db: Connection, session: str, secret: str) -> None:
    link(db)
    assert links.link_of(db, secret, at=CAME) is None
    with pytest.raises(NoSuchLinkError):
        comes(db, secret)


def test_to_look_at_a_link_changes_nothing(db: Connection, session: str) -> None:
    found = links.link_of(db, link(db, "watcher", session=session), at=CAME)
    assert found is not None
    assert (found.role, found.session, found.scorebook, found.recovery) == ("watcher", session, THURSDAY, False)
    assert [each.device for each in grants.devices(db, THURSDAY, at=CAME)] == ["ann"]


def test_nobody_comes_by_a_link_that_has_ended_and_who_came_stays(db: Connection, session: str) -> None:
    secret = link(db, "watcher", ends_at=CAME)
    come_by(db, secret, device="ben", name="", at="2026-11-22T07:00:29Z")
    with pytest.raises(NoSuchLinkError):
        come_by(db, secret, device="chika", name="", at=CAME)
    assert has(db, "ben") == [("watcher", None)]


def test_a_withdrawn_link_shuts_out_all_who_came_by_it_and_nobody_else(db: Connection, session: str) -> None:
    secret, other = link(db, "watcher"), link(db, "watcher")
    comes(db, secret, "ben")
    comes(db, secret, "chika")
    comes(db, other, "dan")
    id = comes(db, secret, "ben").link
    assert id
    withdraws(db, THURSDAY, id, at=LATER)
    withdraws(db, THURSDAY, id, at="2026-11-23T21:00:00Z")
    assert [bool(has(db, device)) for device in ("ann", "ben", "chika", "dan")] == [True, False, False, True]
    with pytest.raises(NoSuchLinkError):
        comes(db, secret, "eva")
    assert {each.id: each.withdrawn_at for each in links.of_scorebook(db, THURSDAY)}[id] == LATER


def test_who_came_twice_has_the_better_of_both(db: Connection, session: str) -> None:
    watch, keep = link(db, "watcher"), link(db)
    comes(db, watch)
    comes(db, keep)
    assert has(db, "ben") == [("keeper", None), ("watcher", None)]
    comes(db, link(db, "watcher", session=session))
    assert has(db, "ben") == [("keeper", None), ("watcher", None)], "a keeper sees every session"
    (id,) = (each.link for each in held(db, "ben", THURSDAY) if each.role == "keeper")
    assert id
    withdraws(db, THURSDAY, id, at=LATER)
    assert has(db, "ben") == [("watcher", None)]


def test_a_tap_on_the_same_link_twice_is_one_access(db: Connection, session: str) -> None:
    secret = link(db, "watcher", session=session)
    assert comes(db, secret).id == comes(db, secret).id
    assert len(grants.devices(db, THURSDAY, at=CAME)) == 2


def test_nobody_withdraws_or_removes_what_is_of_another_scorebook(
    db: Connection, session: str, stranger: Keeper
) -> None:
    comes(db, link(db))
    stranger.sits_down()
    (made,) = links.of_scorebook(db, THURSDAY)
    with pytest.raises(NoSuchLinkError):
        withdraws(db, stranger.scorebook, made.id, at=LATER)
    with pytest.raises(NoSuchDeviceError):
        removes(db, stranger.scorebook, id_of(db, "ben"), at=LATER)
    with pytest.raises(NoSuchDeviceError):
        grants.name_device(db, scorebook=stranger.scorebook, access=id_of(db, "ben"), name="mine")
    with pytest.raises(NoSuchSessionError):
        links.make(db, scorebook=stranger.scorebook, role="watcher", session=session, at=MADE)
    assert has(db, "ben") == [("keeper", None)]


def test_a_keeper_keeps_all_of_it_and_a_player_sits_at_one_table(db: Connection, session: str) -> None:
    with pytest.raises(EntryError):
        link(db, "keeper", session=session)
    with pytest.raises(EntryError):
        link(db, "player")
    assert links.of_scorebook(db, THURSDAY) == []


def test_there_are_only_so_many_links_at_a_time(db: Connection, session: str) -> None:
    for _ in range(links.MAX_LINKS):
        link(db)
    with pytest.raises(EntryError):
        link(db)
    withdraws(db, THURSDAY, links.of_scorebook(db, THURSDAY)[0].id, at=LATER)
    assert link(db)


def test_links_of_games_that_are_over_are_in_nobodys_way(db: Connection, keeper: Keeper, session: str) -> None:
    for _ in range(links.MAX_LINKS):
        link(db, "player", session=session)
    with pytest.raises(EntryError):
        link(db)
    keeper.writes(session, {"step": "end"})
    assert link(db)


# Devices.


def test_a_device_that_was_removed_has_nothing_and_does_not_come_by_the_same_link(db: Connection, session: str) -> None:
    secret = link(db)
    comes(db, secret)
    removes(db, THURSDAY, id_of(db, "ben"), at=LATER)
    assert has(db, "ben") == []
    with pytest.raises(NoSuchLinkError):
        comes(db, secret)
    assert comes(db, secret, "chika").role == "keeper"
    assert comes(db, link(db, "watcher")).role == "watcher", "a keeper has let it in again"


def test_the_last_that_keeps_it_is_not_removed(db: Connection, session: str) -> None:
    comes(db, link(db, "watcher"))
    with pytest.raises(LastKeeperError):
        removes(db, THURSDAY, id_of(db, "ann"), at=LATER)
    assert has(db, "ann") == [("keeper", None)]
    came = comes(db, link(db), "chika")
    removes(db, THURSDAY, id_of(db, "ann"), at=LATER)
    with pytest.raises(LastKeeperError):
        removes(db, THURSDAY, came.id, at=LATER)
    assert has(db, "chika") == [("keeper", None)]


def test_a_device_is_called_as_it_is_named(db: Connection, session: str) -> None:
    comes(db, link(db))
    grants.name_device(db, scorebook=THURSDAY, access=id_of(db, "ben"), name=" Ben's  phone ")
    assert [each.name for each in grants.devices(db, THURSDAY, at=CAME)] == ["iPhone", "Ben's phone"]
    for name in ("", "x" * 31, None):
        with pytest.raises(EntryError):
            grants.name_device(db, scorebook=THURSDAY, access=id_of(db, "ben"), name=name)


def test_when_a_device_was_seen_is_kept_and_never_set_back(db: Connection, session: str) -> None:
    came = comes(db, link(db))
    assert came.seen_at == CAME
    for at, kept in ((LATER, LATER), (CAME, LATER)):
        grants.note_visits(db, {came.id: moment(at), "gone": 0.0})
        assert held(db, "ben", THURSDAY)[0].seen_at == kept


def moment(at: str) -> float:
    return datetime.fromisoformat(at).timestamp()


def test_nobody_waits_for_a_visit_to_be_noted(database: Database, db: Connection, session: str) -> None:
    """Neither behind one who writes there, nor behind whoever writes at all."""
    came = comes(db, link(db))
    with closing(database.connect()) as other, other.writing():
        other.execute("UPDATE access SET name = 'Ben' WHERE device = 'ben'")
        with pytest.raises(UnavailableError) as busy:
            grants.note_visits(db, {came.id: moment(LATER)})
    assert busy.value.cause == "busy"
    grants.note_visits(db, {came.id: moment(LATER)})
    assert held(db, "ben", THURSDAY)[0].seen_at == LATER


def test_who_did_not_wait_once_waits_as_long_as_ever(database: Database, db: Connection, session: str) -> None:
    came = comes(db, link(db))
    going = Event()

    def writes() -> None:
        with closing(database.connect()) as other, other.writing():
            other.hold("scorebook", THURSDAY)
            other.execute("UPDATE access SET name = 'Ben' WHERE device = 'ben'")
            going.set()
            sleep(0.1)

    writer = Thread(target=writes)
    writer.start()
    going.wait()
    with pytest.raises(UnavailableError):
        grants.note_visits(db, {came.id: moment(LATER)})
    grants.name_device(db, scorebook=THURSDAY, access=came.id, name="Ben's phone")
    writer.join()
    assert [each.name for each in grants.devices(db, THURSDAY, at=CAME)] == ["iPhone", "Ben's phone"]


# Seats.


def sits(db: Connection, session: str, seat: int, device: str) -> None:
    by = Author(device, f"{device} {seat}", at=datetime(2026, 11, 22, 20, 0, tzinfo=UTC))
    PlayersBook(db, THURSDAY).take_seat(session, seat, by=by)


def sitting(db: Connection, session: str) -> dict[int, str]:
    found = PlayersBook(db, THURSDAY).snapshot(session).pending.seating
    return {seat: seat_device.device for seat, seat_device in found.items()}


@pytest.fixture
def seated(db: Connection, session: str) -> dict[str, Access]:
    """Ann keeps, Ben came to the table by a link, Chika to the whole scorebook; all three sit."""
    db.execute("UPDATE access SET author = 'a1' WHERE device = 'ann'")
    join, keep = link(db, "player", session=session), link(db)
    came = {
        "ben": come_by(db, join, device="ben", name="", at=CAME, author="b2"),
        "chika": come_by(db, keep, device="chika", name="", at=CAME, author="c3"),
    }
    for seat, device in enumerate(("b2", "c3")):
        sits(db, session, seat, device)
    return came


def test_a_device_that_is_removed_stands_up(db: Connection, session: str, seated: dict[str, Access]) -> None:
    removes(db, THURSDAY, seated["ben"].id, at=LATER)
    assert sitting(db, session) == {1: "c3"}
    sits(db, session, 0, "a1")


def test_all_who_came_by_a_withdrawn_link_stand_up(db: Connection, session: str, seated: dict[str, Access]) -> None:
    assert seated["chika"].link
    withdraws(db, THURSDAY, seated["chika"].link, at=LATER)
    assert sitting(db, session) == {0: "b2"}


def test_who_may_still_sit_there_stays(db: Connection, session: str, seated: dict[str, Access]) -> None:
    come_by(db, link(db), device="ben", name="", at=CAME, author="b2")
    assert seated["ben"].link
    withdraws(db, THURSDAY, seated["ben"].link, at=LATER)
    assert sitting(db, session) == {0: "b2", 1: "c3"}


def test_who_may_only_look_any_more_stands_up(db: Connection, session: str, seated: dict[str, Access]) -> None:
    come_by(db, link(db, "watcher"), device="ben", name="", at=CAME, author="b2")
    assert seated["ben"].link
    withdraws(db, THURSDAY, seated["ben"].link, at=LATER)
    assert sitting(db, session) == {1: "c3"}


def test_a_device_has_several_scorebooks(db: Connection, session: str, stranger: Keeper) -> None:
    watched = stranger.sits_down()
    grants.claim(db, device="dan", scorebook=stranger.scorebook, name="", at=MADE)
    comes(db, links.make(db, scorebook=stranger.scorebook, role="watcher", session=watched, at=MADE), "ann")
    found = grants.scorebooks_of(db, "ann", at=LATER)
    assert [(each.scorebook, each.role, each.session) for each in found] == [
        (THURSDAY, "keeper", None),
        (stranger.scorebook, "watcher", watched),
    ]
    assert grants.scorebooks_of(db, "nobody", at=LATER) == []


def test_one_device_without_a_recovery_link_is_alone(db: Connection, session: str) -> None:
    assert grants.is_alone(db, THURSDAY, at=LATER)
    comes(db, link(db, "watcher"), "ben")
    assert grants.is_alone(db, THURSDAY, at=LATER), "a watcher cannot bring it back"
    links.make(db, scorebook=THURSDAY, role="keeper", at=MADE, recovery=True)
    assert not grants.is_alone(db, THURSDAY, at=LATER)
    (id,) = (each.id for each in links.of_scorebook(db, THURSDAY) if each.recovery)
    withdraws(db, THURSDAY, id, at=LATER)
    assert grants.is_alone(db, THURSDAY, at=LATER)
    comes(db, link(db), "chika")
    assert not grants.is_alone(db, THURSDAY, at=LATER)


# What is deleted.


def test_nobody_comes_to_what_was_deleted_and_nothing_of_it_is_left(
    db: Connection, keeper: Keeper, session: str
) -> None:
    secret = link(db, "watcher", session=session)
    comes(db, secret)
    keeper.book.discard(session, at=MADE)
    assert links.link_of(db, secret, at=CAME) is None
    assert purge(db, before=LATER) == Purged(0, 1)
    assert (has(db, "ben"), has(db, "ann"), links.of_scorebook(db, THURSDAY)) == ([], [("keeper", None)], [])
    whole = link(db)
    comes(db, whole, "chika")
    keeper.book.delete_scorebook(at=MADE)
    assert links.link_of(db, whole, at=CAME) is None
    with pytest.raises(DeletedScorebookError):
        link(db)
    assert purge(db, before=LATER) == Purged(1, 0)
    assert (grants.scorebooks_of(db, "ann", at=LATER), links.of_scorebook(db, THURSDAY)) == ([], [])
