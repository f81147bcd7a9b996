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
    cards = ("top_hand", None, "Largest hand: missing.")
    deals = ("equal_deals", None, "Number of deals: missing.")
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
        *("13 × 8, Scoring: Normal", "13 × 4, Scoring: Normal"),
        "13→1→13, Scoring: Normal",
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
        "Tricks of a missed bid: 1 each if over",
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


# No trumps

ORDER = ["spades", "hearts", "diamonds", "clubs", "none"]


def test_trumps_in_a_fixed_order_say_which_deals_have_none() -> None:
    sheet = start(4, restriction="off", trumps="order", trump_order=ORDER)
    without = {}
    for number in range(1, 20):
        if seen(sheet, "trump.suggested") == {"trump.suggested": "none"}:
            without[number] = sheet.hand
        sheet = pass_deals(sheet)
    assert (without, sheet.over) == ({5: 6, 10: 1, 15: 6}, True)


def test_a_deal_without_trumps_is_scored_as_one_with_a_suit() -> None:
    # Deal 5, plus.
    sheet = pass_deals(start(4, scoring="plus", trumps="order", trump_order=ORDER), 4)
    before, bids = sheet.totals, (2, 1, 0, 2)
    assert seen(sheet, "hand", "notices.trump") == {"hand": 6, "notices.trump": "none"}
    sheet = bid(sheet, *bids, trump="none")
    assert seen(sheet, "notices.trump") == {"notices.trump": "none"}
    sheet = take(sheet, 2, 0, 1, 3)
    assert [now - was for now, was in zip(sheet.totals, before, strict=True)] == [12, 0, 1, 3]
    assert str(sheet.rows[-1].about) == "6 cards, あんな dealt, no trumps"
    assert str(sheet.rows[-1].sign) == "NT"


def test_the_keeper_changes_trumps_in_the_deal_and_the_order_goes_on() -> None:
    sheet = bid(start(4, trumps="order", trump_order=ORDER), 0, 0, 0, 0, trump="clubs")
    assert seen(sheet, "notices.trump") == {"notices.trump": "♣"}
    assert seen(take(sheet, 10, 0, 0, 0), "notices.trump") == {"notices.trump": "♥"}
    # What nobody says is as the order says.
    assert seen(bid(start(4, trumps="order", trump_order=ORDER), 0, 0, 0, 0), "notices.trump") == {"notices.trump": "♠"}


def test_a_changed_plan_keeps_counting() -> None:
    sheet = enter(pass_deals(start(4, trumps="order", trump_order=ORDER), 3), {"step": "plan", "hands": [2, 2]})
    assert seen(sheet, "hand", "notices.trump") == {"hand": 2, "notices.trump": "♣"}
    assert seen(pass_deals(sheet), "notices.trump") == {"notices.trump": "none"}


def test_a_whole_pack_has_no_trumps_only_where_they_are_turned_up() -> None:
    whole = [
        start(4, top_hand=13, trumps=trumps, trump_order=ORDER, no_trump_deals=[2])
        for trumps in ("turned", "order", "deals")
    ]
    assert [seen(sheet, "asked", "notices.trump") for sheet in whole] == [
        {"asked": ["bids"], "notices.trump": "none"},
        {"asked": ["bids", "trump"], "notices.trump": "♠"},
        {"asked": ["bids", "trump"], "notices.trump": "—"},
    ]


def test_the_deals_without_trumps_are_named() -> None:
    sheet = start(4, trumps="deals", no_trump_deals=[2])
    assert seen(sheet, "trump.suggested", "trump.offered") == {"trump.suggested": None, "trump.offered": ORDER}
    assert seen(pass_deals(sheet), "trump.suggested") == {"trump.suggested": "none"}
    assert not_started(GAME, trumps="order") == [("trump_order", None, "Order of trumps: missing.")]
    assert not_started(GAME, trumps="deals") == [("no_trump_deals", None, "Deals without trumps: missing.")]


@pytest.mark.parametrize("typed", ["♠♥♦♣–", " ♠️ ♥️ ♦️ ♣️ -", "shdcn", "S, H, D, C, N", ORDER])
def test_an_order_is_typed_by_signs_or_letters(typed: object) -> None:
    assert list(start(trumps="order", trump_order=typed).options.trump_order) == ORDER


@pytest.mark.parametrize("luck", SITTINGS)
def test_which_trumps_the_sheet_fills_in_in_any_sitting(luck: int) -> None:
    for rules, sheet in sheets_of_bids(luck):
        kinds = ("deal", "void") if rules.get("void_deal") == "scored" else ("deal",)
        finished = sum(row.kind in kinds for row in sheet.rows)
        asked = "trump" in seen(sheet, "asked")["asked"]
        assert asked is not by_sentence.none_left(rules, sheet.hand, len(sheet.table.playing))
        if asked:
            assert seen(sheet, "trump.suggested")["trump.suggested"] == by_sentence.trump(rules, finished)
