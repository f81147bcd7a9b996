"""Oh Hell by numbers of one's own, and the games known by names of their own that are played by it."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.errors import EntryError
from scoring.games.oh_hell import GAME, VARIANTS, OhHellOptions
from tests.kit.games import session_of
from tests.kit.scoring.bidding import bid, take

BY_SLUG = {variant.slug: variant for variant in VARIANTS}
VALUES: dict[str, dict[str, Any]] = {variant.slug: dict(variant.values) for variant in VARIANTS}


def start(players: int, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=players, **options))


def by_variant(slug: str, players: int = 4, **more: Any) -> Any:
    return start(players, **VALUES[slug], **more)


def scored(sheet: Any) -> list[tuple[int, str]]:
    """The points of each seat in the last deal, with their sums in words."""
    return [(int(cell.points), str(cell.working).replace("\u2060", "")) for cell in sheet.rows[-1].cells]


# The three numbers


def test_own_numbers_say_what_a_made_bid_its_tricks_and_each_trick_off_are_worth() -> None:
    sheet = start(4, dealer=3, scoring="numbers", made_points=7, trick_points=3, missed_points=4)
    # Ten cards. Bids 3, 0, 5, 1 and tricks 3, 0, 3, 4: made, made, two too few, three too many.
    assert scored(take(bid(sheet, 3, 0, 5, 1), 3, 0, 3, 4)) == [
        (16, "bid 3, took 3, made: 7 + 3 × 3 = 16"),
        (7, "bid 0, took 0, made: 7 + 3 × 0 = 7"),
        (-8, "bid 5, took 3, missed by 2: −4 × 2 = −8"),
        (-12, "bid 1, took 4, missed by 3: −4 × 3 = −12"),
    ]


def test_a_number_of_nought_takes_its_part_out_of_the_sum() -> None:
    for numbers, points in (
        ({"made_points": 10, "trick_points": 0, "missed_points": 0}, [(10, "10"), (0, "0")]),
        ({"made_points": 0, "trick_points": 5, "missed_points": 1}, [(10, "0 + 5 × 2 = 10"), (-1, "−1 × 1 = −1")]),
        ({"made_points": 0, "trick_points": 0, "missed_points": 5}, [(0, "0"), (-5, "−5 × 1 = −5")]),
    ):
        sheet = start(3, format="short-falling", top_hand=3, scoring="numbers", restriction="off", **numbers)
        told = scored(take(bid(sheet, 2, 0, 0), 2, 1, 0))
        assert [(total, working.split(": ")[1]) for total, working in told[:2]] == points


def test_three_noughts_are_no_scoring() -> None:
    noughts = dict.fromkeys(("made_points", "trick_points", "missed_points"), 0)
    with pytest.raises(EntryError) as caught:
        start(3, scoring="numbers", **noughts)
    assert [(each.field, str(each.message)) for each in caught.value.problems] == [
        ("made_points", "One of the three numbers must be more than 0.")
    ]
    assert start(3, scoring="plus", **noughts).options.scoring == "plus", "nobody scores by them"


def test_totals_by_other_numbers_are_not_compared() -> None:
    kinds = [
        start(4, scoring="numbers").options.kind,
        start(4, scoring="numbers", trick_points=1).options.kind,
        start(4).options.kind,
        start(4, trick_points=1).options.kind,
    ]
    assert kinds == ["long.10.numbers.10.2.2", "long.10.numbers.10.1.2", "long.10.normal", "long.10.normal"]
    assert str(OhHellOptions.name_of_kind(kinds[0])) == "10→1→10, 10 + 2 a trick, −2 for each trick off"
    assert str(OhHellOptions.name_of_kind(kinds[0], among=kinds)) == "10 + 2 a trick, −2 for each trick off"
    assert str(OhHellOptions.name_of_kind(kinds[2], among=kinds)) == "Scoring: Normal"
    assert str(OhHellOptions.name_of_kind("long.10.numbers.10.1.0")) == "10→1→10, 10 + 1 a trick"


# Games with a name of their own

NUMBERS = ("made_points", "trick_points", "missed_points")
HANDS = {
    "rikiki": ("1 → 10 → 1", "1 → 7 → 1"),
    "nomination-whist": ("7 → 1 → 7", "7 → 1 → 7"),
    "stiche-raten": ("1 → 10", "1 → 7"),
    "boerenbridge": ("10 → 1 → 10", "7 → 1 → 7"),
    "chinesisch-poker": ("1 → 10 → 1", "1 → 7 → 1"),
    "contract-whist": ("10 → 1", "7 → 1"),
    "blackout": ("1 → 10", "1 → 7"),
    "up-and-down-the-river": ("1 → 10 → 1", "1 → 7 → 1"),
}
"""What four and seven players are dealt."""

POINTS = {
    # A made bid of 3, a made 0, a bid of 3 with 1 trick, a bid of 1 with 4 tricks.
    "rikiki": (10 + 2 * 3, 10, -2 * 2, -2 * 3),
    "nomination-whist": (10 + 3, 10, 1, 4),
    "stiche-raten": (20 + 10 * 3, 20, -10 * 2, -10 * 3),
    "boerenbridge": (10 + 2 * 3, 10, -2 * 2, -2 * 3),
    "chinesisch-poker": (2 + 3, 2, -2, -3),
    "contract-whist": (10 + 3, 10, 0, 0),
    "blackout": (10 + 3, 10, 0, 0),
    "up-and-down-the-river": (10 + 3, 10, 0, 0),
}


def test_every_name_that_people_know_is_there() -> None:
    assert list(BY_SLUG) == list(HANDS) == list(POINTS)
    assert [str(each.label) for each in VARIANTS] == [
        *("Rikiki", "Nomination Whist", "Stiche raten", "Boerenbridge", "Chinesisch Poker"),
        *("Contract Whist", "Blackout", "Up and Down the River"),
    ]
    assert GAME.presets[-len(VARIANTS) :] == VARIANTS


@pytest.mark.parametrize("slug", HANDS)
def test_a_variant_deals_its_hands(slug: str) -> None:
    told = [str(by_variant(slug, players).plan[0]) for players in (4, 7)]
    assert told == [f"{hands} cards" for hands in HANDS[slug]]


@pytest.mark.parametrize("slug", POINTS)
def test_a_variant_is_scored_as_it_is_described(slug: str) -> None:
    by_hand = {"format": "short-falling", "top_hand": 8}
    sheet = start(4, **VALUES[slug] | by_hand)
    # Eight cards: 3 + 0 + 1 + 4 tricks, bids 3, 0, 3 and 1.
    assert take(bid(sheet, 3, 0, 3, 1), 3, 0, 1, 4).rows[-1].points == POINTS[slug]


@pytest.mark.parametrize("slug", HANDS)
def test_in_every_variant_bids_are_in_turn_and_the_dealer_is_restricted(slug: str) -> None:
    options = by_variant(slug).options.to_json()
    assert (options["bidding"], options["restriction"]) == ("in-turn", "on")


# Their names


def called(**options: Any) -> str | None:
    assert GAME.called
    name = GAME.called(start(options.pop("players", 4), **options).options.to_json())
    return None if name is None else str(name)


@pytest.mark.parametrize("slug", [slug for slug in HANDS if slug != "nomination-whist"])
@pytest.mark.parametrize("players", [3, 5, 6, 7])
def test_a_game_by_a_variants_options_goes_by_its_name(slug: str, players: int) -> None:
    assert called(players=players, **VALUES[slug]) == str(BY_SLUG[slug].label)


def test_how_high_the_hands_go_is_the_tables_own_unless_the_variant_says_it() -> None:
    assert called(**VALUES["rikiki"], top_hand=12) == "Rikiki"


def test_a_game_by_options_that_are_older_than_the_names_stays_oh_hell() -> None:
    assert called(**VALUES["nomination-whist"]) is None


@pytest.mark.parametrize(
    "change",
    [
        {"format": "long"},
        {"scoring": "normal"},
        {"trick_points": 3},
        {"missed_points": 1},
        {"made_points": 11},
        {"restriction": "off"},
        {"bidding": "written"},
    ],
    ids=str,
)
def test_one_other_rule_and_it_is_oh_hell(change: dict[str, Any]) -> None:
    assert called(**VALUES["up-and-down-the-river"] | change) is None


def test_what_was_played_before_there_were_variants_keeps_its_name() -> None:
    """Up and down by normal scoring scores as Up and Down the River does."""
    formats = ("long", "long-reversed", "short-valley", "short-rising", "short-falling")
    played = [{"format": form, "scoring": scoring} for form in formats for scoring in ("normal", "minus", "bonus")]
    assert {called(**options) for options in played} == {None}
    assert {called(**preset.values) for preset in GAME.presets[: -len(VARIANTS)]} == {None}
    assert GAME.called is not None
    assert GAME.called({}) is None
    assert GAME.called({"format": "long-reversed", "top_hand": 10, "scoring": "normal", "bidding": "in-turn"}) is None
