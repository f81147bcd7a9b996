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


def test_a_bookmark_deep_in_the_site_opens_there(shell: Shell) -> None:
    shell.goes_to("a/2?open=1#below")
    shell.shows("Page 2")
    assert shell.path == "a/2?open=1#below"
    shell.page.reload(wait_until="commit")
    shell.shows("Page 2")
    assert shell.path == "a/2?open=1#below"


def test_an_address_that_is_sent_along_opens_on_the_first_visit_and_later(
    new_phone: BrowserContext, phone: BrowserContext, host: StaticHost, shell: Shell
) -> None:
    first = Shell(new_phone, host)
    first.goes_to("#to=a/2%3Fopen=1%23below")
    first.shows("Page 2")
    assert first.path == "a/2?open=1#below"
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


def test_a_game_code_opens_deep_in_the_site_and_another_in_the_same_tab(shell: Shell) -> None:
    shell.goes_to("a/2#cAR-_1")
    shell.shows("Page 2")
    assert shell.path == "a/2#cAR-_1"
    shell.page.evaluate("location.hash = 'q0123'")
    shell.page.wait_for_function("() => document.querySelector('#page').contentWindow.location.hash === '#q0123'")
    assert shell.path == "a/2#q0123"


def test_an_address_that_is_none_of_the_sites_is_home(shell: Shell) -> None:
    for to in ("https://cards.example/", "//cards.example/", "javascript:alert(1)", "http://["):
        other = Shell(shell.page.context, shell.host)
        other.goes_to(f"#to={quote(to)}")
        other.shows("Home")
        assert other.path == "", to
        other.page.close()


def test_an_address_may_have_any_signs(shell: Shell) -> None:
    shell.goes_to(address := "a/3?$&$`$$&quot;")
    shell.shows("Page 3")
    assert shell.path == address


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
    other = Shell(shell.page.context, shell.host)
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


def test_a_file_that_is_shared_is_kept_for_the_page_that_imports(shell: Shell) -> None:
    shares(shell.page, f"{shell.host.start}shared", SHARED)
    shell.shows("Not found")
    assert shell.path == "scorebook#shared"
    assert shell.inner.locator("body").evaluate("() => location.hash") == "#shared"
    assert ["記録帳.json", "{}"] in shell.page.evaluate(KEPT)
    assert [each for each in shell.host.asked if "shared" in each] == []


def test_a_file_that_is_opened_with_the_app_is_too(shell: Shell) -> None:
    shell.page.add_init_script(OPEN)
    shell.goes_to()
    shell.shows("Home")
    shell.page.evaluate("opens({ files: [{ getFile: async () => new File(['{}'], 'evening.json') }] })")
    shell.shows("Not found")
    assert shell.path == "scorebook#shared"
    assert ["evening.json", "{}"] in shell.page.evaluate(KEPT)


# --- as something to install, and to everybody ----------------------------------


def test_the_browser_finds_nothing_wrong_with_what_it_would_install(shell: Shell) -> None:
    session = shell.page.context.new_cdp_session(shell.page)
    read = session.send("Page.getAppManifest")
    assert (read["errors"], read["url"]) == ([], f"{shell.host.start}manifest.webmanifest")
    assert read["manifest"]["scope"] == shell.host.start
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A context of a test is like a private window.
    assert {error["errorId"] for error in found} <= {"in-incognito"}


@pytest.mark.parametrize(("length", "sheets"), [("700px", 1), ("3200px", 4)])
def test_the_browsers_own_menu_prints_the_whole_page_and_no_empty_sheet(shell: Shell, length: str, sheets: int) -> None:
    shell.inner.locator("body").evaluate(
        """(body, length) => {
            const style = new Text(`#list { height: 6000px } @media print { #list { height: ${length} } }`);
            body.ownerDocument.head.append(body.ownerDocument.createElement("style"));
            body.ownerDocument.head.lastChild.append(style);
            body.append(Object.assign(body.ownerDocument.createElement("div"), { id: "list" }));
        }""",
        length,
    )
    # A sheet without margins is 1123 pixels long.
    assert pages_of(shell.page.pdf(format="A4")) == sheets
    assert shell.page.locator("#page").evaluate("frame => frame.style.cssText") == ""


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
