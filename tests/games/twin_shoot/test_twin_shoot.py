"""Tests of Twin Shoot against its rules text and its page in docs/games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core import enter
from scoring.games.twin_shoot import GAME, SUITS
from tests.kit.examples import examples
from tests.kit.games import session_of
from tests.kit.scoring.seen import Refusal, adjusted, each_sheet, notices, refused, seen, workings

LEAF, CROSS, CLUB, HEART, SPADE, DIAMOND = (suit.slug for suit in SUITS)


def start(players: int = 4, *, dealer: int = 0, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=players, dealer=dealer, **options))


def shoot(sheet: Any, bids: Sequence[int | None], tricks: Sequence[int], **more: object) -> Any:
    return enter(sheet, {"step": "result", "bids": list(bids), "tricks": list(tricks)} | more)


def opens(sheet: Any, word: str = "yes") -> Any:
    return enter(sheet, {"step": "open", "open": word})


def any_round(sheet: Any) -> Any:
    """A round in which nobody hits: all bid 10, the first seat takes 9 and the last 1; nobody opens."""
    if sheet.ask.step == "open":
        sheet = opens(sheet, "no")
    seats = len(sheet.table.players)
    return shoot(sheet, [10] * seats, [9, *[0] * (seats - 2), 1])


def behind(players: int = 4) -> Any:
    """The last team stands alone at 0, the others at 10, or at 4 and 6."""
    return shoot(start(players), [9] * players, {4: [10, 0, 0, 0], 6: [4, 0, 6, 0, 0, 0]}[players])


def ended() -> Any:
    return any_round(adjusted(opens(behind(), "no"), 2, 200))


RESULT = ["bids", "first_suit", "second_suit", "tricks"]
LEADS = "あんな leads, first trick clockwise. Someone from another team deals."
DIRECTION = "Each trick is played in the direction of its leader’s partner."
IF_OPEN = "If both hit, 30 more. If either misses, 30 to each other team."


def no_hit(*tricks: int, **rules: Any) -> Any:
    """The first round, in which nobody hits."""
    return shoot(start(len(tricks), **rules), [9] * len(tricks), tricks)


def near_the_end(one: int, other: int, **rules: Any) -> Any:
    """Teams with so many points lent before the first round."""
    return adjusted(adjusted(start(**rules), 0, one), 2, other)


def suits(first: list[str | None], second: list[str | None], tricks: list[int], bids: Any = ()) -> Any:
    return enter(
        start(), {"step": "result", "bids": bids, "first_suit": first, "second_suit": second, "tricks": tricks}
    )


SHOWN: dict[str, tuple[Callable[[], Any], Mapping[str, Any]]] = {
    # The table
    "four sit side by side with their partners": (start, {"sides": ((0, 1), (2, 3)), "tallies": ["None", "None"]}),
    "six do too": (partial(start, 6), {"sides": ((0, 1), (2, 3), (4, 5))}),
    # Six suits without 2 to 6 = 48; without 2 = 72; 12 cards each.
    "the pack is said before the first round, and who leads": (
        start,
        {"sentences": ["Take out 2–6: 48 cards, 12 each, two of them laid as the bid.", LEADS, DIRECTION]},
    ),
    "six have another pack": (
        partial(start, 6),
        {"sentences.0": "Take out 2: 72 cards, 12 each, two of them laid as the bid."},
    ),
    "a left-hand leader goes anticlockwise": (
        lambda: any_round(any_round(start(target=1000))),
        {"sentences": [IF_OPEN, "ベン leads, first trick anticlockwise. Someone from another team deals."]},
    ),
    # Points of a round
    # あんな and ベン: 7 + 10 + 10 + 10 = 37; 千夏 hits alone: 3 + 10 = 13
    "each player who hits adds ten, and both another ten": (
        lambda: shoot(start(), [4, 3, 2, 0], [4, 3, 2, 1]),
        {
            "totals": (37, 37, 13, 13),
            "workings": [
                "bid 4, took 4, hit: 7 (tricks) + 10 (あんな hit) + 10 (ベン hit) + 10 (twin shoot) = 37",
                "bid 3, took 3, hit: 7 (tricks) + 10 (あんな hit) + 10 (ベン hit) + 10 (twin shoot) = 37",
                "bid 2, took 2, hit: 3 (tricks) + 10 (千夏 hit) = 13",
                "bid 0, took 1, missed by 1: 3 (tricks) + 10 (千夏 hit) = 13",
            ],
            "message": "あんな & ベン +37 (twin shoot), 千夏 & 大輔 +13",
            "figures": [("4", "made"), ("3", "made"), ("2", "made"), ("0", "missed")],
            "tallies": ["2 hits", "1 hit"],
        },
    ),
    # After the first round 4, 6, 0: 恵美 & フミ open; 恵美 hits 2, フミ misses: 2 + 1 = 3 tricks + 10 = 13.
    # あんな & ベン: 3 tricks, no hit, + 30 = 33; 千夏 & 大輔: 4 tricks, 千夏 hits 4: 14 + 30 = 44.
    "an opened bid that anyone misses gives thirty to each other team": (
        lambda: shoot(opens(behind(6)), [9, 9, 4, 9, 2, 0], [3, 0, 4, 0, 2, 1]),
        {
            "points": (33, 33, 44, 44, 13, 13),
            "totals": (37, 37, 50, 50, 13, 13),
            "workings.0": "bid 9, took 3, missed by 6: 3 (tricks) + 30 (恵美 & フミ opened and missed) = 33",
            "workings.4": "bid 2, took 2, hit: 3 (tricks) + 10 (恵美 hit) = 13",
        },
    ),
    # The open bid
    "no bid is asked before the result is in": (start, {"ask.step": "result", "asked": RESULT}),
    "of six, with scores level at the start, nobody is asked to open either": (partial(start, 6), {"asked": RESULT}),
    "the last team is asked by name, and for no bid": (
        behind,
        {
            "ask.step": "open",
            "asked": ["open"],
            "open.label": "Do 千夏 & 大輔 open their bids?",
            "sentences.0": IF_OPEN,
            "notices": {"leader": "千夏"},
        },
    ),
    "the result is asked next": (lambda: opens(behind(), "no"), {"asked": RESULT}),
    "two teams that are last together are not asked": (partial(no_hit, 10, 0, 0, 0, 0, 0), {"asked": RESULT}),
    "one that is last alone is": (partial(no_hit, 5, 0, 5, 0, 0, 0), {"asked": ["open"]}),
    "level again, nobody is": (
        partial(no_hit, 5, 0, 5, 0),
        {"asked": RESULT, "sentences": ["千夏 leads, first trick clockwise. Someone from another team deals."]},
    ),
    "an adjustment counts when the last team is looked for": (lambda: adjusted(start(), 0, 5), {"asked": ["open"]}),
    "so does one that makes them level": (lambda: adjusted(behind(), 2, 10), {"asked": RESULT}),
    "who opened stays the opener whatever is adjusted before the result": (
        lambda: shoot(adjusted(opens(behind()), 2, 50), [4, 4, 2, 1], [4, 3, 2, 1]),
        {"points": (17, 17, 63, 63)},
    ),
    "what was opened is on the strip": (
        lambda: opens(behind()),
        {
            "notices.open": "千夏 & 大輔",
            "message": "千夏 & 大輔 open their bids.",
            "sentences.0": "千夏 & 大輔 open their bids.",
            "sentences.1": "If both hit, 30 more. If either misses, 30 to each other team.",
        },
    ),
    "what was kept closed too": (
        lambda: opens(behind(), "no"),
        {"notices.open": "none", "message": "千夏 & 大輔 keep their bids closed."},
    ),
    # 40; 10 + 10 + 10 + 10 + 30 = 70
    "after the round another team is asked, and the row says who opened": (
        lambda: opens(shoot(opens(behind()), [9, 9, 5, 5], [0, 0, 5, 5])),
        {
            "message": "あんな & ベン open their bids.",
            "abouts.1": "round 2, 千夏 led first, 千夏 & 大輔: opened",
            "notices.open": "あんな & ベン",
        },
    ),
    # Bids
    **{
        f"the suits are numbers: {suit} is {worth}": (
            partial(suits, [suit, None, None, None], [DIAMOND, None, None, None], [10, 0, 0, 0], [None, 1, 1, 1]),
            {
                "figures.0": (str(worth), "missed"),
                "workings.0": f"bid {worth} ({suit} {worth} + diamond 0), took 10, missed by {10 - worth}: "
                "10 (tricks) = 10",
            },
        )
        for suit, worth in ((LEAF, 5), (CROSS, 4), (CLUB, 3), (HEART, 2), (SPADE, 1), (DIAMOND, 0))
    },
    # The text's example: cross and heart, 4 + 2 = 6; あんな & ベン take 6 + 1: 7 + 10 + 10 + 10. A number may agree.
    **{
        f"a bid is the sum of its two suits, {beside}": (
            partial(suits, [CROSS, None, None, None], [HEART, None, None, None], [6, 1, 3, 0], [bid, 1, 1, 1]),
            {
                "totals": (37, 37, 3, 3),
                "workings.0": "bid 6 (cross 4 + heart 2), took 6, hit: "
                "7 (tricks) + 10 (あんな hit) + 10 (ベン hit) + 10 (twin shoot) = 37",
            },
        )
        for beside, bid in (("alone", None), ("with its number", 6))
    },
    "two leaves, two diamonds, leaf and diamond, club and spade": (
        partial(suits, [LEAF, DIAMOND, LEAF, CLUB], [LEAF, DIAMOND, DIAMOND, SPADE], [10, 0, 0, 0], [None] * 4),
        {"figures": [("10", "made"), ("0", "made"), ("5", "missed"), ("4", "missed")]},
    ),
    # The end
    # 60 + 9 tricks + 30 = 99.
    "99 points are not enough": (
        lambda: shoot(opens(adjusted(start(), 0, 60), "no"), [4, 5, 9, 9], [4, 5, 1, 0]),
        {"totals": (99, 99, 1, 1), "over": False},
    ),
    # 60 + 10 + 30 = 100.
    "it ends after the round in which a team has a hundred": (
        lambda: shoot(opens(adjusted(start(), 0, 60), "no"), [5, 5, 9, 9], [5, 5, 0, 0]),
        {"totals": (100, 100, 0, 0), "over": True, "winners": (0, 1), "ended_early": False},
    ),
    # あんな & ベン 95 + 7 = 102; 千夏 & 大輔 opened and hit: 90 + 3 + 60 = 153.
    "the highest total wins when several have passed the target": (
        lambda: shoot(opens(near_the_end(95, 90)), [9, 9, 2, 1], [7, 0, 2, 1]),
        {"winners": (2, 3), "standings": [(1, (2, 3), 153, 0), (2, (0, 1), 102, 51)]},
    ),
    "equal totals share the win": (
        lambda: shoot(near_the_end(95, 95), [9, 9, 9, 9], [5, 0, 5, 0]),
        {"totals": (100,) * 4, "winners": (0, 1, 2, 3), "places": [(1, 0), (1, 2)]},
    ),
    "the target is an option": (partial(start, target=50), {"options.target": 50, "progress": "round 1, to 50 points"}),
    # 2 + 10 with 千夏's hit = 12, 8 + 0 = 8; then 38 more: 8 tricks + 30.
    "12 points end it at 12": (
        lambda: shoot(start(target=12), [9, 9, 2, 9], [8, 0, 2, 0]),
        {"over": True, "ending": "千夏 & 大輔 reached 12 points."},
    ),
    "and not at 50": (lambda: shoot(start(target=50), [9, 9, 2, 9], [8, 0, 2, 0]), {"over": False}),
    "50 points end it at 50": (
        lambda: shoot(opens(shoot(start(target=50), [9, 9, 2, 9], [8, 0, 2, 0]), "no"), [9, 9, 4, 4], [2, 0, 4, 4]),
        {"totals": (10, 10, 50, 50), "over": True},
    ),
    "points before the first round end nothing": (lambda: adjusted(start(), 0, 100), {"over": False}),
    "nor do they in a round": (lambda: adjusted(opens(behind(), "no"), 2, 200), {"over": False, "asked": RESULT}),
    "the round does": (lambda: any_round(adjusted(opens(behind(), "no"), 2, 200)), {"over": True}),
    "an adjustment alone never ends a game": (lambda: adjusted(behind(), 2, 200), {"over": False}),
    "a small penalty after the end leaves it ended": (lambda: adjusted(ended(), 2, -1), {"over": True}),
    "a large one lets the game go on": (lambda: adjusted(ended(), 2, -200), {"over": False}),
    "the rounds are counted": (lambda: any_round(start(target=20)), {"progress": "round 2, to 20 points"}),
    "a round is one with its open bid": (
        lambda: opens(any_round(start(target=20))),
        {"progress": "round 2, to 20 points"},
    ),
    # 9 + 9 + 9 = 27
    "and not beyond the last": (
        lambda: any_round(any_round(any_round(start(target=20)))),
        {"over": True, "progress": "round 3, to 20 points"},
    ),
    # 10 + 2 × 10 + 10 = 40 beside 2 × 10 + 10 = 30
    "the end names both teams that reached the target": (
        lambda: shoot(start(target=25), (5, 5, 0, 0), [5, 5, 0, 0]),
        {"over": True, "ending": "あんな & ベン, 千夏 & 大輔 reached 25 points."},
    ),
    # Nobody of the second team hit, and it has no trick.
    "the end names the one team that did": (
        lambda: shoot(start(target=25), (5, 5, 1, 1), [5, 5, 0, 0]),
        {"over": True, "ending": "あんな & ベン reached 25 points."},
    ),
}


@each_sheet(SHOWN)
def test_what_the_table_sees(sheet: Callable[[], Any], shown: Mapping[str, Any]) -> None:
    assert seen(sheet(), *shown) == shown


def test_the_setup_page_says_how_to_sit_and_what_the_chosen_seat_means() -> None:
    assert str(GAME.first) == "First leader"
    assert "seats 1 and 2, 3 and 4, 5 and 6" in str(GAME.seating)
    assert "right-hand partner (1, 3 or 5)" in str(GAME.seating)


@pytest.mark.parametrize(
    ("players", "dealer", "leaders"),
    [
        (4, 0, [0, 2, 1, 3, 0, 2, 1, 3, 0]),  # right, right; left, left; right …
        (4, 2, [2, 0, 3, 1, 2]),
        (6, 0, [0, 2, 4, 1, 3, 5, 0]),
        (6, 4, [4, 0, 2, 5, 1, 3, 4]),
        (6, 3, [2, 4, 0, 3, 5, 1, 2]),  # the left-hand partner was chosen: the team opens with its right-hand one
        (4, 1, [0, 2, 1, 3, 0]),
    ],
)
def test_the_lead_passes_from_team_to_team_and_the_partners_take_laps_in_turn(
    players: int, dealer: int, leaders: list[int]
) -> None:
    sheet, led = start(players, dealer=dealer, target=1000), []
    for _ in leaders:
        led.append(notices(sheet)["leader"])
        assert [seat for seat in sheet.table.seats if sheet.role(seat)] == [sheet.table.players.index(led[-1])]
        sheet = any_round(sheet)
    assert led == [sheet.table.players[seat] for seat in leaders]


@pytest.mark.parametrize(
    ("sheet", "bids", "tricks", "gave", "words"),
    [
        # Every trick is a point, hit or not: 6 + 2 and 0 + 2.
        (start, [5, 3, 1, 1], [6, 2, 0, 2], (8, 8, 2, 2), {0: "bid 5, took 6, missed by 1: 8 (tricks) = 8"}),
        # A bid of nothing is hit with no trick: 0 + 10 + 10 + 10 = 30, and 10 tricks.
        (start, [0, 0, 4, 4], [0, 0, 5, 5], (30, 30, 10, 10), {}),
        # Opened, and both hit: 3 + 10 + 10 + 10 + 30 = 63; the others 7 tricks and あんな's hit: 17.
        (
            lambda: opens(behind()),
            [4, 4, 2, 1],
            [4, 3, 2, 1],
            (17, 17, 63, 63),
            {
                2: "bid 2, took 2, hit: 3 (tricks) + 10 (千夏 hit) + 10 (大輔 hit) + 10 (twin shoot)"
                " + 30 (overhead twin shoot) = 63"
            },
        ),
        # Beside it, another team's twin shoot is no overhead one: 7 + 30.
        (lambda: opens(behind()), [4, 3, 2, 1], [4, 3, 2, 1], (37, 37, 63, 63), {}),
        # Both miss: 2 tricks, and thirty just once for the others: 8 + 30.
        (lambda: opens(behind()), [9, 9, 9, 9], [8, 0, 1, 1], (38, 38, 2, 2), {}),
        # A twin shoot beside a missed open bid gets all of it: 6 + 10 + 10 + 10 + 30 = 66; the openers keep 4 + 10.
        (
            lambda: opens(behind()),
            [5, 1, 3, 0],
            [5, 1, 3, 1],
            (66, 66, 14, 14),
            {
                1: "bid 1, took 1, hit: 6 (tricks) + 10 (あんな hit) + 10 (ベン hit) + 10 (twin shoot)"
                " + 30 (千夏 & 大輔 opened and missed) = 66"
            },
        ),
    ],
)
def test_what_a_round_gives(
    sheet: Callable[[], Any], bids: list[int], tricks: list[int], gave: tuple[int, ...], words: dict[int, str]
) -> None:
    after = shoot(sheet(), bids, tricks)
    assert after.rows[-1].points == gave
    assert {seat: workings(after)[seat] for seat in words} == words


def two_suits(first: str, second: str) -> dict[str, Any]:
    """あんな's bid by its suits, the others' by their numbers."""
    return {
        "step": "result",
        "bids": [None, 1, 1, 1],
        "first_suit": [first, None, None, None],
        "second_suit": [second, None, None, None],
    }


# What is refused

OTHER_CARD = "あんな laid two cards. Choose the suit of the other one too."
NO_BID = "{}: bid missing."
OPEN = "Do 千夏 & 大輔 open their bids?: “{}” can’t be chosen. Choose one of these: They open, Stay closed."
SUITS_THERE_ARE = "Choose one of these: leaf 5, cross 4, club 3, heart 2, spade 1, diamond 0."


def two_cards(**more: Any) -> dict[str, Any]:
    return two_suits(CROSS, HEART) | {"tricks": [6, 1, 3, 0]} | more


@pytest.mark.parametrize(
    ("sheet", "raw", "refusals"),
    [
        *((behind, {"open": word}, [("open", None, "Choose whether they open.")]) for word in ("", None)),
        *((behind, {"open": word}, [("open", None, OPEN.format(word))]) for word in ("perhaps", 1)),
        # A number and suits disagree, or one suit lies alone, even beside a number.
        (
            start,
            two_cards(bids=[7, 1, 1, 1]),
            [("bids", 0, "あんな’s cards make 6 (cross 4 + heart 2), but the number is 7. Correct one of them.")],
        ),
        (start, two_cards(second_suit=[None] * 4), [("second_suit", 0, OTHER_CARD)]),
        (start, two_cards(first_suit=[None] * 4, bids=[6, 1, 1, 1]), [("first_suit", 0, OTHER_CARD)]),
        (
            start,
            two_cards(first_suit=["rose", None, None, None]),
            [("first_suit", 0, f"あんな, First card: “rose” can’t be chosen. {SUITS_THERE_ARE}")],
        ),
        # Every missing bid is named, where tricks are missing too.
        (
            start,
            {},
            [
                (field, seat, f"{name}: {one} missing.")
                for field, one in (("bids", "bid"), ("tricks", "tricks"))
                for seat, name in enumerate(("あんな", "ベン", "千夏", "大輔"))
            ],
        ),
        (
            start,
            {"bids": [1, None, 2, None], "tricks": [1, 2, 3, 4]},
            [("bids", 1, NO_BID.format("ベン")), ("bids", 3, NO_BID.format("大輔"))],
        ),
        (
            start,
            {"bids": [11, -1, "six", "2.5"], "tricks": [10, 0, 0, 0]},
            [
                ("bids", 0, "あんな, Bids: 11 is too high. The maximum is 10."),
                ("bids", 1, "ベン, Bids: −1 is too low. The minimum is 0."),
                ("bids", 2, "千夏, Bids: “six” is not a whole number."),
                ("bids", 3, "大輔, Bids: “2.5” is not a whole number."),
            ],
        ),
        (
            start,
            {"bids": [1] * 4, "tricks": [11, -1, None, "x"]},
            [
                ("tricks", 0, "あんな, Tricks: 11 is too high. The maximum is 10."),
                ("tricks", 1, "ベン, Tricks: −1 is too low. The minimum is 0."),
                ("tricks", 2, "千夏: tricks missing."),
                ("tricks", 3, "大輔, Tricks: “x” is not a whole number."),
            ],
        ),
        # The tricks add up to ten.
        *(
            (start, {"bids": [4, 3, 2, 1], "tricks": tricks}, [("tricks", None, f"The tricks add up to {words}")])
            for tricks, words in (
                ([4, 3, 2, 0], "9, not 10. Add 1."),
                ([0, 0, 0, 0], "0, not 10. Add 10."),
                ([4, 4, 2, 2], "12, not 10. Take away 2."),
            )
        ),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    sheet: Callable[[], Any], raw: dict[str, Any], refusals: list[Refusal]
) -> None:
    assert refused(sheet(), **{"step": sheet().ask.step} | raw) == refusals


@settings(max_examples=examples(150), deadline=None, derandomize=True, database=None)
@given(data=st.data(), players=st.sampled_from((4, 6)), opened=st.booleans())
def test_the_points_of_any_round_are_the_four_kinds_counted_apart(
    data: st.DataObject, players: int, opened: bool
) -> None:
    bids = data.draw(st.lists(st.integers(0, 10), min_size=players, max_size=players))
    cuts = sorted(data.draw(st.lists(st.integers(0, 10), min_size=players - 1, max_size=players - 1)))
    tricks = [after - before for before, after in zip([0, *cuts], [*cuts, 10], strict=True)]
    sheet = behind(players)
    sheet = shoot(opens(sheet, "yes" if opened else "no"), bids, tricks)
    points = sheet.rows[-1].points
    hits = [bid == taken for bid, taken in zip(bids, tricks, strict=True)]
    twins = [all(hits[seat : seat + 2]) for seat in range(0, players, 2)]
    others = players // 2 - 1
    overhead = (30 if twins[-1] else 30 * others) if opened else 0
    assert sum(points[::2]) == 10 + 10 * sum(hits) + 10 * sum(twins) + overhead
    assert points[::2] == points[1::2]
