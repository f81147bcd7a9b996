"""Tests of Twin Shoot against its rules text and its page in docs/games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core import enter
from scoring.games.twin_shoot import GAME
from scoring.games.twin_shoot.bids import SUITS
from scoring.sheets.sheet import Sheet
from tests.kit.examples import examples
from tests.kit.games import session_of
from tests.kit.scoring.seen import Refusal, adjusted, notices, refused, sentences, workings

LEAF, CROSS, CLUB, HEART, SPADE, DIAMOND = (suit.slug for suit in SUITS)


def start(players: int = 4, *, dealer: int = 0, **options: Any) -> Sheet[Any]:
    return GAME.start(session_of(GAME, players=players, dealer=dealer, **options))


def shoot(sheet: Sheet[Any], bids: Sequence[int | None], tricks: Sequence[int], **more: object) -> Sheet[Any]:
    return enter(sheet, {"step": "result", "bids": list(bids), "tricks": list(tricks)} | more)


def opens(sheet: Sheet[Any], word: str = "yes") -> Sheet[Any]:
    return enter(sheet, {"step": "open", "open": word})


def asked(sheet: Sheet[Any]) -> str | None:
    return None if sheet.ask is None else sheet.ask.step


def any_round(sheet: Sheet[Any]) -> Sheet[Any]:
    """A round in which nobody hits: all bid 10, the first seat takes 9 and the last 1; nobody opens."""
    if asked(sheet) == "open":
        sheet = opens(sheet, "no")
    seats = len(sheet.table.players)
    return shoot(sheet, [10] * seats, [9, *[0] * (seats - 2), 1])


def behind(players: int = 4) -> Sheet[Any]:
    """The last team stands alone at 0, the others at 10, or at 4 and 6."""
    return shoot(start(players), [9] * players, {4: [10, 0, 0, 0], 6: [4, 0, 6, 0, 0, 0]}[players])


# The table


def test_partners_sit_side_by_side_and_share_their_points() -> None:
    assert start(4).sides == ((0, 1), (2, 3))
    assert start(6).sides == ((0, 1), (2, 3), (4, 5))


def test_the_setup_page_says_how_to_sit_and_what_the_chosen_seat_means() -> None:
    assert str(GAME.first) == "First leader"
    assert "seats 1 and 2, 3 and 4, 5 and 6" in str(GAME.seating)
    assert "right-hand partner (1, 3 or 5)" in str(GAME.seating)


def test_the_pack_is_said_before_the_first_round_only() -> None:
    # four: six suits without 2 to 6 = 48; six: without 2 = 72; 12 cards each
    assert sentences(start(4))[0] == "Take out the 2s to 6s: 48 cards, 12 each, two of them laid as the bid."
    assert sentences(start(6))[0] == "Take out the 2s: 72 cards, 12 each, two of them laid as the bid."
    assert len(sentences(shoot(start(4), [5, 5, 5, 5], [5, 0, 5, 0]))) == 1


# Who leads first


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


def test_a_right_hand_leader_goes_clockwise_a_left_hand_one_the_other_way() -> None:
    sheet = start(4, target=1000)
    assert sentences(sheet)[1:] == [
        "あんな leads, first trick clockwise. Someone from another team deals.",
        "Each trick is played in the direction of its leader’s partner.",
    ]
    sheet = any_round(any_round(sheet))
    assert sentences(sheet)[-1] == "ベン leads, first trick anticlockwise. Someone from another team deals."


# Points of a round


def test_each_player_who_hits_adds_ten_and_both_another_ten() -> None:
    # あんな and ベン: 7 + 10 + 10 + 10 = 37; 千夏 hits alone: 3 + 10 = 13
    sheet = shoot(start(), [4, 3, 2, 0], [4, 3, 2, 1])
    assert sheet.totals == (37, 37, 13, 13)
    assert workings(sheet) == [
        "bid 4, took 4, hit: 7 (tricks) + 10 (あんな hit) + 10 (ベン hit) + 10 (twin shoot) = 37",
        "bid 3, took 3, hit: 7 (tricks) + 10 (あんな hit) + 10 (ベン hit) + 10 (twin shoot) = 37",
        "bid 2, took 2, hit: 3 (tricks) + 10 (千夏 hit) = 13",
        "bid 0, took 1, missed by 1: 3 (tricks) + 10 (千夏 hit) = 13",
    ]
    assert str(sheet.said) == "あんな & ベン +37 (twin shoot), 千夏 & 大輔 +13"


def test_an_opened_bid_that_anyone_misses_gives_thirty_to_each_other_team() -> None:
    # after the first round 4, 6, 0: 恵美 & フミ open; 恵美 hits 2, フミ misses: 2 + 1 = 3 tricks + 10 = 13
    # あんな & ベン: 3 tricks, no hit, + 30 = 33; 千夏 & 大輔: 4 tricks, 千夏 hits 4: 14 + 30 = 44
    sheet = shoot(opens(behind(6)), [9, 9, 4, 9, 2, 0], [3, 0, 4, 0, 2, 1])
    assert sheet.rows[-1].points == (33, 33, 44, 44, 13, 13)
    assert sheet.totals == (37, 37, 50, 50, 13, 13)
    assert workings(sheet)[0] == "bid 9, took 3, missed by 6: 3 (tricks) + 30 (恵美 & フミ opened and missed) = 33"
    assert workings(sheet)[4] == "bid 2, took 2, hit: 3 (tricks) + 10 (恵美 hit) = 13"


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
    sheet: Callable[[], Sheet[Any]], bids: list[int], tricks: list[int], gave: tuple[int, ...], words: dict[int, str]
) -> None:
    after = shoot(sheet(), bids, tricks)
    assert after.rows[-1].points == gave
    assert {seat: workings(after)[seat] for seat in words} == words


# The open bid


def test_with_scores_level_at_the_start_nobody_is_asked() -> None:
    assert asked(start(4)) == asked(start(6)) == "result"


def test_the_last_team_is_asked_by_name() -> None:
    sheet = behind()
    assert sheet.ask is not None
    assert asked(sheet) == "open"
    assert str(sheet.ask.fields[0].label) == "Do 千夏 & 大輔 open their bids?"
    assert sentences(sheet)[0] == "If both hit, 30 more. If either misses, 30 to each other team."


def test_teams_that_are_last_together_are_not_asked() -> None:
    # 10, 0, 0: two are last
    assert asked(shoot(start(6), [9] * 6, [10, 0, 0, 0, 0, 0])) == "result"
    # 5, 5, 0: one is
    assert asked(shoot(start(6), [9] * 6, [5, 0, 5, 0, 0, 0])) == "open"
    # 5, 5: level again
    assert asked(shoot(start(4), [9] * 4, [5, 0, 5, 0])) == "result"


def test_an_adjustment_counts_when_the_last_team_is_looked_for() -> None:
    assert asked(adjusted(start(), 0, 5)) == "open"
    assert asked(adjusted(behind(), 2, 10)) == "result", "10 each: level"


def test_who_opened_stays_the_opener_whatever_is_adjusted_before_the_result() -> None:
    sheet = adjusted(opens(behind()), 2, 50)
    assert notices(sheet)["open"] == "千夏 & 大輔"
    assert shoot(sheet, [4, 4, 2, 1], [4, 3, 2, 1]).rows[-1].points == (17, 17, 63, 63)


def test_what_was_opened_is_on_the_strip_and_forgotten_after_the_round() -> None:
    sheet = behind()
    assert notices(sheet) == {"leader": "千夏"}
    opened = opens(sheet)
    assert notices(opened)["open"] == "千夏 & 大輔"
    assert str(opened.said) == "千夏 & 大輔 open their bids."
    assert sentences(opened)[0] == (
        "千夏 & 大輔 opened. If both hit, 30 more. If either misses, 30 to each other team."
    )
    closed = opens(sheet, "no")
    assert notices(closed)["open"] == "none"
    assert str(closed.said) == "千夏 & 大輔 keep their bids closed."
    after = shoot(opened, [9, 9, 5, 5], [0, 0, 5, 5])  # 40; 10 + 10 + 10 + 10 + 30 = 70
    assert asked(after) == "open"
    assert str(after.rows[-1].about) == "round 2, 千夏 led first, 千夏 & 大輔 opened"
    assert str(opens(after).said) == "あんな & ベン open their bids."


# Bids


def test_no_bid_is_asked_before_the_result_is_in() -> None:
    """A bid entered early would stand on a screen that others see."""
    sheet = start()
    while not sheet.over:
        assert sheet.ask is not None
        if sheet.ask.step == "open":
            assert [field.name for field in sheet.ask.fields] == ["open"]
        else:
            assert [field.name for field in sheet.ask.fields] == ["bids", "first_suit", "second_suit", "tricks"]
        sheet = any_round(sheet)


@pytest.mark.parametrize(("suit", "worth"), [(LEAF, 5), (CROSS, 4), (CLUB, 3), (HEART, 2), (SPADE, 1), (DIAMOND, 0)])
def test_the_suits_are_numbers(suit: str, worth: int) -> None:
    sheet = enter(start(), two_suits(suit, DIAMOND) | {"tricks": [10, 0, 0, 0]})
    assert sheet.rows[0].cells[0].figure == str(worth)
    assert f"bid {worth} ({suit} {worth} + diamond 0), took 10" in workings(sheet)[0]


def two_suits(first: str, second: str) -> dict[str, Any]:
    """あんな's bid by its suits, the others' by their numbers."""
    return {
        "step": "result",
        "bids": [None, 1, 1, 1],
        "first_suit": [first, None, None, None],
        "second_suit": [second, None, None, None],
    }


def test_a_bid_is_the_sum_of_its_two_suits() -> None:
    # the text's example: cross and heart, 4 + 2 = 6; あんな & ベン take 6 + 1: 7 + 10 + 10 + 10
    sheet = enter(start(), two_suits(CROSS, HEART) | {"tricks": [6, 1, 3, 0]})
    assert sheet.totals == (37, 37, 3, 3)
    assert workings(sheet)[0].startswith("bid 6 (cross 4 + heart 2), took 6, hit: ")
    # A number beside them that agrees; two leaves, two diamonds, leaf and diamond, club and spade.
    assert (
        enter(start(), two_suits(CROSS, HEART) | {"bids": [6, 1, 1, 1], "tricks": [6, 1, 3, 0]}).totals == sheet.totals
    )
    suits = {"first_suit": [LEAF, DIAMOND, LEAF, CLUB], "second_suit": [LEAF, DIAMOND, DIAMOND, SPADE]}
    row = enter(start(), {"step": "result", "tricks": [10, 0, 0, 0]} | suits).rows[0]
    assert [cell.figure for cell in row.cells] == ["10", "0", "5", "4"]


# What is refused

OTHER_CARD = "あんな laid two cards. Choose the suit of the other one too."
NO_BID = "{}’s bid is missing. Enter the number or the two suits."
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
        # Every missing bid is named.
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
                ("tricks", 2, "千夏’s tricks are missing."),
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


# The end


def test_it_ends_after_the_round_in_which_a_team_has_a_hundred() -> None:
    sheet = adjusted(start(), 0, 60)
    # 60 + 9 tricks + 30 = 99: not yet
    not_yet = shoot(opens(sheet, "no"), [4, 5, 9, 9], [4, 5, 1, 0])
    assert not_yet.totals == (99, 99, 1, 1)
    assert not not_yet.over
    # 60 + 10 + 30 = 100: just enough
    done = shoot(opens(sheet, "no"), [5, 5, 9, 9], [5, 5, 0, 0])
    assert done.totals == (100, 100, 0, 0)
    assert done.over
    assert done.winners == (0, 1)
    assert not done.ended_early


def test_the_highest_total_wins_when_several_have_passed_the_target() -> None:
    sheet = adjusted(adjusted(start(), 0, 95), 2, 90)
    # あんな & ベン 95 + 7 = 102; 千夏 & 大輔 opened and hit: 90 + 3 + 60 = 153
    done = shoot(opens(sheet), [9, 9, 2, 1], [7, 0, 2, 1])
    assert done.totals == (102, 102, 153, 153)
    assert done.winners == (2, 3)
    assert [(each.place, each.seats, each.gap) for each in done.standings] == [(1, (2, 3), 0), (2, (0, 1), 51)]


def test_equal_totals_share_the_win() -> None:
    sheet = adjusted(adjusted(start(), 0, 95), 2, 95)
    done = shoot(sheet, [9, 9, 9, 9], [5, 0, 5, 0])
    assert done.totals == (100,) * 4
    assert done.winners == (0, 1, 2, 3)
    assert [each.place for each in done.standings] == [1, 1]


@pytest.mark.parametrize("target", [50, 12])
def test_the_target_is_an_option(target: int) -> None:
    sheet = start(target=target)
    assert sheet.options.to_json() == {"target": target}
    assert str(sheet.progress) == f"round 1, to {target}"
    # 2 + 10 with 千夏's hit = 12, 8 + 0 = 8; then 50 with 38 more: 8 tricks + 30
    sheet = shoot(sheet, [9, 9, 2, 9], [8, 0, 2, 0])
    assert sheet.over is (target == 12)
    if not sheet.over:
        sheet = shoot(opens(sheet, "no"), [9, 9, 4, 4], [2, 0, 4, 4])
        assert sheet.totals == (10, 10, 50, 50)
    assert sheet.over


def test_the_target_is_looked_at_after_a_whole_round_only() -> None:
    before_play = adjusted(start(), 0, 100)
    assert not before_play.over, "no round has been played"
    in_a_round = adjusted(opens(behind(), "no"), 2, 200)
    assert not in_a_round.over
    assert asked(in_a_round) == "result"
    assert any_round(in_a_round).over
    assert not adjusted(behind(), 2, 200).over, "an adjustment alone never ends a game"


def test_a_penalty_after_the_end_lets_the_game_go_on() -> None:
    over = any_round(adjusted(opens(behind(), "no"), 2, 200))
    assert over.over
    assert adjusted(over, 2, -1).over
    assert not adjusted(over, 2, -200).over


# What is shown


def test_the_scorecard_has_each_partners_bid_and_whether_it_was_hit() -> None:
    row = shoot(start(), [4, 3, 2, 0], [4, 3, 2, 1]).rows[0]
    assert [(cell.figure, cell.outcome) for cell in row.cells] == [
        ("4", "made"),
        ("3", "made"),
        ("2", "made"),
        ("0", "missed"),
    ]


def test_the_standings_count_the_hits() -> None:
    assert start().standings[0].tally is None
    sheet = shoot(start(), [4, 3, 2, 0], [4, 3, 2, 1])
    assert [str(each.tally) for each in sheet.standings] == ["2 hits", "1 hit"]


def test_the_progress_counts_the_rounds() -> None:
    sheet = start(target=20)
    assert str(sheet.progress) == "round 1, to 20"
    sheet = any_round(sheet)  # 9, 1
    assert str(sheet.progress) == "round 2, to 20"
    assert str(opens(sheet).progress) == "round 2, to 20"
    assert str(any_round(any_round(sheet)).progress) == "round 3, to 20", "9 + 9 + 9 = 27: it is over"


# A real sheet


# Whatever is played


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


# What a round tells whoever counts


@pytest.mark.parametrize(
    ("bids", "told"),
    [
        # 10 + 2 × 10 + 10 = 40 beside 2 × 10 + 10 = 30
        ((5, 5, 0, 0), "Both teams reached 25."),
        # nobody of the second team hit, and it has no trick
        ((5, 5, 1, 1), "あんな & ベン reached 25."),
    ],
)
def test_the_end_names_every_team_that_reached_the_target(bids: Sequence[int], told: str) -> None:
    sheet = shoot(start(target=25), bids, [5, 5, 0, 0])
    assert sheet.over
    assert str(sheet.ending) == told
