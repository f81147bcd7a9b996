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
from tests.browser.support.chromium import WHOLE, find_chromium

TITLE = "Lighthouse, mobile"
VERSION = "12"
CATEGORIES = ("performance", "accessibility", "best-practices")


def measured() -> Iterator[Figure]:
    """The scores of home, a running sheet and the history of one who has both."""
    npx = shutil.which("npx")
    if npx is None:
        sys.exit("There is no npx to fetch Lighthouse with: apt-get install npm")
    with site_and_browser() as (site, browser):
        phone = open_phone(browser, site)
        session = half_an_evening(phone)
        cookies = "; ".join(f"{each.get('name')}={each.get('value')}" for each in phone.context.cookies())
        for page, address in {"home": "/", "sheet": f"/s/{session}", "history": "/history"}.items():
            for category, score in scores(npx, site + address, cookies).items():
                yield Figure(f"{page}: {category}", score, "of 100", goal=100, at_least=True)


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
