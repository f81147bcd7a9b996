"""Sitting down by keyboard and thumb, house rules in place, the forbidden bid without a session, bids by digits."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, expect

from scoring.catalogue import all_games
from tests.kit.browser.table import BEN, CLEO, DAN, FOUR, REFUSED, Phone

STAYED = "stayed"


def marks_the_page(phone: Phone) -> None:
    """Leave a sign on this page that no other page has."""
    phone.page.evaluate("sign => { document.body.dataset.sign = sign; }", STAYED)


def is_the_same_page(phone: Phone) -> bool:
    return bool(phone.page.evaluate("document.body.dataset.sign") == STAYED)


def top_of(part: Locator) -> int:
    box = part.bounding_box()
    assert box is not None
    return round(box["y"])


def name_of(phone: Phone, seat: int) -> Locator:
    return phone.page.locator(f"#players-{seat}")


# --- who sits where -----------------------------------------------------------------


def test_enter_leads_from_seat_to_seat_and_at_last_to_the_start(phone: Phone) -> None:
    phone.goes_to("/new/satat")
    name_of(phone, 0).focus()
    for seat, name in enumerate(FOUR):
        expect(name_of(phone, seat)).to_be_focused()
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")
    expect(phone.action).to_be_focused()
    phone.page.keyboard.press("Enter")
    expect(phone.sheet).to_be_visible()
    assert phone.record()["document"]["players"] == list(FOUR)


def test_on_a_wide_screen_seats_and_rules_stand_beside_each_other(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 844, "height": 390})
    phone.goes_to("/new/oh-hell")
    expect(phone.page.locator(".seated")).to_be_visible()
    seats, rules = (phone.page.locator(part).bounding_box() for part in (".who-sits", "section[aria-labelledby=rules]"))
    assert seats is not None and rules is not None
    assert seats["width"] > 300
    assert seats["x"] + seats["width"] <= rules["x"]


def test_a_refusal_goes_when_the_names_change(phone: Phone) -> None:
    phone.goes_to("/new/oh-hell")
    name_of(phone, 0).fill("Ann")
    name_of(phone, 1).fill("ann")
    phone.expects(REFUSED)
    phone.tap(phone.action)
    alerts = phone.page.get_by_role("alert")
    expect(alerts).to_have_count(2)
    expect(alerts.first).to_contain_text("You have 2.")
    # The script of the new page leads to the first field that is wrong, once it is there.
    expect(name_of(phone, 1)).to_be_focused()
    for seat, name in enumerate(FOUR):
        name_of(phone, seat).fill(name)
    expect(alerts).to_have_count(0)
    expect(phone.page.locator("[aria-invalid]")).to_have_count(0)
    phone.starts()


def test_a_look_at_the_rules_loses_nothing_that_was_typed(phone: Phone) -> None:
    phone.goes_to("/new/oh-hell")
    for seat, name in enumerate(FOUR):
        name_of(phone, seat).fill(name)
    phone.tap(phone.face(2))
    phone.tap(phone.page.locator("[data-rules] button").nth(3))
    phone.tap(phone.page.get_by_role("link", name="Rules of Oh Hell"))
    phone.tap(phone.page.get_by_role("link", name="Back"))
    expect(name_of(phone, 3)).to_have_value("Dan")
    phone.starts()
    document = phone.record()["document"]
    assert (document["players"], document["dealer"], document["options"]["scoring"]) == (list(FOUR), CLEO, "minus")


def test_a_new_game_that_is_begun_later_is_another_one(phone: Phone) -> None:
    phone.goes_to("/new/oh-hell")
    name_of(phone, 0).fill("Ann")
    phone.tap(phone.page.get_by_role("link", name="Rules of Oh Hell"))
    expect(phone.page).to_have_url(re.compile("/rules/oh-hell"))
    phone.goes_to("/")
    phone.goes_to("/new/oh-hell")
    expect(name_of(phone, 0)).to_have_value("")


# --- round the table ------------------------------------------------------------------


def names_at(phone: Phone) -> list[str]:
    fields = phone.page.locator("[data-place]:visible input[type=text]")
    names: list[str] = fields.evaluate_all("all => all.map(it => it.value)")
    return names


def handle(phone: Phone, seat: int) -> Locator:
    return phone.page.locator(f"[data-place='{seat}'] [data-move]")


def first_dealer(phone: Phone) -> str:
    return phone.page.locator("[data-dealer]").inner_text()


def sits_at_oh_hell(phone: Phone, names: Sequence[str] = FOUR, *, dealer: int = BEN) -> None:
    phone.goes_to("/new/oh-hell")
    expect(phone.page.locator("[data-add]")).to_be_visible()
    for seat, name in enumerate(names):
        phone.seats(seat, name)
    phone.tap(phone.face(dealer))


def test_one_tap_turns_everybody_by_a_seat(phone: Phone) -> None:
    sits_at_oh_hell(phone)
    phone.tap(phone.page.locator("[data-turn]"))
    assert names_at(phone) == ["Dan", "Ann", "Ben", "Cleo"]
    assert first_dealer(phone) == "Ben", "the deal goes along with the player"
    phone.starts()
    document = phone.record()["document"]
    assert (document["players"], document["dealer"]) == (["Dan", "Ann", "Ben", "Cleo"], 2)


def test_a_turn_parts_no_partners(phone: Phone) -> None:
    phone.goes_to("/new/twin-shoot")
    for seat, name in enumerate(FOUR):
        phone.seats(seat, name)
    expect(phone.page.locator("[name=dealer]:visible")).to_have_count(2)
    phone.tap(phone.face(CLEO))
    phone.tap(phone.page.locator("[data-turn]"))
    assert names_at(phone) == ["Cleo", "Dan", "Ann", "Ben"]
    assert first_dealer(phone) == "Cleo"


def test_a_seat_is_dragged_to_another(phone: Phone) -> None:
    sits_at_oh_hell(phone)
    mouse = phone.page.mouse
    here, there = handle(phone, 0).bounding_box(), phone.face(CLEO).bounding_box()
    assert here and there
    mouse.move(here["x"] + 20, here["y"] + 20)
    mouse.down()
    for part in (0.5, 1):
        mouse.move(
            here["x"] + 20 + part * (there["x"] - here["x"]),
            here["y"] + 20 + part * (there["y"] - here["y"]),
        )
    mouse.up()
    assert names_at(phone) == ["Cleo", "Ben", "Ann", "Dan"]
    assert first_dealer(phone) == "Ben"
    expect(phone.page.locator("[data-moved]")).to_have_text("Ann: seat 3")
    expect(phone.page.locator("[data-move][aria-pressed=true]")).to_have_count(0)


def test_two_handles_tapped_one_after_the_other_change_seats_too(phone: Phone) -> None:
    sits_at_oh_hell(phone, dealer=0)
    phone.tap(handle(phone, 0))
    expect(handle(phone, 0)).to_have_attribute("aria-pressed", "true")
    phone.tap(handle(phone, DAN))
    assert names_at(phone) == ["Dan", "Ben", "Cleo", "Ann"]
    assert first_dealer(phone) == "Ann"


def test_arrow_keys_move_a_seat_round_the_table(phone: Phone) -> None:
    sits_at_oh_hell(phone)
    handle(phone, 0).focus()
    phone.page.keyboard.press("ArrowRight")
    assert names_at(phone) == ["Ben", "Ann", "Cleo", "Dan"]
    expect(handle(phone, 1)).to_be_focused()
    for _ in range(2):
        phone.page.keyboard.press("ArrowLeft")
    assert names_at(phone) == ["Dan", "Ben", "Cleo", "Ann"], "the last seat is beside the first"


def test_chairs_come_and_go_and_nobody_deals_from_an_empty_one(phone: Phone) -> None:
    sits_at_oh_hell(phone, FOUR[:3], dealer=0)
    assert names_at(phone) == ["Ann", "Ben", "Cleo", ""]
    phone.tap(phone.face(3))
    assert first_dealer(phone) == "Ann"
    expect(name_of(phone, 3)).to_be_focused()
    phone.tap(phone.page.locator("[data-add]"))
    expect(name_of(phone, 4)).to_be_focused()
    phone.page.keyboard.type("Eva")
    phone.tap(phone.page.locator("[data-take-away]:visible"))
    assert names_at(phone) == ["Ann", "Ben", "Cleo", "Eva"]
    phone.starts()
    assert phone.record()["document"]["players"] == ["Ann", "Ben", "Cleo", "Eva"]


def test_regulars_sit_down_by_a_tap_and_leave_their_chair_free(phone: Phone) -> None:
    phone.begins(("Ann", "Ben", "Cleo", "Dan", "Eva"), game="boo-ray", dealer=1)
    phone.goes_to("/new/oh-hell")
    for name in ("Dan", "Ann", "Eva", "Ben", "Cleo"):
        phone.tap(phone.page.locator(f"[data-name={name}]"))
    assert names_at(phone) == ["Dan", "Ann", "Eva", "Ben", "Cleo"], "the fifth brings a chair along"
    phone.tap(phone.page.locator("[data-name=Ann]"))
    assert names_at(phone) == ["Dan", "", "Eva", "Ben", "Cleo"]
    expect(phone.page.locator("[data-name=Ann]")).to_have_attribute("aria-pressed", "false")


def test_presets_follow_the_number_of_players(phone: Phone) -> None:
    sits_at_oh_hell(phone)
    standard = phone.page.locator("[data-rules] button").first.locator("[data-line]").first
    expect(standard).to_have_text("10 → 1 → 10 cards")
    for seat, name in ((4, "Eva"), (5, "Fay")):
        phone.seats(seat, name)
    expect(standard).to_have_text("8 → 1 → 8 cards")
    expect(phone.page.locator("[data-number]")).to_have_text("for 6 players")
    phone.seats(6, "Gus")
    expect(standard).to_have_text("7 → 1 → 7 cards")


@pytest.mark.parametrize(
    "game",
    [
        game if game in ("oh-hell", "koi-koi", "twin-shoot") else pytest.param(game, marks=pytest.mark.long)
        for game in all_games()
    ],
)
def test_seats_presets_and_start_are_seen_at_once(phone: Phone, game: str) -> None:
    """With four at the table, or as many as may play; no two things to tap lie over each other."""
    phone.goes_to(f"/new/{game}")
    expect(phone.page.locator(".seated")).to_be_visible()
    for seat, name in enumerate(FOUR[: all_games()[game].seats[-1]]):
        phone.seats(seat, name)
    phone.page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    seats = "[data-place]:visible :is(label.deals, input[type=text], [data-move])"
    covered: list[str] = phone.page.locator(f"{seats}, [data-turn], [data-rules] b, .action .main").evaluate_all(
        """all => all.filter(each => each.checkVisibility()).filter(each => {
            const { left, top, width, height, bottom } = each.getBoundingClientRect();
            if (left + width / 2 > innerWidth) return false;
            const there = document.elementFromPoint(left + width / 2, top + height / 2);
            return !each.contains(there) || top < 0 || bottom > innerHeight;
        }).map(each => each.outerHTML.slice(0, 80))"""
    )
    assert covered == []


# --- house rules --------------------------------------------------------------------


def test_a_set_of_rules_is_filled_in_where_it_stands(phone: Phone) -> None:
    phone.goes_to("/new/oh-hell")
    name_of(phone, 0).fill("Ann")
    phone.tap(phone.page.locator(".house summary"))
    marks_the_page(phone)
    sets = phone.page.locator("[data-rules] button")
    scoring = phone.page.locator("#scoring")
    sets.nth(3).scroll_into_view_if_needed()
    before = top_of(sets.nth(3))
    phone.tap(sets.nth(3))
    expect(scoring).to_have_value("minus")
    expect(sets.nth(3)).to_have_attribute("aria-pressed", "true")
    expect(sets.nth(0)).to_have_attribute("aria-pressed", "false")
    assert (is_the_same_page(phone), top_of(sets.nth(3))) == (True, before)
    expect(name_of(phone, 0)).to_have_value("Ann")
    sentences = phone.page.locator("#scoring-help p")
    expect(sentences.locator("visible=true")).to_have_text(
        "A made bid scores 10. A missed bid loses 10 for each trick over or under.", use_inner_text=True
    )
    scoring.select_option("plus")
    expect(sentences.locator("visible=true")).to_have_text(
        "A made bid scores 10 plus its tricks. A missed bid scores its tricks.", use_inner_text=True
    )
    expect(phone.page.locator("[data-rules] [aria-pressed=true]")).to_have_count(0)
    expect(phone.page.locator("[data-changed]")).to_have_text("Plus scoring")
    scoring.select_option("normal")
    expect(phone.page.locator("[data-changed]")).to_have_text("no changes")
    expect(sets.nth(0)).to_have_attribute("aria-pressed", "true")


def test_own_numbers_are_asked_only_where_they_count(phone: Phone) -> None:
    phone.goes_to("/new/oh-hell")
    phone.tap(phone.page.locator(".house summary"))
    number, changed = phone.page.locator("#trick_points"), phone.page.locator("[data-changed]")
    expect(number).to_be_hidden()
    phone.page.locator("#scoring").select_option("numbers")
    number.select_option("3")
    expect(changed).to_have_text("Own numbers, Points for each trick of a made bid: 3")
    phone.page.locator("#scoring").select_option("normal")
    expect(number).to_be_hidden()
    expect(changed).to_have_text("no changes")
    expect(phone.page.locator("[data-rules] [aria-pressed=true]")).to_have_text(re.compile("Standard"))


def test_a_game_is_found_by_the_name_that_people_know(phone: Phone) -> None:
    phone.goes_to("/new")
    phone.tap(phone.page.locator(".names summary"))
    phone.tap(phone.page.get_by_role("link", name="Boerenbridge"))
    pressed = phone.page.locator("[data-rules] [aria-pressed=true]")
    expect(pressed).to_have_count(1)
    expect(pressed.locator("b")).to_have_text("Boerenbridge")
    expect(pressed).to_be_in_viewport()
    for seat, name in enumerate(FOUR):
        phone.seats(seat, name)
    phone.starts()
    expect(phone.page.locator("h1")).to_contain_text("Boerenbridge")


@pytest.mark.long
def test_keeping_rules_does_not_jump_away(phone: Phone) -> None:
    session = phone.sits_down()
    phone.goes_to(f"/s/{session}/rules")
    phone.page.locator("#rule_name").fill("Lunch")
    phone.tap(phone.page.get_by_role("button", name="Save these house rules"))
    expect(phone.page.locator("#main").get_by_text("Saved.")).to_be_in_viewport()
    phone.tap(phone.page.get_by_role("link", name="Rules of Oh Hell"))
    phone.tap(phone.page.get_by_role("link", name="Back"))
    expect(phone.page).to_have_url(re.compile(f"^[^?]*/s/{session}/rules$"))


# --- the forbidden bid without a session ------------------------------------------------


def test_the_forbidden_bid_is_told_tap_by_tap_on_one_page(phone: Phone) -> None:
    phone.goes_to("/tools/forbidden-bid")
    marks_the_page(phone)
    answer = phone.page.locator("[data-answer]")
    hands = phone.page.locator("[data-hands] a")
    bids = phone.page.locator("[data-next] a")
    expect(phone.page.locator("[data-back] a").first).to_have_attribute("aria-disabled", "true")
    places = [top_of(hands.first), top_of(bids.first)]
    phone.context.set_offline(True)
    for number, told in ((3, "7"), (6, "1")):
        phone.tap(bids.nth(number))
        expect(answer).to_have_text(told)
    phone.tap(hands.nth(4))
    expect(answer).to_have_text("2")
    expect(phone.page.locator("[data-gone]")).to_have_text("Left out, more than 5 cards: 6")
    expect(bids.locator("visible=true")).to_have_count(6)
    phone.tap(bids.nth(4))
    expect(answer).to_have_text("any number")
    assert [top_of(hands.first), top_of(bids.first)] == places, "nothing jumps"
    phone.tap(phone.page.get_by_text("Undo last bid"))
    expect(answer).to_have_text("2")
    phone.tap(phone.page.get_by_text("Start over"))
    expect(answer).to_have_text("5")
    assert is_the_same_page(phone)
    phone.context.set_offline(False)
    phone.tap(bids.nth(1))
    phone.page.reload()
    expect(answer).to_have_text("4")


# --- digits -----------------------------------------------------------------------------


def test_four_bids_are_four_keys_and_enter(phone: Phone) -> None:
    phone.sits_down(dealer=DAN, top_hand="5")
    keys = phone.page.keyboard
    for digit in "1209":
        keys.press(digit)
    expect(phone.bid_of(CLEO)).to_have_text("0")
    assert phone.marked() == DAN, "nobody can bid 9 of 5"
    keys.press("2")
    expect(phone.reason).to_be_visible()
    assert phone.marked() == DAN, "2 is struck out"
    keys.press("1")
    expect(phone.action).to_be_focused()
    keys.press("Enter")
    expect(phone.page.locator("[data-counters]")).to_be_visible()
    assert phone.entries() == [{"step": "bids", "bids": [1, 2, 0, 1]}]
    for digit in "2111":
        keys.press(digit)
    expect(phone.action).to_be_focused()
    keys.press("Enter")
    expect(phone.page.locator("[data-chips]")).to_be_visible()
    assert phone.entries()[1] == {"step": "tricks", "tricks": [2, 1, 1, 1]}


def test_a_number_of_two_digits_is_typed_quickly_or_not_at_all(phone: Phone) -> None:
    phone.page.clock.install()
    phone.sits_down(dealer=DAN)
    keys = phone.page.keyboard
    keys.press("1")
    keys.press("0")
    expect(phone.bid_of(0)).to_have_text("10")
    keys.press("1")
    expect(phone.bid_of(BEN)).to_have_text("1")
    assert phone.marked() == BEN, "it may become a 10"
    phone.page.clock.run_for(1000)
    assert phone.marked() == CLEO
    keys.press("1")
    keys.press("4")
    expect(phone.bid_of(CLEO)).to_have_text("1")
    expect(phone.bid_of(DAN)).to_have_text("4")
    expect(phone.action).to_be_focused()


def test_a_digit_is_for_the_marked_row_and_what_is_typed_into_a_field_stays_there(phone: Phone) -> None:
    session = phone.sits_down(dealer=DAN, top_hand="5")
    phone.place(CLEO).locator("[data-mark]").focus()
    phone.page.keyboard.press("Enter")
    phone.page.keyboard.press("3")
    expect(phone.bid_of(CLEO)).to_have_text("3")
    assert phone.marked() == DAN
    phone.goes_to(f"/s/{session}/adjustment")
    reason = phone.page.locator("[name=reason]")
    reason.focus()
    phone.page.keyboard.type("10 minutes")
    expect(reason).to_have_value("10 minutes")
