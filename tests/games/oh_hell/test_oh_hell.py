"""Tests of Oh Hell against its two rules texts and its page in docs/games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest

from scoring.core import enter
from scoring.games.oh_hell import GAME
from tests.kit.games import session_of
from tests.kit.scoring.bidding import bid, pass_deals, take
from tests.kit.scoring.seen import each_sheet, not_started, refused, seen


def start(players: int = 4, *, dealer: int = 0, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=players, dealer=dealer, **options))


SHOWN: dict[str, tuple[Callable[[], Any], Mapping[str, Any]]] = {
    **{
        f"{players} players begin with {top} cards": (partial(start, players), {"options.top_hand": top})
        for players, top in ((3, 10), (4, 10), (5, 10), (6, 8), (7, 7))
    },
    "and with 6 where the game is short": (partial(start, 7, format="short-valley"), {"options.top_hand": 6}),
    # 17 down to 1, and 16 up again; 3 × 17 = 51: one card is left to turn up.
    "three may begin with seventeen cards each, and the 52nd still turns up trumps": (
        partial(start, 3, top_hand=17),
        {
            "hands": (*range(17, 0, -1), *range(2, 18)),
            **{"notices.cards": "17", "asked": ["bids", "trump"]},
            "sentences": ["あんな bids last. Total bids can’t equal 17."],
        },
    ),
    # 4 × 13 = 52: nothing is left to turn up.
    "four with thirteen cards have no trumps": (
        partial(start, 4, top_hand=13),
        {
            **{"asked": ["bids"], "notices.trump": "none"},
            "sentences": [
                "No card is left to turn up, so this deal has no trumps.",
                "あんな bids last. Total bids can’t equal 13.",
            ],
        },
    ),
    # 4 × 12 = 48: four are left.
    "until a card is left": (
        lambda: pass_deals(start(4, top_hand=13)),
        {
            "abouts": ["13 cards, あんな dealt, no trumps"],
            "notices": {"cards": "12", "dealer": "ベン", "trump": "—"},
        },
    ),
    "then they are noted": (
        lambda: bid(pass_deals(start(4, top_hand=13)), 3, 3, 3, 4, trump="hearts"),
        {"notices.trump": "♥"},
    ),
    # Bidding
    "bids are said from the dealer's left, and the dealer last": (
        partial(start, 5, dealer=1),
        {
            **{"bids.seats": (2, 3, 4, 0, 1), "notices.dealer": "ベン"},
            "sentences": ["ベン bids last. Total bids can’t equal 10."],
        },
    ),
    "the page is told early what the bids may not add up to": (partial(start, 4), {"bids.not_total": 10}),
    "in the next deal it is another number": (lambda: pass_deals(start(4)), {"bids.not_total": 9}),
    "without the restriction everybody may make it": (
        partial(start, 5, dealer=4, restriction="off"),
        {"bids.not_total": None, "sentences": ["恵美 bids last and can bid anything."]},
    ),
    "and does": (
        lambda: bid(start(5, dealer=4, restriction="off"), 0, 2, 1, 3, 4),
        {"bids": (0, 2, 1, 3, 4)},
    ),
    **{
        f"written bids free the dealer, {said}": (
            partial(start, 5, dealer=4, bidding="written", **rules),
            {
                "options.restriction": False,
                "sentences": ["Everyone writes a bid at once, and the dealer can bid anything."],
            },
        )
        for said, rules in (
            ("usually", dict[str, Any]()),
            ("even where the restriction was left on", {"restriction": "on"}),
        )
    },
    "written bids may add up": (
        lambda: bid(start(5, dealer=4, bidding="written", restriction="on"), 0, 2, 1, 3, 4),
        {"bids": (0, 2, 1, 3, 4)},
    ),
    # The bidding order is 千夏, 大輔, あんな, ベン.
    "bids that are over are said, with who leads": (
        lambda: bid(start(4, dealer=1), 3, 4, 1, 4),
        {"message": "Bids 12, 2 over. Play!", "sentences": ["千夏 leads. Bids: 2 over."]},
    ),
    "bids that are under too": (
        lambda: bid(start(4, dealer=1), 0, 1, 2, 3),
        {"message": "Bids 6, 4 under. Play!", "sentences": ["千夏 leads. Bids: 4 under."]},
    ),
    "and even ones": (
        lambda: bid(start(4, dealer=1, restriction="off"), 1, 2, 3, 4),
        {"message": "Bids 10, even. Play!"},
    ),
    # The next deal turns up its own.
    "trumps may be noted and stand in the row": (
        lambda: take(bid(start(4), 3, 4, 1, 4, trump="clubs"), 3, 4, 1, 2),
        {"abouts": ["10 cards, あんな dealt, ♣"], "notices.trump": "—"},
    ),
    "or they are not": (
        lambda: take(bid(start(4), 3, 4, 1, 4), 3, 4, 1, 2),
        {"abouts": ["10 cards, あんな dealt"]},
    ),
    # The end
    "equal totals share the win, and the next place is the third": (
        lambda: take(bid(start(3, format="short-falling", top_hand=1, restriction="off"), 0, 0, 0), 0, 0, 1),
        {"winners": (0, 1), "standings": [(1, (0,), 10, 0), (1, (1,), 10, 0), (3, (2,), 0, 10)]},
    ),
    # In the middle of the second deal, which is not scored.
    "a game ended by hand keeps its standings and says so": (
        lambda: enter(bid(take(bid(start(3), 3, 3, 3), 3, 3, 4), 0, 0, 0), {"step": "end"}),
        {**{"over": True, "ended_early": True, "totals": (13, 13, 0)}, "winners": (0, 1), "deals": 1},
    ),
    "the deals are counted": (
        lambda: bid(start(3, format="short-falling", top_hand=2), 0, 0, 0),
        {"progress": "deal 1 of 2"},
    ),
    "the second begins after the tricks": (
        lambda: pass_deals(start(3, format="short-falling", top_hand=2)),
        {"progress": "deal 2 of 2"},
    ),
    "and none follows": (
        lambda: pass_deals(start(3, format="short-falling", top_hand=2), 2),
        {"progress": "deal 2 of 2", "over": True},
    ),
}


@each_sheet(SHOWN)
def test_what_the_table_sees(sheet: Callable[[], Any], shown: Mapping[str, Any]) -> None:
    assert seen(sheet(), *shown) == shown


NO_TRUMP = "Trumps: “stars” can’t be chosen. Choose one of these: ♠, ♥, ♦, ♣."


@pytest.mark.parametrize(
    ("sheet", "raw", "refusal"),
    [
        # 0 + 2 + 1 + 3 = 6, and 6 + 4 = 10: everybody could make it.
        (
            partial(start, 5, dealer=4),
            {"bids": [0, 2, 1, 3, 4]},
            ("bids", 4, "Total bids can’t equal 10. 恵美 deals and must change their bid."),
        ),
        # A bid lies between nought and the hand, and nobody may pass.
        *(
            (partial(start, 4), {"bids": [1, 1, typed, 1]}, ("bids", 2, f"千夏{words}"))
            for typed, words in (
                (11, ", Bids: 11 is too high. The maximum is 10."),
                (-1, ", Bids: −1 is too low. The minimum is 0."),
                ("two", ", Bids: “two” is not a whole number."),
                ("", ": bid missing."),
            )
        ),
        # Trumps are a suit, and there are none where no card is left.
        (partial(start, 4), {"bids": [3, 4, 1, 4], "trump": "stars"}, ("trump", None, NO_TRUMP)),
        (
            partial(start, 4, top_hand=13),
            {"bids": [3, 3, 3, 3], "trump": "spades"},
            ("trump", None, "“trump” is not asked for here."),
        ),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    sheet: Callable[[], Any], raw: dict[str, Any], refusal: tuple[str, int | None, str]
) -> None:
    assert refused(sheet(), step="bids", **raw) == [refusal]


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
    assert list(start(4, format=form, top_hand=top).hands) == hands


@pytest.mark.parametrize(("players", "most"), [(4, 13), (5, 10), (6, 8), (7, 7)])
def test_the_pack_must_be_large_enough_for_the_top_hand(players: int, most: int) -> None:
    # 52 ÷ 4 = 13, ÷ 5 = 10.4, ÷ 6 = 8.7, ÷ 7 = 7.4
    assert start(players, top_hand=most).hands[0] == most
    words = f"52 cards are not enough to deal {most + 1} each to {players} players. The largest hand is {most}."
    assert not_started(GAME, players=players, top_hand=most + 1) == [("top_hand", None, words)]


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
