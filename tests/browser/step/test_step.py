"""The step at the table: bids and tricks, drafts that do not get lost, and undo that goes back in the order of time."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.kit.browser.journeys import JOURNEYS
from tests.kit.browser.keyboard import tab_to
from tests.kit.browser.playing import ACTION, REASON, WHOLE, Seen, Walk, follows, marked, plays, walks
from tests.kit.browser.stored import TAPS, count, names, waits_until_none
from tests.kit.browser.table import BEN, CLEO, DAN, FOUR, OFFLINE, STALE, Phone, deal, taps_to_play_again

STRUCK = "[data-digit][aria-disabled=true]"
FACT = ".strip div:has([data-sum])"
SUIT, SUITS = ".given-late summary", ".given-late > div"
VOID = "tap .strip a[href$='/players'], tap a[href$='/void']"
BIDS = "bids 3 2 4 2, save"
MISSED = deal([3, 2, 4, 2], [3, 2, 3, 2])


def bid(seat: int, part: str = "output") -> str:
    return f"[data-chips] [data-seat='{seat}'] {part}"


def tricks(seat: int) -> str:
    return f"[data-counters] [data-seat='{seat}'] .counter input"


def sum_of(what: str, number: str) -> Seen:
    return {f"[data-sum={what}]": number}


def less(seat: int) -> str:
    return f"[data-counters] [data-seat='{seat}'] [data-by='-1']"


GAP, TOTALS = "[data-gap]", {"[data-totals]": WHOLE}


def new_totals(*numbers: str) -> Seen:
    return {f"[data-of='{seat}'] b": number for seat, number in enumerate(numbers)}


def leads(seat: int) -> Seen:
    return {f"[data-of='{seat}'].first": 1, ".new-totals .first": 1}


def undo(*names: str) -> Seen:
    """The icons for undo and redo in the bar, by their names."""
    return {".bar button:visible": len(names), **{f".bar button[aria-label='{name}']:visible": 1 for name in names}}


BIDDING = {
    "bids go round the table with their sum and who is left": Walk(
        (
            {ACTION: "Cleo’s bid?", **sum_of("bids", "0"), **marked(2)},
            "bid 2 0",
            # A bid of 0 is a bid, and none is not a bid of 0.
            {bid(2): "0", bid(2, "[value='0']:checked"): 1, bid(3): "", bid(3, "input:checked"): 0, **marked(3)},
            "bid 3 3",
            {ACTION: "Ann’s bid?", **sum_of("bids", "3"), **marked(0)},
            "bid 0 2",
            marked(1),
            "mark 3",
            {"[data-digit='3'][aria-pressed=true]": 1, REASON: "Dan: bid"},
            # The mark goes to who has not bid yet, not to who has; who bids last keeps it.
            "bid 3 1",
            {bid(3): "1", **marked(1)},
            "bid 1 1",
            {ACTION: "Save the bids", **sum_of("bids", "4"), **marked(1)},
        ),
        dealer=BEN,
    ),
    "after the last seat the mark goes to the first who left a gap": Walk(
        ("bids - 2 - 1", marked(0), "bid 0 1", marked(2)), dealer=DAN
    ),
    "a save too early names who has not bid": Walk(
        (
            "bids 1 - 2 -, refused",
            {bid(1, "[role=alert]"): True, bid(3, "[role=alert]"): 1, bid(0, "[role=alert]"): 0, bid(2): "2"},
            marked(1),
        ),
        dealer=DAN,
    ),
    "the forbidden number is struck out as soon as it is known, and moves with the bids": Walk(
        (
            "bids 3 2 - -",
            {STRUCK: 0},
            "bid 2 4",
            {STRUCK: "1", REASON: "1 is not allowed: the bids would add up to 10."},
            {"#live": re.compile("1 is not allowed: the bids would add up to 10.")},
            # The dealer must bid again.
            "bid 3 2, mark 0, bid 0 2",
            {STRUCK: "2", bid(3): "", **marked(3)},
            "bid 3 1, save",
            {"entry": {"step": "bids", "bids": [2, 2, 4, 1]}},
        ),
        dealer=DAN,
    ),
    "trumps that were tapped are untapped by another tap": Walk(
        (
            "tap label:has([value=hearts])",
            {"[value=hearts]:checked": 1},
            "tap label:has([value=hearts])",
            {"[value=hearts]:checked": 0},
            BIDS,
            {"entry": {"bids": [3, 2, 4, 2], "trump": None}},
        ),
        dealer=DAN,
    ),
}
COUNTING = {
    "tricks are filled in from the bids, whose sum stands until one is touched": Walk(
        (
            BIDS,
            {
                "[data-counters] .counter input": ["3", "2", "4", "2"],
                **sum_of("tricks", "11"),
                ACTION: "1 trick too many",
            },
            {f"{FACT} >> text=Bids": True, f"{FACT} >> text=Tricks": False, f"{FACT} dd": "11 / 10"},
            "takes 3 2 3 2",
            {f"{FACT} >> text=Tricks": True, f"{FACT} >> text=Bids": False, f"{FACT} dd": "10 / 10"},
            {"[data-counters] [data-seat='2'] small": re.compile("bid 4 · 1 under")},
        ),
        dealer=DAN,
    ),
    "nobody is marked until a number is tapped, and where there is no number beyond there is no key": Walk(
        (
            "bids 3 0 4 2, save",
            {
                "[data-counters] [aria-current]": 0,
                less(1): False,
                less(0): True,
                "[data-tray]": 0,
                **TOTALS,
                "moved": [],
            },
            "more 1",
            {less(1): True, **marked(1), "moved": []},
        ),
        dealer=DAN,
    ),
    "the new totals count along, with whoever would lead": Walk(
        (
            "bids 0 3 2 2, save",
            # Ann has 13, Ben 12, Cleo none and Dan 12.
            {**new_totals("23", "25", "12", "24"), **leads(1), ACTION: "2 tricks to go"},
            {GAP: "2 under: someone took more", "[data-seat='1'] [data-miss]": " · +13"},
            "more 2, more 2",
            {
                **new_totals("23", "25", "0", "24"),
                **leads(1),
                GAP: "1 ahead of Dan",
                ACTION: "Save deal 2 · Ben takes the lead",
            },
            {"#live": re.compile("Cleo 4.*1 ahead of Dan")},
            "more 3",
            {**new_totals("23", "25", "0", "12"), GAP: "1 over: someone took fewer", ACTION: "1 trick too many"},
            "less 1",
            {**new_totals("23", "12", "0", "12"), **leads(0), GAP: "11 ahead of Ben", ACTION: "Save deal 2"},
        ),
        dealer=DAN,
        before=MISSED,
    ),
    "a forgotten suit is given by its chip, and what was tapped of the tricks stays": Walk(
        (
            BIDS,
            {SUIT: "Trumps?", SUITS: False},
            "more 1, less 2, less 0, tap .given-late summary",
            {SUITS: WHOLE},
            "tap .given-late [value=hearts]",
            {SUIT: re.compile("♥"), tricks(0): "2", tricks(1): "3", tricks(2): "3", tricks(3): "2"},
            "save",
            {"entry": {"step": "tricks", "tricks": [2, 3, 3, 2]}, "#row-0 .trumps": "♥"},
        ),
        dealer=DAN,
    ),
    "the last seat that nobody touched follows from the others": Walk(
        (
            BIDS,
            "more 0, more 1, less 2",
            {tricks(3): "0", **sum_of("tricks", "10"), ACTION: "Save deal 1"},
            "save",
            {"entry": {"step": "tricks", "tricks": [4, 3, 3, 0]}},
        ),
        dealer=DAN,
    ),
    "a finger gets no focus on a field, and no keyboard of the phone": Walk(
        (BIDS, {"main:focus": 1, ".strip": WHOLE}), dealer=DAN
    ),
    "after a refusal the rows of the scorecard still open": Walk(
        ("refused, tap #row-0 th a", {".opened": re.compile("bid 3, took 3, made")}), dealer=DAN, before=MISSED
    ),
}
KEEPING = {
    "bids that were not saved are still there after a reload": Walk(
        ("bids 3 0 - -, reload", {bid(0): "3", bid(1): "0"}, marked(2)), dealer=DAN
    ),
    "after the first bid and a reload the next player is marked, not who has bid": Walk(
        ("bids 3 - - -, reload", {bid(0): "3"}, marked(1)), dealer=DAN
    ),
    "tricks from before a reload are not overwritten by the last ones tapped": Walk(
        (BIDS, "more 0, reload", {tricks(0): "4"}, "less 1, less 2, less 3", {tricks(0): "4"}), dealer=DAN
    ),
    "a draft does not turn up in the next deal": Walk(
        (BIDS, "takes 3 2 3 2, save, reload", {"[data-chips] input:checked": 0}), dealer=DAN
    ),
    "a void deal is three taps behind the dealer, and an undo brings its bids back": Walk(
        (
            f"{BIDS}, more 0, {VOID}, tap label:has([name=seat][value='1']), type #fine 4",
            "tap role=button[name='Save']",
            {"entry": {"step": "void", "seat": 1, "fine": 4}, "[data-chips] input:checked": 0, **marked(0)},
            {".headline": re.compile("Void deal 1, Ben −4"), "#row-0": re.compile("∅")},
            "reload",
            {"[data-chips] input:checked": 0},
            undo("Undo: Void deal 1"),
            "undo",
            {tricks(0): "4", tricks(1): "2", "#row-0": False},
        ),
        dealer=DAN,
    ),
    "bids that were tapped are dropped with a void deal": Walk(
        (
            f"bids 3 2 - -, {VOID}, tap role=button[name='Save']",
            {"main[data-position='1']": 1, "[data-chips] input:checked": 0},
            "reload",
            {"[data-chips] input:checked": 0},
        ),
        dealer=DAN,
    ),
    "bids that were tapped are there again when an end by hand is taken back": Walk(
        (
            "bids 3 0 - -, open end, tap role=button[name='End the game']",
            {"[data-ended=by-hand]": True},
            "reload, tap #undo button",
            {bid(0): "3", bid(1): "0", **marked(2)},
        ),
        dealer=DAN,
    ),
    "bids that an undo brings back are newer than what was tapped before they were saved": Walk(
        (
            "bids 3 0 - -",
            [{"step": "bids", "bids": [1, 2, 3, 1], "trump": None}],
            "reload, undo",
            {bid(0): "1", bid(1): "2", bid(2): "3", bid(3): "1", "[data-untap]": False},
            "mark 1, bid 1 4, reload",
            {bid(0): "1", bid(1): "4", "[data-untap]": True},
        ),
        dealer=DAN,
    ),
    "while a step is entered undo takes back the last tap": Walk(
        (
            "bid 1 1, bid 2 2",
            undo("Undo last tap"),
            "tap [data-untap]",
            {bid(2): "", bid(1): "1", **marked(2)},
            "reload",
            {bid(1): "1"},
            "tap [data-untap]",
            undo("Undo: Result of deal 1"),
        ),
        dealer=DAN,
        before=MISSED,
    ),
    "an adjustment here and on another phone empties no chip in the middle of a step": Walk(
        (
            "bids 3 2 - -, tap a[href$='/more'], tap a[href$='/adjustment'], tap label:has([name=seat][value='1'])",
            "type #amount -5, type #reason late, tap form:has(#amount) button.main",
            {"main[data-position='1']": 1, bid(0): "3", bid(1): "2", bid(2): ""},
            [{"step": "adjustment", "seat": 0, "amount": -5, "reason": "late"}],
            "reload",
            {bid(0): "3", bid(1): "2", bid(2): ""},
        ),
        dealer=DAN,
    ),
    "two who change seats keep their bids, and an undo brings both back": Walk(
        (
            "bids 3 0 2 -, open players, tap [data-place='1'] [data-move], tap [data-place='2'] [data-move]",
            "tap #changes [name=sure]:visible",
            {"main[data-position='1']": 1, bid(0): "3", bid(1): "2", bid(2): "0", **marked(3)},
            {"document": {"players": ["Ann", "Cleo", "Ben", "Dan"]}},
            "bid 3 1",
            {"[data-untap]": True},
            "tap [data-untap]",
            {bid(3): "", "[data-untap]": False},
            # The correction came after the bids.
            undo("Undo: Correction of the setup"),
            "undo",
            {bid(0): "3", bid(1): "0", bid(2): "2", bid(3): "", "[data-untap]": True},
            {"document": {"players": [*FOUR]}},
        ),
        dealer=DAN,
    ),
    "bids that an undo brought back go along with two who change seats": Walk(
        (
            "bids 3 0 2 1, save, undo",
            {bid(0): "3", bid(1): "0", bid(2): "2", bid(3): "1"},
            "open players, tap [data-place='1'] [data-move], tap [data-place='2'] [data-move]",
            "tap #changes [name=sure]:visible",
            {"main[data-position='3']": 1, bid(0): "3", bid(1): "2", bid(2): "0", bid(3): "1"},
        ),
        dealer=DAN,
    ),
    "who sits out after the bids is back before a bid is taken back": Walk(
        (
            "bids 1 0 2 -",
            [{"step": "sit-out", "seat": DAN}],
            "reload",
            {bid(2): "2"},
            "undo",
            {bid(2): "2"},
            "tap [data-untap]",
            {bid(2): "", bid(0): "1"},
        ),
        dealer=DAN,
    ),
}


@pytest.mark.parametrize("promised", [BIDDING, COUNTING, KEEPING], ids=["bids", "tricks", "drafts"])
def test_a_step_shows_at_once_what_was_tapped_and_what_follows(phone: Phone, promised: dict[str, Walk]) -> None:
    for promise, walk in promised.items():
        walks(phone, "oh-hell", promise, walk)


def test_twenty_cards_are_bid_with_a_key_for_each_ten(phone: Phone) -> None:
    steps = (
        "bid 1 20, bid 2 13",
        {bid(1): "20", bid(2): "13", "[data-tens]": "10+", **marked(0)},
        "mark 2",
        {".key[aria-pressed=true]": "13"},
        "tap [data-clear]",
        {bid(2): ""},
        "press 1 7",
        {bid(2): "17"},
    )
    nineteen = [entry for cards in range(1, 20) for entry in deal([cards, 0, 0], [cards, 0, 0])]
    walks(phone, "wizard", "the twentieth deal", Walk(steps, FOUR[:3], dealer=CLEO, before=nineteen))


def test_of_games_that_were_ended_by_hand_the_phone_keeps_the_taps_of_the_last(phone: Phone) -> None:
    steps = ("bids 3 - - -, open end, tap role=button[name='End the game']", {"[data-ended=by-hand]": True})
    first, last = (phone.begins(dealer=DAN) for _ in range(2))
    for session in (first, last):
        follows(phone, f"/s/{session}", "it is ended", steps)
    waits_until_none(phone.page, f"{TAPS}{first}")
    follows(phone, f"/s/{first}", "an older game is looked at", ({"[data-ended=by-hand]": True},))
    assert phone.page.evaluate(count(f"{TAPS}{last}")) == 2, "that takes nothing from it"


def test_a_finished_game_leaves_no_draft_in_the_phone(phone: Phone) -> None:
    phone.sits_down(dealer=DAN, format="short-falling", top_hand="1")
    phone.bids([1, 0, 0, 1])
    assert phone.page.evaluate(names()) != []
    plays(phone, JOURNEYS["oh-hell"], "save, takes 1 0 0 0, save")
    expect(phone.page.locator(".winner")).to_be_visible()
    assert phone.page.evaluate(names()) == []


def test_going_back_after_a_save_sends_nothing_again(phone: Phone) -> None:
    session = phone.sits_down(dealer=DAN)
    phone.deal([3, 2, 4, 2], [3, 2, 3, 2])
    phone.page.go_back()
    expect(phone.sheet).to_have_count(0)
    assert len(phone.entries(session)) == 2
    phone.page.go_forward()
    expect(phone.sheet).to_have_attribute("data-position", "2")
    phone.page.reload()
    expect(phone.sheet).to_have_attribute("data-position", "2")
    assert len(phone.entries(session)) == 2


def test_back_from_a_new_sheet_leads_to_no_filled_form(phone: Phone) -> None:
    for address in ("/", "/new"):
        phone.goes_to(address)
    phone.tap(phone.page.locator("a[href='/new/oh-hell']"))
    phone.fills_the_table(dealer=DAN)
    phone.page.go_back()
    expect(phone.page.locator("[data-setup]")).to_have_count(0)
    expect(phone.page).to_have_url(re.compile("/new$"))


def test_when_another_window_wrote_the_bids_first_the_own_ones_are_named_and_the_game_goes_on(phone: Phone) -> None:
    phone.expects(STALE)
    session = phone.sits_down(dealer=DAN)
    other = phone.another_window()
    other.goes_to(f"/s/{session}")
    other.bids([3, 2, 4, 0])
    phone.page.bring_to_front()
    phone.bids([3, 2, 4, 2])
    other.page.bring_to_front()
    other.saves()
    phone.page.bring_to_front()
    phone.tap(phone.action)
    alert = phone.page.get_by_role("alert")
    for words in (
        "Another entry was saved first.",
        "Bids: Ann 3, Ben 2, Cleo 4, Dan 0",
        "Bids: Ann 3, Ben 2, Cleo 4, Dan 2",
    ):
        expect(alert).to_contain_text(words)
    assert phone.entries() == [{"step": "bids", "bids": [3, 2, 4, 0]}]
    plays(phone, JOURNEYS["oh-hell"], "takes 3 2 4 1, save")
    assert len(phone.entries()) == 2


def test_where_the_script_does_not_come_each_seat_shows_its_chips_after_a_while(phone: Phone) -> None:
    phone.expects(OFFLINE)
    phone.page.route("**/js/core/main.js", lambda route: route.abort())
    animations = phone.context.new_cdp_session(phone.page)
    animations.send("Animation.enable")
    animations.send("Animation.setPlaybackRate", {"playbackRate": 20})
    phone.sits_down(dealer=DAN)
    expect(phone.place(0).locator("label:has(input[value='3'])")).to_be_visible()
    animations.detach()
    plays(phone, JOURNEYS["oh-hell"], "fill bids-0 3, fill bids-1 2, fill bids-2 4, fill bids-3 2, save")
    assert phone.entries() == [{"step": "bids", "bids": [3, 2, 4, 2]}]


def test_the_link_to_the_content_leads_there(phone: Phone) -> None:
    phone.sits_down(dealer=DAN)
    # The focus of a sheet that came without leaving the page is past the link already.
    phone.page.reload()
    phone.page.evaluate("window.same = true")
    phone.page.keyboard.press("Tab")
    expect(phone.page.locator(".skip")).to_be_focused()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("main")).to_be_focused()
    assert phone.page.evaluate("window.same === true"), "it is the same page, not one loaded anew"
    tab_to(phone.page, phone.page.locator("main *"), most=1)


def test_a_button_that_goes_no_further_leaves_the_focus_to_the_one_beside_it(phone: Phone) -> None:
    session = phone.begins(dealer=DAN)
    phone.writes(session, *deal([3, 2, 4, 2], [3, 2, 3, 2]), {"step": "bids", "bids": [1, 0, 3, 3]})
    for address in (f"/s/{session}", f"/s/{session}/rows/0"):
        phone.goes_to(address)
        if address.endswith("/rows/0"):
            phone.tap(phone.page.locator("[data-list] [data-seat='0'] [data-mark]"))
        tab_to(phone.page, phone.stepper(0, -1))
        while phone.counter(0).input_value() != "0":
            phone.page.keyboard.press("Enter")
        expect(phone.stepper(0, 1)).to_be_focused()


def test_what_was_tapped_is_not_announced_after_it_is_saved(phone: Phone) -> None:
    session = phone.begins(dealer=DAN)
    phone.writes(session, {"step": "bids", "bids": [3, 2, 4, 2]})
    phone.goes_to(f"/s/{session}")
    phone.takes([3, 2, 3, 2])
    phone.saves()
    # Longer than the pause after which a tap is announced.
    phone.page.wait_for_timeout(1000)
    expect(phone.page.locator("#live")).to_contain_text("Cleo 0 (0, missed)")


def test_the_same_players_take_two_taps_from_home_to_the_sheet(phone: Phone) -> None:
    phone.sits_down(dealer=DAN)
    assert taps_to_play_again(phone) == 2
