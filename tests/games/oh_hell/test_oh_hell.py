"""Tests of Oh Hell against its two rules texts and its page in docs/games."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from scoring.core import enter, replay
from scoring.document import dump, load
from scoring.entry.fields import Number
from scoring.errors import EntryError, Problem, ReplayError
from scoring.games.oh_hell import GAME
from scoring.games.oh_hell.options import PRESETS
from scoring.sheets.sheet import Sheet
from tests.games.oh_hell import sheet as paper
from tests.kit.games import session_of

DOWN = {top: list(range(top, 0, -1)) for top in (6, 7, 8, 10, 13, 17)}
"""From the top hand to 1 card: 10 9 8 7 6 5 4 3 2 1."""
UP = {top: list(range(1, top + 1)) for top in DOWN}


def start(players: int = 4, *, dealer: int = 0, **options: Any) -> Sheet[Any]:
    return GAME.start(session_of(GAME, players=players, dealer=dealer, **options))


def bid(sheet: Sheet[Any], *bids: int, **more: object) -> Sheet[Any]:
    return enter(sheet, {"step": "bids", "bids": list(bids)} | more)


def take(sheet: Sheet[Any], *tricks: int) -> Sheet[Any]:
    return enter(sheet, {"step": "tricks", "tricks": list(tricks)})


def pass_a_deal(sheet: Any) -> Any:
    """Everybody bids 0, and the first seat takes all the tricks."""
    nought = [0] * len(sheet.table.players)
    return take(bid(sheet, *nought), sheet.hand, *nought[1:])


def refused(sheet: Sheet[Any], **raw: object) -> tuple[Problem, ...]:
    with pytest.raises(EntryError) as caught:
        enter(sheet, raw)
    return caught.value.problems


def numbers(sheet: Sheet[Any]) -> Number:
    assert sheet.ask is not None
    field = sheet.ask.fields[0]
    assert isinstance(field, Number)
    return field


def strip(sheet: Sheet[Any]) -> dict[str, str]:
    return {notice.name: str(notice.value) for notice in sheet.notices}


def sentences(sheet: Sheet[Any]) -> list[str]:
    return [str(sentence) for sentence in sheet.sentences]


# The cards of each deal


def test_the_usual_game_of_four_is_dealt_from_ten_cards_down_to_one_and_up_again() -> None:
    sheet = start(4)
    dealt = []
    while not sheet.over:
        dealt.append(strip(sheet)["cards"])
        sheet = pass_a_deal(sheet)
    assert " ".join(dealt) == "10 9 8 7 6 5 4 3 2 1 2 3 4 5 6 7 8 9 10"
    assert [row.label for row in sheet.rows] == dealt


@pytest.mark.parametrize(
    ("form", "players", "deals", "first", "last"),
    [
        # 3 to 5 players: 10 cards, so 10 + 9 = 19 deals long and 10 short
        *(("long", players, 19, 10, 10) for players in (3, 4, 5)),
        *(("long-reversed", players, 19, 1, 1) for players in (3, 4, 5)),
        *(("short-rising", players, 10, 1, 10) for players in (3, 4, 5)),
        *(("short-falling", players, 10, 10, 1) for players in (3, 4, 5)),
        # six players: 8 cards, so 8 + 7 = 15 deals long and 8 short
        ("long", 6, 15, 8, 8),
        ("long-reversed", 6, 15, 1, 1),
        ("short-rising", 6, 8, 1, 8),
        ("short-falling", 6, 8, 8, 1),
        # seven players: 7 cards, so 7 + 6 = 13 deals long and 7 short
        ("long", 7, 13, 7, 7),
        ("long-reversed", 7, 13, 1, 1),
        ("short-rising", 7, 7, 1, 7),
        ("short-falling", 7, 7, 7, 1),
        # the valley is 6→1→6 at every table: 6 + 5 = 11 deals
        *(("short-valley", players, 11, 6, 6) for players in (3, 4, 5, 6, 7)),
    ],
)
def test_every_format_has_its_number_of_deals_at_every_table(
    form: str, players: int, deals: int, first: int, last: int
) -> None:
    sheet = start(players, format=form)
    while not sheet.over:
        sheet = pass_a_deal(sheet)
    hands = [int(str(row.label)) for row in sheet.rows]
    assert (len(hands), hands[0], hands[-1]) == (deals, first, last)
    assert {abs(before - after) for before, after in pairwise(hands)} == {1}, "one card more or less each deal"


@pytest.mark.parametrize(
    ("form", "top", "hands"),
    [
        ("long", 10, DOWN[10] + UP[10][1:]),
        ("long-reversed", 10, UP[10] + DOWN[10][1:]),
        ("short-valley", 6, [6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6]),
        ("short-rising", 10, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ("short-falling", 10, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
        ("long", 8, [8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8]),
        ("long-reversed", 7, [1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1]),
        ("long", 1, [1]),
        ("long-reversed", 2, [1, 2, 1]),
    ],
)
def test_the_hands_of_a_format_listed_out(form: str, top: int, hands: list[int]) -> None:
    assert list(start(4, format=form, top_hand=top).options.hands) == hands


@pytest.mark.parametrize(("players", "top"), [(3, 10), (4, 10), (5, 10), (6, 8), (7, 7)])
def test_the_usual_top_hand_is_written_out_in_the_options(players: int, top: int) -> None:
    assert start(players).options.to_json()["top_hand"] == top
    assert start(players, format="short-valley").options.to_json()["top_hand"] == 6


def test_three_may_begin_with_seventeen_cards_each_and_the_52nd_still_turns_up_trumps() -> None:
    sheet = start(3, top_hand=17)
    assert len(sheet.options.hands) == 33, "17 down to 1, and 16 up again"
    assert strip(sheet)["cards"] == "17"
    # 3 × 17 = 51: one card is left to turn up
    assert sheet.ask is not None
    assert [field.name for field in sheet.ask.fields] == ["bids", "trump"]
    assert sentences(sheet) == ["あんな bids last. Total bids can’t equal 17."]


def test_four_with_thirteen_cards_have_no_trumps_until_a_card_is_left() -> None:
    sheet = start(4, top_hand=13)
    # 4 × 13 = 52: nothing is left to turn up
    assert sheet.ask is not None
    assert [field.name for field in sheet.ask.fields] == ["bids"]
    assert strip(sheet)["trump"] == "none"
    assert "No card is left to turn up, so this deal has no trumps." in sentences(sheet)
    assert [problem.field for problem in refused(sheet, step="bids", bids=[3, 3, 3, 3], trump="spades")] == ["trump"]

    sheet = pass_a_deal(sheet)
    assert str(sheet.rows[0].about) == "13 cards, あんな dealt, no trumps"
    # 4 × 12 = 48: four are left
    assert strip(sheet) == {"cards": "12", "dealer": "ベン", "trump": "—"}
    assert strip(bid(sheet, 3, 3, 3, 4, trump="hearts"))["trump"] == "♥"


@pytest.mark.parametrize(("players", "most"), [(3, 17), (4, 13), (5, 10), (6, 8), (7, 7)])
def test_the_pack_must_be_large_enough_for_the_top_hand(players: int, most: int) -> None:
    # 52 ÷ 3 = 17.3, ÷ 4 = 13, ÷ 5 = 10.4, ÷ 6 = 8.7, ÷ 7 = 7.4
    assert start(players, top_hand=most).options.hands[0] == most
    with pytest.raises(EntryError) as caught:
        start(players, top_hand=most + 1)
    assert [(problem.field, problem.seat) for problem in caught.value.problems] == [("top_hand", None)]


def test_a_top_hand_that_is_too_large_is_told_with_the_pack_and_the_most() -> None:
    with pytest.raises(
        EntryError, match="52 cards are not enough to deal 11 each to 5 players. The largest hand is 10."
    ):
        start(5, top_hand=11)


@pytest.mark.parametrize("top", [0, -1, "ten", 10.5])
def test_a_top_hand_is_a_whole_number_from_one(top: object) -> None:
    with pytest.raises(EntryError) as caught:
        start(4, top_hand=top)
    assert [problem.field for problem in caught.value.problems] == ["top_hand"]


# Bidding


def test_bids_are_said_from_the_dealers_left_and_the_dealer_last() -> None:
    sheet = start(5, dealer=1)
    assert numbers(sheet).seats == (2, 3, 4, 0, 1)
    assert strip(sheet)["dealer"] == "ベン"
    assert sentences(sheet) == ["ベン bids last. Total bids can’t equal 10."]


def test_the_deal_passes_one_seat_to_the_left_and_round_the_table() -> None:
    sheet = start(3, dealer=1)
    dealers = []
    for _ in range(5):
        dealers.append(strip(sheet)["dealer"])
        sheet = pass_a_deal(sheet)
    assert dealers == ["ベン", "千夏", "あんな", "ベン", "千夏"]


def test_the_dealers_left_leads() -> None:
    assert sentences(bid(start(4, dealer=3), 3, 3, 3, 3)) == ["あんな leads. Bids: 2 over."]


def test_after_0_2_1_3_the_dealer_of_ten_cards_may_not_bid_4() -> None:
    # 0 + 2 + 1 + 3 = 6, and 6 + 4 = 10: everybody could make it
    sheet = start(5, dealer=4)
    (problem,) = refused(sheet, step="bids", bids=[0, 2, 1, 3, 4])
    assert (problem.field, problem.seat) == ("bids", 4)
    assert str(problem.message) == "Total bids can’t equal 10. 恵美 deals and must change their bid."


@pytest.mark.parametrize("free", [0, 1, 2, 3, 5, 6, 7, 8, 9, 10])
def test_after_0_2_1_3_the_dealer_of_ten_cards_may_bid_anything_else(free: int) -> None:
    sheet = start(5, dealer=4)
    assert bid(sheet, 0, 2, 1, 3, free).bids == (0, 2, 1, 3, free)  # type: ignore[attr-defined]


@pytest.mark.parametrize("free", range(8))
def test_nothing_is_forbidden_when_the_others_are_over_the_hand_already(free: int) -> None:
    # 5 + 3 + 0 = 8 is more than the 7 cards
    assert bid(start(4, dealer=3, format="short-falling", top_hand=7), 5, 3, 0, free).written == 1


def test_nought_is_forbidden_when_the_others_have_bid_the_whole_hand() -> None:
    sheet = start(4, dealer=3, format="short-falling", top_hand=7)
    assert [problem.seat for problem in refused(sheet, step="bids", bids=[4, 3, 0, 0])] == [3]
    assert bid(sheet, 4, 3, 0, 1).written == 1


def test_the_page_is_told_early_what_the_bids_may_not_add_up_to() -> None:
    sheet = start(4)
    assert numbers(sheet).not_total == 10
    assert numbers(pass_a_deal(sheet)).not_total == 9


def test_without_the_restriction_everybody_may_make_it() -> None:
    sheet = start(5, dealer=4, restriction="off")
    assert numbers(sheet).not_total is None
    assert sentences(sheet) == ["恵美 bids last and can bid anything."]
    assert bid(sheet, 0, 2, 1, 3, 4).written == 1


def test_written_bids_free_the_dealer_even_where_the_restriction_was_left_on() -> None:
    for options in ({"bidding": "written"}, {"bidding": "written", "restriction": "on"}):
        sheet = start(5, dealer=4, **options)
        assert sheet.options.to_json()["restriction"] == "off"
        assert sentences(sheet) == ["Everyone writes down a bid. 恵美 deals and can bid anything."]
        assert bid(sheet, 0, 2, 1, 3, 4).written == 1


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (11, "千夏, Bids: 11 is too high. The maximum is 10."),
        (-1, "千夏, Bids: −1 is too low. The minimum is 0."),
        ("two", "千夏, Bids: “two” is not a whole number."),
        ("", "千夏 hasn’t bid yet."),
    ],
)
def test_a_bid_lies_between_nought_and_the_hand_and_nobody_may_pass(typed: object, words: str) -> None:
    (problem,) = refused(start(4), step="bids", bids=[1, 1, typed, 1])
    assert (problem.field, problem.seat, str(problem.message)) == ("bids", 2, words)


def test_what_the_bids_amount_to_is_said_when_they_are_written() -> None:
    sheet = start(4, dealer=1)
    # bidding order is 千夏, 大輔, あんな, ベン
    assert str(bid(sheet, 3, 4, 1, 4).said) == "Bids 1 · 4 · 3 · 4, 2 over. Play!"
    assert str(bid(sheet, 0, 1, 2, 3).said) == "Bids 2 · 3 · 0 · 1, 4 under. Play!"
    free = start(4, dealer=1, restriction="off")
    assert str(bid(free, 1, 2, 3, 4).said) == "Bids 3 · 4 · 1 · 2, even. Play!"


def test_the_table_is_told_who_leads_and_how_the_bids_stand() -> None:
    sheet = start(4, dealer=1)
    assert sentences(bid(sheet, 0, 1, 2, 3)) == ["千夏 leads. Bids: 4 under."]
    assert sentences(bid(sheet, 3, 4, 1, 4)) == ["千夏 leads. Bids: 2 over."]


def test_trumps_may_be_noted_and_stand_in_the_row() -> None:
    sheet = take(bid(start(4), 3, 4, 1, 4, trump="clubs"), 3, 4, 1, 2)
    assert str(sheet.rows[0].about) == "10 cards, あんな dealt, ♣"
    assert strip(sheet)["trump"] == "—", "the next deal turns up its own"
    assert str(take(bid(start(4), 3, 4, 1, 4), 3, 4, 1, 2).rows[0].about) == "10 cards, あんな dealt"
    assert [problem.field for problem in refused(start(4), step="bids", bids=[3, 4, 1, 4], trump="stars")] == ["trump"]


# Tricks


@pytest.mark.parametrize(
    ("tricks", "words"),
    [
        ([3, 3, 2, 1], "The tricks add up to 9, not 10. Add 1."),
        ([3, 3, 1, 0], "The tricks add up to 7, not 10. Add 3."),
        ([3, 3, 3, 2], "The tricks add up to 11, not 10. Take away 1."),
        ([10, 10, 0, 0], "The tricks add up to 20, not 10. Take away 10."),
    ],
)
def test_all_the_tricks_must_be_somebodys(tricks: list[int], words: str) -> None:
    (problem,) = refused(bid(start(4), 3, 4, 1, 4), step="tricks", tricks=tricks)
    assert (problem.field, problem.seat, str(problem.message)) == ("tricks", None, words)


def test_the_page_is_told_early_what_the_tricks_must_add_up_to_and_offers_the_bids() -> None:
    field = numbers(bid(start(4, dealer=2), 3, 4, 1, 4))
    assert (field.total, field.low, field.high) == (10, 0, 10)
    assert field.suggested == (3, 4, 1, 4)
    assert field.seats == (3, 0, 1, 2)


def test_bids_come_before_tricks_and_are_said_once() -> None:
    (early,) = refused(start(4), step="tricks", tricks=[10, 0, 0, 0])
    assert (early.field, str(early.message)) == ("step", "The next entry is “Bids”.")
    (again,) = refused(bid(start(4), 3, 4, 1, 4), step="bids", bids=[0, 0, 0, 0])
    assert (again.field, str(again.message)) == ("step", "The next entry is “Tricks”.")


# The four ways of scoring


@pytest.mark.parametrize(
    ("scoring", "hand", "bids", "tricks", "points", "working"),
    [
        # 通常: 10 and the tricks, or nothing
        ("normal", 7, 3, 3, 13, "bid 3, took 3, made: 10 + 3 = 13"),
        ("normal", 7, 0, 0, 10, "bid 0, took 0, made: 10 + 0 = 10"),
        ("normal", 7, 7, 7, 17, "bid 7, took 7, made: 10 + 7 = 17"),
        ("normal", 7, 3, 4, 0, "bid 3, took 4, missed by 1: 0"),
        ("normal", 7, 3, 0, 0, "bid 3, took 0, missed by 3: 0"),
        # 加点: 10 and the tricks, or the tricks
        ("plus", 7, 3, 3, 13, "bid 3, took 3, made: 10 + 3 = 13"),
        ("plus", 7, 0, 0, 10, "bid 0, took 0, made: 10 + 0 = 10"),
        ("plus", 7, 3, 4, 4, "bid 3, took 4, missed by 1: 4"),
        ("plus", 7, 3, 0, 0, "bid 3, took 0, missed by 3: 0"),
        # 減点: 10 flat; 例1 (4 − 3) × 10 = 10 lost, 例2 (3 − 0) × 10 = 30 lost
        ("minus", 7, 3, 3, 10, "bid 3, took 3, made: 10"),
        ("minus", 7, 0, 0, 10, "bid 0, took 0, made: 10"),
        ("minus", 7, 3, 4, -10, "bid 3, took 4, missed by 1: −10 × 1 = −10"),
        ("minus", 7, 3, 0, -30, "bid 3, took 0, missed by 3: −10 × 3 = −30"),
        ("minus", 10, 0, 10, -100, "bid 0, took 10, missed by 10: −10 × 10 = −100"),
        # bonus with 5 cards or more: 50 for all, 25 for all but one, else 5; and 1 a trick
        ("bonus", 5, 5, 5, 55, "bid 5, took 5, made: 5 + 50 = 55"),
        ("bonus", 5, 4, 4, 29, "bid 4, took 4, made: 4 + 25 = 29"),
        ("bonus", 5, 3, 3, 8, "bid 3, took 3, made: 3 + 5 = 8"),
        ("bonus", 5, 0, 0, 5, "bid 0, took 0, made: 0 + 5 = 5"),
        ("bonus", 10, 10, 10, 60, "bid 10, took 10, made: 10 + 50 = 60"),
        ("bonus", 10, 9, 9, 34, "bid 9, took 9, made: 9 + 25 = 34"),
        ("bonus", 10, 8, 8, 13, "bid 8, took 8, made: 8 + 5 = 13"),
        ("bonus", 5, 5, 4, 4, "bid 5, took 4, missed by 1: 4"),
        ("bonus", 5, 4, 5, 5, "bid 4, took 5, missed by 1: 5"),
        ("bonus", 5, 3, 0, 0, "bid 3, took 0, missed by 3: 0"),
        # and with 4 cards or fewer always 5
        ("bonus", 4, 4, 4, 9, "bid 4, took 4, made: 4 + 5 = 9"),
        ("bonus", 4, 3, 3, 8, "bid 3, took 3, made: 3 + 5 = 8"),
        ("bonus", 4, 4, 3, 3, "bid 4, took 3, missed by 1: 3"),
        ("bonus", 1, 1, 1, 6, "bid 1, took 1, made: 1 + 5 = 6"),
        ("bonus", 1, 0, 0, 5, "bid 0, took 0, made: 0 + 5 = 5"),
    ],
)
def test_a_bid_is_paid_by_the_scoring_that_was_agreed(
    *, scoring: str, hand: int, bids: int, tricks: int, points: int, working: str
) -> None:
    sheet = start(3, format="short-falling", top_hand=hand, scoring=scoring, restriction="off")
    sheet = take(bid(sheet, bids, 0, 0), tricks, hand - tricks, 0)
    assert sheet.totals[0] == points
    assert str(sheet.rows[0].cells[0].working) == working


@pytest.mark.parametrize(
    ("scoring", "points"),
    [
        # bids 3 2 0 2, tricks 3 1 1 0 on a hand of 5: made, one under, one over, two under
        ("normal", (13, 0, 0, 0)),
        ("plus", (13, 1, 1, 0)),
        ("minus", (10, -10, -10, -20)),
        ("bonus", (8, 1, 1, 0)),
    ],
)
def test_one_deal_scored_in_all_four_ways(scoring: str, points: tuple[int, ...]) -> None:
    sheet = take(bid(start(4, format="short-falling", top_hand=5, scoring=scoring), 3, 2, 0, 2), 3, 1, 1, 0)
    assert (sheet.rows[0].points, sheet.totals) == (points, points)
    assert [(cell.figure, cell.outcome) for cell in sheet.rows[0].cells] == [
        ("3", "made"),
        ("2", "missed"),
        ("0", "missed"),
        ("2", "missed"),
    ]


def test_what_a_deal_gave_is_said_when_it_is_written() -> None:
    sheet = take(bid(start(3, scoring="minus", format="short-falling", top_hand=3), 2, 0, 2), 2, 1, 0)
    assert str(sheet.said) == "あんな made 2: +10, ベン missed: −10, 千夏 missed: −20"


# The end


def one_card(players: int, **options: Any) -> Sheet[Any]:
    """A game of a single deal of one card."""
    return start(players, format="short-falling", top_hand=1, restriction="off", **options)


def test_the_highest_total_wins() -> None:
    sheet = take(bid(one_card(3), 0, 0, 1), 0, 0, 1)
    assert sheet.over
    assert sheet.totals == (10, 10, 11)
    assert sheet.winners == (2,)
    assert [(each.place, each.seats, each.gap) for each in sheet.standings] == [
        (1, (2,), 0),
        (2, (0,), 1),
        (2, (1,), 1),
    ]


def test_equal_totals_share_the_win_and_the_next_place_is_the_third() -> None:
    sheet = take(bid(one_card(3), 0, 0, 0), 0, 0, 1)
    assert sheet.totals == (10, 10, 0)
    assert sheet.winners == (0, 1)
    assert [(each.place, each.seats) for each in sheet.standings] == [(1, (0,)), (1, (1,)), (3, (2,))]


def test_totals_go_below_nought() -> None:
    sheet = start(3, scoring="minus", format="short-falling", top_hand=3)
    sheet = take(bid(sheet, 3, 3, 3), 3, 0, 0)  # +10, −30, −30
    sheet = take(bid(sheet, 2, 2, 2), 0, 2, 0)  # −20, +10, −20
    assert sheet.totals == (-10, -20, -50)
    sheet = take(bid(sheet, 1, 1, 1), 0, 0, 1)  # −10, −10, +10
    assert sheet.totals == (-20, -30, -40)
    assert sheet.over
    assert sheet.winners == (0,)


def test_nobody_has_won_while_a_deal_is_still_to_come() -> None:
    sheet = pass_a_deal(start(3))
    assert not sheet.over
    assert sheet.winners == ()


def test_a_game_that_is_over_takes_no_more_deals() -> None:
    sheet = pass_a_deal(one_card(3))
    assert sheet.ask is None
    for step in ("bids", "tricks", "end"):
        (problem,) = refused(sheet, step=step)
        assert str(problem.message) == "The game is over. To play on, undo or correct an entry."


def test_a_game_ended_by_hand_keeps_its_standings_and_says_so() -> None:
    sheet = take(bid(start(3), 3, 3, 3), 3, 3, 4)  # 13, 13, 0
    sheet = enter(bid(sheet, 0, 0, 0), {"step": "end"})  # in the middle of the second deal
    assert sheet.over
    assert sheet.ended_early
    assert sheet.totals == (13, 13, 0)
    assert sheet.winners == (0, 1)
    assert [str(row.label) for row in sheet.rows] == ["10"], "the deal in play is not scored"


def test_a_game_played_to_its_end_was_not_ended_early() -> None:
    assert not pass_a_deal(one_card(3)).ended_early


def test_the_progress_counts_the_deals() -> None:
    sheet = start(3, format="short-falling", top_hand=2)
    assert str(sheet.progress) == "deal 1 of 2"
    assert str(bid(sheet, 0, 0, 0).progress) == "deal 1 of 2"
    sheet = pass_a_deal(sheet)
    assert str(sheet.progress) == "deal 2 of 2"
    assert str(pass_a_deal(sheet).progress) == "deal 2 of 2"


# What may be entered at any time


def test_an_adjustment_between_bids_and_tricks_leaves_the_deal_alone() -> None:
    sheet = bid(start(3), 3, 3, 3)
    sheet = enter(sheet, {"step": "adjustment", "seat": 1, "amount": -5, "reason": "showed a card"})
    assert sheet.totals == (0, -5, 0)
    assert sheet.ask is not None
    assert sheet.ask.step == "tricks"
    sheet = take(sheet, 3, 3, 4)  # 13, 13, 0
    assert sheet.totals == (13, 8, 0)
    assert [(row.kind, row.entries) for row in sheet.rows] == [("adjustment", (1,)), ("deal", (0, 2))]
    assert strip(sheet)["dealer"] == "ベン", "an adjustment is no deal"
    assert strip(sheet)["cards"] == "9"


def test_a_note_between_bids_and_tricks_stands_after_the_rows_before_it() -> None:
    sheet = bid(pass_a_deal(start(3)), 0, 0, 0)
    sheet = enter(sheet, {"step": "note", "text": "千夏 went for tea"})
    sheet = take(sheet, 9, 0, 0)
    assert [(remark.after, remark.text, remark.position) for remark in sheet.remarks] == [(1, "千夏 went for tea", 3)]
    assert [row.entries for row in sheet.rows] == [(0, 1), (2, 4)]


def test_adjustments_decide_who_wins() -> None:
    sheet = enter(one_card(3), {"step": "adjustment", "seat": 2, "amount": 20, "reason": "owed from last week"})
    sheet = pass_a_deal(sheet)  # 0, 10, 10
    assert sheet.totals == (0, 10, 30)
    assert sheet.winners == (2,)


# A real sheet


def test_the_sheet_worked_by_hand_adds_up_line_for_line() -> None:
    sheet: Any = load(paper.SESSION)
    for number, deal in enumerate(paper.DEALS, start=1):
        assert (sheet.hand, sheet.dealer) == (deal.cards, deal.dealer), f"before deal {number}"
        sheet = take(bid(sheet, *deal.bids), *deal.tricks)
        assert sheet.rows[-1].points == deal.points, f"deal {number}"
        assert sheet.totals == deal.totals, f"after deal {number}"
    assert sheet.over


def test_the_sheet_worked_by_hand_comes_out_of_its_document() -> None:
    sheet = load(paper.document())
    assert sheet.totals == (132, 141, 132, 134)
    assert sheet.winners == (paper.WINNER,)
    assert not sheet.ended_early
    places = {seat: (each.place, each.gap) for each in sheet.standings for seat in each.seats}
    assert tuple(places[seat] for seat in range(4)) == tuple(zip(paper.PLACES, paper.GAPS, strict=True))
    assert [str(moment) for moment in sheet.moments] == [
        "Most bids made: あんな, ベン, 大輔, 12 of 19",
        "Best deal: 千夏, ベン +14 (deal 1, deal 3, deal 17)",  # 千夏 in the first and the last
    ]
    assert dump(GAME, sheet, paper.entries()) == paper.document()


def test_the_sheet_worked_by_hand_breaks_no_rule_on_paper_either() -> None:
    assert len(paper.DEALS) == 19
    for deal in paper.DEALS:
        assert sum(deal.bids) != deal.cards
        assert sum(deal.tricks) == deal.cards


def test_a_slip_in_the_sheet_is_found_at_its_place() -> None:
    entries = paper.entries()
    entries[19] = {"step": "tricks", "tricks": [0, 0, 0, 0]}  # deal 10, of one card
    with pytest.raises(ReplayError) as caught:
        replay(load(paper.SESSION), entries)
    assert caught.value.position == 19
    assert str(caught.value) == "The tricks add up to 0, not 1. Add 1."


def test_the_same_sheet_by_minus_scoring_rescores_the_same_facts() -> None:
    # 10 × made − 10 × all the misses, each by how many:
    # あんな 12 made; misses 1 1 1 1 2 1 3 = 10 → 20.   ベン 12; 1 1 1 1 1 1 1 = 7 → 50.
    # 千夏 11; 1 2 1 2 1 1 1 1 = 10 → 10.             大輔 12; 4 2 1 2 2 2 1 = 14 → −20.
    rescored = paper.document() | {"options": {"scoring": "minus"}}
    assert load(rescored).totals == (20, 50, 10, -20)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.slug)
def test_the_presets_are_what_their_names_say(preset: Any) -> None:
    options = start(4, **preset.values).options.to_json()
    said = {"standard": "long normal in-turn on", "short": "short-valley normal in-turn on"}
    said |= {"written": "long normal written off", "minus": "long minus in-turn on"}
    assert " ".join(str(options[name]) for name in ("format", "scoring", "bidding", "restriction")) == said[preset.slug]


@pytest.mark.parametrize("players", [0, 1, 2, 8, 12])
def test_only_three_to_seven_play(players: int) -> None:
    with pytest.raises(EntryError, match=f"For 3 to 7 players. You have {players}."):
        start(players)


# What a deal tells whoever counts


def test_a_deal_tells_bids_and_tricks_and_whose_deal_it_was() -> None:
    sheet = start(3, dealer=2, top_hand=5)
    facts = take(bid(sheet, 2, 2, 0), 2, 0, 3).rows[0].facts
    assert dict(facts) == {
        "hand": (5, 5, 5),
        "bid": (2, 2, 0),
        "tricks": (2, 0, 3),
        "made": (True, False, False),
        "missed": (None, "under", "over"),
        "dealt": (False, False, True),
    }
