"""A phone each: players say their own part of a step, and the keeper's phone lies idle."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, ViewportSize, expect

from tests.kit.browser.finger import Finger
from tests.kit.browser.fit import SMALLEST, USUAL, named
from tests.kit.browser.opening import PATIENCE
from tests.kit.browser.playing import WHOLE, sees
from tests.kit.browser.seats import Begin, all_say, chips, is_asked, says
from tests.kit.browser.table import ANN, BEN, CLEO, DAN, OFFLINE, REFUSED, STALE, Phone, deal


def test_who_joins_sits_down_by_a_tap_on_the_name_itself(begin: Begin) -> None:
    table = begin(dealer=DAN, top_hand="3")
    phone = table.opens()
    phone.goes_to(f"/j/{table.invites('player')}")
    phone.tap(phone.page.locator("main form[method=post] button"))
    expect(phone.page).to_have_url(re.compile(f"{table.address}/seats$"))
    # The names are there before the style sheets are.
    phone.page.wait_for_load_state()
    name = phone.page.locator(".sits .name").nth(CLEO)
    place = name.bounding_box()
    assert place
    phone.page.touchscreen.tap(place["x"] + 3, place["y"] + place["height"] / 2)
    expect(phone.page).to_have_url(re.compile(f"/seats/{CLEO}$"))


def test_that_somebody_was_quicker_stays_on_the_page_that_follows_until_a_tap(begin: Begin) -> None:
    table = begin(dealer=DAN, top_hand="3")
    late = table.opens()
    late.joins(table.invites("player"))
    late.goes_to(f"{table.address}/seats")
    late.page.route(f"**{table.address}/seats", lambda route: route.abort())
    late.expects(STALE, OFFLINE)
    table.sits(CLEO)
    late.tap(late.page.locator(".sits button").nth(CLEO))
    told = late.page.locator("main .alert")
    expect(told).to_contain_text("Cleo’s seat was just taken")
    late.page.unroute_all()
    table.sits(BEN)
    expect(late.page.locator(".sits .whole")).to_have_count(2)
    expect(told).to_contain_text("Cleo’s seat was just taken")
    late.tap(late.page.locator("h1"))
    table.sits(ANN)
    expect(late.page.locator(".sits .whole")).to_have_count(1)
    expect(told).to_have_count(0)


def test_the_names_of_six_are_one_line_and_the_row_that_is_asked_is_in_view(begin: Begin, keeper: Phone) -> None:
    table = begin(("Annemarie", "Benjamin", "Cleopatra", "Dan", "Eva", "Franziska"), dealer=4)
    table.sits(BEN)
    keeper.goes_to(table.address)
    names = keeper.page.locator(".seat-inputs > span")
    expect(names.locator("a")).to_have_count(6)
    box = names.bounding_box()
    assert box
    assert box["height"] == 44
    sees(keeper, "[data-chips] [data-seat='5'][aria-current]", WHOLE)
    assert keeper.page.evaluate("scrollY") == 0
    assert keeper.page.evaluate("document.documentElement.scrollWidth") == 390, "they alone scroll sideways"
    faded = "it => it.scrollWidth > it.clientWidth && getComputedStyle(it).maskImage.includes('gradient')"
    assert names.evaluate(faded), "it is seen that there are more"


def test_a_deal_of_oh_hell_costs_the_keeper_no_tap_and_each_player_two(begin: Begin, keeper: Phone) -> None:
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    players = [table.sits(seat) for seat in range(4)]
    for phone in players[BEN:]:
        expect(phone.page.locator(".word")).to_contain_text("Waiting for Ann")
        expect(chips(phone)).to_have_count(0)
    all_say(players[:DAN], [1, 1, 0], "your turn: bid")
    is_asked(players[DAN], "Dan, your turn: bid")
    expect(players[DAN].page.locator(".asked button:disabled")).to_have_text("1")
    says(players[DAN], 0)
    all_say(players, [1, 1, 1, 0], ": tricks")
    for phone in players:
        expect(phone.page.locator(".headline")).to_contain_text("Ann")
    assert keeper.taps == 0
    assert [phone.taps for phone in players] == [2, 2, 2, 2]
    expect(keeper.sheet).to_have_attribute("data-position", "2")
    assert keeper.entries(table.session) == [*deal([1, 1, 0, 0], [1, 1, 1, 0])]


@pytest.mark.parametrize("size", [USUAL, SMALLEST], ids=named)
def test_rows_stay_where_they_are_from_the_question_to_the_next_deal(begin: Begin, size: ViewportSize) -> None:
    """And what the phone asks or waits for is at its foot, large."""
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    players = [table.sits(seat) for seat in range(4)]
    ann = players[ANN]
    ann.page.set_viewport_size(size)
    seen = [places_of_rows(ann)]
    for bids, what in (([1, 1, 0, 0], ": bid"), ([1, 1, 1, 0], ": tricks")):
        all_say(players[:1], bids[:1], what)
        expect(ann.page.locator(".at-foot .word")).to_contain_text("Waiting for")
        seen.append(places_of_rows(ann))
        all_say(players[1:], bids[1:], what)
    expect(ann.page.locator(".others .self [data-total-of]")).to_have_text("11")
    seen.append(places_of_rows(ann))
    assert seen == seen[:1] * 4
    question, total = (ann.page.locator(part) for part in (".at-foot .word", ".others .self [data-total-of]"))
    sizes = [part.evaluate("it => parseFloat(getComputedStyle(it).fontSize)") for part in (question, total)]
    assert sizes == [20, 40]


def places_of_rows(phone: Phone) -> list[tuple[float, float]]:
    boxes = [row.bounding_box() for row in phone.page.locator(".others li").all()]
    return [(box["y"], box["height"]) for box in boxes if box]


def test_what_a_seat_says_meanwhile_stands_beside_what_the_keeper_has_tapped(begin: Begin, keeper: Phone) -> None:
    table = begin(dealer=DAN, top_hand="3")
    keeper.bids([None, 2, None, None])
    # That somebody sat down is no entry, and nobody who is tapping is asked to look at it.
    with keeper.page.expect_response(lambda answer: answer.url.endswith("/now") and answer.status == 200):
        ann = table.sits(ANN)
    with keeper.page.expect_response(lambda answer: answer.url.endswith("/now")):
        pass
    expect(keeper.page.locator(".following")).to_have_count(0)
    says(ann, 1)
    for _ in range(2):
        expect(keeper.bid_of(ANN)).to_have_text("1")
        expect(keeper.bid_of(BEN)).to_have_text("2")
        keeper.page.reload()
    keeper.bids([None, None, 0, 1])
    keeper.saves()
    assert keeper.entries(table.session) == [{"step": "bids", "bids": [1, 2, 0, 1]}]


def test_a_phone_buzzes_and_has_the_keyboard_when_it_is_its_turn(begin: Begin) -> None:
    table = begin(dealer=DAN, top_hand="3")
    ann, ben = table.sits(ANN), table.sits(BEN)
    ben.page.evaluate("() => { globalThis.buzzed = 0; navigator.vibrate = () => { globalThis.buzzed += 1; }; }")
    says(ann, 1)
    is_asked(ben, "Ben, your turn")
    expect(ben.page.locator(".asked")).to_be_focused()
    expect(ben.page.locator("#live")).to_contain_text("Ben, your turn: bid")
    assert ben.page.evaluate("globalThis.buzzed") == 1


def test_that_there_is_no_connection_covers_no_key_on_a_small_phone(begin: Begin) -> None:
    table = begin(dealer=DAN, top_hand="3")
    ann = table.sits(ANN, "ja-JP")
    ann.page.set_viewport_size(SMALLEST)
    ann.expects(OFFLINE)
    keys = chips(ann).last.bounding_box()
    with ann.page.expect_response(lambda answer: answer.status == 304):
        pass
    ann.context.set_offline(True)
    expect(ann.page.locator(".asked > .following")).to_be_visible()
    assert chips(ann).last.bounding_box() == keys, "nothing moves under the thumb"
    says(ann, 2)
    expect(ann.page.locator(".says [data-sent]")).to_have_text("2")
    ann.context.set_offline(False)
    expect(ann.page.locator(".others .self output")).to_have_text("2", timeout=PATIENCE)


@pytest.mark.parametrize("game", ["oh-hell", "skull-king"], ids=["open", "hidden"])
def test_while_an_entry_waits_the_last_key_counts_once(begin: Begin, keeper: Phone, game: str) -> None:
    table = begin(game=game, dealer=DAN)
    ann = table.sits(ANN)
    ann.expects(OFFLINE)
    with ann.page.expect_response(lambda answer: answer.status == 304):
        pass
    ann.context.set_offline(True)
    kept, marked = ann.page.locator(".sending p"), ann.page.locator(".says [data-sent]")
    for number in (1, 0):
        says(ann, number)
        expect(kept).to_contain_text("Your entry is kept")
        expect(marked).to_have_text([str(number)] if game == "oh-hell" else [])
    ann.context.set_offline(False)
    expect(ann.page.locator(".others .self output")).to_have_text("0" if game == "oh-hell" else "✓")
    expect(kept).to_have_count(0)
    keeper.writes(table.session, {"step": "bids", "bids": [None, 0, 0, 0]})
    assert keeper.entries(table.session) == [{"step": "bids", "bids": [0, 0, 0, 0]}]


def test_the_same_again_takes_the_phones_along_without_a_code(begin: Begin, keeper: Phone) -> None:
    table = begin(dealer=CLEO, format="short-falling", top_hand="2")
    ben, television = table.sits(BEN), table.sees("watcher", "/table")
    keeper.writes(table.session, *deal([1, 0, 0, 0], [1, 1, 0, 0]), *deal([0, 0, 0, 0], [1, 0, 0, 0]))
    expect(ben.page.locator("h1 small")).to_contain_text("final")
    expect(television.page.locator("[data-ended]")).to_be_visible()
    keeper.goes_to(table.address)
    keeper.tap(keeper.page.locator("form[action$='/again'] button"))
    expect(keeper.page).not_to_have_url(re.compile(table.session))
    new = urlsplit(keeper.page.url).path
    expect(ben.page).to_have_url(re.compile(f"{new}/seats/{BEN}$"))
    expect(ben.page.locator("#live")).to_contain_text("New game")
    # A page of a game that is over asks every ten seconds.
    expect(television.page).to_have_url(re.compile(f"{new}/table$"))
    # Ann deals now, so Ben is the first to speak.
    is_asked(ben, "Ben, your turn: bid")
    assert ben.taps == 0, "who sits there taps nothing"


def test_what_was_refused_is_not_said_over_the_next_question(begin: Begin, keeper: Phone) -> None:
    table = begin(dealer=ANN, top_hand="3")
    ben = table.sits(BEN)
    ben.expects(STALE)

    def write_bids(route: Route) -> None:
        if route.request.method == "POST":
            keeper.writes(table.session, {"step": "bids", "bids": [1, 0, 1, 0]})
        route.continue_()

    ben.page.route(f"**{table.address}/seats/{BEN}", write_bids)
    says(ben, 1)
    refused = ben.page.locator("[data-refused]")
    expect(refused).to_contain_text("You entered: 1")
    ben.page.unroute_all()
    keeper.writes(table.session, {"step": "tricks", "tricks": [1, 1, 1, 0]})
    expect(ben.page.locator(".headline")).to_contain_text("Ann and Cleo tied for the lead")
    expect(refused).to_have_count(0)


def test_what_the_game_before_refused_stays_behind_with_it(begin: Begin, keeper: Phone) -> None:
    table = begin(dealer=ANN, top_hand="3")
    ben = table.sits(BEN)
    ben.expects(STALE)

    def end_first(route: Route) -> None:
        if route.request.method == "POST":
            keeper.writes(table.session, {"step": "end"})
        route.continue_()

    ben.page.route(f"**{table.address}/seats/{BEN}", end_first)
    says(ben, 1)
    refused = ben.page.locator("[data-refused]")
    expect(refused).to_contain_text("You entered: 1")
    keeper.goes_to(table.address)
    keeper.tap(keeper.page.locator("form[action$='/again'] button"))
    expect(ben.page.locator("#live")).to_contain_text("New game")
    is_asked(ben, "Ben, your turn: bid")
    expect(refused).to_have_count(0)


# --- a keeper who taps for players without a phone ------------------------------------


def test_nobody_waits_for_whom_the_keeper_taps(begin: Begin, keeper: Phone) -> None:
    """Ann and Dan have no phone: Ann is first, Dan deals and is last."""
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    ben, cleo = table.sits(BEN), table.sits(CLEO)
    expect(keeper.page.locator("[data-tapped='0 1 2 3']")).to_be_visible()
    expect(ben.page.locator(".word")).to_contain_text("Waiting for Ann")

    keeper.bid(ANN, 1)
    is_asked(ben, "Ben, your turn: bid")
    expect(ben.page.locator(".others")).to_contain_text("Ann 1")
    keeper.tap(keeper.page.locator("[data-untap]"))
    expect(chips(ben)).to_have_count(0)
    expect(keeper.bid_of(ANN)).to_have_text("")
    keeper.bid(ANN, 2)
    is_asked(ben, "Ben, your turn: bid")
    expect(keeper.page.locator(".following")).to_have_count(0)
    says(ben, 1)
    says(cleo, 0)

    # What the players said comes by itself, and with it the tap can still be undone.
    expect(keeper.bid_of(BEN)).to_have_text("1")
    expect(keeper.bid_of(ANN)).to_have_text("2")
    keeper.tap(keeper.page.locator("[data-untap]"))
    expect(keeper.bid_of(ANN)).to_have_text("")
    keeper.bids([1, None, None, 0])
    keeper.saves()
    assert keeper.entries(table.session) == [{"step": "bids", "bids": [1, 1, 0, 0]}]


def test_a_sheet_that_was_saved_before_everybody_had_bid_still_follows(begin: Begin, keeper: Phone) -> None:
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    ann, ben = table.sits(ANN), table.sits(BEN)
    expect(keeper.page.locator("[data-tapped='0 1 2 3']")).to_be_visible()
    keeper.expects(REFUSED)
    keeper.tap(keeper.page.locator(".action .main"))
    wrong = keeper.page.locator(".wrong[role=alert]")
    expect(wrong).to_have_count(4)
    says(ann, 1)
    expect(keeper.bid_of(ANN)).to_have_text("1")
    expect(wrong).to_have_count(0)
    assert keeper.marked() == BEN
    # The same with a tap of the keeper's beside it.
    keeper.bid(DAN, 0)
    keeper.tap(keeper.page.locator(".action .main"))
    expect(wrong).to_have_count(2)
    says(ben, 2)
    expect(keeper.bid_of(BEN)).to_have_text("2")
    expect(keeper.bid_of(DAN)).to_have_text("0")
    keeper.bid(CLEO, 1)
    keeper.saves()
    assert keeper.entries(table.session) == [{"step": "bids", "bids": [1, 2, 1, 0]}]


def test_what_a_player_bids_at_the_same_moment_is_shown_and_the_next_number_is_for_the_next_player(
    begin: Begin, keeper: Phone
) -> None:
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    ann, ben = table.sits(ANN), table.sits(BEN)
    expect(keeper.page.locator("[data-tapped='0 1 2 3']")).to_be_visible()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    keeper.page.route("**/tapped", hold)
    keeper.bid(ANN, 1)
    expect(keeper.page.locator("[data-sending=taps]")).to_be_attached()
    says(ann, 2)
    is_asked(ben, "Ben, your turn: bid")
    keeper.expects(STALE)
    for each in held:
        each.continue_()
    keeper.page.unroute("**/tapped")
    expect(keeper.bid_of(ANN)).to_have_text("2")
    assert keeper.marked() == BEN
    keeper.tap(keeper.key(0))
    expect(keeper.bid_of(BEN)).to_have_text("0")
    # Which has been seen, the keeper may mend it, and its player's phone has that.
    keeper.bid(ANN, 3)
    expect(ann.page.locator("main")).to_contain_text("Entered for you")
    expect(keeper.bid_of(ANN)).to_have_text("3")
    # Out of turn it counts as well.
    dan = table.sits(DAN)
    keeper.bid(DAN, 0)
    expect(dan.page.locator("main")).to_contain_text("Entered")
    keeper.bid(CLEO, 2)
    dan.tap(dan.page.get_by_text("Enter again"))
    dan.tap(dan.page.locator("button[value='1']:visible"))
    expect(keeper.bid_of(DAN)).to_have_text("1")
    assert keeper.entries(table.session) == []
    keeper.saves()
    assert keeper.entries(table.session) == [{"step": "bids", "bids": [3, 0, 2, 1]}]


def test_a_hidden_bid_that_the_keeper_taps_last_is_sent_once(begin: Begin, keeper: Phone) -> None:
    """It would complete the step, so the site does not keep it: the page that comes does not send it again."""
    table = begin(dealer=DAN, format="short-falling", top_hand="3", bidding="written")
    players = [table.sits(seat) for seat in (BEN, CLEO, DAN)]
    all_say(players, [1, 1, 0], "bid")
    expect(keeper.page.locator(".laid")).to_have_count(3)
    sent: list[str] = []
    keeper.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    keeper.bid(ANN, 1)
    expect(keeper.bid_of(ANN)).to_have_text("1")
    keeper.page.wait_for_timeout(1500)
    assert [url.rpartition("/seats/")[2] for url in sent] == ["0/tapped"]
    keeper.saves()
    assert keeper.entries(table.session) == [{"step": "bids", "bids": [1, 1, 1, 0]}]


def test_the_keys_do_not_go_on_to_a_player_who_bids_hidden_on_a_phone_of_their_own(begin: Begin, keeper: Phone) -> None:
    table = begin(dealer=DAN, format="short-falling", top_hand="3", bidding="written")
    for seat in (BEN, CLEO):
        table.sits(seat)
    expect(keeper.page.locator("[data-awaited]")).to_have_count(2)
    key = keeper.page.locator("[data-chips] [data-digit='1']")
    # Ann's, Dan's, and one tap too many.
    for _ in range(3):
        keeper.page.wait_for_timeout(400)
        keeper.tap(key)
    expect(keeper.page.locator(".laid")).to_have_count(2)
    for seat in (BEN, CLEO):
        expect(keeper.bid_of(seat)).to_have_text("")
    expect(keeper.page.locator("form.step .button.main")).to_have_text("Ben’s bid?")


def test_digits_that_a_phone_interrupts_are_one_number(begin: Begin, keeper: Phone) -> None:
    """On the pad: Ben's phone sends 25 between Ann's 3 and 00."""
    table = begin(game="score-pad")
    table.sits(ANN)
    ben = table.sits(BEN)
    expect(keeper.page.locator("form.step [name=shown]")).to_have_count(1)
    digit = keeper.page.locator("[data-numbers] [data-digit]")
    keeper.tap(digit.get_by_text("3", exact=True))
    ben.page.locator(".asked input[inputmode]").fill("25")
    ben.tap(ben.page.locator(".asked button.main, .asked .button.main").first)
    expect(ben.page.locator(".done")).to_be_visible()
    line = keeper.page.locator(".following")
    expect(line).to_be_visible()
    expect(ben.page.locator(".others output").nth(ANN)).to_have_text("")
    keeper.tap(digit.get_by_text("0", exact=True))
    # Nor does the page part them that is asked for.
    keeper.tap(line.get_by_role("button", name="Show"))
    expect(keeper.page.locator("input[name=points-1]")).to_have_value("25")
    keeper.tap(digit.get_by_text("0", exact=True))
    expect(keeper.page.locator("input[name=points-0]")).to_have_value("300")
    keeper.tap(keeper.page.locator("[data-numbers] [data-next]"))
    expect(keeper.page.locator("input[name=points-1]")).to_have_value("25")
    assert keeper.marked() == CLEO
    expect(keeper.page.locator("input[name=points-0]")).to_have_value("300")
    # Where the last number comes from a phone, the mark stays with its player.
    cleo = table.sits(CLEO)
    keeper.tap(keeper.page.locator(f"[data-pad] [data-seat='{DAN}'] .name"))
    keeper.tap(digit.get_by_text("7", exact=True))
    keeper.tap(keeper.page.locator("[data-numbers] [data-next]"))
    assert keeper.marked() == CLEO
    cleo.page.locator(".asked input[inputmode]").fill("4")
    cleo.tap(cleo.page.locator(".asked button.main, .asked .button.main").first)
    expect(keeper.page.locator("input[name=points-2]")).to_have_value("4")
    assert keeper.marked() == CLEO


def test_the_same_bid_for_two_is_two_quick_taps_on_one_key_though_the_page_comes_anew(
    begin: Begin, keeper: Phone
) -> None:
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    table.sits(CLEO)
    expect(keeper.page.locator("[data-tapped='0 1 2 3']")).to_be_visible()
    finger, key = Finger(keeper), keeper.key(0)
    key.evaluate("key => { key.dataset.old = ''; }")
    finger.taps(key)
    # What was tapped was sent, and the sheet came with it.
    expect(keeper.page.locator("[data-old]")).to_have_count(0)
    expect(keeper.place(BEN)).to_have_attribute("aria-current", "true")
    finger.again(after=200)
    expect(keeper.bid_of(BEN)).to_have_text("0")


def test_a_bonus_that_the_keeper_has_tapped_stays_when_its_player_counts_the_tricks(
    begin: Begin, keeper: Phone
) -> None:
    table = begin(game="skull-king", dealer=DAN)
    ben = table.sits(BEN)
    keeper.writes(table.session, {"step": "bids", "bids": [0, 1, 0, 0]})
    keeper.page.reload()
    expect(keeper.page.locator("form.step [name=shown]")).to_have_count(1)
    keeper.tap(keeper.page.locator(f"[data-counters] [data-seat='{BEN}'] [data-mark]"))
    bonus = keeper.page.locator("[data-bonuses] [data-bonus]").first
    field = f"{bonus.get_attribute('data-bonus')}-{BEN}"
    keeper.tap(bonus)
    is_asked(ben, ": tricks")
    says(ben, 1)
    expect(keeper.page.locator(f"input[name=shown][value='{BEN}']")).to_have_count(1)
    expect(keeper.page.locator(f"[name='{field}'][value='1']")).to_be_checked()


def test_a_player_whose_tap_is_taken_back_stays_marked_on_the_page_that_comes(begin: Begin, keeper: Phone) -> None:
    """Ann is still to bid before Dan, and she has no phone either."""
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    ben = table.sits(BEN)
    expect(keeper.page.locator("[data-tapped='0 1 2 3']")).to_be_visible()
    keeper.bid(DAN, 2)
    expect(ben.page.locator(".others")).to_contain_text("Dan 2")
    keeper.tap(keeper.page.locator("[data-untap]"))
    # Everybody has it, the keeper's page too.
    expect(ben.page.locator(".others")).not_to_contain_text("Dan 2")
    expect(keeper.bid_of(DAN)).to_have_text("")
    keeper.tap(keeper.key(0))
    expect(keeper.bid_of(DAN)).to_have_text("0")
    expect(keeper.bid_of(ANN)).to_have_text("")
    # Nor does it move when somebody sits down.
    keeper.tap(keeper.page.locator("[data-untap]"))
    table.sits(CLEO)
    expect(keeper.page.locator("[data-tapped='0 1 2 3']")).to_be_visible()
    assert keeper.marked() == DAN


def test_bids_tapped_before_a_newcomer_sits_down_with_a_phone_are_sent_to_it(begin: Begin, keeper: Phone) -> None:
    """Ann and Ben have bid when Eva comes: she sits after Ben, and is next."""
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    keeper.bids([1, 0, None, None])
    keeper.writes(table.session, {"step": "join", "name": "Eva", "after": BEN, "start": "opening"})
    eva = table.sits(4)
    keeper.page.reload()
    is_asked(eva, "Eva, your turn: bid")
    bids = eva.page.locator(".others output")
    expect(bids.nth(ANN)).to_have_text("1")
    # The same number once more is no tap that is taken back.
    keeper.bid(BEN, 2)
    expect(bids.nth(BEN)).to_have_text("2")
    keeper.bid(BEN, 0)
    expect(bids.nth(BEN)).to_have_text("0")
    says(eva, 1)
    expect(keeper.bid_of(4)).to_have_text("1")
    keeper.bid(DAN, 2)
    keeper.bid(CLEO, 1)
    keeper.saves()
    assert keeper.entries(table.session)[-1] == {"step": "bids", "bids": [1, 0, 1, 2, 1]}


def test_where_the_keeper_has_tapped_the_suit_the_step_waits_for_the_keeper(begin: Begin, keeper: Phone) -> None:
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    players = [table.sits(seat) for seat in range(4)]
    suit = keeper.page.locator("label:has([name=trump][value=hearts])")
    with keeper.page.expect_response("**/seats/pass/confirms"):
        keeper.tap(suit)
    all_say(players, [1, 1, 0, 0], "your turn: bid")
    expect(keeper.page.locator(".seat-inputs")).to_contain_text("All entries are in. Check and save.")
    expect(suit.locator("input")).to_be_checked()
    assert keeper.entries(table.session) == []
    keeper.saves()
    assert keeper.entries(table.session) == [{"step": "bids", "bids": [1, 1, 0, 0], "trump": "hearts"}]
    # The next step is the players' again.
    all_say(players, [1, 1, 0, 1], ": tricks")
    expect(keeper.sheet).to_have_attribute("data-position", "2")


HOLDS_DRAFTS = """() => {
    const { getAll } = IDBObjectStore.prototype;
    let open = null;
    const opened = new Promise((all) => (open = all));
    globalThis.readDrafts = open;
    IDBObjectStore.prototype.getAll = function (range) {
        const asked = getAll.call(this, range);
        if (!range.lower.startsWith("taps:")) return asked;
        const held = { set onsuccess(read) { asked.onsuccess = () => opened.then(read); } };
        return Object.defineProperty(held, "result", { get: () => asked.result });
    };
}"""
"""What was tapped is read from the phone's storage only after `readDrafts`."""


def test_a_bid_tapped_as_soon_as_a_page_has_come_leaves_the_suit(begin: Begin, keeper: Phone) -> None:
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    ann = table.sits(ANN)
    suit = keeper.page.locator("label:has([name=trump][value=hearts])")
    expect(keeper.page.locator("form.step [name=shown]")).to_have_count(1)
    with keeper.page.expect_response("**/seats/pass/confirms"):
        keeper.tap(suit)
    keeper.page.evaluate(HOLDS_DRAFTS)
    says(ann, 1)
    expect(keeper.bid_of(ANN)).to_have_text("1")
    keeper.bid(BEN, 1)
    keeper.bid(CLEO, 0)
    keeper.page.evaluate("readDrafts()")
    keeper.bid(DAN, 0)
    expect(keeper.bid_of(DAN)).to_have_text("0")
    expect(suit.locator("input")).to_be_checked()
    keeper.saves()
    assert keeper.entries(table.session) == [{"step": "bids", "bids": [1, 1, 0, 0], "trump": "hearts"}]


def test_where_the_keeper_has_begun_a_spectator_the_stakes_wait_and_are_saved_with_it(
    begin: Begin, keeper: Phone
) -> None:
    table = begin(game="buki", dealer=DAN)
    players = [table.sits(seat) for seat in (ANN, BEN, CLEO)]
    keeper.tap(keeper.page.locator("[data-spectators] summary"))
    with keeper.page.expect_response("**/seats/pass/confirms"):
        keeper.page.locator("[name=spectators-0-chips]").fill("2")
    # A field that has the focus keeps the page.
    keeper.page.locator("[name=spectators-0-chips]").blur()
    all_say(players, [4, 4, 4], "stake")
    expect(keeper.page.locator(".seat-inputs")).to_contain_text("All entries are in. Check and save.")
    keeper.page.locator("[name=spectators-0-name]").fill("Eva")
    keeper.tap(keeper.page.locator("label:has([name=spectators-0-backs][value='0'])"))
    keeper.saves()
    eva = {"name": "Eva", "backs": ANN, "chips": 2}
    assert keeper.entries(table.session) == [{"step": "stakes", "stakes": [4, 4, 4, None], "spectators": [eva]}]


def test_where_the_keeper_corrects_what_a_player_counted_the_step_waits_and_both_are_shown(
    begin: Begin, keeper: Phone
) -> None:
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    keeper.writes(table.session, {"step": "bids", "bids": [1, 1, 0, 0]})
    players = [table.sits(seat) for seat in range(4)]
    keeper.goes_to(table.address)
    says(players[BEN], 2)
    number = keeper.page.locator(f"[name=tricks-{BEN}]")
    expect(number).to_have_value("2")
    with keeper.page.expect_response("**/seats/pass/confirms"):
        keeper.tap(keeper.page.locator(f"[data-counters] [data-seat='{BEN}'] [data-by='-1']"))
    for seat, tricks in ((ANN, 1), (CLEO, 0), (DAN, 0)):
        says(players[seat], tricks)
    expect(keeper.page.locator(".seat-inputs")).to_contain_text("All entries are in. Check and save.")
    expect(number).to_have_value("1")
    expect(players[ANN].page.locator(".word")).to_contain_text("Waiting for the scorekeeper to save")
    expect(players[ANN].page.locator(".alert")).to_have_count(0)
    # 10 and 1 as it stands here, where the player's 2 would be none.
    expect(keeper.page.locator(f"[data-of='{BEN}'] b")).to_have_text("11")
    assert keeper.entries(table.session) == [{"step": "bids", "bids": [1, 1, 0, 0]}]


def test_a_suit_that_was_tapped_when_the_players_had_written_the_bids_is_given_to_them(
    begin: Begin, keeper: Phone
) -> None:
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    players = [table.sits(seat) for seat in range(4)]
    expect(keeper.page.locator("form.step [name=shown]")).to_have_count(1)
    keeper.expects(OFFLINE)
    keeper.context.set_offline(True)
    keeper.tap(keeper.page.locator("label:has([name=trump][value=hearts])"))
    all_say(players, [1, 1, 0, 0], "your turn: bid")
    keeper.context.set_offline(False)
    expect(keeper.sheet).to_have_attribute("data-position", "2")
    expect(keeper.page.locator(".given-late summary")).to_contain_text("♥")
    assert keeper.entries(table.session) == [{"step": "bids", "bids": [1, 1, 0, 0], "trump": "hearts"}]


def test_where_another_suit_was_saved_meanwhile_the_keeper_is_asked(begin: Begin, keeper: Phone) -> None:
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    table.sits(BEN)
    expect(keeper.page.locator("form.step [name=shown]")).to_have_count(1)
    keeper.expects(OFFLINE, STALE)
    keeper.context.set_offline(True)
    keeper.tap(keeper.page.locator("label:has([name=trump][value=hearts])"))
    keeper.writes(table.session, {"step": "bids", "bids": [1, 1, 0, 0], "trump": "clubs"})
    keeper.context.set_offline(False)
    line = keeper.page.locator(".following")
    expect(line).to_contain_text("Bids 2, 1 under")
    keeper.tap(line.get_by_role("button", name="Show"))
    expect(keeper.page.get_by_role("alert").first).to_contain_text("Another entry was saved first.")
    keeper.tap(keeper.page.get_by_role("button", name="Correct to your entry"))
    expect(keeper.sheet).to_have_attribute("data-position", "2")
    assert keeper.entries(table.session) == [{"step": "bids", "bids": [1, 1, 0, 0], "trump": "hearts"}]


def test_after_an_undo_who_was_wrong_mends_the_bid_on_the_own_phone_and_the_keeper_saves(
    begin: Begin, keeper: Phone
) -> None:
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    players = [table.sits(seat) for seat in range(4)]
    suit = keeper.page.locator("label:has([name=trump][value=hearts])")
    with keeper.page.expect_response("**/seats/pass/confirms"):
        keeper.tap(suit)
    all_say(players, [1, 1, 0, 0], "your turn: bid")
    expect(keeper.page.locator(".seat-inputs")).to_contain_text("All entries are in.")
    keeper.saves()
    keeper.undoes()
    ann = players[ANN]
    expect(ann.page.locator(".word")).to_contain_text("Waiting for the scorekeeper to save")
    ann.tap(ann.page.get_by_text("Enter again"))
    ann.tap(ann.page.locator("button[value='3']:visible"))
    expect(keeper.bid_of(ANN)).to_have_text("3")
    expect(players[BEN].page.locator(".others output").nth(ANN)).to_have_text("3")
    # With the forbidden number the dealer is asked.
    ann.tap(ann.page.get_by_text("Enter again"))
    ann.tap(ann.page.locator("button[value='2']:visible"))
    says(players[DAN], 1)
    expect(keeper.bid_of(DAN)).to_have_text("1")
    expect(suit.locator("input")).to_be_checked()
    keeper.saves()
    assert keeper.entries(table.session) == [{"step": "bids", "bids": [2, 1, 0, 1], "trump": "hearts"}]


def test_what_is_tapped_without_a_connection_is_sent_when_it_is_back(begin: Begin, keeper: Phone) -> None:
    table = begin(dealer=DAN, format="short-falling", top_hand="3")
    # Tapped before there was any phone.
    keeper.bid(DAN, 0)
    ben = table.sits(BEN)
    keeper.page.reload()
    expect(ben.page.locator(".others")).to_contain_text("Dan 0")
    keeper.expects(OFFLINE)
    keeper.context.set_offline(True)
    keeper.bid(ANN, 1)
    keeper.bid(ANN, 3)
    keeper.context.set_offline(False)
    is_asked(ben, "Ben, your turn: bid")
    expect(ben.page.locator(".others")).to_contain_text("Ann 3")
    assert keeper.entries(table.session) == []
