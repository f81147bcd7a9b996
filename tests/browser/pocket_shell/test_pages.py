"""The pages in the frame: the tab's address follows them, and they can be gone back to, printed, installed and read."""

from __future__ import annotations

from typing import Any, Literal
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, expect

from tests.kit.browser.paper import pages_of
from tests.kit.browser.pocket.shell import LONGEST, Shell, a_phone
from tests.kit.browser.pocket.shell_host import StaticHost
from tests.kit.browser.sharing import OPEN, shares

# --- addresses ------------------------------------------------------------------


def test_back_forward_and_reload_are_those_of_the_pages(home: Shell) -> None:
    for number in (1, 2, 3):
        home.inner.locator(f"#to{number}").click()
        home.shows(f"Page {number}")
        assert home.path == f"a/{number}"
    for title, path in (("Page 2", "a/2"), ("Page 1", "a/1")):
        home.page.go_back(wait_until="commit")
        home.shows(title)
        assert home.path == path
    home.page.reload(wait_until="commit")
    home.shows("Page 1")
    home.page.go_forward(wait_until="commit")
    home.shows("Page 2")
    for title in ("Page 1", "Home"):
        home.page.go_back(wait_until="commit")
        home.shows(title)


def test_behind_an_entry_lies_the_page_where_it_was_made_and_it_is_sent_once(home: Shell) -> None:
    home.inner.locator("#to1").click()
    home.shows("Page 1")
    home.inner.locator("[name=text]").fill("once")
    home.inner.get_by_role("button").click()
    home.shows("Page 2")
    assert home.path == "a/2?saved"
    home.page.reload(wait_until="commit")
    home.shows("Page 2")
    home.page.go_back(wait_until="commit")
    home.shows("Page 1")
    assert home.entries == ["key=k1&text=once"]


def test_a_bookmark_deep_in_the_site_opens_there(home: Shell) -> None:
    home.goes_to("a/2?open=1#below")
    home.shows("Page 2")
    assert home.path == "a/2?open=1#below"
    home.page.reload(wait_until="commit")
    home.shows("Page 2")
    assert home.path == "a/2?open=1#below"


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
    other.goes_to()
    other.shows("Home")
    other.page.evaluate("location.hash = 'to=a/2'")
    other.shows("Page 2")
    assert other.path == "a/2"


def test_a_game_code_opens_deep_in_the_site_and_another_in_the_same_tab(home: Shell) -> None:
    home.goes_to("a/2#cAR-_1")
    home.shows("Page 2")
    assert home.path == "a/2#cAR-_1"
    home.page.evaluate("location.hash = 'q0123'")
    home.page.wait_for_function("() => document.querySelector('#page').contentWindow.location.hash === '#q0123'")
    assert home.path == "a/2#q0123"


def test_an_address_that_is_none_of_the_sites_is_home(home: Shell) -> None:
    for to in ("https://cards.example/", "//cards.example/", "javascript:alert(1)", "http://["):
        other = Shell(home.page.context, home.host)
        other.goes_to(f"#to={quote(to)}")
        other.shows("Home")
        assert other.path == "", to
        other.page.close()


def test_an_address_may_have_any_signs(home: Shell) -> None:
    home.goes_to(address := "a/3?$&$`$$&quot;")
    home.shows("Page 3")
    assert home.path == address


def test_marks_in_a_page_are_in_the_address(home: Shell) -> None:
    home.inner.locator("#down").click()
    home.page.wait_for_function("() => location.hash === '#below'")
    home.page.go_back()
    home.page.wait_for_function("() => location.hash === ''")
    home.inner.locator("body").evaluate("() => history.replaceState(null, '', '?tapped')")
    assert home.path == "?tapped"


def test_what_leads_out_of_the_site_leaves_it_open(home: Shell) -> None:
    with home.page.context.expect_page() as opened:
        home.inner.locator("#out").click()
    assert opened.value != home.page
    home.shows("Home")


def test_keys_go_to_the_page_and_the_look_is_the_pages(home: Shell) -> None:
    assert home.page.evaluate("document.activeElement.id") == "page"
    home.inner.locator("#to3").click()
    home.shows("Page 3")
    look = "[document.documentElement.dataset.theme, document.querySelector('meta[name=theme-color]').content]"
    assert home.page.evaluate(look) == ["dark", "#15130f"]
    # The next start has it before anything is drawn.
    other = Shell(home.page.context, home.host)
    other.goes_to("a/3")
    other.page.wait_for_selector("#start", state="attached")
    assert other.page.evaluate("[document.documentElement.dataset.theme, document.documentElement.lang]") == [
        "dark",
        "ja",
    ]


# --- from other apps ------------------------------------------------------------

SHARED: FilePayload = {"name": "記録帳.json", "mimeType": "application/json", "buffer": b"{}"}
KEPT = """async () => {
    const kept = await (await caches.open(`${new URL(document.baseURI).pathname} shared`)).matchAll();
    return Promise.all(kept.map(async each => [decodeURIComponent(each.headers.get("X-Name")), await each.text()]));
}"""


def test_a_file_that_is_shared_is_kept_for_the_page_that_imports(home: Shell) -> None:
    shares(home.page, f"{home.host.start}shared", SHARED)
    home.shows("Not found")
    assert home.path == "scorebook#shared"
    assert home.inner.locator("body").evaluate("() => location.hash") == "#shared"
    assert ["記録帳.json", "{}"] in home.page.evaluate(KEPT)
    assert [each for each in home.host.asked if "shared" in each] == []


def test_a_file_that_is_opened_with_the_app_is_too(phone: BrowserContext, host: StaticHost) -> None:
    phone.add_init_script(OPEN)
    shell = Shell(phone, host)
    shell.goes_to()
    shell.shows("Home")
    shell.page.evaluate("opens({ files: [{ getFile: async () => new File(['{}'], 'evening.json') }] })")
    shell.shows("Not found")
    assert shell.path == "scorebook#shared"
    assert shell.page.evaluate(KEPT) == [["evening.json", "{}"]]


# --- as something to install, and to everybody ----------------------------------


def test_the_browser_finds_nothing_wrong_with_what_it_would_install(home: Shell) -> None:
    session = home.page.context.new_cdp_session(home.page)
    read = session.send("Page.getAppManifest")
    assert (read["errors"], read["url"]) == ([], f"{home.host.start}manifest.webmanifest")
    assert read["manifest"]["scope"] == home.host.start
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A context of a test is like a private window.
    assert {error["errorId"] for error in found} <= {"in-incognito"}


@pytest.mark.parametrize(("length", "sheets"), [("700px", 1), ("3200px", 4)])
def test_the_browsers_own_menu_prints_the_whole_page_and_no_empty_sheet(home: Shell, length: str, sheets: int) -> None:
    home.inner.locator("body").evaluate(
        """(body, length) => {
            const style = new Text(`#list { height: 6000px } @media print { #list { height: ${length} } }`);
            body.ownerDocument.head.append(body.ownerDocument.createElement("style"));
            body.ownerDocument.head.lastChild.append(style);
            body.append(Object.assign(body.ownerDocument.createElement("div"), { id: "list" }));
        }""",
        length,
    )
    # A sheet without margins is 1123 pixels long.
    assert pages_of(home.page.pdf(format="A4")) == sheets
    assert home.page.locator("#page").evaluate("frame => frame.style.cssText") == ""


def test_everybody_can_read_what_the_shell_says(browser: Browser, host: StaticHost, axe: str) -> None:
    settings: dict[str, Any] = {"bypass_csp": True, "viewport": {"width": 320, "height": 568}}
    with a_phone(browser, **settings) as phone:
        shell = Shell(phone, host)
        host.gone.add(host.one("parts/app"))
        shell.goes_to()
        button = shell.page.get_by_role("button", name="Try again")
        expect(button).to_be_visible(timeout=LONGEST)
        for scheme in SCHEMES:
            assert wrong(shell, axe, scheme) == []
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert shell.page.evaluate("document.documentElement.scrollWidth") == 320
        host.gone.clear()
        button.click()
        shell.shows("Home")
        expect(shell.lines).not_to_be_empty()
        for scheme in SCHEMES:
            # These the page in the frame has.
            assert set(wrong(shell, axe, scheme)) <= {"landmark-one-main", "page-has-heading-one"}


SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def wrong(shell: Shell, axe: str, scheme: Literal["light", "dark"]) -> list[str]:
    """What axe finds around the frame."""
    shell.page.emulate_media(color_scheme=scheme)
    shell.page.evaluate(axe)
    found: list[str] = shell.page.evaluate(
        "async () => (await axe.run({exclude: ['#page']}, {iframes: false})).violations.map(({id}) => id)"
    )
    return found
