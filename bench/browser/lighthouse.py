"""Lighthouse's scores on a phone, `python -m bench lighthouse`: apart from the others, since npm must fetch it."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, cast

from bench.browser.site import half_an_evening, open_phone, site_and_browser
from bench.figures import Figure
from bench.visitor import HALF_AN_EVENING
from tests.games.oh_hell.sheet import PLAYERS, entries
from tests.kit.browser.chromium import WHOLE, find_chromium
from tests.kit.browser.site import LONGEST_START, free_port
from tests.kit.browser.table import Phone

if TYPE_CHECKING:
    from playwright._impl._api_structures import SetCookieParam

TITLE = "Lighthouse, mobile"
VERSION = "12"
CATEGORIES = ("performance", "accessibility", "best-practices")


def measured() -> Iterator[Figure]:
    """The scores of nine pages, as one sees them who keeps a scorebook with a finished game and two running ones."""
    npx = shutil.which("npx")
    if npx is None:
        sys.exit("There is no npx to fetch Lighthouse with: apt-get install npm")
    with site_and_browser() as (site, browser):
        phone = open_phone(browser, site)
        addresses = pages(phone)
        with whole_browser() as port:
            # As a cookie of the browser, not as a header: the service worker sends it too.
            reader = browser.browser_type.connect_over_cdp(f"http://127.0.0.1:{port}")
            reader.contexts[0].add_cookies([cast("SetCookieParam", each) for each in phone.context.cookies()])
            reader.close()
            for page, address in addresses.items():
                for category, score in scores(npx, site + address, port).items():
                    yield Figure(f"{page}: {category}", score, "of 100", goal=100, at_least=True)


@contextmanager
def whole_browser() -> Iterator[int]:
    """A browser for Lighthouse, and the port to drive it."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        chromium = subprocess.Popen(
            [
                *(str(find_chromium(WHOLE)), "--headless=new", "--no-sandbox", "--disable-gpu"),
                *(f"--remote-debugging-port={port}", f"--user-data-dir={folder}/browser", "about:blank"),
            ],
            stderr=subprocess.DEVNULL,
        )
        try:
            late = time.monotonic() + LONGEST_START
            while not answers(port) and time.monotonic() < late:
                time.sleep(0.1)
            yield port
        finally:
            chromium.terminate()
            chromium.wait(timeout=LONGEST_START)


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def pages(phone: Phone) -> dict[str, str]:
    """Addresses by what is seen there: one page of each kind, and steps of two kinds."""
    over = half_an_evening(phone)
    phone.writes(over, *entries()[HALF_AN_EVENING:])
    running = half_an_evening(phone)
    phone.goes_to("/new/koi-koi")
    flowers = phone.fills_the_table(PLAYERS[:2])
    phone.writes(flowers, {"step": "deal", "lights": 1})
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


def scores(npx: str, address: str, port: int) -> dict[str, float]:
    """Lighthouse's scores of one page, each out of 100."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        subprocess.run(
            [
                *(npx, "--yes", f"lighthouse@{VERSION}", address, "--quiet"),
                *("--output", "json", "--output-path", str(report)),
                *("--only-categories", ",".join(CATEGORIES)),
                f"--port={port}",
            ],
            check=True,
        )
        categories = json.loads(report.read_text())["categories"]
    return {name: categories[name]["score"] * 100 for name in CATEGORIES}
