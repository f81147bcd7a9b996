"""Tests of Skull King against the public rules that docs/games/skull-king.md names."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.document import load
from scoring.entry.fields import Number
from scoring.games.skull_king import GAME
from scoring.sheets.values import Entry
from tests.games.skull_king import sheet as paper
from tests.kit.games import session_of
from tests.kit.scoring.bidding import bid, pass_deals, take
from tests.kit.scoring.seen import asked, points, refused, working


def start(players: int = 4, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=players, **options))


def round_of(cards: int, players: int = 4, **options: Any) -> Any:
    """The sheet of that round: everybody bid 0 in those before it, and the first seat took all."""
    return pass_deals(start(players, **options), cards - 1)


# A whole sheet


def test_every_cell_of_the_fourth_round_says_how_it_came_about() -> None:
    sheet = load(paper.SESSION | {"entries": paper.entries(paper.ROUNDS[:4])})
    assert [working(sheet, seat) for seat in range(4)] == [
        "bid 0, took 0, made: 4 × 10 + 20 (loot with ベン) = 60",
        "bid 2, took 2, made: 2 × 20 + 20 (mermaid) + 20 (loot with あんな) = 80",
        "bid 1, took 1, made: 1 × 20 = 20",
        "bid 1, took 1, made: 1 × 20 + 20 (black 14) = 40",
    ]


def test_a_bonus_that_was_lost_is_told_with_what_it_would_have_been() -> None:
    sheet = load(paper.SESSION | {"entries": paper.entries(paper.ROUNDS[:8])})
    assert working(sheet, paper.DAISUKE) == (
        "bid 3, took 3, made: 3 × 20 + 90 (3 pirates) = 150; not counted: 20 (loot with ベン)"
    )
    assert working(sheet, paper.BEN) == ("bid 0, took 1, missed by 1: −10 × 8 = −80; not counted: 20 (loot with 大輔)")


# The cards of each round


@pytest.mark.parametrize(
    ("players", "edition", "last_three"),
    [
        *((players, "current", [8, 9, 10]) for players in (2, 3, 6, 7)),
        # 70 cards for eight: 8 each, and the round is repeated
        (8, "current", [8, 8, 8]),
        # the old pack has 66 cards: seven get 9
        (7, "old", [8, 9, 9]),
        (8, "old", [8, 8, 8]),
    ],
)
def test_ten_rounds_of_as_many_cards_as_the_pack_gives(players: int, edition: str, last_three: list[int]) -> None:
    hands = start(players, edition=edition).hands
    assert list(hands) == [1, 2, 3, 4, 5, 6, 7, *last_three]


def test_a_zero_is_worth_the_cards_dealt_also_where_eight_players_repeat_them() -> None:
    sheet = round_of(10, players=8)
    sheet = take(bid(sheet, 0, 0, 1, 1, 1, 1, 1, 1), 0, 2, 1, 1, 1, 1, 1, 1)
    # round 10, but 8 cards: 8 × 10, not 100
    assert points(sheet)[:2] == (80, -80)


def test_all_bid_at_once_and_anything() -> None:
    sheet = round_of(3)
    assert str(sheet.sentences[0]) == "Everyone bids at once: yo-ho-ho!"
    assert isinstance(sheet.ask.fields[0], Number)
    assert sheet.ask.fields[0].not_total is None
    assert bid(sheet, 1, 1, 1, 0).bids == (1, 1, 1, 0)


# Standard scoring


@pytest.mark.parametrize(
    ("cards", "said", "took", "scored"),
    [
        (3, 3, 3, 60),  # 20 × 3
        (5, 2, 4, -20),  # −10 × 2
        (5, 4, 1, -30),  # −10 × 3
        (7, 0, 0, 70),  # 10 × 7
        (9, 0, 2, -90),  # −10 × 9, however many
    ],
)
def test_a_bid_scores_as_the_public_rules_have_it_in_their_examples(
    cards: int, said: int, took: int, scored: int
) -> None:
    sheet = take(bid(round_of(cards), said, 0, 0, 0), took, cards - took, 0, 0)
    assert points(sheet)[0] == scored


BONUSES = [
    ("fourteens", 1, 10),
    ("fourteens", 3, 30),
    ("black", 1, 20),
    ("mermaids", 1, 20),
    ("mermaids", 2, 40),
    ("pirates", 1, 30),
    ("pirates", 3, 90),
    ("king", 1, 40),
]


@pytest.mark.parametrize(("bonus", "number", "worth"), BONUSES)
def test_a_made_bid_keeps_what_was_caught(bonus: str, number: int, worth: int) -> None:
    sheet = bid(round_of(4), 2, 2, 0, 0)
    sheet = take(sheet, 2, 2, 0, 0, **{bonus: [number, None, None, None]})
    assert points(sheet) == (40 + worth, 40, 40, 40)


@pytest.mark.parametrize(("bonus", "number", "worth"), BONUSES)
def test_a_missed_bid_loses_it_unless_the_house_says_otherwise(bonus: str, number: int, worth: int) -> None:
    caught = {bonus: [number, None, None, None]}
    lost = take(bid(round_of(4), 3, 2, 0, 0), 2, 2, 0, 0, **caught)
    assert points(lost)[0] == -10
    kept = take(bid(round_of(4, missed_bonus="yes"), 3, 2, 0, 0), 2, 2, 0, 0, **caught)
    assert points(kept)[0] == -10 + worth


def test_the_sum_is_said_as_the_table_says_it() -> None:
    sheet = bid(round_of(4), 2, 2, 0, 0)
    sheet = take(sheet, 2, 2, 0, 0, fourteens=[2, None, None, None], pirates=[1, None, None, None])
    assert working(sheet, 0) == "bid 2, took 2, made: 2 × 20 + 20 (2 coloured 14s) + 30 (pirate) = 90"


def test_the_old_edition_knows_only_pirates_and_the_king_who_is_worth_fifty() -> None:
    sheet = bid(round_of(4, edition="old", expansion="on"), 2, 2, 0, 0)
    assert asked(sheet) == ["tricks", "pirates", "king"]
    assert points(take(sheet, 2, 2, 0, 0, pirates=[2, None, None, None])) == (100, 40, 40, 40)
    assert points(take(sheet, 2, 2, 0, 0, king=[None, 1, None, None])) == (40, 90, 40, 40)


# Loot


def test_loot_is_asked_with_the_expansion_only() -> None:
    assert asked(bid(start(), 0, 0, 0, 0)) == ["tricks", "fourteens", "black", "mermaids", "pirates", "king"]
    assert "alliances" in asked(bid(start(expansion="on"), 0, 0, 0, 0))


def test_loot_is_for_both_or_for_neither_whatever_the_house_says_of_missed_bids() -> None:
    for missed_bonus in ("no", "yes"):
        sheet = bid(round_of(4, expansion="on", missed_bonus=missed_bonus), 0, 2, 1, 1)
        loot = [{"played": 0, "took": 1}, {"played": 2, "took": 3}]
        sheet = take(sheet, 0, 2, 0, 2, alliances=loot)
        # 0 of 4 cards made + 20, two made + 20, two misses by one without
        assert points(sheet) == (60, 60, -10, -10)


def test_two_loots_of_the_same_two_are_two_alliances() -> None:
    sheet = bid(round_of(4, expansion="on"), 0, 4, 0, 0)
    loot = [{"played": 0, "took": 1}, {"played": 0, "took": 1}]
    assert points(take(sheet, 0, 4, 0, 0, alliances=loot)) == (80, 120, 40, 40)


# Rascal


@pytest.mark.parametrize(
    ("said", "took", "grapeshot", "cannonball"),
    [
        (3, 3, 60, 90),  # the public rules' own example: 6 × 10, 6 × 15
        (3, 4, 30, 0),  # 6 × 5
        (3, 2, 30, 0),
        (3, 1, 0, 0),
        (0, 0, 60, 90),  # 0 is a bid like any other
    ],
)
def test_rascal_scoring_pays_for_accuracy(said: int, took: int, grapeshot: int, cannonball: int) -> None:
    sheet = round_of(6, scoring="rascal", cannonball="on")
    plain = take(bid(sheet, said, 0, 0, 0), took, 6 - took, 0, 0)
    assert points(plain)[0] == grapeshot
    fired = take(bid(sheet, said, 0, 0, 0, cannonballs=["0"]), took, 6 - took, 0, 0)
    assert points(fired)[0] == cannonball


def test_rascal_scoring_halves_the_bonus_with_the_bid_but_never_the_loot() -> None:
    sheet = bid(round_of(4, scoring="rascal", expansion="on"), 1, 2, 0, 0)
    caught = {"fourteens": [1, None, None, None], "pirates": [None, 2, None, None]}
    sheet = take(sheet, 2, 2, 0, 0, **caught, alliances=[{"played": 0, "took": 1}])
    # off by one: 4 × 5 + half of 10; exact: 4 × 10 + 2 × 30; the loot needs both
    assert points(sheet) == (25, 100, 40, 40)
    assert working(sheet, 0) == (
        "bid 1, took 2, missed by 1: 4 × 5 + 5 (half: coloured 14) = 25; not counted: 20 (loot with ベン)"
    )
    far_off = take(bid(round_of(4, scoring="rascal"), 0, 2, 0, 0), 2, 2, 0, 0, fourteens=[1, None, None, None])
    assert points(far_off)[0] == 0
    assert working(far_off, 0) == "bid 0, took 2, missed by 2: 0; not counted: 10 (coloured 14)"


def test_a_cannonball_is_exact_or_nothing_with_its_bonus_too() -> None:
    sheet = round_of(4, scoring="rascal", cannonball="on")
    caught = {"black": [1, None, None, None]}
    hit = take(bid(sheet, 2, 2, 0, 0, cannonballs=["0"]), 2, 2, 0, 0, **caught)
    assert working(hit, 0) == "cannonball, bid 2, took 2, made: 4 × 15 + 20 (black 14) = 80"
    missed = take(bid(sheet, 1, 2, 0, 0, cannonballs=["0"]), 2, 2, 0, 0, **caught)
    assert working(missed, 0) == "cannonball, bid 1, took 2, missed by 1: 0; not counted: 20 (black 14)"
    again = take(bid(missed, 0, 5, 0, 0), 0, 5, 0, 0)
    assert points(again)[0] == 50, "it was for that round alone"


def test_a_missed_bid_keeps_its_whole_bonus_under_rascal_too_where_the_house_says_so() -> None:
    sheet = round_of(4, scoring="rascal", cannonball="on", missed_bonus="yes")
    caught = {"black": [1, None, None, None]}
    assert points(take(bid(sheet, 1, 2, 0, 0), 2, 2, 0, 0, **caught))[0] == 20 + 20
    assert working(take(bid(sheet, 1, 2, 0, 0, cannonballs=["0"]), 2, 2, 0, 0, **caught), 0) == (
        "cannonball, bid 1, took 2, missed by 1: 20 (black 14) = 20"
    )


def test_cannonballs_are_asked_in_rascal_scoring_where_the_house_has_them() -> None:
    assert asked(start(scoring="rascal", cannonball="on")) == ["bids", "cannonballs"]
    assert asked(start(scoring="rascal")) == ["bids"]
    assert asked(start(cannonball="on")) == ["bids"], "standard scoring has none"


# Tricks that are nobody's

TOO_MANY = [("tricks", None, "The tricks add up to 5, not 4. Take away 1.")]


def test_with_the_expansion_a_trick_can_be_lost_but_none_added_and_the_page_asks_once() -> None:
    sheet = bid(round_of(4, expansion="on"), 1, 1, 1, 1)
    assert points(take(sheet, 1, 1, 1, 0)) == (20, 20, 20, -10)
    assert refused(sheet, step="tricks", tricks=[1, 1, 1, 2]) == TOO_MANY
    assert sheet.doubt(Entry("tricks", {"tricks": (1, 1, 1, 0)})) is not None
    assert sheet.doubt(Entry("tricks", {"tricks": (1, 1, 1, 1)})) is None


def test_two_play_with_a_ghost_who_keeps_what_it_takes() -> None:
    sheet = bid(round_of(4, players=2), 1, 1)
    assert str(sheet.sentences[-1]) == "Deal a third hand to the ghost. Its tricks go to nobody."
    assert points(take(sheet, 1, 1)) == (20, 20)
    assert sheet.doubt(Entry("tricks", {"tricks": (1, 1)})) is None, "it takes some in every round"
    assert refused(sheet, step="tricks", tricks=[3, 2]) == TOO_MANY


# What cannot be


@pytest.mark.parametrize(
    ("caught", "field", "seat", "words"),
    [
        ({"fourteens": [2, 2, None, None]}, "fourteens", None, "Coloured 14s: you entered 4, but the pack has only 3."),
        ({"black": [1, 1, None, None]}, "black", None, "Black 14: you entered 2, but the pack has only 1."),
        (
            {"fourteens": [None, None, None, 1]},
            "fourteens",
            3,
            "大輔 took no tricks, so no bonus cards.",
        ),
        (
            {"pirates": [1, 1, None, None]},
            "pirates",
            1,
            "There is only one Skull King, so あんな and ベン can’t both have taken pirates with him.",
        ),
        (
            {"pirates": [1, None, None, None], "king": [None, 1, None, None]},
            "pirates",
            0,
            "A mermaid took あんな’s Skull King, so he took no pirates.",
        ),
        (
            {"mermaids": [None, 2, None, None], "king": [1, None, None, None]},
            "mermaids",
            1,
            "One of the two mermaids took the Skull King, so no pirate took her.",
        ),
        (
            {"mermaids": [None, None, 1, None], "pirates": [None, None, 1, None]},
            "pirates",
            2,
            "千夏 took only 1 trick. Each capture by a pirate, the Skull King or a mermaid needs its own trick.",
        ),
        (
            # three pirates and the king who caught them are the whole trick
            {"pirates": [None, None, 3, None], "fourteens": [None, None, 1, None]},
            "pirates",
            2,
            "千夏 took 1 trick of 4 cards, too few for all these bonuses.",
        ),
    ],
)
def test_what_one_pack_and_so_many_tricks_do_not_hold_is_refused(
    caught: dict[str, Any], field: str, seat: int | None, words: str
) -> None:
    sheet = bid(round_of(5), 2, 2, 1, 0)
    assert refused(sheet, step="tricks", tricks=[2, 2, 1, 0], **caught) == [(field, seat, words)]


def test_the_bounds_of_a_count_are_those_of_the_pack_and_of_a_trick() -> None:
    def highest(players: int) -> dict[str, int]:
        asked = bid(start(players), *[0] * players).ask
        return {field.name: field.high for field in asked.fields[1:]}

    assert highest(4) == {"fourteens": 3, "black": 1, "mermaids": 2, "pirates": 3, "king": 1}
    # with the ghost three cards lie in a trick; five pirates and the Tigress are all there are
    assert highest(2)["pirates"] == 2
    assert highest(8)["pirates"] == 6


@pytest.mark.parametrize(
    ("loot", "words"),
    [
        ({"played": 1, "took": 1}, "ベン took their own loot, so there is no alliance."),
        ({"played": 1, "took": 3}, "大輔 took no tricks, so no loot either."),
        ({"played": 1, "took": None}, "Loot 1, Taken by: missing."),
    ],
)
def test_an_alliance_that_cannot_be_is_refused_at_its_row(loot: dict[str, Any], words: str) -> None:
    sheet = bid(round_of(5, expansion="on"), 2, 2, 1, 0)
    assert refused(sheet, step="tricks", tricks=[2, 2, 1, 0], alliances=[loot]) == [("alliances-0-took", None, words)]


# What the table is told


def test_a_bonus_is_told_before_everybodys_tricks_are_right() -> None:
    sheet = bid(round_of(5, expansion="on"), 2, 2, 1, 0)
    caught: dict[str, Any] = {
        "tricks": (2, 1, 1, 0),
        "fourteens": (1, 1, None, None),
        "alliances": ({"played": 2, "took": 1}, {"played": 0}),
    }
    told = {name: str(text) for name, text in sheet.partial_news(Entry("tricks", caught)).items()}
    assert told == {
        "bonus-0": "bonus +10",
        "bonus-1": "not counted: 10 (coloured 14), 20 (loot with 千夏)",
        "bonus-2": "not counted: 20 (loot with ベン)",
        "kept-0": "+10",
        "kept-1": "0",
        "kept-2": "0",
        "alliances": "千夏 & ベン: not counted",
    }
    both = caught | {"tricks": (2, 2, 1, 0), "alliances": ({"played": 2, "took": 1},)}
    assert str(sheet.partial_news(Entry("tricks", both))["alliances"]) == "千夏 & ベン +20 each"
    nothing_taken = both | {"fourteens": (None,) * 4, "alliances": ({"played": 1, "took": 3},)}
    told = {name: str(text) for name, text in sheet.partial_news(Entry("tricks", nothing_taken)).items()}
    assert told == {"alliances": "大輔 took no tricks, so no loot either."}, "and no points are promised for it"
    assert sheet.partial_news(Entry("tricks", {"tricks": (2, None, 1, 0), "fourteens": (1, None, None, None)})) == {}


def test_who_took_the_skull_king_is_news() -> None:
    sheet = take(bid(round_of(2), 1, 1, 0, 0), 1, 1, 0, 0, king=[None, 1, None, None])
    assert [str(each) for each in sheet.rows[-1].told] == ["ベン’s mermaid took the Skull King"]


def test_the_top_is_shared_and_the_sheet_says_what_the_newest_book_does() -> None:
    sheet = round_of(10)
    shared = take(bid(sheet, 5, 0, 0, 0), 10, 0, 0, 0)
    assert shared.winners == (1, 2, 3)
    assert str(shared.why_over) == (
        "All 10 deals have been played. "
        "In the newest rule book, tied players play another round. Here they share the win."
    )
    alone = take(bid(sheet, 5, 5, 0, 0), 5, 5, 0, 0, black=[None, 1, None, None])
    # あんな lost every round before; the others made nine zeros: 450, and ベン 100 + 20 beside 千夏's 100
    assert alone.winners == (1,)
    assert str(alone.why_over) == "All 10 deals have been played."


# What a round tells whoever counts
