"""Live parts in the store: two phones at Koi-Koi settle a month, an undo leaves the cards, a late stop is told."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from record.author import Author
from scoring import catalogue
from scoring.errors import EntryError
from scoring.games.koi_koi import GAME as KOI_KOI
from store.admin.rebuild import compare
from store.engines.base import Connection
from store.errors import NotSeatedError, SaidOtherwiseError, StaleError
from tests.store.conftest import Keeper
from tests.store.seats.test_seats import Phone

ANN, BEN = range(2)
CRANE, CURTAIN, MOON, CUP, BOAR = "01-1", "03-1", "08-1", "09-1", "07-1"
BOAR_DEER_BUTTERFLIES = [BOAR, "10-1", "06-1"]


@pytest.fixture(autouse=True)
def koi_koi(two_games: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "all_games", lambda: {"koi-koi": KOI_KOI})


@pytest.fixture
def phones(db: Connection) -> list[Phone]:
    return [Phone(db, seat) for seat in (ANN, BEN)]


def begins(keeper: Keeper, phones: list[Phone], **options: Any) -> str:
    session = keeper.sits_down("Ann", "Ben", game=KOI_KOI, dealer=ANN, **options)
    for phone in phones:
        phone.sits(session)
        phone.says(session, lights=0)
    return session


@pytest.fixture
def month(keeper: Keeper, phones: list[Phone]) -> str:
    """A month of Koi-Koi has begun, with a phone each; Ann is oya."""
    return begins(keeper, phones)


def told(keeper: Keeper, session: str) -> list[str]:
    return [str(problem.message) for problem in keeper.book.snapshot(session).pending.problems]


def totals(keeper: Keeper, session: str) -> tuple[Any, ...]:
    return tuple(keeper.sees(session).sheet.totals)


def test_both_settle_the_month_and_the_one_who_stops_writes_it(
    keeper: Keeper, phones: list[Phone], month: str, db: Connection
) -> None:
    ann, ben = phones
    ben.says(month, cards=[BOAR])
    ann.says(month, cards=[CRANE, CURTAIN])
    assert keeper.sees(month).position == 1
    # 三光 6: +6.
    step = ann.says(month, cards=[CRANE, CURTAIN, MOON], winner=ANN)
    assert step.written
    action = keeper.sees(month).actions[-1]
    assert action.facts["cards"] == [[CRANE, CURTAIN, MOON], [BOAR]]
    assert action.facts["winner"] == ANN
    assert totals(keeper, month) == (106, 94)
    assert not keeper.book.snapshot(month).pending.begun
    assert not keeper.book.snapshot(month).pending.entered_for, "Ben saw it as it came"
    assert compare(db).differences == ()


def test_a_tap_sent_twice_is_one(keeper: Keeper, phones: list[Phone], month: str) -> None:
    phones[ANN].says(month, cards=[CRANE, CURTAIN, MOON])
    first = phones[ANN].says(month, key="once", position=1, winner=ANN)
    again = phones[ANN].says(month, key="once", position=1, winner=ANN)
    assert first.written
    assert again.written
    assert totals(keeper, month) == (106, 94)


def test_a_stop_over_a_card_in_both_piles_waits_until_that_is_mended(
    keeper: Keeper, phones: list[Phone], month: str
) -> None:
    ann, ben = phones
    ben.says(month, cards=[MOON])
    assert not ann.says(month, cards=[CRANE, CURTAIN, MOON], winner=ANN).written
    assert len(told(keeper, month)) == 1
    assert ben.says(month, cards=[]).written
    assert totals(keeper, month) == (106, 94)


def test_who_stops_too_late_is_told_and_so_is_the_other(keeper: Keeper, phones: list[Phone], month: str) -> None:
    """Ben had no network while he tapped his last cards and the stop."""
    ann, ben = phones
    ann.says(month, cards=[CRANE, CURTAIN, MOON], winner=ANN)
    with pytest.raises(StaleError):
        ben.says(month, position=1, cards=BOAR_DEER_BUTTERFLIES, winner=BEN)
    assert keeper.book.snapshot(month).pending.late == {BEN}
    assert not keeper.book.snapshot(month).pending.entered_for
    ben.says(month, lights=0)
    assert keeper.book.snapshot(month).pending.late == frozenset()


def test_two_who_stop_are_both_told_and_who_takes_it_back_gives_the_month_to_the_other(
    keeper: Keeper, phones: list[Phone], month: str
) -> None:
    """「役を完成させたら…どちらかを宣言しなければいけません」: with a yaku Ben has to say one of the two."""
    ann, ben = phones
    ben.says(month, cards=BOAR_DEER_BUTTERFLIES)
    assert not ann.says(month, cards=[CRANE, CURTAIN, MOON], winner=ANN).written
    assert told(keeper, month) == [
        "Ben’s cards make Inoshikachō. A player with a yaku stops or calls koi-koi, so enter one of the two."
    ]
    assert not ben.says(month, winner=BEN).written
    assert told(keeper, month) == ["Ann and Ben both say stop. Only one can: the other takes it back."]
    # 「こいこい」 takes the stop back, and is what a player with a yaku says instead.
    assert ann.says(month, calls=1).written
    assert totals(keeper, month) == (94, 106)


def test_cards_sent_too_late_are_no_claim(keeper: Keeper, phones: list[Phone], month: str) -> None:
    phones[ANN].says(month, cards=[CRANE, CURTAIN, MOON], winner=ANN)
    with pytest.raises(StaleError):
        phones[BEN].says(month, position=1, cards=[BOAR])
    assert keeper.book.snapshot(month).pending.late == frozenset()


def test_after_an_undo_the_cards_still_lie_there_but_nobody_has_stopped(
    keeper: Keeper, phones: list[Phone], month: str
) -> None:
    ann, ben = phones
    ben.says(month, cards=[BOAR])
    ann.says(month, cards=[CRANE, CURTAIN, MOON], calls=1)
    ann.says(month, cards=[CRANE, CURTAIN, MOON, CUP], winner=ANN)
    keeper.undoes(month)
    step = keeper.book.snapshot(month).pending
    assert step.shown == {ANN: {"calls": 1, "cards": [CRANE, CURTAIN, MOON, CUP]}, BEN: {"cards": [BOAR]}}
    assert step.undone == {ANN, BEN}
    assert step.missing == (ANN, BEN)
    # 三光 6 + 花見 5 + 月見 5 + 鉄砲 5 = 21 → 42 × 2.
    ann.says(month, winner=ANN)
    assert totals(keeper, month) == (184, 16)


def test_a_dead_phone_is_entered_for_and_who_was_freed_leaves_the_cards(
    keeper: Keeper, phones: list[Phone], month: str
) -> None:
    phones[BEN].says(month, cards=[BOAR], calls=0)
    keeper.book.free_seat(month, BEN)
    assert keeper.book.snapshot(month).pending.shown[BEN]["cards"] == [BOAR]
    with pytest.raises(NotSeatedError):
        phones[BEN].says(month, cards=[])
    by = Author("keepers-phone", "for-ben", datetime.now(UTC))
    keeper.book.say_for(month, BEN, {"cards": [BOAR, CUP]}, position=1, by=by)
    assert keeper.book.snapshot(month).pending.shown[BEN]["cards"] == [BOAR, CUP]


def test_who_stops_without_a_yaku_is_refused_and_keeps_the_cards(
    keeper: Keeper, phones: list[Phone], month: str
) -> None:
    phones[ANN].says(month, cards=[CRANE, CURTAIN])
    with pytest.raises(EntryError):
        phones[ANN].says(month, winner=ANN)
    assert keeper.book.snapshot(month).pending.shown[ANN] == {"cards": [CRANE, CURTAIN]}


def test_hidden_piles_leave_the_store_with_the_month_only(keeper: Keeper, phones: list[Phone]) -> None:
    session = begins(keeper, phones, boards="hidden")
    ann, ben = phones
    ben.says(session, cards=[MOON, CUP])
    ann.says(session, cards=[CRANE, CURTAIN])
    step = keeper.book.snapshot(session).pending
    assert step.shown == {}
    assert step.seen_from(ANN) == {ANN: {"cards": [CRANE, CURTAIN]}}
    assert told(keeper, session) == []
    ben.says(session, winner=BEN)
    assert keeper.sees(session).actions[-1].facts["cards"] == [[CRANE, CURTAIN], [MOON, CUP]]


def test_a_keepers_own_entry_of_the_month_shows_what_the_phones_have_against_it(
    keeper: Keeper, phones: list[Phone], month: str
) -> None:
    phones[ANN].says(month, cards=[CRANE, CURTAIN, MOON], calls=1)
    with pytest.raises(SaidOtherwiseError) as caught:
        keeper.writes(month, {"step": "result", "calls": [2, 0], "winner": "nobody"})
    assert [difference.seat for difference in caught.value.differences] == [ANN]
    assert keeper.sees(month).position == 1
