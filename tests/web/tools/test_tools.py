"""The forbidden bid for a table that keeps score on paper."""

from __future__ import annotations

import json

import pytest

from tests.kit.web.page import Page
from tests.web.conftest import Phone


def answer(page: Page) -> str:
    return page.root.one("section").one("strong").text


@pytest.mark.parametrize(
    ("asked", "told"),
    [("", "10"), ("?hand=7&bid=3&bid=1", "3"), ("?hand=5&bid=5", "0"), ("?hand=５&bid=２", "3"), ("?hand=1", "1")],
)
def test_what_the_dealer_may_not_bid_is_told(phone: Phone, asked: str, told: str) -> None:
    page = phone.opens(f"/tools/forbidden-bid{asked}")
    assert (page.status, answer(page)) == (200, told)


def test_a_dealer_who_is_free_is_told_so(phone: Phone) -> None:
    page = phone.opens("/tools/forbidden-bid?hand=5&bid=3&bid=4")
    assert page.status == 200
    assert not answer(page).isdigit()


def test_bids_are_tapped_one_after_the_other(phone: Phone) -> None:
    page = phone.opens("/tools/forbidden-bid?hand=4")
    assert "/tools/forbidden-bid?hand=4&bid=3" in page.links()
    page = phone.opens("/tools/forbidden-bid?hand=4&bid=3")
    assert answer(page) == "1"
    assert {"/tools/forbidden-bid?hand=4", "/tools/forbidden-bid?hand=4&bid=3&bid=1"} <= set(page.links())


@pytest.mark.parametrize(
    "asked",
    [
        "hand=0",
        "hand=-1",
        "hand=18",
        "hand=abc",
        "hand=0.5",
        "hand=" + "9" * 5000,
        "hand=%3Cb%3E",
        "hand=5&bid=6",
        "hand=5&bid=-1",
        "hand=5&bid=abc",
        "hand=5&bid=0.5",
        "hand=5&bid=1&bid=%3Cb%3E",
        "hand=5&bid={n}",
    ],
)
def test_what_cannot_be_is_refused_in_words(phone: Phone, asked: str) -> None:
    page = phone.opens(f"/tools/forbidden-bid?{asked}")
    assert page.status == 422
    assert page.root.one("section").one("p", class_="wrong").text
    assert page.root.one("section").all("strong") == []
    assert page.root.all("b") == []


def test_it_keeps_nothing(phone: Phone) -> None:
    phone.opens("/tools/forbidden-bid?hand=7&bid=3")
    assert phone.opens("/history").root.all("li", class_="item") == []


def hands(page: Page) -> dict[str, str]:
    """The links to other hands."""
    return {each.text: each.get("href") for each in page.root.one("nav", aria_labelledby="hands").all("a")}


def test_every_hand_is_one_tap_away_and_keeps_the_bids_that_fit(phone: Phone) -> None:
    page = phone.opens("/tools/forbidden-bid?hand=10&bid=3&bid=8&bid=0")
    assert list(hands(page)) == [str(number) for number in range(1, 18)]
    page = phone.opens(hands(page)["5"])
    assert (page.status, answer(page)) == (200, "2"), "5 less the 3 and the 0 that fit"
    assert "Left out, more than 5 cards: 8" in page.text
    page = phone.opens(hands(page)["17"])
    assert answer(page) == "14"
    assert "Left out" not in page.text


def test_the_answers_that_the_page_brings_are_those_that_the_server_gives(phone: Phone) -> None:
    page = phone.opens("/tools/forbidden-bid")
    (part,) = [each for each in page.root.all("div") if each.has("data-answers")]
    answers = json.loads(part.get("data-answers"))
    for hand, bid in ((1, 0), (5, 5), (10, 4), (17, 17)):
        assert str(answers[hand][bid]) == answer(phone.opens(f"/tools/forbidden-bid?hand={hand}&bid={bid}"))
    assert [len(each) for each in answers] == list(range(1, 19)), "beyond the hand the dealer is free"


def test_nothing_can_be_taken_back_before_a_bid(phone: Phone) -> None:
    def unused(asked: str) -> int:
        return len(phone.opens(f"/tools/forbidden-bid{asked}").root.all("a", aria_disabled="true"))

    assert (unused("?hand=5"), unused("?hand=5&bid=1")) == (2, 0)
