"""Changes of the table: who takes over, joins, leaves, sits out; worked by hand with Oh Hell."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.catalogue import find_game
from scoring.core import enter, read_entry
from scoring.document import dump, load
from tests.kit.scoring.bidding import bid, take
from tests.kit.scoring.seen import refused
from tests.kit.session import FOUR, evening

STARTS = ("last", "mean")


def start(*more: str, **options: Any) -> Any:
    """Four or more at Oh Hell from 10 cards down: a made bid is 10 and its tricks, else nothing; Ann deals first."""
    options = {"format": "short-falling", "bidding": "written"} | options
    return evening("oh-hell", players=[*FOUR, *more], **options).sheet


def say(sheet: Any, step: str, **fields: Any) -> Any:
    return enter(sheet, {"step": step, **fields})


def one_deal(**options: Any) -> Any:
    """Ann 10 + 4, Ben and Cleo 10 + 3; Dan bid 1 and took none."""
    return take(bid(start(**options), 4, 3, 3, 1), 4, 3, 3, 0)


def test_a_newcomer_sits_down_between_two_players_with_the_lowest_total() -> None:
    one = one_deal()
    assert one.totals == (14, 13, 13, 0)
    joined = say(one, "join", name="Eva", after=1, start="last")
    assert joined.totals == (14, 13, 13, 0, 0)
    assert str(joined.said) == "Eva joined with 0 before deal 2 · First to lead: Cleo → Eva"
    # Ben deals the second hand, so that the newcomer at Ben's left bids first.
    assert (joined.table.players[joined.dealer], joined.order) == ("Ben", (4, 2, 3, 0, 1))
    # 9 cards: Ann 10 + 2, Ben 10 + 2, Cleo missed, Dan 10 + 1, Eva 10 + 3.
    two = take(bid(joined, 2, 2, 2, 1, 3), 2, 2, 1, 1, 3)
    assert two.totals == (26, 25, 13, 11, 13)


@pytest.mark.parametrize(("how", "score"), [("opening", 0), ("last", 0), ("mean", 10)])
def test_a_newcomer_starts_as_the_table_likes(how: str, score: int) -> None:
    # (14 + 13 + 13 + 0) / 4 = 10.
    joined = say(one_deal(), "join", name="Eva", start=how)
    assert joined.totals[4] == score
    assert joined.usual_start == how


def test_the_lowest_score_and_the_mean_count_who_sits_out_and_not_who_has_left() -> None:
    # 10 + 4 and 10 + 3 three times, the missed bid 0: the mean of 14, 13, 13 and 0 is 10, of 14, 13 and 13 it is 13⅓.
    one = one_deal()
    resting, gone = say(one, "sit-out", seat=3), say(one, "leave", seat=3)
    scores = {how: [say(each, "join", name="Eva", start=how).totals[4] for each in (resting, gone)] for how in STARTS}
    assert scores == {"last": [0, 13], "mean": [10, 13]}


def test_a_typed_start_needs_its_score() -> None:
    assert refused(start(), step="join", name="Eva", start="typed") == [
        ("points", None, "Enter the score to start with.")
    ]
    assert say(start(), "join", name="Eva", start="typed", points=-7).totals == (0, 0, 0, 0, -7)


def test_what_is_said_while_a_deal_is_played_waits_for_its_end() -> None:
    sheet = say(say(start(), "bids", bids=[4, 3, 3, 1]), "join", name="Eva", start="mean")
    assert (len(sheet.table.players), len(sheet.waiting)) == (4, 1)
    after = say(sheet, "tricks", tricks=[4, 3, 3, 0])
    assert (after.totals, after.waiting) == ((14, 13, 13, 0, 10), ())
    assert [row.kind for row in after.rows] == ["deal", "table"]
    assert after.rows[1].entries == (1,)


def test_who_takes_over_a_seat_plays_from_the_deal_in_play_and_keeps_its_score() -> None:
    one = one_deal()
    after = take(bid(say(one, "takeover", seat=0, name="Zoe"), 2, 2, 2, 2), 2, 2, 2, 3)
    assert after.table.players[0] == "Zoe"
    assert after.totals[0] == 14 + 12
    assert [row.players[0] for row in after.rows] == ["Ann", "Zoe", "Zoe"]


def test_who_leaves_keeps_the_score_with_a_place_or_without() -> None:
    one = one_deal()
    ranked, out = (say(one, "leave", seat=0, ranked=ranked) for ranked in ("yes", "no"))
    assert ranked.totals == out.totals == (14, 13, 13, 0)
    assert [each.seats for each in ranked.standings] == [(0,), (1,), (2,), (3,)]
    assert [(each.place, each.seats) for each in out.standings] == [(1, (1,)), (1, (2,)), (3, (3,))]
    two = take(bid(out, None, 3, 3, 3), None, 3, 3, 3)
    assert (two.totals, two.rows[-1].cells[0].absent) == ((14, 26, 26, 13), True)
    assert [each.place for each in say(two, "return", seat=0).standings] == [1, 1, 3, 4]


@pytest.mark.parametrize(("typed", "written"), [("yes", True), ("no", False), (True, True), (False, False)])
def test_a_place_at_the_end_is_written_as_true_or_false_and_yes_and_no_are_read(typed: object, written: bool) -> None:
    assert read_entry(start(), {"step": "leave", "seat": 0, "ranked": typed}).to_json()["ranked"] is written


def test_the_deal_passes_over_who_sits_out_for_one_deal() -> None:
    one = one_deal()
    # Ben would deal.
    resting = say(one, "sit-out", seat=1)
    assert (resting.dealer, resting.order) == (2, (3, 0, 2))
    two = take(bid(resting, 3, None, 3, 3), 3, None, 3, 3)
    assert (two.table.playing, two.dealer) == ((0, 1, 2, 3), 3)


def test_hands_that_cannot_be_dealt_any_more_are_named_and_become_smaller() -> None:
    six = say(start("Emi"), "join", name="Fay")
    assert six.hands == (8, 8, 8, 7, 6, 5, 4, 3, 2, 1)
    said = "Fay joined with 0 before deal 1: 10, 9 cards can’t be dealt to 6 players; hands left: 8 → 1"
    assert str(six.said) == said


def test_a_changed_plan_is_what_is_left_to_play() -> None:
    one = one_deal()
    two = say(one, "plan", hands=[3, 2])
    assert two.hands == (10, 3, 2)
    assert str(two.said) == "Plan: 2 deals left (3 → 2 cards)"
    over = say(one, "plan", hands=[])
    assert (over.over, over.winners) == (True, (0,))
    assert not say(over, "plan", hands="5 4, 3").over


def test_a_name_at_the_table_is_refused_and_so_is_a_plan_without_a_deal() -> None:
    taken = "Ben is already at the table. Use a different name."
    assert refused(start(), step="join", name="Ben") == [("name", None, taken)]
    assert refused(start(), step="takeover", seat=1, name="Ben") == [("name", None, taken)]
    assert refused(start(), step="plan", hands=[]) == [("hands", None, "Leave at least one deal to play.")]


def test_a_document_with_changes_begins_with_the_table_as_it_began() -> None:
    entries = [
        {"step": "bids", "bids": [4, 3, 3, 1]},
        {"step": "takeover", "seat": 3, "name": "Zoe"},
        {"step": "tricks", "tricks": [4, 3, 3, 0]},
        {"step": "join", "name": "Eva", "start": "typed", "points": 5},
        {"step": "leave", "seat": 0, "ranked": "no"},
    ]
    sheet = start()
    for entry in entries:
        sheet = enter(sheet, entry)
    document = dump(find_game("oh-hell"), sheet, entries)
    assert document["players"] == [*FOUR]
    again = load(document)
    assert (again.totals, again.table) == (sheet.totals, sheet.table) == ((14, 13, 13, 0, 5), again.table)
