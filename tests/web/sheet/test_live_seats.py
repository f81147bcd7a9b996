"""Koi-Koi on two phones: each taps the own cards and calls, the month is settled from both, the keeper taps nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.web.conftest import Phone, Sitting
from tests.web.sheet.test_seat_differences import entries
from tests.web.sheet.test_seats import card, joins
from tests.web.support.page import Form, Page

ANN, BEN = range(2)
CRANE, CURTAIN, MOON, CUP = "01-1", "03-1", "08-1", "09-1"
BOAR, BUTTERFLIES, DEER = "07-1", "06-1", "10-1"


@pytest.fixture
def table(phone: Phone) -> Sitting:
    """Ann is the first oya."""
    return phone.sits_down("Ann", "Ben", game="koi-koi")


@pytest.fixture
def hidden(phone: Phone) -> Sitting:
    return phone.sits_down("Ann", "Ben", game="koi-koi", boards="hidden")


def own_form(page: Page, seat: int) -> Form:
    return next(form for form in page.forms if form.action.endswith(f"/seats/{seat}"))


def says(phone: Phone, table: Sitting, seat: int, typed: Mapping[str, object], page: Page | None = None) -> Page:
    """Tap something on the own card: a button, or cards of the board."""
    return phone.sends(own_form(page or card(phone, table, seat), seat), typed)


def has(phone: Phone, table: Sitting, seat: int, *cards: str, **typed: object) -> Page:
    """Tap until exactly these cards are in the own pile, and then perhaps a button."""
    return says(phone, table, seat, {f"cards-{seat}": list(cards), **typed})


def deals(phones: Sequence[Phone], table: Sitting, lights: int = 0) -> None:
    for seat, phone in enumerate(phones):
        assert says(phone, table, seat, {"lights": str(lights)}).status == 303


@pytest.fixture
def phones(phone: Phone, table: Sitting) -> list[Phone]:
    return [joins(phone, table, seat) for seat in (ANN, BEN)]


def test_a_month_is_played_on_two_phones_and_the_keeper_taps_nothing(table: Sitting, phones: list[Phone]) -> None:
    ann, ben = phones
    deals(phones, table, lights=1)
    assert entries(table) == [{"step": "deal", "lights": 1}]
    has(ann, table, ANN, CRANE, CURTAIN)
    has(ben, table, BEN, BOAR, "07-3")
    has(ann, table, ANN, CRANE, CURTAIN, MOON)
    has(ann, table, ANN, CRANE, CURTAIN, MOON, **{"calls-0": "1"})
    has(ann, table, ANN, CRANE, CURTAIN, MOON, CUP, "09-3")
    assert has(ann, table, ANN, CRANE, CURTAIN, MOON, CUP, "09-3", winner="0").status == 303
    # 三光 6 + 花見 5 + 月見 5 + 鉄砲 5 = 21, doubled, times 1 + 1 bright + 1 call.
    assert table.kept["document"]["entries"][-1] == {
        "step": "result",
        "calls": [1, 0],
        "winner": ANN,
        "cards": [[CRANE, CURTAIN, MOON, CUP, "09-3"], [BOAR, "07-3"]],
    }
    assert table.totals == [226, -26]
