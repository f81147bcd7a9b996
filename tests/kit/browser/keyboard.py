"""A page by the keyboard alone."""

from __future__ import annotations

from playwright.sync_api import Locator, Page


def tab_to(page: Page, wanted: Locator, *, most: int = 40, back: bool = False) -> None:
    """Press Tab until the focus is on one of the elements wanted."""
    for _ in range(most):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        if wanted.evaluate_all("all => all.includes(document.activeElement)"):
            return
    raise AssertionError(f"{most} times Tab, and the focus never came to {wanted}")


WATCHED = """() => {
    const live = document.querySelector("#live");
    const watched = globalThis.watched = { lost: 0, told: [] };
    const look = () => {
        if (document.activeElement === document.body) watched.lost += 1;
        requestAnimationFrame(look);
    };
    look();
    const tell = () => watched.told.push(live.isConnected && live.innerText);
    new MutationObserver(tell).observe(live, { childList: true });
}"""
"""Counts the frames in which the focus lies on nothing, and keeps what the region that stands there now is told."""
