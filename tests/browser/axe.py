"""axe-core, which finds what is hard to use without eyes or hands; npm fetches it once, into .venv."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.site import ROOT
from tests.browser.table import HURRY

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


def violations(page: Page, source: str, *, rules: Sequence[str] = ()) -> list[str]:
    """What axe finds wrong in the page when it has rested, one line each: the rule, what it means, where.

    By these rules, or by all that it has.
    """
    page.evaluate(HURRY)
    if not page.evaluate("'axe' in globalThis"):
        # evaluate() goes past the Content-Security-Policy, which keeps the page itself from loading this script.
        page.evaluate(source)
    found: list[dict[str, Any]] = page.evaluate(
        "async rules => (await axe.run(rules.length ? { runOnly: rules } : {})).violations", list(rules)
    )
    return [
        f"{each['id']} ({each['impact']}): {each['help']}: {node['html'][:200]}"
        for each in found
        for node in each["nodes"]
    ]
