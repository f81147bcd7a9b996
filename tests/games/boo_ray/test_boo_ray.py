"""Tests of Boo-Ray against its rules text and its page in docs/games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core import enter, read_entry
from scoring.document import load, report
from scoring.games.boo_ray import GAME
from scoring.insights.news import news
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Cell, Entry
from tests.games.boo_ray import sheet as paper
from tests.kit.examples import examples
from tests.kit.games import session_of
from tests.kit.scoring.seen import Refusal, asked, notices, points, refused, working

BOO, LOW, KALO, OUT = "boo-ray", "low-shit", "kalo", "none"
ANNA, BEN, CHIKA, DAISUKE, EMI = range(5)


def start(players: int = 5, *, dealer: int = 0, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=players, dealer=dealer, **options))


def hold(sheet: Any, *games: Any) -> Any:
    """Enter the games: for each seat a game, "none", or a list of games."""
    return enter(sheet, {"step": "entries", "games": list(games)})


def tell(sheet: Any, **results: Any) -> Any:
    return enter(sheet, {"step": "results"} | results)


def best(*seats: int) -> list[str]:
    return [str(seat) for seat in seats]


def by_seat(sheet: Sheet[Any], values: dict[int, Any]) -> list[Any]:
    return [values.get(seat) for seat in sheet.table.seats]


def signs(cell: Cell) -> list[str]:
    """The scorecard's signs of a seat's games: letter, name and outcome."""
    return [f"{sign.letter} {sign.of} {sign.outcome}" for sign in cell.signs]


def pot_of(sheet: Any, pot: int) -> Any:
    """A sheet with just this pot on the table, antes paid."""
    return replace(sheet, left=pot - sheet.antes)


def boo_ray() -> Any:
    """Three of five have entered Boo-Ray."""
    return hold(start(5), BOO, BOO, OUT, BOO, OUT)


def poker(game: str, **options: Any) -> Any:
    """Two of three have entered a game."""
    return hold(start(3, **options), game, game, OUT)


def hand(written: str) -> list[str]:
    """ "A 2 3 4 6" as spades, hearts, diamonds, clubs, hearts."""
    return [rank.replace("10", "T") + suit for rank, suit in zip(written.split(), "SHDCH", strict=True)]


# The sitting on paper


def test_a_whole_sitting_comes_out_as_it_was_worked_by_hand() -> None:
    sheet: Any = GAME.start(paper.document())
    for deal in paper.DEALS:
        assert notices(sheet)["pot"] == str(deal.pot)
        for entry in deal.entries:
            sheet = enter(sheet, entry)
        assert points(sheet) == deal.points
        assert sheet.totals == deal.totals
        assert sheet.wins == deal.wins
        assert (sheet.left, sheet.unowned) == (deal.left, deal.left)
        assert report(sheet).get("pot", 0) == deal.left
    assert sheet == load(paper.document())
    assert sheet.over
    assert sheet.winners == (BEN, DAISUKE), "several reach it at once: both are first"
    told = [(each.place, each.seats, each.total, str(each.tally), each.gap) for each in sheet.standings]
    assert told == [
        (1, (BEN,), 49, "3 wins", 0),
        (1, (DAISUKE,), 49, "3 wins", 0),
        (3, (CHIKA,), -8, "2 wins", 0),
        (4, (EMI,), -33, "1 win", 0),
        (5, (ANNA,), -77, "0 wins", 0),
    ]
    assert [str(moment) for moment in sheet.moments] == [
        "Left in the pot: 120",
        "Largest pot: 60 (deal 5)",
        "Best deal: ベン, 千夏, 大輔 +19 (pot 60, 恵美 dealt, Boo-Ray ベン, Low-Shit 千夏 (alone), KALO 大輔)",
    ]


def test_every_amount_of_the_sitting_is_worked_in_words() -> None:
    rows = load(paper.document()).rows
    assert [str(cell.working) for cell in rows[0].cells] == [
        "ante −1, Boo-Ray lost −5: −6",
        "ante −1, Boo-Ray won +1 (5 ÷ 3, the rest stays in the pot): 0",
        "ante −1, Low-Shit won +1 (5 ÷ 3, the rest stays in the pot): 0",
        "ante −1, KALO won +1 (5 ÷ 3, the rest stays in the pot): 0",
        "ante −1, KALO lost −5: −6",
    ]
    assert [str(cell.working) for cell in rows[1].cells] == [
        "ante −1, Low-Shit drawn 0: −1",
        "ante −1, Low-Shit drawn 0: −1",
        "ante −1, Boo-Ray with 2 tricks lost −17: −18",
        "ante −1, stayed out: −1",
        "ante −1, Boo-Ray with 3 tricks won +17 (the whole pot): +16",
    ]
    assert [str(cell.working) for cell in rows[3].cells] == [
        "ante −1, KALO with three of a kind (3-3-3-K-J, wild 2♣) lost −27: −28",
        "ante −1, KALO with three of a kind (Q-Q-Q-9-8, wild 2♥) won +13 (27 ÷ 2, the rest stays in the pot): +12",
        "ante −1, KALO with one pair (10-10-8-6-5, wild A♠) lost −27: −28",
        "ante −1, Low-Shit won +13 (27 ÷ 2, the rest stays in the pot): +12",
        "ante −1, stayed out: −1",
    ]
    assert str(rows[4].cells[BEN].working) == "ante −1, Boo-Ray won +20 (60 ÷ 3): +19"
    assert [signs(cell) for cell in rows[1].cells] == [
        ["L Low-Shit drawn"],
        ["L Low-Shit drawn"],
        ["B Boo-Ray lost"],
        [],
        ["B Boo-Ray won"],
    ]
    assert str(rows[1].about) == "pot 17, ベン dealt, Boo-Ray 恵美, Low-Shit drawn (あんな, ベン)"
    assert str(rows[2].about) == "pot 22, 千夏 dealt, nobody entered"


# The table


def test_everybody_begins_with_the_chips_agreed_on() -> None:
    assert start(5).totals == (50,) * 5
    assert start(3, chips=0).totals == (0, 0, 0)


def test_each_pays_the_ante_into_the_pot_before_each_deal() -> None:
    # 「各自1チップをポッドに支払います」: 5 × 1, 7 × 1, and 4 × 3 where the ante is 3
    assert notices(start(5))["pot"] == "5"
    assert notices(start(7))["pot"] == "7"
    assert notices(start(4, ante=3))["pot"] == "12"


def test_the_deal_passes_clockwise_and_the_rows_keep_their_places() -> None:
    sheet = start(3, dealer=1)
    dealers = []
    for _ in range(4):
        dealers.append(notices(sheet)["dealer"])
        sheet = hold(sheet, OUT, OUT, OUT)
    assert dealers == ["ベン", "千夏", "あんな", "ベン"]
    assert sheet.ask.fields[0].seats == (0, 1, 2)
    sheet = hold(start(5, dealer=2), KALO, BOO, KALO, BOO, KALO)
    assert [choice.label for choice in sheet.ask.fields[2].choices] == ["あんな", "千夏", "恵美"]
    assert [field.seats for field in sheet.ask.fields] == [(), (1, 3), (), (0, 2, 4)]


def test_the_strip_tells_dealer_pot_wins_and_deal() -> None:
    sheet = hold(start(3, wins=2), BOO, OUT, OUT)
    assert notices(sheet) == {"dealer": "ベン", "pot": "3", "wins": "1 / 2", "deal": "2"}
    assert str(sheet.progress) == "first to 2 wins"
    assert [str(sheet.role(seat)) for seat in sheet.table.seats] == ["None", "dealer", "None"]


# Entries


def test_several_games_only_where_the_house_says_so() -> None:
    assert [choice.value for choice in start(3).ask.fields[0].choices] == [LOW, KALO, BOO, OUT]
    assert start(3).ask.fields[0].suggested == (OUT, OUT, OUT)
    sheet = hold(start(3, several="on"), [LOW, KALO], [], [KALO])
    assert asked(sheet) == ["kalo_best", "kalo_hands"]
    assert str(sheet.said) == "Low-Shit あんな (alone), KALO (あんな, 千夏), Out: ベン"
    assert [
        (field, seat) for field, seat, _ in refused(start(3, several="on"), step="entries", games=[LOW, [], []])
    ] == [("games", 0)]


@pytest.mark.parametrize("several", ["off", "on"])
def test_staying_out_is_refused_where_it_is_forbidden(several: str) -> None:
    sheet = start(4, staying_out="forbidden", several=several)
    assert str(sheet.sentences[0]) == "Everyone must enter a game."
    games = [[LOW], [KALO], [], [BOO]] if several == "on" else [LOW, KALO, None, BOO]
    told = refused(sheet, step="entries", games=games)
    assert told == [("games", 2, "千夏 hasn’t chosen a game yet.")]
    out = [OUT if game in (None, []) else game for game in games]
    assert [(field, seat) for field, seat, _ in refused(sheet, step="entries", games=out)] == [("games", 2)]


def test_staying_out_is_forbidden_until_the_pot_is_twice_the_first_one() -> None:
    # Four with ante 1: the first pot is 4, twice that is 8.
    sheet = start(4, staying_out="until-doubled")
    assert notices(sheet)["pot"] == "4"
    assert str(sheet.sentences[0]) == "Everyone must enter a game until the pot is 8."
    assert refused(sheet, step="entries", games=[LOW, LOW, LOW, OUT])

    # あんな wins all 4; the three others pay 4 each: 4 − 4 + 12 = 12, and the next pot 16 is beyond 8.
    sheet = tell(hold(sheet, LOW, LOW, LOW, LOW), low_best=best(ANNA))
    assert notices(sheet)["pot"] == "16"
    assert "Nobody" not in str(sheet.sentences[0])
    assert hold(sheet, OUT, OUT, OUT, OUT).left == 16


def test_just_twice_the_first_pot_is_enough_and_one_chip_less_is_not() -> None:
    sheet = start(4, staying_out="until-doubled")
    assert refused(pot_of(sheet, 7), step="entries", games=[OUT] * 4)
    assert hold(pot_of(sheet, 8), *[OUT] * 4).left == 8


def test_the_pot_may_fall_again_and_then_nobody_may_stay_out() -> None:
    sheet = pot_of(start(4, staying_out="until-doubled"), 20)
    # ベン, alone, takes all 20: the next pot is the four antes.
    sheet = hold(sheet, OUT, LOW, OUT, OUT)
    assert notices(sheet)["pot"] == "4"
    assert refused(sheet, step="entries", games=[OUT] * 4)


def test_the_forced_pot_is_reckoned_with_the_ante() -> None:
    # Ante 3, four players: 12 at first, 24 twice.
    sheet = start(4, staying_out="until-doubled", ante=3)
    assert refused(pot_of(sheet, 23), step="entries", games=[OUT] * 4)
    assert hold(pot_of(sheet, 24), *[OUT] * 4)


# Who is asked about


def test_a_lone_entrant_wins_at_once_and_is_not_asked_about() -> None:
    sheet = hold(start(3), BOO, KALO, KALO)
    assert asked(sheet) == ["kalo_best", "kalo_hands"]
    assert "あんな is alone in Boo-Ray and wins it." in [str(sentence) for sentence in sheet.sentences]
    sheet = tell(sheet, kalo_best=best(BEN))
    # 3 chips for two winners: 1 each, 1 stays, 千夏 pays 3
    assert points(sheet) == (0, 0, -4)
    assert sheet.left == 3 - 2 + 3


def test_games_are_asked_in_the_order_in_which_they_are_played() -> None:
    sheet = hold(start(6), KALO, KALO, LOW, LOW, BOO, BOO)
    assert asked(sheet) == ["booray_best", "booray_tricks", "low_best", "low_hands", "kalo_best", "kalo_hands"]


def test_the_entrant_next_to_the_dealer_leads_boo_ray_and_the_exchange_begins_there() -> None:
    # 大輔 deals; from his left: 恵美 out, あんな KALO, ベン Boo-Ray, 千夏 KALO, 大輔 Boo-Ray
    sheet = hold(start(5, dealer=DAISUKE), KALO, BOO, KALO, BOO, OUT)
    told = [str(sentence) for sentence in sheet.sentences]
    assert told == ["あんな exchanges cards first.", "ベン leads in Boo-Ray."]


# Taking and paying


@pytest.mark.parametrize(
    ("sheet", "games", "results", "gave", "left", "words"),
    [
        # One winner takes the pot of 5; each loser pays as much: 5 − 5 + 10.
        (
            partial(start, 5),
            [BOO, BOO, BOO, OUT, OUT],
            {"booray_best": best(CHIKA)},
            (-6, -6, 4, -1, -1),
            10,
            {CHIKA: "ante −1, Boo-Ray won +5 (the whole pot): +4"},
        ),
        # 6 + 5 = 11, two winners: 5 each, 1 stays.
        (
            lambda: pot_of(start(5), 11),
            [BOO, LOW, OUT, OUT, OUT],
            {},
            (4, 4, -1, -1, -1),
            1,
            {ANNA: "ante −1, Boo-Ray won +5 (11 ÷ 2, the rest stays in the pot): +4"},
        ),
        # A pot that divides leaves nothing, and says so.
        (partial(start, 4), [BOO, LOW, OUT, OUT], {}, (1, 1, -1, -1), 0, {ANNA: "ante −1, Boo-Ray won +2 (4 ÷ 2): +1"}),
        # Losers pay the pot as it was counted, not what is left of it: 10 ÷ 2 = 5 each, 10 − 10 + 20.
        (
            lambda: pot_of(start(4), 10),
            [BOO, BOO, KALO, KALO],
            {"booray_best": best(ANNA), "kalo_best": best(CHIKA)},
            (4, -11, 4, -11),
            20,
            {},
        ),
        # Everybody alone has a chip of the three; where nobody enters, the pot of 5 stays.
        (partial(start, 3), [BOO, LOW, KALO], {}, (0, 0, 0), 0, {}),
        (partial(start, 5), [OUT] * 5, {}, (-1,) * 5, 5, {BEN: "ante −1, stayed out: −1"}),
        # A drawn game takes no share from the winner of another: 千夏 alone has won, the whole pot.
        (partial(start, 5), [LOW, LOW, KALO, OUT, OUT], {"low_best": best(ANNA, BEN)}, (-1, -1, 4, -1, -1), 0, {}),
        # Who tied with everybody pays only where all pay.
        (
            partial(start, 5, drawn="others-pay"),
            [LOW, LOW, OUT, OUT, OUT],
            {"low_best": best(ANNA, BEN)},
            (-1,) * 5,
            5,
            {},
        ),
        (
            partial(start, 5, drawn="nobody-pays"),
            [LOW, LOW, OUT, OUT, OUT],
            {"low_best": best(ANNA, BEN)},
            (-1,) * 5,
            5,
            {},
        ),
        (
            partial(start, 5, drawn="all-pay"),
            [LOW, LOW, OUT, OUT, OUT],
            {"low_best": best(ANNA, BEN)},
            (-6, -6, -1, -1, -1),
            15,
            {},
        ),
        # 5, three games won: 1 each. あんな two of them, 恵美 one; 2 stay; ベン and 千夏 pay 5 each.
        (
            partial(start, 5, several="on"),
            [[BOO, LOW], [BOO], [LOW], [], [KALO]],
            {"booray_best": best(ANNA), "low_best": best(ANNA)},
            (1, -6, -6, -1, 0),
            5 - 3 + 10,
            {},
        ),
        # 「もし勝者が1人しかいない場合は、全てのポッドを獲得します」: all that is won takes the whole pot once.
        (
            partial(start, 5, several="on"),
            [[BOO, LOW], [BOO], [LOW], [], []],
            {"booray_best": best(ANNA), "low_best": best(ANNA)},
            (4, -6, -6, -1, -1),
            10,
            {ANNA: "ante −1, Boo-Ray, Low-Shit won +5 (the whole pot): +4"},
        ),
        # 5 ÷ 2 = 2 each, 1 stays; あんな pays 5 twice.
        (
            partial(start, 5, several="on"),
            [[BOO, LOW], [BOO], [LOW], [], []],
            {"booray_best": best(BEN), "low_best": best(CHIKA)},
            (-11, 1, 1, -1, -1),
            1 + 10,
            {ANNA: "ante −1, Boo-Ray lost −5, Low-Shit lost −5: −11"},
        ),
        # One game won and another lost: 3 ÷ 2 = 1 each, 1 stays.
        (
            partial(start, 3, several="on"),
            [[BOO, KALO], [BOO], [KALO]],
            {"booray_best": best(ANNA), "kalo_best": best(CHIKA)},
            (-1 + 1 - 3, -1 - 3, -1 + 1),
            1 + 6,
            {},
        ),
        # Most tricks win Boo-Ray; who is level in most neither takes nor pays.
        (
            partial(start, 5),
            [BOO, BOO, OUT, BOO, OUT],
            {"booray_tricks": [1, 3, None, 1, None]},
            (-6, 4, -1, -6, -1),
            10,
            {BEN: "ante −1, Boo-Ray with 3 tricks won +5 (the whole pot): +4"},
        ),
        (
            partial(start, 5),
            [BOO, BOO, OUT, BOO, OUT],
            {"booray_tricks": [2, 2, None, 1, None]},
            (-1, -1, -1, -6, -1),
            10,
            {DAISUKE: "ante −1, Boo-Ray with 1 trick drawn −5: −6"},
        ),
    ],
)
def test_what_a_deal_gives_and_leaves_in_the_pot(
    *,
    sheet: Callable[[], Any],
    games: list[Any],
    results: dict[str, Any],
    gave: tuple[int, ...],
    left: int,
    words: dict[int, str],
) -> None:
    after = hold(sheet(), *games)
    after = tell(after, **results) if results else after
    assert (points(after), after.left) == (gave, left)
    assert {seat: working(after, seat) for seat in words} == words


@pytest.mark.parametrize(
    ("drawn", "paid"),
    [
        ("others-pay", (0, 0, -5)),  # あんな and ベン tied: they neither take nor pay, 千夏 pays the 5
        ("nobody-pays", (0, 0, 0)),
        ("all-pay", (-5, -5, -5)),
    ],
)
def test_a_drawn_game_takes_nothing_from_the_pot(drawn: str, paid: Sequence[int]) -> None:
    sheet = tell(hold(start(5, drawn=drawn), LOW, LOW, LOW, OUT, OUT), low_best=best(ANNA, BEN))
    assert points(sheet) == (-1 + paid[0], -1 + paid[1], -1 + paid[2], -1, -1)
    assert sheet.left == 5 - sum(paid)
    assert sheet.wins == (0, 0, 0, 0, 0), "a drawn game is nobody's win"
    assert str(sheet.rows[-1].about) == "pot 5, あんな dealt, Low-Shit drawn (あんな, ベン)"
    third = "L Low-Shit lost" if paid[2] else "L Low-Shit drawn"
    assert [signs(cell) for cell in sheet.rows[-1].cells[:3]] == [["L Low-Shit drawn"], ["L Low-Shit drawn"], [third]]


def test_what_a_deal_gave_is_said_with_the_pot() -> None:
    alone = "Boo-Ray あんな (alone), Low-Shit ベン (alone), KALO 千夏 (alone)."
    assert str(hold(start(3), BOO, LOW, KALO).said) == f"あんな 0, ベン 0, 千夏 0. In the pot: 0. {alone}"
    assert str(hold(start(5), *[OUT] * 5).said) == "Nobody entered. The pot of 5 stays, and everyone antes again."


# What is refused

TRICKS = ("booray_tricks", None)
NO_GAME = "あんな, Game: “{}” can’t be chosen. Choose one of these: Low-Shit, KALO, Boo-Ray, out."
KNOWN = "Choose one of these: あんな, ベン, 大輔."
LOW_HAND, OTHER_HAND = ["AS", "2S", "3S", "4S", "6S"], ["AH", "2H", "3H", "4H", "6H"]


@pytest.mark.parametrize(
    ("sheet", "raw", "refusals"),
    [
        (
            partial(start, 3),
            {"games": [[LOW, KALO], OUT, OUT]},
            [("games", ANNA, NO_GAME.format("['low-shit', 'kalo']"))],
        ),
        (partial(start, 3), {"games": ["bourre", OUT, OUT]}, [("games", ANNA, NO_GAME.format("bourre"))]),
        # Five tricks are taken.
        *(
            (boo_ray, {"booray_tricks": tricks}, [(*TRICKS, f"The tricks in Boo-Ray add up to {said}, not 5.")])
            for tricks, said in (([1, 2, None, 1, None], 4), ([3, 2, None, 1, None], 6), ([0, 0, None, 0, None], 0))
        ),
        (
            boo_ray,
            {"booray_tricks": [5, 0, None, None, None]},
            [("booray_tricks", DAISUKE, "大輔’s tricks are missing. Enter 0 for none.")],
        ),
        (
            boo_ray,
            {"booray_tricks": [6, -1, None, "many", None]},
            [
                ("booray_tricks", ANNA, "あんな, Tricks: 6 is too high. The maximum is 5."),
                ("booray_tricks", BEN, "ベン, Tricks: −1 is too low. The minimum is 0."),
                ("booray_tricks", DAISUKE, "大輔, Tricks: “many” is not a whole number."),
            ],
        ),
        (
            boo_ray,
            {"booray_tricks": [5, 0, 0, 0, None]},
            [("booray_tricks", CHIKA, "千夏 doesn’t enter anything here.")],
        ),
        # Each contested game is decided, in one way, by one of those who entered.
        (
            lambda: hold(start(6), KALO, KALO, LOW, LOW, BOO, BOO),
            {},
            [
                ("booray_best", None, "Boo-Ray: choose who took the most tricks."),
                ("low_best", None, "Low-Shit: choose the winner."),
                ("kalo_best", None, "KALO: choose the winner."),
            ],
        ),
        (
            boo_ray,
            {"booray_best": best(BEN), "booray_tricks": [1, 3, None, 1, None]},
            [("booray_best", None, "Boo-Ray: enter the winner or the tricks, not both.")],
        ),
        (
            partial(poker, KALO),
            {"kalo_best": best(ANNA), "kalo_hands": [hand("A 2 3 4 6"), hand("5 7 8 9 J"), None]},
            [("kalo_best", None, "KALO: enter the winner or the hands, not both.")],
        ),
        (
            boo_ray,
            {"booray_best": best(CHIKA)},
            [("booray_best", None, f"Winner of Boo-Ray: “2” can’t be chosen. {KNOWN}")],
        ),
        # A hand has five cards of the pack, each in one hand only.
        (
            partial(poker, KALO),
            {"kalo_hands": [hand("A 2 3 4 6")[:4], [*hand("5 7 8 9 J"), "QH"], None]},
            [
                ("kalo_hands", ANNA, "あんな has 4 cards in KALO, not 5. Tap the whole hand."),
                ("kalo_hands", BEN, "ベン has 6 cards in KALO, not 5. Tap the whole hand."),
            ],
        ),
        (
            partial(poker, KALO),
            {"kalo_hands": [hand("A 2 3 4 6"), None, None]},
            [("kalo_hands", BEN, "ベン has 0 cards in KALO, not 5. Tap the whole hand.")],
        ),
        (
            partial(poker, LOW),
            {"low_hands": [LOW_HAND, ["AS", "7S", "8S", "9S", "TH"], None]},
            [("low_hands", BEN, "A♠ is in two hands. あんな has it, so take it from ベン.")],
        ),
        (
            lambda: hold(start(4), LOW, LOW, KALO, KALO),
            {
                "low_hands": [LOW_HAND, OTHER_HAND, None, None],
                "kalo_hands": [None, None, ["AS", "7S", "8S", "9S", "TS"], ["AD", "7D", "8D", "9D", "TD"]],
            },
            [("kalo_hands", CHIKA, "A♠ is in two hands. あんな has it, so take it from 千夏.")],
        ),
        (
            partial(poker, LOW),
            {"low_hands": [["AS", "AS", "3S", "4S", "6S"], hand("5 7 8 9 J"), None]},
            [("low_hands", ANNA, "あんな, Hands in Low-Shit: “AS” was chosen twice.")],
        ),
        (
            partial(poker, KALO),
            {"kalo_hands": [["A♠", "2S", "3S", "4S", "5S"], hand("6 7 8 9 J"), None]},
            [("kalo_hands", ANNA, "あんな, Hands in KALO: “A♠” is written “AS” here.")],
        ),
        *(
            (
                partial(poker, KALO),
                {"kalo_hands": [[typed, "2S", "3S", "4S", "5S"], hand("6 7 8 9 J"), None]},
                [("kalo_hands", ANNA, f"あんな, Hands in KALO: “{typed}” can’t be chosen here.")],
            )
            for typed in ("1S", "AX", "as", "", None, 5)
        ),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    sheet: Callable[[], Any], raw: dict[str, Any], refusals: list[Refusal]
) -> None:
    assert refused(sheet(), step=sheet().ask.step, **raw) == refusals


def test_a_form_that_leaves_the_other_way_empty_is_no_second_way() -> None:
    sheet = poker(KALO)
    after = tell(sheet, kalo_best=best(ANNA), kalo_hands=[[], [], None])
    assert after.wins == (1, 0, 0)
    sheet = boo_ray()
    assert tell(sheet, booray_best=[], booray_tricks=by_seat(sheet, {ANNA: 0, BEN: 5, DAISUKE: 0})).wins[BEN] == 1


@pytest.mark.parametrize("entrants", range(2, 11))
def test_a_tie_that_five_tricks_cannot_give_is_refused(entrants: int) -> None:
    # two can be level where a third takes the odd trick (2-2-1), five with a trick each, and no others
    possible = {1} | ({2} if entrants >= 3 else set()) | ({5} if entrants >= 5 else set())
    sheet = hold(start(10), *[BOO] * entrants, *[OUT] * (10 - entrants))
    for level in range(1, entrants + 1):
        assert five_tricks_leave(level, entrants) == (level in possible)
        if level in possible:
            assert tell(sheet, booray_best=best(*range(level))).deals == 1
        else:
            ((field, seat, said),) = refused(sheet, step="results", booray_best=best(*range(level)))
            assert (field, seat) == ("booray_best", None)
            assert f"when {entrants} players share 5 tricks, あんな, ベン" in said
    # In a poker game hands of any number of players can be equal.
    assert tell(hold(start(3), KALO, KALO, OUT), kalo_best=best(ANNA, BEN)).wins == (0, 0, 0)


# What is told before all is said


def partial_news(sheet: Any, **facts: Any) -> dict[str, str]:
    """The messages of an incomplete entry, by field."""
    facts = {name: tuple(tuple(each) if isinstance(each, list) else each for each in of) for name, of in facts.items()}
    return {name: str(told) for name, told in sheet.partial_news(Entry("results", facts)).items()}


def test_the_winner_of_a_game_is_told_as_soon_as_its_hands_are_in() -> None:
    sheet = hold(start(5), BOO, BOO, KALO, KALO, LOW)
    threes, queens = paper.KALO_HANDS[0], paper.KALO_HANDS[1]
    assert partial_news(sheet) == {}
    assert partial_news(sheet, kalo_hands=[None, None, threes, None, None]) == {}
    kalo = {"kalo_hands": "大輔 wins: three of a kind (Q-Q-Q-9-8, wild 2♥)"}
    assert partial_news(sheet, kalo_hands=[None, None, threes, queens, None]) == kalo
    assert partial_news(sheet, booray_tricks=[2, 3, None, None, None]) == {"booray_tricks": "ベン wins: 3 tricks"}
    assert partial_news(sheet, booray_tricks=[2, None, None, None, None]) == {}
    assert partial_news(sheet, booray_best=["1"]) == {}, "who says it knows it"
    level = {ANNA: hand("A 2 3 4 6"), BEN: ["AH", "2C", "3S", "4S", "6S"]}
    assert partial_news(poker(LOW), low_hands=by_seat(poker(LOW), level)) == {"low_hands": "Drawn: no pair (6-4-3-2-A)"}


# Hands


@pytest.mark.parametrize(
    ("game", "options", "one", "other", "winners"),
    [
        (LOW, {}, "A 2 3 4 5", "A 2 3 4 6", (ANNA,)),
        (LOW, {}, "A A 3 4 5", "9 10 J Q K", (BEN,)),
        (LOW, {}, "A 2 3 4 5", "A 2 3 4 5", ()),
        (LOW, {"best_low": "a-2-3-4-6"}, "A 2 3 4 5", "A 2 3 4 6", (BEN,)),
        # The example: K-3-3-J-2 is three 3s by its two; three queens with a wild four are more.
        (KALO, {}, "K 3 3 J 2", "Q Q 9 7 4", (BEN,)),
        (KALO, {}, "K 3 3 J 2", "10 J 8 6 4", (ANNA,)),
        # All wild: four 3s against three queens.
        (KALO, {"kalo_wild": "all"}, "K 3 3 J 2", "Q Q 9 7 4", (ANNA,)),
        # Ace low: it is the wild card, a pair of jacks against a pair of queens; ace high: a pair of aces.
        (KALO, {}, "A J 9 7 5", "Q 10 8 6 3", (BEN,)),
        (KALO, {"ace_high": "yes"}, "A J 9 7 5", "Q 10 8 6 3", (ANNA,)),
    ],
)
def test_the_sheet_compares_hands_by_the_rules_of_the_house(
    game: str, options: dict[str, Any], one: str, other: str, winners: tuple[int, ...]
) -> None:
    """あんな and ベン show these hands, which share no card."""
    cards = [card[0] + "CSHDS"[place] for place, card in enumerate(hand(other))]
    after = tell(poker(game, **options), **{{LOW: "low_hands", KALO: "kalo_hands"}[game]: [hand(one), cards, None]})
    assert tuple(seat for seat, wins in enumerate(after.wins) if wins) == winners


def test_who_plays_both_poker_games_plays_them_with_one_hand() -> None:
    sheet = hold(start(3, several="on"), [LOW, KALO], [LOW], [KALO])
    low, same, other = ["AS", "2S", "3S", "4S", "6S"], ["6S", "4S", "3S", "2S", "AS"], ["AS", "2S", "3S", "4S", "7S"]
    ben, chika = ["KH", "QH", "9H", "8D", "7H"], ["KC", "QC", "9C", "8C", "5D"]
    assert refused(sheet, step="results", low_hands=[low, ben, None], kalo_hands=[other, None, chika]) == [
        ("kalo_hands", ANNA, "あんな plays both games with one hand. Enter the same five cards for both.")
    ]
    # Low-Shit: no pair to the six against the king. KALO: the wild ace makes A-2-3-4-6 a straight 6-5-4-3-2,
    # of spades even: a straight flush.
    after = tell(sheet, low_hands=[low, ben, None], kalo_hands=[same, None, chika])
    assert after.wins == (2, 0, 0)


# The end


def test_the_first_with_four_wins_ends_it() -> None:
    sheet = start(3)
    assert sheet.options.wins == 4
    for deal in range(4):
        assert not sheet.over, deal
        sheet = hold(sheet, BOO, OUT, OUT)
    assert sheet.over
    assert sheet.winners == (ANNA,)
    assert sheet.notices == ()
    assert str(sheet.standings[0].tally) == "4 wins"


def test_more_wins_are_first_where_several_reach_it_in_one_deal() -> None:
    sheet = start(3, several="on", wins=2)
    sheet = hold(sheet, [BOO], [LOW], [])
    # あんな wins two games more and has 3, ベン one more and has 2: both have reached it, あんな is first.
    sheet = hold(sheet, [BOO, KALO], [LOW], [])
    assert sheet.wins == (3, 2, 0)
    assert [(each.place, each.seats) for each in sheet.standings] == [(1, (0,)), (2, (1,)), (3, (2,))]
    assert sheet.winners == (ANNA,)


def test_wins_decide_and_not_chips() -> None:
    sheet = start(3, wins=1)
    sheet = enter(sheet, {"step": "adjustment", "seat": ANNA, "amount": -45, "reason": "a round of beer"})
    sheet = hold(sheet, BOO, OUT, OUT)
    assert sheet.totals[ANNA] < min(sheet.totals[1:])
    assert sheet.winners == (ANNA,)
    assert all(each.gap == 0 for each in sheet.standings)


def test_equal_wins_share_the_place_and_more_chips_are_listed_first() -> None:
    # the pots are 4 each: あんな wins twice, 千夏 and 大輔 once each, 千夏 against ベン, who pays 4
    sheet = hold(start(4), BOO, OUT, OUT, OUT)
    sheet = hold(sheet, BOO, OUT, OUT, OUT)
    sheet = tell(hold(sheet, OUT, KALO, KALO, OUT), kalo_best=best(CHIKA))
    sheet = hold(sheet, OUT, OUT, OUT, LOW)
    # ante 4 each: 50 − 4 + 8 = 54; ベン 50 − 4 − 4 = 42; 千夏 50 − 4 + 4 = 50; 大輔 takes the pot of 8: 54
    assert sheet.totals == (54, 42, 50, 54)
    assert [(each.place, each.seats) for each in sheet.standings] == [
        (1, (ANNA,)),
        (2, (DAISUKE,)),
        (2, (CHIKA,)),
        (4, (BEN,)),
    ]


def test_the_win_is_told_in_wins() -> None:
    sheet = hold(start(3, wins=2), BOO, LOW, OUT)
    sheet = hold(sheet, BOO, OUT, OUT)
    assert (sheet.decided_by, str(sheet.won_by)) == ("count", "wins with 2 wins, 1 ahead")
    both = hold(start(3, wins=1), BOO, LOW, OUT)
    assert (both.winners, str(both.won_by)) == ((ANNA, BEN), "share the win with 1 win each")


def test_level_is_told_in_wins_whatever_the_chips() -> None:
    one = hold(start(3), BOO, OUT, OUT)
    both = hold(one, OUT, LOW, OUT)
    # ante 3 each time: 50 + 2 − 1, 50 − 1 + 2, 50 − 1 − 1
    assert both.totals == (51, 51, 48)
    assert str(news(both)[0]) == "あんな, ベン tied for the lead with 1 win"
    paid = enter(both, {"step": "adjustment", "seat": 0, "amount": -20, "reason": "tea"})
    every = hold(paid, OUT, OUT, KALO)
    assert every.totals == (30, 50, 50)
    assert [str(each) for each in news(every)] == ["Everyone has 1 win"]


def test_ended_before_anybody_has_a_win_nobody_has_won() -> None:
    sheet = enter(hold(start(3), OUT, OUT, OUT), {"step": "end"})
    assert sheet.decided_by == "nobody"
    assert sheet.over
    assert sheet.winners == ()
    won = enter(hold(start(3), BOO, OUT, OUT), {"step": "end"})
    assert won.winners == (ANNA,)


@pytest.mark.parametrize("several", ["off", "on"])
def test_whether_everybody_is_out_is_asked_before_it_is_written(several: str) -> None:
    sheet = start(3, several=several)
    out: Any = [[], [], []] if several == "on" else [OUT] * 3
    doubt = sheet.doubt(read_entry(sheet, {"step": "entries", "games": out}))
    assert str(doubt.question) == "Is everyone out? The pot of 3 stays, and everyone antes again."
    one: Any = [[BOO], [], []] if several == "on" else [BOO, OUT, OUT]
    assert sheet.doubt(read_entry(sheet, {"step": "entries", "games": one})) is None
    contested = hold(start(3), BOO, BOO, OUT)
    assert contested.doubt(read_entry(contested, {"step": "results", "booray_best": best(ANNA)})) is None


# Any deal at all


def five_tricks_leave(level: int, entrants: int) -> bool:
    """Whether this many players can tie for the most of five tricks, found by trying all deals."""
    shares = combinations_with_replacement(range(entrants), 5)
    taken = ([share.count(seat) for seat in range(entrants)] for share in shares)
    return any(each.count(max(each)) == level for each in taken)


@settings(max_examples=examples(300), deadline=None, derandomize=True, database=None)
@given(data=st.data())
def test_chips_move_and_never_vanish_and_only_winners_take(data: st.DataObject) -> None:
    players = data.draw(st.integers(3, 10))
    ante = data.draw(st.integers(1, 4))
    drawn = data.draw(st.sampled_from(["others-pay", "nobody-pays", "all-pay"]))
    sheet = start(players, several="on", ante=ante, drawn=drawn, wins=20)
    sheet = pot_of(sheet, data.draw(st.integers(ante * players, 200)))
    pot, before = sheet.pot, sum(sheet.totals) + sheet.left
    games = [data.draw(st.sets(st.sampled_from([BOO, LOW, KALO]))) for _ in range(players)]
    sheet = hold(sheet, *(sorted(each) for each in games))
    decided = {}
    if not sheet.deals:
        for field in sheet.ask.fields[::2]:
            seats = [choice.value for choice in field.choices]
            level = [
                n for n in range(1, len(seats) + 1) if field.name != "booray_best" or five_tricks_leave(n, len(seats))
            ]
            n = data.draw(st.sampled_from(level))
            decided[field.name] = data.draw(st.permutations(seats))[:n]
        sheet = tell(sheet, **decided)
    assert sum(sheet.totals) + sheet.left == before
    assert sheet.left >= 0
    won = sum(sheet.wins)
    for seat, cell in enumerate(sheet.rows[-1].cells):
        # ante, a share a win (the whole pot where one player won all), the pot for each game that costs
        took = pot if sheet.wins[seat] == won and won else (pot // won if won else 0) * sheet.wins[seat]
        paid = -ante + took - int(cell.points)
        assert paid % pot == 0
        assert 0 <= paid // pot <= len(games[seat]) - sheet.wins[seat]
        assert sorted(str(sign.letter) for sign in cell.signs) == sorted(game[0].upper() for game in games[seat])


# What a deal tells whoever counts


def test_the_antes_of_a_deal_lie_in_the_pot_and_no_more_before_the_players() -> None:
    sheet = start(3)
    assert [sheet.held(seat) for seat in sheet.table.seats] == [49, 49, 49]
    assert sheet.pot == 150 - 3 * 49
    assert [(str(each.tally), str(each.open)) for each in sheet.standings] == [("0 wins", "1 in the pot")] * 3
    # nobody entered: the pot stays, and everybody antes again
    sheet = enter(sheet, {"step": "entries", "games": [OUT] * 3})
    assert [sheet.held(seat) for seat in sheet.table.seats] == [48, 48, 48]
    assert sheet.pot == 150 - 3 * 48
    assert list(sheet.totals) == [49, 49, 49]
