"""Controls of single games under quick fingers, on crowded screens and with large letters."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from scoring.catalogue import find_game
from tests.kit.browser.axe import wrong_in_any_light
from tests.kit.browser.finger import Finger
from tests.kit.browser.fit import LARGER, SMALLEST, USUAL, screen, stays_small
from tests.kit.browser.journeys import FRIENDS, JOURNEYS
from tests.kit.browser.pages import SEVEN
from tests.kit.browser.phrases import refused
from tests.kit.browser.playing import WHOLE, Walk, plays, sees, walks
from tests.kit.browser.table import Phone
from tests.kit.games import played

OpenPhone = Callable[..., Phone]


def test_a_key_counts_each_quick_tap_and_one_of_which_there_is_one_is_not_taken_back(phone: Phone) -> None:
    phone.writes(session := phone.begins(game="skull-king"), {"step": "bids", "bids": [1, 0, 0, 0]})
    phone.goes_to(f"/s/{session}")
    finger = Finger(phone)
    fourteens, black = (phone.page.locator(f"[data-bonus={bonus}]") for bonus in ("fourteens", "black"))
    finger.taps(phone.page.locator("[data-seat='0'] [data-mark]"))
    finger.taps(fourteens)
    for number, after in ((2, 60), (3, 120)):
        finger.again(after=after)
        expect(fourteens.locator("b")).to_have_text(str(number))
    finger.taps_twice(black, 150)
    expect(black.locator("b")).to_have_text("1")


def test_the_keys_of_the_bonuses_have_a_line_each_on_the_smallest_phone(open_phone: OpenPhone) -> None:
    phone = open_phone("ja-JP", viewport=SMALLEST)
    phone.writes(session := phone.begins(game="skull-king"), {"step": "bids", "bids": [1, 0, 0, 0]})
    phone.goes_to(f"/s/{session}")
    phone.tap(phone.page.locator("[data-seat='0'] [data-mark]"))
    heights = phone.page.locator("[data-bonus] [aria-hidden]").evaluate_all("all => all.map(it => it.offsetHeight)")
    assert len(heights) == 5
    assert len({*heights}) == 1


def test_the_same_suit_twice_is_two_quick_taps_on_its_key(phone: Phone) -> None:
    phone.sits_down(FRIENDS, game="twin-shoot")
    finger = Finger(phone)
    finger.taps(phone.page.locator("[data-suit=cross]"))
    bid = phone.page.locator("[data-shots] [data-seat='0'] output")
    expect(bid).to_have_text("4+")
    finger.again(after=60)
    expect(bid).to_have_text("8")
    assert phone.marked() == 1


def test_what_links_partners_is_not_drawn_over_what_is_wrong(phone: Phone) -> None:
    phone.sits_down(FRIENDS, game="twin-shoot")
    drawn = """all => all.map(it => getComputedStyle(it, "::before").display !== "none")"""
    second = phone.page.locator("[data-seat='1'], [data-seat='3']")
    assert second.evaluate_all(drawn) == [True, True]
    refused(phone)
    assert second.evaluate_all(drawn) == [False, False]


def test_a_seat_has_the_same_row_in_both_steps_whoever_banks_and_who_is_chosen_is_seen(phone: Phone) -> None:
    phone.sits_down(FRIENDS, game="buki", dealer=1)
    rows, tops = phone.page.locator(".rows > [class*=seat-]"), "all => all.map(it => it.getBoundingClientRect().y)"
    stakes = rows.evaluate_all(tops)
    plays(phone, JOURNEYS["buki"], "save, out 3")
    assert rows.evaluate_all(tops) == stakes
    colours = phone.page.locator("[data-out] .chip:has([value='3']) > span, [data-out] .chip:has([value='0']) > span")
    other, (chosen, ink) = (
        colours.nth(at).evaluate("it => [getComputedStyle(it).backgroundColor, getComputedStyle(it).color]")
        for at in (0, 1)
    )
    assert chosen not in (other[0], ink)
    plays(phone, JOURNEYS["buki"], "save")
    expect(phone.page.locator(".banks")).to_contain_text("大輔")
    assert rows.evaluate_all(tops) == stakes


CROWDED = {
    "koi-koi": Walk(
        (
            "light 1, save, cards 0, card 0 01-1, card 0 03-1, card 0 08-1",
            {"[data-part='0'] [data-away] li >> nth=0": True, "[data-points]": re.compile(".")},
            {"fits": (USUAL, screen(360, 740), SMALLEST)},
        ),
        ("Maximilian von Hohenstein-Berg", "ベンジャミン・フランクリン・ジュニア"),
        options={"sake": "rain"},
    ),
    "skull-king": Walk(
        (
            "caught 0 pirates pirates pirates pirates pirates pirates, caught 3 king, loot 1 0",
            # Six pirates of 30, 20 of the alliance, and 15 for a cannonball’s one card.
            {"[data-counters] [data-seat='0'] small": re.compile(r"\+215"), "fits": (SMALLEST,)},
        ),
        (*SEVEN, "Zoë"),
        before=({"step": "bids", "bids": [1, *[0] * 7], "cannonballs": ["0", "3"]},),
        options={"scoring": "rascal", "cannonball": "on", "expansion": "on"},
        size=SMALLEST,
    ),
}


@pytest.mark.parametrize("game", CROWDED)
def test_all_that_can_be_said_fits_with_long_names_and_axe_finds_nothing(
    open_phone: OpenPhone, axe: str, game: str
) -> None:
    phone = open_phone("ja-JP")
    walks(phone, game, "it fits", CROWDED[game])
    phone.page.set_viewport_size(CROWDED[game].size)
    assert wrong_in_any_light(phone.page, axe) == {}
    if game == "skull-king":
        assert stays_small(phone) == [], "the letters are large from here on"
        sees(phone, "fits", (SMALLEST,))


def test_a_void_deal_is_behind_the_dealer_on_the_smallest_screen_too(phone: Phone) -> None:
    steps = (
        "tap .strip a[href$='/players'], tap a[href$='/void']",
        {"#fine": True, "fits": (SMALLEST,)},
        "tap label:has([name=seat][value='2']), tap role=button[name='Save']",
        {"main[data-position='1']": 1, "entry": {"step": "void", "seat": 2, "fine": 0}, "fits": (SMALLEST,)},
    )
    walks(phone, "skull-king", "three taps behind the dealer", Walk(steps, FRIENDS, size=SMALLEST))


def test_with_large_letters_the_button_that_saves_covers_no_part_of_the_sum(phone: Phone) -> None:
    phone.sits_down(("千夏", "大輔"), game="koi-koi")
    plays(phone, JOURNEYS["koi-koi"], "light 1, save")
    phone.page.evaluate(LARGER)
    plays(phone, JOURNEYS["koi-koi"], "stops 0, has inoshikacho, has akatan")
    # 6 + 6 = 12, doubled 24, times 2.
    expect(phone.page.locator("[data-points]")).to_have_text("48")
    sees(phone, ".month .paid", WHOLE)


ON_ONE_LINE = """part => [...part.textContent.matchAll(/\\d+\\u2060?–\\u2060?\\d+\\s×\\s\\d+/g)].map(found => {
    const range = document.createRange();
    range.setStart(part.firstChild, found.index);
    range.setEnd(part.firstChild, found.index + found[0].length);
    return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size;
})"""


def test_how_often_a_team_won_by_how_much_breaks_nowhere_within(phone: Phone) -> None:
    session = phone.begins(("Ann", "Ben", "Chika", "Dan"), game="satat")
    phone.writes(session, *played(find_game("satat"), 0).entries)
    phone.goes_to(f"/s/{session}")
    for width in (320, 340, 360, 390):
        phone.page.set_viewport_size(screen(width, 664))
        tallies = phone.page.locator(".standings small.quiet").all()
        assert {each for tally in tallies for each in tally.evaluate(ON_ONE_LINE)} == {1}, width


def test_a_long_gain_stands_above_its_total(open_phone: OpenPhone) -> None:
    phone = open_phone("ja-JP")
    phone.sits_down((*FRIENDS, "恵美"), game="score-pad", dealer=1, name="ハーツ")
    plays(phone, JOURNEYS["score-pad"], "points 0 5 -20 110 0, save")
    expect(phone.page.locator("h1")).to_contain_text("ハーツ")
    tall = phone.page.locator(".card tbody td").evaluate_all("all => all.map(it => it.clientHeight)")
    assert max(tall) <= 56, "no cell is taller than its row is for the thumb"
    phone.tap(phone.page.get_by_role("link", name="終わる"))
    phone.tap(phone.page.get_by_role("button", name="終わる"))
    expect(phone.page.locator(".winner strong")).to_have_text("大輔の勝ち、105 点差")


def test_a_field_that_was_tapped_before_its_keys_were_there_has_their_digits(phone: Phone) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.page.route("**/score-pad/script*.js", hold)
    phone.sits_down(FRIENDS, game="score-pad", dealer=1)
    phone.page.locator("[name=points-0]").tap()
    held[0].continue_()
    phone.tap(phone.page.locator("[data-numbers] [data-digit='7']"))
    expect(phone.page.locator("[name=points-0]")).to_have_value("7")


def test_one_alone_has_the_row_below_the_title(phone: Phone) -> None:
    phone.sits_down(("Ann",), game="score-pad")
    row, said = (phone.page.locator(part).bounding_box() for part in (".rows > .place", ".step > .headline"))
    assert row and said
    assert row["y"] == said["y"] + said["height"]
    assert row["height"] <= 80
