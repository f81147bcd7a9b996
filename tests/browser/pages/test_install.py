"""The site as something to install: what the browser reads of it, and that over plain HTTP nothing is offered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.kit.browser.chromium import ARGUMENTS, HOW_TO_GET_IT, PHONE, WHOLE, find_chromium
from tests.kit.browser.table import Phone
from tests.kit.missing import missing

HOST = "takuroku.test"
ALLOWED = PHONE | {"service_workers": "allow"}
# A context of a test is like a private window.
ALWAYS = {"in-incognito"}


@pytest.fixture(scope="module")
def named(playwright: Playwright) -> Iterator[Browser]:
    """A browser to which this machine has a name, as it has to the phones of a table."""
    # The one without windows installs nothing, and so finds nothing in the way of it.
    executable = find_chromium(WHOLE) or find_chromium()
    if executable is None:
        missing(HOW_TO_GET_IT)
    arguments = [*ARGUMENTS, f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
    browser = playwright.chromium.launch(executable_path=executable, args=arguments)
    yield browser
    browser.close()


def manifest_of(page: Page) -> dict[str, Any]:
    """What the browser has read, with what it finds wrong."""
    read: dict[str, Any] = page.context.new_cdp_session(page).send("Page.getAppManifest")
    return read


def faults(page: Page) -> set[str]:
    """Why the browser would not install the site."""
    found = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    return {error["errorId"] for error in found} - ALWAYS


@pytest.mark.parametrize(
    ("locale", "name"), [pytest.param("en-GB", "Takuroku", marks=pytest.mark.long), ("ja-JP", "卓録")]
)
def test_the_browser_finds_nothing_wrong_with_what_it_would_install(
    named: Browser, site: str, locale: str, name: str
) -> None:
    context = named.new_context(base_url=site, locale=locale, **ALLOWED)
    page = context.new_page()
    page.goto("/")
    expect(page.locator("link[rel=manifest]")).to_have_count(1)
    read = manifest_of(page)
    assert (read["errors"], read["manifest"]["name"], read["manifest"]["display"]) == ([], name, "kStandalone")
    assert faults(page) == set()
    context.close()


def test_over_plain_http_nothing_pretends_to(named: Browser, site: str) -> None:
    context = named.new_context(base_url=site.replace("127.0.0.1", HOST), **ALLOWED)
    page = context.new_page()
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    assert page.locator("link[rel=manifest]").count() == 0
    assert manifest_of(page)["url"] == ""
    context.close()


@pytest.mark.parametrize("system", [pytest.param("light", marks=pytest.mark.long), "dark"])
def test_the_bar_of_the_phone_has_the_colour_of_the_page(
    named: Browser, site: str, system: Literal["light", "dark"]
) -> None:
    context = named.new_context(base_url=site, **PHONE)
    phone = Phone(context)
    page = phone.page
    page.emulate_media(color_scheme=system)
    for look in ("auto", "light", "dark"):
        phone.goes_to("/scorebook")
        phone.tap(page.locator(f"button[name=theme][value={look}]"))
        expect(page.locator("html")).to_have_attribute("data-theme", look)
        told = page.evaluate(
            "() => [...document.querySelectorAll('[name=theme-color]')]"
            ".filter((meta) => !meta.media || matchMedia(meta.media).matches).map((meta) => meta.content)"
        )
        assert [rgb(colour) for colour in told] == [page.evaluate("getComputedStyle(document.body).backgroundColor")]
    context.close()


def rgb(colour: str) -> str:
    """A colour as a browser tells it.

    >>> rgb("#f7f1e3")
    'rgb(247, 241, 227)'
    """
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"
