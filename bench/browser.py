"""What a phone's screen takes of taps, its network of bytes, and Lighthouse's scores: in the real browser."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from bench.figures import Figure
from bench.sessions import HALF_AN_EVENING
from scoring.catalogue import all_games
from tests.games.oh_hell.sheet import DEALS, FIRST_DEALER, PLAYERS, entries
from tests.kit.browser.chromium import HOW_TO_GET_IT, PHONE, WHOLE, find_chromium, launched
from tests.kit.browser.journeys import JOURNEYS
from tests.kit.browser.playing import taps_of_the_short_deal
from tests.kit.browser.site import free_port, running_site, wait_for
from tests.kit.browser.table import Phone, taps_to_play_again

TENTH = 9

FIRST_LOAD, WITH_CARDS, LATER_PAGE = 20, 30, 10
LOADED_ONCE = {
    "what keeps, sends and follows, loaded once after the sheet": ("page.js", "storage.js", "follow.js", "awake.js"),
    "what enters a step ahead, compares and moves, loaded once when needed": (
        *("ahead.js", "compare.js", "idiomorph.mjs", "motion.js"),
    ),
    "what paper and readers with colours of their own need, loaded once after all else": ("media.css",),
}
"""What may come before or after what is weighed, so it is weighed by itself."""

LIGHTHOUSE = "lighthouse@12"
CATEGORIES = ("performance", "accessibility", "best-practices")


@contextmanager
def site_and_browser() -> Iterator[tuple[str, Browser]]:
    """A site with an empty record, and the machine's Chromium."""
    executable = find_chromium()
    if executable is None:
        sys.exit(HOW_TO_GET_IT)
    with tempfile.TemporaryDirectory() as folder, running_site(Path(folder)) as site, launched(executable) as browser:
        yield site, browser


def open_phone(browser: Browser, site: str, **settings: Any) -> Phone:
    return Phone(browser.new_context(base_url=site, locale="ja-JP", **PHONE, **settings))


def half_an_evening(phone: Phone) -> str:
    """A session of four in its tenth deal."""
    session = phone.sits_down(PLAYERS, dealer=FIRST_DEALER)
    phone.writes(session, *entries()[:HALF_AN_EVENING])
    return session


def koi_koi(phone: Phone) -> str:
    """A month of Koi-Koi whose end is asked."""
    phone.goes_to("/new/koi-koi")
    session = phone.fills_the_table(PLAYERS[:2])
    phone.writes(session, {"step": "deal", "lights": 1})
    return session


def taps(_short: bool) -> Iterator[Figure]:
    """Taps on a phone, saving included: from home to the sheet, and a deal of each game"""
    with site_and_browser() as (site, browser):
        phone = open_phone(browser, site)
        for game, journey in JOURNEYS.items():
            what = f"{all_games()[game].name}: {journey.short.taps}"
            yield Figure(what, taps_of_the_short_deal(phone, game), "taps", goal=journey.short.goal)
        yield Figure("same players", taps_to_play_again(phone), "taps", goal=2)


class Scales:
    """Adds up what the network brings to one phone, headers included."""

    def __init__(self, phone: Phone) -> None:
        self.page = phone.page
        self.bytes = 0.0
        self.once: dict[str, float] = {}
        self.asked: dict[str, str] = {}
        network = phone.context.new_cdp_session(phone.page)
        network.on("Network.loadingFinished", self._finished)
        network.on("Network.requestWillBeSent", self._asked)
        network.send("Network.enable")

    def _finished(self, event: dict[str, Any]) -> None:
        file = self.asked.get(event["requestId"], "").rpartition("/")[2]
        if any(file in files for files in LOADED_ONCE.values()):
            self.once[file] = max(self.once.get(file, 0), event["encodedDataLength"])
        else:
            self.bytes += event["encodedDataLength"]

    def _asked(self, event: dict[str, Any]) -> None:
        self.asked[event["requestId"]] = event["request"]["url"]
        self.bytes += event.get("redirectResponse", {}).get("encodedDataLength", 0)

    def weigh(self, what: str, does: Callable[[], object], goal: int = LATER_PAGE) -> Figure:
        """The KB that an action brings, when the network has come to rest."""
        self.bytes = 0
        does()
        self.page.wait_for_load_state("networkidle")
        if goal != LATER_PAGE:
            # The icon, which this browser has no tab to show in and so does not load; its headers are left out.
            icon = self.page.context.request.get(str(self.page.locator("link[rel=icon]").get_attribute("href")))
            self.bytes += int(icon.headers.get("content-length", len(icon.body())))
        return Figure(what, self.bytes / 1000, "KB", goal)


def weights(_short: bool) -> Iterator[Figure]:
    """Weight, compressed, in KB of 1,000 bytes: a sheet with an empty cache, then other pages (four, in Japanese)"""
    with site_and_browser() as (site, browser):
        keeper = open_phone(browser, site)
        session = half_an_evening(keeper)
        sheet, known = f"/s/{session}", keeper.context.storage_state()
        phone = open_phone(browser, site, storage_state=known)
        scales = Scales(phone)
        yield scales.weigh("first load of a sheet in its tenth deal", lambda: phone.goes_to(sheet), FIRST_LOAD)
        # It comes after a while: a save before that would be weighed with it.
        phone.page.wait_for_function(
            "() => performance.getEntriesByType('resource').some((at) => /follow.js/.test(at.name))"
        )
        phone.page.wait_for_load_state("networkidle")
        phone.bids(DEALS[TENTH].bids)
        yield scales.weigh("saving the bids, with the sheet that follows", phone.saves)
        phone.takes(DEALS[TENTH].tricks)
        yield scales.weigh("saving the tricks, with the sheet that follows", phone.saves)
        # A row that opens in its place brings what compares pages.
        phone.tap(phone.page.locator(".scorecard tbody th a").first)
        expect(phone.page.locator("tr.opened")).to_be_visible()
        for what, files in LOADED_ONCE.items():
            yield Figure(what, sum(scales.once.get(file, 0) for file in files) / 1000, "KB", LATER_PAGE)
        for what, address in {
            "the sheet, loaded again": sheet,
            "the sheet with a row opened": f"{sheet}?row=3",
            "correcting a row": f"{sheet}/rows/3",
            "the menu": f"{sheet}/more",
            "home": "/",
            "new game": "/new/oh-hell",
            "history": "/history",
            "rules": "/rules/oh-hell",
            "forbidden bid": "/tools/forbidden-bid",
        }.items():
            yield scales.weigh(what, lambda address=address: phone.goes_to(address))  # type: ignore[misc]
        keeper.writes(session, *entries()[HALF_AN_EVENING + 2 :])
        yield scales.weigh("the sheet when the game is over", lambda: phone.goes_to(sheet))
        expect(phone.page.locator(".winner")).to_be_visible()
        month, other = koi_koi(keeper), open_phone(browser, site, storage_state=known)

        def see_the_cards() -> None:
            other.goes_to(f"/s/{month}")
            other.tap(other.page.locator("[data-switch]"))
            expect(other.page.locator("[data-part='0'] .board")).to_be_visible()

        yield Scales(other).weigh("first load of a month of Koi-Koi, its cards drawn", see_the_cards, WITH_CARDS)


def lighthouse(short: bool) -> Iterator[Figure]:
    """Lighthouse, mobile: points that are missing, of 100"""
    npx = shutil.which("npx")
    if npx is None:
        sys.exit("There is no npx to fetch Lighthouse with: apt-get install npm")
    with site_and_browser() as (site, browser), whole_browser() as port:
        phone = open_phone(browser, site)
        addresses = pages(phone)
        # As a cookie of the browser, not as a header: the service worker sends it too.
        reader = browser.browser_type.connect_over_cdp(f"http://127.0.0.1:{port}")
        reader.contexts[0].add_cookies(phone.context.cookies())  # type: ignore[arg-type]
        reader.close()
        for page, address in list(addresses.items())[: 2 if short else None]:
            asks = [npx, "--yes", LIGHTHOUSE, site + address, "--quiet", f"--port={port}", "--output=json"]
            told = subprocess.run([*asks, f"--only-categories={','.join(CATEGORIES)}"], capture_output=True, check=True)
            for name, found in json.loads(told.stdout)["categories"].items():
                yield Figure(f"{page}: {name}", 100 - found["score"] * 100, "points", goal=0)


def pages(phone: Phone) -> dict[str, str]:
    """Addresses by what is seen there: one page of each kind, and steps of two kinds."""
    over = half_an_evening(phone)
    phone.writes(over, *entries()[HALF_AN_EVENING:])
    running, flowers = half_an_evening(phone), koi_koi(phone)
    phone.goes_to("/players")
    player = phone.page.locator("main a[href^='/players/']:not([href='/players/table'])").first.get_attribute("href")
    return {
        "home": "/",
        "sheet": f"/s/{running}",
        "Koi-Koi": f"/s/{flowers}",
        "table view": f"/s/{running}/table",
        "end": f"/s/{over}",
        "history": "/history",
        "players": "/players",
        "player": str(player),
        "new game": "/new/oh-hell",
    }


@contextmanager
def whole_browser() -> Iterator[int]:
    """A browser for Lighthouse, and the port to drive it."""
    with tempfile.TemporaryDirectory() as folder:
        port, log = free_port(), Path(folder) / "log"
        command = [
            str(find_chromium(WHOLE) or find_chromium()),
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            f"--remote-debugging-port={port}",
            f"--user-data-dir={folder}/browser",
            "about:blank",
        ]
        with log.open("w") as said, subprocess.Popen(command, stdout=said, stderr=said) as chromium:
            wait_for(chromium, port, log)
            yield port
            chromium.terminate()
