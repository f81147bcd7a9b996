"""The door without script: one field takes whatever others show or send; nothing of it is on other pages."""

from __future__ import annotations

import pytest

from tests.kit.entered import ENTERED
from tests.kit.web.joining import makes
from tests.kit.web.page import Page
from tests.web.conftest import Phone
from web.pages.codes import MAX_CODE_BYTES


def enters(phone: Phone, text: str) -> Page:
    return phone.sends(phone.opens("/scan").form("/scan"), {"code": text})


def test_without_script_there_is_nothing_to_tap_that_needs_it(phone: Phone) -> None:
    (scan,) = (each for each in phone.opens("/scan").root.all("div") if "scan" in each.classes)
    found = scan.all("video", "select", "input", "button")
    assert len(found) > 5
    usable = [each for each in found if not each.has("hidden") and not (each.parent and each.parent.has("hidden"))]
    assert [each.get("name") or each.text for each in usable if each.get("type") != "hidden"] == ["code", "Open"]


@pytest.mark.parametrize(("text", "lead"), ENTERED.items(), ids=lambda each: repr(each)[:50])
def test_whatever_is_entered_opens_where_the_script_would_open_it(
    phone: Phone, text: str, lead: tuple[str, str]
) -> None:
    """What the script does is in tests/static/test_scanned_text.py."""
    to, address = lead
    page = enters(phone, text)
    match to:
        case "game":
            assert (page.status, page.location) == (307, "/code"), "the code goes on in the body, and into no address"
        case "here":
            assert (page.status, page.headers["Location"]) == (303, address)
        case "elsewhere":
            links = [each for each in page.root.all("a") if each.get("href") == address]
            assert (page.status, [each.get("rel") for each in links]) == (200, ["noopener noreferrer"])
        case "signs":
            assert (page.status, page.wrong_at("code")[:30]) == (404, "This join code does not work. "[:30])
        case _:
            assert (page.status, bool(page.wrong_at("code"))) == (422, True)
            assert page.form("/scan").typed("code") == text.replace("\n", "")


def test_a_way_out_of_the_folder_of_the_site_is_to_elsewhere(phone: Phone) -> None:
    for link in ("http://localhost/club/../j/abc", "http://localhost/club/%2e%2e/j/abc"):
        assert enters(phone, link).status == 200, link


def test_a_game_a_seat_and_a_scorebook_open_by_one_field(phone: Phone, stranger: Phone) -> None:
    table = phone.sits_down()
    game = phone.opens(f"{table.address}/share").root.one("textarea").text
    assert enters(stranger, game).location == "/code"
    assert "Chika" in stranger.posts("/code", {"code": game}).text
    for kind in ("game", "keep", "recovery"):
        link = makes(phone, kind, session=table.id)
        asked = stranger.follows(enters(stranger, f"http://localhost{link}"))
        assert asked.heading == ("Recovery page" if kind == "recovery" else "You are invited"), kind


def test_far_more_than_any_code_is_refused_at_the_field(phone: Phone) -> None:
    page = enters(phone, "c" * MAX_CODE_BYTES)
    assert (page.status, page.wrong_at("code")) == (413, "You sent far more than a score needs. Nothing was saved.")


def test_what_others_typed_is_in_no_cache_and_the_page_has_the_camera_whatever_it_answers(phone: Phone) -> None:
    for text in ("k7m4xq", "", "https://cards.example/j/abc"):
        page = enters(phone, text)
        assert page.headers["Cache-Control"] == "private, no-store"
        assert page.headers["Permissions-Policy"].startswith("camera=(self), ")


def test_a_first_visit_the_tools_and_the_page_of_a_game_code_lead_to_it(phone: Phone, stranger: Phone) -> None:
    phone.sits_down()
    assert "/scan" in stranger.opens("/").links()
    for address in ("/tools", "/code"):
        assert "/scan" in phone.opens(address).links()


def test_no_other_page_loads_anything_of_it(phone: Phone) -> None:
    table = phone.sits_down()
    for address in ("/", "/tools/yaku", "/rules", table.address, f"{table.address}/share"):
        html = phone.opens(address).html
        # What shows the game of a code is loaded where one is opened.
        assert not [each for each in ("/scan/", "zxing", "js/views/code.js") if each in html]
