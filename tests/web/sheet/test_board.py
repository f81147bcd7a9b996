"""What players say from their own phones, as the table view and the flat view tell it: what is hidden stays so."""

from __future__ import annotations

import pytest

from tests.kit.web.page import Element, Page
from tests.kit.web.seats import BEN, CHIKA, at_seats
from tests.web.conftest import Phone, Sitting
from tests.web.sheet.test_table_view import near, tiles

EVERYBODY = "keeper at Ann, keeper at Ben, keeper at Chika"


@pytest.fixture
def in_turn(phone: Phone) -> Sitting:
    """Chika deals five cards, and may not let the bids add up to them."""
    table = phone.sits_down(dealer=CHIKA, format="short-falling", top_hand="5")
    at_seats(table, EVERYBODY)
    return table


@pytest.fixture
def hidden(phone: Phone) -> Sitting:
    table = phone.sits_down(dealer=CHIKA, top_hand="3", bidding="written")
    at_seats(table, EVERYBODY)
    return table


def said(part: Element) -> dict[str, tuple[list[str], list[str]]]:
    """By name what stands beside a player, and what the player is."""
    return {
        line.one(class_="name").text: (
            [each.text for each in line.all("span") if "declared" in each.classes],
            [each.text for each in line.all("span") if "badge" in each.classes],
        )
        for line in part.all("li")
        if line.all(class_="name")
    }


def both(table: Sitting) -> list[Element]:
    """The table view and the near half of the flat one."""
    return [
        table.phone.opens(f"{table.address}/table").root.one("main"),
        near(table.phone.opens(f"{table.address}/flat")),
    ]


def test_each_bid_stands_beside_its_player_as_soon_as_it_is_said(in_turn: Sitting) -> None:
    for view in both(in_turn):
        assert tiles(view)["Bids"] == "≠ 5"
        assert said(view) == {"Ann": ([], ["is up"]), "Ben": ([], []), "Chika": ([], ["dealer"])}
    at_seats(in_turn, "keeper Ann 2")
    for view in both(in_turn):
        assert tiles(view)["Bids"] == "2 / 5"
        assert said(view)["Ann"] == (["Bids 2"], [])
        assert said(view)["Ben"] == ([], ["is up"])
        assert "Forbidden bid" not in tiles(view)


def test_the_number_that_the_dealer_may_not_bid_is_told_before_the_dealer_bids(in_turn: Sitting) -> None:
    at_seats(in_turn, "keeper Ann 2, keeper Ben 1")
    for view in both(in_turn):
        assert (tiles(view)["Bids"], tiles(view)["Forbidden bid"]) == ("3 / 5", "2")
        assert said(view)["Chika"] == ([], ["dealer", "is up"])
    at_seats(in_turn, "keeper Chika 0")
    for view in both(in_turn):
        assert tiles(view)["Bids"] == "3 / 5"
        assert "Forbidden bid" not in tiles(view)
        assert said(view) == {
            "Ann": (["Bid 2"], []),
            "Ben": (["Bid 1"], []),
            "Chika": (["Bid 0"], ["dealer"]),
        }


def test_of_hidden_bids_it_is_told_only_that_they_are_said(hidden: Sitting) -> None:
    def told() -> list[dict[str, tuple[list[str], list[str]]]]:
        return [said(view) for view in both(hidden)]

    at_seats(hidden, "keeper Ben 3")
    first = told()
    for view in first:
        assert view == {"Ann": ([], []), "Ben": ([], ["is ready"]), "Chika": ([], ["dealer"])}
    at_seats(hidden, "keeper Ben 0")
    assert told() == first, "another bid changes nothing that is shown"
    at_seats(hidden, "keeper Ann 1, keeper Chika 1")
    assert [view["Ben"] for view in told()] == [(["Bid 0"], [])] * 2


def test_tricks_that_are_said_stand_beside_the_bid(hidden: Sitting) -> None:
    at_seats(hidden, "keeper Ann 1, keeper Ben 0, keeper Chika 1, keeper Chika 2")
    for view in both(hidden):
        assert said(view)["Chika"] == (["Bid 1", "Tricks 2"], ["dealer"])
        assert said(view)["Ann"] == (["Bid 1"], [])


def test_a_table_without_phones_is_not_told_whose_turn_it_is(phone: Phone) -> None:
    table = phone.sits_down(dealer=CHIKA, top_hand="5")
    for view in both(table):
        assert said(view)["Ann"] == ([], [])


def test_who_enters_which_game_is_told_once_it_is_written(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", game="boo-ray", several="yes", staying_out="allowed")
    table.phone.api.enters(table.id, {"step": "entries", "games": [["low-shit"], ["low-shit", "kalo"], []]})
    for view in both(table):
        assert {name: beside for name, (beside, _) in said(view).items()} == {
            "Ann": ["Game Low-Shit"],
            "Ben": ["Game L, K"],
            "Chika": ["Game out"],
        }


def test_the_stakes_against_the_banker_are_told_with_what_a_drawn_game_left(phone: Phone) -> None:
    table = phone.sits_down("Ann", "Ben", "Chika", "Dan", game="buki", dealer=BEN)
    enters = phone.api.enters
    enters(table.id, {"step": "stakes", "stakes": [3, None, 5, 2], "spectators": []})
    for view in both(table):
        stakes = [beside for _, (beside, _) in sorted(said(view).items())]
        assert stakes == [["Stake 3"], ["Stake –"], ["Stake 5"], ["Stake 2"]]
    enters(table.id, {"step": "result", "out": "nobody", "pips": [1, 4, 1, 9]})
    enters(table.id, {"step": "stakes", "stakes": [3, None, 6, 2], "spectators": []})
    for view in both(table):
        stakes = [beside for _, (beside, _) in sorted(said(view).items())]
        assert stakes == [["Stake 6"], ["Stake –"], ["Stake 11"], ["Stake 4"]]


# As they follow.


@pytest.mark.parametrize("view", ["table", "flat"])
def test_a_view_is_taken_anew_when_something_was_said_or_written_and_only_then(in_turn: Sitting, view: str) -> None:
    phone = in_turn.phone

    def asks(page: Page) -> Page:
        main = page.root.one("main")
        return phone.opens(main.get("data-follow"), headers={"If-None-Match": f'W/"{main.get("data-etag")}"'})

    page = phone.opens(f"{in_turn.address}/{view}")
    assert (asks(page).status, asks(page).bytes) == (304, b"")
    at_seats(in_turn, "keeper Ann 2")
    after = asks(page)
    assert after.status == 200
    assert said(after.root.one("main"))["Ann"] == (["Bids 2"], [])
    assert asks(after).status == 304
    at_seats(in_turn, "keeper Ben 1, keeper Chika 0")
    assert said(asks(after).root.one("main"))["Ann"] == (["Bid 2"], [])
