"""What fits on the screen, upright, on its side, short, wide and with large letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from scoring.catalogue import all_games, find_game
from tests.kit.browser.chromium import PHONE
from tests.kit.browser.fit import ON_ITS_SIDE, SHORT, SIZES, SMALLEST, TABLET, USUAL, WIDE, named
from tests.kit.browser.pages import PAGES, SEVEN, Evening
from tests.kit.browser.stored import FORGOTTEN
from tests.kit.browser.table import Phone, deal
from tests.kit.for_each import for_each
from tests.kit.games import played

OpenPhone = Callable[..., Phone]

FIVE = {"en-GB": ("Anna", "Benjamin", "Cleo", "Daniel", "Emi"), "ja-JP": ("あんな", "ベン", "千夏", "大輔", "恵美")}
LANGUAGES = pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.long), "ja-JP"])
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
            const tray = box(document.querySelector(".tray"));
            const ends = [[".bar, .strip, .headline, .place, .place button", tray.top], [".tray *", action.top]];
            const wrong = ends.flatMap(([parts, end]) => [...document.querySelectorAll(parts)]
                .filter(part => part.checkVisibility({ visibilityProperty: true }))
                .filter(part => box(part).top < 0 || box(part).bottom > end + 0.1)
                .map(part => `${part.className} ends at ${box(part).bottom}, what follows begins at ${end}`));
            if (action.bottom > innerHeight) wrong.push(`the action ends at ${action.bottom} of ${innerHeight}`);
            if (scrollY) wrong.push("the page is scrolled");
            return wrong;
        }"""
    )
    return found


@LANGUAGES
def test_the_first_deal_of_five_at_ten_cards_needs_no_scrolling(open_phone: OpenPhone, locale: str) -> None:
    phone = open_phone(locale)
    phone.sits_down(FIVE[locale], dealer=4)
    assert what_is_in_the_way(phone) == []
    for seat, bid in enumerate((3, 2, 4, 0)):
        phone.bid(seat, bid)
        assert what_is_in_the_way(phone) == [], "with the next seat marked"
    expect(phone.reason).to_be_visible()
    phone.bid(4, 2)
    assert what_is_in_the_way(phone) == [], "with all bids said"
    phone.saves()
    assert what_is_in_the_way(phone) == [], "with the tricks to enter"


@LANGUAGES
def test_a_later_deal_of_five_at_ten_cards_needs_no_scrolling_under_what_was_said(
    open_phone: OpenPhone, locale: str
) -> None:
    phone = open_phone(locale)
    session = phone.begins(FIVE[locale], dealer=0, format="long-reversed", top_hand="10")
    phone.writes(session, *NINE_DEALS)
    phone.goes_to(f"/s/{session}")
    expect(phone.page.locator(".strip dd").first).to_have_text("10")
    expect(phone.page.locator(".headline")).to_be_visible()
    assert what_is_in_the_way(phone) == []
    order = phone.order("chips")
    for seat in order[:-1]:
        phone.bid(seat, 2)
    assert what_is_in_the_way(phone) == [], "with the dealer's seat marked and a number struck out"
    phone.bid(order[-1], 3)
    phone.saves()
    assert what_is_in_the_way(phone) == [], "with the tricks to enter"


# --- the marked row, on short screens -----------------------------------------------


def hidden_of_the_marked_row(phone: Phone) -> str:
    """How far the marked row reaches out of what is to be seen between the column's upper edge and the tray."""
    found: str = phone.page.evaluate(
        """async () => {
            await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
            const seat = document.querySelector(".place[aria-current]").getBoundingClientRect();
            const column = document.querySelector(".now").getBoundingClientRect();
            const top = Math.max(0, column.top), bottom = document.querySelector(".tray").getBoundingClientRect().top;
            return seat.top < top - 0.1 || seat.bottom > bottom + 0.1
                ? `${seat.top} to ${seat.bottom} of ${top} to ${bottom}` : "";
        }"""
    )
    return found


@pytest.mark.parametrize("size", [USUAL, pytest.param(SHORT, marks=pytest.mark.long), SMALLEST, ON_ITS_SIDE], ids=named)
@pytest.mark.parametrize("players", [pytest.param(5, marks=pytest.mark.long), 7])
def test_the_marked_row_and_the_reason_are_never_under_tray_or_action(
    late_deals: dict[int, str], at_the_table: Phone, players: int, size: ViewportSize
) -> None:
    phone = at_the_table
    phone.page.set_viewport_size(size)
    phone.goes_to(f"/s/{late_deals[players]}")
    phone.page.evaluate(f"() => {{ {FORGOTTEN} }}")
    phone.goes_to(f"/s/{late_deals[players]}")
    if size != ON_ITS_SIDE:
        assert what_is_in_the_way(phone) == []
    others = phone.order("chips")[:-1]
    for seat in others:
        assert hidden_of_the_marked_row(phone) == "", f"seat {seat}"
        phone.bid(seat, 0)
    expect(phone.reason).to_be_visible()
    assert hidden_of_the_marked_row(phone) == "", "the dealer"
    phone.marks(others[0])
    assert hidden_of_the_marked_row(phone) == "", "marked again"


def test_on_its_side_the_strip_lies_in_the_bar_and_over_no_head_of_the_rows(phone: Phone) -> None:
    phone.page.set_viewport_size(ON_ITS_SIDE)
    for game in ("boo-ray", "twin-shoot"):
        phone.sits_down(FIVE["en-GB"][:4], game=game)
        bar, strip, heads = (
            phone.page.locator(part).bounding_box() for part in ("body > header", ".now .strip", ".now .columns")
        )
        assert bar and strip and heads
        assert strip["y"] >= bar["y"], game
        assert strip["y"] + strip["height"] <= bar["y"] + bar["height"] <= heads["y"], game


def test_a_phone_that_is_turned_shows_the_marked_row_too(late_deals: dict[int, str], at_the_table: Phone) -> None:
    phone = at_the_table
    phone.page.set_viewport_size(USUAL)
    phone.goes_to(f"/s/{late_deals[7]}")
    lowest = 6
    phone.marks(lowest)
    phone.page.set_viewport_size(ON_ITS_SIDE)
    expect(phone.page.locator("[data-seat='6'] [data-mark]")).to_be_in_viewport()
    assert hidden_of_the_marked_row(phone) == ""


def test_on_its_side_four_rows_are_seen(open_phone: OpenPhone) -> None:
    phone = open_phone("en-GB", viewport=ON_ITS_SIDE)
    phone.sits_down(FIVE["en-GB"][:4], dealer=3)
    assert what_is_in_the_way(phone) == []


@for_each("slug", all_games())
def test_on_its_side_only_the_columns_scroll(phone: Phone, slug: str) -> None:
    """What is for a screen reader alone does not make the page higher than the screen."""
    play = played(find_game(slug), 0)
    session = phone.begins(play.session["players"], game=slug)
    phone.writes(session, *play.entries[:4])
    phone.page.set_viewport_size(ON_ITS_SIDE)
    phone.goes_to(f"/s/{session}")
    phone.tap(phone.page.locator(".bar a[href='#scorecard']"))
    expect(phone.page).to_have_url(re.compile("#scorecard$"))
    assert phone.page.evaluate("[document.documentElement.scrollHeight, scrollY]") == [ON_ITS_SIDE["height"], 0]


# --- heights that nothing changes ------------------------------------------------------


HEIGHTS = {
    named(USUAL): ((56, 56, 40), {4: 80, 5: 80, 7: 64}, (156, 80)),
    named(SHORT): ((48, 52, 32), {4: 80, 5: 68, 7: 48}, (128, 64)),
    named(SMALLEST): ((44, 44, 24), {4: 68, 5: 56, 7: 44}, (116, 56)),
}
"""Bar, strip and words; a row for so many players; tray and save."""
PLACES = """() => [...document.querySelectorAll(
    ".bar, .strip, .signs-to-tap .chip, .step > .headline, .place, .place button, .tray, .key, .action, .action .main",
)].filter(part => part.checkVisibility()).map(part => {
    const { x, y, width, height } = part.getBoundingClientRect();
    const name = part.ariaLabel || part.dataset.digit || part.dataset.seat || part.classList[0];
    return `${name}: ${[x, y, width, height].map(Math.round)}`;
})"""


@pytest.mark.parametrize("locale", ["ja-JP", pytest.param("en-GB", marks=pytest.mark.long)])
@pytest.mark.parametrize("size", [USUAL, pytest.param(SHORT, marks=pytest.mark.long), SMALLEST], ids=named)
def test_nothing_of_a_step_moves_by_a_pixel_while_a_deal_is_entered(
    open_phone: OpenPhone, locale: str, size: ViewportSize
) -> None:
    phone = open_phone(locale, viewport=size)
    top, rows, bottom = HEIGHTS[named(size)]
    for players in rows:
        session = phone.begins(SEVEN[:players], dealer=1, format="long-reversed")
        phone.writes(session, *deal([1, 1, *[0] * (players - 2)], [0, 1, *[0] * (players - 2)]))
        phone.goes_to(f"/s/{session}")
        words = 0 if size == SMALLEST and players == 7 else top[2]
        heights = [*top[:2], words, rows[players], *bottom]
        parts = (".bar", ".strip", ".step > .headline", ".place", ".tray", ".action")
        assert [phone.page.locator(part).first.bounding_box()["height"] for part in parts] == heights, players  # type: ignore[index]
        # Four of them are asked by the short deal of browser/smoke.
        if players != 7:
            continue
        before = phone.page.evaluate(PLACES)
        *others, dealer = phone.order("chips")
        phone.tap(phone.page.locator("label:has([name=trump][value=hearts])"))
        for number, seat in enumerate(others):
            phone.bid(seat, 1 if number == 0 else 0)
            assert phone.page.evaluate(PLACES) == before, f"seat {seat}"
        expect(phone.struck).to_have_text("1")
        phone.bid(dealer, 2)
        assert phone.page.evaluate(PLACES) == before, "all have bid"
        phone.tap(phone.page.locator("[data-untap]"))
        expect(phone.bid_of(dealer)).to_have_text("")
        assert phone.page.evaluate(PLACES) == before, "the last tap is taken back"
        phone.bid(dealer, 2)
        phone.saves()
        before = phone.page.evaluate(PLACES)
        phone.tap(phone.stepper(dealer, -1))
        assert phone.page.evaluate(PLACES) == before, "one missed"
        phone.tap(phone.stepper(others[-1], 1))
        assert phone.page.evaluate(PLACES) == before, "one more"


REASON = "() => { const line = document.querySelector('[data-reason]'); return line.scrollWidth - line.clientWidth; }"


@LANGUAGES
def test_the_reason_of_a_struck_number_is_read_in_full_on_every_phone(open_phone: OpenPhone, locale: str) -> None:
    phone = open_phone(locale, viewport=SMALLEST)
    phone.sits_down(FIVE[locale][:3], dealer=2, top_hand="17")
    phone.bids([3, 3, None])
    expect(phone.reason).to_contain_text("11")
    phone.tap(phone.page.locator("[data-tens]"))
    expect(phone.struck).to_have_text("11")
    for size in (SMALLEST, USUAL):
        phone.page.set_viewport_size(size)
        assert phone.page.evaluate(REASON) <= 0, size


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
        session = at_the_table.begins(names, dealer=0, format="long-reversed")
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


# --- the scorecard ------------------------------------------------------------------------


NEIGHBOURS = """least => [...document.querySelectorAll(".card tbody tr")].flatMap(row => {
    const edges = cell => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return [...cell.querySelectorAll("small, .total")].map(part => part.getBoundingClientRect())
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


def test_seven_columns_fit_the_smallest_phone_and_no_name_is_broken(
    late_deals: dict[int, str], at_the_table: Phone
) -> None:
    phone = at_the_table
    phone.goes_to(f"/s/{late_deals[7]}")
    card = phone.page.locator(".scorecard")
    for size in (SMALLEST, USUAL):
        phone.page.set_viewport_size(size)
        assert card.evaluate("card => card.scrollWidth <= card.clientWidth"), size
        heights = card.locator("thead .name").evaluate_all("all => all.map(name => name.clientHeight)")
        assert len(set(heights)) == 1, "every name is one line"


def test_the_head_stays_in_view_while_the_page_scrolls(late_deals: dict[int, str], at_the_table: Phone) -> None:
    phone = at_the_table
    for size in (SHORT, ON_ITS_SIDE):
        phone.page.set_viewport_size(size)
        phone.goes_to(f"/s/{late_deals[5]}")
        phone.page.locator(".scorecard tbody tr").last.evaluate("row => row.scrollIntoView({ block: 'end' })")
        head = phone.page.locator(".scorecard thead th").first.bounding_box()
        column = phone.page.locator(".record").bounding_box()
        assert head and column
        assert head["y"] == pytest.approx(max(0, column["y"]), abs=1), size
        first = phone.page.locator(".scorecard tbody tr").first.bounding_box()
        assert first and first["y"] < head["y"] + head["height"], "the first deals have gone under the head"


@pytest.fixture(scope="module")
def nine(at_the_table: Phone) -> str:
    """Two rounds of a score pad with nine players."""
    session = at_the_table.begins(("Ann", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida"), game="score-pad")
    at_the_table.writes(session, *({"step": "round", "points": list(range(9))} for _ in range(2)))
    return session


def test_a_card_that_is_wider_than_the_screen_shows_that_it_scrolls_and_keeps_its_first_column(
    nine: str, at_the_table: Phone
) -> None:
    phone = at_the_table
    phone.page.set_viewport_size(SMALLEST)
    phone.goes_to(f"/s/{nine}")
    card, first = phone.page.locator(".card"), phone.page.locator(".card tbody th").first
    assert card.evaluate("card => card.scrollWidth > card.clientWidth"), "nine are too many for the smallest phone"
    expect(card).to_have_css("background-attachment", "local, scroll, scroll")
    before = first.bounding_box()
    card.evaluate("card => { card.scrollLeft = card.scrollWidth; }")
    assert first.bounding_box() == before
    phone.page.locator("#row-1").evaluate("row => row.scrollIntoView({ block: 'center' })")
    cell = phone.page.locator("#row-1 td").last.bounding_box()
    assert cell
    phone.page.touchscreen.tap(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2)
    expect(phone.page.locator(".opened")).to_be_visible()
    story, shown = phone.page.locator(".story").bounding_box(), phone.page.locator(".card").bounding_box()
    assert story and shown and story["width"] <= shown["width"], "the working is read without scrolling"


# --- the league table -----------------------------------------------------------------


BROKEN = """() => {
    const text = document.querySelector("tr:has(.crown) th span:not([class])").firstChild;
    const range = document.createRange();
    return [...text.data.matchAll(/\\p{L}+/gu)].filter(({ 0: word, index }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word);
}"""


def test_the_long_name_of_who_leads_is_broken_between_words(
    open_reader: Callable[[str], Phone], evening: Evening
) -> None:
    phone = open_reader("en-GB")
    phone.page.set_viewport_size(SMALLEST)
    PAGES["statistics.league"](phone, evening)
    assert phone.page.evaluate(BROKEN) == []
    phone.page.set_viewport_size(USUAL)
