"""Tests of Wizard against its public rules and its page in docs/games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest

from scoring.games.wizard import GAME
from tests.kit.games import session_of
from tests.kit.scoring.bidding import bid, pass_deals, take
from tests.kit.scoring.seen import each_sheet, not_started, refused, seen


def start(players: int = 4, *, dealer: int = 0, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=players, dealer=dealer, **options))


DEALS = {3: 20, 4: 15, 5: 12, 6: 10}
"""As many as the 60 cards give, by the number of players."""


def after(played: int, players: int = 4, **rules: Any) -> Any:
    return pass_deals(start(players, **rules), played)


def noted(trump: str | None) -> Any:
    return bid(start(), 0, 0, 0, 0, trump=trump)


SHOWN: dict[str, tuple[Callable[[], Any], Mapping[str, Any]]] = {
    **{
        f"the last deal but one of {players} turns up trumps": (
            partial(after, deals - 2, players),
            {"asked": ["bids", "trump"]},
        )
        for players, deals in DEALS.items()
    },
    **{
        f"the last deal of {players} has no trumps": (
            partial(after, deals - 1, players),
            {
                **{"asked": ["bids"], "notices.trump": "none"},
                "sentences.0": "No card is left to turn up, so this deal has no trumps.",
            },
        )
        for players, deals in DEALS.items()
    },
    "of fewer deals the last one turns up trumps": (
        partial(after, 7, deals=8),
        {"progress": "deal 8 of 8", "asked": ["bids", "trump"]},
    ),
    "and is the last": (partial(after, 8, deals=8), {"over": True}),
    **{
        f"trumps may be noted, and a jester that was turned up too ({trump})": (
            partial(noted, trump),
            {"notices.trump": shown},
        )
        for trump, shown in (("spades", "♠"), ("none", "none"), (None, "—"))
    },
    # The next deal turns up its own.
    **{
        f"a row has its trumps ({trump})": (
            partial(take, noted(trump), 1, 0, 0, 0),
            {"abouts": [f"1 card, あんな dealt{about}"], "notices.trump": "—"},
        )
        for trump, about in (("spades", ", ♠"), ("none", ", no trumps"), (None, ""))
    },
    "the dealer is free": (
        partial(start, 4, dealer=3),
        {"sentences": ["大輔 bids last and can bid anything."], "bids.not_total": None},
    ),
    "and may make the bids add up": (
        lambda: bid(start(4, dealer=3), 1, 0, 0, 0),
        {"message": "Bids 1, even. Play!"},
    ),
    "where the table has agreed, the bids may not add up": (
        partial(after, 3, restriction="on"),
        {
            **{"hand": 4, "dealer": 3, "bids.not_total": 4},
            "sentences": ["大輔 bids last. Total bids can’t equal 4."],
        },
    ),
    "other bids may": (lambda: bid(after(3, restriction="on"), 1, 0, 1, 1), {"bids": (1, 0, 1, 1)}),
    "hidden bids free the dealer even where the restriction was left on": (
        partial(start, 4, dealer=3, bidding="hidden", restriction="on"),
        {
            "options.restriction": False,
            "sentences": ["Everyone writes a bid at once, and the dealer can bid anything."],
        },
    ),
    "and may add up": (
        lambda: bid(start(4, dealer=3, bidding="hidden", restriction="on"), 1, 0, 0, 0),
        {"bids": (1, 0, 0, 0)},
    ),
}


@each_sheet(SHOWN)
def test_what_the_table_sees(sheet: Callable[[], Any], shown: Mapping[str, Any]) -> None:
    assert seen(sheet(), *shown) == shown


@pytest.mark.parametrize(("players", "most"), [(4, 15), (5, 12), (6, 10)])
def test_no_more_deals_than_the_pack_gives(players: int, most: int) -> None:
    assert start(players, deals=most).hands[-1] == most
    words = f"60 cards are not enough to deal {most + 1} each to {players} players. The largest hand is {most}."
    assert not_started(GAME, players=players, deals=most + 1) == [("deals", None, words)]


def test_where_the_bids_may_not_add_up_the_dealer_must_change() -> None:
    # 1 + 0 + 1 = 2, and 2 more would be 4
    words = "Total bids can’t equal 4. 大輔 deals and must change their bid."
    assert refused(after(3, restriction="on"), step="bids", bids=[1, 0, 1, 2]) == [("bids", 3, words)]


@pytest.mark.parametrize(("players", "deals"), DEALS.items())
def test_one_card_more_each_deal_until_all_sixty_are_dealt(players: int, deals: int) -> None:
    sheet = start(players)
    assert sheet.options.to_json()["deals"] == deals
    sheet = pass_deals(sheet, deals)
    assert [str(row.label) for row in sheet.rows] == [str(cards) for cards in range(1, deals + 1)]
    assert sheet.over


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


@pytest.mark.parametrize("trump", ["none", "hearts"])
def test_a_deal_without_trumps_scores_as_one_with_a_suit(trump: str) -> None:
    sheet = take(bid(pass_deals(start(3), 2), 1, 1, 0, trump=trump), 2, 1, 0)
    assert sheet.rows[-1].points == (-10, 30, 20)
