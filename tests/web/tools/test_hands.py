"""Poker hands for a table that keeps score on paper: tapped card by card, compared, refused in words."""

from __future__ import annotations

import re

import pytest

from tests.kit.web.page import Element, Page
from tests.web.conftest import Phone

ADDRESS = "/tools/hands"
THREES, QUEENS, SIX = "KSJH3S3D2C", "QSQH9D8C2H", "AS2S3H4D6C"


def told(page: Page) -> str:
    """What the page says of the hands, on one line."""
    return " ".join(page.root.one("section").text.split())


def card(page: Page, name: str) -> Element:
    """The card with this name, tapped or not."""
    pack = page.root.one("nav", id="cards")
    (found,) = [each for each in pack.all("a", "span") if each.text.strip() == name]
    return found


def taps(phone: Phone, page: Page, *names: str) -> Page:
    for name in names:
        tapped = card(page, name)
        assert tapped.tag == "a", f"{name} cannot be tapped"
        page = phone.opens(tapped.get("href"))
        assert page.status == 200
    return page


def test_two_hands_are_tapped_card_by_card_and_the_better_one_wins(phone: Phone) -> None:
    page = phone.opens(ADDRESS)
    assert "Tap the five cards" in told(page)
    page = taps(phone, page, "K♠", "J♥", "3♠", "3♦", "2♣")
    assert "Tap the five cards" in told(page), "one hand alone wins nothing"
    page = taps(phone, page, "Q♠", "Q♥", "9♦", "8♣", "2♥")
    assert told(page) == "Hand 2 wins three of a kind (Q-Q-Q-9-8, wild 2♥)"
    assert "three of a kind (3-3-3-K-J, wild 2♣)" in page.root.one("ol", class_="dealt").text


def test_a_card_is_taken_back_by_another_tap_and_cannot_go_to_a_second_hand(phone: Phone) -> None:
    page = taps(phone, phone.opens(ADDRESS), "K♠", "J♥", "K♠")
    assert card(page, "K♠").get("aria-current") == ""
    assert card(page, "J♥").get("aria-current") == "true"
    page = phone.opens(f"{ADDRESS}?hand={THREES}&hand=QS")
    assert card(page, "K♠").tag == "span"
    assert card(page, "Q♠").get("aria-current") == "true"
    full = phone.opens(f"{ADDRESS}?hand={THREES}&at=0")
    assert card(full, "A♠").tag == "span", "a hand has five cards"
    assert card(full, "2♣").tag == "a"


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        # KALO: three queens against three 3s; with all wild four 3s, by the king and the two
        (f"hand={THREES}&hand={QUEENS}", "Hand 2 wins three of a kind (Q-Q-Q-9-8, wild 2♥)"),
        (f"kalo_wild=all&hand={THREES}&hand={QUEENS}", "Hand 1 wins four of a kind (3-3-3-3-J, wild K♠ 2♣)"),
        # a pair of jacks by the wild ace against a pair of queens; with the ace above the king a pair of aces
        ("hand=ASJH9D7C5H&hand=QC8S6H3DTS", "Hand 2 wins one pair (Q-Q-10-8-6, wild 3♦)"),
        ("ace_high=yes&hand=ASJH9D7C5H&hand=QC8S6H3DTS", "Hand 1 wins one pair (A-A-J-9-7, wild 5♥)"),
        # Low-Shit: 5-4-3-2-A under 6-4-3-2-A, unless it is a straight
        (f"game=low-shit&hand={SIX}&hand=AH2H3S4C5D", "Hand 2 wins no pair (5-4-3-2-A)"),
        (f"game=low-shit&best_low=a-2-3-4-6&hand={SIX}&hand=AH2H3S4C5D", "Hand 1 wins no pair (6-4-3-2-A)"),
        # suits break no tie
        ("hand=2S9SJDQD5D&hand=2H9HJCQC5C&hand=ASJH3H", "Drawn Hand 1 · Hand 2: one pair (Q-Q-J-9-5, wild 2♠)"),
    ],
)
def test_the_hands_are_read_by_the_rules_that_were_chosen(phone: Phone, asked: str, answer: str) -> None:
    page = phone.opens(f"{ADDRESS}?{asked}")
    assert (page.status, told(page)) == (200, answer)


def test_changing_the_rules_keeps_the_cards(phone: Phone) -> None:
    page = phone.opens(f"{ADDRESS}?hand={THREES}&hand={QUEENS}")
    (every,) = [link for link in page.links() if "kalo_wild=all" in link and "ace_high=no" in link and "at=2" in link][
        :1
    ]
    assert told(phone.opens(every)).startswith("Hand 1 wins")
    (low,) = [link for link in page.links() if "game=low-shit" in link and "best_low=a-2-3-4-5" in link][:1]
    page = phone.opens(low)
    # Low-Shit: both have one pair, 3s and queens: the lower pair is better
    assert told(page) == "Hand 1 wins one pair (3-3-K-J-2)"
    shown = [part.get("data-of") for part in page.root.all("div") if part.get("data-of") and not part.has("hidden")]
    assert shown == ["low-shit"], "the wild card is KALO's"


def test_up_to_ten_hands_lie_on_the_table(phone: Phone) -> None:
    ranks = "A23456789T"
    page = phone.opens(f"{ADDRESS}?" + "&".join(f"hand={rank}S{rank}H" for rank in ranks))
    assert page.status == 200
    assert len(page.root.one("ol", class_="dealt").all("li")) == 10
    (more,) = [link for link in page.root.all("a") if link.text == "One more hand"]
    assert more.has("hidden")
    page = phone.opens(f"{ADDRESS}?" + "&".join(f"hand={rank}S" for rank in ranks + "J"))
    assert page.status == 422
    assert told(page) == "11 hands are too many: at most 10."


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("hand=1S2S", "Hand 1: “1S” is not a card."),
        ("hand=AS&hand=KX", "Hand 2: “KX” is not a card."),
        ("hand=ASK", "Hand 1: “K” is not a card."),
        ("hand=<b>", "Hand 1: “<B” is not a card."),
        ("hand=A%E2%99%A0", "Hand 1: “A♠” is not a card."),
        ("hand=AS2S3S4S5S6S", "Hand 1 has more than 5 cards. Remove 6♠."),
        ("hand=AS2SAS", "Hand 1 has A♠ twice."),
        ("hand=AS2S&hand=2S", "2♠ cannot be in two hands. Remove it from hand 2 or hand 1."),
        ("game=poker", "Game: “poker” can’t be chosen. Choose one of these: Low-Shit, KALO."),
        ("kalo_wild=two", "KALO wild card: “two” can’t be chosen. Choose one of these: One, All."),
        ("best_low=7-5", "Best hand in Low-Shit: “7-5” can’t be chosen. Choose one of these: A-2-3-4-5, A-2-3-4-6."),
    ],
)
def test_wrong_cards_are_refused_in_words(phone: Phone, asked: str, answer: str) -> None:
    page = phone.opens(f"{ADDRESS}?{asked}")
    assert (page.status, told(page)) == (422, answer)
    assert page.root.one("section").all("strong") == []
    assert page.root.one("nav", id="cards").all("a"), "and one can go on from there"


@pytest.mark.parametrize("at", ["-1", "99", "abc", "９", "", "1.5", "0" * 50])
def test_a_hand_that_is_not_there_is_not_tapped(phone: Phone, at: str) -> None:
    page = phone.opens(f"{ADDRESS}?hand={THREES}&at={at}")
    assert page.status == 200
    assert re.search(r"Cards of hand [123]$", page.root.one("nav", id="cards").get("aria-label"))


def test_small_letters_are_cards_too(phone: Phone) -> None:
    page = phone.opens(f"{ADDRESS}?hand={THREES.lower()}&hand={QUEENS}")
    assert told(page).startswith("Hand 2 wins")


def test_it_is_found_from_the_home_page_and_keeps_nothing(phone: Phone) -> None:
    assert ADDRESS in phone.opens("/").links()
    phone.opens(f"{ADDRESS}?hand={THREES}&hand={QUEENS}")
    assert phone.opens("/history").root.all("li", class_="item") == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_opens_in_both_languages(phone: Phone, language: str) -> None:
    phone.language = language
    page = phone.opens(f"{ADDRESS}?hand={THREES}&hand={QUEENS}")
    assert (page.status, page.lang) == (200, language)
