"""The worker over time: a release comes, many sheets are looked at, the site is there but does not answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.sync.test_offline import CONTROLLED, LONGEST_INSTALL
from tests.kit.browser.apps import SLOW
from tests.kit.browser.expecting import comes_true
from tests.kit.browser.opening import new_phone
from tests.kit.browser.site import running_site
from tests.kit.browser.table import DAN, OFFLINE, Phone

FILES = "() => caches.keys().then((names) => names.filter((name) => name.startsWith('/ files ')).join())"
MOST = 30
PAGE = "<!DOCTYPE html>\\n<html lang='en'><title>Sheet</title></html>"


@contextmanager
def installed(browser: Browser, site: str) -> Iterator[Phone]:
    """A phone whose worker is there."""
    phone = new_phone(browser, site, service_workers="allow", hurried=True)
    phone.expects(OFFLINE)
    phone.goes_to("/")
    phone.page.wait_for_function(CONTROLLED, timeout=LONGEST_INSTALL)
    yield phone
    assert phone.unexpected == []
    phone.context.close()


def test_a_release_brings_its_files_and_what_was_seen_before_is_shown_with_them(
    browser: Browser, tmp_path: Path
) -> None:
    with running_site(tmp_path, workers=1) as site:
        phones = installed(browser, site)
        phone = phones.__enter__()
        session = phone.sits_down(dealer=DAN)
        before = phone.page.evaluate(FILES)
    with running_site(tmp_path, app="tests.kit.browser.apps:newer()", port=int(site.rpartition(":")[2]), workers=1):
        phone.goes_to("/history")
        changed = f"async () => {{ const now = await ({FILES})(); return !now.includes(',') && now !== '{before}'; }}"
        comes_true(phone.page, changed, timeout=LONGEST_INSTALL)
    # Now there is no site at all.
    phone.goes_to(f"/s/{session}")
    expect(phone.page.locator(".seen")).to_be_visible()
    expect(phone.sheet).to_be_visible()
    phone.goes_to("/tools/forbidden-bid?hand=7&bid=3")
    expect(phone.page.locator("[data-answer]")).to_have_text("4")
    assert phone.page.evaluate("getComputedStyle(document.body).margin") == "0px", "the style is there"
    phones.__exit__(None, None, None)


def test_the_sheets_seen_last_are_kept_and_no_more(browser: Browser, site: str) -> None:
    with installed(browser, site) as phone:
        session = phone.sits_down(dealer=DAN)
        # The sheet is left, and remembered, before others are seen.
        phone.goes_to("/history")
        kept = "async () => (await (await caches.open('/ seen')).keys()).map(({ url }) => new URL(url).pathname)"
        remembered = f"async () => (await ({kept})()).includes('/s/{session}')"
        comes_true(phone.page, remembered, timeout=LONGEST_INSTALL)
        phone.page.wait_for_load_state("networkidle")
        phone.page.evaluate(
            "([most, text]) => { for (let n = 0; n < most; n += 1)"
            " navigator.serviceWorker.controller.postMessage({ path: `/s/other-${n}`, text }); }",
            [MOST + 5, PAGE],
        )
        last = f"now.includes('/s/other-{MOST + 4}')"
        # What was seen longest ago has gone. Home is fetched anew for each, and stands there again after the last.
        gone = f"now.length === {MOST} && !now.includes('/s/{session}') && now.includes('/')"
        comes_true(
            phone.page,
            f"async () => {{ const now = await ({kept})(); return {last} && {gone}; }}",
            timeout=LONGEST_INSTALL,
        )


def test_a_site_that_does_not_answer_gives_way_to_what_was_seen_last(browser: Browser, tmp_path: Path) -> None:
    with (
        running_site(tmp_path, app="tests.kit.browser.apps:slow_at_times()", workers=1) as site,
        installed(browser, site) as phone,
    ):
        phone.sits_down(dealer=DAN)
        sign = tmp_path / SLOW
        sign.touch()
        phone.page.reload(timeout=LONGEST_INSTALL)
        expect(phone.page.locator(".seen")).to_contain_text("just now")
        expect(phone.sheet).to_have_attribute("data-position", "0")
        sign.unlink()
        expect(phone.page.locator(".seen")).to_have_count(0, timeout=LONGEST_INSTALL)
