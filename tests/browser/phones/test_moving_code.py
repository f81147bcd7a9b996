"""A scorebook goes from the screen of one phone to the camera of another, as a moving code."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.kit.browser.chromium import HOW_TO_GET_IT, find_chromium
from tests.kit.browser.film import write_codes
from tests.kit.browser.made_camera import browser_with_camera
from tests.kit.browser.opening import new_phone
from tests.kit.browser.table import Phone
from tests.kit.missing import missing
from tests.kit.store.scorebook_file import FILE, changed

PAGE = "/scorebook/moving"
SECONDS, PER_SECOND = 20, 10
"""How long the code is shown, and how fast."""
BYTES = 100 * 1024
KEEPS_WHAT_IS_SHOWN = """
window.shown = [];
const put = CanvasRenderingContext2D.prototype.putImageData;
CanvasRenderingContext2D.prototype.putImageData = function (image, ...place) {
  const { data, width, height } = image;
  const row = (y) => Array.from({ length: width }, (_, x) => (data[4 * (y * width + x)] > 127 ? "1" : "0")).join("");
  window.shown.push(Array.from({ length: height }, (_, y) => row(y)));
  return put.call(this, image, ...place);
};
"""
WHOLE_FILM = 90_000
"""Milliseconds in which the film has come more than once, on a machine that has much else to do."""


@dataclass(frozen=True)
class Shown:
    """What was shown in 20 seconds: the sessions, how many blocks, and a film of it."""

    sessions: list[str]
    blocks: int
    codes: int
    film: Path


def large_file() -> str:
    """A scorebook file that packs to somewhat more than 100 KB: notes that nothing packs further."""
    (session,) = json.loads(FILE)["sessions"]
    chance = Random(1)
    note = (b64encode(chance.randbytes(375)).decode() for _ in range(265))
    return changed(sessions=[{**session, "id": f"moved-{at:04}", "note": each} for at, each in enumerate(note)])


@pytest.fixture(scope="module")
def shown(browser: Browser, site: str, tmp_path_factory: pytest.TempPathFactory) -> Shown:
    """A phone shows its scorebook for 20 seconds of its clock; a third of what is seen is blurred or torn."""
    phone = new_phone(browser, site, locale="en-GB", device_scale_factor=1)
    file = {"name": "scorebook.json", "mimeType": "application/json", "buffer": large_file().encode()}
    phone.goes_to("/scorebook")
    phone.page.set_input_files("#file", file)  # type: ignore[arg-type]
    phone.tap(phone.page.locator("form[data-bring] button"))
    expect(phone.page.locator(".said").first).to_contain_text("Imported.", timeout=WHOLE_FILM)
    packed = phone.context.request.get(f"{PAGE}/scorebook.deflate").body()
    assert BYTES <= len(packed) < 1.1 * BYTES
    phone.page.add_init_script(KEEPS_WHAT_IS_SHOWN)
    phone.page.clock.install()
    phone.goes_to(PAGE)
    phone.tap(phone.page.get_by_role("button", name="Show the code"))
    expect(phone.page.get_by_role("button", name="Pause")).to_be_visible()
    # Who asked for less motion is shown it slowly, see PHONE.
    phone.tap(phone.page.get_by_role("button", name="Slower", pressed=True))
    phone.page.clock.pause_at(phone.page.evaluate("Date.now() + 1000"))
    phone.page.evaluate("shown.length = 0")
    phone.page.clock.run_for(SECONDS * 1000)
    codes = phone.page.evaluate("shown")
    film = tmp_path_factory.mktemp("film") / "moving.y4m"
    kinds = [{2: "blurred", 5: "torn"}.get(at % 6, "clear") for at in range(len(codes))]
    write_codes(film, phone.page, codes, kinds, per_second=PER_SECOND)
    sessions = [each["id"] for each in phone.context.request.get("/scorebook/takuroku.json").json()["sessions"]]
    assert phone.unexpected == []
    phone.context.close()
    return Shown(sessions, -(-len(packed) // 981), len(codes), film)


@pytest.fixture(scope="module")
def seeing(playwright: Playwright, shown: Shown) -> Iterator[Browser]:
    """A browser whose camera sees what was shown."""
    executable = find_chromium()
    if executable is None:
        missing(HOW_TO_GET_IT)
    with browser_with_camera(playwright, str(executable), shown.film) as browser:
        yield browser
    # It is large.
    shown.film.unlink()


@pytest.fixture
def reader(seeing: Browser, site: str) -> Iterator[Phone]:
    """A phone that has no scorebook yet and looks at the screen of the other."""
    phone = new_phone(seeing, site, locale="en-GB", permissions=["camera"])
    yield phone
    assert phone.unexpected == []
    phone.context.close()


@pytest.mark.long
def test_100_kb_go_over_in_20_seconds_with_a_third_of_the_codes_lost(reader: Phone, shown: Shown) -> None:
    """The film has no code that was not shown in 20 seconds; it comes again until it is read."""
    assert shown.codes == pytest.approx(SECONDS * PER_SECOND, abs=5)
    assert shown.blocks >= 105
    reader.goes_to("/scan")
    form = reader.page.locator("form[data-bring]")
    expect(form).to_be_visible(timeout=WHOLE_FILM)
    assert reader.page.get_by_role("progressbar").get_attribute("aria-valuenow") == "100"
    expect(reader.page.locator("video")).to_be_hidden()
    reader.tap(form.get_by_role("button", name="Import"))
    expect(reader.page.locator(".said").first).to_contain_text("Imported.", timeout=WHOLE_FILM)
    came = reader.context.request.get("/scorebook/takuroku.json").json()["sessions"]
    assert len(came) == len(shown.sessions)
