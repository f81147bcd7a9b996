"""Koi-Koi on two phones: each taps the own cards and calls as they come, and the keeper's phone lies idle."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Locator, Route

from tests.kit.browser.axe import wrong_in_any_light
from tests.kit.browser.expecting import expect
from tests.kit.browser.fit import LARGER, ON_ITS_SIDE, SHORT, SMALLEST, USUAL, faults_on, screen
from tests.kit.browser.seats import Begin, Table
from tests.kit.browser.stored import STORE, TAPS, UNSENT, waits_until_none
from tests.kit.browser.table import ANN, BEN, OFFLINE, Phone

CRANE, PHOENIX, MOON = "01-1", "12-1", "08-1"
BOAR_DEER_BUTTERFLIES = ("07-1", "10-1", "06-1")
RED_RIBBONS = ("01-2", "02-2", "03-2")
SHOWN_BY = 300
"""Milliseconds in which an answer that came is on the page."""


def card(phone: Phone, code: str) -> Locator:
    return phone.page.locator(f".board .fuda:has([value='{code}'])")


def takes(phone: Phone, *codes: str) -> None:
    for code in codes:
        phone.tap(card(phone, code))


def holds(phone: Phone, code: str, holding: bool = True) -> None:
    expect(phone.page.locator(f".board input[value='{code}']")).to_be_checked(checked=holding)


def stop(phone: Phone) -> Locator:
    return phone.page.locator(".ends .main")


def calls(phone: Phone) -> None:
    phone.tap(phone.page.locator(".ends .button").nth(1))


def rival(phone: Phone) -> Locator:
    return phone.page.locator("[data-live=rival]")


def told(phone: Phone) -> Locator:
    return phone.page.locator(".wrong")


def counts(players: Sequence[Phone], lights: int) -> None:
    """Both tap the brights on the field, and have the month before them."""
    for phone in players:
        phone.tap(phone.page.locator(f"button[name=lights][value='{lights}']"))
    for phone in players:
        expect(phone.page.locator(".board")).to_be_visible()


def is_settled(players: Sequence[Phone], month: int, points: str) -> None:
    for phone in players:
        expect(phone.page.locator("h1 small")).to_contain_text(f"month {month} of 6")
        expect(phone.page.locator(".headline")).to_contain_text(points)


def sits_down(begin: Begin, **options: str) -> tuple[Table, Phone, Phone]:
    table = begin(("Ann", "Ben"), game="koi-koi", length="half", **options)
    return table, table.sits(ANN), table.sits(BEN)


def test_two_months_are_played_on_two_phones_and_the_keeper_taps_nothing(begin: Begin, keeper: Phone) -> None:
    table, ann, ben = sits_down(begin)
    both = (ann, ben)

    # January: 三光 6 × (1 + 1 bright) = 12, over a card that both tapped.
    counts(both, 1)
    takes(ben, MOON)
    takes(ann, CRANE, PHOENIX)
    expect(rival(ben)).to_contain_text("1 away: Three Brights")
    takes(ann, MOON)
    for phone in both:
        expect(told(phone)).to_contain_text("You both tapped silver grass with moon (Ben first).")
        expect(stop(phone)).to_have_text("Stop")
    takes(ben, MOON)
    expect(rival(ben)).to_contain_text("Three Brights 6")
    for phone in both:
        expect(told(phone)).to_have_count(0)
    expect(stop(ann)).to_have_text("Stop +12")
    ann.tap(stop(ann))
    is_settled(both, 2, "62")

    # February: 猪鹿蝶 6 for Ben, who has no network meanwhile and opens the page anew.
    counts(both, 0)
    ben.expects(OFFLINE)
    ben.context.set_offline(True)
    takes(ben, *BOAR_DEER_BUTTERFLIES)
    expect(ben.page.locator("[data-kept]")).to_be_visible()
    ben.context.set_offline(False)
    expect(rival(ann)).to_contain_text("Inoshikachō 6")
    ben.page.reload()
    holds(ben, BOAR_DEER_BUTTERFLIES[0])
    expect(stop(ben)).to_have_text("Stop +6")
    ben.tap(stop(ben))
    is_settled(both, 3, "56")

    assert keeper.record(table.session)["report"]["totals"] == [56, 44]
    assert keeper.taps == 0


def test_what_was_tapped_before_the_script_came_is_saved(begin: Begin) -> None:
    _, ann, ben = sits_down(begin)
    counts((ann, ben), 0)
    waiting: list[Route] = []

    def waits(route: Route) -> None:
        waiting.append(route)

    ben.page.route("**/koi-koi/seat*.js", waits)
    with ben.page.expect_request("**/koi-koi/seat*.js"):
        ben.page.reload(wait_until="commit")
    takes(ben, CRANE, PHOENIX)
    for route in waiting:
        route.continue_()
    expect(rival(ann)).to_contain_text("1 away: Three Brights")
    holds(ben, CRANE)


def test_cards_taken_together_are_sent_together_and_nothing_is_shown_under_a_finger(begin: Begin) -> None:
    _, ann, ben = sits_down(begin)
    counts((ann, ben), 0)
    sent: list[str] = []
    ben.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    finger = "kind => document.body.dispatchEvent(new Event(kind, { bubbles: true }))"
    ben.page.evaluate(finger, "pointerdown")
    ben.page.evaluate(
        "codes => codes.forEach((code) => document.querySelector(`.board [value='${code}']`).click())", [CRANE, PHOENIX]
    )
    expect(rival(ann)).to_contain_text("1 away: Three Brights")
    assert len(sent) == 1
    own = ben.page.locator("[data-live=yaku]")
    ben.page.wait_for_timeout(SHOWN_BY)
    expect(own).not_to_contain_text("1 away")
    ben.page.evaluate(finger, "pointerup")
    expect(own).to_contain_text("1 away: Three Brights")


def test_cards_that_earlier_releases_left_in_a_phone_are_sent(begin: Begin) -> None:
    """They kept them as a draft, and sent them from their page alone."""
    table, ann, ben = sits_down(begin)
    counts((ann, ben), 0)
    turn, page = ben.page.locator("[data-pile]").get_attribute("data-turn"), ben.page.url
    # No script runs there.
    ben.goes_to("/health")
    ben.page.evaluate(STORE, [[f"{TAPS}{table.session}:{turn}", [f"{CRANE} {PHOENIX}"]]])
    ben.expects("/favicon.ico")
    ben.goes_to(page)
    expect(rival(ann)).to_contain_text("1 away: Three Brights")
    holds(ben, CRANE)
    waits_until_none(ben.page, TAPS, UNSENT)


def test_the_board_fits_every_screen_with_all_that_is_told(begin: Begin, axe: str) -> None:
    """A card in both piles, calls, made yaku and those that lack one, long names, and letters twice as large."""
    table = begin(("Annemarie Featherstonehaugh", "ベンジャミン太郎左衛門"), game="koi-koi", length="half")
    ann, ben = table.sits(ANN, "ja-JP"), table.sits(BEN, "ja-JP")
    assert faults_on(ann, USUAL, SMALLEST, ON_ITS_SIDE) == {}, "the deal"
    ann.page.set_viewport_size(USUAL)
    counts((ann, ben), 1)
    takes(ben, CRANE, PHOENIX, MOON)
    calls(ben)
    takes(ann, MOON, *RED_RIBBONS)
    expect(told(ann)).to_have_count(1)
    expect(rival(ann)).to_contain_text("×1")
    assert faults_on(ann, USUAL, SMALLEST, SHORT, ON_ITS_SIDE, screen(1280, 900)) == {}
    ann.page.set_viewport_size(USUAL)
    assert wrong_in_any_light(ann.page, axe) == {}
    ann.page.evaluate(LARGER)
    assert faults_on(ann, USUAL, SMALLEST) == {}, "letters twice as large"
