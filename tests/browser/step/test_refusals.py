"""What is refused is opened, seen and told; its red goes when it is mended; a correction says what it changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.kit.browser.table import ANN, BEN, CLEO, DAN, REFUSED, Phone, deal

SHORT = {"width": 390, "height": 664}
MISSED = deal([3, 1, 2, 2], [3, 0, 3, 4])


def is_seen(phone: Phone, what: Locator) -> bool:
    """Whether it lies wholly between the top of the screen and the action bar."""
    box = what.bounding_box()
    bar = phone.page.locator(".action").last.bounding_box()
    assert box is not None
    return box["y"] >= 0 and (bar is None or box["y"] + box["height"] <= bar["y"] + 1)


def save(phone: Phone) -> None:
    phone.tap(phone.action)


def saved(phone: Phone) -> None:
    position = phone.position
    save(phone)
    expect(phone.sheet).to_have_attribute("data-position", str(position + 1))


def test_a_wrong_number_below_the_fold_is_scrolled_to_and_its_red_goes_when_it_is_mended(
    open_phone: Callable[..., Phone],
) -> None:
    phone = open_phone(viewport=SHORT)
    phone.expects(REFUSED)
    names = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jo")
    phone.sits_down(names, game="score-pad", dealer=1)
    for seat, typed in enumerate(["1", "ー２", "3点", "4", "5", "＋6", "7", "8", "x", "9.5"]):
        phone.page.locator(f"[name=points-{seat}]").fill(typed)
    save(phone)
    eighth = phone.page.locator("#points-8-wrong")
    expect(eighth).to_have_text("Ida, Points: “x” is not a whole number.")
    expect(phone.page.locator("[name=points-8]")).to_be_focused()
    assert is_seen(phone, eighth)
    expect(phone.page.locator("[data-wrong-places]")).to_have_count(0)
    phone.page.locator("[name=points-8]").fill("2")
    expect(eighth).to_have_count(0)
    expect(phone.page.locator("[name=points-8]")).not_to_have_attribute("aria-invalid", "true")
    expect(phone.page.locator(".place.bad[data-seat='8']")).to_have_count(0)
    expect(phone.page.locator("#points-9-wrong")).to_be_visible()
    phone.page.locator("[name=points-9]").fill("9")
    expect(phone.page.locator(".wrong[role=alert], .bad")).to_have_count(0)
    saved(phone)
    assert phone.entries()[0]["points"] == [1, -2, 3, 4, 5, 6, 7, 8, 2, 9]


def test_without_script_the_wrong_places_are_told_above_the_fold(open_phone: Callable[..., Phone]) -> None:
    phone = open_phone(java_script_enabled=False, viewport={"width": 320, "height": 568})
    phone.expects(REFUSED)
    phone.sits_down(dealer=DAN)
    for seat, bid in ((ANN, 3), (BEN, 3), (CLEO, 2), (DAN, 2)):
        phone.place(seat).locator(f"input[value='{bid}']").press("Space")
    phone.action.click()
    told = phone.page.locator("[data-wrong-places] a")
    expect(told).to_have_text("Total bids can’t equal 10. Dan deals and must change their bid.")
    box = told.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 568 - 80
    told.click()
    assert is_seen(phone, phone.page.locator("#bids-3-wrong"))


def test_a_wrong_sum_goes_when_any_of_its_parts_is_changed_and_nothing_moves(phone: Phone) -> None:
    phone.expects(REFUSED)
    phone.sits_down(dealer=DAN, top_hand="5")
    phone.bids([1, 2, 0, 1])
    saved(phone)
    save(phone)
    alert = phone.page.locator(".alert[role=alert]")
    expect(alert).to_be_focused()
    more = phone.stepper(CLEO, 1)
    before = more.bounding_box()
    phone.tap(more)
    expect(alert).to_be_hidden()
    after = more.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) <= 12, "the next tap hits the same button"
    saved(phone)


def test_a_number_out_of_bounds_kills_no_button_and_brings_no_bubble(phone: Phone) -> None:
    phone.expects(REFUSED)
    phone.sits_down(dealer=DAN, top_hand="5")
    phone.bids([1, 2, 0, 1])
    saved(phone)
    less, more = (phone.stepper(ANN, by) for by in (-1, 1))
    phone.counter(ANN).fill("9")
    save(phone)
    expect(phone.page.locator("#tricks-0-wrong")).to_contain_text("9 is too high")
    expect(phone.counter(ANN)).to_be_focused()
    phone.tap(less)
    expect(phone.counter(ANN)).to_have_value("5")
    expect(phone.page.locator("#tricks-0-wrong")).to_have_count(0)
    phone.counter(ANN).fill("")
    phone.tap(more)
    expect(phone.counter(ANN)).to_have_value("0")
    phone.counter(ANN).fill("-3")
    phone.tap(more)
    expect(phone.counter(ANN)).to_have_value("0")


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.long), "ja-JP"])
def test_a_correction_leaves_the_others_alone_and_says_what_it_changes(
    open_phone: Callable[..., Phone], locale: str
) -> None:
    phone = open_phone(locale)
    session = phone.sits_down(dealer=DAN, format="long", top_hand="10")
    phone.writes(session, *MISSED, *deal([1, 1, 2, 0], [1, 1, 2, 5]), *deal([1, 1, 2, 0], [1, 1, 2, 4]))
    phone.goes_to(f"/s/{session}/rows/0")
    expect(phone.page.locator("h1")).to_have_text("Correct deal 1" if locale == "en-GB" else "第 1 ディールを訂正")
    changes = phone.page.locator("[data-changes]")
    expect(changes).to_have_text(
        "2 later deals will be rescored." if locale == "en-GB" else "後の 2 ディールを計算し直します。"
    )
    numbers = phone.page.locator("[data-counters] input")
    seats = [numbers.nth(place) for place in range(4)]
    before = [seat.input_value() for seat in seats]
    phone.tap(phone.stepper(DAN, -1))
    after = [seat.input_value() for seat in seats]
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 1
    expect(phone.action).to_have_class("button main waiting")
    phone.tap(phone.stepper(BEN, 1))
    expect(phone.action).to_have_class("button main")
    expect(phone.page.locator("[data-becomes]")).to_contain_text("Ben")
    save(phone)
    expect(phone.page.locator("[data-correcting]")).to_have_count(0)
    assert phone.entries(session)[1]["tricks"] == [3, 1, 3, 3]


def test_an_adjustment_opens_the_number_keys_and_has_a_sign(open_phone: Callable[..., Phone]) -> None:
    phone = open_phone("ja-JP")
    phone.expects(REFUSED)
    session = phone.sits_down()
    phone.goes_to(f"/s/{session}/adjustment")
    amount = phone.page.locator("[name=amount]")
    expect(amount).to_have_attribute("inputmode", "numeric")
    amount.fill("10点")
    sign = amount.locator("xpath=..").locator("[data-sign]")
    phone.tap(sign)
    expect(amount).to_have_value("-10点")
    phone.tap(sign)
    expect(amount).to_have_value("10点")
    amount.fill("ー１０")
    phone.page.locator("[name=reason]").fill("反則")
    form = phone.page.locator("form", has=amount)
    phone.tap(form.locator("button:not([type=button])"))
    expect(phone.page.locator("#seat-wrong")).to_be_visible()
    expect(phone.page.locator("[name=seat]").first).to_be_focused()
    phone.tap(form.locator(".chip").nth(BEN))
    expect(phone.page.locator("#seat-wrong")).to_have_count(0)
    phone.tap(form.locator("button:not([type=button])"))
    expect(phone.sheet).to_be_visible()
    assert phone.entries(session) == [{"step": "adjustment", "seat": 1, "amount": -10, "reason": "反則"}]


def test_what_is_wrong_in_a_folded_box_is_opened(phone: Phone) -> None:
    phone.expects(REFUSED)
    phone.goes_to("/new/buki")
    phone.fills_the_table()
    box = phone.page.locator("[data-spectators]")
    phone.tap(box.locator("summary"))
    box.locator("[name=spectators-0-name]").fill("Eva")
    box.locator("[name=spectators-0-chips]").fill("x")
    box.evaluate("box => { box.open = false; }")
    save(phone)
    wrong = phone.page.locator("#spectators-0-chips-wrong")
    expect(wrong).to_be_visible()
    assert is_seen(phone, wrong)
    phone.page.locator("[name=spectators-0-chips]").fill("2")
    expect(wrong).to_have_count(0)
