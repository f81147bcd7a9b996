"""What only a browser can tell of Boo-Ray: games that are taken back, hands of cards, what saving will do."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.games.boo_ray.sheet import DEALS, FIRST_DEALER, KALO_HANDS, PLAYERS, Deal
from tests.kit.browser.fit import SHORT, SMALLEST
from tests.kit.browser.table import REFUSED, Phone

OpenPhone = Callable[..., Phone]
GAMES = ("booray", "low", "kalo")
THREE = ("Ann", "Ben", "Cleo")


def sits_down(phone: Phone, players: tuple[str, ...] = PLAYERS, **rules: str) -> None:
    phone.sits_down(players, game="boo-ray", dealer=FIRST_DEALER, **rules)


def entrant(phone: Phone, seat: int, game: str) -> Locator:
    return phone.page.locator(f"[data-entrant='{seat}'] .chip:has(input[value={game}])")


def contest(phone: Phone, name: str) -> Locator:
    return phone.page.locator(f"[data-contest]:has(input[name^={name}])")


def best(phone: Phone, name: str, seat: int | str) -> Locator:
    return phone.page.locator(f".decided .chip:has(input[name$={name}_best][value='{seat}'])")


def hand(phone: Phone, name: str, seat: int) -> Locator:
    """A player's line among the hands, which a tap marks."""
    return contest(phone, name).locator(f"[data-hand='{seat}']")


def card(phone: Phone, name: str, seat: int, card: str) -> Locator:
    return contest(phone, name).locator(f"[data-pack='{seat}'] label:has(input[value='{card}'])")


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
    phone.tap(place.locator("summary"))
    said = [(seat, number) for seat, number in enumerate(tricks) if number is not None]
    for seat, number in said[:-1]:
        phone.tap(place.locator(f".tricks[data-seat='{seat}'] .chip").nth(number))
    seat, number = said[-1]
    expect(place.locator(f".tricks[data-seat='{seat}'] input").nth(number)).to_be_checked()


def taps_hands(phone: Phone, name: str, hands: list[list[str] | None]) -> None:
    """Hand by hand: when one is whole the next one is marked."""
    phone.tap(contest(phone, name).locator("summary"))
    order = (
        contest(phone, name).locator("[data-hand]").evaluate_all("all => all.map(hand => Number(hand.dataset.hand))")
    )
    for seat in order:
        for each in hands[seat] or ():
            phone.tap(card(phone, name, seat, each))


def test_a_second_tap_on_a_game_takes_it_back(phone: Phone) -> None:
    sits_down(phone, THREE)
    expect(entrant(phone, 1, "none").locator("input")).to_be_checked()
    phone.tap(entrant(phone, 1, "kalo"))
    expect(entrant(phone, 1, "kalo").locator("input")).to_be_checked()
    phone.tap(entrant(phone, 1, "boo-ray"))
    expect(entrant(phone, 1, "boo-ray").locator("input")).to_be_checked()
    phone.tap(entrant(phone, 1, "boo-ray"))
    expect(entrant(phone, 1, "none").locator("input")).to_be_checked()


def test_saving_is_foretold_and_the_action_says_what_is_missing(phone: Phone) -> None:
    sits_down(phone, THREE)
    expect(phone.action).to_have_text("Nobody has entered yet")
    phone.tap(entrant(phone, 0, "kalo"))
    phone.tap(entrant(phone, 1, "kalo"))
    expect(phone.action).to_have_text("Save the entries")
    expect(phone.page.locator(".said p")).to_have_text("KALO (Ann, Ben), Out: Cleo")
    phone.saves()
    expect(phone.action).to_have_text("Left: Winner of KALO")
    phone.tap(best(phone, "kalo", 0))
    expect(phone.action).to_have_text("Save deal 1")
    expect(phone.page.locator(".said p")).to_have_text("Ann +2, Ben −4. In the pot: 3. KALO Ann.")


def test_who_must_enter_and_has_not_is_named(phone: Phone) -> None:
    sits_down(phone, THREE, staying_out="forbidden")
    phone.tap(entrant(phone, 1, "kalo"))
    expect(phone.action).to_have_text("2 left: Ann")


def test_the_chips_before_a_player_are_those_not_in_the_pot(phone: Phone) -> None:
    sits_down(phone, THREE)
    expect(phone.page.locator("[data-entrant='0'] .who small")).to_contain_text("49")
    expect(phone.page.locator(".standings .name")).to_contain_text(["50 chips · 1 in the pot"] * 3)


def test_a_card_goes_to_one_hand_only_and_the_later_word_counts(phone: Phone) -> None:
    sits_down(phone, THREE)
    phone.tap(entrant(phone, 0, "kalo"))
    phone.tap(entrant(phone, 1, "kalo"))
    phone.saves()
    phone.tap(best(phone, "kalo", 1))
    taps_hands(phone, "kalo", [KALO_HANDS[1], KALO_HANDS[0], None])
    expect(best(phone, "kalo", 1).locator("input")).not_to_be_checked()
    verdict = contest(phone, "kalo").locator("[data-verdict]")
    expect(verdict).to_have_text("Ann wins: three of a kind (Q-Q-Q-9-8, wild 2♥)")
    phone.tap(hand(phone, "kalo", 0))
    for taken_back in ("2H", "9D", "8C"):
        phone.tap(card(phone, "kalo", 0, taken_back))
    expect(verdict).to_be_empty()
    expect(card(phone, "kalo", 0, "KS").locator("input")).to_be_disabled()
    expect(card(phone, "kalo", 0, "AS").locator("input")).to_be_enabled()

    phone.page.reload()
    expect(hand(phone, "kalo", 1).locator("output")).to_have_text("3♠ K♠ J♥ 3♦ 2♣")
    expect(hand(phone, "kalo", 0).locator("output")).to_have_text("Q♠ Q♥")
    phone.expects(REFUSED)
    phone.tap(phone.action)
    expect(phone.page.get_by_role("alert").first).to_have_text("Ann has 2 cards in KALO, not 5. Tap the whole hand.")
    # The name alone says it, whatever cards were tapped before.
    phone.tap(best(phone, "kalo", 1))
    phone.saves()
    assert phone.entries()[1] == {"step": "results", "kalo_best": ["1"]}


def test_the_pack_stays_where_it_is_when_the_mark_goes_to_the_next_hand(phone: Phone) -> None:
    sits_down(phone, THREE)
    phone.tap(entrant(phone, 0, "kalo"))
    phone.tap(entrant(phone, 1, "kalo"))
    phone.saves()
    phone.tap(contest(phone, "kalo").locator("summary"))
    last = card(phone, "kalo", 0, "2C")
    for each in (KALO_HANDS[0] or [])[:-1]:
        phone.tap(card(phone, "kalo", 0, each))
    place = last.bounding_box()
    phone.tap(last)
    expect(hand(phone, "kalo", 1)).to_have_attribute("aria-pressed", "true")
    under = card(phone, "kalo", 1, "2C")
    assert under.bounding_box() == place
    expect(under.locator("input")).to_be_disabled()


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.long), "ja-JP"])
def test_ten_players_fit_and_no_word_touches_its_frame(open_phone: OpenPhone, locale: str) -> None:
    phone = open_phone(locale)
    sits_down(phone, (*PLAYERS, "Fay", "Gus", "Hana", "Ida", "Wolfeschlegelsteinhausenberger"))
    for size in (SHORT, SMALLEST):
        phone.page.set_viewport_size(size)
        assert phone.page.evaluate("document.documentElement.scrollWidth") == size["width"]
        heads = phone.page.locator(".columns span").evaluate_all(
            "all => all.map(it => it.scrollWidth - it.clientWidth)"
        )
        assert heads == [0, 0, 0]
        cells = phone.page.locator(".games .chip").evaluate_all(
            "all => all.map(it => [it.offsetWidth, it.offsetHeight])"
        )
        assert len(cells) == 40, "three games, and for who has no script the way out of them"
        assert min(width for width, _ in cells if width) >= 44
        assert min(height for _, height in cells if height) >= 44


def test_a_hand_that_plays_in_two_games_is_tapped_once(phone: Phone) -> None:
    sits_down(phone, THREE, several="on")
    with phone.page.expect_response("**/preview"):
        phone.page.reload()
    expect(phone.page.locator(".said p")).to_contain_text("New game")
    for seat, game in ((0, "low-shit"), (0, "kalo"), (1, "low-shit"), (2, "kalo")):
        phone.tap(entrant(phone, seat, game))
    phone.saves()
    ann, ben, cleo = ["AS", "2S", "3H", "4D", "6C"], ["KH", "QH", "9H", "8D", "7H"], ["KC", "QD", "9C", "8S", "5D"]
    taps_hands(phone, "low", [ann, ben, None])
    expect(contest(phone, "low").locator("[data-verdict]")).to_contain_text("Ann wins: no pair (6-4-3-2-A)")
    expect(contest(phone, "kalo").locator("[data-verdict]")).to_be_empty()
    # Cleo's hand is all that is wanting in KALO, and it lies open.
    expect(hand(phone, "kalo", 0).locator("output")).to_have_text("A♠ 2♠ 3♥ 4♦ 6♣")
    for each in cleo:
        phone.tap(card(phone, "kalo", 2, each))
    expect(contest(phone, "kalo").locator("[data-verdict]")).to_contain_text("Ann wins: straight (6-5-4-3-2")
    phone.saves()
    said = phone.entries()[-1]
    assert [sorted(hand or ()) for hand in said["low_hands"]] == [sorted(ann), sorted(ben), []]
    assert [sorted(hand or ()) for hand in said["kalo_hands"]] == [sorted(ann), [], sorted(cleo)]


@pytest.mark.long
def test_a_hand_of_two_games_is_sent_for_the_one_that_is_said_by_hands_alone(phone: Phone) -> None:
    sits_down(phone, THREE, several="on")
    for seat, game in ((0, "low-shit"), (0, "kalo"), (1, "low-shit"), (2, "kalo")):
        phone.tap(entrant(phone, seat, game))
    phone.saves()
    taps_hands(phone, "low", [["AS", "2S", "3H", "4D", "6C"], ["KH", "QH", "9H", "8D", "7H"], None])
    phone.tap(best(phone, "kalo", 2))
    phone.saves()
    said = phone.entries()[-1]
    assert said["kalo_best"] == ["2"]
    assert "kalo_hands" not in said


@pytest.mark.long
def test_the_scorecard_tells_won_from_lost_and_says_what_its_letters_mean(phone: Phone) -> None:
    sits_down(phone)
    enters(phone, DEALS[0])
    phone.saves()
    tells(phone, DEALS[0])
    phone.saves()
    cells = phone.page.locator("#row-0 td")
    shown = [cell.locator(".sign [aria-hidden]").all_inner_texts() for cell in cells.all()]
    assert shown == [["B✗"], ["B✓"], ["L✓"], ["K✓"], ["K✗"]]
    said = [cell.locator(".sign .visually-hidden").all_inner_texts() for cell in cells.all()]
    assert said == [["Boo-Ray lost"], ["Boo-Ray won"], ["Low-Shit won"], ["KALO won"], ["KALO lost"]]
    expect(phone.page.locator(".legend div")).to_have_text(
        ["B Boo-Ray", "L Low-Shit", "K KALO", "✓ won", "✗ lost", "≈ drawn"], use_inner_text=True
    )
