"""What a game of Buki pays, and what is refused."""

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
from scoring.games.buki import GAME
from scoring.games.buki.sheet import BukiSheet
from tests.games.buki.table import (
    ANN,
    BEN,
    CHIKA,
    DAI,
    EMI,
    HALF,
    after_a_draw,
    after_that,
    at_pips,
    drawn,
    goes_out,
    stake,
    start,
    won_by,
)
from tests.kit.examples import examples
from tests.kit.games import NAMES, random_answer, random_session
from tests.kit.scoring.seen import points, refused, working


def all_chips(sheet: Any) -> Any:
    return sum(sheet.totals) + sheet.unowned


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
                ("down", 7, "+7 from あんな [3 × 2.5 = 7.5, Rounded down]"),
                ("up", 8, "+8 from あんな [3 × 2.5 = 7.5, Rounded up]"),
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
            {BEN: "staked 3, 4 carried, won: +7.5 from あんな [3 × 2.5], +4 carried, taken back = +11.5"},
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


def of_spectators(*rows: dict[str, Any], **options: Any) -> tuple[Callable[[], Any], dict[str, Any]]:
    return partial(start, **options), {"stakes": [None, 2, 2, 2], "spectators": list(rows)}


def staked() -> Any:
    return stake(start(), 2, 4, 6)


MISSING = "{}: Pips left in hand missing."


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
                (None, ": stake missing."),
            )
        ),
        (after_a_draw, {"stakes": [None, 0, 2, 2]}, {("stakes", BEN): "ベン, Stakes: 0 is too low. The minimum is 2."}),
        (start, {"stakes": [2, 2, 2, 2]}, {("stakes", ANN): "あんな doesn’t enter anything here."}),
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
        *(
            (
                partial(stake, start(tiles=tiles), 2, 2, 2),
                {"out": "nobody", "pips": [1, most + 1, 1, 1]},
                {
                    ("pips", BEN): f"ベン, Pips left in hand: {most + 1} is too high. The maximum is {most}.",
                },
            )
            for tiles, most in ((6, 79), (7, 90))
        ),
        # A new name without a stake is a row that was not finished.
        (
            partial(won_by, BEN, 2, 2, 2, on=((EMI, BEN, 3),)),
            {"stakes": [2, None, 2, 2], "spectators": [{"name": "Lea"}]},
            {
                ("spectators-0-backs", None): "Spectator 1, Backs: missing.",
                ("spectators-0-chips", None): "Spectator 1, Chips: missing.",
            },
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
        (staked, {"out": 4}, {("out", None): "Who went out: “4” can’t be chosen here."}),
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
                ("spectators-2-backs", None): "Spectator 3, Backs: “4” can’t be chosen here.",
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
    found = refused(sheet(), step=sheet().ask.step, **raw)
    assert {(name, seat): words for name, seat, words in found} == refusals


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
        assert (sheet.banker, sheet.banker) not in sheet.carried, "a banker has no stake on the table"
        if sheet.deals > before.deals and "won" in (results := sheet.rows[-1].facts["result"]):
            assert not sheet.left_over
            winner = results.index("won")
            assert sheet.banker == winner
            assert points(sheet)[winner] == what_a_winner_gets(before, winner)


def what_a_winner_gets(sheet: BukiSheet, winner: int) -> Any:
    """The winner's points by the rules; a banker's follow from the others', because chips are conserved."""
    stake = sheet.stakes.get((winner, winner))
    if stake is None:
        return points_of_the_banker(sheet, winner)
    carried = sheet.carried.get((winner, winner), 0)
    paid = Fraction(5, 2) * (stake + (carried if sheet.options.drawn_stakes == "join" else 0))
    if sheet.options.half_chips == "down":
        paid = Fraction(int(paid))
    if sheet.options.half_chips == "up":
        paid = Fraction(int(paid + HALF))
    return paid + carried + sheet.pool


def points_of_the_banker(sheet: BukiSheet, banker: int) -> Any:
    """Everything on the table, but for what goes to spectators who backed the banker and what comes home to them."""
    after: Any = goes_out(sheet, banker)
    gone = sum(balance for _, balance in after.spectators) - sum(balance for _, balance in sheet.spectators)
    by_players = sum(chips for (owner, _), chips in sheet.stakes.items() if isinstance(owner, int))
    return by_players + sheet.left_over - gone
