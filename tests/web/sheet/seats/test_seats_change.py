"""Seats on pages where the table changes: whose phone it was is told, and so is what does not count any more."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.web.page import Page
from tests.kit.web.seats import ANN, BEN, CHIKA, DAI, EVA, at_seats, card, chips, comes, joins, says, seats_of, takes
from tests.web.conftest import Phone, Sitting


@pytest.fixture
def table(phone: Phone) -> Sitting:
    """Four with three cards; Dai deals, bids are hidden until all are in."""
    names = ("Ann", "Ben", "Chika", "Dai")
    return phone.sits_down(*names, dealer=DAI, format="short-falling", top_hand="3", bidding="written")


def changes(table: Sitting, step: str, **fields: Any) -> None:
    """The keeper's phone changes the table."""
    table.phone.api.enters(table.id, {"step": step, **fields})


def says_that(page: Page, sentence: str) -> bool:
    return sentence in page.root.one("main").text


def test_a_phone_is_told_who_has_the_seat_now_and_may_follow_or_sit_down(phone: Phone, table: Sitting) -> None:
    ann, zoe = joins(phone, table, ANN), comes(phone, table)
    asked = card(ann, table, ANN)
    changes(table, "takeover", seat=ANN, name="Zoe")
    assert says(ann, table, ANN, "1", page=asked).status == 409
    page = card(ann, table, ANN)
    assert says_that(page, "Zoe plays from deal 1 on.")
    assert chips(page) == ""
    assert f"{table.address}?look=1" in page.links()
    assert says_that(seats_of(zoe, table), "Zoe plays from deal 1 on.")
    takes(zoe, table, ANN)
    assert chips(card(zoe, table, ANN)) == "0 1 2 3"
    assert not says_that(card(zoe, table, ANN), "Zoe plays"), "she knows"
    assert ann.opens(table.address).status == 200, "who has no seat follows the sheet"


def test_a_void_bid_is_told_to_the_keeper_and_to_who_is_asked_now(phone: Phone, table: Sitting) -> None:
    joins(phone, table, BEN)
    says(phone, table, ANN, "2")
    changes(table, "takeover", seat=ANN, name="Zoe")
    word = "Ann’s entry is void: Zoe plays here now."
    zoe = joins(phone, table, ANN)
    for page in (table.page, seats_of(phone, table), card(zoe, table, ANN)):
        assert says_that(page, word)
    says(zoe, table, ANN, "0")
    assert not says_that(card(zoe, table, ANN), word)


def test_bids_for_a_hand_that_is_another_now_are_void(phone: Phone, table: Sitting) -> None:
    ann = joins(phone, table, ANN)
    says(ann, table, ANN, "3")
    changes(table, "plan", hands=[2, 1])
    page = card(ann, table, ANN)
    assert says_that(page, "Ann’s entry no longer fits: please enter it again.")
    assert chips(page) == "0 1 2"


def test_who_sits_out_or_has_left_is_told_so_and_not_asked(phone: Phone, table: Sitting) -> None:
    ben = joins(phone, table, BEN)
    for change, own, others in (
        ("sit-out", "Ben sits out this deal.", "Ben sits out this deal."),
        ("leave", "Ben has left the game.", "Ben has left the game."),
    ):
        changes(table, change, seat=BEN)
        page = card(ben, table, BEN)
        assert (says_that(page, own), chips(page)) == (True, "")
        assert says_that(seats_of(phone, table), others)
        changes(table, "return", seat=BEN)
        assert chips(card(ben, table, BEN)) == "0 1 2 3"


def test_a_newcomers_seat_is_told_before_and_there_from_the_deal_on(phone: Phone, table: Sitting) -> None:
    eva = comes(phone, table)
    table.bids(0, 0, 0, 0)
    changes(table, "join", name="Eva", after=CHIKA)
    assert says_that(seats_of(eva, table), "Eva plays from deal 2 on.")
    table.takes(3, 0, 0, 0)
    assert takes(eva, table, EVA).location == f"{table.address}/seats/{EVA}"
    assert chips(card(eva, table, EVA)) == "0 1 2"


def test_the_log_names_the_phone_of_who_sat_there(phone: Phone, table: Sitting) -> None:
    rest = [f"keeper {name}" for name in ("Ben", "Chika", "Dai")]
    said = ["Ann 1", *(f"{each} 0" for each in rest), *(f"{each} 0" for each in rest), "Ann 3"]
    at_seats(table, ", ".join(["Ann sits", *said]))
    changes(table, "takeover", seat=ANN, name="Zoe")
    assert "Ann’s phone" in table.behind("log").text
    joins(phone, table, ANN)
    assert "Ann’s phone" in table.behind("log").text
