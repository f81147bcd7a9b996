"""What fits on the screen: the step of five at ten cards, the smallest phone, the thumb."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.pages import PAGES, Evening
from tests.browser.table import Phone, deal

OpenPhone = Callable[..., Phone]

THUMB = 44
SMALLEST: ViewportSize = {"width": 320, "height": 568}
FIVE = {"en-GB": ("Anna", "Benjamin", "Cleo", "Daniel", "Emi"), "ja-JP": ("あんな", "ベン", "千夏", "大輔", "恵美")}
NINE_DEALS = [
    entry
    for cards in range(1, 10)
    for entry in deal(
        [0, cards, cards, cards, cards] if cards % 5 else [cards, cards, cards, cards, 0], [cards, 0, 0, 0, 0]
    )
]


# --- the step of five at ten cards, no scrolling ------------------------------


def what_is_in_the_way(phone: Phone) -> list[str]:
    """What of the step one would have to scroll to, or what lies under the action button."""
    found: list[str] = phone.page.evaluate(
        """() => {
            const box = part => part.getBoundingClientRect();
            const action = box(document.querySelector(".action .main"));
            const balance = box(document.querySelector("[data-balance]"));
            const top = balance.height ? balance.top : action.top;
            const wrong = [...document.querySelectorAll(".bar, .strip, .said, .place, .place .chip, .place button")]
                .filter(part => part.getClientRects().length && (box(part).top < 0 || box(part).bottom > top))
                .map(part => `${part.className} ends at ${box(part).bottom}, the action begins at ${top}`);
            if (action.bottom > innerHeight) wrong.push(`the action ends at ${action.bottom} of ${innerHeight}`);
            if (scrollY) wrong.push("the page is scrolled");
            return wrong;
        }"""
    )
    return found


@pytest.mark.parametrize("locale", FIVE)
def test_the_first_deal_of_five_at_ten_cards_needs_no_scrolling(open_phone: OpenPhone, locale: str) -> None:
    phone = open_phone(locale)
    phone.sits_down(FIVE[locale], dealer=4)
    assert what_is_in_the_way(phone) == []
    for seat, bid in enumerate((3, 2, 4, 0)):
        phone.tap(phone.chip(seat, bid))
        assert what_is_in_the_way(phone) == [], "with the next seat open"
    expect(phone.place(4).locator("[data-forbidden]")).to_be_visible()
    phone.tap(phone.chip(4, 2))
    assert what_is_in_the_way(phone) == [], "with all folded"
    phone.saves()
    assert what_is_in_the_way(phone) == [], "with the tricks to enter"


@pytest.mark.parametrize("locale", FIVE)
def test_a_later_deal_of_five_at_ten_cards_needs_no_scrolling_under_what_was_said(
    open_phone: OpenPhone, locale: str
) -> None:
    phone = open_phone(locale)
    session = phone.sits_down(FIVE[locale], dealer=0, format="long-reversed", top_hand="10")
    phone.writes(session, *NINE_DEALS)
    phone.goes_to(f"/s/{session}")
    expect(phone.page.locator(".strip dd").first).to_have_text("10")
    expect(phone.page.locator(".said")).to_be_visible()
    assert what_is_in_the_way(phone) == []
    order = phone.order("chips")
    for seat in order[:-1]:
        phone.tap(phone.chip(seat, 2))
    assert what_is_in_the_way(phone) == [], "with the dealer's seat open and a number struck out"
    phone.tap(phone.chip(order[-1], 3))
    phone.saves()
    assert what_is_in_the_way(phone) == [], "with the tricks to enter"


# --- what is wrong with a page ------------------------------------------------------


def sticks_out(phone: Phone) -> list[str]:
    """What makes the page wider than the screen, lies beyond its edge, or is cut off.

    A name shortened with an ellipsis is not counted: it stands in full in the standings.
    """
    found: list[str] = phone.page.evaluate(
        """() => {
            const page = document.documentElement;
            const wrong = [];
            if (page.scrollWidth > page.clientWidth) wrong.push(`page: ${page.scrollWidth} of ${page.clientWidth}`);
            for (const part of document.body.querySelectorAll("*:not(select, input)")) {
                const box = part.getBoundingClientRect();
                const style = getComputedStyle(part);
                if (!box.width || part.closest(".visually-hidden, .skip, svg, option")) continue;
                const name = `${part.tagName}.${part.className} "${part.textContent.trim().slice(0, 30)}"`;
                if (box.left < 0 || box.right > page.clientWidth + .5) wrong.push(`beyond the edge: ${name}`);
                if (style.display === "inline" || style.textOverflow === "ellipsis") continue;
                const [needs, has] = [part.scrollWidth, part.clientWidth];
                if (needs > has + 1) wrong.push(`${needs} in ${has}: ${name}`);
            }
            return wrong;
        }"""
    )
    return found


def too_small(phone: Phone) -> list[str]:
    """What a thumb must hit and is smaller than it should be; links within a sentence are let off."""
    found: list[str] = phone.page.evaluate(
        """least => {
            const area = part => {
                // A link may take taps for the whole line that it stands in.
                const cover = getComputedStyle(part, "::after");
                if (cover.content === "none" || cover.position !== "absolute") return part.getBoundingClientRect();
                let line = part;
                while (getComputedStyle(line).position === "static") line = line.parentElement;
                return line.getBoundingClientRect();
            };
            const inSentence = part => part.tagName === "A" && getComputedStyle(part).display === "inline"
                && [...part.parentElement.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
            return [...document.querySelectorAll("a, button, input, select, textarea, summary, label.chip")]
                .filter(part => part.checkVisibility() && part.type !== "hidden")
                .filter(part => !part.closest(".visually-hidden, .skip") && !inSentence(part))
                .map(part => [part, area(part)])
                .filter(([, box]) => box.width < least || box.height < least)
                .map(([part, box]) => [Math.round(box.width), Math.round(box.height), part.outerHTML.slice(0, 120)])
                .map(([width, height, html]) => `${width} × ${height}: ${html}`);
        }""",
        THUMB,
    )
    return found


# --- every page ---------------------------------------------------------------------


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("page", PAGES)
def test_nothing_sticks_out_and_a_thumb_hits_everything(
    open_reader: Callable[[str], Phone], evening: Evening, page: str, locale: str
) -> None:
    phone = open_reader(locale)
    PAGES[page](phone, evening)
    usual = sticks_out(phone) + too_small(phone)
    phone.page.set_viewport_size(SMALLEST)
    assert {"usual": usual, "smallest": sticks_out(phone) + too_small(phone)} == {"usual": [], "smallest": []}
