"""Lighthouse's scores on a phone, `python -m bench lighthouse`: apart from the others, since npm must fetch it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.browser.site import half_an_evening, open_phone, site_and_browser
from bench.figures import Figure
from bench.visitor import HALF_AN_EVENING
from tests.browser.support.chromium import WHOLE, find_chromium
from tests.browser.support.table import Phone
from tests.games.oh_hell.sheet import PLAYERS, entries

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
        cookies = "; ".join(f"{each.get('name')}={each.get('value')}" for each in phone.context.cookies())
        for page, address in addresses.items():
            for category, score in scores(npx, site + address, cookies).items():
                yield Figure(f"{page}: {category}", score, "of 100", goal=100, at_least=True)


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


def scores(npx: str, address: str, cookies: str) -> dict[str, float]:
    """Lighthouse's scores of one page, each out of 100."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        subprocess.run(
            [
                *(npx, "--yes", f"lighthouse@{VERSION}", address, "--quiet"),
                *("--output", "json", "--output-path", str(report)),
                *("--only-categories", ",".join(CATEGORIES)),
                *("--extra-headers", json.dumps({"Cookie": cookies})),
                "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
            ],
            env={**os.environ, "CHROME_PATH": str(find_chromium(WHOLE))},
            check=True,
        )
        categories = json.loads(report.read_text())["categories"]
    return {name: categories[name]["score"] * 100 for name in CATEGORIES}
