"""The page around the pages: how the site comes into the phone, and that from then on nothing leaves it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.shell import LONGEST, Shell, a_phone
from tests.browser.shell_host import StaticHost, hosting, shell_files

WORKER = "service-worker.js"


@pytest.fixture
def host() -> Iterator[StaticHost]:
    with hosting(shell_files()) as host:
        yield host


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    with a_phone(browser) as phone:
        yield phone


@pytest.fixture
def shell(phone: BrowserContext, host: StaticHost) -> Shell:
    """A tab in which the site has come."""
    shell = Shell(phone, host)
    shell.goes_to()
    shell.shows("Home")
    return shell


# --- the first load -------------------------------------------------------------


def test_every_file_comes_once_and_then_nothing_is_asked_for_but_a_new_version(shell: Shell, host: StaticHost) -> None:
    parts = [path for path in host.paths if path.startswith("parts/") and "/shell-" not in path]
    assert sorted(parts) == [host.one("parts/app"), host.one("parts/libraries")]
    assert set(host.files) - {"404.html"} <= {*host.paths}
    host.asked.clear()
    for number in (1, 2, 3):
        shell.inner.locator(f"#to{number}").click()
        shell.shows(f"Page {number}")
    shell.inner.get_by_role("button").click()
    shell.shows("Page 2")
    shell.page.reload(wait_until="commit")
    shell.shows("Page 2")
    assert set(host.paths) <= {WORKER}


def test_without_a_network_all_goes_on(shell: Shell, phone: BrowserContext, host: StaticHost) -> None:
    host.away = True
    phone.set_offline(True)
    shell.inner.locator("#to3").click()
    shell.shows("Page 3")
    shell.page.close()
    other = Shell(phone, host)
    other.goes_to("a/1")
    other.shows("Page 1")


@pytest.mark.parametrize(
    ("locale", "words", "bytes"),
    [
        ("en-GB", "The whole site is coming into this phone", "MB of"),
        ("ja-JP", "この端末に取り込んでいます", "MB /"),
    ],
)
def test_the_first_load_says_what_comes_and_how_much(browser: Browser, locale: str, words: str, bytes: str) -> None:
    with hosting(shell_files(weight=4096)) as host, a_phone(browser, locale) as phone:
        shell = Shell(phone, host)
        host.hold = "parts/app"
        shell.goes_to()
        expect(shell.said).to_contain_text(words, timeout=LONGEST)
        weight = sum(len(body) for path, body in host.files.items() if path.startswith(("parts/", "assets/")))
        expect(shell.said).to_contain_text(f"{weight / 1e6:.1f} MB")
        expect(shell.page.locator("#bytes")).to_contain_text(bytes)
        progress = shell.page.locator("#progress")
        expect(progress).to_be_visible()
        assert 0 <= float(progress.evaluate("part => part.value")) < 1
        host.hold = ""
        shell.shows("Home")
        expect(shell.page.locator("#start")).to_be_hidden()


def test_a_load_that_is_broken_off_goes_on_where_it_was(phone: BrowserContext, host: StaticHost) -> None:
    app = host.one("parts/app")
    host.gone.add(app)
    shell = Shell(phone, host)
    shell.goes_to()
    expect(shell.said).to_contain_text("No connection", timeout=LONGEST)
    before = set(host.paths)
    assert host.one("parts/libraries") in before
    host.asked.clear()
    host.gone.clear()
    shell.page.get_by_role("button", name="Try again").click()
    shell.shows("Home")
    assert app in host.paths
    assert [path for path in host.paths if path.startswith(("parts/", "assets/")) and path != app] == []


def test_a_file_that_is_not_what_it_should_be_is_not_taken(phone: BrowserContext, host: StaticHost) -> None:
    host.wrong.add(host.one("parts/app"))
    shell = Shell(phone, host)
    shell.goes_to()
    expect(shell.said).to_contain_text("did not arrive as it should", timeout=LONGEST)
    host.wrong.clear()
    shell.page.get_by_role("button", name="Try again").click()
    shell.shows("Home")


def test_a_deep_address_on_a_first_visit_comes_to_its_page(phone: BrowserContext, host: StaticHost) -> None:
    shell = Shell(phone, host)
    shell.goes_to("a/3?x=1#below")
    shell.shows("Page 3")
    assert shell.path == "a/3?x=1#below"


def test_without_script_it_is_said_in_both_languages(browser: Browser, host: StaticHost) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(host.start)
    expect(page.get_by_text("needs JavaScript")).to_be_visible()
    expect(page.get_by_text("JavaScript が必要です")).to_be_visible()
    context.close()


# --- what is answered -----------------------------------------------------------


def test_a_file_comes_from_the_phone_with_its_type(shell: Shell, host: StaticHost) -> None:
    got = shell.fetches(host.one("parts/shell", "shell.js"))
    assert (got["status"], got["headers"]["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert shell.fetches("manifest.webmanifest")["headers"]["content-type"] == "application/manifest+json"


def test_a_form_with_a_file_arrives_whole(shell: Shell) -> None:
    form = [["key", "k"], ["file", [0, 255, 10, 13], "a.bin"]]
    came = shell.page.evaluate(
        "text => JSON.parse(text)", shell.fetches("echo", {"method": "POST", "form": form})["text"]
    )
    assert came["method"] == "POST"
    assert "\x00\xff\n\r" in came["text"]
    assert 'filename="a.bin"' in came["text"]
    assert dict(came["headers"])["content-type"].startswith("multipart/form-data; boundary=")
    assert came["languages"] == ["en-GB"]


def test_scripts_follow_redirects_and_see_what_the_site_says_of_itself(shell: Shell, host: StaticHost) -> None:
    got = shell.fetches("entries", {"method": "POST", "form": [["key", "k"]]})
    assert (got["status"], got["redirected"], got["url"]) == (200, True, f"{host.start}a/2?saved")
    assert got["headers"]["x-takuroku"] == "1"


def test_head_has_no_body_and_nothing_new_is_said_so(shell: Shell) -> None:
    head = shell.fetches("etag", {"method": "HEAD"})
    assert (head["status"], head["headers"]["etag"], head["text"]) == (200, '"1"', "")
    assert shell.fetches("etag", {"headers": {"If-None-Match": '"1"'}})["status"] == 304
    assert shell.fetches("nothing")["status"] == 404


def test_a_download_is_one(shell: Shell) -> None:
    with shell.page.expect_download() as download:
        shell.inner.locator("#file").click()
    assert download.value.suggested_filename == "results.csv"
    assert download.value.path().read_text() == "a,b\n"
    shell.shows("Home")


# --- addresses ------------------------------------------------------------------


def test_back_forward_and_reload_are_those_of_the_pages(shell: Shell) -> None:
    for number in (1, 2, 3):
        shell.inner.locator(f"#to{number}").click()
        shell.shows(f"Page {number}")
        assert shell.path == f"a/{number}"
    for title, path in (("Page 2", "a/2"), ("Page 1", "a/1")):
        shell.page.go_back(wait_until="commit")
        shell.shows(title)
        assert shell.path == path
    shell.page.reload(wait_until="commit")
    shell.shows("Page 1")
    shell.page.go_forward(wait_until="commit")
    shell.shows("Page 2")
    for title in ("Page 1", "Home"):
        shell.page.go_back(wait_until="commit")
        shell.shows(title)


def test_behind_an_entry_lies_the_page_where_it_was_made_and_it_is_sent_once(shell: Shell) -> None:
    shell.inner.locator("#to1").click()
    shell.shows("Page 1")
    shell.inner.locator("[name=text]").fill("once")
    shell.inner.get_by_role("button").click()
    shell.shows("Page 2")
    assert shell.path == "a/2?saved"
    shell.page.reload(wait_until="commit")
    shell.shows("Page 2")
    shell.page.go_back(wait_until="commit")
    shell.shows("Page 1")
    assert shell.entries == ["key=k1&text=once"]


def test_a_bookmark_deep_in_the_site_opens_there(shell: Shell, phone: BrowserContext, host: StaticHost) -> None:
    shell.page.close()
    other = Shell(phone, host)
    other.goes_to("a/2?open=1#below")
    other.shows("Page 2")
    assert other.path == "a/2?open=1#below"
    other.page.reload(wait_until="commit")
    other.shows("Page 2")
    assert other.path == "a/2?open=1#below"


def test_an_address_that_is_sent_along_opens_on_the_first_visit_and_later(
    phone: BrowserContext, host: StaticHost
) -> None:
    shell = Shell(phone, host)
    shell.goes_to("#to=a/2%3Fopen=1%23below")
    shell.shows("Page 2")
    assert shell.path == "a/2?open=1#below"
    shell.page.close()
    other = Shell(phone, host)
    other.goes_to("#to=a/3%23below")
    other.shows("Page 3")
    assert other.path == "a/3#below"
    # Behind it lies the empty tab alone, not what led there.
    assert other.page.evaluate("history.length") == 2


@pytest.mark.parametrize("signs", ["$&", "$`", "$$", "&quot;"])
def test_an_address_may_have_any_signs(shell: Shell, signs: str) -> None:
    shell.goes_to(f"a/3?{signs}")
    shell.shows("Page 3")
    assert shell.path == f"a/3?{signs}"


def test_marks_in_a_page_are_in_the_address(shell: Shell) -> None:
    shell.inner.locator("#down").click()
    shell.page.wait_for_function("() => location.hash === '#below'")
    shell.page.go_back()
    shell.page.wait_for_function("() => location.hash === ''")
    shell.inner.locator("body").evaluate("() => history.replaceState(null, '', '?tapped')")
    assert shell.path == "?tapped"


def test_what_leads_out_of_the_site_leaves_it_open(shell: Shell) -> None:
    with shell.page.context.expect_page() as opened:
        shell.inner.locator("#out").click()
    assert opened.value != shell.page
    shell.shows("Home")


def test_keys_go_to_the_page_and_the_look_is_the_pages(shell: Shell) -> None:
    assert shell.page.evaluate("document.activeElement.id") == "page"
    shell.inner.locator("#to3").click()
    shell.shows("Page 3")
    look = "[document.documentElement.dataset.theme, document.querySelector('meta[name=theme-color]').content]"
    assert shell.page.evaluate(look) == ["dark", "#15130f"]
    # The next start has it before anything is drawn.
    shell.page.close()
    other = Shell(shell.page.context, shell.host)
    other.goes_to("a/3")
    other.page.wait_for_selector("#start", state="attached")
    assert other.page.evaluate("[document.documentElement.dataset.theme, document.documentElement.lang]") == [
        "dark",
        "ja",
    ]


# --- as something to install, and to everybody ----------------------------------


def test_the_browser_finds_nothing_wrong_with_what_it_would_install(shell: Shell, host: StaticHost) -> None:
    session = shell.page.context.new_cdp_session(shell.page)
    read = session.send("Page.getAppManifest")
    assert (read["errors"], read["url"]) == ([], f"{host.start}manifest.webmanifest")
    assert read["manifest"]["scope"] == host.start
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A context of a test is like a private window.
    assert {error["errorId"] for error in found} <= {"in-incognito"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_read_what_the_shell_says(browser: Browser, host: StaticHost, axe: str, scheme: str) -> None:
    settings: dict[str, Any] = {"color_scheme": scheme, "bypass_csp": True, "viewport": {"width": 320, "height": 568}}
    with a_phone(browser, **settings) as phone:
        shell = Shell(phone, host)
        host.gone.add(host.one("parts/app"))
        shell.goes_to()
        button = shell.page.get_by_role("button", name="Try again")
        expect(button).to_be_visible(timeout=LONGEST)
        assert wrong(shell, axe) == []
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert shell.page.evaluate("document.documentElement.scrollWidth") == 320
        host.gone.clear()
        button.click()
        shell.shows("Home")
        expect(shell.lines).not_to_be_empty()
        # These the page in the frame has.
        assert set(wrong(shell, axe)) <= {"landmark-one-main", "page-has-heading-one"}


def wrong(shell: Shell, axe: str) -> list[str]:
    """What axe finds around the frame."""
    shell.page.evaluate(axe)
    found: list[str] = shell.page.evaluate(
        "async () => (await axe.run({exclude: ['#page']}, {iframes: false})).violations.map(({id}) => id)"
    )
    return found
