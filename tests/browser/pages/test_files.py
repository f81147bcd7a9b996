"""What leaves and enters the phone: a file that is brought, the picture of an evening, a token that is copied."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.kit.browser.pages import Evening
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
    expect(phone.page.locator(".headline")).to_contain_text("Imported.")
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
    assert told == {"sent": [True, False], "button": "One moment…"}


def test_a_file_that_is_too_large_is_not_sent(phone: Phone) -> None:
    phone.goes_to("/scorebook")
    form = phone.page.locator(FORM)
    form.evaluate("form => { form.dataset.bring = '10'; }")
    chooses(phone, EMPTY)
    told = phone.page.locator("#file").evaluate("file => file.validationMessage")
    assert told == "The file is too large: at most 8 MB. Nothing was imported."
    phone.tap(form.locator("button"))
    expect(form.locator("button")).to_have_text("Import")
    chooses(phone, b"[]")
    assert phone.page.locator("#file").evaluate("file => file.validationMessage") == ""


PNG = b"\x89PNG\r\n\x1a\n"


def size(path: Path) -> tuple[int, int]:
    """How wide and high a PNG is, in pixels."""
    head = path.read_bytes()[:24]
    assert head.startswith(PNG)
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def test_the_phone_makes_a_picture_of_the_evening(open_reader: Callable[[str], Phone], evening: Evening) -> None:
    phone = open_reader("en-GB")
    phone.goes_to(f"/evenings/{evening.over}")
    with phone.page.expect_download() as made:
        phone.tap(phone.page.get_by_role("button", name="Share the picture"))
    assert made.value.suggested_filename.endswith(".png")
    width, height = size(made.value.path())
    assert width == 1200
    assert height >= 630


def test_the_phone_tells_where_it_is(open_phone: Callable[..., Phone]) -> None:
    phone = open_phone(timezone_id="Asia/Tokyo")
    phone.page.goto("/")
    phone.page.wait_for_function("document.cookie.includes('zone=')")
    (zone,) = [each["value"] for each in phone.context.cookies() if each["name"] == "zone"]
    assert zone == "Asia/Tokyo"


COPY = "[data-copy]"


def makes(phone: Phone) -> str:
    phone.goes_to("/tokens")
    phone.page.fill("#name", "Blackboard")
    phone.tap(phone.page.locator("form[action='/tokens'] button"))
    token = phone.page.locator("#made").input_value()
    assert token.startswith("takuroku_")
    return token


def test_a_new_token_is_copied_by_a_tap(phone: Phone) -> None:
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    token = makes(phone)
    phone.tap(phone.page.locator(COPY))
    expect(phone.page.locator(COPY)).to_have_text("Copied")
    assert phone.page.evaluate("navigator.clipboard.readText()") == token


def test_where_the_browser_does_not_let_us_the_token_is_chosen_to_be_copied_by_hand(phone: Phone) -> None:
    makes(phone)
    phone.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not here')); }")
    phone.tap(phone.page.locator(COPY))
    field = phone.page.locator("#made")
    expect(field).to_be_focused()
    assert field.evaluate("field => field.selectionEnd - field.selectionStart == field.value.length")
    expect(phone.page.locator(COPY)).to_have_text("Copy")
