"""Phones at seats where the table changes: a seat passes to somebody else, somebody comes or leaves, or the plan."""

from __future__ import annotations

from typing import Any

import pytest

from store.admin.rebuild import compare
from store.engines.base import Connection
from store.errors import NoSuchSeatError, NothingToSayError, NotSeatedError, StaleError
from store.seats.step import PendingStep
from tests.store.conftest import Keeper
from tests.store.seats.test_seats import ANN, BEN, CHIKA, DAI, FOUR, Phone, all_sit, phones  # noqa: F401

EVA = 4
ZOE_FOR_ANN = {"step": "takeover", "seat": ANN, "name": "Zoe"}
EVA_JOINS = {"step": "join", "name": "Eva"}
ALL_ZERO = {"step": "bids", "bids": [0, 0, 0, 0]}


@pytest.fixture
def written(keeper: Keeper, phones: list[Phone]) -> str:  # noqa: F811
    """Four at Oh Hell with a phone each, from three cards down; bids are hidden until all are in. Dai deals."""
    return all_sit(keeper, phones, bidding="written", format="short-falling", top_hand="3")


@pytest.fixture
def in_turn(keeper: Keeper, phones: list[Phone]) -> str:  # noqa: F811
    return all_sit(keeper, phones, format="short-falling", top_hand="3")


def now(keeper: Keeper, session: str) -> PendingStep:
    return keeper.book.snapshot(session).pending


def sits(keeper: Keeper, session: str) -> dict[int, str]:
    return {seat: each.device for seat, each in now(keeper, session).seating.items()}


def zoe(db: Connection) -> Phone:
    return Phone(db, ANN, "phone-of-Zoe")


def test_a_phone_does_not_stay_in_a_seat_that_somebody_else_takes_over(
    keeper: Keeper,
    phones: list[Phone],  # noqa: F811
    written: str,
    db: Connection,
) -> None:
    keeper.writes(written, ZOE_FOR_ANN)
    assert ANN not in sits(keeper, written)
    with pytest.raises(NotSeatedError):
        phones[ANN].says(written, bids=1)
    zoe(db).sits(written)
    assert zoe(db).says(written, bids=1).begun == {ANN}
    assert keeper.book.seats_before(written) == {"phone-of-Ann": (ANN, -1)}
    assert compare(db).differences == ()


def test_an_undo_puts_the_phones_where_they_were_and_a_redo_too(keeper: Keeper, written: str, db: Connection) -> None:
    keeper.writes(written, ZOE_FOR_ANN)
    zoe(db).sits(written)
    keeper.undoes(written)
    assert sits(keeper, written)[ANN] == "phone-of-Ann"
    keeper.redoes(written)
    assert sits(keeper, written)[ANN] == "phone-of-Zoe"
    keeper.corrects(written, {0: {**ZOE_FOR_ANN, "name": "Zoë"}})
    assert sits(keeper, written)[ANN] == "phone-of-Zoe", "the name was misspelt"
    keeper.corrects(written, {0: {**ZOE_FOR_ANN, "seat": BEN}})
    assert sits(keeper, written) == {
        ANN: "phone-of-Ann",
        CHIKA: "phone-of-Chika",
        DAI: "phone-of-Dai",
    }, "it was Ben’s seat"


def test_a_hidden_bid_is_void_once_somebody_else_has_the_seat_and_the_others_stay(
    keeper: Keeper,
    phones: list[Phone],  # noqa: F811
    written: str,
    db: Connection,
) -> None:
    phones[ANN].says(written, bids=3)
    phones[BEN].says(written, bids=1)
    keeper.writes(written, ZOE_FOR_ANN)
    keeper.writes(written, {"step": "note", "text": "tea"})
    step = now(keeper, written)
    assert (dict(step.void), {*step.begun}, dict(step.shown)) == ({ANN: "Ann"}, {BEN}, {})
    assert "3" not in repr(step.void)
    zoe(db).sits(written)
    assert zoe(db).says(written, bids=0).void == {ANN: "Ann"}
    assert now(keeper, written).void == {}
    phones[CHIKA].says(written, bids=0)
    assert phones[DAI].says(written, bids=1).written
    assert keeper.sees(written).entries[-1] == {"step": "bids", "bids": [0, 1, 0, 1]}


def test_an_open_bid_is_void_too_and_the_seat_is_up_again(keeper: Keeper, phones: list[Phone], in_turn: str) -> None:  # noqa: F811
    phones[ANN].says(in_turn, bids=3)
    phones[BEN].says(in_turn, bids=0)
    keeper.writes(in_turn, ZOE_FOR_ANN)
    step = now(keeper, in_turn)
    assert (step.void, step.turn, step.shown) == ({ANN: "Ann"}, ANN, {BEN: {"bids": 0}})


def test_bids_that_are_shown_and_wait_for_the_keeper_stay(keeper: Keeper, phones: list[Phone], written: str) -> None:  # noqa: F811
    keeper.book.confirm(written, on=True)
    for phone, bid in zip(phones, (1, 1, 0, 0), strict=True):
        phone.says(written, bids=bid)
    keeper.writes(written, ZOE_FOR_ANN)
    step = now(keeper, written)
    assert (step.void, step.entry) == ({}, {"step": "bids", "bids": [1, 1, 0, 0]})


def test_a_tap_from_before_the_takeover_is_not_the_new_players(keeper: Keeper, written: str) -> None:
    keeper.writes(written, ZOE_FOR_ANN)
    with pytest.raises(StaleError):
        keeper.book.say_for(written, ANN, {"bids": 2}, position=0, by=keeper.by())
    keeper.book.say_for(written, BEN, {"bids": 2}, position=0, by=keeper.by())
    assert now(keeper, written).begun == {BEN}


def test_a_newcomer_has_a_seat_for_a_phone_from_the_deal_on(
    keeper: Keeper,
    phones: list[Phone],  # noqa: F811
    written: str,
    db: Connection,
) -> None:
    eva = Phone(db, EVA, "phone-of-Eva")
    keeper.writes(written, ALL_ZERO)
    phones[ANN].says(written, tricks=3)
    keeper.writes(written, EVA_JOINS)
    assert now(keeper, written).begun == {ANN}, "the deal in play goes on"
    with pytest.raises(NoSuchSeatError):
        eva.sits(written)
    for phone in phones[1:]:
        phone.says(written, tricks=0)
    eva.sits(written)
    assert set(now(keeper, written).missing) == {ANN, BEN, CHIKA, DAI, EVA}
    eva.says(written, bids=1)
    assert now(keeper, written).begun == {EVA}
    keeper.undoes(written, count=2)
    assert EVA not in sits(keeper, written)
    assert keeper.book.snapshot(written).pending.begun == frozenset()


def test_who_sits_out_is_not_asked_and_is_again_when_back(keeper: Keeper, phones: list[Phone], written: str) -> None:  # noqa: F811
    keeper.writes(written, {"step": "sit-out", "seat": BEN})
    with pytest.raises(NothingToSayError):
        phones[BEN].says(written, bids=1)
    for phone in (phones[CHIKA], phones[ANN], phones[DAI]):
        told = phone.says(written, bids=0)
    assert told.written
    keeper.writes(written, {"step": "tricks", "tricks": [3, None, 0, 0]})
    assert phones[BEN].says(written, bids=1).begun == {BEN}


def test_who_leaves_keeps_the_phone_and_is_asked_again_after_coming_back(
    keeper: Keeper,
    phones: list[Phone],  # noqa: F811
    written: str,
) -> None:
    keeper.writes(written, {"step": "leave", "seat": BEN})
    assert BEN not in now(keeper, written).seats
    assert sits(keeper, written)[BEN] == "phone-of-Ben"
    keeper.writes(written, {"step": "return", "seat": BEN})
    assert phones[BEN].says(written, bids=1).begun == {BEN}


def test_a_deal_of_another_hand_voids_what_was_said_for_it(keeper: Keeper, phones: list[Phone], written: str) -> None:  # noqa: F811
    phones[ANN].says(written, bids=1)
    keeper.writes(written, {"step": "plan", "hands": [2, 1]})
    assert (now(keeper, written).void, now(keeper, written).begun) == ({ANN: "Ann"}, frozenset())
    with pytest.raises(StaleError):
        phones[BEN].says(written, position=0, bids=2)
    phones[ANN].says(written, bids=1)
    step = now(keeper, written)
    assert (dict(step.void), {*step.begun}) == ({}, {ANN})


@pytest.mark.parametrize(
    ("change", "turn"),
    [
        pytest.param(EVA_JOINS, EVA, id="she sits left of Dai, who deals"),
        ({"step": "leave", "seat": DAI}, CHIKA),
        ({"step": "sit-out", "seat": DAI}, CHIKA),
    ],
)
def test_a_change_of_who_plays_keeps_what_the_others_have_said(
    keeper: Keeper,
    phones: list[Phone],  # noqa: F811
    in_turn: str,
    change: dict[str, Any],
    turn: int,
) -> None:
    phones[ANN].says(in_turn, bids=3)
    phones[BEN].says(in_turn, bids=0)
    keeper.writes(in_turn, change)
    step = now(keeper, in_turn)
    assert (dict(step.void), step.shown, step.turn) == ({}, {ANN: {"bids": 3}, BEN: {"bids": 0}}, turn)


def test_a_corrected_entry_keeps_what_was_said_after_it(keeper: Keeper, phones: list[Phone], written: str) -> None:  # noqa: F811
    keeper.writes(written, ALL_ZERO)
    phones[ANN].says(written, tricks=2)
    keeper.corrects(written, {0: {**ALL_ZERO, "bids": [2, 0, 0, 0]}})
    step = now(keeper, written)
    assert (dict(step.void), step.shown) == ({}, {ANN: {"tricks": 2}})


def test_a_change_of_what_is_played_later_voids_nothing(keeper: Keeper, phones: list[Phone], written: str) -> None:  # noqa: F811
    keeper.writes(written, ALL_ZERO)
    phones[ANN].says(written, tricks=3)
    for change in (
        {"step": "plan", "hands": [1]},
        EVA_JOINS,
        {"step": "sit-out", "seat": BEN},
        {"step": "leave", "seat": DAI},
    ):
        keeper.writes(written, change)
    step = now(keeper, written)
    assert (dict(step.void), {*step.begun}) == ({}, {ANN})


def test_a_purged_session_leaves_no_phone_behind(keeper: Keeper, written: str, db: Connection) -> None:
    keeper.writes(written, ZOE_FOR_ANN)
    keeper.book.discard(written, at="2026-11-21T20:00:00Z")
    keeper.book.purge(before="2026-12-31T00:00:00Z")
    assert db.execute("SELECT * FROM seat_before").fetchall() == []


def test_the_same_again_is_for_those_who_sit_there_now(keeper: Keeper, written: str, db: Connection) -> None:
    keeper.writes(written, {"step": "leave", "seat": DAI})
    keeper.writes(written, ZOE_FOR_ANN)
    zoe(db).sits(written)
    keeper.writes(written, {"step": "end"})
    again = keeper.book.start_again(written, keeper.by())
    assert keeper.sees(again).sheet.table.players == ("Zoe", "Ben", "Chika")
    assert sits(keeper, again) == {ANN: "phone-of-Zoe", BEN: "phone-of-Ben", CHIKA: "phone-of-Chika"}


def test_phones_follow_a_corrected_order_of_seats_after_a_takeover(
    keeper: Keeper, written: str, db: Connection
) -> None:
    keeper.writes(written, ZOE_FOR_ANN)
    zoe(db).sits(written)
    setup = {**keeper.sees(written).setup, "players": ["Ben", "Ann", "Chika", "Dai"]}
    keeper.book.set_up(written, setup, position=1, by=keeper.by())
    assert keeper.sees(written).sheet.table.players == ("Ben", "Zoe", "Chika", "Dai")
    assert sits(keeper, written) == {0: "phone-of-Ben", 1: "phone-of-Zoe", 2: "phone-of-Chika", 3: "phone-of-Dai"}


def test_what_was_said_moves_with_its_person_when_seats_are_corrected_and_undone(
    keeper: Keeper,
    phones: list[Phone],  # noqa: F811
    written: str,
) -> None:
    phones[ANN].says(written, bids=3)
    phones[BEN].says(written, bids=0)
    setup = {**keeper.sees(written).setup, "players": ["Ben", "Ann", "Chika", "Dai"]}
    keeper.book.set_up(written, setup, position=0, by=keeper.by())
    assert (dict(now(keeper, written).void), {*now(keeper, written).begun}) == ({}, {0, 1})
    assert "Ann" not in repr(now(keeper, written).void)
    keeper.undoes(written)
    assert now(keeper, written).begun == {ANN, BEN}
    phones[CHIKA].says(written, bids=0)
    assert phones[DAI].says(written, bids=1).written
    assert keeper.sees(written).entries[-1] == {"step": "bids", "bids": [3, 0, 0, 1]}


def test_the_bid_that_the_dealer_may_not_make_any_more_is_asked_again_until_the_correction_is_undone(
    keeper: Keeper,
    phones: list[Phone],  # noqa: F811
) -> None:
    """1, 1, 0 and 1 are three, as many as there are cards: with the restriction Dai, who deals, may not say that."""
    session = all_sit(keeper, phones, format="short-falling", top_hand="3", restriction="off")
    keeper.book.confirm(session, on=True)
    for phone, bid in zip(phones, (1, 1, 0, 1), strict=True):
        phone.says(session, bids=bid)
    setup = keeper.sees(session).setup
    restricted = {**setup, "options": {**setup["options"], "restriction": "on"}}
    keeper.book.set_up(session, restricted, position=0, by=keeper.by())
    step = now(keeper, session)
    assert (step.void, step.turn, {*step.begun}) == ({DAI: "Dai"}, DAI, {ANN, BEN, CHIKA})
    keeper.undoes(session)
    assert now(keeper, session).entry == {"step": "bids", "bids": [1, 1, 0, 1]}


def test_the_tricks_that_were_said_stay_under_another_scoring(
    keeper: Keeper,
    phones: list[Phone],  # noqa: F811
    written: str,
) -> None:
    keeper.writes(written, ALL_ZERO)
    phones[ANN].says(written, tricks=3)
    setup = keeper.sees(written).setup
    scoring = {**setup, "options": {**setup["options"], "scoring": "minus"}}
    keeper.book.set_up(written, scoring, position=1, by=keeper.by())
    assert (dict(now(keeper, written).void), {*now(keeper, written).begun}) == ({}, {ANN})
    keeper.writes(written, {"step": "tricks", "tricks": [3, 0, 0, 0]})
    assert now(keeper, written).void == {}


def test_a_corrected_setup_that_asks_earlier_steps_again_tells_of_nothing(
    keeper: Keeper,
    phones: list[Phone],  # noqa: F811
    written: str,
) -> None:
    keeper.writes(written, ALL_ZERO)
    phones[ANN].says(written, tricks=3)
    setup = keeper.sees(written).setup
    two_cards = {**setup, "options": {**setup["options"], "top_hand": "2"}}
    keeper.book.set_up(written, two_cards, position=1, by=keeper.by(), reopen=True)
    step = now(keeper, written)
    assert step.session.sheet.ask is not None
    assert step.session.sheet.ask.step == "bids"
    assert (step.void, step.begun) == ({}, frozenset())
