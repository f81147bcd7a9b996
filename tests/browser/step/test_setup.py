"""Sitting down by keyboard and thumb, house rules in place, a setup that is mended, and bids by digits."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from scoring.catalogue import all_games
from tests.kit.browser.fit import ON_ITS_SIDE, SMALLEST, USUAL, named
from tests.kit.browser.phrases import Word
from tests.kit.browser.playing import IN_VIEW, Steps, follows, sees
from tests.kit.browser.table import BEN, CLEO, DAN, FOUR, Phone, deal

NAMES, DEALER = "[data-place]:visible input[type=text]", "[data-dealer]"
ANN_TO_DAN = ", ".join(f"sits {seat} {name}" for seat, name in enumerate(FOUR))
BEN_DEALS = f"{ANN_TO_DAN}, face 1"
SETS, CHANGED = "[data-rules] button", "[data-changed]"
PRESSED = "[data-rules] [aria-pressed=true]"


def face(phone: Phone, seat: str) -> None:
    phone.tap(phone.face(int(seat)))


def drag(phone: Phone, seat: str, to: str) -> None:
    """One seat dragged to another."""
    handle = phone.page.locator(f"[data-place='{seat}'] [data-move]")
    handle.scroll_into_view_if_needed()
    here, there = handle.bounding_box(), phone.face(int(to)).bounding_box()
    assert here and there
    mouse = phone.page.mouse
    mouse.move(here["x"] + 20, here["y"] + 20)
    mouse.down()
    for part in (0.5, 1):
        mouse.move(here["x"] + 20 + part * (there["x"] - here["x"]), here["y"] + 20 + part * (there["y"] - here["y"]))
    mouse.up()


SITTING: Mapping[str, Word] = {
    "sits": lambda phone, seat, name: phone.seats(int(seat), name),
    "face": face,
    "handle": "[data-place='{}'] [data-move]",
    "drag": drag,
    "starts": lambda phone: phone.starts(),
    "choose": lambda phone, selector, value: phone.page.locator(selector).select_option(value),
}
SEATS: dict[str, Steps] = {
    "Enter leads from seat to seat, and at last to the start": (
        "go /new/satat, tap #players-0, press A Enter B Enter C Enter D Enter",
        {".action .main:focus": 1},
        "press Enter",
        {"main[data-sheet]": True, "document": {"players": [*"ABCD"]}},
    ),
    "a refusal goes when the names change": (
        "sits 0 Ann, sits 1 ann, refused",
        {"[role=alert]:visible": 2, "[role=alert] >> nth=0": re.compile("You have 2."), "#players-1:focus": 1},
        ANN_TO_DAN,
        {"[role=alert]:visible, [aria-invalid=true]": 0},
        "starts",
    ),
    "a look at the rules loses nothing that was typed": (
        f"{ANN_TO_DAN}, face 2, tap {SETS} >> nth=3",
        "tap role=link[name='Rules of Oh Hell'], tap role=link[name='Back']",
        {NAMES: [*FOUR], "#scoring": "minus"},
        "starts",
        {"document": {"players": [*FOUR], "dealer": CLEO}},
    ),
    "a new game that is begun later is another one": (
        "sits 0 Ann, tap role=link[name='Rules of Oh Hell']",
        {"h1": re.compile("Oh Hell")},
        "go /, go /new/oh-hell",
        {"#players-0": ""},
    ),
    "one tap turns everybody by a seat, and the deal goes along with the player": (
        f"{BEN_DEALS}, tap [data-turn]",
        {NAMES: ["Dan", "Ann", "Ben", "Cleo"], DEALER: "Ben"},
        "starts",
        {"document": {"players": ["Dan", "Ann", "Ben", "Cleo"], "dealer": 2}},
    ),
    "a turn parts no partners": (
        f"go /new/twin-shoot, {ANN_TO_DAN}",
        {"[name=dealer]:visible": 2},
        "face 2, tap [data-turn]",
        {NAMES: ["Cleo", "Dan", "Ann", "Ben"], DEALER: "Cleo"},
    ),
    "a seat is dragged to another": (
        f"{BEN_DEALS}, drag 0 2",
        {NAMES: ["Cleo", "Ben", "Ann", "Dan"], DEALER: "Ben", "[data-moved]": "Ann: seat 3"},
        {"[data-move][aria-pressed=true]": 0},
    ),
    "two handles tapped one after the other change seats too": (
        f"{ANN_TO_DAN}, face 0, handle 0",
        {"[data-place='0'] [data-move][aria-pressed=true]": 1},
        "handle 3",
        {NAMES: ["Dan", "Ben", "Cleo", "Ann"], DEALER: "Ann"},
    ),
    # The last seat is beside the first.
    "arrow keys move a seat round the table": (
        f"{BEN_DEALS}, focus [data-place='0'] [data-move], press ArrowRight",
        {NAMES: ["Ben", "Ann", "Cleo", "Dan"], "[data-place='1'] [data-move]:focus": 1},
        "press ArrowLeft ArrowLeft",
        {NAMES: ["Dan", "Ben", "Cleo", "Ann"]},
    ),
    "who deals is told once there is a name": (
        "go /new/oh-hell",
        {"[data-first] b": False},
        "sits 0 Ann",
        {"[data-first] b": True, DEALER: "Ann"},
    ),
    "chairs come and go, and nobody deals from an empty one": (
        "sits 0 Ann, sits 1 Ben, sits 2 Cleo, face 0",
        {NAMES: ["Ann", "Ben", "Cleo", ""]},
        "face 3",
        {DEALER: "Ann", "#players-3:focus": 1},
        "tap [data-add]",
        {"#players-4:focus": 1},
        "press E v a, tap [data-place='3'] [data-take-away]",
        {NAMES: ["Ann", "Ben", "Cleo", "Eva"]},
        "starts",
        {"document": {"players": ["Ann", "Ben", "Cleo", "Eva"]}},
    ),
    "who is typed is taken away with the seat, and the deal passes on": (
        BEN_DEALS,
        {"[data-take-away]:visible": 0},
        "tap #players-1",
        {"[data-place='1'] [data-move]": False},
        "tap [data-place='1'] [data-take-away]",
        {NAMES: ["Ann", "Cleo", "Dan"], DEALER: "Cleo", "[data-take-away]:visible": 0},
        "starts",
        {"document": {"players": ["Ann", "Cleo", "Dan"]}},
    ),
}
RULES: dict[str, Steps] = {
    "presets follow the number of players": (
        ANN_TO_DAN,
        {f"{SETS} >> nth=0 >> [data-line] >> nth=0": "10 → 1 → 10 cards"},
        "sits 4 Eva, sits 5 Fay",
        {f"{SETS} >> nth=0 >> [data-line] >> nth=0": "8 → 1 → 8 cards", "[data-number]": "for 6 players"},
        "sits 6 Gus",
        {f"{SETS} >> nth=0 >> [data-line] >> nth=0": "7 → 1 → 7 cards"},
    ),
    "the numbers of custom scoring are asked only where they count": (
        "tap .house summary",
        {"#trick_points": False},
        "choose #scoring numbers, choose #trick_points 3",
        {CHANGED: "Scoring: Custom, Points for each trick of a made bid: 3"},
        "choose #scoring normal",
        {"#trick_points": False, CHANGED: "no changes", PRESSED: re.compile("Standard")},
    ),
    "a game is found by the name that people know": (
        "go /new, tap details.box summary, tap role=link[name='Boerenbridge']",
        {PRESSED: 1, f"{PRESSED} b": "Boerenbridge"},
        {PRESSED: IN_VIEW},
        f"{ANN_TO_DAN}, starts",
        {"h1": re.compile("Boerenbridge")},
    ),
}


@pytest.mark.parametrize("promised", [SEATS, RULES], ids=["seats", "rules"])
def test_a_new_game_is_set_up_by_thumb_and_keyboard(phone: Phone, promised: dict[str, Steps]) -> None:
    for promise, steps in promised.items():
        follows(phone, "/new/oh-hell", promise, steps, SITTING)
        assert phone.unexpected == []
        # The next new game would have these people.
        phone.forgets()


def test_regulars_sit_down_by_a_tap_and_leave_their_chair_free(phone: Phone) -> None:
    phone.begins(("Ann", "Ben", "Cleo", "Dan", "Eva"), game="boo-ray", dealer=1)
    steps: Steps = (
        ", ".join(f"tap [data-name={name}]" for name in ("Dan", "Ann", "Eva", "Ben", "Cleo")),
        # The fifth brings a chair along.
        {NAMES: ["Dan", "Ann", "Eva", "Ben", "Cleo"]},
        "tap [data-name=Ann]",
        {NAMES: ["Dan", "", "Eva", "Ben", "Cleo"], "[data-name=Ann][aria-pressed=false]": 1},
    )
    follows(phone, "/new/oh-hell", "the chair of Ann", steps)


def test_a_sheet_that_is_shown_in_place_looks_as_it_does_when_it_is_loaded(phone: Phone) -> None:
    # The sheets in force, in the order in which they count; then as much of the look as another page's would change.
    looks = """() => [[...document.styleSheets].filter(sheet => !sheet.disabled).map(sheet => sheet.href),
        [".tabs", ".switch"].map(part => getComputedStyle(document.querySelector(part)).cssText)]"""
    phone.goes_to("/new/koi-koi")
    phone.fills_the_table(("千夏", "大輔"))
    phone.saves()
    in_place = phone.page.evaluate(looks)
    phone.page.reload()
    expect(phone.page.locator(".switch")).to_be_visible()
    assert phone.page.evaluate(looks) == in_place


def test_the_same_people_sit_down_beside_what_is_typed_of_the_game(phone: Phone) -> None:
    phone.writes(phone.begins(("Ann", "Ben", "Cleo"), game="oh-hell"), {"step": "bids", "bids": [0, 0, 0]})
    steps: Steps = (
        "type [name=name] Hearts, tap [data-rules] [value='preset:fewest'], tap .same-people",
        {"[name=players-0]": "Ann", "[name=players-2]": "Cleo", "[name=name]": "Hearts", "[name=best]": "lowest"},
    )
    follows(phone, "/new/score-pad", "the name and the rules", steps)


def test_on_a_wide_screen_seats_and_rules_stand_beside_each_other(phone: Phone) -> None:
    phone.page.set_viewport_size(ON_ITS_SIDE)
    phone.goes_to("/new/oh-hell")
    expect(phone.page.locator(".seated")).to_be_visible()
    seats, rules = (phone.page.locator(part).bounding_box() for part in (".who-sits", "section[aria-labelledby=rules]"))
    assert seats is not None and rules is not None
    assert seats["width"] > 300
    assert seats["x"] + seats["width"] <= rules["x"]


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
    for seat, name in enumerate(FOUR[: all_games()[game].player_counts[-1]]):
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


def top_of(part: Locator) -> int:
    box = part.bounding_box()
    assert box is not None
    return round(box["y"])


def test_a_set_of_rules_is_filled_in_where_it_stands(phone: Phone) -> None:
    phone.goes_to("/new/oh-hell")
    phone.page.locator("#players-0").fill("Ann")
    phone.tap(phone.page.locator(".house summary"))
    phone.page.evaluate("document.body.dataset.sign = 'stayed'")
    minus = phone.page.locator(SETS).nth(3)
    minus.scroll_into_view_if_needed()
    before = top_of(minus)
    phone.tap(minus)
    sees(phone, "#scoring", "minus")
    assert top_of(minus) == before
    sees(phone, "body[data-sign=stayed] #players-0", "Ann")
    sentence = "#scoring-help p >> visible=true"
    for scoring, pressed, changed, words in (
        ("minus", 3, "no changes", "A made bid scores 10. A missed bid loses 10 for each trick over or under."),
        ("plus", None, "Scoring: Plus", "A made bid scores 10 plus its tricks. A missed bid scores its tricks."),
        ("normal", 0, "no changes", "A made bid scores 10 plus its tricks. A missed bid scores nothing."),
    ):
        phone.page.locator("#scoring").select_option(scoring)
        expect(phone.page.locator(sentence)).to_have_text(words, use_inner_text=True)
        sees(phone, PRESSED, 0 if pressed is None else 1)
        sees(phone, CHANGED, changed)
        if pressed is not None:
            expect(phone.page.locator(SETS).nth(pressed)).to_have_attribute("aria-pressed", "true")


# --- the setup mended from the sheet ----------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "viewport"),
    [
        ("ja-JP", SMALLEST),
        *(
            pytest.param(*other, marks=pytest.mark.long)
            for other in (("ja-JP", USUAL), ("en-GB", SMALLEST), ("en-GB", USUAL))
        ),
    ],
    ids=["ja-320", "ja-390", "en-320", "en-390"],
)
def test_the_wrong_seat_order_is_mended_in_four_or_five_taps(
    open_phone: Callable[..., Phone], locale: str, viewport: ViewportSize
) -> None:
    phone = open_phone(locale=locale, viewport=viewport)
    session = phone.begins(FOUR)
    joined = {"step": "join", "name": "Eva", "after": BEN}
    phone.writes(session, *deal([3, 2, 1, 3], [3, 2, 2, 3]), *deal([2, 3, 1, 2], [2, 4, 1, 2]), joined)
    phone.goes_to(f"/s/{session}")
    before = phone.taps
    # On the smallest phone the suits leave no room for who deals, who leads there: the menu is one tap more.
    if viewport == SMALLEST:
        phone.tap(phone.page.locator("header a[href$='/more']"))
    phone.tap(phone.page.locator(f"main a[href='/s/{session}/players']:visible"))
    for seat in (BEN, CLEO):
        phone.tap(phone.page.locator(f"[data-place='{seat}'] [data-move]"))
    sees(phone, ".place-of:visible .initial", ["A", "C", "E", "B", "D", "+"])
    sees(phone, "fits", (viewport,))
    phone.tap(phone.page.locator("#changes [name=sure]:visible"))
    expect(phone.sheet).to_be_visible()
    assert phone.taps - before == (5 if viewport == SMALLEST else 4)
    kept = phone.record(session)
    assert kept["document"]["players"] == ["Ann", "Cleo", "Ben", "Dan"]
    assert kept["report"]["table"]["order"] == [0, 1, 4, 2, 3]
    assert kept["report"]["totals"] == [25, 11, 12, 25, 0]


ANSWERS = """handle => {
    const { left, top, width, height } = handle.getBoundingClientRect();
    const within = [...Array(10)].map((_, step) => 0.05 + step / 10);
    const points = within.flatMap(x => within.map(y => [left + x * width, top + y * height]));
    return points.filter(point => handle.contains(document.elementFromPoint(...point))).length;
}"""
"""How many points of a hundred of a handle answer."""


@pytest.mark.parametrize("size", [SMALLEST, pytest.param(USUAL, marks=pytest.mark.long)], ids=named)
def test_every_handle_answers_beside_a_free_seat(open_phone: Callable[..., Phone], size: ViewportSize) -> None:
    phone = open_phone(viewport=size)
    for players in (4, 5, 6):
        phone.goes_to(f"/s/{phone.begins((*FOUR, 'Eva', 'Fay')[:players])}/players")
        expect(phone.page.locator(".place-of.empty")).to_be_visible()
        for handle in phone.page.locator(".seated [data-move]").all():
            assert handle.evaluate(ANSWERS) > 90, players


@pytest.mark.parametrize("size", [ON_ITS_SIDE, SMALLEST, pytest.param(USUAL, marks=pytest.mark.long)], ids=named)
def test_the_middle_of_a_table_lies_over_no_face(open_phone: Callable[..., Phone], size: ViewportSize) -> None:
    phone = open_phone(locale="ja-JP", viewport=size)
    session = phone.begins(("あや", "みほ", "けんじ", "たくや"), game="twin-shoot", dealer=0)
    phone.writes(session, {"step": "result", "bids": [4, 3, 2, 1], "tricks": [4, 2, 2, 2]})
    phone.goes_to(f"/s/{session}/players")
    words = phone.page.locator(".middle p").bounding_box()
    near, far = (phone.page.locator(f".{where} .initial").bounding_box() for where in ("on-near", "on-far"))
    turn = phone.page.locator("[data-turn]").bounding_box()
    assert words and near and far and turn
    assert words["y"] + words["height"] <= near["y"]
    assert turn["y"] >= far["y"] + far["height"]


@pytest.mark.parametrize(("locale", "news"), [("ja-JP", "設定を訂正"), ("en-GB", "Setup corrected")], ids=["ja", "en"])
def test_who_begins_is_drawn_in_two_taps_and_undone_in_one(
    open_phone: Callable[..., Phone], locale: str, news: str
) -> None:
    phone = open_phone(locale=locale, viewport=SMALLEST)
    session = phone.begins(FOUR)
    phone.goes_to(f"/s/{session}")
    before = phone.taps
    phone.tap(phone.page.locator(f"main a[href='/s/{session}/players']:visible").first)
    expect(phone.page.locator(".seated")).to_be_visible()
    sees(phone, "fits", (SMALLEST,))
    phone.tap(phone.page.locator("#changes button:visible"))
    expect(phone.sheet).to_be_visible()
    assert phone.taps - before == 2
    who = FOUR[phone.record(session)["document"]["dealer"]]
    expect(phone.page.locator(".headline p")).to_have_text(re.compile(f"{news}.*{who}"))
    phone.undoes()
    sees(phone, "document", {"dealer": 0})


def test_a_phone_at_a_seat_stays_with_its_person(phone: Phone) -> None:
    session = phone.sits_down(FOUR)
    phone.takes_seat(session, BEN)
    expect(phone.page.locator("h1")).to_contain_text("Ben")
    # Before it is saved the address begins with that of the sheet too.
    steps: Steps = ("drag 1 2, tap #changes [name=sure]:visible", {"main[data-sheet]": True})
    follows(phone, f"/s/{session}/players", "Ben changes seats with Cleo", steps, SITTING)
    phone.goes_to(f"/s/{session}/seats/{CLEO}")
    expect(phone.page.locator("h1")).to_contain_text("Ben")


# --- digits -----------------------------------------------------------------------------


def test_four_bids_are_four_keys_and_enter(phone: Phone) -> None:
    session = phone.begins(dealer=DAN, top_hand="5")
    steps: Steps = (
        # Nobody can bid 9 of 5, and 2 is struck out.
        "press 1 2 0 9 2",
        {"[data-chips] output": ["1", "2", "0", ""], "[data-seat='3'][aria-current]": 1},
        "press 1",
        {".action .main:focus": 1},
        "press Enter",
        {"[data-counters]": True, "entry": {"step": "bids", "bids": [1, 2, 0, 1]}},
        "press 2 1 1 1",
        {".action .main:focus": 1},
        "press Enter",
        {"[data-chips]": True, "entry": {"step": "tricks", "tricks": [2, 1, 1, 1]}},
        # A digit is for the marked row, and what is typed into a field stays there.
        "focus [data-chips] [data-seat='2'] [data-mark], press Enter 3",
        {"[data-chips] [data-seat='2'] output": "3", "[data-seat='3'][aria-current]": 1},
        "open adjustment, focus [name=reason], press 1 0",
        {"[name=reason]": "10"},
    )
    follows(phone, f"/s/{session}", "by digits", steps)


def test_a_number_of_two_digits_is_typed_quickly_or_not_at_all(phone: Phone) -> None:
    phone.page.clock.install()
    session = phone.begins(dealer=DAN)
    outputs = "[data-chips] output"
    # It may become a 10.
    follows(phone, f"/s/{session}", "10", ("press 1 0 1", {outputs: ["10", "1", "", ""]}))
    assert phone.marked() == BEN
    phone.page.clock.run_for(1000)
    assert phone.marked() == CLEO
    for digit in "14":
        phone.page.keyboard.press(digit)
    sees(phone, outputs, ["10", "1", "1", "4"])
    expect(phone.action).to_be_focused()
