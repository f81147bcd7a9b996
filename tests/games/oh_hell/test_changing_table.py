"""An evening of Oh Hell at a table that changes, worked by hand: a made bid is 10 and its tricks, a missed one 0."""

from __future__ import annotations

from typing import Any

from record.session import Session
from scoring.core import replay
from scoring.insights.highlights import best_bid
from scoring.insights.news import after_entry, new_lead
from scoring.insights.story import story
from tests.kit.session import corrected, entered, evening, redone, refused, undone

ANN, BEN, CLEO, DAN, EVA = range(5)
ZOE = DAN
FOUR = ["Ann", "Ben", "Cleo", "Dan"]
TAKEOVER, JOIN, SIT_OUT, LEAVE = 1, 3, 6, 9
"""The positions of some entries."""


def bids(*bids: int | None) -> dict[str, Any]:
    return {"step": "bids", "bids": list(bids)}


def tricks(*tricks: int | None) -> dict[str, Any]:
    return {"step": "tricks", "tricks": list(tricks)}


ENTRIES: list[dict[str, Any]] = [
    # 5 cards, Ann deals; somebody else plays for Dan after the bids. Ann 11, Ben 12, Cleo 0, Zoe 12.
    bids(1, 2, 1, 2),
    {"step": "takeover", "seat": DAN, "name": "Zoe"},
    tricks(1, 2, 0, 2),
    # The mean of 11, 12, 0 and 12 is 8¾. 4 cards, Eva deals: Ann 11, Ben 10, Cleo 11, Zoe 0, Eva 11.
    {"step": "join", "name": "Eva", "after": ANN, "start": "mean"},
    bids(1, 0, 1, 2, 1),
    tricks(1, 0, 1, 1, 1),
    # 3 cards, Ben deals: Ann 11, Ben 0, Zoe 10, Eva 10.
    {"step": "sit-out", "seat": CLEO},
    bids(1, 1, None, 0, 0),
    tricks(1, 2, None, 0, 0),
    # 2 cards, Cleo deals: Ann 0, Cleo 11, Zoe 10, Eva 10.
    {"step": "leave", "seat": BEN, "ranked": "no"},
    {"step": "plan", "hands": [2, 2, 1]},
    bids(0, None, 1, 0, 0),
    tricks(1, None, 1, 0, 0),
    # 2 cards, Zoe deals: Ann 11, Ben 11, Cleo 10, Zoe 10, Eva 0.
    {"step": "return", "seat": BEN},
    bids(1, 1, 0, 0, 1),
    tricks(1, 1, 0, 0, 0),
    # 1 card, Ann deals: Ann 10, Ben 10, Cleo 10, Zoe 0, Eva 10.
    bids(0, 0, 0, 0, 0),
    tricks(0, 0, 0, 1, 0),
]
AFTER_EACH_DEAL = [
    (11, 12, 0, 12),
    (22, 22, 11, 12, 19),
    (33, 22, 11, 22, 29),
    (33, 22, 22, 32, 39),
    (44, 33, 32, 42, 39),
    (54, 43, 42, 42, 49),
]


def played(count: int = len(ENTRIES)) -> Session:
    """The evening after so many entries: 5 cards down to 1, bids in turn, the dealer restricted."""
    return evening("oh-hell", FOUR, ENTRIES[:count], format="short-falling", top_hand=5)


def test_the_evening_comes_out_deal_by_deal() -> None:
    results = [position + 1 for position, entry in enumerate(ENTRIES) if entry["step"] == "tricks"]
    assert [played(count).sheet.totals for count in results] == AFTER_EACH_DEAL
    sheet: Any = played().sheet
    assert sheet.hands == (5, 4, 3, 2, 2, 1)
    deals = [row for row in sheet.rows if row.kind == "deal"]
    assert [row.players[row.dealer] for row in deals] == ["Ann", "Eva", "Ben", "Cleo", "Zoe", "Ann"]
    assert [[seat for seat, cell in enumerate(row.cells) if cell.absent] for row in deals] == [
        [EVA],
        [],
        [CLEO],
        [BEN],
        [],
        [],
    ]
    assert [(each.place, each.seats[0]) for each in sheet.standings] == [
        (1, ANN),
        (2, EVA),
        (3, BEN),
        (4, CLEO),
        (4, ZOE),
    ]
    assert sheet.winners == (ANN,)


def test_bids_stay_when_somebody_takes_over_before_the_tricks() -> None:
    sheet: Any = played(TAKEOVER + 1).sheet
    assert (sheet.bids, sheet.ask.step) == ((1, 2, 1, 2), "tricks")
    assert str(sheet.said) == "Zoe takes over from Dan in deal 1"


def test_who_sits_where_settles_the_order_of_bidding() -> None:
    # Eva sits down to the left of Ann, who dealt, and deals; to her left comes Ben.
    after_join: Any = played(JOIN + 1).sheet
    assert after_join.order == (BEN, CLEO, ZOE, ANN, EVA)
    turns = "Dealer: Ben → Eva · First to bid: Cleo → Ben"
    assert str(after_join.said) == f"Eva joined with 8 before deal 2 · {turns}"
    # Ben deals; to his left comes Zoe while Cleo sits out.
    without_cleo: Any = played(SIT_OUT + 1).sheet
    assert without_cleo.order == (ZOE, ANN, EVA, BEN)
    assert str(without_cleo.said) == "Cleo sits out deal 3 · First to bid: Cleo → Zoe"


def test_a_correction_before_the_newcomer_changes_their_mean() -> None:
    # Ben 12 and nobody else: Eva begins with 12 / 4 = 3, and everybody else loses what they had.
    session = corrected(played(), 2, tricks(0, 2, 0, 3))
    assert session.sheet.totals == (54 - 11, 43, 42, 42 - 12, 49 - 5)
    assert session.sheet.winners == (EVA,)
    assert undone(session).sheet == played().sheet


def test_a_correction_after_the_changes_leaves_them_as_they_are() -> None:
    # Deal 3 without Cleo: Ben made his bid, Eva did not.
    session = corrected(played(), 8, tricks(1, 1, None, 0, 1))
    assert session.sheet.totals == (54, 43 + 11, 42, 42, 49 - 10)
    assert session.sheet.winners == (ANN, BEN)


def test_the_change_itself_can_be_corrected() -> None:
    session = corrected(played(), JOIN, ENTRIES[JOIN] | {"start": "typed", "points": 20})
    assert session.sheet.totals == (54, 43, 42, 42, 49 - 8 + 20)
    assert session.sheet.table.clockwise == (ANN, EVA, BEN, CLEO, ZOE)


def test_an_undo_takes_a_change_back() -> None:
    session = undone(played(JOIN + 1))
    assert (session.sheet.table.players, session.sheet.totals) == (("Ann", "Ben", "Cleo", "Zoe"), (11, 12, 0, 12))
    assert redone(session).sheet == played(JOIN + 1).sheet
    back = undone(undone(played(LEAVE + 2)))
    assert (back.sheet.unranked, back.sheet.table.left) == (frozenset(), frozenset())
    assert back.sheet == played(LEAVE).sheet


def test_a_newcomer_who_waits_is_taken_back_by_an_undo_too() -> None:
    bidding = entered(played(JOIN), bids(1, 0, 1, 1), {"step": "join", "name": "Eva", "start": "last"})
    assert undone(bidding).sheet == entered(played(JOIN), bids(1, 0, 1, 1)).sheet
    # 4 cards: Ann 11, Ben 0, Cleo 11, Zoe 0. The lowest total is Cleo's 11.
    scored = entered(bidding, tricks(1, 1, 1, 1))
    assert scored.sheet.totals == (22, 12, 11, 23, 11)
    # An earlier correction: without Zoe's 12 it is hers.
    assert corrected(scored, 2, tricks(1, 2, 1, 1)).sheet.totals == (22, 12, 22, 11, 11)


def test_news_are_told_although_somebody_came_with_the_deal() -> None:
    bidding = entered(played(JOIN), bids(1, 0, 1, 1), {"step": "join", "name": "Eva", "start": "last"})
    # 11 12 0 12 → 22 12 11 23
    scored = entered(bidding, tricks(1, 1, 1, 1))
    assert [str(each) for each in after_entry(scored.sheet)] == ["Zoe takes the lead", "Ben down to 3rd"]


def test_who_leads_is_told_between_tables_of_different_sizes() -> None:
    was, now = played(JOIN).sheet, played(JOIN + 3).sheet
    assert str(new_lead(now, was=was)) == "Ann, Ben tied for the lead"
    assert str(new_lead(was, was=now)) == "Ben, Zoe tied for the lead"


def test_a_streak_counts_the_deals_that_somebody_played_and_not_those_of_others() -> None:
    # Ann makes deals 1 to 3 and Eva 2 and 3; Dan bid in deal 1 what Zoe made.
    assert "made 3 in a row" in [str(each) for each in after_entry(played(SIT_OUT + 3).sheet)]
    # Cleo made deals 2 and 4 and sat out 3; Zoe misses deal 2. Eva made 2, 3 and 4.
    after_four = [str(each) for each in after_entry(played(LEAVE + 4).sheet)]
    assert after_four == ["Eva takes the lead", "made 3 in a row"]


def test_the_end_names_who_sat_there_then() -> None:
    sheet = played().sheet
    # Made: Ann 5 of 6; nobody has more. The best deal is Ben's and Zoe's first, 12 each.
    assert [str(each) for each in sheet.moments] == [
        "Most bids made: Ann, 5 of 6",
        "Best deal: Ben, Zoe +12 (5 cards, Ann dealt)",
    ]
    # Ann is first alone after deal 3, and again from deal 5 on, where she passes Eva.
    assert [str(each.text) for each in story(sheet)] == [
        "Ann took the lead with deal 5 (Ann +11, Eva 0) and kept it.",
        "The lead changed hands 2 times.",
    ]


def test_a_bid_is_remembered_of_who_made_it() -> None:
    session = entered(played(), {"step": "adjustment", "seat": ANN, "amount": 1, "reason": "a drink"})
    found = best_bid(session.sheet, BEN)
    assert found is not None
    assert str(found.text) == "Ben bid 2 and made it (deal 1)"
    early = evening("oh-hell", FOUR, [bids(1, 2, 1, 2), tricks(1, 2, 0, 2), ENTRIES[TAKEOVER]], top_hand=5)
    found = best_bid(early.sheet, DAN)
    assert found is not None
    assert str(found.text) == "Dan bid 2 and made it (deal 1)"


def test_the_evening_comes_out_by_plus_scoring_too() -> None:
    # Plus scoring: a missed bid scores its tricks. Ben 2 in deal 3, Zoe 1 in deals 2 and 6, Ann 1 in deal 4.
    plus = evening("oh-hell", FOUR, [], format="short-falling", top_hand=5, scoring="plus").blank
    # Deal 1: Cleo missed with 0 tricks, so that Eva begins with 8 again.
    assert replay(plus, ENTRIES).totals == (54 + 1, 43 + 2, 42, 42 + 1 + 1, 49)


def test_a_plan_that_changes_nothing_is_refused() -> None:
    assert refused(played(JOIN), step="plan", hands=[4, 3, 2, 1]) == [("hands", None, "That is the plan already.")]
    assert played(JOIN).sheet.ask_for("plan").fields[0].suggested == (4, 3, 2, 1)  # type: ignore[union-attr]


def test_a_plan_that_a_correction_makes_needless_goes() -> None:
    session = entered(played(JOIN), {"step": "plan", "hands": [2, 1]}, {"step": "plan", "hands": [2]})
    after = corrected(session, 3, {"step": "plan", "hands": [2]})
    assert (after.sheet.hands, len(after.entries)) == ((5, 2), 4)  # type: ignore[attr-defined]


def test_nobody_comes_while_the_last_deal_is_played() -> None:
    last = entered(played(JOIN), {"step": "plan", "hands": [1]}, bids(0, 0, 0, 0))
    said = "No deal is left after this one. Change the plan first."
    assert refused(last, step="join", name="Eva") == [("name", None, said)]
    assert refused(last, step="leave", seat=BEN) == [("seat", None, said)]
    on = entered(last, {"step": "plan", "hands": [3]}, {"step": "join", "name": "Eva"}, tricks(1, 0, 0, 0))
    assert on.sheet.table.names == ("Ann", "Ben", "Cleo", "Zoe", "Eva")


def test_who_sits_out_leaves_the_plan_as_it_is() -> None:
    # With 6 players 8 cards are the most; 5 of them could have 10.
    six = evening("oh-hell", [*FOUR, "Emi"], [{"step": "join", "name": "Fay"}], format="short-falling")
    hands = (8, 8, 8, 7, 6, 5, 4, 3, 2, 1)
    assert six.sheet.hands == hands  # type: ignore[attr-defined]
    resting = entered(six, {"step": "sit-out", "seat": BEN})
    assert resting.sheet.hands == hands  # type: ignore[attr-defined]
    assert str(resting.sheet.rows[-1].about) == "Ben sits out deal 1"


def test_there_is_no_room_for_an_eighth_player_while_one_sits_out() -> None:
    seven = evening("oh-hell", [*FOUR, "Emi", "Fay", "Gus"], [{"step": "sit-out", "seat": BEN}])
    assert seven.sheet.ask_for("join") is None
    assert seven.sheet.ask_for("return") is not None


def test_a_seat_that_will_be_there_next_cannot_be_taken_over_yet() -> None:
    waiting = entered(played(JOIN), bids(1, 0, 1, 1), {"step": "join", "name": "Eva"})
    assert refused(waiting, step="takeover", seat=EVA, name="Fay") == [
        ("seat", None, "Whose seat: “4” is not a seat you can choose here.")
    ]
