"""What the phone itself can do at the table: the screen stays awake, and it is felt whose turn it is."""

from __future__ import annotations

from collections.abc import Callable

from tests.kit.browser.table import DAN, Phone

OpenPhone = Callable[..., Phone]

LOCKS = """() => {
    globalThis.locks = [];
    const request = async () => {
        const lock = new EventTarget();
        lock.release = async () => {
            lock.released = true;
            lock.dispatchEvent(new Event("release"));
        };
        locks.push(lock);
        return lock;
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
    globalThis.shows = (shown) => {
        const state = shown ? "visible" : "hidden";
        Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    };
}"""
HELD = "() => locks.filter((lock) => !lock.released).length"
AWAKE = """async () => {
    const held = () => locks.some((lock) => !lock.released);
    for (let waits = 0; waits < 200 && !held(); waits++) await new Promise((next) => setTimeout(next, 100));
    return held();
}"""
"""Waits until the screen is held awake. What does so comes after the page."""
BUZZES = """() => {
    globalThis.buzzes = [];
    navigator.vibrate = (time) => buzzes.push(time);
}"""
TURN = """async (turn) => {
    const main = document.querySelector("main");
    if (turn === null) delete main.dataset.myTurn;
    else main.dataset.myTurn = turn;
    const { boot } = await import(document.querySelector("script[type=module]").src);
    await boot();
    return buzzes;
}"""


def test_the_screen_is_kept_awake_again_when_the_page_is_shown_again(open_phone: OpenPhone) -> None:
    phone = open_phone(accept_downloads=False)
    phone.context.add_init_script(f"({LOCKS})()")
    phone.sits_down(dealer=DAN)
    page = phone.page
    assert page.evaluate(AWAKE)
    # The browser takes it when the page is hidden.
    page.evaluate("() => { shows(false); locks.forEach((lock) => lock.release()); }")
    assert page.evaluate(HELD) == 0
    page.evaluate("() => { shows(true); shows(true); dispatchEvent(new Event('focus')); }")
    assert page.evaluate(AWAKE)
    assert page.evaluate("locks.length") == 2, "one at a time"
    phone.goes_to("/")
    assert page.evaluate("locks.length") == 0


def test_a_turn_that_has_come_is_felt_once(phone: Phone) -> None:
    phone.sits_down(dealer=DAN)
    phone.page.evaluate(BUZZES)
    assert phone.page.evaluate(TURN, None) == []
    assert phone.page.evaluate(TURN, "bids-0") == [200]
    assert phone.page.evaluate(TURN, "bids-0") == [200]
    assert phone.page.evaluate(TURN, None) == [200]
    assert phone.page.evaluate(TURN, "bids-1") == [200, 200]
