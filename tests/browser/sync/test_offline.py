"""No network: what was seen last says so, and how old it is; tools and rules open; what other apps share arrives."""

from __future__ import annotations

import pytest
from playwright.sync_api import FilePayload, expect

from tests.kit.browser.ahead import keep_ahead_away
from tests.kit.browser.axe import wrong_in_any_light
from tests.kit.browser.fit import SMALLEST, USUAL, faults_on
from tests.kit.browser.opening import OpenPhone
from tests.kit.browser.sending import BIDS, SAVED, opens, sends_in_vain, shut
from tests.kit.browser.sharing import FILE, OPEN, shares
from tests.kit.browser.table import ANN, DAN, NOT_FOUND, Phone


@pytest.fixture
def phone(visit: OpenPhone) -> Phone:
    """A phone whose worker is there."""
    return visit()


def test_tools_and_rules_open_in_the_language_that_was_chosen(visit: OpenPhone) -> None:
    phone = visit("ja-JP")
    phone.context.set_offline(True)
    phone.goes_to("/tools/forbidden-bid")
    expect(phone.page.locator("html")).to_have_attribute("lang", "ja")
    phone.tap(phone.page.locator("[data-next] a").nth(3))
    expect(phone.page.locator("[data-answer]")).to_have_text("7")
    for address in ("/tools/yaku", "/tools/hands", "/rules", "/rules/koi-koi?from=/s/x", "/rules/oh-hell"):
        phone.goes_to(address)
        expect(phone.page.locator("main")).to_be_visible()
        expect(phone.page.locator("[data-again], .seen")).to_have_count(0)
    expect(phone.page.locator("h1")).to_have_text("オーヘル Oh Hell")
    assert phone.page.evaluate("getComputedStyle(document.body).margin") == "0px", "the style is there"


def test_the_tools_answer_and_read_what_their_address_asks(phone: Phone) -> None:
    phone.context.set_offline(True)
    answer = phone.page.locator("[data-answer]")
    phone.goes_to("/tools/forbidden-bid?hand=7&bid=3&bid=9&bid=x")
    expect(answer).to_have_text("4")
    expect(phone.page.locator("[data-gone]")).to_contain_text("9")

    phone.goes_to("/tools/yaku?card=03-1&card=08-1&exclusive_teppo=on")
    made = phone.page.locator("[data-made] li")
    expect(phone.page.locator("[data-away]")).to_contain_text("1 away: Teppo (chrysanthemum with sake cup)")
    phone.tap(phone.page.locator("label:has([value='09-1'])"))
    expect(made).to_have_text(["Teppo 5"])
    phone.page.reload()
    expect(made).to_have_text(["Teppo 5"])


def test_hands_are_compared_when_the_network_is_back(phone: Phone) -> None:
    """No rule of them is in the phone."""
    phone.context.set_offline(True)
    phone.goes_to("/tools/hands?ace_high=yes&hand=ASJH9D7C5H&hand=QC8S6H3DTS")
    verdict, third = phone.page.locator("[data-verdict]"), phone.page.locator(".dealt li >> nth=2 >> .slots")
    waits = "No answer. Retrying every second while this page is open."
    expect(verdict).to_have_text(waits)
    phone.context.set_offline(False)
    # By the ace above the king a pair of aces, with the ace low only the queens.
    expect(verdict).to_contain_text("Hand 1 wins one pair (A-A-J-9-7, wild 5♥)")
    phone.context.set_offline(True)
    phone.tap(phone.page.locator("[id='KS']"))
    phone.tap(phone.page.locator("[id='2S']"))
    expect(verdict).to_have_text(waits)
    phone.context.set_offline(False)
    expect(third).to_have_text("K♠2♠")


def test_the_sheet_that_was_seen_last_says_so_and_gives_way_to_the_live_one(phone: Phone) -> None:
    session = phone.sits_down(dealer=DAN)
    phone.bids(BIDS)
    phone.saves()
    phone.context.set_offline(True)
    # No timer runs by itself, as in a phone that was put away.
    phone.page.clock.install()
    phone.page.reload()
    seen = phone.page.locator(".seen")
    expect(seen).to_have_text("No answer. You see this page as it was just now.")
    expect(phone.sheet).to_have_attribute("data-position", "1")
    phone.page.clock.run_for(125_000)
    expect(seen).to_contain_text("2 minutes ago")
    phone.writes(session, {"step": "tricks", "tricks": [3, 2, 3, 2]})
    phone.context.set_offline(False)
    expect(phone.sheet).to_have_attribute("data-position", "2")
    expect(seen).to_have_count(0)


def test_what_is_entered_on_it_waits_through_a_reload_and_is_saved_once(phone: Phone) -> None:
    keep_ahead_away(phone)
    session = phone.sits_down(dealer=DAN)
    phone.context.set_offline(True)
    shut(phone.context)
    phone.page.reload()
    phone.bids(BIDS)
    sends_in_vain(phone)
    phone.page.reload()
    expect(phone.page.locator(".sending")).to_contain_text("No answer.")
    expect(phone.bid_of(ANN)).to_have_text("3")
    phone.goes_to("/")
    expect(phone.page.locator(".unsent")).to_contain_text("Not saved yet")
    expect(phone.page.locator(".seen")).to_be_visible()
    assert phone.entries(session) == []
    # While the page gives way to the live one, neither says yet that something waits.
    with phone.page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/entries")):
        phone.context.set_offline(False)
        opens(phone.context)
    expect(phone.page.locator(".unsent")).to_have_count(0)
    assert phone.entries(session) == SAVED
    # Home itself is the live one again, with the step that was saved.
    expect(phone.page.locator(".seen")).to_have_count(0)


def test_a_page_that_is_live_again_in_its_place_no_longer_tells_its_age(phone: Phone) -> None:
    keep_ahead_away(phone)
    phone.sits_down(dealer=DAN)
    phone.bids(BIDS)
    phone.context.set_offline(True)
    shut(phone.context)
    phone.page.reload()
    phone.bids(BIDS)
    sends_in_vain(phone)
    seen = phone.page.locator(".seen")
    expect(seen).to_be_visible()
    phone.context.set_offline(False)
    opens(phone.context)
    expect(phone.sheet).to_have_attribute("data-position", "1")
    expect(seen).to_have_count(0)
    # Longer than from one look at the age to the next.
    phone.page.wait_for_timeout(5_500)
    assert phone.unexpected == []


def test_a_page_that_the_phone_does_not_have_says_so_and_comes_by_itself(phone: Phone) -> None:
    phone.context.set_offline(True)
    phone.goes_to("/history")
    expect(phone.page.locator("h1")).to_have_text("No connection")
    phone.context.set_offline(False)
    expect(phone.page.locator("h1")).to_have_text("Record")


def test_what_is_shown_without_a_network_fits_and_axe_finds_nothing(visit: OpenPhone, axe: str) -> None:
    phone = visit("ja-JP")
    session = phone.sits_down(dealer=DAN)
    phone.goes_to("/")
    phone.context.set_offline(True)
    for address in (f"/s/{session}", "/", "/history"):
        phone.goes_to(address)
        assert faults_on(phone, USUAL, SMALLEST) == {}
        phone.page.set_viewport_size(USUAL)
        assert wrong_in_any_light(phone.page, axe) == {}


# --- what other apps share ------------------------------------------------------------

FORM = "form[data-bring]"


def players(phone: Phone) -> list[str]:
    book = phone.context.request.get("/scorebook/takuroku.json").json()
    return [each["name"] for each in book["players"]]


def test_a_scorebook_file_lies_in_the_form_until_somebody_imports_it(phone: Phone, site: str) -> None:
    shares(phone.page, f"{site}/shared", FILE)
    form = phone.page.locator(FORM)
    said = "takuroku-2026.json: tap “Import” to add the games to this scorebook."
    expect(form.get_by_text(said)).to_be_visible()
    expect(phone.page.locator("#live")).to_have_text(said)
    expect(form.locator("button")).to_be_focused()
    assert phone.page.evaluate("[location.pathname, location.hash]") == ["/scorebook", ""]
    assert phone.page.evaluate("caches.has('/ shared')") is False, "it is taken once"
    assert players(phone) == []
    phone.tap(form.locator("button"))
    expect(phone.page.locator(".headline")).to_contain_text("Imported.")
    assert players(phone) == ["Ann"]


def test_of_several_files_that_are_shared_all_scorebooks_are_imported_by_one_tap(phone: Phone, site: str) -> None:
    other: FilePayload = {**FILE, "name": "takuroku-2025.json", "buffer": FILE["buffer"].replace(b"Ann", b"Ben")}
    shares(phone.page, f"{site}/shared", FILE, {"name": "code.png", "mimeType": "image/png", "buffer": b"."}, other)
    form = phone.page.locator(FORM)
    expect(form).to_contain_text("2 files: tap “Import” to add the games to this scorebook.")
    phone.tap(form.locator("button"))
    expect(phone.page.locator(".headline")).to_contain_text("Imported.")
    assert players(phone) == ["Ann", "Ben"]


def test_a_link_in_a_message_shows_its_game_and_one_that_lets_in_asks(phone: Phone, site: str) -> None:
    session = phone.begins(dealer=DAN)
    phone.goes_to(f"/s/{session}/share")
    link = phone.page.locator("#made").input_value()
    shares(phone.page, f"{site}/shared", text=f"今夜のゲーム：{link}です。")
    expect(phone.page.locator(".standings")).to_contain_text("Cleo")
    assert phone.page.url == link
    phone.expects(NOT_FOUND)
    shares(phone.page, f"{site}/shared", text=f"{site}/j/nonsense")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("This link no longer works")
    assert phone.page.url == f"{site}/j/nonsense"


def test_where_nothing_was_kept_the_page_says_so(phone: Phone) -> None:
    phone.goes_to("/scorebook#shared")
    expect(phone.page.locator(FORM)).to_contain_text("Nothing arrived.")
    phone.goes_to("/scan#shared")
    expect(phone.page.get_by_role("alert")).to_have_text("Nothing arrived. Share it again, or choose it here.")


def test_a_file_that_is_opened_with_the_app_lies_in_the_form_unless_it_is_too_large(phone: Phone) -> None:
    phone.page.add_init_script(OPEN)
    phone.goes_to("/scorebook")
    phone.page.wait_for_function("() => globalThis.opens")
    opens_file = "text => opens({ files: [{ getFile: async () => new File([text], 'evening.json') }] })"
    form = phone.page.locator(FORM)
    form.evaluate("form => { form.dataset.bring = '200'; }")
    phone.page.evaluate(opens_file, "x" * 201)
    expect(form).to_contain_text("The file is too large")
    expect(form).not_to_contain_text("tap “Import”")
    expect(phone.page.locator("#file")).to_be_focused()
    phone.page.evaluate(opens_file, FILE["buffer"].decode())
    expect(form).to_contain_text("evening.json: tap “Import”")
    assert players(phone) == []
