"""A whole sitting of Buki at the table, tap by tap, against the sheet that was worked by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from scoring.message import plain, signed
from tests.games.buki.sheet import FIRST_BANKER, GAMES, PLACES, PLAYERS, Game, entries
from tests.kit.browser.table import REFUSED, Phone

MOST_TAPS = 6


def sits_down(phone: Phone) -> None:
    phone.sits_down(PLAYERS, game="buki", dealer=FIRST_BANKER)


def sits_down_by_hand(phone: Phone, **options: str) -> None:
    phone.goes_to("/new/buki")
    for name, value in options.items():
        field = phone.page.locator(f"input[name={name}]")
        if not field.is_visible():
            phone.tap(phone.page.locator("details:has(select) > summary"))
        field.fill(value)
    phone.fills_the_table(PLAYERS, dealer=FIRST_BANKER)


def winner(phone: Phone, seat: int | str) -> Locator:
    return phone.page.locator(f"[data-out] .chip:has([value='{seat}'])")


def lays(phone: Phone, game: Game) -> None:
    """Mend the stakes with − and +, write the spectators down, save."""
    for seat in phone.order("counters"):
        wanted = game.stakes[seat]
        assert wanted is not None, "the banker is not asked"
        while difference := wanted - int(phone.counter(seat).input_value()):
            phone.tap(phone.stepper(seat, 1 if difference > 0 else -1))
    for name, backs, chips in game.wagers:
        row = row_of(phone, name)
        phone.page.locator(f"[name=spectators-{row}-chips]").fill(str(chips))
        phone.tap(phone.page.locator(f".chip:has([name=spectators-{row}-backs][value='{backs}'])"))
    phone.saves()


def row_of(phone: Phone, spectator: str) -> int:
    """The row in which a spectator stands from the games before, else the next empty one."""
    names = phone.page.locator("[data-row] [name$=-name]")
    values: list[str] = names.evaluate_all("all => all.map(input => input.value)")
    if spectator in values:
        return values.index(spectator)
    row = values.index("")
    if not names.nth(row).is_visible():
        phone.tap(phone.page.locator("[data-spectators] > summary"))
    names.nth(row).fill(spectator)
    return row


def settles(phone: Phone, game: Game) -> None:
    if game.out is not None:
        phone.tap(winner(phone, game.out))
    else:
        assert game.pips is not None
        phone.tap(winner(phone, "nobody"))
        for seat, pips in enumerate(game.pips):
            phone.page.locator(f"[name=pips-{seat}]").fill(str(pips))
    phone.saves()


def scorecard(phone: Phone) -> list[list[list[str]]]:
    """Points and running total of every cell, games down, seats across."""
    found: list[list[list[str]]] = phone.page.locator(".card tbody tr:not(.opened)").evaluate_all(
        """rows => rows.map(row => [...row.querySelectorAll("td")].map(cell =>
            [cell.querySelector(".bid")?.textContent.trim() ?? "", cell.querySelector(".total").textContent.trim()]))"""
    )
    return found


def onlookers(phone: Phone) -> list[list[str]]:
    """Who stands below the players: the name without what is said beside it, and the chips."""
    found: list[list[str]] = phone.page.locator(".onlookers li").evaluate_all(
        "lines => lines.map(line => [line.querySelector('.name').firstChild, line.querySelector('.total')]"
        ".map(part => part.textContent.trim()))"
    )
    return found


def on_paper(games: tuple[Game, ...]) -> list[list[list[str]]]:
    return [
        [
            [signed(points) if points else "", plain(total)]
            for points, total in zip(game.points, game.totals, strict=True)
        ]
        for game in games
    ]


@pytest.mark.pocket
def test_six_games_come_out_as_on_the_sheet_worked_by_hand(open_phone: Callable[..., Phone]) -> None:
    phone = open_phone("ja-JP")
    sits_down_by_hand(phone, games="6")
    for number, game in enumerate(GAMES):
        expect(phone.page.locator(".strip dd").nth(0)).to_have_text(PLAYERS[game.banker])
        lays(phone, game)
        settles(phone, game)
        assert scorecard(phone) == on_paper(GAMES[: number + 1])
        if number + 1 < len(GAMES):
            expect(phone.page.locator(".strip dd").nth(1)).to_have_text(str(game.on_table))
        assert onlookers(phone) == [[name, signed(balance)] for name, balance in game.spectators.items()]
    expect(phone.page.locator(".winner strong")).to_have_text("大輔の勝ち、3 点差")
    assert [(each.place, each.gap, each.total) for each in phone.standings()] == [
        (str(place), f"−{plain(gap)}" if gap else "", plain(GAMES[-1].totals[seat])) for place, seat, gap in PLACES
    ]
    assert phone.entries() == entries()


def taps_of_a_game(phone: Phone) -> int:
    """All the taps of a game after which two seats change their stakes: those of the second one."""
    sits_down(phone)
    phone.saves()
    phone.tap(winner(phone, 2))
    phone.saves()
    before = phone.taps
    phone.tap(phone.stepper(3, 1))
    phone.tap(phone.stepper(0, 1))
    phone.saves()
    phone.tap(winner(phone, 0))
    phone.saves()
    return phone.taps - before


@pytest.mark.smoke
def test_a_game_takes_at_most_six_taps(phone: Phone) -> None:
    taps = taps_of_a_game(phone)
    assert taps == 5, "two stakes changed, saved, who went out, saved"
    assert taps <= MOST_TAPS


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


@pytest.mark.long
def test_enter_goes_on_to_the_next_pips_and_saves_at_the_last(phone: Phone) -> None:
    sits_down(phone)
    phone.saves()
    phone.tap(winner(phone, "nobody"))
    phone.tap(pips(phone, 0))
    for number in ("9", "5", "6", "7"):
        phone.page.keyboard.type(number)
        phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".card")).to_be_visible()
    assert phone.entries()[-1]["pips"] == [9, 5, 6, 7]


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


@pytest.mark.long
@pytest.mark.parametrize("script", [True, False])
def test_a_drawn_game_is_corrected_with_and_without_script(open_phone: Callable[..., Phone], script: bool) -> None:
    phone = open_phone(java_script_enabled=script)
    phone.goes_to("/new/buki")
    if not script:
        by_hand_without_script(phone)
    else:
        phone.fills_the_table(PLAYERS, dealer=FIRST_BANKER)
        phone.saves()
        phone.tap(winner(phone, "nobody"))
        for seat in range(4):
            phone.page.locator(f"[name=pips-{seat}]").fill("9")
        phone.saves()
    phone.tap(phone.page.locator("#row-0 th a"))
    phone.tap(phone.page.locator(".opened a"))
    phone.tap(phone.page.locator(".chip:has([name$='-out'][value='0'])"))
    if not script:
        for seat in range(4):
            phone.page.locator(f"[name$='-pips-{seat}']").fill("")
    phone.tap(phone.action)
    expect(phone.page.locator(".card")).to_contain_text("+5")
    assert phone.entries()[-1]["out"] == 0


def by_hand_without_script(phone: Phone) -> None:
    for seat, name in enumerate(PLAYERS):
        phone.page.locator(f"#players-{seat}").fill(name)
    phone.tap(phone.face(FIRST_BANKER))
    phone.tap(phone.action)
    expect(phone.page.locator("[name=stakes-0]")).to_have_value("2")
    phone.tap(phone.action)
    phone.tap(winner(phone, "nobody"))
    for seat in range(4):
        phone.page.locator(f"[name=pips-{seat}]").fill("9")
    phone.tap(phone.action)
    expect(phone.page.locator("#row-0")).to_be_visible()


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


@pytest.mark.long
def test_a_stake_beyond_the_limits_is_told_by_the_page_and_mended_with_the_buttons(phone: Phone) -> None:
    sits_down(phone)
    seat = phone.order("counters")[0]
    place = phone.page.locator(f"[data-counters] [data-seat='{seat}']")
    phone.counter(seat).fill("9")
    expect(place.locator("[data-by='-1']")).to_be_enabled()
    phone.expects(REFUSED)
    phone.tap(phone.action)
    expect(place.get_by_role("alert")).to_contain_text("9 is too high. The maximum is 6.")
    expect(phone.counter(seat)).to_have_value("9")
    phone.tap(place.locator("[data-by='-1']"))
    expect(phone.counter(seat)).to_have_value("6")
    expect(place.get_by_role("alert")).to_be_hidden()
    phone.saves()
    assert phone.entries()[-1]["stakes"][seat] == 6
