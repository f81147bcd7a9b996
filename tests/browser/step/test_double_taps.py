"""The second tap of a double tap does nothing: on every control of every step, and over what saves and leads on.

Which tap is a second one is decided in `tests/static/test_double_taps.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scoring.catalogue import all_games, find_game
from scoring.decks.hanafuda import CARDS
from tests.kit.browser.finger import UNDER, Finger
from tests.kit.browser.pages import PAGES, Evening
from tests.kit.browser.table import ANN, BEN, CLEO, DAN, FOUR, Phone
from tests.kit.for_each import for_each
from tests.kit.games import played

TWO_AS_ONE = 150
"""Milliseconds between two taps that are one on every control but those that count."""
NEXT = 200
"""As many after which a key of the tray is tapped for the next person."""
TURNED = 700
"""The same for what the control has turned into, and for what lies there on a page that came."""
OF_A_KIND = (
    *("bids", "tricks", "menu.show", "views.centre", "card, asked", "boo-ray: results"),
    *("buki: stakes", "score-pad: round", "twin-shoot: result", "skull-king: tricks"),
)
"""Steps that have every kind of control between them."""
OTHERS = [
    page for page in PAGES if page not in OF_A_KIND and re.search(r"^(card, |[a-z-]+: (?!setup|rules|over))", page)
]

TWICE = """async ([delay, typed]) => {
    const { script } = document.querySelector("[data-script]")?.dataset ?? {};
    if (script) await import(script);
    // Nothing leads away, and no answer comes between two taps: it is no work of the second.
    const led = [];
    globalThis.fetch = () => new Promise(() => {});
    addEventListener("submit", (event) => {
        led.push("sent");
        event.preventDefault();
        event.stopImmediatePropagation();
    }, true);
    addEventListener("click", (event) => {
        const link = event.target.closest("a[href]");
        if (!link || event.defaultPrevented) return;
        led.push(link.href);
        event.preventDefault();
    });
    const rest = () => new Promise((over) => setTimeout(over, 0));
    // The scripts for the sign of a number and for the new totals come after the page.
    while (document.querySelector("[data-sign][hidden], [data-becomes]:empty")) await rest();
    const all = (selector) => [...document.querySelectorAll(selector)];
    const isShown = (control) => control.checkVisibility({ visibilityProperty: true });
    const state = () => {
        const fields = all("input, select, textarea").map((each) => [each.checked, each.value]);
        return JSON.stringify([led, location.href, fields, document.body.innerHTML]);
    };

    // At a place and a time, on whatever lies there: a pointer goes up, and what a browser makes of it.
    const tap = ([clientX, clientY], time) => {
        const target = document.elementFromPoint(clientX, clientY);
        for (const [type, detail] of [["pointerup", 0], ["click", 1]]) {
            const event = new PointerEvent(type, { bubbles: true, cancelable: true, clientX, clientY, detail });
            Object.defineProperty(event, "timeStamp", { value: time });
            target.dispatchEvent(event);
        }
    };
    const placeOf = (control) => {
        for (const block of ["center", "start", "end"]) {
            control.scrollIntoView({ block, behavior: "instant" });
            const box = control.getBoundingClientRect();
            const place = [box.x + box.width / 2, box.y + box.height / 2];
            const lies = document.elementFromPoint(...place);
            if (control.contains(lies) || lies?.closest("label")?.control === control) return place;
        }
        return null;
    };
    const unfold = (control) => {
        const unfolded = (fold) => fold && Object.assign(fold, { open: true }).parentElement.closest("details");
        for (let fold = control.closest("details"); fold; fold = unfolded(fold));
        // In Koi-Koi either the yaku or the cards of one who stopped are shown.
        const part = control.closest("[data-part]")?.dataset.part;
        if (part && !isShown(control)) {
            all(".stops input").find((each) => each.value === part || part === "yaku").click();
            if (!isShown(control)) document.querySelector("[data-switch]").click();
        }
        // In Boo-Ray the hands lie over the step.
        const over = control.closest("dialog:not([open])");
        over?.showModal();
        // In Buki the keys are shown where nobody went out.
        const nobody = document.querySelector("[data-blocked]");
        if (nobody && !nobody.checked && !isShown(control)) nobody.click();
        return isShown(control);
    };

    // What asks for words first is told some.
    for (const field of all(".step input[type=text]").filter(isShown).slice(0, typed)) {
        field.value = "2";
        field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    await rest();
    const COUNTS = "[data-by], [data-numbers] :is([data-digit], [data-clear], [data-add])";
    const CONTROLS = `:is(main, .bar) :is(button:not(${COUNTS}), input:not([type=hidden]), select, summary, a[href])`;
    const seen = new Set();
    // For phones without script and for higher screens, numbers above the hand, and that nothing is chosen.
    const NEVER_SHOWN = [
        ".without-script", ".without-script *", ".without-tray *", "summary[hidden]", ".last-deal *", ".key.none",
        "[type=radio]:is([value=''], [value=none])",
    ].join();
    // Save and undo are tapped in every step by the test below; of cards and of backers one row is as the other.
    const ELSEWHERE = "[data-same], [name=cards-1], [name=spectators-0-backs]";
    const first = (each) => each.matches("[data-same]") && isShown(each);
    const told = { tapped: 0, covered: [], wrong: [] };
    let time = performance.now();
    for (;;) {
        const left = all(CONTROLS)
            .filter((control) => !seen.has(control) && !control.disabled && !control.matches(NEVER_SHOWN));
        // From below, so that what comes with a tap is tapped before another takes it away again.
        const control = left.find(first) ?? left.findLast(isShown) ?? left.findLast(unfold);
        if (!control) {
            const untapped = left.filter((each) => !each.matches(ELSEWHERE));
            return { ...told, left: untapped.map((each) => each.outerHTML.slice(0, 200)) };
        }
        seen.add(control);
        const what = control.outerHTML.slice(0, 200);
        const place = placeOf(control);
        if (!place) {
            told.covered.push(what);
            continue;
        }
        told.tapped += 1;
        tap(place, (time += 1000));
        await rest();
        const once = state();
        tap(place, time + delay);
        await rest();
        if (state() !== once) told.wrong.push(what);
        // A name or a number may bring another field.
        if (!typed || control.type !== "text" || control.value) continue;
        control.value = "2";
        control.dispatchEvent(new Event("input", { bubbles: true }));
        await rest();
    }
}"""
"""Taps every control of the page, one after the other and each once more after some milliseconds; what differs then.

The times are those that the taps themselves have, so that a busy machine changes nothing.
"""


def takes_two_quick_taps_as_one(phone: Phone, evening: Evening, page: str) -> None:
    PAGES[page](phone, evening)
    # Of a score pad's numbers one must be missing, or there is nothing to fill.
    told = phone.page.evaluate(TWICE, [TWO_AS_ONE, 1 if "score-pad" in page else 3])
    assert told["tapped"] > (2 * len(CARDS) if page.startswith("koi-koi: result") else 0), "the cards of both, too"
    assert (told["wrong"], told["covered"], told["left"]) == ([], [], [])


@for_each("page", OF_A_KIND)
def test_every_kind_of_control_takes_two_quick_taps_as_one(
    page: str, open_reader: Callable[[str], Phone], evening: Evening
) -> None:
    takes_two_quick_taps_as_one(open_reader("en-GB"), evening, page)


@pytest.mark.long
@for_each("page", OTHERS)
def test_every_control_of_every_step_takes_two_quick_taps_as_one(
    page: str, open_reader: Callable[[str], Phone], evening: Evening
) -> None:
    takes_two_quick_taps_as_one(open_reader("en-GB"), evening, page)


# --- with a finger, over pages that come in between -------------------------------------------


@pytest.fixture
def finger(phone: Phone) -> Finger:
    return Finger(phone)


@pytest.mark.parametrize(
    "slug",
    [slug if slug in ("oh-hell", "satat") else pytest.param(slug, marks=pytest.mark.long) for slug in all_games()],
)
def test_save_undo_and_redo_act_once_in_every_step(finger: Finger, slug: str) -> None:
    phone = finger.phone
    play = played(find_game(slug), 0)
    asked = [
        sheet.ask and sheet.ask.step == entry["step"] for entry, sheet in zip(play.entries, play.sheets, strict=False)
    ]
    # Two steps that follow each other: no game has more, and between them no deal is void.
    written = next(number for number in range(2, len(asked) + 1) if all(asked[number - 2 : number]))
    session = phone.begins(play.session["players"], game=slug)
    phone.writes(session, *play.entries[:written])
    phone.goes_to(f"/s/{session}")
    undo, redo = phone.page.locator("#undo button"), phone.page.locator("form[action$='/redo'] button")
    save = phone.page.locator(".acts button, .action:not(.acts) .main").locator("visible=true").first
    # What was undone is filled in again.
    acts = (undo, save, undo, undo, save, undo, redo)
    for button in acts:
        position = phone.position
        # What the page before has turned into is another control by now.
        finger.taps(button, ago=-TURNED / 1000)
        # The second comes when the page that came of the first is there.
        expect(phone.sheet).to_have_attribute("data-position", str(position + 1))
        finger.again(after=300)
    assert phone.record(session)["position"] == written + len(acts)


def test_undo_keeps_its_place_when_redo_appears_beside_it(finger: Finger) -> None:
    """To the beginning of a game: there no button is in its place, thus not redo either."""
    phone = finger.phone
    session = phone.sits_down(FOUR)
    phone.writes(session, {"step": "bids", "bids": [0, 0, 0, 0]}, {"step": "tricks", "tricks": [3, 2, 3, 2]})
    phone.goes_to(f"/s/{session}")
    undo, places = phone.page.locator("#undo"), set[float]()
    for position in (2, 3, 4):
        expect(phone.sheet).to_have_attribute("data-position", str(position))
        place = undo.bounding_box()
        assert place
        places.add(place["x"])
        if position < 4:
            finger.taps(undo.locator("button"), ago=-TURNED / 1000)
    assert (len(places), undo.locator("button").count()) == (1, 0)


def test_five_people_who_bid_the_same_are_five_quick_taps_on_one_key(finger: Finger) -> None:
    phone = finger.phone
    eve = len(FOUR)
    phone.sits_down((*FOUR, "Eve"), dealer=eve)
    finger.taps(phone.key(1))
    for further in range(1, 5):
        finger.again(after=further * NEXT)
    expect(phone.bid_of(eve)).to_have_text("1")
    assert [phone.bid_of(seat).text_content() for seat in range(5)] == ["1"] * 5


def test_a_number_takes_every_digit_however_quick(finger: Finger) -> None:
    phone = finger.phone
    phone.sits_down(game="score-pad")
    finger.taps(phone.key(1))
    finger.taps_twice(phone.key(0), 60)
    expect(phone.page.locator(f"[name=points-{phone.marked()}]")).to_have_value("100")


def test_the_second_tap_on_a_digit_that_led_on_is_not_for_the_next_person(finger: Finger) -> None:
    phone = finger.phone
    phone.sits_down(game="buki")
    phone.saves()
    phone.tap(phone.page.locator("[data-out] .chip:has([value=nobody])"))
    first = phone.marked()
    finger.taps(phone.key(1))
    finger.taps_twice(phone.key(2), TWO_AS_ONE)
    expect(phone.page.locator(f"[name=pips-{first}]")).to_have_value("12")
    expect(phone.page.locator(f"[name=pips-{phone.marked()}]")).to_have_value("")


SIGNS = """() => {
    globalThis.signs = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, time) {
        signs.push(`${Object.keys(frames)} ${this.textContent}`);
        return animate.call(this, frames, time);
    };
    navigator.vibrate = () => signs.push("buzz");
}"""
"""Notes what shows that a tap is refused: what changes for a moment, on which key, and that the phone buzzes."""


@pytest.mark.parametrize(("motion", "changes"), [("no-preference", "translate"), ("reduce", "outline")])
def test_a_tap_that_is_refused_shakes_its_key_and_buzzes(
    open_phone: Callable[..., Phone], motion: str, changes: str
) -> None:
    finger = Finger(phone := open_phone(reduced_motion=motion))
    phone.sits_down(dealer=DAN)
    phone.page.evaluate(SIGNS)
    for bid in (4, 2):
        finger.taps(phone.key(bid))
    finger.taps_twice(phone.key(1), TWO_AS_ONE)
    expect(phone.bid_of(CLEO)).to_have_text("1")
    # Ten cards, seven bid.
    finger.taps(phone.key(3))
    phone.page.wait_for_function("signs.length > 3")
    assert phone.page.evaluate("signs") == [f"{changes} 1", "buzz", f"{changes} 3", "buzz"]
    expect(phone.bid_of(DAN)).to_be_empty()


def test_over_a_page_that_comes_from_the_site_too(finger: Finger) -> None:
    phone = finger.phone
    phone.goes_to("/tools")
    finger.taps(phone.page.locator("a[href='/rules']"))
    expect(phone.page).to_have_url(re.compile("/rules$"))
    link = phone.page.locator("a[href='/']").first
    link.evaluate(UNDER, finger.place)
    finger.again(after=300)
    expect(phone.page).to_have_url(re.compile("/rules$"))
    finger.again(after=60_000)
    expect(phone.page).to_have_url(re.compile(":[0-9]+/$"))


def test_keys_are_quicker_than_taps(phone: Phone) -> None:
    phone.sits_down(dealer=DAN)
    phone.bids([3, 2, None, None])
    untap = phone.page.locator("[data-untap]")
    untap.focus()
    phone.page.keyboard.press("Enter")
    phone.page.keyboard.press("Enter")
    for seat in (ANN, BEN):
        expect(phone.bid_of(seat)).to_have_text("")


def test_a_word_is_selected_by_a_double_click_as_ever(phone: Phone) -> None:
    phone.goes_to("/new/oh-hell")
    # The script puts the fields round a table, and one is as wide as its name.
    expect(phone.page.locator(".seated")).to_be_visible()
    name = phone.page.locator("#players-0")
    name.fill("Ann")
    name.dblclick()
    assert phone.page.evaluate("getSelection().toString()") == "Ann"
