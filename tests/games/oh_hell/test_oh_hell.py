"""Tests of Oh Hell against its two rules texts and its page in docs/games."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core import enter
from scoring.entry.fields import Number
from scoring.games.oh_hell import GAME
from scoring.sheets.sheet import Sheet
from tests.kit.games import session_of
from tests.kit.scoring.bidding import bid, pass_deals, take
from tests.kit.scoring.seen import not_started, notices, refused, sentences


def start(players: int = 4, *, dealer: int = 0, **options: Any) -> Sheet[Any]:
    return GAME.start(session_of(GAME, players=players, dealer=dealer, **options))


def numbers(sheet: Sheet[Any]) -> Number:
    assert sheet.ask is not None
    field = sheet.ask.fields[0]
    assert isinstance(field, Number)
    return field


# The cards of each deal


@pytest.mark.parametrize(
    ("form", "top", "hands"),
    [
        ("long", 10, [*range(10, 0, -1), *range(2, 11)]),
        ("long-reversed", 10, [*range(1, 11), *range(9, 0, -1)]),
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
    assert notices(sheet)["cards"] == "17"
    # 3 × 17 = 51: one card is left to turn up
    assert sheet.ask is not None
    assert [field.name for field in sheet.ask.fields] == ["bids", "trump"]
    assert sentences(sheet) == ["あんな bids last. Total bids can’t equal 17."]


def test_four_with_thirteen_cards_have_no_trumps_until_a_card_is_left() -> None:
    sheet = start(4, top_hand=13)
    # 4 × 13 = 52: nothing is left to turn up
    assert sheet.ask is not None
    assert [field.name for field in sheet.ask.fields] == ["bids"]
    assert notices(sheet)["trump"] == "none"
    assert "No card is left to turn up, so this deal has no trumps." in sentences(sheet)
    assert [field for field, *_ in refused(sheet, step="bids", bids=[3, 3, 3, 3], trump="spades")] == ["trump"]

    sheet = pass_deals(sheet)
    assert str(sheet.rows[0].about) == "13 cards, あんな dealt, no trumps"
    # 4 × 12 = 48: four are left
    assert notices(sheet) == {"cards": "12", "dealer": "ベン", "trump": "—"}
    assert notices(bid(sheet, 3, 3, 3, 4, trump="hearts"))["trump"] == "♥"


@pytest.mark.parametrize(("players", "most"), [(4, 13), (5, 10), (6, 8), (7, 7)])
def test_the_pack_must_be_large_enough_for_the_top_hand(players: int, most: int) -> None:
    # 52 ÷ 4 = 13, ÷ 5 = 10.4, ÷ 6 = 8.7, ÷ 7 = 7.4
    assert start(players, top_hand=most).options.hands[0] == most
    words = f"52 cards are not enough to deal {most + 1} each to {players} players. The largest hand is {most}."
    assert not_started(GAME, players=players, top_hand=most + 1) == [("top_hand", None, words)]


# Bidding


def test_bids_are_said_from_the_dealers_left_and_the_dealer_last() -> None:
    sheet = start(5, dealer=1)
    assert numbers(sheet).seats == (2, 3, 4, 0, 1)
    assert notices(sheet)["dealer"] == "ベン"
    assert sentences(sheet) == ["ベン bids last. Total bids can’t equal 10."]


def test_after_0_2_1_3_the_dealer_of_ten_cards_may_not_bid_4() -> None:
    # 0 + 2 + 1 + 3 = 6, and 6 + 4 = 10: everybody could make it
    sheet = start(5, dealer=4)
    words = "Total bids can’t equal 10. 恵美 deals and must change their bid."
    assert refused(sheet, step="bids", bids=[0, 2, 1, 3, 4]) == [("bids", 4, words)]


def test_the_page_is_told_early_what_the_bids_may_not_add_up_to() -> None:
    sheet = start(4)
    assert numbers(sheet).not_total == 10
    assert numbers(pass_deals(sheet)).not_total == 9


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
    assert refused(start(4), step="bids", bids=[1, 1, typed, 1]) == [("bids", 2, words)]


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
    assert notices(sheet)["trump"] == "—", "the next deal turns up its own"
    assert str(take(bid(start(4), 3, 4, 1, 4), 3, 4, 1, 2).rows[0].about) == "10 cards, あんな dealt"
    assert [field for field, *_ in refused(start(4), step="bids", bids=[3, 4, 1, 4], trump="stars")] == ["trump"]


# Tricks


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


# The end


def one_card(players: int, **options: Any) -> Sheet[Any]:
    """A game of a single deal of one card."""
    return start(players, format="short-falling", top_hand=1, restriction="off", **options)


def test_equal_totals_share_the_win_and_the_next_place_is_the_third() -> None:
    sheet = take(bid(one_card(3), 0, 0, 0), 0, 0, 1)
    assert sheet.totals == (10, 10, 0)
    assert sheet.winners == (0, 1)
    assert [(each.place, each.seats) for each in sheet.standings] == [(1, (0,)), (1, (1,)), (3, (2,))]


def test_a_game_ended_by_hand_keeps_its_standings_and_says_so() -> None:
    sheet = take(bid(start(3), 3, 3, 3), 3, 3, 4)  # 13, 13, 0
    sheet = enter(bid(sheet, 0, 0, 0), {"step": "end"})  # in the middle of the second deal
    assert sheet.over
    assert sheet.ended_early
    assert sheet.totals == (13, 13, 0)
    assert sheet.winners == (0, 1)
    assert [str(row.label) for row in sheet.rows] == ["10"], "the deal in play is not scored"


def test_the_progress_counts_the_deals() -> None:
    sheet = start(3, format="short-falling", top_hand=2)
    assert str(sheet.progress) == "deal 1 of 2"
    assert str(bid(sheet, 0, 0, 0).progress) == "deal 1 of 2"
    sheet = pass_deals(sheet)
    assert str(sheet.progress) == "deal 2 of 2"
    assert str(pass_deals(sheet).progress) == "deal 2 of 2"


# What may be entered at any time


# A real sheet


# What a deal tells whoever counts
