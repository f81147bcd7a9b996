"""Bringing a file, with script: sent once, and not at all if the site would not take it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.kit.browser.table import REFUSED, Phone

FORM = "form[data-bring]"
EMPTY = b'{"scorebook":1,"devices":{},"players":[{"name":"Ann"}],"rules":[],"sessions":[]}'

TWO_TAPS = """button => {
    const sent = [];
    // Last of all who hear of it, so that the page stays.
    addEventListener("submit", event => { sent.push(!event.defaultPrevented); event.preventDefault(); });
    button.click();
    button.click();
    return { sent, button: button.textContent };
}"""


def chooses(phone: Phone, body: bytes) -> None:
    phone.page.set_input_files("#file", {"name": "scorebook.json", "mimeType": "application/json", "buffer": body})


def test_a_file_is_brought_and_what_came_is_told(phone: Phone) -> None:
    phone.goes_to("/scorebook")
    chooses(phone, EMPTY)
    phone.tap(phone.page.locator(f"{FORM} button"))
    expect(phone.page.locator(".said")).to_contain_text("Imported.")
    brought = phone.context.request.get("/scorebook/takuroku.json").json()["players"]
    assert [each["name"] for each in brought] == ["Ann"]


def test_what_is_wrong_with_it_stands_at_the_field_which_is_there_to_be_filled_again(phone: Phone) -> None:
    phone.goes_to("/scorebook")
    phone.expects(REFUSED)
    chooses(phone, b"{}")
    phone.tap(phone.page.locator(f"{FORM} button"))
    expect(phone.page.locator("#file-wrong")).to_be_visible()
    expect(phone.page.locator("#file")).to_be_focused()


def test_the_second_of_two_taps_does_nothing(phone: Phone) -> None:
    phone.goes_to("/scorebook")
    chooses(phone, EMPTY)
    button = phone.page.locator(f"{FORM} button")
    told = button.evaluate(TWO_TAPS)
    assert told == {"sent": [True, False], "button": "Importing…"}


def test_a_file_that_is_too_large_is_not_sent(phone: Phone) -> None:
    phone.goes_to("/scorebook")
    form = phone.page.locator(FORM)
    form.evaluate("form => { form.dataset.bring = '10'; }")
    chooses(phone, EMPTY)
    told = phone.page.locator("#file").evaluate("file => file.validationMessage")
    assert told == "The file is too large: at most 48 MB. Nothing was imported."
    phone.tap(form.locator("button"))
    expect(form.locator("button")).to_have_text("Import")
    chooses(phone, b"[]")
    assert phone.page.locator("#file").evaluate("file => file.validationMessage") == ""
