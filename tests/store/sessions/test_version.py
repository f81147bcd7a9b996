"""The version of a session changes as soon as a page of it looks otherwise; neither it nor the session is read anew."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from record.log import Author
from record.session import Session
from scoring.games.oh_hell import GAME as OH_HELL
from store.access import grants, secrets
from store.access.grants import Access
from store.book import Book
from store.cache import Cache
from store.engines.base import Connection, Database, Row
from store.errors import NoSuchError
from store.players.profiles import describe_player, rename_player
from store.scorebooks import delete_scorebook, save_rule_set
from store.seats.devices import free_seat, take_seat
from store.seats.entries import confirm, enter_seat
from store.sessions import loading
from store.sessions.details import archive_session, delete_session, describe, exclude_session
from store.sessions.loading import fold
from store.sessions.snapshot import find_head, read_snapshot, states, version, version_of
from tests.conftest import ENGINES
from tests.kit.for_each import for_each
from tests.kit.store.access import NEXT_DAY, Guests
from tests.kit.store.table_talk import ANN, BEN, takes
from tests.store.conftest import THURSDAY, Keeper, Overheard

pytestmark = pytest.mark.engines("sqlite")

MADE, LATER = "2026-11-22T19:00:00Z", "2026-11-22T20:00:00Z"
SITS, SITS_BESIDE = 0, 1
CHANGES: dict[str, Callable[[Keeper, str], object]] = {
    "an entry": lambda keeper, session: keeper.writes(session, takes(ANN, 1)),
    "an undo": lambda keeper, session: keeper.undoes(session),
    "a place": lambda keeper, session: describe(keeper.book, session, place="At Ann's", note=None),
    "a note": lambda keeper, session: describe(keeper.book, session, place=None, note="It rained."),
    "archived": lambda keeper, session: archive_session(keeper.book, session, at=LATER),
    "excluded": lambda keeper, session: exclude_session(keeper.book, session, at=LATER),
    "deleted": lambda keeper, session: delete_session(keeper.book, session, at=LATER),
    "another name": lambda keeper, _: rename_player(keeper.book, keeper.numbers["Ann"], name="Anna"),
    "a colour": lambda keeper, _: describe_player(keeper.book, keeper.numbers["Ben"], colour=4),
    "a seat taken": lambda keeper, session: take_seat(keeper.book, session, SITS_BESIDE, by=keeper.by()),
    "a seat freed": lambda keeper, session: free_seat(keeper.book, session, SITS, by=keeper.by()),
    "a keeper looks first": lambda keeper, session: confirm(keeper.book, session, "on", position=0),
    "house rules named": lambda keeper, _: save_rule_set(keeper.book, "pot", name="Ours", options={}, at=MADE),
    "the scorebook deleted": lambda keeper, _: delete_scorebook(keeper.book, at=LATER),
}


@pytest.fixture
def session(keeper: Keeper) -> str:
    session = keeper.plays(takes(ANN, 3))
    take_seat(keeper.book, session, SITS, by=keeper.by())
    return session


@pytest.fixture
def guests(db: Connection) -> Guests:
    return Guests(db, THURSDAY, at=MADE)


def head_of(db: Connection, session: str) -> Row:
    return accesses_to(db, session, device="nobody")[0]


def accesses_to(db: Connection, session: str, *, device: str) -> tuple[Row, tuple[Access, ...]]:
    found = find_head(db, device=device, session=session, at=NEXT_DAY)
    assert found is not None
    return found


def version_in(db: Connection, session: str) -> str:
    return version_of(head_of(db, session))


@pytest.mark.engines(*ENGINES)
def test_it_changes_with_each_thing_that_a_page_shows_and_with_nothing_else(
    keeper: Keeper, session: str, db: Connection
) -> None:
    other = keeper.sits_down("Chika", "Dan", pot=100)
    for change, act in CHANGES.items():
        before = version_in(db, session)
        keeper.writes(other, takes(ANN, 1))
        take_seat(keeper.book, other, SITS, by=keeper.by())
        assert version_in(db, session) == before, "another session leaves it alone"
        act(keeper, session)
        assert version_in(db, session) != before, change
        found = states(db, [session, other, "nowhere"], at=NEXT_DAY)
        of_each = {each: version_in(db, each) for each in (session, other)}
        assert {each: state.version for each, state in found.items()} == of_each, "the query for many sees the same"
        assert version(keeper.book, session) == version_of(read_snapshot(keeper.book, session).head) == of_each[session]


def test_it_changes_with_all_that_is_said_for_a_seat_within_a_second_too_and_tells_nothing_of_what_is_hidden(
    keeper: Keeper, db: Connection
) -> None:
    """At a table whose bids are written and shown at once, one like the other."""

    def says(session: str, seat: int, bid: int) -> str:
        by = Author("phone", keeper.by().key, datetime.fromisoformat(LATER).astimezone(UTC))
        enter_seat(keeper.book, session, seat, {"bids": bid}, position=0, by=by, anybody=True)
        return version_in(db, session)

    one, other = (keeper.sits_down("Ann", "Ben", "Chika", game=OH_HELL, bidding="written", at=MADE) for _ in range(2))
    versions = [version_in(db, one), says(one, 0, 1)]
    assert says(other, 0, 2) == versions[-1]
    versions += [says(one, 0, 2), says(one, 1, 0)]
    assert len({*versions}) == 4


# Whose it is.


def test_what_the_device_may_do_is_told_with_it(keeper: Keeper, session: str, db: Connection, guests: Guests) -> None:
    def told() -> list[tuple[str, str | None]]:
        _, found = accesses_to(db, session, device="ben")
        assert {*found} <= {*guests.held("ben")}
        return [(each.role, each.session) for each in found]

    guests.joins("ben", "watcher", keeper.sits_down())
    assert told() == [], "that is another session's"
    watches = guests.joins("ben", "watcher")
    guests.joins("ben", "player", session)
    assert told() == [("player", session), ("watcher", None)]
    guests.joins("ann")
    guests.revokes(str(watches.link))
    assert told() == [("player", session)], "who was shut out has none"


def test_it_says_whose_the_session_is(keeper: Keeper, stranger: Keeper, session: str, db: Connection) -> None:
    assert grants.claim(db, device="ann", scorebook=stranger.scorebook, name="", at=MADE)
    head, accesses = accesses_to(db, session, device="ann")
    assert (head["scorebook"], accesses) == (THURSDAY, ())
    assert find_head(db, device="ann", session="nowhere", at=NEXT_DAY) is None
    with pytest.raises(NoSuchError):
        version(stranger.book, session)
    assert head["scorebook_deleted_at"] is None
    delete_scorebook(keeper.book, at=LATER)
    assert head_of(db, session)["scorebook_deleted_at"] == LATER


@pytest.mark.engines(*ENGINES)
def test_the_query_for_many_sees_that_an_access_was_given_or_has_ended(
    session: str, db: Connection, guests: Guests
) -> None:
    def since(begin: tuple[int, int], at: str) -> tuple[int, int]:
        given, holding = states(db, [session], at=at)[session].accesses
        return given - begin[0], holding - begin[1]

    before = states(db, [session], at=MADE)[session].accesses
    ben, chika = guests.joins("ben"), guests.joins("chika")
    db.execute("UPDATE access SET ends_at = ? WHERE device = 'chika'", (NEXT_DAY,))
    assert [since(before, at) for at in (MADE, NEXT_DAY)] == [(2, 2), (2, 1)], "an end that was promised"
    secrets.revoke_link(Book(db, THURSDAY, "keeper"), str(chika.link), by=ben.id, at=LATER)
    assert since(before, LATER) == (2, 1)


def test_another_log_that_is_as_long_has_another_one(
    keeper: Keeper, db: Connection, careless: Callable[[str], None]
) -> None:
    session = keeper.plays(takes(ANN, 1), at=MADE)
    before = version_in(db, session)
    careless("DELETE FROM action")
    assert keeper.sees(session).sheet.totals == (0, 0), "an older copy put in its place is read as it is"
    keeper.writes(session, takes(ANN, 2), at=LATER)
    assert version_in(db, session) != before


# What is read and folded, and what no more.


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many actions were folded, time for time."""
    found: list[int] = []
    after = Session.after

    def counting(session: Session, *actions: Any) -> Session:
        found.append(len(actions))
        return after(session, *actions)

    monkeypatch.setattr(Session, "after", counting)
    return found


@for_each("sits", [False, True])
def test_a_snapshot_is_one_query_but_for_who_sits_there(keeper: Keeper, db: Connection, sits: bool) -> None:
    session, overheard = keeper.plays(takes(ANN, 1)), Overheard(db)
    if sits:
        take_seat(keeper.book, session, SITS, by=keeper.by())
    found = read_snapshot(Book(overheard, THURSDAY, "keeper"), session)
    assert ({*found.pending.seating}, len(overheard.asked)) == (({SITS}, 2) if sits else (set(), 1))
    assert (found.session, version_of(found.head)) == (keeper.sees(session), version_in(db, session))


def test_what_is_written_after_it_was_read_is_not_in_it(keeper: Keeper, session: str, db: Connection) -> None:
    head = head_of(db, session)
    keeper.writes(session, takes(ANN, 1))
    found = fold(db, head)
    assert (found.position, found.sheet.totals) == (1, (3, 0))


@pytest.fixture
def another_process(other: Keeper, monkeypatch: pytest.MonkeyPatch) -> Callable[..., object]:
    """Writes with a cache of its own."""

    def writes(*entry: Any) -> None:
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr("store.sessions.loading.SESSION_CACHE", Cache(128))
            other.writes(*entry, key="theirs")

    return writes


def test_what_another_process_wrote_is_seen_at_once(
    keeper: Keeper, session: str, another_process: Callable[..., object], counted: list[int]
) -> None:
    keeper.sees(session)
    another_process(session, takes(BEN, 2))
    counted.clear()
    assert keeper.sees(session).sheet.totals == (3, 2)
    assert counted == [1], "only what is new is folded"


def test_what_was_rolled_back_is_not_kept(keeper: Keeper, session: str, another_process: Callable[..., object]) -> None:
    with pytest.raises(ZeroDivisionError), keeper.book.db.writing():
        keeper.writes(session, takes(BEN, 2))
        assert keeper.sees(session).sheet.totals == (3, 2)
        raise ZeroDivisionError
    another_process(session, takes(BEN, 1))
    assert keeper.sees(session).sheet.totals == (3, 1)


@pytest.mark.engines(*ENGINES)
def test_each_database_has_its_own(keeper: Keeper, database: Database) -> None:
    session = keeper.sits_down()
    found = keeper.sees(session)
    places = [key[0] for key, (each, _) in loading.SESSION_CACHE._entries.items() if each is found]  # type: ignore[index]
    # Which server answered there may follow its address.
    assert [str(place).startswith(str(database)) for place in places] == [True]
