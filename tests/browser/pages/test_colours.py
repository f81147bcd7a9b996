"""The colours of the system, of the switch, and of readers who have their own (Windows: high contrast)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import Locator, expect

from tests.kit.browser.table import ANN, DAN, Phone, deal

Scheme = Literal["light", "dark"]
PAPER: dict[Scheme, str] = {"light": "rgb(247, 241, 227)", "dark": "rgb(21, 19, 15)"}


def test_the_colours_follow_the_system_unless_the_switch_says_otherwise(open_phone: Callable[..., Phone]) -> None:
    phone = open_phone(color_scheme="light")
    phone.goes_to("/scorebook")
    body = phone.page.locator("body")
    for system, paper in PAPER.items():
        phone.page.emulate_media(color_scheme=system)
        expect(body).to_have_css("background-color", paper)
    for switch, paper in PAPER.items():
        phone.tap(phone.page.locator(f"button[name=theme][value={switch}]"))
        expect(phone.page.locator("html")).to_have_attribute("data-theme", switch)
        for system in PAPER:
            phone.page.emulate_media(color_scheme=system)
            expect(body).to_have_css("background-color", paper)


OpenPhone = Callable[..., Phone]
LOOK = """part => {
    const { color, backgroundColor, backgroundImage, boxShadow, textDecorationLine } = getComputedStyle(part);
    return { color, backgroundColor, backgroundImage, boxShadow, textDecorationLine };
}"""


def look(part: Locator) -> dict[str, Any]:
    found: dict[str, Any] = part.evaluate(LOOK)
    return found


@pytest.fixture(params=["light", pytest.param("dark", marks=pytest.mark.long)])
def phone(request: pytest.FixtureRequest, open_phone: OpenPhone) -> Phone:
    phone = open_phone(forced_colors="active", color_scheme=request.param)
    phone.page.emulate_media(forced_colors="active", color_scheme=request.param)
    assert phone.page.evaluate("matchMedia('(forced-colors: active)').matches")
    return phone


def test_the_marked_row_and_the_pressed_and_the_forbidden_key_are_seen(phone: Phone) -> None:
    phone.sits_down(dealer=DAN, top_hand="5")
    for seat, bid in ((ANN, 1), (1, 2), (2, 0)):
        phone.bid(seat, bid)
    frame = look(phone.page.locator("body"))["color"]
    assert frame in look(phone.place(DAN))["boxShadow"]
    assert frame not in look(phone.place(ANN))["boxShadow"]
    # 5 − 1 − 2 − 0: Dan may not say 2.
    assert look(phone.struck)["backgroundImage"].count("linear-gradient") == 2
    phone.bid(DAN, 3)
    pressed, free = look(phone.page.locator("[data-digit][aria-pressed=true]")), look(phone.key(4))
    assert pressed["backgroundColor"] == free["color"]
    assert pressed["color"] == free["backgroundColor"]
    assert look(phone.action)["color"] == free["backgroundColor"], "nothing is missing: the button is filled"


def test_faces_and_lines_are_in_the_colour_of_the_text(phone: Phone) -> None:
    session = phone.begins(dealer=DAN, top_hand="5")
    phone.writes(session, *deal([1, 2, 0, 1], [1, 2, 0, 2]))
    phone.goes_to(f"/s/{session}")
    text = look(phone.page.locator("body"))
    faces = [look(face) for face in phone.page.locator(".standings .initial").all()]
    shown = [(face["backgroundColor"], face["color"]) for face in faces]
    assert shown == [(text["color"], text["backgroundColor"])] * 4
    strokes = phone.page.locator(".chart polyline").evaluate_all("all => all.map(it => getComputedStyle(it).stroke)")
    assert strokes == [text["color"]] * 4
    dashes = phone.page.locator(".chart polyline").evaluate_all(
        "all => all.map(it => getComputedStyle(it).strokeDasharray)"
    )
    assert len(set(dashes)) == 4
    missed = phone.page.locator(".card .missed .bid").first
    assert look(missed)["textDecorationLine"] == "line-through"
