"""Two connections at the same moment: what an entry is checked against is held, and nothing else where rows are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from record.log import Author
from scoring.games.oh_hell import GAME as OH_HELL
from store import scorebooks
from store.access import grants
from store.access.grants import remove_device
from store.access.secrets import revoke_link
from store.admin.rebuild import compare, rebuild
from store.book import Book
from store.engines.base import Database
from store.engines.postgresql import PostgreSQL
from store.errors import KeyUsedError, OtherLogError, SeatTakenError, StaleError
from store.scorebooks import device_names, players, save_rule_set
from store.seats.devices import take_seat
from store.seats.entries import enter, enter_seat
from store.sessions.details import delete_session
from store.sessions.history import summaries
from store.sessions.series import start_again
from store.sessions.snapshot import read_snapshot
from store.sessions.writing import import_session, start
from store.stats.league import league_table
from tests.kit.store.access import Guests
from tests.kit.store.table_talk import ANN, BEN, CHIKA, note, takes
from tests.kit.store.toy_game import POT
from tests.store.conftest import LONGEST, THURSDAY, AtOnce, Keeper, Meanwhile

AT = "2026-11-22T20:00:00Z"


def test_who_writes_on_the_same_sheet_waits_and_is_shown_what_was_written(
    keeper: Keeper, other: Keeper, at_once: AtOnce
) -> None:
    session = keeper.sits_down()
    _, late = at_once(
        lambda: keeper.writes(session, takes(ANN, 3), position=0),
        lambda: other.writes(session, takes(BEN, 4), position=0, key="late"),
    )
    with pytest.raises(StaleError) as stale:
        late.result(LONGEST)
    assert stale.value.session.entries == keeper.sees(session).entries == (takes(ANN, 3),)
    assert other.writes(session, takes(BEN, 4), position=1, key="late").session.sheet.totals == (3, 4)


def test_who_waited_for_what_was_given_up_writes_as_if_nothing_had_been(
    keeper: Keeper, other: Keeper, meanwhile: Meanwhile
) -> None:
    session = keeper.sits_down()
    with pytest.raises(ZeroDivisionError), keeper.book.db.writing():
        keeper.writes(session, takes(ANN, 10), position=0)
        late = meanwhile.waits(lambda: other.writes(session, takes(BEN, 10), position=0, key="late"))
        raise ZeroDivisionError
    assert late.result(LONGEST).session.entries == keeper.sees(session).entries == (takes(BEN, 10),)
    assert {line.name: line.results.won for line in league_table(keeper.book)} == {"Ann": 0, "Ben": 1}
    assert compare(keeper.book.db).differences == ()


def test_two_phones_that_want_the_same_again_at_once_begin_one_game(
    keeper: Keeper, other: Keeper, at_once: AtOnce
) -> None:
    session = keeper.sits_down("Ann", "Ben", at=AT)

    def again(phone: Keeper, key: str, seen: str | None = None) -> Callable[[], str]:
        return lambda: start_again(phone.book, session, phone.by(key, AT), seen=seen)

    second, late = at_once(again(keeper, "one"), again(other, "two"))
    assert late.result(LONGEST) == second
    third, late = at_once(again(keeper, "three", second), again(other, "four", second))
    assert late.result(LONGEST) == third
    assert {each.id for each in summaries(keeper.book)} == {session, second, third}


def test_two_starts_that_meet_the_same_new_players_in_another_order_both_begin(
    keeper: Keeper, other: Keeper, at_once: AtOnce
) -> None:
    first, second = at_once(
        lambda: keeper.sits_down("Ann", "Ben", key="one"), lambda: other.sits_down("ben", "ANN", key="two")
    )
    assert keeper.sees(second.result(LONGEST)).sheet.table.players == ("Ben", "Ann")
    assert {each.id for each in summaries(keeper.book)} == {first, second.result()}
    assert players(keeper.book) == ["Ann", "Ben"]


def test_two_imports_of_one_session_at_once_are_one(
    keeper: Keeper, other: Keeper, database: Database, at_once: AtOnce
) -> None:
    came = replace(keeper.sees(keeper.sits_down()), id="came-from-elsewhere")
    _, again = at_once(lambda: import_session(keeper.book, came), lambda: import_session(other.book, came))
    assert again.result(LONGEST) == 0
    late = replace(came, id="came-later")
    with closing(database.connect()) as db:
        strangers = Keeper(db, "another-group").book
        _, theirs = at_once(lambda: import_session(keeper.book, late), lambda: import_session(strangers, late))
        with pytest.raises((OtherLogError, KeyUsedError)):
            theirs.result(LONGEST)
        assert summaries(strangers) == []


def test_who_rebuilds_waits_for_who_writes_and_finds_nothing_to_mend(
    keeper: Keeper, other: Keeper, at_once: AtOnce, careless: Callable[[str], None]
) -> None:
    session = keeper.sits_down()
    careless("UPDATE standing SET total_milli = 7000")
    _, mended = at_once(lambda: keeper.writes(session, takes(ANN, 3)), lambda: rebuild(other.book.db))
    # What was written has brought all totals up to date already.
    assert mended.result(LONGEST).differences == ()
    assert compare(keeper.book.db).differences == ()


def test_two_sessions_with_the_same_players_that_end_at_once_both_count(
    keeper: Keeper, other: Keeper, meanwhile: Meanwhile
) -> None:
    one, two = keeper.sits_down("Ann", "Ben"), keeper.sits_down("Ben", "Ann")
    with keeper.book.db.writing():
        keeper.writes(one, takes(ANN, 10))
        late = meanwhile.waits(lambda: other.writes(two, takes(BEN, 10), position=0))
        # A third that ends while the second waits, with the players the other way round again.
        keeper.writes(keeper.sits_down("Ben", "Ann"), takes(ANN, 10))
        delete_session(keeper.book, one, at=AT)
        delete_session(keeper.book, one, at=None)
    assert late.result(LONGEST).session.sheet.over
    counted = {line.name: (line.results.games, line.results.won) for line in league_table(keeper.book)}
    assert counted == {"Ann": (3, 2), "Ben": (3, 1)}
    assert compare(keeper.book.db).differences == ()


@pytest.mark.parametrize("before", ["iPhone", "Android", None])
def test_a_phone_that_ends_a_session_while_it_begins_another_is_in_its_own_way_nowhere(
    keeper: Keeper, other: Keeper, meanwhile: Meanwhile, before: str | None
) -> None:
    def iphone(key: str, name: str = "iPhone") -> Author:
        return replace(keeper.by(key), name=name)

    one = keeper.sits_down("Ann", "Ben")
    if before is not None:
        enter(keeper.book, one, note("hello"), position=0, by=iphone("known", before))
    position = keeper.sees(one).position
    with keeper.book.db.writing():
        save_rule_set(keeper.book, "pot", name="ours", options={}, at=AT)
        late = meanwhile.waits(lambda: enter(other.book, one, takes(BEN, 10), position=position, by=iphone("last")))
        two = start(keeper.book, POT, {"players": ("Ann", "Ben"), "dealer": 0, "options": {}}, iphone("first"))
    assert late.result(LONGEST).session.sheet.over
    assert device_names(keeper.book, one) == {"phone": "iPhone"}
    assert keeper.sees(two).position == 0


def test_the_last_two_parts_of_a_step_at_once_write_it_once(keeper: Keeper, other: Keeper, at_once: AtOnce) -> None:
    session = keeper.sits_down("Ann", "Ben", "Chika", game=OH_HELL, bidding="written")
    enter_seat(keeper.book, session, CHIKA, {"bids": 1}, position=0, by=keeper.by(), anybody=True)
    first, late = at_once(
        lambda: enter_seat(keeper.book, session, ANN, {"bids": 1}, position=0, by=keeper.by("first"), anybody=True),
        lambda: enter_seat(other.book, session, BEN, {"bids": 0}, position=0, by=other.by("second"), anybody=True),
    )
    assert (first.written, late.result(LONGEST).written) == (False, True)
    assert keeper.sees(session).entries == ({"step": "bids", "bids": [1, 0, 1]},)


def test_of_two_phones_that_take_a_seat_at_once_one_has_it(keeper: Keeper, other: Keeper, at_once: AtOnce) -> None:
    session = keeper.sits_down("Ann", "Ben")
    _, late = at_once(
        lambda: take_seat(keeper.book, session, ANN, by=keeper.by("one", device="first")),
        lambda: take_seat(other.book, session, ANN, by=other.by("two", device="second")),
    )
    with pytest.raises(SeatTakenError):
        late.result(LONGEST)
    assert read_snapshot(keeper.book, session).pending.seating[ANN].device == "first"


@pytest.mark.parametrize("by", ["device", "link"])
def test_who_ends_a_game_while_a_phone_that_sits_there_is_shut_out_is_in_nobodys_way(
    keeper: Keeper, other: Keeper, meanwhile: Meanwhile, by: str
) -> None:
    session, guests = keeper.sits_down("Ann", "Ben"), Guests(keeper.book.db, THURSDAY, at=AT)
    grants.claim(guests.db, device="keepers", scorebook=THURSDAY, name="", at=AT)
    ben, ann = guests.joins("ben", "player", session), guests.id_of("keepers")
    take_seat(keeper.book, session, BEN, by=keeper.by(device="ben"))

    acts: dict[str, Callable[[], object]] = {
        "device": lambda: remove_device(other.book, ben.id, by=ann, at=AT),
        "link": lambda: revoke_link(other.book, str(ben.link), by=ann, at=AT),
    }
    with keeper.book.db.writing():
        keeper.writes(session, note("the last"))
        out = meanwhile.waits(acts[by])
        keeper.writes(session, takes(ANN, 10))
    out.result(LONGEST)
    assert keeper.sees(session).sheet.over
    assert read_snapshot(keeper.book, session).pending.seating == {}


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
    with keeper.book.db.writing():
        keeper.writes(session, takes(ANN, 3))
        other.writes(another, takes(BEN, 4), key="1")
        other.writes(another, note("meanwhile"), key="2")
        other.undoes(another, key="3")
        other.corrects(another, {0: takes(BEN, 2)}, key="4")
        delete_session(other.book, another, at=AT)
        delete_session(other.book, another, at=None)
        save_rule_set(other.book, "pot", name="ours", options={}, at=AT)
        other.sits_down("Ann", "Ben", key="5")
        assert other.sees(session).position == 0, "who reads sees how it was, and waits for nobody"
        assert rebuild(other.book.db).differences == ()
    assert (keeper.sees(session).sheet.totals, keeper.sees(another).sheet.totals) == ((3, 0), (0, 2))
    with keeper.book.db.writing():
        keeper.sits_down("Ann", "Chika")
        other.writes(session, takes(BEN, 4), key="6")
        scorebooks.save_device_name(Book(other.book.db, THURSDAY, "keeper"), replace(other.by(), name="Android"))
    assert keeper.sees(session).sheet.totals == (3, 4)
