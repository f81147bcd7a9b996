"""A finger that taps as quickly as somebody does twice."""

from __future__ import annotations

import time

from playwright.sync_api import Locator

from tests.kit.browser.table import Phone

UNDER = """(control, [x, y]) => {
    const { left, top } = control.getBoundingClientRect();
    const translate = `${x - left - 20}px ${y - top - 20}px`;
    Object.assign(control.style, { position: "relative", zIndex: 9, translate });
}"""
"""Moves something to where the finger is."""


class Finger:
    """Taps at the times that they are said to be made, however long the machine takes in between."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.at = 0.0
        self.place = (0.0, 0.0)
        self.touch = phone.context.new_cdp_session(phone.page)

    def taps(self, target: Locator, *, ago: float = 0) -> None:
        """A first tap, now or some seconds ago: the last one was long before."""
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None, "it is on the screen"
        self.place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.at = max(self.at + 1, time.time()) - ago
        self.again(after=0)

    def again(self, *, after: int) -> None:
        """The same place once more, so many milliseconds after the first tap."""
        x, y = self.place
        for kind, points, milliseconds in (("touchStart", [{"x": x, "y": y}], 0), ("touchEnd", [], 10)):
            at = self.at + (after + milliseconds) / 1000
            self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": at})

    def taps_twice(self, target: Locator, delay: int) -> None:
        self.taps(target)
        self.again(after=delay)
