"""The page that shows a moving code, and what the page that scans does with frames; here they come without a camera."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from random import Random

import pytest
from playwright.sync_api import expect

from tests.kit import moving_code
from tests.kit.browser.expecting import comes_true
from tests.kit.browser.fit import ON_ITS_SIDE
from tests.kit.browser.stored import count
from tests.kit.browser.table import FOUR, OFFLINE, Phone
from tests.kit.store.scorebook_file import FILE, changed

PAGE = "/scorebook/moving"
RECEIVES = """async (frames) => {
  const page = document.querySelector("[data-receiver]");
  const { receive } = await import(page.dataset.receiver);
  const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const wants = [];
  for (const frame of frames) wants.push(await receive(page, bytes(frame)));
  return wants;
}"""
FILMS = """async (frames) => {
  const { generate, mode } = await import("/assets/x/vendor/lean-qr/index.mjs");
  const canvas = Object.assign(document.createElement("canvas"), { width: 480, height: 480 });
  const pen = canvas.getContext("2d");
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: "video/webm", videoBitsPerSecond: 8e6 });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const over = new Promise((stopped) => (recorder.onstop = stopped));
  recorder.start();
  for (const frame of frames) {
    const code = generate(mode.bytes(Uint8Array.from(atob(frame), (sign) => sign.charCodeAt(0))));
    const square = Math.floor(480 / (code.size + 8));
    pen.fillStyle = "white";
    pen.fillRect(0, 0, 480, 480);
    pen.fillStyle = "black";
    for (let y = 0; y < code.size; y++) {
      for (let x = 0; x < code.size; x++) {
        if (frame && code.get(x, y)) pen.fillRect((x + 4) * square, (y + 4) * square, square, square);
      }
    }
    // A film lasts its time.
    await new Promise((later) => setTimeout(later, 250));
  }
  recorder.stop();
  await over;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""
"""A film of a screen that shows frames; nothing in the place of an empty one."""
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
    canvas, said = phone.page.locator("canvas"), phone.page.locator(".moving .headline")
    expect(canvas).to_be_hidden()
    phone.tap(phone.page.get_by_role("button", name="Show the code"))
    expect(canvas).to_be_visible()
    # A game of which nothing is played yet fits into one code.
    expect(said).to_contain_text("Codes: 1, about")
    phone.tap(phone.page.get_by_role("button", name="Pause"))
    expect(phone.page.get_by_role("button", name="Resume")).to_be_visible()
    expect(canvas).to_be_visible()
    # A phone on its side has the code below its screen.
    phone.page.set_viewport_size(ON_ITS_SIDE)
    phone.page.evaluate("scrollTo(0, 0)")
    phone.tap(phone.page.get_by_role("button", name="Resume"))
    expect(canvas).to_be_in_viewport(ratio=1)


def carries(phone: Phone, blocks: int, **headers: str) -> None:
    """What the site packs, in so many blocks, whatever is in them."""
    digest = {"Repr-Digest": f"sha-256=:{b64encode(bytes(32)).decode()}:"}
    body = Random(1).randbytes(blocks * 981)
    phone.page.route("**/scorebook.deflate", lambda route: route.fulfill(body=body, headers=digest | headers))


def test_it_is_slow_after_three_loops_and_by_a_key(phone: Phone) -> None:
    """8 codes, and a quarter more for those that are missed: at ten a second 1 second, three loops in 2.4."""
    phone.begins(FOUR)
    carries(phone, 8)
    phone.page.emulate_media(reduced_motion="no-preference")
    phone.page.clock.install()
    phone.goes_to(PAGE)
    said, slower = phone.page.locator(".moving .headline"), phone.page.get_by_role("button", name="Slower")
    expect(slower).to_be_hidden()
    phone.tap(phone.page.get_by_role("button", name="Show the code"))
    expect(said).to_contain_text("Codes: 8, about 1 second")
    phone.tap(slower)
    expect(said).to_contain_text("about 2 seconds")
    phone.tap(slower)
    expect(slower).to_have_attribute("aria-pressed", "false")
    phone.page.clock.run_for(3_000)
    expect(slower).to_have_attribute("aria-pressed", "true")
    expect(said).to_contain_text("about 2 seconds")
    # Whoever wants it faster again has it faster.
    phone.tap(slower)
    phone.page.clock.run_for(3_000)
    expect(slower).to_have_attribute("aria-pressed", "false")
    phone.page.unroute_all()
    phone.page.emulate_media(reduced_motion="reduce")


def test_who_asked_for_less_motion_is_shown_it_slowly_at_once(phone: Phone) -> None:
    phone.begins(FOUR)
    carries(phone, 40)
    phone.goes_to(PAGE)
    phone.tap(phone.page.get_by_role("button", name="Show the code"))
    expect(phone.page.get_by_role("button", name="Slower")).to_have_attribute("aria-pressed", "true")
    expect(phone.page.locator(".moving .headline")).to_contain_text("about 10 seconds")
    phone.page.unroute_all()


def test_what_does_not_fit_or_does_not_come_is_told_and_can_be_tried_again(phone: Phone) -> None:
    phone.begins(FOUR)
    phone.goes_to(PAGE)
    phone.expects(OFFLINE, TOO_LARGE)
    alert, button = phone.page.get_by_role("alert"), phone.page.get_by_role("button", name="Show the code")
    phone.context.set_offline(True)
    phone.tap(button)
    expect(alert).to_have_text("Could not be loaded. Try again.")
    phone.context.set_offline(False)
    phone.page.route("**/scorebook.deflate", lambda route: route.fulfill(status=413, body="too large"))
    phone.tap(button)
    expect(alert).to_contain_text("Too many games for a moving code")
    phone.page.unroute_all()
    carries(phone, 2, **{"Takuroku-Since": "2026-03-05"})
    phone.tap(button)
    expect(phone.page.locator("canvas")).to_be_visible()
    expect(alert).to_be_hidden()
    expect(phone.page.get_by_text("Only games since March 5, 2026 fit.")).to_be_visible()
    phone.page.unroute_all()


@pytest.mark.pocket
def test_what_was_read_is_imported_by_the_form_of_the_page_for_import(phone: Phone) -> None:
    data = packed(FILE)
    phone.goes_to("/scan")
    assert scans(phone, [moving_code.frame(data, 7)]) == [False]
    done = phone.page.get_by_text("Everything received, not imported yet.")
    expect(done.and_(phone.page.locator("form[data-bring] *"))).to_be_visible()
    assert phone.page.evaluate("location.pathname").endswith("/scorebook"), (
        "from there Back leads to the page that scans"
    )
    phone.tap(phone.page.get_by_role("button", name="Import"))
    expect(phone.page.locator(".headline").first).to_contain_text("Imported.")
    came = phone.page.evaluate("fetch('./scorebook/takuroku.json').then((answer) => answer.json())")
    assert [each["id"] for each in came["sessions"]] == [each["id"] for each in json.loads(FILE)["sessions"]]


def test_what_is_wrong_with_a_code_is_told_and_nothing_is_taken(phone: Phone) -> None:
    data = packed(FILE)
    phone.goes_to("/scan")
    wrong = phone.page.locator("[data-receiving] .wrong")
    newer = b"TKM3" + moving_code.frame(data, 7)[4:]
    for frame, words in (
        (newer, "This phone cannot read the code"),
        (moving_code.frame(data, 7)[:-1] + b"\0", "The code didn’t come through right"),
        (moving_code.frame(b"\xff" * 50, 7), "The code didn’t come through right"),
    ):
        assert scans(phone, [frame]) == [False]
        expect(wrong).to_contain_text(words)
    expect(phone.page.locator("form[data-bring]")).to_have_count(0)
    # And what is right is taken all the same.
    assert scans(phone, [moving_code.frame(data, 7)]) == [False]
    expect(phone.page.locator("form[data-bring]")).to_be_visible()
    expect(wrong).to_be_hidden()


def test_more_is_wanted_as_long_as_something_is_missing_after_a_reload_too(phone: Phone) -> None:
    data = bytes(range(256)) * 8
    phone.goes_to("/scan")
    assert scans(phone, [moving_code.frame(data, 7), b"no frame", moving_code.frame(data, 7)]) == [True, True, True]
    ring = phone.page.get_by_role("progressbar")
    expect(ring).to_have_attribute("aria-valuenow", "33")
    expect(ring).to_contain_text("33%")
    # What was read is kept in the phone.
    comes_true(phone.page, f"() => {count('moving:')}.then((kept) => kept === 1)")
    phone.page.reload()
    assert scans(phone, [moving_code.frame(data, 0)]) == [True]
    expect(ring).to_have_attribute("aria-valuenow", "66")


def chooses_film(phone: Phone, film: bytes) -> None:
    phone.page.locator("#pictures").set_input_files({"name": "screen.webm", "mimeType": "video/webm", "buffer": film})


def test_a_film_of_the_screen_is_read_where_the_app_is_on_the_same_phone(phone: Phone) -> None:
    """Three blocks: notes of random letters do not pack further."""
    (session,) = json.loads(FILE)["sessions"]
    chance = Random(1)
    notes = [b64encode(chance.randbytes(375)).decode() for _ in range(4)]
    data = packed(changed(sessions=[{**session, "id": f"filmed-{at}", "note": note} for at, note in enumerate(notes)]))
    frames = [b64encode(moving_code.frame(data, number)).decode() for number in range(12)]
    phone.goes_to("/scan")
    film = b64decode(phone.page.evaluate(FILMS, frames))
    chooses_film(phone, film)
    expect(phone.page.locator("form[data-bring]")).to_be_visible()
    expect(phone.page.locator("video")).to_be_hidden()
    phone.tap(phone.page.get_by_role("button", name="Import"))
    expect(phone.page.locator(".headline").first).to_contain_text("Imported.")


def test_a_film_that_is_none_or_shows_nothing_is_told(phone: Phone) -> None:
    phone.goes_to("/scan")
    chooses_film(phone, b"no film")
    expect(phone.page.get_by_role("alert")).to_contain_text("cannot read the file")
    chooses_film(phone, b64decode(phone.page.evaluate(FILMS, [""])))
    expect(phone.page.get_by_role("alert")).to_contain_text("No QR code found.")
