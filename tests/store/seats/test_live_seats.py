"""Live parts in the store: two phones at Koi-Koi settle a month, an undo leaves the cards, a late stop is told."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.errors import EntryError
from scoring.games.koi_koi import GAME as KOI_KOI
from store.admin.rebuild import compare
from store.errors import NotSeatedError, SaidOtherwiseError, StaleError
from tests.conftest import ENGINES
from tests.kit.store.seats import ANN, BEN, Table
from tests.store.conftest import Keeper

pytestmark = pytest.mark.engines("sqlite")

CRANE, CURTAIN, MOON, CUP, BOAR = "01-1", "03-1", "08-1", "09-1", "07-1"
LIGHTS = [CRANE, CURTAIN, MOON]
BOAR_DEER_BUTTERFLIES = [BOAR, "10-1", "06-1"]


def begins(keeper: Keeper, **options: Any) -> Table:
    table = Table(keeper, KOI_KOI, ("Ann", "Ben"), dealer=ANN, **options)
    for seat in (ANN, BEN):
        table.says(seat, lights=0)
    return table


@pytest.fixture
def month(keeper: Keeper) -> Table:
    """A month of Koi-Koi has begun, with a phone each; Ann is oya."""
    return begins(keeper)


def totals(table: Table) -> tuple[Any, ...]:
    return tuple(table.keeper.sees(table.session).sheet.totals)


@pytest.mark.engines(*ENGINES)
def test_both_settle_the_month_and_the_one_who_stops_writes_it(month: Table) -> None:
    month.says(BEN, cards=[BOAR])
    month.says(ANN, cards=[CRANE, CURTAIN])
    assert month.keeper.sees(month.session).position == 1
    # 三光 6: +6.
    assert month.says(ANN, cards=LIGHTS, winner=ANN).written
    assert (month.entries[-1]["cards"], month.entries[-1]["winner"]) == ([LIGHTS, [BOAR]], ANN)
    assert totals(month) == (106, 94)
    assert (month.begun, dict(month.now.entered_for)) == (set(), {}), "Ben saw it as it came"
    assert compare(month.db).differences == ()


def test_a_stop_over_a_card_in_both_piles_waits_until_that_is_mended(month: Table) -> None:
    month.says(BEN, cards=[MOON])
    assert not month.says(ANN, cards=LIGHTS, winner=ANN).written
    assert len(month.now.problems) == 1
    assert month.says(BEN, cards=[]).written
    assert totals(month) == (106, 94)


@pytest.mark.engines(*ENGINES)
@pytest.mark.parametrize("stops", [True, False])
def test_who_stops_too_late_is_told_and_so_is_the_other_but_cards_are_no_claim(month: Table, stops: bool) -> None:
    """Ben had no network while he tapped his last cards and the stop."""
    month.says(ANN, cards=LIGHTS, winner=ANN)
    with pytest.raises(StaleError):
        month.says(BEN, position=1, cards=BOAR_DEER_BUTTERFLIES, **({"winner": BEN} if stops else {}))
    assert ({*month.now.late}, dict(month.now.entered_for)) == ({BEN} if stops else set(), {})
    month.says(BEN, lights=0)
    assert not month.now.late


def test_who_takes_a_stop_back_gives_the_month_to_the_other(month: Table) -> None:
    month.says(BEN, cards=BOAR_DEER_BUTTERFLIES)
    assert not month.says(ANN, cards=LIGHTS, winner=ANN).written
    assert not month.says(BEN, winner=BEN).written
    # 「こいこい」 takes the stop back, and is what a player with a yaku says instead.
    assert month.says(ANN, calls=1).written
    assert totals(month) == (94, 106)


def test_after_an_undo_the_cards_still_lie_there_but_nobody_has_stopped(month: Table) -> None:
    month.says(BEN, cards=[BOAR])
    month.says(ANN, cards=LIGHTS, calls=1)
    month.says(ANN, cards=[*LIGHTS, CUP], winner=ANN)
    month.undoes()
    assert month.now.shown == {ANN: {"calls": 1, "cards": [*LIGHTS, CUP]}, BEN: {"cards": [BOAR]}}
    assert ({*month.now.undone}, month.now.missing) == ({ANN, BEN}, (ANN, BEN))
    # 三光 6 + 花見 5 + 月見 5 + 鉄砲 5 = 21 → 42 × 2.
    month.says(ANN, winner=ANN)
    assert totals(month) == (184, 16)


@pytest.mark.engines(*ENGINES)
def test_a_dead_phone_is_entered_for_and_who_was_freed_or_refused_leaves_the_cards(month: Table) -> None:
    month.says(BEN, cards=[BOAR], calls=0)
    with pytest.raises(EntryError):
        month.says(BEN, winner=BEN)
    month.book.free_seat(month.session, BEN)
    assert month.now.shown[BEN]["cards"] == [BOAR]
    with pytest.raises(NotSeatedError):
        month.says(BEN, cards=[])
    month.enters_for(BEN, cards=[BOAR, CUP])
    assert month.now.shown[BEN]["cards"] == [BOAR, CUP]


def test_hidden_piles_leave_the_store_with_the_month_only(keeper: Keeper) -> None:
    table = begins(keeper, boards="hidden")
    table.says(BEN, cards=[MOON, CUP])
    table.says(ANN, cards=[CRANE, CURTAIN])
    assert (table.now.shown, table.now.problems) == ({}, ())
    assert table.now.seen_from(ANN) == {ANN: {"cards": [CRANE, CURTAIN]}}
    table.says(BEN, winner=BEN)
    assert table.entries[-1]["cards"] == [[CRANE, CURTAIN], [MOON, CUP]]


def test_a_keepers_own_entry_of_the_month_shows_what_the_phones_have_against_it(month: Table) -> None:
    month.says(ANN, cards=LIGHTS, calls=1)
    with pytest.raises(SaidOtherwiseError) as caught:
        month.writes({"step": "result", "calls": [2, 0], "winner": "nobody"})
    assert [difference.seat for difference in caught.value.differences] == [ANN]
    assert month.keeper.sees(month.session).position == 1
