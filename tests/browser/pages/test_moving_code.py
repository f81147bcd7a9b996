"""The page that shows a moving code, and what the page that scans does with frames; here they come without a camera."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.support.table import FOUR, OFFLINE, Phone
from tests.store.transfer.test_file import FILE
from tests.support import moving_code

PAGE = "/scorebook/moving"
RECEIVES = """async (frames) => {
  const page = document.querySelector("[data-receiver]");
  const { receive } = await import(page.dataset.receiver);
  const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const wants = [];
  for (const frame of frames) wants.push(await receive(page, bytes(frame)));
  return wants;
}"""
TOO_LARGE = "status of 413"


def packed(text: str) -> bytes:
    small = zlib.compressobj(9, wbits=-15)
    return small.compress(text.encode()) + small.flush()


def scans(phone: Phone, frames: Sequence[bytes]) -> list[bool]:
    """Hand frames to the page that scans; whether it wants more after each."""

    wants: list[bool] = phone.page.evaluate(RECEIVES, [b64encode(frame).decode() for frame in frames])
    return wants


@pytest.mark.pocket
def test_a_code_is_shown_paused_and_gone_on_with(phone: Phone) -> None:
    phone.begins(FOUR)
    phone.goes_to(PAGE)
    canvas, said = phone.page.locator("canvas"), phone.page.locator(".moving .said")
    expect(canvas).to_be_hidden()
    phone.tap(phone.page.get_by_role("button", name="Show the code"))
    expect(canvas).to_be_visible()
    # A game of which nothing is played yet fits into one code.
    expect(said).to_contain_text("Codes: 1.")
    phone.tap(phone.page.get_by_role("button", name="Pause"))
    expect(phone.page.get_by_role("button", name="Go on")).to_be_visible()
    expect(canvas).to_be_visible()


def test_who_asked_for_less_motion_is_offered_the_slow_speed_first(phone: Phone) -> None:
    phone.begins(FOUR)
    for motion, speed in (("reduce", "Slow"), ("no-preference", "Normal")):
        phone.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        phone.goes_to(PAGE)
        expect(phone.page.get_by_label(speed)).to_be_checked()
    phone.page.emulate_media(reduced_motion="reduce")


def test_without_a_network_it_says_so_and_can_be_tried_again(phone: Phone) -> None:
    phone.begins(FOUR)
    phone.goes_to(PAGE)
    phone.expects(OFFLINE)
    phone.context.set_offline(True)
    phone.tap(phone.page.get_by_role("button", name="Show the code"))
    expect(phone.page.get_by_role("alert")).to_have_text("The games could not be loaded. Try again.")
    phone.context.set_offline(False)
    phone.tap(phone.page.get_by_role("button", name="Show the code"))
    expect(phone.page.locator("canvas")).to_be_visible()
    expect(phone.page.get_by_role("alert")).to_be_hidden()


def test_too_many_games_are_told_in_words(phone: Phone) -> None:
    phone.begins(FOUR)
    phone.goes_to(PAGE)
    phone.page.route("**/scorebook.deflate", lambda route: route.fulfill(status=413, body="too large"))
    phone.expects(TOO_LARGE)
    phone.tap(phone.page.get_by_role("button", name="Show the code"))
    expect(phone.page.get_by_role("alert")).to_contain_text("too many games for a moving code")
    expect(phone.page.get_by_role("button", name="Show the code")).to_be_visible()
    phone.page.unroute_all()


@pytest.mark.pocket
def test_what_was_read_is_imported_by_the_form_of_the_page_for_import(phone: Phone) -> None:
    data = packed(FILE)
    phone.goes_to("/scan")
    assert scans(phone, [moving_code.frame(data, 7)]) == [False]
    expect(phone.page.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "100")
    expect(phone.page.get_by_text("All is here. Nothing is imported yet.")).to_be_visible()
    phone.tap(phone.page.get_by_role("button", name="Import"))
    expect(phone.page.locator(".said").first).to_contain_text("Imported.")
    came = phone.page.evaluate("fetch('./scorebook/takuroku.json').then((answer) => answer.json())")
    assert [each["id"] for each in came["sessions"]] == [each["id"] for each in json.loads(FILE)["sessions"]]


def test_what_is_wrong_with_a_code_is_told_and_nothing_is_taken(phone: Phone) -> None:
    data = packed(FILE)
    phone.goes_to("/scan")
    wrong = phone.page.locator("[data-receiving] .wrong")
    newer = b"TKM2" + moving_code.frame(data, 7)[4:]
    for frame, words in (
        (newer, "This moving code is of a newer Takuroku."),
        (moving_code.frame(data, 7)[:-1] + b"\0", "What was read does not fit together"),
        (moving_code.frame(b"\xff" * 50, 7), "What was read does not fit together"),
    ):
        assert scans(phone, [frame]) == [False]
        expect(wrong).to_contain_text(words)
    expect(phone.page.locator("form[data-bring]")).to_have_count(0)
    # And what is right is taken all the same.
    assert scans(phone, [moving_code.frame(data, 7)]) == [False]
    expect(phone.page.locator("form[data-bring]")).to_be_visible()
    expect(wrong).to_be_hidden()


def test_more_is_wanted_as_long_as_something_is_missing(phone: Phone) -> None:
    data = bytes(range(256)) * 8
    phone.goes_to("/scan")
    assert scans(phone, [moving_code.frame(data, 7), b"no frame", moving_code.frame(data, 7)]) == [True, True, True]
    ring = phone.page.get_by_role("progressbar")
    expect(ring).to_have_attribute("aria-valuenow", "33")
    expect(ring).to_contain_text("33%")
