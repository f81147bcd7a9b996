"""A sitting of Boo-Ray at the table, tap by tap, against the sheet that was worked by hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.table import REFUSED, Phone
from tests.scoring.games.boo_ray_sheet import DEALS, FIRST_DEALER, KALO_HANDS, OPTIONS, PLAYERS, Deal, document

OpenPhone = Callable[..., Phone]
GAMES = ("booray", "low", "kalo")
MOST_TAPS = 10
THREE = ("Ann", "Ben", "Cleo")


def sits_down(phone: Phone, players: tuple[str, ...] = PLAYERS, **rules: Any) -> None:
    phone.goes_to("/new/boo-ray")
    for seat, name in enumerate(players):
        phone.page.locator(f"#players-{seat}").fill(name)
    phone.tap(phone.page.locator(f".place-of.seat-{FIRST_DEALER} .deals"))
    phone.tap(phone.page.locator("details:has(select) > summary"))
    for name, value in rules.items():
        choice = phone.page.locator(f"[name={name}]")
        if choice.evaluate("field => field.tagName") == "SELECT":
            choice.select_option(str(value))
        else:
            choice.fill(str(value))
    phone.tap(phone.action)
    expect(phone.sheet).to_be_visible()


def entrant(phone: Phone, seat: int, game: str) -> Locator:
    return phone.page.locator(f".entrant.seat-{seat} .chip:has(input[value={game}])")


def contest(phone: Phone, name: str) -> Locator:
    return phone.page.locator(f"[data-contest]:has(input[name^={name}])")


def best(phone: Phone, name: str, seat: int | str) -> Locator:
    return contest(phone, name).locator(f"[data-best] .chip:has(input[value='{seat}'])")


def card(phone: Phone, name: str, seat: int, card: str) -> Locator:
    return contest(phone, name).locator(f"[data-hand='{seat}'] label:has(input[value='{card}'])")


def enters(phone: Phone, deal: Deal) -> None:
    for seat, game in enumerate(deal.games):
        if game != "none":
            phone.tap(entrant(phone, seat, game))


def tells(phone: Phone, deal: Deal) -> None:
    """What was said of each contested game, in the way in which it was said."""
    for name in GAMES:
        result = deal.results or {}
        for seat in result.get(f"{name}_best", ()):
            phone.tap(best(phone, name, seat))
        if f"{name}_tricks" in result:
            taps_tricks(phone, result["booray_tricks"])
        if f"{name}_hands" in result:
            taps_hands(phone, name, result[f"{name}_hands"])


def taps_tricks(phone: Phone, tricks: list[int | None]) -> None:
    """All but the last player's: that one follows."""
    place = contest(phone, "booray")
    phone.tap(place.locator("[data-other] > summary"))
    said = [(seat, number) for seat, number in enumerate(tricks) if number is not None]
    for seat, number in said[:-1]:
        phone.tap(place.locator(f".tricks.seat-{seat} .chip").nth(number))
    seat, number = said[-1]
    expect(place.locator(f".tricks.seat-{seat} input").nth(number)).to_be_checked()


def taps_hands(phone: Phone, name: str, hands: list[list[str] | None]) -> None:
    """Hand by hand, from the dealer's left: when one is whole the next one opens."""
    phone.tap(contest(phone, name).locator("[data-other] > summary"))
    order = (
        contest(phone, name).locator("[data-hand]").evaluate_all("all => all.map(hand => Number(hand.dataset.hand))")
    )
    phone.tap(contest(phone, name).locator("[data-hand] summary").first)
    for seat in order:
        for each in hands[seat] or ():
            phone.tap(card(phone, name, seat, each))


def totals(phone: Phone) -> list[list[str]]:
    rows: list[list[str]] = phone.page.locator(".card tbody tr:not(.opened)").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('.total')].map(total => total.textContent.trim()))"
    )
    return rows


def written(number: int) -> str:
    return str(number).replace("-", "−")


def test_a_sitting_of_five_comes_out_as_on_the_sheet_worked_by_hand(open_phone: OpenPhone) -> None:
    phone = open_phone("ja-JP")
    sits_down(phone, **OPTIONS)
    for number, deal in enumerate(DEALS):
        expect(phone.page.locator(".strip dd").nth(0)).to_have_text(PLAYERS[number % 5])
        expect(phone.page.locator(".strip dd").nth(1)).to_have_text(str(deal.pot))
        enters(phone, deal)
        phone.saves()
        if deal.results:
            tells(phone, deal)
            phone.saves()
        shown = [[written(total) for total in each.totals] for each in DEALS[: number + 1]]
        assert totals(phone) == shown
    expect(phone.page.locator(".winner strong")).to_have_text("ベン、大輔")
    expect(phone.page.locator(".winner")).to_contain_text("3 勝")
    expect(phone.sheet).to_contain_text("ポットに残ったチップ：120")
    lines = phone.page.locator(".standings li").all_inner_texts()
    assert [" ".join(line.split()) for line in lines] == [
        "1 ベ ベン 3 勝 49",
        "1 大 大輔 3 勝 49",
        "3 千 千夏 2 勝 −8",
        "4 恵 恵美 1 勝 −33",
        "5 あ あんな 0 勝 −77",
    ]
    assert phone.entries() == [entry for deal in DEALS for entry in deal.entries]
    assert phone.record()["document"]["players"] == document()["players"]


def taps_of_a_deal(phone: Phone) -> int:
    """All the taps of a deal of five with three games entered."""
    sits_down(phone)
    before = phone.taps
    enters(phone, DEALS[0])
    phone.saves()
    tells(phone, DEALS[0])
    phone.saves()
    return phone.taps - before


def test_a_deal_of_five_with_three_games_takes_few_taps(phone: Phone) -> None:
    assert taps_of_a_deal(phone) <= MOST_TAPS
    assert len(totals(phone)) == 1


def test_a_second_tap_on_a_game_takes_it_back(phone: Phone) -> None:
    sits_down(phone, THREE)
    expect(entrant(phone, 1, "none").locator("input")).to_be_checked()
    phone.tap(entrant(phone, 1, "kalo"))
    expect(entrant(phone, 1, "kalo").locator("input")).to_be_checked()
    phone.tap(entrant(phone, 1, "boo-ray"))
    expect(entrant(phone, 1, "boo-ray").locator("input")).to_be_checked()
    phone.tap(entrant(phone, 1, "boo-ray"))
    expect(entrant(phone, 1, "none").locator("input")).to_be_checked()


def test_saving_is_foretold_and_waits_until_every_game_is_decided(phone: Phone) -> None:
    sits_down(phone, THREE)
    phone.tap(entrant(phone, 0, "kalo"))
    phone.tap(entrant(phone, 1, "kalo"))
    expect(phone.page.locator("[data-foretold]")).to_have_text("KALO (Ben, Ann), Cleo out")
    phone.saves()
    expect(phone.action).to_have_class(re.compile("waiting"))
    expect(phone.page.locator("[data-foretold]")).to_be_hidden()
    phone.tap(best(phone, "kalo", 0))
    expect(phone.action).not_to_have_class(re.compile("waiting"))
    expect(phone.page.locator("[data-foretold]")).to_have_text("KALO Ann. Ben −4, Ann +2. In the pot: 3.")


def test_a_card_goes_to_one_hand_only_and_hands_close_the_other_way(phone: Phone) -> None:
    sits_down(phone, THREE)
    phone.tap(entrant(phone, 0, "kalo"))
    phone.tap(entrant(phone, 1, "kalo"))
    phone.saves()
    phone.tap(best(phone, "kalo", 1))
    taps_hands(phone, "kalo", [["QS", "QH"], KALO_HANDS[0], None])
    expect(best(phone, "kalo", 1).locator("input")).to_be_disabled()
    expect(best(phone, "kalo", 1).locator("input")).not_to_be_checked()
    expect(card(phone, "kalo", 0, "KS").locator("input")).to_be_disabled()
    expect(card(phone, "kalo", 0, "AS").locator("input")).to_be_enabled()

    phone.page.reload()
    expect(phone.page.locator("[data-hand='1'] output")).to_have_text("3♠ K♠ J♥ 3♦ 2♣")
    expect(phone.page.locator("[data-hand='0'] output")).to_have_text("Q♠ Q♥")
    expect(best(phone, "kalo", 1).locator("input")).to_be_disabled()
    phone.expects(REFUSED)
    phone.tap(phone.action)
    expect(phone.page.get_by_role("alert").first).to_have_text(
        "Ann has 2 cards in KALO instead of 5: tap the whole hand."
    )
    phone.tap(phone.page.get_by_role("button", name="Clear"))
    phone.tap(best(phone, "kalo", 1))
    phone.saves()
    assert phone.entries()[1] == {"step": "results", "kalo_best": ["1"]}


def test_a_past_deal_is_corrected(phone: Phone) -> None:
    sits_down(phone)
    enters(phone, DEALS[0])
    phone.saves()
    tells(phone, DEALS[0])
    phone.saves()
    phone.goes_to(f"/s/{phone.session}/rows/0")
    phone.tap(phone.page.locator("[data-contest]").first.locator("[data-best] .chip:has(input:checked)"))
    phone.tap(phone.page.locator("[data-contest]").first.locator("[data-best] .chip:has(input[value='0'])"))
    phone.tap(phone.action)
    expect(phone.page.locator(".said")).to_be_visible()
    # あんな was best in Boo-Ray after all: −1 + 1, and ベン −1 − 5
    assert totals(phone) == [["50", "44", "50", "50", "44"]]
