"""Phones to open at a site."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from playwright.sync_api import Browser

from tests.kit.browser.chromium import PHONE
from tests.kit.browser.table import Phone

OpenPhone: TypeAlias = Callable[..., Phone]
PATIENCE = 20_000
"""Milliseconds that a tap or an expectation may take before the test fails, on a machine that has much else to do."""
LONGEST_WAY = 30_000
"""As many that a page may take to come."""
HURRY = """(() => {
    // So long a database may take to open; longer than the longest is what gives up, but for the pace of what follows.
    const [shortest, kept, longest, times] = [1000, 3000, 5000, 10];
    const isPause = (act, time) => shortest <= time && time !== kept && (time <= longest || act.name === "look");
    for (const name of ["setTimeout", "setInterval"]) {
        const set = globalThis[name];
        globalThis[name] = (act, time = 0, ...given) => set(act, isPause(act, time) ? time / times : time, ...given);
    }
    const ask = globalThis.fetch;
    globalThis.fetch = (address, asked) => {
        if (asked?.headers?.Prefer === "wait=10") asked.headers.Prefer = "wait=1";
        return ask(address, asked);
    };
})()"""
"""Makes the pauses of the pages ten times as short: until they ask what is new, send again, fetch the step ahead."""


def new_phone(browser: Browser, site: str, *, hurried: bool = False, **settings: Any) -> Phone:
    """A phone that has never been at the site, with whatever else a context can be given.

    Where a page has to ask or to send again by itself, one that is `hurried` keeps nobody waiting.
    """
    context = browser.new_context(base_url=site, **(PHONE | settings))
    if hurried:
        context.add_init_script(HURRY)
    context.set_default_timeout(PATIENCE)
    context.set_default_navigation_timeout(LONGEST_WAY)
    return Phone(context)


@contextmanager
def phones_to_open(browser: Browser, site: str, **usual: Any) -> Iterator[OpenPhone]:
    """Phones to open with a locale; errors in their pages that they do not expect fail the test."""
    phones: list[Phone] = []

    def opened(locale: str = "en-GB", **settings: Any) -> Phone:
        phones.append(new_phone(browser, site, locale=locale, **(usual | settings)))
        return phones[-1]

    yield opened
    found = unexpected(phones)
    for phone in phones:
        phone.context.close()
    assert found == []


def unexpected(phones: list[Phone]) -> list[str]:
    """What went wrong in the pages of any of them."""
    return [error for phone in phones for error in phone.unexpected]
