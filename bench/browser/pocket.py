"""Measures the pocket: its first load; its start, a page and a save beside a server in the same browser."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, BrowserContext

from bench.browser.site import half_an_evening, open_phone, site_and_browser
from bench.figures import Figure
from pocket.build.build import build
from pocket.build.weigh import weights
from tests.kit.browser.chromium import ARGUMENTS, PHONE, find_chromium
from tests.kit.browser.pocket.phone import PocketPhone, phone_of
from tests.kit.browser.pocket.site import running_host
from tests.kit.browser.table import Phone

TITLE = "The site in a pocket: first load with Brotli, in KB of 1,000 bytes; what takes how long, medians"
GOAL_KB = 5000
STARTS = 5
ASKED = 40
LATER_START, PAGE = 3000, 100
"""Milliseconds that they may take."""
TWO = ("Ann", "Ben")

READ = """async (address) => {
    const began = performance.now();
    await (await fetch(address)).text();
    return performance.now() - began;
}"""
SAVE = """async (address) => {
    const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
    const form = page.querySelector("form.step");
    const typed = new URLSearchParams(new FormData(form));
    for (const name of ["points-0", "points-1"]) typed.set(name, "7");
    const began = performance.now();
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body: typed, redirect: "manual" });
    if (answer.type !== "opaqueredirect") throw new Error(`A save was answered with ${answer.status}.`);
    return performance.now() - began;
}"""


def measured() -> Iterator[Figure]:
    """Build it, weigh its parts, then drive it."""
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder) / "pocket"
        build(built)
        *parts, everything, decoder = weights(built)
        for part in parts:
            yield Figure(part.name, part.packed / 1000, "KB")
        yield Figure(everything.name, everything.packed / 1000, "KB", GOAL_KB)
        yield Figure(decoder.name, decoder.packed / 1000, "KB")
        yield from times(built)


def times(folder: Path) -> Iterator[Figure]:
    """Each thing in turn here and there, so that both meet the same machine."""
    with site_and_browser() as (site, browser), running_host(folder) as host, on_a_disk(browser) as context:
        began = time.perf_counter()
        pocket = phone_of(context, host)
        yield Figure("first start, its host on this machine", since(began), "ms")
        pocket.cut_off(host)
        yield Figure(
            "later start, without a network", median(later_start(pocket) for _ in range(STARTS)), "ms", LATER_START
        )
        phones = (pocket, "/pocket"), (open_phone(browser, site), "")
        sheets = [f"{under}/s/{half_an_evening(phone)}" for phone, under in phones]
        rounds = [f"{under}/s/{phone.sits_down(TWO, game='score-pad')}" for phone, under in phones]
        for what, asks, addresses, goal in (
            ("the sheet in its tenth deal", READ, sheets, PAGE),
            ("a save, durable", SAVE, rounds, None),
        ):
            here, there = in_turn([phone for phone, _ in phones], asks, addresses)
            yield Figure(what, here, "ms", goal)
            yield Figure("  of a server, in the same browser", there, "ms")
            yield Figure("  ratio", here / there, "times")


@contextmanager
def on_a_disk(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that keeps what it is given as a phone does; else it would lie in memory."""
    with tempfile.TemporaryDirectory() as profile:
        context = browser.browser_type.launch_persistent_context(
            profile,
            executable_path=find_chromium(),
            args=list(ARGUMENTS),
            locale="ja-JP",
            **(PHONE | {"service_workers": "allow"}),
        )
        yield context
        context.close()


def later_start(phone: PocketPhone) -> float:
    phone.page.window.goto("about:blank")
    began = time.perf_counter()
    phone.page.opens()
    return since(began)


def in_turn(phones: list[Phone], asks: str, addresses: list[str]) -> list[float]:
    """The median of each, in milliseconds as the page itself counts them."""
    each = [[phone.page.evaluate(asks, at) for phone, at in zip(phones, addresses, strict=True)] for _ in range(ASKED)]
    return [median(took) for took in zip(*each, strict=True)]


def since(began: float) -> float:
    return (time.perf_counter() - began) * 1000
