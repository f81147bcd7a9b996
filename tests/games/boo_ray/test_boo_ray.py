"""Tests of Boo-Ray against its rules text and its page in docs/games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core import enter
from scoring.document import load
from scoring.entry.choices import Choice
from tests.games.boo_ray import sheet as paper
from tests.games.boo_ray.table import (
    ANNA,
    BEN,
    BOO,
    CHIKA,
    DAISUKE,
    KALO,
    LOW,
    OUT,
    best,
    five_tricks_leave,
    hold,
    pot_of,
    start,
    tell,
)
from tests.kit.examples import examples
from tests.kit.scoring.seen import adjusted, each_sheet, points, seen, working


def on_paper(deals: int) -> Any:
    """The evening in sheet.py after so many deals."""
    return load(paper.document() | {"entries": [entry for deal in paper.DEALS[:deals] for entry in deal.entries]})


def alone(times: int, **options: Any) -> Any:
    """Three players, of whom あんな alone enters so many deals."""
    sheet = start(3, **options)
    for _ in range(times):
        sheet = hold(sheet, BOO, OUT, OUT)
    return sheet


def drawn(rule: str) -> Any:
    return tell(hold(start(5, drawn=rule), LOW, LOW, LOW, OUT, OUT), low_best=best(ANNA, BEN))


def forced(pot: int, **options: Any) -> Any:
    """Four at a pot, where nobody stays out until it is twice the first one."""
    return pot_of(start(4, staying_out="until-doubled", **options), pot)


def level(**options: Any) -> Any:
    """あんな has won a deal, and then ベン."""
    return hold(alone(1, **options), OUT, LOW, OUT)


LONE = "A player alone in a game wins it at once. Losers pay 4 into the pot."
LOW_AND_DRAWN, LOW_AND_LOST = ["L Low-Shit drawn"], ["L Low-Shit lost"]

SHOWN: dict[str, tuple[Callable[[], Any], Mapping[str, Any]]] = {
    "every amount of the first deal is worked in words": (
        partial(on_paper, 1),
        {
            "workings": [
                "ante −1, Boo-Ray lost −5: −6",
                "ante −1, Boo-Ray won +1 (5 ÷ 3, the rest stays in the pot): 0",
                "ante −1, Low-Shit won +1 (5 ÷ 3, the rest stays in the pot): 0",
                "ante −1, KALO won +1 (5 ÷ 3, the rest stays in the pot): 0",
                "ante −1, KALO lost −5: −6",
            ]
        },
    ),
    "a row says who drew, who stayed out and who won with how many tricks": (
        partial(on_paper, 2),
        {
            "workings": [
                "ante −1, Low-Shit drawn 0: −1",
                "ante −1, Low-Shit drawn 0: −1",
                "ante −1, Boo-Ray (2 tricks) lost −17: −18",
                "ante −1, out: −1",
                "ante −1, Boo-Ray (3 tricks) won +17 (the whole pot): +16",
            ],
            "signs": [LOW_AND_DRAWN, LOW_AND_DRAWN, ["B Boo-Ray lost"], [], ["B Boo-Ray won"]],
        },
    ),
    "a row says with which hands KALO was won and lost": (
        partial(on_paper, 4),
        {
            "workings": [
                "ante −1, KALO (three of a kind (3-3-3-K-J, wild 2♣)) lost −27: −28",
                "ante −1, KALO (three of a kind (Q-Q-Q-9-8, wild 2♥)) won +13 (27 ÷ 2, the rest stays in the pot): +12",
                "ante −1, KALO (one pair (10-10-8-6-5, wild A♠)) lost −27: −28",
                "ante −1, Low-Shit won +13 (27 ÷ 2, the rest stays in the pot): +12",
                "ante −1, out: −1",
            ]
        },
    ),
    "a row is headed by its pot, its dealer and who won": (
        partial(on_paper, 3),
        {
            "abouts": [
                "pot 5, あんな dealt, Boo-Ray: ベン, Low-Shit: 千夏 (alone), KALO: 大輔",
                "pot 17, ベン dealt, Boo-Ray: 恵美, Low-Shit drawn (あんな, ベン)",
                "pot 22, 千夏 dealt, nobody entered",
            ]
        },
    ),
    # The table
    "everybody begins with 50 chips": (partial(start, 5), {"totals": (50,) * 5}),
    "or with as many as agreed, even none": (partial(start, 3, chips=0), {"totals": (0, 0, 0)}),
    # 「各自1チップをポッドに支払います」: 5 × 1, 7 × 1, and 4 × 3 where the ante is 3
    "five pay an ante each into the pot": (partial(start, 5), {"notices.pot": "5"}),
    "seven pay seven": (partial(start, 7), {"notices.pot": "7"}),
    "antes may be larger": (partial(start, 4, ante=3), {"notices.pot": "12"}),
    "the antes lie in the pot and no more before the players": (
        partial(start, 3),
        {"held": [49, 49, 49], "pot": 150 - 3 * 49, "tallies": ["0 wins"] * 3, "open": ["1 in the pot"] * 3},
    ),
    "nobody entered: the pot stays, and everybody antes again": (
        lambda: hold(start(3), OUT, OUT, OUT),
        {"held": [48, 48, 48], "pot": 150 - 3 * 48, "totals": (49, 49, 49)},
    ),
    "the deal passes clockwise": (
        lambda: hold(hold(hold(start(3, dealer=1), *[OUT] * 3), *[OUT] * 3), *[OUT] * 3),
        {"dealers": ["ベン", "千夏", "あんな"], "notices.dealer": "ベン", "games.seats": (0, 1, 2)},
    ),
    "the rows keep their places whoever deals": (
        lambda: hold(start(5, dealer=2), KALO, BOO, KALO, BOO, KALO),
        {
            "kalo_best.choices": (Choice("0", "あんな"), Choice("2", "千夏"), Choice("4", "恵美")),
            "booray_tricks.seats": (1, 3),
            "kalo_hands.seats": (0, 2, 4),
        },
    ),
    "the strip tells dealer, pot, wins and deal": (
        partial(alone, 1, wins=2),
        {
            "notices": {"dealer": "ベン", "pot": "3", "wins": "1 / 2", "deal": "2"},
            "progress": "first to 2 wins",
            "roles": ["", "dealer", ""],
        },
    ),
    # Entries
    "a player enters one game or none, and usually none": (
        partial(start, 3),
        {"games.offered": [LOW, KALO, BOO, OUT], "games.suggested": (OUT, OUT, OUT)},
    ),
    "several games only where the house says so": (
        lambda: hold(start(3, several="on"), [LOW, KALO], [], [KALO]),
        {
            "asked": ["kalo_best", "kalo_hands"],
            "message": "Low-Shit: あんな (alone), KALO (あんな, 千夏), Stayed out: ベン",
        },
    ),
    "staying out may be forbidden": (
        partial(start, 4, staying_out="forbidden"),
        {"forced": True, "sentences": ["Everyone must enter a game.", LONE], "games.offered": [LOW, KALO, BOO]},
    ),
    # Four with ante 1: the first pot is 4, twice that is 8.
    "it may be forbidden until the pot is twice the first one": (
        partial(forced, 4),
        {
            "forced": True,
            "sentences": ["Everyone must enter a game until the pot is 8.", LONE],
            "games.offered": [LOW, KALO, BOO],
        },
    ),
    # あんな wins all 4; the three others pay 4 each: 4 − 4 + 12 = 12, and the next pot 16 is beyond 8.
    "then anybody may stay out": (
        lambda: hold(tell(hold(forced(4), LOW, LOW, LOW, LOW), low_best=best(ANNA)), OUT, OUT, OUT, OUT),
        {"left": 16, "forced": False},
    ),
    "one chip less than twice is not enough": (partial(forced, 7), {"forced": True}),
    "just twice is enough": (partial(forced, 8), {"forced": False}),
    # ベン, alone, takes all 20: the next pot is the four antes.
    "the pot may fall again, and then nobody may stay out": (
        lambda: hold(forced(20), OUT, LOW, OUT, OUT),
        {"pot": 4, "forced": True},
    ),
    # Ante 3, four players: 12 at first, 24 twice.
    "with an ante of 3 a pot of 23 is too small": (partial(forced, 23, ante=3), {"forced": True}),
    "with an ante of 3 a pot of 24 is enough": (partial(forced, 24, ante=3), {"forced": False}),
    # Who is asked about
    "who enters a game alone has won it and is not asked about": (
        lambda: hold(start(3), BOO, KALO, KALO),
        {
            "asked": ["kalo_best", "kalo_hands"],
            "sentences": ["あんな is alone in Boo-Ray and wins it.", "ベン exchanges cards first."],
        },
    ),
    "games are asked in the order in which they are played": (
        lambda: hold(start(6), KALO, KALO, LOW, LOW, BOO, BOO),
        {"asked": ["booray_best", "booray_tricks", "low_best", "low_hands", "kalo_best", "kalo_hands"]},
    ),
    # 大輔 deals; from his left: 恵美 out, あんな KALO, ベン Boo-Ray, 千夏 KALO, 大輔 Boo-Ray
    "the entrant next to the dealer leads Boo-Ray, and the exchange begins there": (
        lambda: hold(start(5, dealer=DAISUKE), KALO, BOO, KALO, BOO, OUT),
        {"sentences": ["あんな exchanges cards first.", "ベン leads in Boo-Ray."]},
    ),
    # What is said of a deal
    "a drawn game is nobody's win": (
        partial(drawn, "others-pay"),
        {
            "wins": (0,) * 5,
            "abouts": ["pot 5, あんな dealt, Low-Shit drawn (あんな, ベン)"],
            "signs": [LOW_AND_DRAWN, LOW_AND_DRAWN, LOW_AND_LOST, [], []],
        },
    ),
    "a drawn game for which nobody pays is lost by nobody": (
        partial(drawn, "nobody-pays"),
        {"signs": [LOW_AND_DRAWN] * 3 + [[], []]},
    ),
    "what a deal gave is said with the pot": (
        lambda: hold(start(3), BOO, LOW, KALO),
        {
            "message": "あんな 0, ベン 0, 千夏 0. In the pot: 0. "
            "Boo-Ray: あんな (alone), Low-Shit: ベン (alone), KALO: 千夏 (alone)."
        },
    ),
    "nobody entered is said with the pot too": (
        lambda: hold(start(5), *[OUT] * 5),
        {"message": "Nobody entered. The pot of 5 stays, and everyone antes again."},
    ),
    # The end
    "three wins are not enough": (partial(alone, 3), {"over": False}),
    "the first with four wins ends it": (
        partial(alone, 4),
        {"over": True, "winners": (ANNA,), "notices": {}, "tallies": ["4 wins", "0 wins", "0 wins"]},
    ),
    # あんな wins two games more and has 3, ベン one more and has 2: both have reached it, あんな is first.
    "more wins are first where several reach it in one deal": (
        lambda: hold(hold(start(3, several="on", wins=2), [BOO], [LOW], []), [BOO, KALO], [LOW], []),
        {"wins": (3, 2, 0), "places": [(1, ANNA), (2, BEN), (3, CHIKA)], "winners": (ANNA,)},
    ),
    # 50 − 45 − 1 + 3 = 7 against 49 and 49.
    "wins decide and not chips": (
        lambda: hold(adjusted(start(3, wins=1), ANNA, -45), BOO, OUT, OUT),
        {"winners": (ANNA,), "standings": [(1, (ANNA,), 7, 0), (2, (BEN,), 49, 0), (2, (CHIKA,), 49, 0)]},
    ),
    # The pots are 4 each: あんな wins twice, 千夏 and 大輔 once each, 千夏 against ベン, who pays 4.
    # Antes 4 each: 50 − 4 + 8 = 54; ベン 50 − 4 − 4 = 42; 千夏 50 − 4 + 4 = 50; 大輔 takes the pot of 8: 54.
    "equal wins share the place, and more chips are listed first": (
        lambda: hold(
            tell(
                hold(hold(hold(start(4), BOO, OUT, OUT, OUT), BOO, OUT, OUT, OUT), OUT, KALO, KALO, OUT),
                kalo_best=best(CHIKA),
            ),
            *(OUT, OUT, OUT, LOW),
        ),
        {"totals": (54, 42, 50, 54), "places": [(1, ANNA), (2, DAISUKE), (2, CHIKA), (4, BEN)]},
    ),
    "a win is told in wins": (
        lambda: hold(hold(start(3, wins=2), BOO, LOW, OUT), BOO, OUT, OUT),
        {"decided_by": "count", "won_by": "wins with 2 wins, 1 ahead"},
    ),
    "a shared win is told in wins": (
        lambda: hold(start(3, wins=1), BOO, LOW, OUT),
        {
            "winners": (ANNA, BEN),
            "won_by": "share the win with 1 win each",
            "why_over": "あんな and ベン reached 1 win.",
        },
    ),
    # Ante 3 each time: 50 + 2 − 1, 50 − 1 + 2, 50 − 1 − 1.
    "level in wins is level whatever the chips": (
        level,
        {"totals": (51, 51, 48), "news": ["Low-Shit: ベン (alone)", "あんな and ベン tied for the lead (1 win)"]},
    ),
    "everybody is level in wins": (
        lambda: hold(adjusted(level(), ANNA, -20), OUT, OUT, KALO),
        {"totals": (30, 50, 50), "news": ["KALO: 千夏 (alone)", "Everyone is tied (1 win)"]},
    ),
    "ended before anybody has a win, nobody has won": (
        lambda: enter(hold(start(3), OUT, OUT, OUT), {"step": "end"}),
        {"decided_by": "nobody", "over": True, "winners": ()},
    ),
    "ended after one win, that one has won": (
        lambda: enter(alone(1), {"step": "end"}),
        {"winners": (ANNA,)},
    ),
    # A form that leaves the other way empty is no second way.
    "a winner beside empty hands": (
        lambda: tell(hold(start(3), KALO, KALO, OUT), kalo_best=best(ANNA), kalo_hands=[[], [], None]),
        {"wins": (1, 0, 0)},
    ),
    "tricks beside no winner": (
        lambda: tell(hold(start(3), BOO, BOO, OUT), booray_best=[], booray_tricks=[0, 5, None]),
        {"wins": (0, 1, 0)},
    ),
    # Low-Shit: no pair to the six against the king. KALO: the wild ace makes A-2-3-4-6 a straight flush 6-5-4-3-2.
    "who plays both poker games plays them with one hand": (
        lambda: tell(
            hold(start(3, several="on"), [LOW, KALO], [LOW], [KALO]),
            low_hands=[["AS", "2S", "3S", "4S", "6S"], ["KH", "QH", "9H", "8D", "7H"], None],
            kalo_hands=[["6S", "4S", "3S", "2S", "AS"], None, ["KC", "QC", "9C", "8C", "5D"]],
        ),
        {"wins": (2, 0, 0)},
    ),
}


@each_sheet(SHOWN)
def test_what_the_table_sees(sheet: Callable[[], Any], shown: Mapping[str, Any]) -> None:
    assert seen(sheet(), *shown) == shown


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
        (partial(start, 5), [OUT] * 5, {}, (-1,) * 5, 5, {BEN: "ante −1, out: −1"}),
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
            {BEN: "ante −1, Boo-Ray (3 tricks) won +5 (the whole pot): +4"},
        ),
        (
            partial(start, 5),
            [BOO, BOO, OUT, BOO, OUT],
            {"booray_tricks": [2, 2, None, 1, None]},
            (-1, -1, -1, -6, -1),
            10,
            {DAISUKE: "ante −1, Boo-Ray (1 trick) drawn −5: −6"},
        ),
        # A lone winner beside a contested game: 3 chips for two, 1 each, 1 stays; 千夏 pays 3.
        (partial(start, 3), [BOO, KALO, KALO], {"kalo_best": best(BEN)}, (0, 0, -4), 3 - 2 + 3, {}),
        # Who tied neither takes nor pays; 千夏 pays the 5 where the others pay, and all three where all pay.
        *(
            (
                partial(start, 5, drawn=drawn),
                [LOW, LOW, LOW, OUT, OUT],
                {"low_best": best(ANNA, BEN)},
                (-1 - tied, -1 - tied, -1 - third, -1, -1),
                5 + 2 * tied + third,
                {},
            )
            for drawn, tied, third in (("others-pay", 0, 5), ("nobody-pays", 0, 0), ("all-pay", 5, 5))
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


# Any deal at all


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
