"""The door: codes read with the camera and from pictures, six signs, links: what is of this site opens at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Playwright, Route, expect

from tests.kit.browser.chromium import HOW_TO_GET_IT, find_chromium
from tests.kit.browser.made_camera import browser_with_camera, chooses, picture_of, write_film, write_film_of
from tests.kit.browser.opening import new_phone
from tests.kit.browser.pocket.phone import pocket_phone
from tests.kit.browser.pocket.site import running_host
from tests.kit.browser.table import NOT_FOUND, OFFLINE, REFUSED, Phone, deal
from tests.kit.missing import missing

CODE = "c" + "Ab3_-xYz09" * 40
"""What a game code looks like, as long as that of an evening."""
NOT_FROM_THIS_BOOK = "https://evil.example/j/abc"
SEVERAL_LINES = "javascript:alert(1)\n" + "\n".join(f"line {number} of a long text" for number in range(40))
"""As long as the result of a check of a phone."""
AIM = "Hold the phone so that the whole code is in the picture."


@dataclass(frozen=True)
class Camera:
    """A browser whose camera shows what was filmed last."""

    browser: Browser
    film: Path

    def shows(self, text: str | None) -> None:
        write_film(self.film, text)

    def shows_game(self, phone: Phone, session: str) -> None:
        """Be held before the code of a session on the screen of a phone."""
        phone.goes_to(f"/s/{session}/share")
        phone.tap(phone.page.locator("details.more > summary"))
        write_film_of(self.film, phone.page.locator("figure.code"))


@pytest.fixture(scope="module")
def executable() -> str:
    found = find_chromium()
    if found is None:
        missing(HOW_TO_GET_IT)
    return str(found)


@pytest.fixture(scope="module")
def camera(playwright: Playwright, executable: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Camera]:
    film = tmp_path_factory.mktemp("camera") / "film.y4m"
    with browser_with_camera(playwright, executable, film) as browser:
        yield Camera(browser, film)


@pytest.fixture
def refuser(playwright: Playwright, executable: str, tmp_path: Path) -> Iterator[Browser]:
    """A browser whose camera is refused to every site."""
    write_film(tmp_path / "film.y4m", None)
    with browser_with_camera(playwright, executable, tmp_path / "film.y4m", is_allowed=False) as browser:
        yield browser


@pytest.fixture
def scanner(camera: Camera, site: str) -> Iterator[Phone]:
    """A phone on which the camera was allowed to the site before."""
    phone = new_phone(camera.browser, site, locale="en-GB", permissions=["camera"])
    # What the game of a code looks like is told elsewhere.
    phone.page.route("**/code", lambda route: route.fulfill(body="<title>The game</title>", content_type="text/html"))
    yield phone
    assert phone.unexpected == []
    phone.context.close()


def toggle(phone: Phone) -> Locator:
    return phone.page.locator("[data-toggle]")


def found(phone: Phone) -> Locator:
    return phone.page.locator("[data-found]")


def test_a_game_code_before_the_camera_is_opened_on_this_site(camera: Camera, scanner: Phone, site: str) -> None:
    camera.shows(f"https://other.example/code#{CODE}")
    scanner.goes_to("/scan")
    scanner.page.wait_for_url(f"{site}/code#{CODE}")


@pytest.mark.long
def test_a_game_is_handed_over_gone_on_with_and_handed_back_by_the_camera(camera: Camera, site: str) -> None:
    first, other = (new_phone(camera.browser, site, locale="en-GB", permissions=["camera"]) for _ in range(2))

    def takes(phone: Phone, shower: Phone, position: int) -> str:
        camera.shows_game(shower, shower.session)
        phone.goes_to("/scan")
        phone.tap(phone.page.get_by_role("button", name="Take it into my scorebook"))
        expect(phone.sheet).to_have_attribute("data-position", str(position))
        return phone.session

    begun, gone_on = deal([3, 2, 4, 2], [3, 2, 3, 2]), deal([2, 2, 2, 2], [2, 2, 2, 3])
    session = first.begins()
    first.writes(session, *begun)
    first.goes_to(f"/s/{session}")
    other.writes(takes(other, first, 2), *gone_on)
    assert takes(first, other, 4) == session
    assert first.entries(session) == [*begun, *gone_on]
    assert first.unexpected == other.unexpected == []
    for phone in (first, other):
        phone.context.close()


def test_a_link_of_this_site_is_opened_at_once_and_asks_there(camera: Camera, scanner: Phone, site: str) -> None:
    camera.shows(f"{site}/j/nobodys-link")
    scanner.expects(NOT_FOUND)
    scanner.goes_to("/scan")
    scanner.page.wait_for_url(f"{site}/j/nobodys-link")


def test_a_link_to_elsewhere_is_told_and_opened_by_a_tap(camera: Camera, scanner: Phone) -> None:
    camera.shows(NOT_FROM_THIS_BOOK)
    scanner.goes_to("/scan")
    expect(found(scanner)).to_contain_text(NOT_FROM_THIS_BOOK)
    expect(found(scanner)).to_be_focused()
    # The camera is off again, and shows nothing.
    expect(scanner.page.locator("video")).to_be_hidden()
    assert scanner.page.evaluate("document.querySelector('video').srcObject") is None


def test_the_camera_is_looked_through_until_it_is_stopped(camera: Camera, scanner: Phone) -> None:
    camera.shows(None)
    scanner.goes_to("/scan")
    expect(scanner.page.get_by_text(AIM)).to_be_visible()
    video = scanner.page.locator("video")
    assert video.evaluate("video => [video.playsInline, video.muted, video.videoWidth]") == [True, True, 640]
    # One camera without a light leaves nothing to choose.
    expect(scanner.page.locator("[data-torch]")).to_be_hidden()
    expect(scanner.page.locator("#camera")).to_be_hidden()
    scanner.tap(toggle(scanner))
    expect(video).to_be_hidden()
    expect(toggle(scanner)).to_have_text("Start the camera")
    camera.shows("It is raining.")
    scanner.tap(toggle(scanner))
    expect(found(scanner)).to_contain_text("Not a code of this site: It is raining.")


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        pytest.param("en-GB", "Allow this page to use the camera", marks=pytest.mark.long),
        ("ja-JP", "カメラを許可してから"),
    ],
)
def test_who_refused_the_camera_is_told_how_to_allow_it(refuser: Browser, site: str, locale: str, words: str) -> None:
    phone = new_phone(refuser, site, locale=locale)
    phone.goes_to("/scan")
    phone.tap(toggle(phone))
    expect(phone.page.get_by_role("alert")).to_contain_text(words)
    expect(phone.page.locator("video")).to_be_hidden()
    expect(toggle(phone)).to_be_visible()
    assert phone.unexpected == []
    phone.context.close()


def test_no_other_page_gets_the_camera(camera: Camera, scanner: Phone) -> None:
    camera.shows(None)
    scanner.expects("Permissions policy violation: camera is not allowed")
    scanner.goes_to("/tools/yaku")
    asked = "navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'allowed', (error) => error.name)"
    assert scanner.page.evaluate(asked) == "NotAllowedError"


@pytest.mark.long(reason="The site in a phone is built for it")
def test_the_camera_reaches_the_pages_of_a_site_in_the_phone(camera: Camera, pocket_folder: Path) -> None:
    camera.shows("It is raining.")
    with running_host(pocket_folder) as host:
        phone = pocket_phone(camera.browser, host, locale="en-GB", permissions=["camera"])
        phone.cut_off(host)
        phone.goes_to("/scan")
        expect(found(phone)).to_contain_text("It is raining.")
        phone.context.close()


def test_a_phone_without_a_camera_is_told_so(phone: Phone) -> None:
    phone.goes_to("/scan")
    phone.tap(toggle(phone))
    expect(phone.page.get_by_role("alert")).to_contain_text("There is no camera here.")


@pytest.mark.pocket
def test_codes_in_pictures_are_read_and_nothing_is_opened_by_itself(phone: Phone) -> None:
    phone.goes_to("/scan")
    here = phone.page.url
    chooses(
        phone,
        picture_of(NOT_FROM_THIS_BOOK),
        picture_of(SEVERAL_LINES),
        picture_of(f"https://x.example/code#{CODE}"),
    )
    boxes = found(phone).locator(".box")
    expect(boxes).to_have_count(3)
    expect(boxes.nth(0)).to_contain_text("This leads to another site: evil.example")
    link = boxes.nth(0).get_by_role("link", name="Open the link")
    expect(link).to_have_attribute("href", NOT_FROM_THIS_BOOK)
    expect(link).to_have_attribute("rel", re.compile("noopener"))
    assert boxes.nth(1).locator(".exact").inner_text() == SEVERAL_LINES
    expect(boxes.nth(1).get_by_role("link")).to_have_count(0)
    expect(boxes.nth(2).get_by_role("link")).to_have_attribute(
        "href", re.compile(f"^{here.removesuffix('scan')}code#{CODE}$")
    )
    assert phone.page.url == here


def test_a_pasted_link_leads_where_a_scanned_one_does(phone: Phone) -> None:
    phone.goes_to("/scan")
    expect(toggle(phone)).to_be_visible()
    field = phone.page.get_by_label("Six-character code, or a link")
    field.fill(f" {NOT_FROM_THIS_BOOK} ")
    field.press("Enter")
    expect(found(phone)).to_contain_text("This leads to another site: evil.example")
    phone.page.route("**/code", lambda route: route.fulfill(body="<title>The game</title>", content_type="text/html"))
    field.fill(f"https://other.example/code#{CODE}")
    field.press("Enter")
    phone.page.wait_for_url(f"**/code#{CODE}")


def test_the_sixth_sign_opens_and_what_is_wrong_is_told_at_the_field(phone: Phone) -> None:
    phone.expects(NOT_FOUND, REFUSED)
    phone.goes_to("/scan")
    field = phone.page.get_by_label("Six-character code, or a link")
    field.press_sequentially("k7m 4x")
    expect(phone.page.get_by_role("alert")).to_have_count(0)
    field.press_sequentially("q")
    expect(phone.page.get_by_role("alert")).to_contain_text("This join code does not work.")
    expect(field).to_have_value("k7m 4xq")
    expect(field).to_be_focused()
    field.fill("no code at all: " + "long " * 400)
    field.press("Enter")
    expect(phone.page.get_by_role("alert")).to_contain_text("Enter the six-character code")


def test_signs_that_are_typed_before_the_script_is_there_open_once_it_is(phone: Phone) -> None:
    phone.expects(NOT_FOUND)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.page.route(re.compile("/js/scan/scan"), hold)
    with phone.page.expect_request(re.compile("/js/scan/scan")):
        phone.page.goto("/scan")
    phone.page.get_by_label("Six-character code, or a link").fill("k7m4xq")
    (script,) = held
    script.continue_()
    expect(phone.page.get_by_role("alert")).to_contain_text("This join code does not work.")


def test_without_a_network_what_is_typed_stays(phone: Phone) -> None:
    phone.expects(OFFLINE)
    phone.goes_to("/scan")
    field = phone.page.get_by_label("Six-character code, or a link")
    phone.context.set_offline(True)
    field.fill("K7M4XQ")
    expect(phone.page.get_by_role("alert")).to_contain_text("No connection")
    expect(field).to_have_value("K7M4XQ")


def test_what_was_copied_is_pasted_by_a_tap(camera: Camera, site: str) -> None:
    phone = new_phone(camera.browser, site, locale="en-GB", permissions=["clipboard-read", "clipboard-write"])
    phone.goes_to("/scan")
    phone.page.evaluate("text => navigator.clipboard.writeText(text)", f"Look! {NOT_FROM_THIS_BOOK}.")
    phone.tap(phone.page.get_by_role("button", name="Paste"))
    expect(found(phone)).to_contain_text("This leads to another site: evil.example")
    assert phone.unexpected == []
    phone.context.close()


def test_a_picture_without_a_code_and_what_is_no_picture_are_told(phone: Phone) -> None:
    phone.goes_to("/scan")
    icon = Path("static/img/icon-192.png").read_bytes()
    chooses(phone, icon)
    expect(phone.page.get_by_role("alert")).to_contain_text("No QR code found.")
    chooses(phone, b"no picture")
    expect(phone.page.get_by_role("alert")).to_contain_text("cannot read the file")


def test_a_browser_without_webassembly_is_told_so(phone: Phone) -> None:
    window = phone.another_window()
    window.page.add_init_script("delete globalThis.WebAssembly")
    window.goes_to("/scan")
    chooses(window, picture_of("anything"))
    expect(window.page.get_by_role("alert")).to_contain_text("The camera cannot be used here.")


def test_a_reader_that_cannot_be_loaded_is_asked_for_again(phone: Phone) -> None:
    phone.expects("net::ERR_FAILED")
    phone.goes_to("/scan")
    phone.page.route("**/*.wasm", lambda route: route.abort())
    chooses(phone, picture_of("anything"))
    expect(phone.page.get_by_role("alert")).to_contain_text("could not be loaded")
    phone.page.unroute("**/*.wasm")
    chooses(phone, picture_of("anything"))
    expect(found(phone)).to_contain_text("anything")
