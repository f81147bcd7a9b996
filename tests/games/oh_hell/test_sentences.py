"""Oh Hell's house rules: the worked examples of each, and random sittings against its sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from scoring.core import enter
from scoring.games.oh_hell import GAME, OhHellOptions
from tests.games.oh_hell import by_sentence
from tests.kit.games import changed, played, session_of
from tests.kit.scoring.bidding import bid, pass_deals, take
from tests.kit.scoring.seen import not_started, refused, seen, working

SITTINGS = range(60)


def start(players: int = 4, *, dealer: int = 0, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=players, dealer=dealer, **options))


def sheets_of_bids(luck: int) -> Iterator[tuple[dict[str, Any], Any]]:
    """The rules of two random sittings as they were sent, with each of their sheets that ask for bids."""
    for sitting in (played(GAME, luck), changed(GAME, luck)):
        yield from (
            (sitting.session["options"], sheet) for sheet in sitting.sheets if sheet.ask and sheet.ask.step == "bids"
        )


# N equal deals


def test_every_deal_has_as_many_cards() -> None:
    sheet = start(4, format="equal", top_hand=13, equal_deals=3)
    assert seen(sheet, "hands", "progress") == {"hands": (13, 13, 13), "progress": "deal 1 of 3"}
    assert [str(line) for line in sheet.plan] == ["13 cards", "3 deals, about 10 min"]
    # Each time the first seat takes all 13 and has bid 0; the others bid 0 and make it.
    assert seen(pass_deals(sheet, 3), "totals", "over") == {"totals": (0, 30, 30, 30), "over": True}


def test_a_newcomer_lowers_the_hand_to_what_the_pack_allows() -> None:
    # 52 ÷ 5 = 10.4
    sheet = pass_deals(start(4, format="equal", top_hand=13, equal_deals=3))
    assert enter(sheet, {"step": "join", "name": "Eva"}).hands == (13, 10, 10)


def test_equal_hands_need_both_numbers() -> None:
    cards = ("top_hand", None, "Set the number of cards of the equal hands.")
    deals = ("equal_deals", None, "Set the number of deals with equal hands.")
    assert not_started(GAME, format="equal") == [cards, deals]
    assert not_started(GAME, format="equal", top_hand=7) == [deals]
    assert not_started(GAME, format="equal", equal_deals=7) == [cards]
    words = "52 cards are not enough to deal 14 each to 4 players. The largest hand is 13."
    assert not_started(GAME, players=4, format="equal", top_hand=14, equal_deals=1) == [("top_hand", None, words)]


def test_games_of_other_equal_hands_are_not_compared() -> None:
    kinds = [
        start(format="equal", top_hand=13, equal_deals=8).options.kind,
        start(format="equal", top_hand=13, equal_deals=4).options.kind,
        start(format="long", top_hand=13, equal_deals=4).options.kind,
    ]
    assert kinds == ["equal.13.normal....8", "equal.13.normal....4", "long.13.normal"]
    assert [str(OhHellOptions.name_of_kind(kind)) for kind in kinds] == [
        *("13 × 8, Normal scoring", "13 × 4, Normal scoring"),
        "13→1→13, Normal scoring",
    ]
    assert str(OhHellOptions.name_of_kind(kinds[1], among=kinds[:2])) == "13 × 4"


@pytest.mark.parametrize("luck", SITTINGS)
def test_which_hands_any_sitting_is_dealt(luck: int) -> None:
    sitting = played(GAME, luck)
    planned = by_sentence.hands(sitting.session["options"], len(sitting.session["players"]))
    sheets: list[Any] = [*sitting.sheets]
    assert [sheet.hands for sheet in sheets] == [planned] * len(sheets)


# The dealer's restriction from N cards on


def test_with_fewer_cards_the_dealer_makes_them_add_up() -> None:
    # 3 cards: 1 + 1 + 0, and the dealer says 1.
    sheet = start(4, dealer=3, format="short-falling", top_hand=3, restriction_from=4)
    assert seen(sheet, "bids.not_total", "sentences") == {
        "bids.not_total": None,
        "sentences": ["大輔 bids last and can bid anything."],
    }
    assert bid(sheet, 1, 1, 0, 1).bids == (1, 1, 0, 1)


def test_with_as_many_the_dealer_is_bound() -> None:
    # 4 cards: 1 + 1 + 0, and the dealer may not say 2.
    sheet = start(4, dealer=3, format="short-falling", top_hand=4, restriction_from=4)
    assert seen(sheet, "bids.not_total") == {"bids.not_total": 4}
    words = "Total bids can’t equal 4. 大輔 deals and must change their bid."
    assert refused(sheet, step="bids", bids=[1, 1, 0, 2]) == [("bids", 3, words)]


def test_a_hand_that_a_newcomer_lowers_is_the_one_that_counts() -> None:
    sheet = enter(start(4, top_hand=11, restriction_from=4), {"step": "join", "name": "Eva"})
    assert seen(sheet, "hand", "bids.not_total") == {"hand": 10, "bids.not_total": 10}


@pytest.mark.parametrize("luck", SITTINGS)
def test_whom_the_restriction_binds_in_any_sitting(luck: int) -> None:
    for rules, sheet in sheets_of_bids(luck):
        assert seen(sheet, "bids.not_total") == {
            "bids.not_total": sheet.hand if by_sentence.binds(rules, sheet.hand) else None
        }


def test_the_restriction_is_written_only_where_it_is_not_as_it_was() -> None:
    assert "restriction_from" not in start().options.to_json()
    assert "restriction_from" not in start(restriction_from=4, restriction="off").options.to_json()
    assert start(restriction_from=4).options.to_json()["restriction_from"] == 4


# A missed bid by three terms


def missed(bids: int, tricks: int, **rules: Any) -> str:
    """The working of a missed bid; its rules are in use beside no others."""
    sheet = start(3, format="short-falling", top_hand=4, restriction="off", scoring="numbers", **rules)
    done = take(bid(sheet, bids, 0, 0), tricks, 4 - tricks, 0)
    assert str(done.rows[-1].cells[0].working).endswith(f"{'−' * (done.totals[0] < 0)}{abs(done.totals[0])}")
    return working(done, 0).partition(": ")[2]


@pytest.mark.parametrize(
    ("rules", "bids", "tricks", "told"),
    [
        ({"missed_sum": 10, "missed_points": 1}, 3, 1, "−10 − 1 × 2 = −12"),
        ({"missed_sum": 10, "missed_points": 0, "missed_bid": "on"}, 4, 2, "−10 − 4 = −14"),
        ({"missed_sum": 10, "missed_points": 0, "missed_bid": "on"}, 0, 1, "−10 − 0 = −10"),
        ({"missed_tricks": "over", "missed_points": 0}, 1, 3, "3"),
        ({"missed_tricks": "over", "missed_points": 0}, 3, 1, "0"),
        # Two terms and three.
        ({"missed_tricks": "over", "missed_points": 2}, 1, 3, "3 − 2 × 2 = −1"),
        ({"missed_tricks": "over", "missed_points": 2}, 3, 1, "−2 × 2 = −4"),
        ({"missed_tricks": "always", "missed_points": 0, "missed_bid": "on"}, 3, 1, "1 − 3 = −2"),
        ({"missed_tricks": "always", "missed_sum": 5, "missed_points": 2}, 4, 2, "2 − 5 − 2 × 2 = −7"),
        # One number is no sum.
        ({"missed_sum": 5, "missed_points": 0}, 3, 1, "−5"),
        ({"missed_points": 0, "missed_bid": "on"}, 3, 1, "−3"),
        ({"missed_tricks": "always", "missed_points": 0}, 3, 1, "1"),
    ],
)
def test_a_missed_bid_shows_each_term(rules: dict[str, Any], bids: int, tricks: int, told: str) -> None:
    assert missed(bids, tricks, **rules) == told


def test_a_missed_bid_has_three_terms_at_most() -> None:
    four: dict[str, Any] = {"missed_tricks": "always", "missed_sum": 1, "missed_points": 1, "missed_bid": "on"}
    words = "A missed bid can count by three of these at most: its tricks, a sum, each trick off, the bid."
    assert not_started(GAME, scoring="numbers", **four) == [("missed_bid", None, words)]
    for left_out, usual in (("missed_tricks", "no"), ("missed_sum", 0), ("missed_points", 0), ("missed_bid", "off")):
        assert start(scoring="numbers", **four | {left_out: usual}).options.scoring == "numbers"
    noughts: dict[str, Any] = {"made_points": 0, "trick_points": 0, "missed_points": 0}
    assert start(scoring="numbers", **noughts, missed_sum=5).options.missed_sum == 5


def test_totals_by_other_terms_are_not_compared_and_have_no_name() -> None:
    rikiki: dict[str, Any] = {"format": "long-reversed", "scoring": "numbers"}
    kinds = [start(**rikiki, **terms).options.kind for terms in ({}, {"missed_sum": 10}, {"missed_tricks": "over"})]
    assert kinds[0] == "long-reversed.10.numbers.10.2.2"
    assert [str(OhHellOptions.name_of_kind(kind, among=kinds)) for kind in kinds[1:]] == [
        "Points lost for a missed bid: 10",
        "Tricks over count",
    ]
    assert GAME.called is not None
    named = [GAME.called(start(**rikiki, **rules).options.to_json()) for rules in ({}, {"restriction_from": 4})]
    assert [str(name) for name in named] == ["Rikiki", "Rikiki"]
    assert GAME.called(start(**rikiki, missed_bid="on").options.to_json()) is None
    assert start(scoring="plus", missed_sum=10).options.to_json() == start(scoring="plus").options.to_json()


@pytest.mark.parametrize("luck", SITTINGS)
def test_what_a_bid_is_worth_in_any_sitting(luck: int) -> None:
    for sitting in (played(GAME, luck), changed(GAME, luck)):
        scored = 0
        for row in (row for row in sitting.last.rows if row.kind == "deal"):
            columns: list[Any] = [row.facts["bid"], row.facts["tricks"], row.facts["hand"], row.points]
            for called, tricks, hand, points in (each for each in zip(*columns, strict=True) if each[0] is not None):
                assert points == by_sentence.points(sitting.session["options"], called, tricks, hand)
                scored += 1
        assert scored or not sitting.last.deals
