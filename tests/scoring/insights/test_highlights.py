"""What may be remembered of a finished game, worked out by hand on small sheets."""

from __future__ import annotations

from typing import Any

from scoring.document import load
from scoring.insights.highlights import Highlights, best_bid, comeback_of, highlights, swing_of
from scoring.sheets.sheet import Sheet
from tests.games.changing_tables import OH_HELL
from tests.kit.scoring.bidding import entries_of
from tests.kit.session import evening
from tests.scoring.insights.test_story import FOUR, pad


def hands(*deals: tuple[tuple[int, ...], tuple[int, ...]], players: int = 3) -> Sheet[Any]:
    """Oh Hell from as many cards down as there are deals."""
    rules = {"format": "short-falling", "top_hand": len(deals), "restriction": "off"}
    return load({"game": "oh-hell", "players": FOUR[:players], "options": rules, "entries": entries_of(*deals)})


FALLING = hands(((1, 0, 2), (1, 0, 3)), ((1, 1, 2), (0, 1, 2)), ((2, 1, 0), (2, 0, 0)), ((0, 0, 0), (0, 1, 0)))
"""Totals 11 10 0, 11 21 12, 23 21 22, 33 21 32: Anna is first with 33, one before Cleo."""


def test_the_lead_is_that_of_who_won_alone() -> None:
    assert FALLING.totals == (33, 21, 32)
    assert [highlights(FALLING, seat).lead for seat in range(3)] == [1, 0, 0]


def test_a_game_that_was_cut_short_or_shared_has_no_lead() -> None:
    assert highlights(pad((10, 0), (5, 0), (0, 2), rounds=9), 0).lead == 0
    assert [highlights(pad((10, 10, 0), (1, 1, 0), (2, 2, 0)), seat).lead for seat in range(3)] == [0, 0, 0]


def test_a_pad_without_a_limit_is_ended_by_hand_and_has_a_lead() -> None:
    assert highlights(pad((10, 0), (5, 0), (0, 2)), 0).lead == 13


def test_the_swing_is_the_most_that_was_gained_on_anybody_in_one_deal() -> None:
    """Anna made 2 in the third deal (+12) while Ben missed; Cleo's best were 12 ahead of Anna in the second."""
    anna, cleo = swing_of(FALLING, 0), swing_of(FALLING, 2)
    assert anna and cleo
    assert (anna.value, str(anna.text)) == (12, "deal 3 (Anna +12, Ben 0)")
    assert (cleo.value, str(cleo.text)) == (12, "deal 2 (Cleo +12, Anna 0)")


def test_where_the_fewest_win_it_is_gained_by_getting_less() -> None:
    sheet = pad((10, 2, 5), (0, 9, 0), (1, 1, 1), best="lowest")
    assert sheet.fewest
    ben = swing_of(sheet, 1)
    assert ben and (ben.value, str(ben.text)) == (8, "round 1 (Ben +2, Anna +10)")


def test_a_comeback_is_the_storys() -> None:
    sheet = pad((0, 30, 0), (20, 0, 0), (20, 0, 5), (0, 0, 5))
    anna = comeback_of(sheet, 0)
    assert anna and (anna.value, str(anna.text)) == (30, "Anna was 30 behind after round 1 and still won.")
    assert comeback_of(sheet, 1) is None


def test_the_best_bid_is_the_highest_that_was_made() -> None:
    """Cleo bid 2 twice and made it in the second deal, a bid of nothing is none."""
    cleo, ben = best_bid(FALLING, 2), best_bid(FALLING, 1)
    assert cleo and (cleo.value, str(cleo.text)) == (2, "Cleo bid 2 and made it (deal 2)")
    assert ben and ben.value == 1
    assert best_bid(hands(((0, 0, 0), (0, 0, 1))), 0) is None


def test_a_game_that_runs_has_nothing_to_remember() -> None:
    running = load({"game": "oh-hell", "players": FOUR[:3], "entries": []})
    assert highlights(running, 0) == Highlights()


def test_a_bid_is_remembered_of_who_made_it() -> None:
    # Ben bid 2 in deal 1, made it and left later; Dan did too, and Zoe took over from him after it.
    bids, takeover, tricks, *_ = OH_HELL.entries
    early = evening("oh-hell", bids, tricks, takeover, **OH_HELL.options)
    found = best_bid(OH_HELL.after(18).sheet, 1), best_bid(early.sheet, 3)
    assert [str(each and each.text) for each in found] == [
        "Ben bid 2 and made it (deal 1)",
        "Dan bid 2 and made it (deal 1)",
    ]
