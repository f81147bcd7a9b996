"""Phones at seats: who sits where, what each says for itself, and when it is written."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest

from record.author import Author
from scoring import catalogue
from scoring.entry.fields import Number
from scoring.errors import EntryError
from scoring.games.oh_hell import GAME as OH_HELL
from scoring.games.twin_shoot import GAME as TWIN_SHOOT
from store.admin.rebuild import compare
from store.book import Book, PlayersBook
from store.engines.base import Connection
from store.errors import (
    KeyUsedError,
    NoSuchSeatError,
    NoSuchSessionError,
    NothingToSayError,
    NotSeatedError,
    NotYourTurnError,
    SaidMeanwhileError,
    SaidOtherwiseError,
    SeatTakenError,
    StaleError,
)
from store.seats.step import PendingStep
from tests.store.conftest import THURSDAY, Keeper

ANN, BEN, CHIKA, DAI = range(4)
FOUR = ("Ann", "Ben", "Chika", "Dai")


class Phone:
    """A phone at the table, at one seat."""

    keys = count()

    def __init__(self, db: Connection, seat: int, device: str = "") -> None:
        self.book = PlayersBook(db, THURSDAY)
        self.seat = seat
        self.device = device or f"phone-of-{FOUR[seat]}"

    def by(self, key: str = "") -> Author:
        return Author(self.device, key or f"said-{next(self.keys)}", datetime.now(UTC), name="Android")

    def sits(self, session: str) -> None:
        self.book.take_seat(session, self.seat, by=self.by())

    def says(self, session: str, *, position: int | None = None, key: str = "", **part: Any) -> PendingStep:
        at = self.book.load(session).position if position is None else position
        return self.book.say(session, self.seat, part, position=at, by=self.by(key))


@pytest.fixture
def phones(db: Connection) -> list[Phone]:
    return [Phone(db, seat) for seat in range(4)]


@pytest.fixture
def in_turn(keeper: Keeper, phones: list[Phone]) -> str:
    """A table of Oh Hell with a phone each, Dai deals: Ann speaks first."""
    return all_sit(keeper, phones)


@pytest.fixture
def written(keeper: Keeper, phones: list[Phone]) -> str:
    """The same with bids that are written and shown at once."""
    return all_sit(keeper, phones, bidding="written")


def all_sit(keeper: Keeper, phones: list[Phone], **options: Any) -> str:
    session = keeper.sits_down(*FOUR, game=OH_HELL, dealer=DAI, **options)
    for phone in phones:
        phone.sits(session)
    return session


def hand_of(keeper: Keeper, session: str) -> int:
    sheet: Any = keeper.sees(session).sheet
    hand: int = sheet.hand
    return hand


# Who sits where.


def test_a_phone_takes_a_seat_that_is_free_and_is_seen_there(keeper: Keeper, phones: list[Phone]) -> None:
    session = keeper.sits_down(*FOUR, game=OH_HELL)
    phones[BEN].sits(session)
    phones[BEN].sits(session)
    assert [
        (seat, seat_device.device, seat_device.name)
        for seat, seat_device in keeper.book.snapshot(session).pending.seating.items()
    ] == [(BEN, "phone-of-Ben", "Android")]
    with pytest.raises(SeatTakenError):
        replace_seat(phones[ANN], BEN).sits(session)
    assert keeper.book.snapshot(session).pending.seating[BEN].device == "phone-of-Ben"


def replace_seat(phone: Phone, seat: int) -> Phone:
    return Phone(phone.book.db, seat, phone.device)


def test_two_can_share_a_phone(keeper: Keeper, phones: list[Phone]) -> None:
    session = keeper.sits_down(*FOUR, game=OH_HELL)
    phones[ANN].sits(session)
    replace_seat(phones[ANN], BEN).sits(session)
    assert {seat_device.device for seat_device in keeper.book.snapshot(session).pending.seating.values()} == {
        "phone-of-Ann"
    }


def test_a_keeper_frees_a_seat_and_what_was_said_from_it_is_void(
    keeper: Keeper, phones: list[Phone], written: str
) -> None:
    phones[CHIKA].says(written, bids=2)
    keeper.book.free_seat(written, CHIKA)
    assert CHIKA not in keeper.book.snapshot(written).pending.seating
    assert keeper.book.snapshot(written).pending.begun == frozenset()
    with pytest.raises(NotSeatedError):
        phones[CHIKA].says(written, bids=2)
    replace_seat(phones[ANN], CHIKA).sits(written)


def test_who_stands_up_stands_up_from_the_own_seat_alone(phones: list[Phone], in_turn: str) -> None:
    with pytest.raises(NotSeatedError):
        phones[ANN].book.leave_seat(in_turn, BEN, by=phones[ANN].by())
    phones[ANN].book.leave_seat(in_turn, ANN, by=phones[ANN].by())
    assert set(phones[BEN].book.snapshot(in_turn).pending.seating) == {BEN, CHIKA, DAI}


def test_there_is_no_seat_that_there_is_not(keeper: Keeper, stranger: Keeper, phones: list[Phone]) -> None:
    session = keeper.sits_down("Ann", "Ben", "Chika", game=OH_HELL)
    with pytest.raises(NoSuchSeatError):
        phones[DAI].sits(session)
    theirs = PlayersBook(keeper.book.db, stranger.scorebook)
    with pytest.raises(NoSuchSessionError):
        theirs.take_seat(session, ANN, by=phones[ANN].by())
    with pytest.raises(NoSuchSessionError):
        theirs.say(session, ANN, {"bids": 1}, position=0, by=phones[ANN].by())
    phones[ANN].sits(session)
    with pytest.raises(NoSuchSessionError):
        theirs.snapshot(session)


# What is said in turn, and at any time.


def test_a_deal_of_oh_hell_costs_the_keeper_nothing_and_each_player_two(
    keeper: Keeper, phones: list[Phone], in_turn: str
) -> None:
    hand = hand_of(keeper, in_turn)
    for phone, bid in zip(phones, (1, 0, 0), strict=False):
        told = phone.says(in_turn, bids=bid)
        assert (told.written, told.shown[phone.seat]) == (False, {"bids": bid})
    assert (told.turn, told.missing) == (DAI, (DAI,))
    assert phones[DAI].says(in_turn, bids=0).written
    assert keeper.sees(in_turn).entries == ({"step": "bids", "bids": [1, 0, 0, 0]},)
    taken = [phones[seat].says(in_turn, tricks=hand if seat == CHIKA else 0).written for seat in (CHIKA, ANN, DAI, BEN)]
    assert taken == [False, False, False, True]
    assert keeper.sees(in_turn).entries[1] == {"step": "tricks", "tricks": [0, 0, hand, 0]}
    assert [action.device for action in keeper.sees(in_turn).actions] == ["phone-of-Dai", "phone-of-Ben"]
    assert compare(keeper.book.db).differences == ()


def test_nobody_speaks_out_of_turn_but_the_keeper(keeper: Keeper, phones: list[Phone], in_turn: str) -> None:
    with pytest.raises(NotYourTurnError):
        phones[BEN].says(in_turn, bids=1)
    keeper.book.say_for(in_turn, BEN, {"bids": 1}, position=0, by=keeper.by())
    told = phones[ANN].says(in_turn, bids=2)
    assert (told.turn, told.shown) == (CHIKA, {ANN: {"bids": 2}, BEN: {"bids": 1}})
    with pytest.raises(NotYourTurnError):
        phones[ANN].says(in_turn, bids=1)


def test_the_dealer_is_told_the_forbidden_number_and_refused_it(phones: list[Phone], in_turn: str) -> None:
    for phone in phones[:DAI]:
        told = phone.says(in_turn, bids=0)
    own = told.own(DAI)
    assert own is not None
    (field,) = own.fields
    assert isinstance(field, Number)
    hand = field.high
    assert field.not_total == hand
    with pytest.raises(EntryError):
        phones[DAI].says(in_turn, bids=hand)
    assert phones[DAI].book.snapshot(in_turn).pending.missing == (DAI,)


def test_tricks_that_do_not_add_up_are_told_and_not_written(keeper: Keeper, phones: list[Phone], in_turn: str) -> None:
    keeper.writes(in_turn, {"step": "bids", "bids": [0, 0, 0, 0]})
    hand = hand_of(keeper, in_turn)
    for phone in phones:
        told = phone.says(in_turn, tricks=0)
    assert ([each.field for each in told.problems], told.entry, told.written) == (["tricks"], None, False)
    assert phones[BEN].says(in_turn, tricks=hand).written


# What is hidden.


def told_of(step: PendingStep) -> dict[str, object]:
    """All that a page can be told of a step, by its name."""
    names = {name for name in dir(step) if not name.startswith("_")} - {"parts", "own", "may_say", "seen_from"}
    return {name: getattr(step, name) for name in names}


def everything(book: Book, session: str) -> str:
    found = book.snapshot(session)
    return repr((found, told_of(found.pending)))


def test_hidden_bids_reach_nobody_until_all_are_in(
    db: Connection, keeper: Keeper, phones: list[Phone], written: str
) -> None:
    top = hand_of(keeper, written)
    before = keeper.book.snapshot(written).pending
    for phone in (phones[DAI], phones[ANN], phones[CHIKA]):
        told = phone.says(written, bids=top)
        assert (told.shown, told.entry, told.problems, told.written) == ({}, None, (), False)
        for book in (Book(db, THURSDAY), phone.book, keeper.book):
            now = book.snapshot(written).pending
            changed = {name for name, value in told_of(now).items() if value != told_of(before)[name]}
            who_has_bid = {"named", "begun", "missing", "left", "waited_for", "laid", "said_by"}
            assert changed == who_has_bid, "nothing but who has bid"
            assert now.own(BEN) == before.own(BEN)
    assert told.begun == {ANN, CHIKA, DAI}
    assert phones[BEN].says(written, bids=0).written
    assert keeper.sees(written).entries == ({"step": "bids", "bids": [top, 0, top, top]},)


def test_a_hidden_bid_is_changed_until_all_are_in(keeper: Keeper, phones: list[Phone], written: str) -> None:
    phones[ANN].says(written, bids=1)
    phones[ANN].says(written, bids=0)
    for phone in phones[BEN:]:
        phone.says(written, bids=1)
    assert keeper.sees(written).entries[0]["bids"] == [0, 1, 1, 1]


def test_where_the_table_wants_it_what_all_said_waits_for_the_keeper(
    keeper: Keeper, phones: list[Phone], written: str
) -> None:
    keeper.book.confirm(written, on=True)
    for phone in phones:
        told = phone.says(written, bids=1)
    assert not told.written
    assert told.entry == {"step": "bids", "bids": [1, 1, 1, 1]}
    assert told.shown == {seat: {"bids": 1} for seat in range(4)}
    with pytest.raises(NotYourTurnError):
        phones[ANN].says(written, bids=0)
    assert keeper.writes(written, told.entry).session.position == 1
    assert keeper.book.snapshot(written).pending.begun == frozenset()
    keeper.book.confirm(written, on=False)
    assert not keeper.book.snapshot(written).pending.confirms


@pytest.mark.parametrize("freed_by_a_keeper", [False, True])
def test_what_is_revealed_is_not_said_anew_by_standing_up(
    keeper: Keeper, phones: list[Phone], written: str, *, freed_by_a_keeper: bool
) -> None:
    keeper.book.confirm(written, on=True)
    for phone in phones:
        phone.says(written, bids=1)
    if freed_by_a_keeper:
        keeper.book.free_seat(written, ANN)
    else:
        phones[ANN].book.leave_seat(written, ANN, by=phones[ANN].by())
    assert keeper.book.snapshot(written).pending.entry == {"step": "bids", "bids": [1, 1, 1, 1]}
    phones[ANN].sits(written)
    for phone in phones:
        with pytest.raises(NotYourTurnError):
            phone.says(written, bids=0)


def test_who_stands_up_takes_along_no_bid_after_which_others_have_spoken(phones: list[Phone], in_turn: str) -> None:
    for phone in phones[:CHIKA]:
        phone.says(in_turn, bids=1)
    for phone in phones[:CHIKA]:
        phone.book.leave_seat(in_turn, phone.seat, by=phone.by())
    told = phones[DAI].book.snapshot(in_turn).pending
    assert (told.shown, told.turn) == ({ANN: {"bids": 1}}, BEN)


def test_a_bid_that_is_laid_stays_where_its_player_stands_up(
    monkeypatch: pytest.MonkeyPatch, keeper: Keeper, phones: list[Phone]
) -> None:
    monkeypatch.setattr(catalogue, "all_games", lambda: {"twin-shoot": TWIN_SHOOT})
    session = keeper.sits_down(*FOUR, game=TWIN_SHOOT)
    for phone in phones:
        phone.sits(session)
        phone.says(session, bids=3)
    phones[ANN].says(session, tricks=2)
    phones[ANN].book.leave_seat(session, ANN, by=phones[ANN].by())
    assert keeper.book.snapshot(session).pending.named[ANN] == {"bids"}
    phones[ANN].sits(session)
    for phone in phones[:CHIKA]:
        with pytest.raises(NotYourTurnError):
            phone.says(session, bids=4)


# The keeper, and the log.


def test_the_keeper_enters_anything_for_anybody(keeper: Keeper, phones: list[Phone], written: str) -> None:
    keeper.book.say_for(written, DAI, {"bids": 1}, position=0, by=keeper.by())
    assert keeper.book.snapshot(written).pending.begun == {DAI}
    phones[ANN].says(written, bids=1)
    keeper.writes(written, {"step": "bids", "bids": [None, 0, 0, None]})
    assert keeper.sees(written).entries == ({"step": "bids", "bids": [1, 0, 0, 1]},)
    assert keeper.book.snapshot(written).pending.begun == frozenset(), "what was said is void"
    with pytest.raises(StaleError):
        phones[BEN].says(written, position=0, bids=1)


def test_what_was_said_goes_along_with_a_note_and_an_adjustment(
    keeper: Keeper, phones: list[Phone], written: str
) -> None:
    for phone in phones[:CHIKA]:
        phone.says(written, bids=1)
    keeper.writes(written, {"step": "note", "text": "hello"})
    keeper.writes(written, {"step": "adjustment", "seat": 0, "amount": -5, "reason": "late"})
    keeper.undoes(written)
    assert keeper.book.snapshot(written).pending.begun == {ANN, BEN}
    assert not phones[CHIKA].says(written, position=0, bids=1).written, "the page of before the note asked the same"
    assert phones[DAI].says(written, position=1, bids=0).written
    assert keeper.sees(written).entries[-1] == {"step": "bids", "bids": [1, 1, 1, 0]}


def test_what_was_said_is_there_again_where_the_end_by_hand_is_taken_back(
    keeper: Keeper, phones: list[Phone], written: str
) -> None:
    for phone in phones[:CHIKA]:
        phone.says(written, bids=1)
    keeper.writes(written, {"step": "end"})
    keeper.writes(written, {"step": "note", "text": "too early"})
    assert keeper.book.snapshot(written).pending.begun == frozenset(), "a game that is over asks nobody"
    with pytest.raises((NothingToSayError, StaleError)):
        phones[CHIKA].says(written, position=0, bids=1)
    keeper.undoes(written, count=2)
    assert keeper.book.snapshot(written).pending.begun == {ANN, BEN}
    phones[CHIKA].says(written, bids=1)
    assert phones[DAI].says(written, bids=0).written
    assert keeper.sees(written).entries[-1] == {"step": "bids", "bids": [1, 1, 1, 0]}


def test_what_was_said_before_the_step_was_entered_is_void_even_when_it_is_undone(
    keeper: Keeper, phones: list[Phone], written: str
) -> None:
    phones[ANN].says(written, bids=1)
    keeper.writes(written, {"step": "bids", "bids": [None, 0, 0, 0]})
    keeper.undoes(written)
    assert keeper.book.snapshot(written).pending.begun == frozenset()


def test_a_part_that_was_heard_is_heard_again_though_others_spoke_since(phones: list[Phone], in_turn: str) -> None:
    phones[ANN].says(in_turn, bids=1)
    phones[BEN].says(in_turn, bids=0)
    assert phones[ANN].says(in_turn, bids=1).shown[ANN] == {"bids": 1}
    with pytest.raises(NotYourTurnError):
        phones[ANN].says(in_turn, bids=2)


def test_the_last_part_sent_again_is_harmless(keeper: Keeper, phones: list[Phone], written: str) -> None:
    for phone in phones[:DAI]:
        phone.says(written, bids=1)
    assert phones[DAI].says(written, position=0, key="last", bids=1).written
    assert phones[DAI].says(written, position=0, key="last", bids=1).written
    assert keeper.sees(written).position == 1
    another = all_sit(keeper, phones, bidding="written")
    with pytest.raises(KeyUsedError):
        phones[DAI].says(another, key="last", bids=1)


def test_a_step_that_is_the_keepers_has_no_part_for_a_seat(keeper: Keeper, phones: list[Phone], in_turn: str) -> None:
    keeper.writes(in_turn, {"step": "end"})
    assert keeper.book.snapshot(in_turn).pending.seats == ()
    with pytest.raises(NothingToSayError):
        phones[ANN].says(in_turn, bids=1)
    pot = keeper.sits_down("Ann", "Ben")
    phones[ANN].sits(pot)
    with pytest.raises(NothingToSayError):
        phones[ANN].says(pot, chips=3)


def test_no_seat_brings_back_what_a_keeper_deleted(keeper: Keeper, phones: list[Phone], written: str) -> None:
    for phone in phones[:DAI]:
        phone.says(written, bids=1)
    keeper.book.discard(written, at="2026-11-21T20:00:00Z")
    with pytest.raises(NothingToSayError):
        phones[DAI].says(written, bids=1)
    assert keeper.sees(written).discarded_at
    assert keeper.book.say_for(written, DAI, {"bids": 1}, position=0, by=keeper.by()).written
    assert keeper.sees(written).discarded_at is None


def test_what_is_purged_leaves_no_seat_and_no_part_behind(
    db: Connection, keeper: Keeper, phones: list[Phone], written: str
) -> None:
    phones[ANN].says(written, bids=1)
    keeper.book.discard(written, at="2026-11-21T20:00:00Z")
    assert keeper.book.purge(before="2026-12-31T00:00:00Z").sessions == 1
    for table in ("seat_device", "pending_input", "device_name"):
        assert db.execute(f"SELECT * FROM {table}").fetchall() == [], table


# What another phone enters for a seat.


def test_a_bid_that_was_answered_is_said_again_by_the_keeper_alone(
    keeper: Keeper, phones: list[Phone], in_turn: str
) -> None:
    phones[ANN].says(in_turn, bids=2)
    phones[BEN].says(in_turn, bids=1)
    with pytest.raises(NotYourTurnError):
        phones[ANN].says(in_turn, bids=1)
    now = keeper.book.say_for(in_turn, ANN, {"bids": 1}, position=0, by=keeper.by())
    assert (now.shown, now.turn) == ({ANN: {"bids": 1}, BEN: {"bids": 1}}, CHIKA), "Ben's bid stays"


def test_what_another_phone_entered_meanwhile_is_not_replaced_unseen(
    keeper: Keeper, phones: list[Phone], in_turn: str
) -> None:
    def ben(bids: int, seen: str) -> PendingStep:
        return phones[BEN].book.say(in_turn, BEN, {"bids": bids}, position=0, by=phones[BEN].by(), seen=seen)

    phones[ANN].says(in_turn, bids=2)
    now = keeper.book.say_for(in_turn, BEN, {"bids": 1}, position=0, by=keeper.by())
    assert keeper.book.snapshot(in_turn).pending.said_by[BEN].device == keeper.by().device
    with pytest.raises(SaidMeanwhileError):
        ben(3, "")
    assert ben(1, "").shown[BEN] == {"bids": 1}, "the same is no conflict"
    said = keeper.book.snapshot(in_turn).pending.said_by[BEN]
    assert said.device == keeper.by().device
    assert ben(3, said.at).shown[BEN] == {"bids": 3}, "seen, it can be replaced"
    with pytest.raises(SaidMeanwhileError):
        keeper.book.say_for(in_turn, BEN, {"bids": 0}, position=0, by=keeper.by(), seen="")
    assert now.session.position == 0


def test_of_a_hidden_part_that_another_phone_laid_nobody_learns_the_value(
    keeper: Keeper, phones: list[Phone], written: str
) -> None:
    keeper.book.say_for(written, BEN, {"bids": 1}, position=0, by=keeper.by())
    for bid in (1, 2):
        with pytest.raises(SaidMeanwhileError):
            phones[BEN].book.say(written, BEN, {"bids": bid}, position=0, by=phones[BEN].by(), seen="")


def test_what_was_entered_for_a_phone_is_told_there_after_it_is_written(
    keeper: Keeper, phones: list[Phone], in_turn: str
) -> None:
    phones[ANN].says(in_turn, bids=1)
    keeper.book.say_for(in_turn, BEN, {"bids": 2}, position=0, by=keeper.by())
    phones[CHIKA].says(in_turn, bids=0)
    assert phones[DAI].says(in_turn, bids=0).written
    told = keeper.book.snapshot(in_turn).pending.entered_for
    assert {seat: (each.position, each.part["bids"], each.by.device) for seat, each in told.items()} == {
        BEN: (0, 2, keeper.by().device)
    }
    keeper.book.enter(in_turn, {"step": "note", "text": "tea"}, position=1, by=keeper.by())
    assert set(keeper.book.snapshot(in_turn).pending.entered_for) == {BEN}, "a note changes nothing"
    phones[BEN].says(in_turn, tricks=1)
    now = keeper.book.snapshot(in_turn).pending
    assert (now.entered_for, now.shown) == ({}, {BEN: {"tricks": 1}})
    keeper.book.undo(in_turn, position=2, by=keeper.by())
    assert keeper.book.snapshot(in_turn).pending.entered_for == {}


def test_a_keepers_whole_entry_is_told_to_every_phone_that_said_nothing_or_otherwise(
    keeper: Keeper, phones: list[Phone], in_turn: str
) -> None:
    phones[ANN].says(in_turn, bids=1)
    phones[BEN].says(in_turn, bids=2)
    raw = {"step": "bids", "bids": [1, 1, 0, 0]}
    with pytest.raises(SaidOtherwiseError) as error:
        keeper.book.enter(in_turn, raw, position=0, by=keeper.by())
    keeper.book.enter(in_turn, raw, position=0, by=keeper.by(), overruled=error.value.overruled)
    assert set(keeper.book.snapshot(in_turn).pending.entered_for) == {BEN, CHIKA, DAI}


def test_hidden_input_that_came_to_nothing_is_never_told_as_entered(
    db: Connection, keeper: Keeper, phones: list[Phone], written: str
) -> None:
    """As an import of a later log would leave it: the row stays, and something else was written there."""
    keeper.book.say_for(written, BEN, {"bids": 1}, position=0, by=keeper.by())
    row = db.execute("SELECT * FROM pending_input").fetchone()
    keeper.book.enter(
        written, {"step": "bids", "bids": [0, 2, 0, 0]}, position=0, by=keeper.by(), take=False, overruled="[[1,null]]"
    )
    with db.writing():
        db.execute("DELETE FROM pending_input")
        db.execute(
            "INSERT INTO pending_input (session, seat, position, facts, device, at) VALUES (?, ?, ?, ?, ?, ?)",
            tuple(row[name] for name in ("session", "seat", "position", "facts", "device", "at")),
        )
    assert keeper.book.snapshot(written).pending.entered_for == {}
