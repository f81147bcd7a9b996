"""Who can still win, and what the last deal must bring: by hand, from the least and most of a deal of each game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from scoring.catalogue import find_game
from scoring.core import enter, replay
from scoring.insights.chances import chances
from scoring.sheets.sheet import Sheet
from tests.kit.scoring.bidding import bid, entries_of, pass_deals

THREE = ("Ann", "Ben", "Chika")


def told(sheet: Sheet[Any]) -> list[str]:
    found = chances(sheet)
    return [str(message) for message in (*found.told, *found.needs)]


def oh_hell(*deals: tuple[tuple[int, ...], tuple[int, ...]], players: Iterable[str] = THREE) -> Any:
    """Two cards, then one; a made bid is 10 and its tricks."""
    options = {"format": "short-falling", "top_hand": 2}
    sheet = find_game("oh-hell").start({"players": list(players), "options": options})
    return replay(sheet, entries_of(*deals))


def test_nothing_is_told_before_a_deal_is_scored_or_after_the_last() -> None:
    assert told(oh_hell()) == []
    assert told(oh_hell(((2, 1, 1), (2, 0, 0)), ((1, 1, 0), (1, 0, 0)))) == []


def test_who_has_won_is_told_and_nothing_else() -> None:
    # 12 against 0 and 0: one card brings 11 at most.
    assert told(oh_hell(((2, 1, 1), (2, 0, 0)))) == ["Ann has already won."]


def test_who_can_be_drawn_level_with_can_no_longer_be_overtaken() -> None:
    # 11 against 0 and 0.
    assert told(oh_hell(((1, 2, 1), (1, 1, 0)))) == [
        "Ann can no longer be overtaken.",
        "Ben needs 11 points or more in deal 2 to win.",
        "Chika needs 11 points or more in deal 2 to win.",
    ]


def test_what_is_enough_whatever_the_others_score_is_told() -> None:
    # 11, 11 and 0: with 11 more Ann and Ben cannot be passed, and Chika would be level with them at best.
    assert told(oh_hell(((1, 1, 1), (1, 1, 0)))) == [
        "Ann wins with 11 points or more in deal 2.",
        "Ben wins with 11 points or more in deal 2.",
        "Chika needs 11 points or more in deal 2 to win.",
    ]


def test_the_bids_bound_what_a_deal_can_bring() -> None:
    # 11, 11 and 0; a bid of 0 brings 10 at most, so Chika is behind Ann and Ben whatever they miss.
    assert told(bid(oh_hell(((1, 1, 1), (1, 1, 0))), 1, 1, 0)) == [
        "Only Ann and Ben can still win.",
        "Ann wins with 11 points or more in deal 2.",
        "Ben wins with 11 points or more in deal 2.",
    ]


def test_of_a_few_that_are_out_only_they_are_named() -> None:
    sheet = oh_hell(((1, 1, 1, 0), (1, 1, 0, 0)), players=(*THREE, "Daisuke"))
    assert told(replace(sheet, totals=(32, 32, 42, 21)))[0] == "Out of the running: Daisuke."


def wizard(deals: int, *totals: int) -> Any:
    """Three deals of 1, 2 and 3 cards, of which so many are played."""
    sheet: Any = find_game("wizard").start({"players": list(THREE), "options": {"deals": 3}})
    return replace(pass_deals(sheet, deals), totals=totals)


def test_several_deals_are_bounded_by_all_they_can_bring() -> None:
    # 2 and 3 cards: 40 + 50 at most, −20 − 30 at least; 140 between the two.
    assert told(wizard(1, 140, 0, 0)) == ["Ann can no longer be overtaken."]
    assert told(wizard(1, 141, 0, 0)) == ["Ann has already won."]
    assert told(wizard(1, 139, 0, 0)) == []
    assert told(wizard(1, 280, 200, 100)) == ["Only Ann and Ben can still win."]


def skull_king(ann: int, **options: Any) -> Any:
    """One round of one card is left; Ann has so much, the others nothing."""
    sheet: Any = find_game("skull-king").start({"players": list(THREE), "options": options})
    sheet = replay(sheet, [{"step": "bids", "bids": [1, 0, 0]}, {"step": "tricks", "tricks": [1, 0, 0]}])
    return replace(replay(sheet, [{"step": "plan", "hands": [1]}]), totals=(ann, 0, 0))


@pytest.mark.parametrize(
    ("options", "most"),
    [
        # 20 for the trick; 30 for each of six pirates and 50 for the king.
        ({"edition": "old"}, 20 + 180 + 50),
        # 20 for the trick; three 14s, the black one, two mermaids, six pirates, the king.
        ({"edition": "current"}, 20 + 30 + 20 + 40 + 180 + 40),
        # And 20 for each loot.
        ({"edition": "current", "expansion": True}, 20 + 310 + 40),
    ],
)
def test_skull_king_counts_every_bonus_of_the_pack(options: dict[str, Any], most: int) -> None:
    # A round of one card costs 10 at the worst.
    assert told(skull_king(most + 11, **options)) == ["Ann has already won."]
    assert told(skull_king(most + 10, **options))[0] == "Ann can no longer be overtaken."
    assert told(skull_king(most + 9, **options)) == [
        f"{name} needs {most - 1} points or more in deal 2 to win." for name in ("Ben", "Chika")
    ]
    # Ann would win for certain with most − 20, which nobody makes with one card.
    assert told(skull_king(20, **options)) == [
        f"{name} needs 10 points or more in deal 2 to win." for name in ("Ben", "Chika")
    ]


# The other games.


def satat(deals: int, **options: Any) -> Sheet[Any]:
    """So many deals played, won by turns."""
    sheet = find_game("satat").start({"players": (*THREE, "Dan"), "options": options})
    entries = ({"step": "result", "winners": deal % 2, "kind": "plain"} for deal in range(deals))
    return replay(sheet, entries)


def test_satat_is_decided_by_the_deals_that_are_left() -> None:
    assert told(satat(10)) == []
    assert told(replace(satat(10), totals=(7, 5, 7, 5))) == ["Ann & Chika can no longer be overtaken."]
    assert told(replace(satat(10), totals=(8, 5, 8, 5))) == ["Ann & Chika have already won."]
    # Two deals of 3 points at most.
    assert told(replace(satat(10, weight_thirteen=3), totals=(11, 5, 11, 5))) == [
        "Ann & Chika can no longer be overtaken."
    ]


def test_satat_tells_what_the_last_deal_must_bring() -> None:
    assert told(replace(satat(11), totals=(5, 5, 5, 5))) == [
        "Ann & Chika win with 1 point or more in deal 12.",
        "Ben & Dan win with 1 point or more in deal 12.",
    ]
    assert told(replace(satat(11), totals=(6, 5, 6, 5))) == [
        "Ann & Chika can no longer be overtaken.",
        "Ben & Dan need 1 point or more in deal 12 to win.",
    ]


def test_satat_tells_who_is_a_win_away_from_the_end() -> None:
    assert told(satat(3, end="wins", length=3)) == ["Ann & Chika win with 1 point or more in deal 4."]
    assert told(satat(4, end="wins", length=3)) == [
        "Ann & Chika win with 1 point or more in deal 5.",
        "Ben & Dan win with 1 point or more in deal 5.",
    ]
    assert told(satat(4, end="open")) == []


def test_where_the_target_is_reached_already_the_deal_in_play_is_the_last() -> None:
    # 2 against 1 and 4 that were lent: it ends with this deal, which brings 1.
    sheet = satat(3, end="wins", length=3)
    assert told(enter(sheet, {"step": "adjustment", "seat": 1, "amount": 4, "reason": "lent"})) == [
        "Ben & Dan have already won."
    ]
    # 2 against 1, and 2 are enough now.
    assert told(enter(sheet, {"step": "plan", "wins": 2})) == [
        "Ann & Chika can no longer be overtaken.",
        "Ben & Dan need 1 point or more in deal 4 to win.",
    ]


def last_month(ann: int, ben: int, **options: Any) -> Any:
    """Half a year in whose first five months nothing moved; the balances of the sixth are lent."""
    drawn = {"step": "result", "calls": [1, 0], "winner": "nobody"}
    sheet: Any = find_game("koi-koi").start({"players": ("Ann", "Ben"), "options": {"length": "half"} | options})
    sheet = replay(sheet, [{"step": "deal", "lights": 0}, drawn] * 5)
    lent = (
        {"step": "adjustment", "seat": seat, "amount": total - 50, "reason": "lent"}
        for seat, total in enumerate((ann, ben))
        if total != 50
    )
    return replay(sheet, lent)


def test_koi_koi_needs_more_than_half_of_what_is_between_them_in_the_last_month() -> None:
    # 64 against 35: with 15 it is 49 against 50.
    assert told(last_month(64, 35)) == ["Ben wins with 15 points or more in June."]
    # 52 against 48: with 2 it is 50 against 50, a draw.
    assert told(last_month(52, 48)) == ["Ben wins with 3 points or more in June."]
    assert told(last_month(50, 51)) == ["Ann wins with 1 point or more in June."]


def test_in_a_level_last_month_of_koi_koi_any_point_wins() -> None:
    assert told(last_month(50, 50)) == [
        "Ann wins with 1 point or more in June.",
        "Ben wins with 1 point or more in June.",
    ]


def test_before_the_last_month_koi_koi_tells_nothing() -> None:
    sheet: Any = find_game("koi-koi").start({"players": ("Ann", "Ben"), "options": {"length": "half"}})
    month = [{"step": "deal", "lights": 0}, {"step": "result", "calls": [0, 0], "winner": 0, "yaku": ["hanami"]}]
    assert told(replay(sheet, month * 4)) == []


def test_koi_koi_does_not_ask_for_more_than_there_is_to_be_had() -> None:
    # Ann holds 10: even five brights, 20, leave 0 against −20.
    assert told(last_month(10, -30)) == ["Ben wins with 21 points or more in June."]
    assert told(last_month(10, -30, overdraft="capped")) == ["Ann has already won."]
    # 20 is all that Ann holds, and gives 0 against 0: a draw, so neither is safe.
    assert told(last_month(20, -20, overdraft="capped")) == ["Only Ann can still win."]
    assert told(last_month(20, -18, overdraft="capped")) == ["Ben wins with 20 points or more in June."]
    assert told(last_month(-5, -3, overdraft="capped")) == ["Ben has already won."]


def twin_shoot(one: int, other: int, opens: str | None = None) -> Any:
    """To 100 points, after a round in which nobody hit."""
    sheet: Any = find_game("twin-shoot").start({"players": (*THREE, "Dan"), "options": {"target": 100}})
    missed = {"step": "result", "bids": [1, 1, 1, 1], "tricks": [5, 0, 5, 0]}
    sheet = replace(replay(sheet, [missed]), totals=(one, one, other, other))
    return replay(sheet, [{"step": "open", "open": opens}]) if opens else sheet


def test_twin_shoot_tells_what_reaches_the_target_ahead_of_all() -> None:
    # Ten tricks, two hits and a twin shoot are 40; an open bid brings 30 more.
    assert told(twin_shoot(90, 50, "no")) == ["Ann & Ben win with 10 points or more in round 2."]
    assert told(twin_shoot(80, 50, "yes")) == ["Ann & Ben win with 40 points or more in round 2."]
    # Before they are asked they may open.
    assert told(twin_shoot(80, 50)) == ["Ann & Ben win with 40 points or more in round 2."]
    assert told(twin_shoot(50, 40, "no")) == []


def boo_ray(wins: tuple[int, ...], **options: Any) -> Any:
    """First to three wins, after a deal that nobody entered."""
    sheet: Any = find_game("boo-ray").start(
        {"players": (*THREE, "Dan"), "options": {"wins": 3, "staying_out": "allowed", **options}}
    )
    return replace(
        replay(sheet, [{"step": "entries", "games": [[] if options.get("several") else "none"] * 4}]), wins=wins
    )


def test_boo_ray_tells_who_is_a_win_away_from_the_end() -> None:
    assert told(boo_ray((2, 1, 0, 0))) == ["Ann wins with 1 win or more in deal 2."]
    assert told(boo_ray((2, 2, 0, 0))) == [
        "Ann wins with 1 win or more in deal 2.",
        "Ben wins with 1 win or more in deal 2.",
    ]
    # In one deal Ben could win three games and have four.
    assert told(boo_ray((2, 1, 0, 0), several=True)) == ["Ann wins with 2 wins or more in deal 2."]


def test_buki_tells_it_in_the_last_game_once_the_stakes_lie() -> None:
    blank: Any = find_game("buki").start({"players": (*THREE, "Dan"), "options": {"games": 2}})
    first = [{"step": "stakes", "stakes": [None, 2, 2, 2]}, {"step": "result", "out": 0}]
    last = replay(blank, first)
    # Ann banks. Who goes out gets 5 of her for 2, the others pay her 2.
    stakes = {"step": "stakes", "stakes": [None, 2, 2, 2]}
    assert told(replace(last, totals=(40, 60, 60, 40))) == []
    assert told(replay(replace(last, totals=(30, 60, 60, 40)), [stakes])) == [
        "Only Ben and Chika can still win.",
        *[f"{name} wins with 5 chips or more in game 2." for name in ("Ben", "Chika")],
    ]
    assert told(replay(replace(last, totals=(40, 68, 60, 40)), [stakes])) == ["Ben has already won."]
