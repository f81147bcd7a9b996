"""Tests of Wizard against its public rules and its page in docs/games."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.errors import EntryError
from scoring.games.wizard import GAME
from tests.kit.games import session_of
from tests.kit.scoring.bidding import bid, pass_deals, take
from tests.kit.scoring.seen import notices, sentences


def start(players: int = 4, *, dealer: int = 0, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=players, dealer=dealer, **options))


# The deals


@pytest.mark.parametrize(("players", "deals"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_one_card_more_each_deal_until_all_sixty_are_dealt(players: int, deals: int) -> None:
    sheet = start(players)
    assert sheet.options.to_json()["deals"] == deals
    sheet = pass_deals(sheet, deals)
    assert [str(row.label) for row in sheet.rows] == [str(cards) for cards in range(1, deals + 1)]
    assert sheet.over


@pytest.mark.parametrize(("players", "deals"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_the_last_deal_of_all_has_no_trumps_and_is_the_only_one(players: int, deals: int) -> None:
    before = pass_deals(start(players), deals - 2)
    assert [field.name for field in before.ask.fields] == ["bids", "trump"]
    last = pass_deals(before, 1)
    assert [field.name for field in last.ask.fields] == ["bids"]
    assert notices(last)["trump"] == "none"
    assert sentences(last)[0] == "No card is left to turn up, so this deal has no trumps."


def test_fewer_deals_can_be_agreed_and_their_last_one_turns_up_trumps() -> None:
    sheet = pass_deals(start(4, deals=8), 7)
    assert str(sheet.progress) == "deal 8 of 8"
    assert [field.name for field in sheet.ask.fields] == ["bids", "trump"]
    assert pass_deals(sheet, 1).over


@pytest.mark.parametrize(("players", "most"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_no_more_deals_than_the_pack_gives(players: int, most: int) -> None:
    assert start(players, deals=most).hands[-1] == most
    if most < 20:
        with pytest.raises(EntryError) as caught:
            start(players, deals=most + 1)
        (problem,) = caught.value.problems
        assert (problem.field, str(problem.message)) == (
            "deals",
            f"With {players} players, deal {most} uses all 60 cards. Choose {most} deals at most.",
        )


# Trumps


@pytest.mark.parametrize(
    ("trump", "shown", "about"),
    [
        ("spades", "♠", "1 card, あんな dealt, ♠"),
        ("none", "none", "1 card, あんな dealt, no trumps"),
        (None, "—", "1 card, あんな dealt"),
    ],
)
def test_trumps_may_be_noted_and_a_jester_that_was_turned_up_too(trump: str | None, shown: str, about: str) -> None:
    sheet = bid(start(), 0, 0, 0, 0, trump=trump)
    assert notices(sheet)["trump"] == shown
    sheet = take(sheet, 1, 0, 0, 0)
    assert str(sheet.rows[0].about) == about
    assert notices(sheet)["trump"] == "—", "the next deal turns up its own"


# Bidding


def test_the_dealer_is_free_unless_the_table_has_agreed_otherwise() -> None:
    sheet = start(4, dealer=3)
    assert sentences(sheet) == ["大輔 bids last and can bid anything."]
    assert sheet.ask.fields[0].not_total is None
    assert str(bid(sheet, 1, 0, 0, 0).said) == "Bids 1 · 0 · 0 · 0, even. Play!"


def test_where_the_bids_may_not_add_up_the_dealer_must_change() -> None:
    sheet = pass_deals(start(4, dealer=0, restriction="on"), 3)
    assert (sheet.hand, sheet.dealer) == (4, 3)
    assert sentences(sheet) == ["大輔 bids last. Total bids can’t equal 4."]
    assert sheet.ask.fields[0].not_total == 4
    # 1 + 0 + 1 = 2, and 2 more would be 4
    with pytest.raises(EntryError) as caught:
        bid(sheet, 1, 0, 1, 2)
    (problem,) = caught.value.problems
    assert (problem.field, problem.seat) == ("bids", 3)
    assert str(problem.message) == "Total bids can’t equal 4. 大輔 deals and must change their bid."
    assert bid(sheet, 1, 0, 1, 1).bids == (1, 0, 1, 1)


def test_hidden_bids_free_the_dealer_even_where_the_restriction_was_left_on() -> None:
    sheet = start(4, dealer=3, bidding="hidden", restriction="on")
    assert sheet.options.to_json()["restriction"] == "off"
    assert sentences(sheet) == ["Everyone writes down a bid. 大輔 deals and can bid anything."]
    assert bid(sheet, 1, 0, 0, 0).bids == (1, 0, 0, 0)


# Points


@pytest.mark.parametrize(
    ("deal", "bids", "tricks", "points", "working"),
    [
        (1, 0, 0, 20, "bid 0, took 0, made: 20 + 10 × 0 = 20"),
        (1, 1, 1, 30, "bid 1, took 1, made: 20 + 10 × 1 = 30"),
        (1, 1, 0, -10, "bid 1, took 0, missed by 1: −10 × 1 = −10"),
        (5, 3, 3, 50, "bid 3, took 3, made: 20 + 10 × 3 = 50"),
        (5, 3, 5, -20, "bid 3, took 5, missed by 2: −10 × 2 = −20"),
        (5, 5, 1, -40, "bid 5, took 1, missed by 4: −10 × 4 = −40"),
        (5, 0, 5, -50, "bid 0, took 5, missed by 5: −10 × 5 = −50"),
    ],
)
def test_a_made_bid_is_20_and_10_a_trick_and_every_trick_off_loses_10(
    deal: int, bids: int, tricks: int, points: int, working: str
) -> None:
    sheet = pass_deals(start(3), deal - 1)
    sheet = take(bid(sheet, bids, 0, 0), tricks, deal - tricks, 0)
    cell = sheet.rows[-1].cells[0]
    assert (cell.points, str(cell.working)) == (points, working)


# A real sheet


# What a deal tells whoever counts
