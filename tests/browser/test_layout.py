"""What fits on the screen, upright, on its side, short, wide and with large letters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.chromium import PHONE
from tests.browser.pages import PAGES, SEVEN, Evening
from tests.browser.table import Phone, deal

OpenPhone = Callable[..., Phone]

THUMB = 44
FIVE = {"en-GB": ("Anna", "Benjamin", "Cleo", "Daniel", "Emi"), "ja-JP": ("あんな", "ベン", "千夏", "大輔", "恵美")}
NINE_DEALS = [
    entry
    for cards in range(1, 10)
    for entry in deal(
        [0, cards, cards, cards, cards] if cards % 5 else [cards, cards, cards, cards, 0], [cards, 0, 0, 0, 0]
    )
]


def screen(width: int, height: int) -> ViewportSize:
    return {"width": width, "height": height}


def named(size: ViewportSize) -> str:
    return f"{size['width']} × {size['height']}"


USUAL = screen(390, 844)
SMALLEST = screen(320, 568)
SHORT = screen(390, 664)
ON_ITS_SIDE = screen(844, 390)
TABLET = screen(768, 1024)
WIDE = (screen(1024, 768), screen(1280, 800), screen(1920, 1080))
SIZES = (USUAL, SMALLEST, SHORT, ON_ITS_SIDE, TABLET, *WIDE)


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


# --- the open seat, on short screens ------------------------------------------------


def hidden_of_the_open_seat(phone: Phone) -> str:
    """How far the open seat reaches out of what is to be seen between the column's upper edge and the action."""
    found: str = phone.page.evaluate(
        """async () => {
            await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
            const seat = document.querySelector("[data-chips] > [open]").getBoundingClientRect();
            const column = document.querySelector(".now").getBoundingClientRect();
            const top = Math.max(0, column.top), bottom = document.querySelector(".action").getBoundingClientRect().top;
            return seat.top < top || seat.bottom > bottom ? `${seat.top} to ${seat.bottom} of ${top} to ${bottom}` : "";
        }"""
    )
    return found


@pytest.mark.parametrize("size", [USUAL, SHORT, SMALLEST, ON_ITS_SIDE], ids=named)
@pytest.mark.parametrize("players", [5, 7])
def test_the_open_seat_and_the_reason_are_never_under_the_action(
    late_deals: dict[int, str], at_the_table: Phone, players: int, size: ViewportSize
) -> None:
    phone = at_the_table
    phone.page.set_viewport_size(size)
    phone.goes_to(f"/s/{late_deals[players]}")
    phone.page.evaluate("localStorage.clear()")
    phone.goes_to(f"/s/{late_deals[players]}")
    *others, dealer = phone.order("chips")
    for seat in others:
        assert hidden_of_the_open_seat(phone) == "", f"seat {seat}"
        phone.tap(phone.chip(seat, 0))
    expect(phone.place(dealer).locator("[data-forbidden]")).to_be_visible()
    assert hidden_of_the_open_seat(phone) == "", "the dealer"
    phone.tap(phone.place(others[0]).locator(".head"))
    assert hidden_of_the_open_seat(phone) == "", "opened again"


@pytest.fixture(scope="module")
def at_the_table(browser: Browser, site: str) -> Iterator[Phone]:
    """One phone for all sizes."""
    context = browser.new_context(base_url=site, locale="ja-JP", **PHONE)
    phone = Phone(context)
    yield phone
    assert phone.unexpected == []
    context.close()


@pytest.fixture(scope="module")
def late_deals(at_the_table: Phone) -> dict[int, str]:
    """Sessions of five and of seven: several deals are played, the totals are long, bids are asked."""
    sessions = {}
    for players, hands in ((5, range(1, 10)), (7, range(1, 7))):
        names = SEVEN[:players]
        session = at_the_table.sits_down(names, dealer=0, format="long-reversed")
        for cards in hands:
            nobody = [0] * (players - 1)
            at_the_table.writes(session, *deal([*nobody, 0], [cards, *nobody]))
        for seat, amount in enumerate((-100, -100, 88, -120, 95, -200, -99)[:players]):
            at_the_table.writes(
                session, {"step": "adjustment", "seat": seat, "amount": amount, "reason": "dropped a card"}
            )
        sessions[players] = session
    return sessions


# --- two columns ------------------------------------------------------------------------


def test_step_and_card_stand_beside_each_other_where_there_is_room(
    late_deals: dict[int, str], at_the_table: Phone
) -> None:
    phone = at_the_table
    phone.goes_to(f"/s/{late_deals[7]}")
    for size in (ON_ITS_SIDE, *WIDE):
        phone.page.set_viewport_size(size)
        step, record, action = (phone.page.locator(part).bounding_box() for part in (".now", ".record", ".action"))
        assert step and record and action
        assert step["x"] + step["width"] <= record["x"], size
        assert step["y"] == record["y"] and step["height"] == record["height"], size
        assert step["y"] + step["height"] <= size["height"], "the page itself does not scroll"
        assert action["y"] + action["height"] == pytest.approx(size["height"], abs=1), size


def test_a_tablet_shows_all_of_a_deal_of_seven_without_scrolling(
    late_deals: dict[int, str], at_the_table: Phone
) -> None:
    phone = at_the_table
    for size in (TABLET, WIDE[1]):
        phone.page.set_viewport_size(size)
        phone.goes_to(f"/s/{late_deals[7]}")
        assert what_is_in_the_way(phone) == []


def test_a_trump_that_is_tapped_stands_in_the_strip_before_it_is_saved(
    late_deals: dict[int, str], at_the_table: Phone
) -> None:
    phone = at_the_table
    phone.page.set_viewport_size(USUAL)
    phone.goes_to(f"/s/{late_deals[5]}")
    told = phone.page.locator("[data-picked=trump]")
    expect(told).to_have_text("—")
    phone.tap(phone.page.locator(".line .chip:has(input[value=hearts])"))
    expect(told).to_contain_text("♥")


# --- the scorecard ------------------------------------------------------------------------


NEIGHBOURS = """least => [...document.querySelectorAll(".card tbody tr")].flatMap(row => {
    const edges = cell => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return [...cell.querySelectorAll(".bid, .total")].map(part => part.getBoundingClientRect())
            .reduce(([left, right], box) => [Math.min(left, box.left), Math.max(right, box.right)], [Infinity, 0]);
    };
    const cells = [...row.querySelectorAll("td")].map(edges);
    return cells.slice(1).map(([left], index) => left - cells[index][1]).filter(gap => gap < least);
})"""


def test_totals_never_touch_the_neighbours_bid(late_deals: dict[int, str], at_the_table: Phone) -> None:
    phone = at_the_table
    for players in (5, 7):
        phone.goes_to(f"/s/{late_deals[players]}")
        expect(phone.page.locator(".card tbody tr").last).to_contain_text("−")
        for size in SIZES:
            phone.page.set_viewport_size(size)
            assert phone.page.evaluate(NEIGHBOURS, 6) == [], (players, size)


def test_a_card_that_is_wider_than_the_screen_shows_that_it_scrolls_and_keeps_its_first_column(
    late_deals: dict[int, str], at_the_table: Phone
) -> None:
    phone = at_the_table
    phone.page.set_viewport_size(SMALLEST)
    phone.goes_to(f"/s/{late_deals[7]}")
    card, first = phone.page.locator(".card"), phone.page.locator(".card tbody th").first
    assert card.evaluate("card => card.scrollWidth > card.clientWidth"), "seven are too many for the smallest phone"
    expect(card).to_have_css("background-attachment", "local, scroll, scroll")
    before = first.bounding_box()
    card.evaluate("card => { card.scrollLeft = card.scrollWidth; }")
    assert first.bounding_box() == before
    phone.page.locator("#row-1").evaluate("row => row.scrollIntoView({ block: 'center' })")
    cell = phone.page.locator("#row-1 td").last.bounding_box()
    assert cell
    phone.wakes()
    phone.page.touchscreen.tap(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2)
    expect(phone.page.locator(".opened")).to_be_visible()
    story, shown = phone.page.locator(".story").bounding_box(), phone.page.locator(".card").bounding_box()
    assert story and shown and story["width"] <= shown["width"], "the working is read without scrolling"


# --- what is wrong with a page ------------------------------------------------------


def sticks_out(phone: Phone) -> list[str]:
    """What makes the page wider than the screen, lies beyond its edge, or is cut off.

    A name shortened with an ellipsis is not counted: it stands in full in the standings. Nor is the scorecard, which
    scrolls.
    """
    found: list[str] = phone.page.evaluate(
        """() => {
            const page = document.documentElement;
            const wrong = [];
            if (page.scrollWidth > page.clientWidth) wrong.push(`page: ${page.scrollWidth} of ${page.clientWidth}`);
            for (const part of document.body.querySelectorAll("*:not(select, input)")) {
                const box = part.getBoundingClientRect();
                if (!box.width || part.closest(".visually-hidden, .skip, svg, option, .card")) continue;
                if (!part.checkVisibility()) continue;
                const style = getComputedStyle(part);
                const name = `${part.tagName}.${part.className} "${part.textContent.trim().slice(0, 30)}"`;
                if (box.left < 0 || box.right > page.clientWidth + .5) wrong.push(`beyond the edge: ${name}`);
                const shortened = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
                if (style.display === "inline" || shortened) continue;
                const [needs, has] = [part.scrollWidth, part.clientWidth];
                if (needs > has + 1) wrong.push(`${needs} in ${has}: ${name}`);
            }
            return wrong;
        }"""
    )
    return found


def runs_together(phone: Phone) -> list[str]:
    """Texts that lie on one another, and numbers that are split between two lines."""
    found: list[str] = phone.page.evaluate(
        """() => {
            const wrong = [], seen = [];
            const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            const clipped = (box, part) => {
                let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
                for (let around = part; around && around !== document.body; around = around.parentElement) {
                    if (getComputedStyle(around).overflowX === "visible") continue;
                    const edge = around.getBoundingClientRect();
                    [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
                    [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
                }
                return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
            };
            const above = part => part.closest(".action, .card tbody th, .card thead td");
            for (let text = texts.nextNode(); text; text = texts.nextNode()) {
                const part = text.parentElement, words = text.textContent.trim();
                if (!words || part.closest(".visually-hidden, .skip, svg, option, datalist, script")) continue;
                if (!part.checkVisibility() || above(part)) continue;
                const range = document.createRange();
                range.selectNodeContents(text);
                const boxes = [...range.getClientRects()];
                const lines = new Set(boxes.map(box => Math.round(box.top)));
                if (/^[−+×]?\\d[\\d.]*$/.test(words) && lines.size > 1) wrong.push(`split: ${words}`);
                // Letters fill about the middle half of their line.
                for (const box of boxes) {
                    const trim = box.height / 4;
                    const ink = { left: box.left, right: box.right, top: box.top + trim, bottom: box.bottom - trim };
                    const shown = clipped(ink, part);
                    if (shown) seen.push([shown, words, text]);
                }
            }
            for (const [index, [one, words, text]] of seen.entries()) {
                for (const [other, others, owner] of seen.slice(index + 1)) {
                    if (owner === text || one.right - 1 <= other.left || other.right - 1 <= one.left) continue;
                    if (one.bottom - 1 <= other.top || other.bottom - 1 <= one.top) continue;
                    wrong.push(`on one another: "${words.slice(0, 20)}" and "${others.slice(0, 20)}"`);
                }
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


def off_centre(phone: Phone) -> list[str]:
    """The action where it does not stand in the middle of its column, or not on the screen."""
    found: list[str] = phone.page.evaluate(
        """() => [...document.querySelectorAll(".action")].filter(bar => bar.checkVisibility()).map(bar => {
            const box = bar.getBoundingClientRect();
            const now = bar.closest(".now");
            const column = (now && getComputedStyle(now).display !== "contents" ? now : bar.closest("main"));
            const { left, right } = column.getBoundingClientRect();
            const off = (box.left + box.right) / 2 - (left + right) / 2;
            if (Math.abs(off) > 2) return `${off} off the centre`;
            // Below a title and a strip that fill the screen it can only follow them.
            const room = innerHeight - bar.closest("main").getBoundingClientRect().top;
            return box.bottom > innerHeight + 1 && box.height < room ? `ends at ${box.bottom} of ${innerHeight}` : "";
        }).filter(Boolean)"""
    )
    return found


SIZE_OF_LETTERS = """() => [...document.body.querySelectorAll("*:not(.visually-hidden)")]
    .filter(part => [...part.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
    .map(part => [part.textContent.trim().slice(0, 30), parseFloat(getComputedStyle(part).fontSize)])"""
LARGER = "document.documentElement.style.fontSize = '200%'"
AS_LARGE_AS_THE_SCREEN_ALLOWS = 80


def stays_small(phone: Phone) -> list[str]:
    """What does not grow with the letters; leaves them large."""
    usual: list[tuple[str, float]] = phone.page.evaluate(SIZE_OF_LETTERS)
    phone.page.evaluate(LARGER)
    large: list[tuple[str, float]] = phone.page.evaluate(SIZE_OF_LETTERS)
    both = zip(usual, large, strict=True)
    return [name for (name, before), (_, after) in both if after < 1.9 * before < AS_LARGE_AS_THE_SCREEN_ALLOWS]


# --- every page ---------------------------------------------------------------------


def faults(phone: Phone) -> dict[str, Any]:
    found = {
        "sticks out": sticks_out(phone),
        "runs together": runs_together(phone),
        "too small": too_small(phone),
        "off centre": off_centre(phone),
    }
    return {fault: parts for fault, parts in found.items() if parts}


SCREENS = {"ja-JP": SIZES, "en-GB": (USUAL, SMALLEST)}
"""Every screen once; the smaller ones, where texts are tight, in the other language too."""


@pytest.mark.parametrize("locale", SCREENS)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_fits_every_screen_and_large_letters(
    open_reader: Callable[[str], Phone], evening: Evening, page: str, locale: str
) -> None:
    phone = open_reader(locale)
    PAGES[page](phone, evening)
    wrong: dict[str, Any] = {}
    for size in SCREENS[locale]:
        phone.page.set_viewport_size(size)
        wrong[named(size)] = faults(phone)
    phone.page.set_viewport_size(USUAL)
    wrong["stays small"] = stays_small(phone)
    for size in (USUAL, WIDE[1]):
        phone.page.set_viewport_size(size)
        wrong[f"{named(size)}, letters at 200 %"] = faults(phone)
    assert {where: what for where, what in wrong.items() if what} == {}
