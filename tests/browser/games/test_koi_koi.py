"""What only a browser can tell of Koi-Koi: the lights, yaku that bring others, the board, the tool."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, ViewportSize

from tests.kit.browser.axe import wrong_in_any_light
from tests.kit.browser.expecting import expect
from tests.kit.browser.fit import LARGER, ON_ITS_SIDE, SHORT, SMALLEST, USUAL, faults_on, named, screen
from tests.kit.browser.table import REFUSED, Phone

OpenPhone = Callable[..., Phone]

CHIKA, DAI = range(2)
NAMES = ("千夏", "大輔")
BOAR_DEER_BUTTERFLIES = ("06-1", "07-1", "10-1")
RED_RIBBONS = ("01-2", "02-2", "03-2")


# --- what one does at this table -----------------------------------------------


def sits_down(phone: Phone, players: Sequence[str] = NAMES, **options: Any) -> None:
    phone.sits_down(players, game="koi-koi", **options)


def lies(phone: Phone, lights: int) -> None:
    """So many lights lie on the field."""
    phone.tap(phone.page.locator("[data-lights] .chip").filter(has_text=re.compile(rf"^\s*{lights}\s*$")))
    phone.saves()


def side(phone: Phone, seat: int) -> Locator:
    return phone.page.locator(f"[data-seat='{seat}']")


def calls(phone: Phone, seat: int) -> None:
    phone.tap(side(phone, seat).locator("[data-by='1']"))


def stops(phone: Phone, seat: int) -> None:
    phone.tap(phone.page.locator(f".stops .chip:has(input[value='{seat}'])"))


def has(phone: Phone, *yaku: str) -> None:
    for slug in yaku:
        phone.tap(phone.page.locator(f".names .chip:has([value={slug}])"))


def counts(phone: Phone, name: str, *, taps: int) -> None:
    """So many taps on the + of tane, tan or kasu: the first says as many as it takes."""
    plus = phone.page.locator(f".counts .stepper:has([name={name}]) [data-by='1']")
    for _ in range(taps):
        phone.tap(plus)


def turns(phone: Phone, view: str) -> None:
    """To the cards, or to the names of the yaku, unless the sheet is there."""
    expect(phone.page.locator("[data-switch]")).to_be_visible()
    other = phone.page.locator(f"[data-switch] [data-to={view}]")
    if other.is_visible():
        phone.tap(other)
    expect(other).to_be_hidden()


def turns_to_the_cards_of(phone: Phone, seat: int) -> None:
    turns(phone, "cards")
    stops(phone, seat)
    expect(phone.page.locator(f"[data-part='{seat}'] .board")).to_be_visible()


def count_of(phone: Phone, seat: int) -> Locator:
    """How many cards a player has taken."""
    return phone.page.locator(f".stops .chip:has(input[value='{seat}']) [data-count]")


def card(phone: Phone, seat: int, code: str) -> Locator:
    return phone.page.locator(f"[data-part='{seat}'] .fuda:has([value='{code}'])")


def took(phone: Phone, seat: int, *codes: str) -> None:
    for code in codes:
        phone.tap(card(phone, seat, code))


def will(phone: Phone, action: str) -> None:
    """The one large button says what it will do, before it is tapped."""
    expect(phone.action).to_have_text(action)


def totals(phone: Phone) -> list[list[str]]:
    rows: list[list[str]] = phone.page.locator(".card tbody tr:not(.opened)").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td .total')].map(cell => cell.textContent.trim()))"
    )
    return rows


def said(phone: Phone) -> list[dict[str, Any]]:
    """The entries as the server has them, without what was left empty."""
    return [{name: value for name, value in each.items() if value not in ([], [[], []])} for each in phone.entries()]


# --- the deal and the calls ---------------------------------------------------------


def test_the_brights_themselves_say_how_many_there_are(phone: Phone) -> None:
    sits_down(phone)
    number = phone.page.locator("[data-lights] .chip:has(input:checked)")
    crane = phone.page.get_by_role("button", name="pine with crane")
    moon = phone.page.get_by_role("button", name="silver grass with moon")
    phone.tap(crane)
    expect(number).to_have_text("1")
    moon.press("Space")
    expect(number).to_have_text("2")
    expect(crane).to_have_attribute("aria-pressed", "true")
    phone.tap(crane)
    expect(number).to_have_text("1")
    expect(phone.action).not_to_have_class(re.compile("waiting"))
    # Three were counted by another: which they are is not known.
    phone.tap(phone.page.locator("[data-lights] .chip").nth(3))
    expect(moon).to_have_attribute("aria-pressed", "false")
    phone.saves()
    assert said(phone) == [{"step": "deal", "lights": 3}]


@pytest.mark.long
def test_what_is_wrong_with_the_calls_is_seen(phone: Phone) -> None:
    phone.expects(REFUSED)
    sits_down(phone)
    lies(phone, 0)
    calls(phone, CHIKA)
    stops(phone, CHIKA)
    has(phone, "akatan")
    phone.tap(phone.action)
    expect(side(phone, CHIKA).get_by_role("alert")).to_have_text(
        "After koi-koi a player needs new points, so Red ribbons is not enough to stop."
        " Add a yaku, or set 千夏’s koi-koi to 0."
    )
    phone.tap(side(phone, CHIKA).locator("[data-by='-1']"))
    will(phone, "Stop: 千夏 +6")


def test_what_the_fields_say_is_shown_again_when_they_are_set_anew(phone: Phone) -> None:
    """As after a draft, or an entry that was taken back."""
    sits_down(phone)
    lies(phone, 1)
    stops(phone, CHIKA)
    has(phone, "akatan")
    phone.page.locator("form.step").evaluate(
        """form => {
            form.elements["calls-1"].value = 2;
            form.elements.winner.value = "1";
            form.elements.tan.value = 7;
            for (const box of form.elements.yaku) box.checked = false;
            form.dispatchEvent(new Event("restored", { bubbles: true }));
        }"""
    )
    expect(side(phone, DAI).locator("[data-times]")).to_have_text("×4")
    expect(phone.page.locator("[data-notice=multiplier] dd")).to_have_text("千×2 大×4")
    expect(phone.page.locator(".stepper.set [name=tan]")).to_have_value("7")


# --- yaku by name ---------------------------------------------------------------------


def standing(phone: Phone) -> list[str]:
    slugs: list[str] = phone.page.locator(".names input:checked").evaluate_all("all => all.map(box => box.value)")
    return slugs


def test_two_yaku_bring_the_third(phone: Phone) -> None:
    sits_down(phone)
    lies(phone, 0)
    stops(phone, CHIKA)
    tan = phone.page.locator("[name=tan]")
    counts(phone, "tan", taps=1)
    has(phone, "akatan")
    assert (standing(phone), tan.input_value()) == (["akatan"], "5")
    has(phone, "aotan")
    assert (standing(phone), tan.input_value()) == (["akatan", "aotan", "rokutan"], "6")
    will(phone, "Stop: 千夏 +40")  # 6 + 6 + 6 + 2 = 20, doubled
    has(phone, "aotan")
    assert (standing(phone), tan.input_value()) == (["akatan"], "5"), "it goes as it came"
    has(phone, "akatan", "hanami", "tsukimi")
    assert standing(phone) == ["hanami", "tsukimi", "teppo"]
    will(phone, "Stop: 千夏 +32")  # 5 + 5 + 5 + タン 1 = 16, doubled
    has(phone, "teppo")
    assert standing(phone) == []


def test_what_two_yaku_raised_goes_after_an_undo_too(phone: Phone) -> None:
    sits_down(phone)
    lies(phone, 0)
    stops(phone, CHIKA)
    has(phone, "akatan", "aotan")
    will(phone, "Stop: 千夏 +40")
    phone.saves()
    phone.undoes()
    has(phone, "akatan")
    assert standing(phone) == ["aotan"]
    will(phone, "Stop: 千夏 +6")


def test_a_table_without_the_third_or_with_it_alone_ticks_as_it_plays(phone: Phone) -> None:
    sits_down(phone, exclusive_ribbons="on", exclusive_teppo="none")
    lies(phone, 0)
    stops(phone, CHIKA)
    has(phone, "akatan", "aotan", "hanami", "tsukimi")
    assert standing(phone) == ["hanami", "tsukimi", "rokutan"]
    will(phone, "Stop: 千夏 +36")  # 5 + 5 + 六短 6 + タン 2 = 18, doubled


@pytest.mark.long
def test_with_teppo_alone_november_is_asked_before_saving(open_phone: OpenPhone) -> None:
    phone = open_phone("ja-JP")
    sits_down(phone, sake="rain")
    lies(phone, 0)
    stops(phone, CHIKA)
    has(phone, "teppo")
    expect(phone.page.locator("[data-november]")).to_be_visible()
    will(phone, "やめ：千夏 +5")
    phone.expects(REFUSED)
    phone.tap(phone.action)
    question = phone.page.locator("form.step [role=alert]")
    expect(question).to_contain_text("千夏の取り札に 11 月の札がありますか？なければ花見で一杯、月見で一杯も付きます。")
    phone.tap(question.get_by_role("button", name="11 月の札がある"))
    expect(phone.page.locator(".standings [data-side='0'] .total")).to_have_text("105")


def test_what_rain_takes_away_is_struck(open_phone: OpenPhone) -> None:
    phone = open_phone("ja-JP")
    sits_down(phone, sake="rain")
    lies(phone, 0)
    stops(phone, CHIKA)
    answer = phone.page.locator("[data-november] input:checked")
    question = phone.page.locator("[data-november]")
    expect(question).to_be_hidden()
    has(phone, "akatan")
    expect(question).to_be_hidden()
    has(phone, "akatan", "hanami")
    expect(question).to_be_visible()
    # Who has it has no card of November.
    expect(answer).to_have_value("no")
    will(phone, "やめ：千夏 +5")
    sake = phone.page.locator(".names .chip:has([value=hanami])")
    has(phone, "ameshiko")
    expect(sake).to_contain_text("雨流れで無効")
    expect(sake.locator("input")).to_be_disabled()
    assert standing(phone) == ["ameshiko"]
    expect(answer).to_have_value("yes")
    has(phone, "ameshiko", "hanami")
    assert standing(phone) == ["hanami"]
    expect(answer).to_have_value("no")
    has(phone, "hanami")
    expect(answer).to_have_count(0)
    expect(question).to_be_hidden()
    has(phone, "hanami")
    phone.tap(phone.page.locator("[data-november] .chip:has([value=yes])"))
    expect(sake).to_contain_text("雨流れで無効")
    turns_to_the_cards_of(phone, CHIKA)
    took(phone, CHIKA, "03-1", "09-1", "11-4", *BOAR_DEER_BUTTERFLIES)
    made = phone.page.locator("[data-part='0'] [data-made] li")
    expect(made).to_have_text(["猪鹿蝶 6", "花見で一杯 雨流れで無効"])


# --- the board ------------------------------------------------------------------


def test_a_card_lies_in_one_pile_only(phone: Phone) -> None:
    sits_down(phone)
    lies(phone, 0)
    turns_to_the_cards_of(phone, CHIKA)
    took(phone, CHIKA, "01-1", "03-1")
    turns_to_the_cards_of(phone, DAI)
    took(phone, DAI, "03-1")
    expect(count_of(phone, CHIKA)).to_have_text("1")
    expect(count_of(phone, DAI)).to_have_text("1")
    expect(card(phone, DAI, "01-1")).to_have_class(re.compile("gone"))


@pytest.mark.long
def test_cards_tapped_are_still_there_after_a_reload(phone: Phone) -> None:
    sits_down(phone)
    lies(phone, 0)
    turns_to_the_cards_of(phone, DAI)
    took(phone, DAI, *BOAR_DEER_BUTTERFLIES)
    will(phone, "Stop: 大輔 +6")
    phone.page.reload()
    expect(count_of(phone, DAI)).to_have_text("3")
    expect(phone.page.locator("[data-part='1'] [data-made] li")).to_have_text(["Inoshikachō 6"])
    will(phone, "Stop: 大輔 +6")


def test_koi_koi_is_called_from_the_board(phone: Phone) -> None:
    sits_down(phone)
    lies(phone, 1)
    button = phone.page.locator(".pair .button:not(.main)")
    expect(button).to_be_hidden()
    turns_to_the_cards_of(phone, CHIKA)
    will(phone, "No yaku yet")
    took(phone, CHIKA, *BOAR_DEER_BUTTERFLIES)
    # 6, times 1 + 1.
    will(phone, "Stop: 千夏 +12")
    expect(button).to_have_text("Koi-koi0 called ×2")
    phone.tap(button)
    expect(button).to_have_text("Koi-koi1 called ×3")
    expect(phone.page.locator("[data-notice=multiplier] dd")).to_have_text("千×3 大×2")
    # With the yaku that she called with she cannot stop.
    expect(phone.action).to_have_class(re.compile("waiting"))
    expect(phone.page.locator("[data-working]")).to_contain_text("needs new points")
    took(phone, CHIKA, *RED_RIBBONS)
    # 6 + 6 = 12, doubled 24, times 2 + 1.
    will(phone, "Stop: 千夏 +72")
    phone.saves()
    assert totals(phone) == [["172", "28"]]


@pytest.mark.long
def test_who_loses_after_calling_has_a_call_without_cards(phone: Phone) -> None:
    sits_down(phone, koi_koi="payback")
    lies(phone, 0)
    turns_to_the_cards_of(phone, CHIKA)
    phone.tap(phone.page.locator(".pair .button:not(.main)"))
    turns_to_the_cards_of(phone, DAI)
    took(phone, DAI, *BOAR_DEER_BUTTERFLIES)
    # 6, paid back double.
    will(phone, "Stop: 大輔 +12")
    phone.saves()
    assert said(phone)[-1] == {
        "step": "result",
        "calls": [1, 0],
        "winner": DAI,
        "cards": [[], sorted(BOAR_DEER_BUTTERFLIES)],
    }


PLACES = """() => [...document.querySelectorAll(".strip, .tabs, .board, .yaku-told, .paid, .pair .button")]
    .filter(each => each.checkVisibility())
    .map(each => Object.values(each.getBoundingClientRect().toJSON()).map(Math.round))"""
"""Where each part of the step stands."""


@pytest.mark.parametrize("size", [USUAL, pytest.param(SHORT, marks=pytest.mark.long), SMALLEST], ids=named)
def test_nothing_moves_when_cards_are_tapped(phone: Phone, size: ViewportSize) -> None:
    phone.page.set_viewport_size(size)
    sits_down(phone)
    lies(phone, 0)
    turns_to_the_cards_of(phone, CHIKA)
    before = phone.page.evaluate(PLACES)
    took(phone, CHIKA, *BOAR_DEER_BUTTERFLIES, "08-1", "09-1", "03-1", "04-1")
    expect(phone.page.locator("[data-part='0'] [data-away] li").first).to_be_visible()
    expect(phone.page.locator("[data-points]")).not_to_be_empty()
    assert phone.page.evaluate(PLACES) == before
    assert phone.page.evaluate("scrollY") == 0
    for part in (
        phone.page.locator("[data-part='0'] [data-made] li").first,
        phone.page.locator("[data-points]"),
        phone.action,
    ):
        expect(part).to_be_in_viewport(ratio=1)
    if size == USUAL:
        for code in ("01-1", "12-4"):
            expect(card(phone, CHIKA, code)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.long), "ja-JP"])
def test_the_yaku_by_name_fit_the_screen(open_phone: OpenPhone, locale: str) -> None:
    phone = open_phone(locale)
    sits_down(phone, sake="rain")
    lies(phone, 1)
    for part in (side(phone, CHIKA), phone.page.locator(".names .chip").last, phone.page.locator("[name=kasu]")):
        expect(part).to_be_in_viewport(ratio=1)
    expect(phone.page.locator("[data-november]")).to_be_in_viewport(ratio=1)
    assert phone.page.locator("[data-part=yaku]").evaluate("part => part.scrollHeight <= part.clientHeight")


@pytest.mark.parametrize(("size", "larger"), [(ON_ITS_SIDE, False), (USUAL, True)])
def test_the_button_that_saves_covers_no_part_of_the_sum(phone: Phone, size: ViewportSize, larger: bool) -> None:
    sits_down(phone)
    lies(phone, 1)
    phone.page.set_viewport_size(size)
    if larger:
        phone.page.evaluate(LARGER)
    stops(phone, CHIKA)
    has(phone, "inoshikacho", "akatan")
    # 6 + 6 = 12, doubled 24, times 2.
    expect(phone.page.locator("[data-points]")).to_have_text("48")
    paid, action = (phone.page.locator(part).bounding_box() for part in (".month .paid", ".action"))
    assert paid and action
    assert paid["y"] + paid["height"] <= action["y"] + 0.5


def test_what_is_not_shown_is_not_sent(phone: Phone) -> None:
    sits_down(phone)
    lies(phone, 0)
    turns_to_the_cards_of(phone, CHIKA)
    took(phone, CHIKA, "01-1", "03-1", "08-1")
    turns(phone, "names")
    has(phone, "akatan")
    will(phone, "Stop: 千夏 +6")
    phone.saves()
    assert said(phone)[-1] == {"step": "result", "calls": [0, 0], "winner": CHIKA, "yaku": ["akatan"]}


def test_what_no_pile_can_hold_is_refused_beside_the_yaku(phone: Phone) -> None:
    phone.expects(REFUSED)
    sits_down(phone)
    lies(phone, 0)
    stops(phone, CHIKA)
    has(phone, "goko", "shiko")
    expect(phone.page.locator("[data-working]")).not_to_be_empty()
    expect(phone.action).to_have_class(re.compile("waiting"))
    phone.tap(phone.action)
    expect(phone.page.locator("[data-part=yaku] [role=alert]").first).to_be_visible()
    has(phone, "shiko")
    # 五光 10, doubled.
    will(phone, "Stop: 千夏 +20")


def test_a_past_month_is_corrected_on_its_board(phone: Phone) -> None:
    sits_down(phone)
    lies(phone, 0)
    turns_to_the_cards_of(phone, CHIKA)
    took(phone, CHIKA, "01-1", "03-1", "08-1")
    will(phone, "Stop: 千夏 +6")
    phone.saves()
    assert totals(phone) == [["106", "94"]]
    phone.tap(phone.page.locator("#row-0 th a"))
    phone.tap(phone.page.locator(".opened a"))
    expect(count_of(phone, CHIKA)).to_have_text("3")
    took(phone, CHIKA, "12-1")
    # 四光 8, doubled; with a bright on the field twice that.
    expect(phone.page.locator("[data-points]").last).to_have_text("16")
    phone.tap(phone.page.get_by_role("button", name="pine with crane", exact=True))
    expect(side(phone, CHIKA).locator("[data-times]")).to_have_text("×2")
    expect(phone.page.locator("[data-points]").last).to_have_text("32")
    phone.tap(phone.page.get_by_role("button", name="pine with crane", exact=True))
    expect(phone.page.locator("[data-points]").last).to_have_text("16")
    will(phone, "Save the correction")
    expect(phone.action).not_to_have_class(re.compile("waiting"))
    phone.tap(phone.action)
    expect(phone.page.locator("[data-correcting]")).to_have_count(0)
    # 四光 8, doubled.
    assert totals(phone) == [["116", "84"]]


# --- the yaku tool -----------------------------------------------------------------


def test_the_yaku_tool_answers_every_tap_and_keeps_it_in_its_address(phone: Phone) -> None:
    phone.goes_to("/tools/yaku")
    page = phone.page
    for code in ("03-1", "08-1", "09-1"):
        phone.tap(page.locator(f".fuda:has([value='{code}'])"))
    expect(page.locator("[data-points]")).to_have_text("30")
    expect(page.locator("[data-made] li")).to_have_text(["Hanami-zake 5", "Tsukimi-zake 5", "Teppo 5"])
    expect(page.locator("[data-count]")).to_have_text("3")
    page.reload()
    expect(page.locator(".fuda input:checked")).to_have_count(3)
    phone.tap(page.locator("details.rules > summary"))
    phone.tap(page.locator(".chip:has([name=sake][value=off])"))
    expect(page.locator("[data-points]")).to_have_text("5")
    phone.tap(page.locator("[data-clear]"))
    expect(page.locator(".fuda input:checked")).to_have_count(0)
    expect(page.locator("[data-made] li")).to_have_count(0)


def test_the_board_fits_is_hit_by_a_thumb_and_axe_finds_nothing(open_phone: OpenPhone, axe: str) -> None:
    phone = open_phone("ja-JP")
    sits_down(phone, ("Maximilian von Hohenstein-Berg", "ベンジャミン・フランクリン・ジュニア"), sake="rain")
    lies(phone, 1)
    turns_to_the_cards_of(phone, CHIKA)
    took(phone, CHIKA, "01-1", "03-1", "08-1")
    expect(phone.page.locator("[data-part='0'] [data-away] li").first).to_be_visible()
    expect(phone.page.locator("[data-points]")).not_to_be_empty()
    assert faults_on(phone, USUAL, screen(360, 740), SMALLEST) == {}
    phone.page.set_viewport_size(USUAL)
    assert wrong_in_any_light(phone.page, axe) == {}
