"""What only a browser can tell of Buki: who went out, pips of a blocked game, spectators."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.games.buki.sheet import FIRST_BANKER, PLAYERS
from tests.kit.browser.table import REFUSED, Phone


def sits_down(phone: Phone) -> None:
    phone.sits_down(PLAYERS, game="buki", dealer=FIRST_BANKER)


def winner(phone: Phone, seat: int | str) -> Locator:
    return phone.page.locator(f"[data-out] .chip:has([value='{seat}'])")


def onlookers(phone: Phone) -> list[list[str]]:
    """Who stands below the players: the name without what is said beside it, and the chips."""
    found: list[list[str]] = phone.page.locator(".onlookers li").evaluate_all(
        "lines => lines.map(line => [line.querySelector('.name').firstChild, line.querySelector('.total')]"
        ".map(part => part.textContent.trim()))"
    )
    return found


def pips(phone: Phone, seat: int) -> Locator:
    return phone.page.locator(f"[name=pips-{seat}]")


def test_the_pips_are_asked_only_in_a_blocked_game(phone: Phone) -> None:
    sits_down(phone)
    phone.saves()
    expect(pips(phone, 0)).to_be_hidden()
    expect(phone.action).to_have_text("Who went out")
    phone.tap(winner(phone, "nobody"))
    expect(phone.action).to_have_text("4 left: あんな")
    for seat, number in enumerate((9, 5, 5)):
        pips(phone, seat).fill(str(number))
    expect(phone.action).to_have_text("1 left: 大輔")
    phone.expects(REFUSED)
    phone.tap(phone.action)
    expect(phone.page.locator("[data-out] [data-seat='3'] .wrong")).to_contain_text("大輔: the game was blocked")
    pips(phone, 3).fill("7")
    expect(phone.page.locator(".said p")).to_contain_text("tied with 5 pips")
    # It was 大輔 who went out, after all: what was counted is not sent.
    phone.tap(winner(phone, 3))
    expect(pips(phone, 0)).to_be_hidden()
    expect(phone.page.locator(".said p")).to_contain_text("大輔 went out")
    phone.saves()
    assert phone.entries()[-1]["out"] == 3


def test_who_is_chosen_is_seen_and_nothing_moves(phone: Phone) -> None:
    sits_down(phone)
    phone.saves()
    expect(phone.action).to_have_text("Who went out")
    before = places(phone)
    for chosen in (2, "nobody"):
        phone.tap(winner(phone, chosen))
        span = winner(phone, chosen).locator("> span")
        colours = span.evaluate("it => [getComputedStyle(it).backgroundColor, getComputedStyle(it).color]")
        others = winner(phone, 0).locator("> span").evaluate("it => getComputedStyle(it).backgroundColor")
        assert colours[0] not in (colours[1], others)
        assert places(phone) == before


def places(phone: Phone) -> list[list[float]]:
    """Where the rows, their fields and the action stand."""
    found: list[list[float]] = phone.page.locator(".place, .pips, .action .main").evaluate_all(
        "all => all.map(it => { const box = it.getBoundingClientRect(); return [box.x, box.y, box.height]; })"
    )
    return found


def test_a_seat_has_the_same_row_in_both_steps_whoever_banks(phone: Phone) -> None:
    sits_down(phone)
    rows = phone.page.locator(".rows > [class*=seat-]")
    tops = "all => all.map(it => it.getBoundingClientRect().y)"
    stakes = rows.evaluate_all(tops)
    phone.saves()
    assert rows.evaluate_all(tops) == stakes
    phone.tap(winner(phone, 3))
    phone.saves()
    expect(phone.page.locator(".banks")).to_contain_text("大輔")
    assert rows.evaluate_all(tops) == stakes


def test_one_empty_row_waits_for_the_next_spectator(phone: Phone) -> None:
    sits_down(phone)
    rows = phone.page.locator("[data-row]")
    phone.tap(phone.page.locator("[data-spectators] > summary"))
    expect(rows.filter(visible=True)).to_have_count(1)
    phone.page.locator("[name=spectators-0-name]").fill("恵美")
    expect(rows.filter(visible=True)).to_have_count(2)
    phone.page.reload()
    expect(phone.page.locator("[name=spectators-0-name]")).to_have_value("恵美")
    phone.expects(REFUSED)
    phone.tap(phone.action)
    expect(rows.first.get_by_role("alert")).to_have_count(2)
    phone.tap(rows.first.locator("[data-clear]"))
    expect(rows.filter(visible=True)).to_have_count(1)
    phone.saves()


@pytest.mark.parametrize("locale", ["ja-JP", pytest.param("en-GB", marks=pytest.mark.long)])
def test_a_blocked_game_fits_on_the_screen_and_nothing_is_cut_at_320(
    open_phone: Callable[..., Phone], locale: str
) -> None:
    phone = open_phone(locale)
    sits_down(phone)
    phone.saves()
    phone.tap(winner(phone, "nobody"))
    last = phone.page.locator("[data-out] .place").last.bounding_box()
    button = phone.action.bounding_box()
    assert last is not None
    assert button is not None
    assert last["y"] + last["height"] <= button["y"], "all of the step stands above the button"
    phone.page.set_viewport_size({"width": 320, "height": 640})
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 320
    small = phone.page.locator("main button:visible, main input:visible:not([type=hidden]), main summary:visible")
    sizes: list[list[float]] = small.evaluate_all(
        "all => all.map(it => { const box = it.getBoundingClientRect(); return [box.width, box.height]; })"
    )
    assert min(height for _, height in sizes) >= 44
    assert min(width for width, _ in sizes) >= 44


def test_a_spectator_who_does_not_stake_this_time_is_left_alone(phone: Phone) -> None:
    sits_down(phone)
    phone.tap(phone.page.locator("[data-spectators] > summary"))
    phone.page.locator("[name=spectators-0-name]").fill("恵美")
    phone.page.locator("[name=spectators-0-chips]").fill("3")
    phone.tap(phone.page.locator(".chip:has([name=spectators-0-backs][value='1'])"))
    phone.saves()
    phone.tap(winner(phone, 1))
    phone.saves()
    expect(phone.page.locator("[name=spectators-0-name]")).to_have_value("恵美")
    expect(phone.page.locator("[name=spectators-0-backs]").first).to_be_hidden()
    assert onlookers(phone) == [["恵美", "+7.5"]]
    phone.saves()
    assert "spectators" not in phone.entries()[-1] or phone.entries()[-1]["spectators"] == []
    phone.tap(winner(phone, 1))
    phone.saves()
    assert onlookers(phone) == [["恵美", "+7.5"]]
