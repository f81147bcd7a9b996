"""What other apps share comes to the page for it, and nothing happens to it before a tap."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, FilePayload, expect

from tests.browser.sync.test_offline import CONTROLLED, LONGEST_INSTALL
from tests.kit.browser.made_camera import picture_of
from tests.kit.browser.opening import phones_to_open
from tests.kit.browser.sharing import OPEN, shares
from tests.kit.browser.table import DAN, Phone

FILE: FilePayload = {
    "name": "takuroku-2026.json",
    "mimeType": "application/json",
    "buffer": b'{"scorebook":1,"devices":{},"players":[{"name":"Ann"}],"rules":[],"sessions":[]}',
}
FORM = "form[data-bring]"


@pytest.fixture
def worked(browser: Browser, site: str) -> Iterator[Phone]:
    """A phone whose worker is there."""
    with phones_to_open(browser, site, service_workers="allow") as open_phone:
        phone = open_phone("en-GB")
        phone.goes_to("/")
        phone.page.wait_for_function(CONTROLLED, timeout=LONGEST_INSTALL)
        yield phone


def players(phone: Phone) -> list[str]:
    book = phone.context.request.get("/scorebook/takuroku.json").json()
    return [each["name"] for each in book["players"]]


def test_a_scorebook_file_lies_in_the_form_until_somebody_imports_it(worked: Phone, site: str) -> None:
    shares(worked.page, f"{site}/shared", FILE)
    form = worked.page.locator(FORM)
    said = "takuroku-2026.json is chosen. Tap “Import” to add its games to this scorebook."
    expect(form.get_by_text(said)).to_be_visible()
    expect(worked.page.locator("#live")).to_have_text(said)
    expect(form.locator("button")).to_be_focused()
    assert worked.page.evaluate("[location.pathname, location.hash]") == ["/scorebook", ""]
    assert worked.page.evaluate("caches.has('/ shared')") is False, "it is taken once"
    assert players(worked) == []
    worked.tap(form.locator("button"))
    expect(worked.page.locator(".said")).to_contain_text("Imported.")
    assert players(worked) == ["Ann"]


def test_the_link_of_a_game_in_a_message_shows_the_game(worked: Phone, site: str) -> None:
    session = worked.begins(dealer=DAN)
    worked.goes_to(f"/s/{session}/code")
    link = worked.page.locator("#made").input_value()
    shares(worked.page, f"{site}/shared", text=f"今夜のゲーム：{link}です。")
    expect(worked.page.locator(".standings")).to_contain_text("Cleo")
    assert worked.page.url == link


def test_a_link_that_lets_in_is_opened_only_by_a_tap(worked: Phone, site: str) -> None:
    shares(worked.page, f"{site}/shared", text=f"{site}/j/nonsense")
    found = worked.page.locator("[data-found]")
    expect(found).to_contain_text("Open this link?")
    expect(found.get_by_role("link", name="Open the link")).to_have_attribute("href", f"{site}/j/nonsense")


@pytest.mark.long
def test_a_picture_of_a_code_is_read(worked: Phone, site: str) -> None:
    picture: FilePayload = {
        "name": "code.png",
        "mimeType": "image/png",
        "buffer": picture_of("https://cards.example/table"),
    }
    shares(worked.page, f"{site}/shared", picture)
    expect(worked.page.locator("[data-found]")).to_contain_text("This code leads to another site: cards.example")


def test_where_nothing_was_kept_the_page_says_so(worked: Phone) -> None:
    worked.goes_to("/scorebook#shared")
    expect(worked.page.locator(FORM)).to_contain_text("did not arrive. Nothing was imported")
    worked.goes_to("/scan#shared")
    expect(worked.page.get_by_role("alert")).to_have_text(
        "What you shared did not arrive. Share it again, or choose it here."
    )


def test_without_the_worker_the_site_says_that_nothing_came(phone: Phone, site: str) -> None:
    shares(phone.page, f"{site}/shared", FILE)
    expect(phone.page.locator("#file-wrong")).to_have_text(
        "The file that you shared did not arrive. Nothing was imported: choose the file here."
    )
    assert players(phone) == []


def test_a_file_that_is_opened_with_the_app_lies_in_the_form(worked: Phone) -> None:
    worked.page.add_init_script(OPEN)
    worked.goes_to("/scorebook")
    worked.page.wait_for_function("() => globalThis.opens")
    worked.page.evaluate(
        "body => opens({ files: [{ getFile: async () => new File([body], 'evening.json') }] })",
        FILE["buffer"].decode(),
    )
    expect(worked.page.locator(FORM)).to_contain_text("evening.json is chosen.")
    assert players(worked) == []


@pytest.mark.long
def test_a_file_that_is_too_large_is_not_offered(worked: Phone) -> None:
    worked.page.add_init_script(OPEN)
    worked.goes_to("/scorebook")
    worked.page.wait_for_function("() => globalThis.opens")
    worked.page.locator(FORM).evaluate("form => { form.dataset.bring = '10'; }")
    worked.page.evaluate("opens({ files: [{ getFile: async () => new File(['x'.repeat(11)], 'evening.json') }] })")
    expect(worked.page.locator(FORM)).to_contain_text("The file is too large")
    expect(worked.page.locator(FORM)).not_to_contain_text("is chosen")
    expect(worked.page.locator("#file")).to_be_focused()
