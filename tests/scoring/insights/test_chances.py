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
    return [str(message) for message in (*found.messages, *found.needs)]


def oh_hell(*deals: tuple[tuple[int, ...], tuple[int, ...]], players: Iterable[str] = THREE) -> Any:
    """Two cards, then one; a made bid is 10 and its tricks."""
    options = {"format": "short-falling", "top_hand": 2}
    sheet = find_game("oh-hell").start({"players": list(players), "options": options})
    return replay(sheet, entries_of(*deals))


def test_of_a_few_that_are_out_only_they_are_named() -> None:
    sheet = oh_hell(((1, 1, 1, 0), (1, 1, 0, 0)), players=(*THREE, "Daisuke"))
    assert told(replace(sheet, totals=(32, 32, 42, 21)))[0] == "Out of the running: Daisuke."


def wizard(deals: int, *totals: int) -> Any:
    """Three deals of 1, 2 and 3 cards, of which so many are played."""
    sheet: Any = find_game("wizard").start({"players": list(THREE), "options": {"deals": 3}})
    return replace(pass_deals(sheet, deals), totals=totals)


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


def satat(deals: int, **options: Any) -> Sheet[Any]:
    """So many deals played, won by turns."""
    sheet = find_game("satat").start({"players": (*THREE, "Dan"), "options": options})
    entries = ({"step": "result", "winners": deal % 2, "kind": "plain"} for deal in range(deals))
    return replay(sheet, entries)


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


def test_before_the_last_month_koi_koi_tells_nothing() -> None:
    sheet: Any = find_game("koi-koi").start({"players": ("Ann", "Ben"), "options": {"length": "half"}})
    month = [{"step": "deal", "lights": 0}, {"step": "result", "calls": [0, 0], "winner": 0, "yaku": ["hanami"]}]
    assert told(replay(sheet, month * 4)) == []


def twin_shoot(one: int, other: int, opens: str | None = None) -> Any:
    """To 100 points, after a round in which nobody hit."""
    sheet: Any = find_game("twin-shoot").start({"players": (*THREE, "Dan"), "options": {"target": 100}})
    missed = {"step": "result", "bids": [1, 1, 1, 1], "tricks": [5, 0, 5, 0]}
    sheet = replace(replay(sheet, [missed]), totals=(one, one, other, other))
    return replay(sheet, [{"step": "open", "open": opens}]) if opens else sheet


def boo_ray(wins: tuple[int, ...], **options: Any) -> Any:
    """First to three wins, after a deal that nobody entered, as if they had been won in it."""
    sheet: Any = find_game("boo-ray").start(
        {"players": (*THREE, "Dan"), "options": {"wins": 3, "staying_out": "allowed", **options}}
    )
    after = replay(sheet, [{"step": "entries", "games": [[] if options.get("several") else "none"] * 4}])
    (deal,) = after.rows
    won = tuple(("kalo",) * times for times in wins)
    return replace(after, rows=(replace(deal, facts={**deal.facts, "won": won}),))


def win(worth: str, when: str, *names: str) -> list[str]:
    return [f"{name} {'win' if '&' in name else 'wins'} with {worth} or more in {when}." for name in names]


def need(worth: str, when: str, *names: str) -> list[str]:
    return [f"{name} {'need' if '&' in name else 'needs'} {worth} or more in {when} to win." for name in names]


SAFE, WON = "{} can no longer be overtaken.", "{} already won."
TEAMS = ("Ann & Chika", "Ben & Dan")
TOLD: dict[str, tuple[Sheet[Any], list[str]]] = {
    "nothing before a deal is scored": (oh_hell(), []),
    "nothing after the last": (oh_hell(((2, 1, 1), (2, 0, 0)), ((1, 1, 0), (1, 0, 0))), []),
    # 12 against 0 and 0: one card brings 11 at most.
    "who has won, and nothing else": (oh_hell(((2, 1, 1), (2, 0, 0))), [WON.format("Ann has")]),
    # 11 against 0 and 0.
    "who can be drawn level with can no longer be overtaken": (
        oh_hell(((1, 2, 1), (1, 1, 0))),
        [SAFE.format("Ann"), *need("11 points", "deal 2", "Ben", "Chika")],
    ),
    # 11, 11 and 0: with 11 more Ann and Ben cannot be passed, and Chika would be level with them at best.
    "what is enough whatever the others score": (
        oh_hell(((1, 1, 1), (1, 1, 0))),
        [*win("11 points", "deal 2", "Ann", "Ben"), *need("11 points", "deal 2", "Chika")],
    ),
    # 11, 11 and 0; a bid of 0 brings 10 at most, so Chika is behind Ann and Ben whatever they miss.
    "the bids bound what a deal can bring": (
        bid(oh_hell(((1, 1, 1), (1, 1, 0))), 1, 1, 0),
        ["Only Ann and Ben can still win.", *win("11 points", "deal 2", "Ann", "Ben")],
    ),
    # 2 and 3 cards: 40 + 50 at most, −20 − 30 at least; 140 between the two.
    "several deals are bounded by all they can bring": (wizard(1, 140, 0, 0), [SAFE.format("Ann")]),
    "one more is won": (wizard(1, 141, 0, 0), [WON.format("Ann has")]),
    "one less is nothing": (wizard(1, 139, 0, 0), []),
    "of three one is out": (wizard(1, 280, 200, 100), ["Only Ann and Ben can still win."]),
    # Satat is decided by the deals that are left.
    "two deals are left at Satat": (satat(10), []),
    "two ahead with two to play": (replace(satat(10), totals=(7, 5, 7, 5)), [SAFE.format(TEAMS[0])]),
    "three ahead with two to play": (replace(satat(10), totals=(8, 5, 8, 5)), [WON.format(f"{TEAMS[0]} have")]),
    # Two deals of 3 points at most.
    "deals may weigh more": (
        replace(satat(10, weight_thirteen=3), totals=(11, 5, 11, 5)),
        [SAFE.format(TEAMS[0])],
    ),
    "level in the last deal of Satat": (replace(satat(11), totals=(5, 5, 5, 5)), win("1 point", "deal 12", *TEAMS)),
    "one ahead in the last deal of Satat": (
        replace(satat(11), totals=(6, 5, 6, 5)),
        [SAFE.format(TEAMS[0]), *need("1 point", "deal 12", TEAMS[1])],
    ),
    "a win away from the end of Satat": (satat(3, end="wins", length=3), win("1 point", "deal 4", TEAMS[0])),
    "both a win away": (satat(4, end="wins", length=3), win("1 point", "deal 5", *TEAMS)),
    "an open game of Satat": (satat(4, end="open"), []),
    # In the last month of Koi-Koi more than half of what is between them. 64 against 35: with 15 it is 49 against 50.
    "64 against 35 in June": (last_month(64, 35), win("15 points", "June", "Ben")),
    # 52 against 48: with 2 it is 50 against 50, a draw.
    "52 against 48 in June": (last_month(52, 48), win("3 points", "June", "Ben")),
    "50 against 51 in June": (last_month(50, 51), win("1 point", "June", "Ann")),
    "level in June": (last_month(50, 50), win("1 point", "June", "Ann", "Ben")),
    # Koi-Koi does not ask for more than there is to be had. Ann holds 10: even five brights, 20, leave 0 against −20.
    "10 against −30 in June": (last_month(10, -30), win("21 points", "June", "Ben")),
    "where no one loses more than they hold": (last_month(10, -30, overdraft="capped"), [WON.format("Ann has")]),
    # 20 is all that Ann holds, and gives 0 against 0: a draw, so neither is safe.
    "a draw can be all that is left": (last_month(20, -20, overdraft="capped"), ["Only Ann can still win."]),
    "20 are enough for −18": (last_month(20, -18, overdraft="capped"), win("20 points", "June", "Ben")),
    "who owes can take nothing": (last_month(-5, -3, overdraft="capped"), [WON.format("Ben has")]),
    # Twin Shoot: ten tricks, two hits and a twin shoot are 40; an open bid brings 30 more, and before they are asked
    # they may open.
    "90 against 50 to 100": (twin_shoot(90, 50, "no"), win("10 points", "round 2", "Ann & Ben")),
    "80 against 50 where they open": (twin_shoot(80, 50, "yes"), win("40 points", "round 2", "Ann & Ben")),
    "80 against 50 where they may": (twin_shoot(80, 50), win("40 points", "round 2", "Ann & Ben")),
    "50 against 40 to 100": (twin_shoot(50, 40, "no"), []),
    # Boo-Ray; in one deal Ben could win three games and have four.
    "a win away from the end of Boo-Ray": (boo_ray((2, 1, 0, 0)), win("1 win", "deal 2", "Ann")),
    "two a win away": (boo_ray((2, 2, 0, 0)), win("1 win", "deal 2", "Ann", "Ben")),
    "several games a deal": (boo_ray((2, 1, 0, 0), several=True), win("2 wins", "deal 2", "Ann")),
}


@pytest.mark.parametrize(("sheet", "said"), TOLD.values(), ids=TOLD)
def test_who_can_still_win(sheet: Sheet[Any], said: list[str]) -> None:
    assert told(sheet) == said


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
