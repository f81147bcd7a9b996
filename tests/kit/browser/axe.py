"""axe-core, which finds what is hard to use without eyes or hands; npm fetches it once, into .venv."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import BrowserContext, Page

from tests.kit.browser.site import ROOT

VERSION = "4.14.1"
FOLDER = ROOT / ".venv" / f"axe-{VERSION}"
LONGEST_FETCH = 120


class NoAxeError(Exception):
    """Why axe-core is not there and how to get it."""


def axe_source() -> str:
    """The script to run in a page, fetched on the first call; raises NoAxeError."""
    script = FOLDER / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        fetch(FOLDER)
    return script.read_text("utf-8")


def fetch(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise NoAxeError("axe-core is not installed and there is no npm to fetch it: apt-get install npm")
    command = [npm, "install", "--prefix", str(folder), "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"]
    try:
        subprocess.run(
            [*command, f"axe-core@{VERSION}"], check=True, capture_output=True, text=True, timeout=LONGEST_FETCH
        )
    except subprocess.CalledProcessError as error:
        raise NoAxeError(f"npm could not fetch axe-core {VERSION}: {error.stderr}") from error
    except subprocess.TimeoutExpired as error:
        raise NoAxeError(f"npm could not fetch axe-core {VERSION} within {LONGEST_FETCH} seconds") from error


ABOUT_COLOURS = ("color-contrast", "link-in-text-block")
ABOUT_WORDS = {"type": "tag", "values": ["cat.name-role-value", "cat.text-alternatives", "cat.language"]}


def bring_along(context: BrowserContext, source: str) -> None:
    """Let every page of a phone have axe at hand, unread until it is asked for: sending it to each takes far longer."""
    context.add_init_script(f"globalThis.bringAxe = () => {{{source}}};")


def wrong_in_any_light(page: Page, source: str) -> dict[str, list[str]]:
    """What axe finds wrong in the light, and of the colours in the dark, where nothing else is another."""
    return wrong_by_light(page, source, "light", "dark")


def wrong_by_light(page: Page, source: str, *lights: Literal["light", "dark"]) -> dict[str, list[str]]:
    """The same in some lights."""
    found = {}
    for light in lights:
        page.emulate_media(color_scheme=light)
        found[light] = violations(page, source, **({"runOnly": ABOUT_COLOURS} if light == "dark" else {}))
    return {light: wrong for light, wrong in found.items() if wrong}


def wrong_in_words(page: Page, source: str) -> dict[str, list[str]]:
    """What axe finds wrong with names and the language, in a page that is looked at whole in another language."""
    found = violations(page, source, runOnly=ABOUT_WORDS)
    return {"words": found} if found else {}


def wrong_but_for_colours(page: Page, source: str) -> list[str]:
    """What axe finds wrong in a page whose colours are looked at in another language."""
    return violations(page, source, rules={rule: {"enabled": False} for rule in ABOUT_COLOURS})


def violations(page: Page, source: str, **chosen: Any) -> list[str]:
    """What axe finds wrong in the page one line each: the rule, what it means, where.

    By all rules that it has, or by those chosen in its own words.
    """
    if not page.evaluate("globalThis.bringAxe?.(); 'axe' in globalThis"):
        # evaluate() goes past the Content-Security-Policy, which keeps the page itself from loading this script.
        page.evaluate(source)
    found: list[dict[str, Any]] = page.evaluate(
        "async chosen => (await axe.run(chosen)).violations",
        {"resultTypes": ["violations"], "iframes": False, "selectors": False, **chosen},
    )
    return [
        f"{each['id']} ({each['impact']}): {each['help']}: {node['html'][:200]}"
        for each in found
        for node in each["nodes"]
    ]
