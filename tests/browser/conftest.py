"""One site and one browser for all of these tests; a phone of its own for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Playwright, ViewportSize, expect, sync_playwright

from tests.kit.browser.axe import NoAxeError, axe_source, bring_along
from tests.kit.browser.chromium import HOW_TO_GET_IT, PHONE, find_chromium, started
from tests.kit.browser.opening import PATIENCE, OpenPhone, new_phone, unexpected
from tests.kit.browser.pages import Evening, long_evening
from tests.kit.browser.pocket.phone import PocketPhone, pocket_phone
from tests.kit.browser.pocket.site import NoPocketError, built_once, running_host
from tests.kit.browser.site import ROOT, running_site
from tests.kit.browser.stored import FORGOTTEN
from tests.kit.browser.table import Phone
from tests.kit.missing import missing


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if pocket := metafunc.definition.get_closest_marker("pocket"):
        marks = [] if pocket.kwargs.get("always") else [pytest.mark.long]
        metafunc.parametrize("where", ["server", pytest.param("pocket", marks=marks)], indirect=True)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    executable = find_chromium()
    if executable is None:
        missing(HOW_TO_GET_IT)
    with started(playwright, str(executable)) as browser:
        yield browser


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that keeps the record of the site."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="session")
def site(record: Path) -> Iterator[str]:
    catalogues = ROOT / "translations" / "ja" / "LC_MESSAGES"
    assert (catalogues / "messages.mo").exists(), "The Japanese texts are not compiled: run `make test`."
    with running_site(record, workers=1) as address:
        yield address


@pytest.fixture(scope="session")
def evening(browser: Browser, site: str, record: Path) -> Evening:
    return long_evening(browser, site, record)


@pytest.fixture(scope="session")
def axe() -> str:
    try:
        return axe_source()
    except NoAxeError as error:
        missing(str(error))
        raise


@pytest.fixture(scope="session")
def readers(browser: Browser, site: str, evening: Evening, axe: str) -> Iterator[dict[str, Phone]]:
    """A phone for each language, which was at the evening and has the site's files already."""
    phones = {}
    for locale in ("en-GB", "ja-JP"):
        phone = phones[locale] = new_phone(browser, site, locale=locale, storage_state=evening.cookies)
        # What was typed on the page before is none of this one's.
        phone.context.add_init_script(FORGOTTEN)
        bring_along(phone.context, axe)
    yield phones
    for phone in phones.values():
        phone.context.close()


@pytest.fixture
def open_reader(readers: dict[str, Phone]) -> Iterator[Callable[[str], Phone]]:
    """The phone of a language, upright and light, with nothing typed; errors in its pages fail the test."""
    opened: list[Phone] = []

    def open_one(locale: str) -> Phone:
        phone = readers[locale]
        phone.page.set_viewport_size(PHONE["viewport"])
        phone.page.emulate_media(color_scheme="light")
        phone.errors.clear()
        phone.expected.clear()
        opened.append(phone)
        return phone

    yield open_one
    assert unexpected(opened) == []


@pytest.fixture(scope="session")
def drawer() -> Iterator[dict[tuple[object, ...], list[Phone]]]:
    """Phones that lie about, by what cannot be changed about them: one that forgets is had sooner than a new one."""
    phones: dict[tuple[object, ...], list[Phone]] = {}
    yield phones
    for lying in phones.values():
        for phone in lying:
            phone.context.close()


@pytest.fixture(scope="session")
def pocket_folder(shared_folder: Path) -> Path:
    """The site as a folder of static files."""
    try:
        return built_once(shared_folder)
    except NoPocketError as error:
        missing(str(error))
        raise


@pytest.fixture
def where(request: pytest.FixtureRequest) -> str:
    """Where the site of the phones runs: on a server, or in the phone itself; what is marked `pocket` runs on both."""
    return str(getattr(request, "param", "server"))


@pytest.fixture
def open_phone(request: pytest.FixtureRequest, where: str) -> OpenPhone:
    """Phones to open, with a locale and whatever else a context can be given; errors in their pages fail the test."""
    opened: OpenPhone = request.getfixturevalue(f"open_phone_with_{where}")
    return opened


@pytest.fixture
def open_phone_with_pocket(browser: Browser, pocket_folder: Path) -> Iterator[OpenPhone]:
    """Phones that have the site in them, and no network any more; who asks for it fails the test."""
    phones: list[Phone] = []
    with ExitStack() as hosts:

        def opened(locale: str = "en-GB", **settings: Any) -> PocketPhone:
            host = hosts.enter_context(running_host(pocket_folder))
            phone = pocket_phone(browser, host, locale=locale, **settings)
            phones.append(phone)
            phone.cut_off(host)
            return phone

        yield opened
        found = unexpected(phones)
        for phone in phones:
            phone.context.close()
    assert found == []


@pytest.fixture
def open_phone_with_server(
    browser: Browser, site: str, drawer: dict[tuple[object, ...], list[Phone]]
) -> Iterator[OpenPhone]:
    """Phones of the site on a server."""
    phones: list[tuple[tuple[object, ...], Phone]] = []

    def opened(
        locale: str = "en-GB",
        viewport: ViewportSize = PHONE["viewport"],
        color_scheme: Literal["light", "dark"] = "light",
        **settings: Any,
    ) -> Phone:
        kind = (locale, *sorted(settings.items()))
        lying = drawer.setdefault(kind, [])
        phone = lying.pop() if lying else new_phone(browser, site, locale=locale, **settings)
        phone.page.set_viewport_size(viewport)
        phone.page.emulate_media(media="null", color_scheme=color_scheme)
        phones.append((kind, phone))
        return phone

    yield opened
    found = unexpected([phone for _, phone in phones])
    for kind, phone in phones:
        if phone.forgets():
            drawer[kind].append(phone)
        else:
            phone.context.close()
    assert found == []


@pytest.fixture
def phone(open_phone: OpenPhone) -> Phone:
    return open_phone()


@pytest.fixture
def hurried_phone(open_phone: OpenPhone) -> Phone:
    """A phone that keeps nobody waiting until it sends again."""
    return open_phone(hurried=True)
