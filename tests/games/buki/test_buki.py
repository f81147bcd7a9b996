"""Tests of Buki against its rules text and its page in docs/games."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core import enter
from scoring.document import report
from scoring.entry.fields import Number
from scoring.errors import EntryError
from scoring.games.buki import GAME
from scoring.games.buki.sheet import BukiSheet
from tests.kit.examples import examples
from tests.kit.games import NAMES, random_answer, random_session, session_of
from tests.kit.scoring.seen import notices, points, sentences, working

ANN, BEN, CHIKA, DAI = range(4)
HALF = Fraction(1, 2)


def start(*, banker: int = ANN, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=4, dealer=banker, **options))


def stake(sheet: Any, *stakes: int, on: tuple[tuple[str, int, int], ...] = ()) -> Any:
    """Everybody's stake in seat order, the banker's left out; `on` are spectators: name, seat backed, chips."""
    rest = iter(stakes)
    by_seat = [None if seat == sheet.banker else next(rest) for seat in range(4)]
    wagers = [{"name": name, "backs": backs, "chips": chips} for name, backs, chips in on]
    return enter(sheet, {"step": "stakes", "stakes": by_seat, "spectators": wagers})


def goes_out(sheet: Any, seat: int) -> Any:
    return enter(sheet, {"step": "result", "out": seat})


def blocked(sheet: Any, *pips: int) -> Any:
    return enter(sheet, {"step": "result", "out": "nobody", "pips": list(pips)})


def drawn(sheet: Any) -> Any:
    return blocked(sheet, 9, 9, 9, 9)


def field(sheet: Any, name: str) -> Any:
    return next(field for field in sheet.ask.fields if field.name == name)


def refused(sheet: Any, **raw: object) -> dict[tuple[str, int | None], str]:
    with pytest.raises(EntryError) as caught:
        enter(sheet, raw)
    return {(problem.field, problem.seat): str(problem.message) for problem in caught.value.problems}


def not_started(**options: Any) -> dict[str, str]:
    with pytest.raises(EntryError) as caught:
        start(**options)
    return {problem.field: str(problem.message) for problem in caught.value.problems}


def all_chips(sheet: Any) -> Any:
    return sum(sheet.totals) + sheet.unowned


# 準備 and 賭け


def test_everybody_begins_with_the_same_chips() -> None:
    assert start().totals == (50, 50, 50, 50)
    assert start(chips=120).totals == (120,) * 4


def test_the_greatest_stake_is_usually_three_times_the_least() -> None:
    assert start().options.to_json()["greatest"] == 6
    assert start(least=5).options.to_json()["greatest"] == 15
    assert start(least=5, greatest=7).options.to_json()["greatest"] == 7


def test_a_greatest_stake_below_the_least_is_refused() -> None:
    assert not_started(least=5, greatest=4) == {"greatest": "The maximum stake (4) is below the minimum (5). Raise it."}
    assert start(least=5, greatest=5).options.highest == 5


def test_everybody_but_the_banker_stakes_within_the_limits_in_the_own_row() -> None:
    sheet = start(banker=BEN, least=3, greatest=8)
    stakes = field(sheet, "stakes")
    assert isinstance(stakes, Number)
    assert (stakes.seats, stakes.low, stakes.high) == ((ANN, CHIKA, DAI), 3, 8)
    assert sheet.said is None
    sheet = stake(sheet, 3, 8, 5)
    assert str(sheet.said) == "Stakes against ベン: あんな 3, 千夏 8, 大輔 5."
    assert sheet.totals == (50, 50, 50, 50), "a stake is its owner's until the game is settled"
    assert notices(sheet) == {"banker": "ベン", "table": "16", "limits": "3–8"}


def test_stakes_come_filled_in_with_what_each_staked_last() -> None:
    sheet = start(least=2)
    assert field(sheet, "stakes").suggested == (None, 2, 2, 2)
    sheet = goes_out(stake(sheet, 3, 4, 6), CHIKA)
    # 千夏 banks; あんな has not staked yet, so the least stands there.
    assert field(sheet, "stakes").suggested == (2, 3, None, 6)
    sheet = goes_out(stake(sheet, 5, 5, 5), ANN)
    assert field(sheet, "stakes").suggested == (None, 5, 4, 5), "千夏 staked 4 before banking"


@pytest.mark.parametrize(("tiles", "most"), [(6, 79), (7, 90)])
def test_no_hand_can_have_more_pips_than_its_heaviest_tiles(tiles: int, most: int) -> None:
    # 8-7 15, 8-6 14, 8-5 and 7-6 13, 8-4 and 7-5 12: 79; the seventh has 11: 90
    sheet = stake(start(tiles=tiles), 2, 2, 2)
    assert (field(sheet, "pips").low, field(sheet, "pips").high) == (1, most)
    assert ("pips", BEN) in refused(sheet, step="result", out="nobody", pips=[1, most + 1, 1, 1])
    assert blocked(sheet, 1, most, 1, 1).deals == 1


def test_the_sheet_reminds_of_the_tiles_and_by_when_to_stake() -> None:
    assert sentences(start()) == ["Stake before your third play. Tiles each: 6"]
    assert sentences(start(tiles=7, stake_before="fourth")) == ["Stake before your fourth play. Tiles each: 7"]
    assert sentences(stake(start(), 2, 2, 2)) == []


def test_with_a_new_banker_the_stakes_are_laid_before_the_first_play() -> None:
    # プレイ終了後、親以外のプレイヤーが新たな親になった場合は、1回めのプレイの前に賭けを行います。
    sheet = goes_out(stake(start(), 2, 2, 2), BEN)
    assert sentences(sheet) == ["New banker: stake before your first play. Tiles each: 6"]
    sheet = goes_out(stake(sheet, 2, 2, 2), BEN)
    assert sentences(sheet) == ["Stake before your third play. Tiles each: 6"], "ベン stayed"
    sheet = goes_out(stake(sheet, 2, 2, 2), DAI)
    assert sentences(sheet) == ["New banker: stake before your first play. Tiles each: 6"]
    assert "third" in sentences(drawn(stake(sheet, 2, 2, 2)))[0], "after a draw the banker is not new"


# プレイの終了


def test_a_drawn_game_says_who_was_level() -> None:
    sheet = blocked(stake(start(), 2, 4, 6), 9, 5, 5, 7)
    assert str(sheet.rows[0].about) == "あんな banked. Blocked and drawn, ベン, 千夏 tied with 5 pips"
    assert str(sheet.said) == (
        "Blocked and drawn, ベン, 千夏 tied with 5 pips: あんな 0, ベン −2, 千夏 −4, 大輔 −6. あんな stays banker."
    )
    assert "tied with 1 pip" in str(blocked(stake(start(), 2, 4, 6), 1, 1, 5, 7).said)


# チップの精算

EMI = "恵美"


def won_by(seat: int, *stakes: int, on: tuple[tuple[str, int, int], ...] = (), **options: Any) -> Any:
    return goes_out(stake(start(**options), *stakes, on=on), seat)


def after_a_draw(**options: Any) -> Any:
    """あんな banks; ベン has 4, 千夏 2, 大輔 6 on the table, 恵美 2 on ベン."""
    return drawn(stake(start(**options), 4, 2, 6, on=((EMI, BEN, 2),)))


def after_that(seat: int, *stakes: int, of: str) -> Any:
    """The game after a draw, by what becomes of drawn stakes."""
    return goes_out(stake(after_a_draw(drawn_stakes=of), *stakes), seat)


def at_pips(*pips: int) -> Any:
    return blocked(stake(start(), 2, 4, 6), *pips)


def twice_drawn(rule: str) -> Any:
    return drawn(stake(drawn(stake(start(drawn_stakes=rule), 4, 2, 6)), 4, 2, 6))


@pytest.mark.parametrize(
    ("sheet", "gave", "spectators", "words"),
    [
        # The banker who wins takes every stake.
        (
            partial(won_by, ANN, 4, 2, 6),
            (12, -4, -2, -6),
            (),
            {ANN: "banker, won: +4 from ベン, +2 from 千夏, +6 from 大輔 = +12"},
        ),
        # In a blocked game the fewest pips win, the banker's too: 2 × 2.5 = 5; the banker takes 4 + 6 and pays 5.
        (partial(at_pips, 20, 11, 12, 30), (5, 5, -4, -6), (), {}),
        (partial(at_pips, 1, 2, 3, 4), (12, -2, -4, -6), (), {}),
        # Level fewest is a draw, which leaves all stakes on the table; level pips that are not the fewest are none.
        *(
            (partial(at_pips, *pips), (0, -2, -4, -6), (), {})
            for pips in ((9, 5, 5, 7), (5, 9, 9, 5), (3, 3, 3, 8), (4, 4, 4, 4))
        ),
        (partial(at_pips, 9, 5, 9, 9), (5, 5, -4, -6), (), {}),
        # Half chips: 3 × 2.5 = 7.5; the banker takes 2 + 5 = 7. What one gains by rounding, the other loses.
        *(
            (
                partial(won_by, BEN, 3, 2, 5, half_chips=rule),
                (7 - paid, paid, -2, -5),
                (),
                {BEN: f"staked 3, won: {words}"},
            )
            for rule, paid, words in (
                ("kept", 7 + HALF, "+7.5 from あんな [3 × 2.5]"),
                ("down", 7, "+7 from あんな [3 × 2.5 = 7.5, rounded down]"),
                ("up", 8, "+8 from あんな [3 × 2.5 = 7.5, rounded up]"),
            )
        ),
        *(
            (partial(won_by, BEN, 4, 2, 6, half_chips=rule), (-2, 10, -2, -6), (), {})
            for rule in ("kept", "down", "up", "even")
        ),
        # Flat: ベン 3 × 2.5 = 7.5, and 4 come home. 恵美 has no new stake: 2 come home. あんな takes 5 + 2 and 2 + 6.
        (
            partial(after_that, BEN, 3, 5, 2, of="flat"),
            (7 + HALF, 11 + HALF, -5, -2),
            ((EMI, 0),),
            {BEN: "staked 3 plus 4 carried, won: +7.5 from あんな [3 × 2.5], +4 carried, taken back = +11.5"},
        ),
        # Pool: ベン 3 × 2.5 = 7.5 and the pool of 14; あんな 5 + 2 − 7.5 = −0.5.
        (
            partial(after_that, BEN, 3, 5, 2, of="pool"),
            (-HALF, 21 + HALF, -5, -2),
            ((EMI, -2),),
            {BEN: "staked 3, won: +7.5 from あんな [3 × 2.5], +14 from the pool = +21.5"},
        ),
        # A banker who wins takes it all: 3 + 5 + 2 new, 4 + 2 + 6 carried, 2 of 恵美.
        *(
            (partial(after_that, ANN, 3, 5, 2, of=rule), (24, -3, -5, -2), ((EMI, -2),), {})
            for rule in ("join", "flat", "pool")
        ),
        # Two draws: (3 + 8) × 2.5 = 27.5 and 8 home; 3 × 2.5 = 7.5 and 8 home; 7.5 and 2 × (4 + 2 + 6) from the pool.
        # The banker takes 2 + 4 of 千夏 and 2 + 12 of 大輔 where they are carried, else 2 and 2.
        (lambda: goes_out(stake(twice_drawn("join"), 3, 2, 2), BEN), (20 - 27 - HALF, 35 + HALF, -2, -2), (), {}),
        (lambda: goes_out(stake(twice_drawn("flat"), 3, 2, 2), BEN), (20 - 7 - HALF, 15 + HALF, -2, -2), (), {}),
        (lambda: goes_out(stake(twice_drawn("pool"), 3, 2, 2), BEN), (4 - 7 - HALF, 31 + HALF, -2, -2), (), {}),
        # A joined stake is rounded as one payment: (3 + 3) × 2.5 = 15, and 3 come home; the banker takes 4 + 4.
        (
            lambda: goes_out(stake(drawn(stake(start(half_chips="down"), 3, 2, 2)), 3, 2, 2), BEN),
            (8 - 15, 18, -2, -2),
            (),
            {},
        ),
        # It may go beyond the greatest: (6 + 6) × 2.5 = 30, and 6 come home; the banker takes 12 + 12.
        (lambda: goes_out(stake(drawn(stake(start(), 6, 6, 6)), 6, 6, 6), DAI), (24 - 30, -6, -6, 36), (), {}),
        # A spectator may back the banker: 2 + 2 + 2 − 10; or lose to who went out: 2 + 2 + 4 − 5.
        (partial(won_by, ANN, 2, 2, 2, on=((EMI, ANN, 4),)), (-4, -2, -2, -2), ((EMI, 10),), {}),
        (partial(won_by, BEN, 2, 2, 2, on=((EMI, ANN, 4),)), (3, 5, -2, -2), ((EMI, -4),), {}),
        # Spectators' odds, rounded as half chips are: 5 × 1, 5 × 2.25 = 11.25, 5 × 0.5 = 2.5; players get 2.5 times.
        *(
            (partial(won_by, BEN, 2, 2, 2, on=((EMI, BEN, 5),), **rules), (-1 - won, 5, -2, -2), ((EMI, won),), {})
            for rules, won in (
                ({"odds": "1"}, 5),
                ({"odds": "2.25"}, Fraction(45, 4)),
                ({"odds": "2.25", "half_chips": "down"}, 11),
                ({"odds": "2.25", "half_chips": "up"}, 12),
                ({"odds": "0.5", "half_chips": "down"}, 2),
                ({"odds": 0}, 0),
            )
        ),
        # Even stakes leave 2 × 2.25 = 4.5.
        (
            partial(won_by, BEN, 2, 2, 2, on=((EMI, BEN, 2),), odds="2.25", half_chips="even"),
            (-1 - 4 - HALF, 5, -2, -2),
            ((EMI, 4 + HALF),),
            {},
        ),
    ],
)
def test_what_a_game_pays(
    sheet: Callable[[], Any], gave: tuple[Any, ...], spectators: tuple[tuple[str, Any], ...], words: dict[int, str]
) -> None:
    after = sheet()
    assert (points(after), after.spectators) == (gave, spectators)
    assert {seat: working(after, seat) for seat in words} == words
    assert all_chips(after) == 200


@pytest.mark.parametrize(
    ("rules", "backs", "out", "balance"),
    [
        # (4 + 2) × 2.5 = 15, and 2 come home: −2 + 17. Flat: 4 × 2.5 = 10, and 2 come home: −2 + 12.
        ({}, BEN, BEN, 15),
        ({"drawn_stakes": "flat"}, BEN, BEN, 10),
        # On another: 4 × 2.5 = 10, the 2 on ベン are lost: −2 + 10. Or 2 × 2.5 and 2 home, 4 lost: −2 + 3. Or −2 − 4.
        ({}, DAI, DAI, 8),
        ({}, DAI, BEN, 1),
        ({}, DAI, CHIKA, -6),
    ],
)
def test_a_drawn_spectator_still_backs_the_same_player_beside_a_new_stake(
    rules: dict[str, Any], backs: int, out: int, balance: int
) -> None:
    sheet = stake(after_a_draw(**rules), 2, 2, 2, on=((EMI, backs, 4),))
    assert goes_out(sheet, out).spectators == ((EMI, balance),)


# What is refused


def of_spectators(*rows: dict[str, Any], **options: Any) -> tuple[Callable[[], Any], dict[str, Any]]:
    return partial(start, **options), {"stakes": [None, 2, 2, 2], "spectators": list(rows)}


def staked() -> Any:
    return stake(start(), 2, 4, 6)


MISSING = "{}: the game was blocked, so enter the pips left in this hand."
TOO_MANY = "{}: pips count only in a blocked game, but 千夏 went out. Clear them, or choose “nobody (blocked)”."


@pytest.mark.parametrize(
    ("sheet", "raw", "refusals"),
    [
        *(
            (start, {"stakes": [None, typed, 2, 6]}, {("stakes", BEN): f"ベン{words}"})
            for typed, words in (
                (1, ", Stakes: 1 is too low. The minimum is 2."),
                (7, ", Stakes: 7 is too high. The maximum is 6."),
                ("2.5", ", Stakes: “2.5” is not a whole number."),
                (None, "’s stake is missing."),
            )
        ),
        (start, {"stakes": [2, 2, 2, 2]}, {("stakes", ANN): "あんな is the banker and does not stake."}),
        # Even stakes only, for spectators too.
        (
            partial(start, half_chips="even"),
            {"stakes": [None, 3, 4, 5]},
            {
                ("stakes", BEN): "ベン stakes 3, but stakes must be even: 2 or 4.",
                ("stakes", DAI): "大輔 stakes 5, but stakes must be even: 4 or 6.",
            },
        ),
        (
            *of_spectators({"name": EMI, "backs": BEN, "chips": 5}, half_chips="even"),
            {("spectators-0-chips", None): "恵美 stakes 5, but stakes must be even: 4 or 6."},
        ),
        (
            *of_spectators({"name": EMI, "backs": BEN, "chips": 1}, half_chips="even"),
            {("spectators-0-chips", None): "Spectator 1, Chips: 1 is too low. The minimum is 2."},
        ),
        # A blocked game needs the pips of every hand, and no other game has any.
        (
            staked,
            {"out": "nobody", "pips": [9, None, "", 4]},
            {("pips", BEN): MISSING.format("ベン"), ("pips", CHIKA): MISSING.format("千夏")},
        ),
        (staked, {"out": "nobody"}, {("pips", seat): MISSING.format(NAMES[seat]) for seat in range(4)}),
        (
            staked,
            {"out": CHIKA, "pips": [9, None, None, 4]},
            {("pips", seat): TOO_MANY.format(NAMES[seat]) for seat in (ANN, DAI)},
        ),
        # Without the doubles the lightest tile is 0-1, and whoever has no tile left went out.
        (
            staked,
            {"out": "nobody", "pips": [0, -1, "1.5", "many"]},
            {
                ("pips", ANN): "あんな, Pips left in hand: 0 is too low. The minimum is 1.",
                ("pips", BEN): "ベン, Pips left in hand: −1 is too low. The minimum is 1.",
                ("pips", CHIKA): "千夏, Pips left in hand: “1.5” is not a whole number.",
                ("pips", DAI): "大輔, Pips left in hand: “many” is not a whole number.",
            },
        ),
        (staked, {"out": 4}, {("out", None): "Who went out: “4” is not a seat you can choose here."}),
        # A player is no spectator, a spectator stands once, with a name, a player to back and whole chips.
        (
            *of_spectators(
                {"name": "Lea", "backs": BEN, "chips": 2},
                {"name": "lea", "backs": DAI, "chips": 2},
                {"name": "ベン", "backs": DAI, "chips": 2},
            ),
            {
                ("spectators-1-name", None): "lea is listed twice. A spectator can back only one player.",
                ("spectators-2-name", None): "ベン is playing and can’t be a spectator. Use a different name.",
            },
        ),
        (
            *of_spectators({"name": EMI}, {}, {"name": "", "backs": 4, "chips": 0}),
            {
                ("spectators-0-backs", None): "Spectator 1, Backs: missing.",
                ("spectators-0-chips", None): "Spectator 1, Chips: missing.",
                ("spectators-2-name", None): "Spectator 3, Name: missing.",
                ("spectators-2-backs", None): "Spectator 3, Backs: “4” is not a seat you can choose here.",
                ("spectators-2-chips", None): "Spectator 3, Chips: 0 is too low. The minimum is 1.",
            },
        ),
        # A wrong one is told in the row that was typed.
        (
            *of_spectators(
                {"name": "", "backs": None, "chips": ""},
                {"name": "Lea", "backs": BEN, "chips": 2},
                {},
                {"name": "千夏", "backs": DAI, "chips": 3},
                half_chips="even",
            ),
            {
                ("spectators-3-name", None): "千夏 is playing and can’t be a spectator. Use a different name.",
                ("spectators-3-chips", None): "千夏 stakes 3, but stakes must be even: 2 or 4.",
            },
        ),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    sheet: Callable[[], Any], raw: dict[str, Any], refusals: dict[tuple[str, int | None], str]
) -> None:
    assert refused(sheet(), step=sheet().ask.step, **raw) == refusals


def test_the_winner_gets_two_and_a_half_times_the_stake_from_the_banker_who_takes_the_others() -> None:
    sheet = goes_out(stake(start(), 4, 2, 6), BEN)
    # 4 × 2.5 = 10; 2 + 6 − 10 = −2
    assert points(sheet) == (-2, 10, -2, -6)
    assert working(sheet, BEN) == "staked 4, won: +10 from あんな [4 × 2.5]"
    assert working(sheet, CHIKA) == "staked 2, lost: −2 to あんな"
    assert working(sheet, ANN) == "banker, lost: −10 to ベン [4 × 2.5], +2 from 千夏, +6 from 大輔 = −2"
    assert str(sheet.said) == "ベン went out: あんな −2, ベン +10, 千夏 −2, 大輔 −6. ベン is the next banker."
    assert sheet.totals == (48, 60, 48, 44)


# 次のゲーム


def test_the_winner_banks_next_and_after_a_draw_the_same_banker() -> None:
    sheet = start(banker=DAI)
    bankers = []
    for winner in (BEN, BEN, None, CHIKA, ANN):
        bankers.append(notices(sheet)["banker"])
        sheet = stake(sheet, 2, 2, 2)
        sheet = drawn(sheet) if winner is None else goes_out(sheet, winner)
    assert [*bankers, notices(sheet)["banker"]] == ["大輔", "ベン", "ベン", "ベン", "千夏", "あんな"]
    assert [str(sheet.role(seat) or "") for seat in range(4)] == ["banker", "", "", ""]


# Half chips


def test_even_stakes_only_narrows_the_limits_to_even_numbers() -> None:
    sheet = start(half_chips="even", least=3)
    # three times 3 is 9
    assert (field(sheet, "stakes").low, field(sheet, "stakes").high) == (4, 8)
    assert field(sheet, "stakes").suggested == (None, 4, 4, 4)
    assert notices(sheet)["limits"] == "4–8"
    assert not_started(half_chips="even", least=3, greatest=3) == {
        "greatest": "There is no even stake between 3 and 3. Widen the limits or allow odd stakes."
    }
    assert start(half_chips="even", least=3, greatest=4).options.lowest == 4


# 引き分け: what lies on the table


@pytest.mark.parametrize("rule", ["join", "flat", "pool"])
def test_a_draw_leaves_the_stakes_on_the_table(rule: str) -> None:
    sheet = after_a_draw(drawn_stakes=rule)
    assert points(sheet) == (0, -4, -2, -6)
    assert sheet.totals == (50, 46, 48, 44)
    # 4 + 2 + 6 of the players, 2 of 恵美
    assert notices(sheet)["table"] == "14"
    assert sheet.spectators == (("恵美", -2),)
    assert working(sheet, BEN) == "staked 4, drawn: −4, left on the table"
    assert working(sheet, ANN) == "banker, drawn: 0"
    assert ("In the pool: 14" in sentences(sheet)) == (rule == "pool")
    assert ("Carried on the table: 14, including 恵美 2 on ベン" in sentences(sheet)) == (rule != "pool")


def test_what_is_carried_is_told_without_spectators_too() -> None:
    assert "Carried on the table: 12" in sentences(drawn(stake(start(), 4, 2, 6)))


def test_stakes_are_laid_as_usual_after_a_draw() -> None:
    # 引き分けであっても、次のゲームの賭けは通常通り行います。
    sheet = after_a_draw()
    assert set(refused(sheet, step="stakes", stakes=[None, 0, 2, 2])) == {("stakes", BEN)}
    assert field(sheet, "stakes").suggested == (None, 4, 2, 6)
    assert [str(text) for text in field(sheet, "stakes").known[1:]] == ["4 carried", "2 carried", "6 carried"]
    assert field(after_a_draw(drawn_stakes="pool"), "stakes").known == ()
    assert notices(stake(sheet, 2, 2, 2))["table"] == "20"


def test_joined_stakes_count_two_and_a_half_times_too() -> None:
    sheet = goes_out(stake(after_a_draw(), 3, 5, 2), BEN)
    # ベン (3 + 4) × 2.5 = 17.5, and 4 come home. 恵美 2 × 2.5 = 5, and 2 come home.
    # あんな takes 5 + 2 of 千夏, 2 + 6 of 大輔, and pays 17.5 + 5: 15 − 22.5 = −7.5
    assert points(sheet) == (-7 - HALF, 21 + HALF, -5, -2)
    assert sheet.spectators == (("恵美", 5),), "−2 at the draw, +7 now"
    assert working(sheet, BEN) == (
        "staked 3 plus 4 carried, won: +17.5 from あんな [(3 + 4) × 2.5], +4 carried, taken back = +21.5"
    )
    assert working(sheet, CHIKA) == "staked 5 plus 2 carried, lost: −5 to あんな"
    assert working(sheet, ANN) == (
        "banker, lost: −17.5 to ベン [(3 + 4) × 2.5], +5 from 千夏, +2 carried by 千夏, +2 from 大輔, "
        "+6 carried by 大輔, −5 to 恵美 [2 × 2.5] = −7.5"
    )
    assert sheet.carried.total == 0


# 観戦者の賭け


def test_a_spectator_who_backs_the_winner_is_paid_by_the_banker() -> None:
    sheet = goes_out(stake(start(), 2, 2, 2, on=(("恵美", BEN, 3), ("フミ", DAI, 4))), BEN)
    # ベン 5, 恵美 7.5; あんな 2 + 2 + 4 − 5 − 7.5 = −4.5
    assert points(sheet) == (-4 - HALF, 5, -2, -2)
    assert sheet.spectators == (("恵美", 7 + HALF), ("フミ", -4))
    assert str(sheet.rows[0].about) == "あんな banked. ベン went out. Spectators: 恵美 +7.5, フミ −4"
    assert sheet.onlookers == (("恵美", 7 + HALF), ("フミ", -4))
    told = report(sheet)
    assert told["spectators"] == [{"name": "恵美", "points": "7.5"}, {"name": "フミ", "points": -4}]
    assert "pot" not in told, "nothing is carried"
    assert "spectators" not in report(goes_out(stake(start(), 2, 2, 2), BEN))


def test_the_stakes_are_told_with_the_spectators() -> None:
    sheet = stake(start(), 2, 3, 4, on=(("恵美", BEN, 3),))
    assert str(sheet.said) == "Stakes against あんな: ベン 2, 千夏 3, 大輔 4; 恵美 3 on ベン."
    assert notices(sheet)["table"] == "12"


def test_a_spectators_balance_goes_on_under_the_name_however_it_is_written() -> None:
    sheet = goes_out(stake(start(), 2, 2, 2, on=(("Emi", BEN, 4),)), CHIKA)
    sheet = goes_out(stake(sheet, 2, 2, 2, on=(("Fumi", CHIKA, 2), ("ＥＭＩ", ANN, 2))), ANN)
    assert sheet.spectators == (("Emi", 1), ("Fumi", -2)), "−4 + 5"


def test_who_has_staked_before_is_offered_again_and_the_name_alone_is_no_stake() -> None:
    sheet = goes_out(stake(start(), 2, 2, 2, on=(("恵美", BEN, 3), ("フミ", DAI, 4))), BEN)
    assert field(sheet, "spectators").suggested == ({"name": "恵美"}, {"name": "フミ"})
    laid = enter(
        sheet,
        {
            "step": "stakes",
            "stakes": [2, None, 2, 2],
            "spectators": [{"name": "恵美", "backs": None, "chips": ""}, {"name": "フミ", "backs": "0", "chips": "2"}],
        },
    )
    assert [(wager.name, wager.backs, wager.chips) for wager in laid.new.wagers] == [("フミ", ANN, 2)]
    assert laid.onlookers == sheet.onlookers, "who does not stake keeps what she has"
    # A new name without a stake is still a row that was not finished.
    told = refused(sheet, step="stakes", stakes=[2, None, 2, 2], spectators=[{"name": "Lea"}])
    assert set(told) == {("spectators-0-backs", None), ("spectators-0-chips", None)}


# The end, and what the sheet says


def test_it_ends_after_the_agreed_number_of_games() -> None:
    sheet = start(games=2)
    assert str(sheet.progress) == "game 1 of 2"
    sheet = goes_out(stake(sheet, 2, 2, 2), ANN)
    assert str(sheet.progress) == "game 2 of 2"
    assert str(stake(sheet, 2, 2, 2).ask.action) == "Save game 2"
    sheet = goes_out(stake(sheet, 2, 2, 2), ANN)
    assert sheet.over
    assert sheet.winners == (ANN,)
    assert (sheet.notices, sheet.sentences, sheet.role(ANN)) == ((), (), None)
    assert str(sheet.said) == "あんな went out: あんな +6, ベン −2, 千夏 −2, 大輔 −2.", "nobody banks next"


def test_chips_left_on_the_table_at_the_end_are_shown_with_the_spectators() -> None:
    sheet = drawn(stake(start(games=1), 4, 2, 6, on=(("恵美", BEN, 2),)))
    assert sheet.over
    assert [str(moment) for moment in sheet.moments] == ["Carried on the table: 14, including 恵美 2 on ベン"]
    assert sheet.onlookers == (("恵美", -2),)
    told = report(sheet)
    # 50 + 46 + 48 + 44 − 2 + 14 = 4 × 50
    assert (told["totals"], told["spectators"], told["pot"]) == (
        [50, 46, 48, 44],
        [{"name": "恵美", "points": -2}],
        14,
    )
    assert sheet.winners == (ANN,), "50 against 46, 48 and 44"


def test_the_standings_say_how_many_games_each_has_won() -> None:
    sheet = goes_out(stake(goes_out(stake(start(), 2, 2, 2), BEN), 2, 2, 2), BEN)
    assert [str(each.tally) for each in sheet.standings] == ["2 games won", "0 games won", "0 games won", "0 games won"]
    assert str(goes_out(stake(start(), 2, 2, 2), BEN).tally((BEN,))) == "1 game won"


# A whole sitting worked by hand


# Chips are neither made nor lost, whatever the table and its rules


@settings(max_examples=examples(120), deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 2**32))
def test_chips_are_conserved_and_the_table_is_cleared_by_every_winner(seed: int) -> None:
    rng = random.Random(seed)
    sheet: Any = GAME.start(random_session(GAME, rng))
    assert isinstance(sheet, BukiSheet)
    chips = all_chips(sheet)
    for _ in range(24):
        if sheet.ask is None:
            break
        before = sheet
        sheet = enter(sheet, random_answer(sheet, sheet.ask, rng))
        assert all_chips(sheet) == chips
        assert not sheet.carried.stakes[sheet.banker], "a banker has no stake on the table"
        if sheet.won != before.won:
            assert sheet.carried.total == 0
            winner = next(seat for seat in range(4) if sheet.won[seat] > before.won[seat])
            assert sheet.banker == winner
            assert points(sheet)[winner] == what_a_winner_gets(before, winner)


def what_a_winner_gets(sheet: BukiSheet, winner: int) -> Any:
    """The winner's points by the rules; a banker's follow from the others', because chips are conserved."""
    assert sheet.new is not None
    stake = sheet.new.stakes[winner]
    if stake is None:
        return points_of_the_banker(sheet, winner)
    carried = sheet.carried.stakes[winner] or 0
    paid = Fraction(5, 2) * (stake + (carried if sheet.options.drawn_stakes == "join" else 0))
    if sheet.options.half_chips == "down":
        paid = Fraction(int(paid))
    if sheet.options.half_chips == "up":
        paid = Fraction(int(paid + HALF))
    return paid + carried + sheet.carried.pool


def points_of_the_banker(sheet: BukiSheet, banker: int) -> Any:
    """Everything on the table, but for what goes to spectators who backed the banker and what comes home to them."""
    after: Any = goes_out(sheet, banker)
    assert sheet.new is not None
    gone = sum(balance for _, balance in after.spectators) - sum(balance for _, balance in sheet.spectators)
    return sum(stake or 0 for stake in sheet.new.stakes) + sheet.carried.total - gone


# What a game tells whoever counts
