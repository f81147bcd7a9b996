"""The forbidden bid for a table that keeps score on paper."""

from __future__ import annotations

import pytest

from tests.web.conftest import Phone
from tests.web.page import Page


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


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_game_has_a_page_of_rules_that_leads_to_a_new_game(phone: Phone, language: str) -> None:
    phone.language = language
    for link in phone.opens("/rules").links():
        if link.startswith("/rules/"):
            page = phone.opens(link)
            assert (page.status, page.lang) == (200, language)
            assert link.replace("/rules/", "/new/") in page.links()
            assert len(page.root.one("div", class_="prose").text) > 200
