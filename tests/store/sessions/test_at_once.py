"""Two connections at the same moment: what an entry is checked against is held, and nothing else where rows are."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Any, TypeVar

import psycopg
import pytest

from record.author import Author
from scoring.games.oh_hell import GAME as OH_HELL
from store import scorebooks
from store.access import grants, links
from store.admin.rebuild import compare, rebuild
from store.engines.base import Connection, Database
from store.engines.postgresql.database import PostgreSQL
from store.errors import KeyUsedError, OtherFactsError, OtherLogError, SeatTakenError, SessionBegunError, StaleError
from tests.kit.store.access import comes, first_keeper
from tests.kit.store.table_talk import ANN, BEN, note, takes
from tests.kit.store.toy_game import POT
from tests.store.conftest import THURSDAY, Keeper

R = TypeVar("R")
LONGEST = 20.0
AT = "2026-11-22T20:00:00Z"


@pytest.fixture
def other(database: Database) -> Iterator[Keeper]:
    """The same scorebook on another phone, whose requests run in a thread of their own."""
    with closing(database.connect()) as db:
        yield Keeper(db, THURSDAY)


@pytest.fixture
def strangers_phone(database: Database) -> Iterator[Keeper]:
    with closing(database.connect()) as db:
        yield Keeper(db, "another-group")


class Meanwhile:
    """Runs what another does beside what is done here."""

    def __init__(self, threads: ThreadPoolExecutor, address: str) -> None:
        self._threads = threads
        self._address = address

    def waits(self, act: Callable[[], R]) -> Future[R]:
        """Begin it, and come back when it is held up; a file has one writer at a time and does not say who waits."""
        waiting = self._threads.submit(act)
        if self._address.startswith("postgresql:"):
            until = time.monotonic() + LONGEST
            with psycopg.connect(self._address, autocommit=True) as db:
                while not db.execute(WAITING).fetchall():
                    assert not waiting.done(), f"it was not held up: {waiting.exception() or waiting.result()}"
                    assert time.monotonic() < until
        return waiting


WAITING = "SELECT FROM pg_locks WHERE NOT granted"


@pytest.fixture
def meanwhile(address: str) -> Iterator[Meanwhile]:
    with ThreadPoolExecutor(1) as threads:
        yield Meanwhile(threads, address)


@contextmanager
def given_up() -> Iterator[None]:
    """What is begun in it falls."""
    with pytest.raises(ZeroDivisionError):
        yield


def test_who_writes_on_the_same_sheet_waits_and_is_shown_what_was_written(
    keeper: Keeper, other: Keeper, meanwhile: Meanwhile
) -> None:
    session = keeper.sits_down()
    with keeper.book.transaction():
        keeper.writes(session, takes(ANN, 3), position=0)
        late = meanwhile.waits(lambda: other.writes(session, takes(BEN, 4), position=0, key="late"))
    with pytest.raises(StaleError) as stale:
        late.result(LONGEST)
    assert stale.value.session.entries == (takes(ANN, 3),)
    assert keeper.sees(session).entries == (takes(ANN, 3),)
    assert other.writes(session, takes(BEN, 4), position=1, key="late").session.sheet.totals == (3, 4)


def test_who_waited_for_what_was_given_up_writes_as_if_nothing_had_been(
    keeper: Keeper, other: Keeper, meanwhile: Meanwhile
) -> None:
    session = keeper.sits_down()
    with given_up(), keeper.book.transaction():
        keeper.writes(session, takes(ANN, 3), position=0)
        late = meanwhile.waits(lambda: other.writes(session, takes(BEN, 4), position=0, key="late"))
        raise ZeroDivisionError
    assert late.result(LONGEST).session.entries == (takes(BEN, 4),)
    assert keeper.sees(session).entries == (takes(BEN, 4),)


def test_an_entry_that_is_sent_twice_at_once_is_written_once(
    keeper: Keeper, other: Keeper, meanwhile: Meanwhile
) -> None:
    session = keeper.sits_down()
    with keeper.book.transaction():
        keeper.writes(session, takes(ANN, 3), position=0, key="tapped")
        again = meanwhile.waits(lambda: other.writes(session, takes(ANN, 3), position=0, key="tapped"))
    assert again.result(LONGEST).repeated
    assert keeper.sees(session).entries == (takes(ANN, 3),)
    with keeper.book.transaction():
        keeper.writes(session, takes(ANN, 2), position=1, key="again")
        otherwise = meanwhile.waits(lambda: other.writes(session, takes(ANN, 1), position=1, key="again"))
    with pytest.raises(OtherFactsError):
        otherwise.result(LONGEST)


def test_the_same_key_for_two_sessions_at_once_is_used_once(
    keeper: Keeper, other: Keeper, meanwhile: Meanwhile
) -> None:
    session, another = keeper.sits_down(), keeper.sits_down()
    with keeper.book.transaction():
        keeper.writes(session, takes(ANN, 3), key="tapped")
        late = meanwhile.waits(lambda: other.writes(another, takes(BEN, 4), key="tapped"))
    with pytest.raises(KeyUsedError):
        late.result(LONGEST)
    assert (keeper.sees(session).position, keeper.sees(another).position) == (1, 0)
    assert not other.book.db.in_transaction
    assert other.writes(another, takes(BEN, 4), key="new").session.position == 1


def test_the_same_key_is_free_where_who_used_it_first_gave_up(
    keeper: Keeper, other: Keeper, meanwhile: Meanwhile
) -> None:
    session, another = keeper.sits_down(), keeper.sits_down()
    with given_up(), keeper.book.transaction():
        keeper.writes(session, takes(ANN, 3), key="tapped")
        late = meanwhile.waits(lambda: other.writes(another, takes(BEN, 4), key="tapped"))
        raise ZeroDivisionError
    assert late.result(LONGEST).session.position == 1
    assert keeper.sees(session).position == 0


@pytest.mark.parametrize("before", ["a new scorebook", "one that is there"])
def test_two_starts_with_the_same_key_at_once_are_one_session(
    keeper: Keeper, other: Keeper, meanwhile: Meanwhile, db: Connection, before: str
) -> None:
    if before == "one that is there":
        keeper.sits_down("Ann", "Ben")
    with keeper.book.transaction():
        first = keeper.sits_down("Ann", "Chika", key="begun")
        again = meanwhile.waits(lambda: other.sits_down("Ann", "Chika", key="begun"))
    assert again.result(LONGEST) == first
    with keeper.book.transaction():
        keeper.sits_down("Ann", "Chika", key="begun too")
        otherwise = meanwhile.waits(lambda: other.sits_down("Ann", "Ben", key="begun too"))
    with pytest.raises(SessionBegunError):
        otherwise.result(LONGEST)
    assert len(keeper.book.search()) == (3 if before == "one that is there" else 2)


def test_two_phones_that_want_the_same_again_at_once_begin_one_game(
    keeper: Keeper, other: Keeper, meanwhile: Meanwhile
) -> None:
    session = keeper.sits_down("Ann", "Ben", at=AT)
    with keeper.book.transaction():
        second = keeper.book.start_again(session, keeper.by("one", AT))
        late = meanwhile.waits(lambda: other.book.start_again(session, other.by("two", AT)))
    assert late.result(LONGEST) == second
    with keeper.book.transaction():
        third = keeper.book.start_again(session, keeper.by("three", AT), seen=second)
        late = meanwhile.waits(lambda: other.book.start_again(session, other.by("four", AT), seen=second))
    assert late.result(LONGEST) == third
    assert {each.id for each in keeper.book.search()} == {session, second, third}


def test_two_scorebooks_that_start_with_the_same_key_at_once_are_told(
    keeper: Keeper, strangers_phone: Keeper, meanwhile: Meanwhile
) -> None:
    with keeper.book.transaction():
        keeper.sits_down("Ann", "Ben", key="begun")
        late = meanwhile.waits(lambda: strangers_phone.sits_down("Dan", "Eva", key="begun"))
    with pytest.raises(KeyUsedError):
        late.result(LONGEST)
    assert (len(keeper.book.search()), strangers_phone.book.search(), strangers_phone.book.players()) == (1, [], [])


def test_two_starts_that_meet_the_same_new_players_in_another_order_both_begin(
    keeper: Keeper, other: Keeper, meanwhile: Meanwhile
) -> None:
    with keeper.book.transaction():
        first = keeper.sits_down("Ann", "Ben", key="one")
        second = meanwhile.waits(lambda: other.sits_down("ben", "ANN", key="two"))
    assert keeper.sees(second.result(LONGEST)).sheet.table.players == ("Ben", "Ann")
    assert {each.id for each in keeper.book.search()} == {first, second.result()}
    assert keeper.book.players() == ["Ann", "Ben"]


def test_two_imports_of_one_session_at_once_are_one(
    keeper: Keeper, other: Keeper, strangers_phone: Keeper, meanwhile: Meanwhile
) -> None:
    came = replace(keeper.sees(keeper.sits_down()), id="came-from-elsewhere")
    with keeper.book.transaction():
        keeper.book.import_session(came)
        again = meanwhile.waits(lambda: other.book.import_session(came))
    assert again.result(LONGEST) == 0
    late = replace(came, id="came-later")
    with keeper.book.transaction():
        keeper.book.import_session(late)
        theirs = meanwhile.waits(lambda: strangers_phone.book.import_session(late))
    with pytest.raises((OtherLogError, KeyUsedError)):
        theirs.result(LONGEST)
    assert strangers_phone.book.search() == []


def test_who_rebuilds_waits_for_who_writes_and_finds_nothing_to_mend(
    keeper: Keeper, database: Database, meanwhile: Meanwhile, careless: Callable[[str], None]
) -> None:
    session = keeper.sits_down()
    careless("UPDATE standing SET total_milli = 7000")
    with closing(database.connect()) as db:
        with keeper.book.transaction():
            keeper.writes(session, takes(ANN, 3))
            mended = meanwhile.waits(lambda: rebuild(db))
        # What was written has brought all totals up to date already.
        assert mended.result(LONGEST).differences == ()
        assert compare(db).differences == ()


def test_two_sessions_with_the_same_players_that_end_at_once_both_count(
    keeper: Keeper, other: Keeper, meanwhile: Meanwhile, db: Connection
) -> None:
    one, two = keeper.sits_down("Ann", "Ben"), keeper.sits_down("Ben", "Ann")
    with keeper.book.transaction():
        keeper.writes(one, takes(ANN, 10))
        late = meanwhile.waits(lambda: other.writes(two, takes(BEN, 10), position=0))
        # A third that ends while the second waits, with the players the other way round again.
        three = keeper.sits_down("Ben", "Ann")
        keeper.writes(three, takes(ANN, 10))
        keeper.book.discard(one, at="2026-11-22T20:00:00Z")
        keeper.book.restore(one)
    assert late.result(LONGEST).session.sheet.over
    assert {line.name: (line.results.games, line.results.won) for line in keeper.book.table()} == {
        "Ann": (3, 2),
        "Ben": (3, 1),
    }
    assert compare(db).differences == ()


@pytest.mark.parametrize("before", ["iPhone", "Android", None])
def test_a_phone_that_ends_a_session_while_it_begins_another_is_in_its_own_way_nowhere(
    keeper: Keeper, other: Keeper, meanwhile: Meanwhile, before: str | None
) -> None:
    def iphone(key: str, name: str = "iPhone") -> Author:
        return replace(keeper.by(key), name=name)

    one = keeper.sits_down("Ann", "Ben")
    if before is not None:
        keeper.book.enter(one, note("hello"), position=0, by=iphone("known", before))
    position = keeper.sees(one).position
    with keeper.book.transaction():
        keeper.book.keep_rule_set("pot", name="ours", options={}, at="2026-11-21T20:00:00Z")
        late = meanwhile.waits(lambda: other.book.enter(one, takes(BEN, 10), position=position, by=iphone("last")))
        two = keeper.book.start(POT, {"players": ("Ann", "Ben"), "dealer": 0, "options": {}}, iphone("first"))
    assert late.result(LONGEST).session.sheet.over
    assert keeper.book.device_names(one) == {"phone": "iPhone"}
    assert keeper.sees(two).position == 0


def test_a_count_that_was_given_up_is_not_there(keeper: Keeper, other: Keeper, meanwhile: Meanwhile) -> None:
    one, two = keeper.sits_down("Ann", "Ben"), keeper.sits_down("Ann", "Ben")
    with given_up(), keeper.book.transaction():
        keeper.writes(one, takes(ANN, 10))
        late = meanwhile.waits(lambda: other.writes(two, takes(BEN, 10), position=0))
        raise ZeroDivisionError
    late.result(LONGEST)
    assert {line.name: line.results.won for line in keeper.book.table()} == {"Ann": 0, "Ben": 1}
    assert compare(keeper.book.db).differences == ()


# Where rows are held, and not everything.


@pytest.fixture
def by_rows(postgresql: PostgreSQL) -> Iterator[tuple[Keeper, Keeper]]:
    """Two phones of one scorebook; who would have to wait is told at once that it is busy."""
    with closing(postgresql.connect()) as db, closing(postgresql.connect()) as another:
        another.execute("SET lock_timeout = '1s'")
        yield Keeper(db, THURSDAY), Keeper(another, THURSDAY)


def test_who_writes_holds_up_nobody_on_another_sheet(by_rows: tuple[Keeper, Keeper]) -> None:
    keeper, other = by_rows
    session, another = keeper.sits_down("Ann", "Ben"), keeper.sits_down("Ann", "Ben")
    acts: list[Callable[[], Any]] = [
        lambda: other.writes(another, takes(BEN, 4), key="1"),
        lambda: other.writes(another, note("meanwhile"), key="2"),
        lambda: other.undoes(another, key="3"),
        lambda: other.corrects(another, {0: takes(BEN, 2)}, key="4"),
        lambda: other.book.discard(another, at="2026-11-21T20:00:00Z"),
        lambda: other.book.restore(another),
        lambda: other.book.keep_rule_set("pot", name="ours", options={}, at="2026-11-21T20:00:00Z"),
        lambda: other.sits_down("Ann", "Ben", key="5"),
    ]
    with keeper.book.transaction():
        keeper.writes(session, takes(ANN, 3))
        for act in acts:
            act()
        assert other.sees(session).position == 0, "who reads sees how it was, and waits for nobody"
        assert rebuild(other.book.db).differences == ()
    assert keeper.sees(session).sheet.totals == (3, 0)
    assert keeper.sees(another).sheet.totals == (0, 2)


def test_who_sits_down_holds_up_nobody_who_writes(by_rows: tuple[Keeper, Keeper]) -> None:
    keeper, other = by_rows
    session = keeper.sits_down("Ann", "Ben")
    with keeper.book.transaction():
        keeper.sits_down("Ann", "Chika")
        other.writes(session, takes(BEN, 4), key="1")
        scorebooks.meet_device(other.book.db, THURSDAY, replace(other.by(), name="Android"))
    assert keeper.sees(session).sheet.totals == (0, 4)


def test_the_last_two_parts_of_a_step_at_once_write_it_once(
    keeper: Keeper, other: Keeper, meanwhile: Meanwhile
) -> None:
    session = keeper.sits_down("Ann", "Ben", "Chika", game=OH_HELL, bidding="written")
    keeper.book.say_for(session, 2, {"bids": 1}, position=0, by=keeper.by())
    with keeper.book.transaction():
        first = keeper.book.say_for(session, ANN, {"bids": 1}, position=0, by=keeper.by("first"))
        late = meanwhile.waits(lambda: other.book.say_for(session, BEN, {"bids": 0}, position=0, by=other.by("second")))
    assert (first.written, late.result(LONGEST).written) == (False, True)
    assert keeper.sees(session).entries == ({"step": "bids", "bids": [1, 0, 1]},)


def test_a_part_that_comes_while_the_keeper_writes_is_too_late(
    keeper: Keeper, other: Keeper, meanwhile: Meanwhile
) -> None:
    session = keeper.sits_down("Ann", "Ben", "Chika", game=OH_HELL, bidding="written")
    bids = {"step": "bids", "bids": [0, 0, 0]}
    with keeper.book.transaction():
        keeper.writes(session, bids)
        late = meanwhile.waits(lambda: other.book.say_for(session, BEN, {"bids": 1}, position=0, by=other.by("late")))
    with pytest.raises(StaleError):
        late.result(LONGEST)
    assert keeper.sees(session).entries == (bids,)
    assert keeper.book.snapshot(session).pending.begun == frozenset()


@pytest.mark.parametrize("by", ["device", "link"])
def test_who_ends_a_game_while_a_phone_that_sits_there_is_shut_out_is_in_nobodys_way(
    keeper: Keeper, other: Keeper, meanwhile: Meanwhile, db: Connection, by: str
) -> None:
    session = keeper.sits_down("Ann", "Ben")
    grants.claim(db, device="keepers", scorebook=THURSDAY, name="", at=AT)
    secret = links.make(db, scorebook=THURSDAY, role="player", session=session, at=AT)
    came = comes(db, secret, device="bens", name="", at=AT, author="ben")
    keeper.book.take_seat(session, BEN, by=replace(keeper.by(), device="ben"))
    assert came.link
    by_whom = first_keeper(db, THURSDAY, at=AT)

    def shut_out() -> None:
        if by == "link":
            other.book.withdraw_link(came.link or "", by=by_whom, at=AT)
        else:
            other.book.remove_device(came.id, by=by_whom, at=AT)

    with keeper.book.transaction():
        keeper.writes(session, note("the last"))
        out = meanwhile.waits(shut_out)
        keeper.writes(session, takes(ANN, 10))
    out.result(LONGEST)
    assert keeper.sees(session).sheet.over
    assert keeper.book.snapshot(session).pending.seating == {}


def test_of_two_phones_that_take_a_seat_at_once_one_has_it(keeper: Keeper, other: Keeper, meanwhile: Meanwhile) -> None:
    session = keeper.sits_down("Ann", "Ben")
    with keeper.book.transaction():
        keeper.book.take_seat(session, ANN, by=replace(keeper.by("one"), device="first"))
        late = meanwhile.waits(lambda: other.book.take_seat(session, ANN, by=replace(other.by("two"), device="second")))
    with pytest.raises(SeatTakenError):
        late.result(LONGEST)
    assert keeper.book.snapshot(session).pending.seating[ANN].device == "first"
