"""Bytes on the way to the phone, headers included, as the browser counts them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Browser, expect

from bench.browser.site import half_an_evening, open_phone, site_and_browser
from bench.figures import Figure
from tests.games.oh_hell.sheet import DEALS, entries
from tests.kit.browser.table import Phone

TITLE = "Weight, compressed, in KB of 1,000 bytes (four players, Japanese)"
FIRST_LOAD, WITH_CARDS, LATER_PAGE = 20, 30, 10
AFTER_THE_PAGE = ("page.js", "storage.js", "follow.js")
AFTER_THAT = ("ahead.js", "compare.js", "idiomorph.mjs", "motion.js")
FOR_FEW = ("media.css",)
"""What comes when the page is there, and when it is needed; what paper and readers with colours of their own need, for
which a browser waits with nothing. Weighed by itself, as it may come before or after what is measured."""
LOADED_ONCE = {
    "what keeps, sends and follows, loaded once after the sheet": AFTER_THE_PAGE,
    "what enters a step ahead, compares pages and shows what moved, loaded once when needed": AFTER_THAT,
    "what paper and readers with colours of their own need, loaded once after all else": FOR_FEW,
}
TENTH = 9
FOLLOWED = 4000
"""Milliseconds until a page has surely loaded what follows it."""


class Scales:
    """Adds up what the network brings to one phone."""

    def __init__(self, phone: Phone) -> None:
        self.page = phone.page
        self.bytes = 0.0
        self.after: dict[str, float] = {}
        self.asked: dict[str, str] = {}
        network = phone.context.new_cdp_session(phone.page)
        network.on("Network.loadingFinished", self._finished)
        network.on("Network.requestWillBeSent", self._asked)
        network.send("Network.enable")

    def _finished(self, event: dict[str, Any]) -> None:
        file = self.asked.get(event["requestId"], "").rpartition("/")[2]
        if file in AFTER_THE_PAGE + AFTER_THAT + FOR_FEW:
            self.after[file] = max(self.after.get(file, 0), event["encodedDataLength"])
        else:
            self.bytes += event["encodedDataLength"]

    def _asked(self, event: dict[str, Any]) -> None:
        self.asked[event["requestId"]] = event["request"]["url"]
        self.bytes += event.get("redirectResponse", {}).get("encodedDataLength", 0)

    def weigh(self, what: Callable[[], object]) -> float:
        """The KB that an action brings, when the network has come to rest."""
        self.bytes = 0
        what()
        self.page.wait_for_load_state("networkidle")
        return self.bytes / 1000


def measured() -> Iterator[Figure]:
    """The first load of a running sheet with an empty cache, then page after page."""
    with site_and_browser() as (site, browser):
        keeper = open_phone(browser, site)
        session = half_an_evening(keeper)
        phone = open_phone(browser, site, storage_state=keeper.context.storage_state())
        scales = Scales(phone)
        first = scales.weigh(lambda: phone.goes_to(f"/s/{session}")) + icon(phone)
        yield Figure("first load of a sheet in its tenth deal", first, "KB", goal=FIRST_LOAD)
        phone.bids(DEALS[TENTH].bids)
        yield later("saving the bids, with the sheet that follows", scales.weigh(phone.saves))
        phone.takes(DEALS[TENTH].tricks)
        yield later("saving the tricks, with the sheet that follows", scales.weigh(phone.saves))
        phone.page.wait_for_function(
            "() => performance.getEntriesByType('resource').some((at) => /follow.js/.test(at.name))"
        )
        phone.page.wait_for_load_state("networkidle")
        for what, files in LOADED_ONCE.items():
            yield later(what, sum(scales.after.get(file, 0) for file in files) / 1000)
        for what, address in pages(session).items():
            yield later(what, scales.weigh(lambda address=address: phone.goes_to(address)))  # type: ignore[misc]
        keeper.writes(session, *entries()[2 * TENTH + 2 :])
        yield later("the sheet when the game is over", scales.weigh(lambda: phone.goes_to(f"/s/{session}")))
        expect(phone.page.locator(".winner")).to_be_visible()
        yield Figure(
            "first load of a month of Koi-Koi, its cards drawn", cards(keeper, browser, site), "KB", goal=WITH_CARDS
        )


def cards(keeper: Phone, browser: Browser, site: str) -> float:
    """The KB of a month whose end is asked, with an empty cache, until the 48 cards are on the screen."""
    keeper.goes_to("/new/koi-koi")
    session = keeper.fills_the_table(("千夏", "大輔"))
    keeper.writes(session, {"step": "deal", "lights": 1})
    phone = open_phone(browser, site, storage_state=keeper.context.storage_state())

    def see_the_cards() -> None:
        phone.goes_to(f"/s/{session}")
        phone.tap(phone.page.locator("[data-switch]"))
        expect(phone.page.locator("[data-part='0'] .board")).to_be_visible()

    return Scales(phone).weigh(see_the_cards) + icon(phone)


def pages(session: str) -> dict[str, str]:
    return {
        "the sheet, loaded again": f"/s/{session}",
        "the sheet with a row opened": f"/s/{session}?row=3",
        "correcting a row": f"/s/{session}/rows/3",
        "the menu": f"/s/{session}/more",
        "home": "/",
        "new game": "/new/oh-hell",
        "history": "/history",
        "rules": "/rules/oh-hell",
        "forbidden bid": "/tools/forbidden-bid",
    }


def later(what: str, weight: float) -> Figure:
    return Figure(what, weight, "KB", goal=LATER_PAGE)


def icon(phone: Phone) -> float:
    """The icon, which this browser has no tab to show in and so does not load; its headers are left out."""
    address = phone.page.locator("link[rel=icon]").get_attribute("href")
    answer = phone.context.request.get(str(address))
    return int(answer.headers.get("content-length", len(answer.body()))) / 1000
