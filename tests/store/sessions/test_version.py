"""The mark of a session is another one as soon as a page of it looks otherwise, and is asked without loading it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from record.author import Author
from scoring.games.oh_hell import GAME as OH_HELL
from store.access import grants, links
from store.access.grants import Right
from store.engines.base import Connection
from store.players import profiles
from store.sessions.snapshot import Look, look, snapshot, snapshot_of, states
from tests.kit.store.access import NEXT_DAY, comes, held, withdraws
from tests.kit.store.table_talk import ANN, takes
from tests.store.conftest import THURSDAY, Keeper

MADE, LATER = "2026-11-22T19:00:00Z", "2026-11-22T20:00:00Z"
SITS, SITS_BESIDE = 0, 1


def ann(db: Connection) -> int:
    return next(each.id for each in profiles.people(db, THURSDAY) if each.name == "Ann")


CHANGES: dict[str, Callable[[Keeper, str, Connection], object]] = {
    "an entry": lambda keeper, session, _db: keeper.writes(session, takes(ANN, 1)),
    "an undo": lambda keeper, session, _db: keeper.undoes(session),
    "a place": lambda keeper, session, _db: keeper.book.describe(session, place="At Ann's", note=None),
    "a note": lambda keeper, session, _db: keeper.book.describe(session, place=None, note="It rained."),
    "archived": lambda keeper, session, _db: keeper.book.archive(session, at=LATER),
    "deleted": lambda keeper, session, _db: keeper.book.discard(session, at=LATER),
    "another name": lambda keeper, _session, db: keeper.book.rename_player(ann(db), name="Anna"),
    "a colour": lambda keeper, _session, db: keeper.book.paint_player(ann(db), colour=4),
    "a seat taken": lambda keeper, session, _db: keeper.book.take_seat(session, SITS_BESIDE, by=keeper.by()),
    "a seat freed": lambda keeper, session, _db: keeper.book.free_seat(session, SITS),
    "a keeper looks first": lambda keeper, session, _db: keeper.book.confirm(session, on=True),
    "house rules named": lambda keeper, _session, _db: keeper.book.keep_rule_set(
        "pot", name="Ours", options={}, at=MADE
    ),
    "the scorebook deleted": lambda keeper, _session, _db: keeper.book.delete_scorebook(at=LATER),
}


@pytest.fixture
def session(keeper: Keeper) -> str:
    session = keeper.sits_down()
    keeper.writes(session, takes(ANN, 3))
    keeper.book.take_seat(session, SITS, by=keeper.by())
    return session


def seen(db: Connection, session: str, *, device: str = "nobody") -> Look:
    found = look(db, device=device, session=session, at=NEXT_DAY)
    assert found is not None
    return found


def version_now(db: Connection, session: str) -> str:
    return seen(db, session).version


@pytest.mark.parametrize("change", CHANGES)
def test_it_changes_with_what_a_page_shows(keeper: Keeper, session: str, db: Connection, change: str) -> None:
    before = version_now(db, session)
    assert version_now(db, session) == before
    CHANGES[change](keeper, session, db)
    assert version_now(db, session) != before


def test_another_session_leaves_it_alone(keeper: Keeper, session: str, db: Connection) -> None:
    before = version_now(db, session)
    other = keeper.sits_down()
    keeper.writes(other, takes(ANN, 1))
    keeper.book.take_seat(other, SITS, by=keeper.by())
    assert version_now(db, session) == before


# What is said for a seat.


@pytest.fixture
def written(keeper: Keeper) -> Callable[[], str]:
    """A table whose bids are written and shown at once, one like the other."""
    return lambda: keeper.sits_down("Ann", "Ben", "Chika", game=OH_HELL, bidding="written", at=MADE)


def says(keeper: Keeper, session: str, seat: int, bid: int) -> None:
    by = Author("phone", keeper.by().key, datetime.fromisoformat(LATER).astimezone(UTC))
    keeper.book.say_for(session, seat, {"bids": bid}, position=0, by=by)


def test_it_changes_with_everything_that_is_said_for_a_seat_within_a_second_too(
    keeper: Keeper, written: Callable[[], str], db: Connection
) -> None:
    session = written()
    versions = [version_now(db, session)]
    for seat, bid in ((0, 1), (0, 2), (1, 0)):
        says(keeper, session, seat, bid)
        versions.append(version_now(db, session))
    assert len(set(versions)) == len(versions)


def test_it_tells_nothing_of_what_is_hidden(keeper: Keeper, written: Callable[[], str], db: Connection) -> None:
    one, other = written(), written()
    says(keeper, one, 0, 1)
    says(keeper, other, 0, 2)
    assert version_now(db, one) == version_now(db, other)


# Whose it is.


def joins(db: Connection, role: Right, session: str | None = None) -> None:
    secret = links.make(db, scorebook=THURSDAY, role=role, at=MADE, session=session)
    comes(db, secret, device="ben", name="", at=MADE)


def test_what_the_device_may_do_is_told_with_it(keeper: Keeper, session: str, db: Connection) -> None:
    assert seen(db, session, device="ben").accesses == ()
    joins(db, "watcher", keeper.sits_down())
    assert seen(db, session, device="ben").accesses == (), "that is another session's"
    joins(db, "watcher")
    joins(db, "player", session)
    found = seen(db, session, device="ben").accesses
    assert [(each.role, each.session) for each in found] == [("player", session), ("watcher", None)]
    assert set(found) < set(held(db, "ben", THURSDAY))


def test_who_was_shut_out_has_nothing(session: str, db: Connection, keeper: Keeper) -> None:
    assert grants.claim(db, device="ann", scorebook=THURSDAY, name="", at=MADE)
    joins(db, "watcher")
    (link,) = links.of_scorebook(db, THURSDAY)
    withdraws(db, THURSDAY, link.id, at=LATER)
    assert seen(db, session, device="ben").accesses == ()


def test_it_says_whose_the_session_is(keeper: Keeper, session: str, db: Connection) -> None:
    assert grants.claim(db, device="ann", scorebook="another-group", name="", at=MADE)
    assert (seen(db, session, device="ann").scorebook, seen(db, session, device="ann").accesses) == (THURSDAY, ())
    assert look(db, device="ann", session="nowhere", at=NEXT_DAY) is None
    assert not seen(db, session).deleted
    keeper.book.delete_scorebook(at=LATER)
    assert seen(db, session).deleted


def test_it_takes_one_query(session: str, overheard: Any) -> None:
    assert version_now(overheard, session)
    assert len(overheard.asked) == 1


def test_another_log_that_is_as_long_has_another_one(
    keeper: Keeper, db: Connection, careless: Callable[[str], None]
) -> None:
    session = keeper.sits_down()
    keeper.writes(session, takes(ANN, 1), at=MADE)
    before = version_now(db, session)
    careless("DELETE FROM action")
    keeper.writes(session, takes(ANN, 2), at=LATER)
    assert version_now(db, session) != before


# The whole snapshot.


def test_a_session_that_was_read_with_it_is_read_no_more(keeper: Keeper, overheard: Any) -> None:
    session = keeper.sits_down()
    keeper.writes(session, takes(ANN, 1))
    found = snapshot_of(overheard, seen(overheard, session).head)
    assert len(overheard.asked) == 1, "the log is folded, and nobody has a phone"
    assert found == snapshot(overheard.within, scorebook=THURSDAY, session=session)
    assert (found.session, found.version) == (keeper.sees(session), version_now(overheard.within, session))


def test_who_sits_there_takes_one_query_more(session: str, overheard: Any) -> None:
    found = snapshot_of(overheard, seen(overheard, session).head)
    assert (set(found.pending.seated), len(overheard.asked)) == ({SITS}, 2)


def test_what_is_written_after_it_was_read_is_not_in_it(keeper: Keeper, session: str, db: Connection) -> None:
    head = seen(db, session).head
    keeper.writes(session, takes(ANN, 1))
    found = snapshot_of(db, head)
    assert (found.session.position, found.session.sheet.totals) == (1, (3, 0))


@pytest.mark.parametrize("change", CHANGES)
def test_the_query_for_many_sees_what_a_look_sees(keeper: Keeper, session: str, db: Connection, change: str) -> None:
    other = keeper.sits_down()
    CHANGES[change](keeper, session, db)
    found = states(db, [session, other, "nowhere"], at=NEXT_DAY)
    assert {each: state.version for each, state in found.items()} == {
        each: version_now(db, each) for each in (session, other)
    }


def test_the_query_for_many_sees_that_an_access_was_given_or_has_ended(
    keeper: Keeper, session: str, db: Connection
) -> None:
    def since(begin: tuple[int, int], at: str) -> tuple[int, int]:
        given, holding = states(db, [session], at=at)[session].accesses
        return given - begin[0], holding - begin[1]

    before = states(db, [session], at=MADE)[session].accesses
    ben = comes(db, links.make(db, scorebook=THURSDAY, role="keeper", at=MADE), device="ben", name="", at=MADE)
    chika = comes(db, links.make(db, scorebook=THURSDAY, role="keeper", at=MADE), device="chika", name="", at=MADE)
    assert since(before, MADE) == (2, 2)
    db.execute("UPDATE access SET ends_at = ? WHERE device = 'chika'", (NEXT_DAY,))
    assert since(before, MADE) == (2, 2)
    assert since(before, NEXT_DAY) == (2, 1), "an end that was promised"
    withdraws(db, THURSDAY, str(chika.link), at=LATER, by=ben.id)
    assert since(before, LATER) == (2, 1)
