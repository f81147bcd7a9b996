"""Which poker hand wins, tapped at the table: no page is loaded for a card, and the address keeps them all."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.kit.browser.table import Phone

THREES, QUEENS = ("KS", "JH", "3S", "3D", "2C"), ("QS", "QH", "9D", "8C", "2H")


def card(phone: Phone, code: str) -> Locator:
    return phone.page.locator(f"[data-card='{code}']")


def line(phone: Phone, place: int) -> Locator:
    return phone.page.locator(".dealt li").nth(place)


def taps(phone: Phone, *codes: str) -> None:
    for code in codes:
        phone.tap(card(phone, code))


def test_hands_are_tapped_without_a_page_load_and_the_address_keeps_them(phone: Phone) -> None:
    phone.goes_to("/")
    phone.goes_to("/tools/hands")
    phone.page.evaluate("document.body.dataset.stays = 'yes'")
    taps(phone, *THREES)
    expect(line(phone, 0).locator("small")).to_have_text("three of a kind (3-3-3-K-J, wild 2♣)")
    expect(line(phone, 1).locator("a")).to_have_attribute("aria-current", "true")
    expect(card(phone, "KS")).to_be_disabled()
    taps(phone, *QUEENS)
    verdict = phone.page.locator("[data-verdict]")
    expect(verdict.locator("strong")).to_have_text("Hand 2 wins")
    expect(line(phone, 1).get_by_label("best")).to_be_visible()
    assert phone.page.evaluate("document.body.dataset.stays") == "yes", "it is still the same page"

    # The whole hands passed on to a third; a card of the second is taken back and given again.
    expect(line(phone, 2).locator("a")).to_have_attribute("aria-current", "true")
    phone.tap(line(phone, 1).locator("a"))
    taps(phone, "QH")
    expect(verdict).to_contain_text("Tap the five cards of each hand")
    taps(phone, "QH")
    expect(verdict.locator("strong")).to_have_text("Hand 2 wins")

    # Another house rule is another page with the same cards, and Back has them too.
    phone.tap(phone.page.get_by_role("link", name="All", exact=True))
    expect(verdict.locator("strong")).to_have_text("Hand 1 wins")
    phone.page.go_back()
    expect(verdict.locator("strong")).to_have_text("Hand 2 wins")
    phone.page.reload()
    expect(line(phone, 0).locator(".held-cards span")).to_have_text(["K♠", "J♥", "3♠", "3♦", "2♣"])
    # One step further back is the page from which one came: no tap was a step of its own.
    phone.page.go_back()
    expect(phone.page.get_by_role("link", name="Compare poker hands")).to_be_visible()


def test_a_hand_is_emptied_one_more_is_opened_and_all_begins_anew(phone: Phone) -> None:
    phone.goes_to(f"/tools/hands?hand={''.join(THREES)}&hand={''.join(QUEENS)}&at=1")
    phone.tap(phone.page.locator("[data-more]"))
    expect(phone.page.locator("#cards")).to_have_attribute("aria-label", "Cards of hand 3")
    expect(phone.page.locator("[data-more]")).to_be_hidden()
    phone.tap(line(phone, 0).locator("a"))
    phone.tap(phone.page.get_by_role("link", name="Clear hand 1"))
    expect(line(phone, 0).locator(".held-cards")).to_have_text("–")
    expect(phone.page.locator("[data-verdict]")).to_contain_text("Tap the five cards of each hand")
    phone.tap(phone.page.get_by_role("link", name="Start over"))
    expect(phone.page.locator(".dealt li:visible")).to_have_count(2)
    expect(phone.page.locator(".pack .held")).to_have_count(0)
