"""An evening of Wizard at a table that changes, worked by hand.

A made bid is 20 and 10 for each trick, a missed one −10 for each trick too many or too few.
"""

from __future__ import annotations

from typing import Any

from record.session import Session
from scoring.core import read_trusted_entry
from tests.kit.evening import BY
from tests.kit.session import corrected, entered, evening, refused, undone

ANN, BEN, CLEO, DAN, EVA = range(5)
ZOE = BEN
THREE = ["Ann", "Ben", "Cleo"]
JOIN, PLAN, LEAVE, SECOND_JOIN = 2, 5, 9, 10
"""The positions of some entries."""


def bids(*bids: int | None) -> dict[str, Any]:
    return {"step": "bids", "bids": list(bids)}


def tricks(*tricks: int | None) -> dict[str, Any]:
    return {"step": "tricks", "tricks": list(tricks)}


ENTRIES: list[dict[str, Any]] = [
    # 1 card: Ann 20 + 10, Ben 20, Cleo 20.
    bids(1, 0, 0),
    tricks(1, 0, 0),
    # 2 cards: Ann 30, Ben −10, Cleo 20, Dan 30.
    {"step": "join", "name": "Dan"},
    bids(1, 1, 0, 1),
    tricks(1, 0, 0, 1),
    # 3 cards: Ann 30, Zoe 40, Cleo 20, Dan −10.
    {"step": "plan", "hands": [3, 15]},
    {"step": "takeover", "seat": BEN, "name": "Zoe"},
    bids(1, 2, 0, 1),
    tricks(1, 2, 0, 0),
    # Eva begins with the lowest total of those who play, Zoe's 50.
    {"step": "leave", "seat": DAN, "ranked": "yes"},
    {"step": "join", "name": "Eva", "start": "last"},
    # 15 cards, all 60 with four players: Ann 50, Zoe 60, Cleo −10, Eva 70.
    bids(3, 4, 2, None, 5),
    tricks(3, 4, 3, None, 5),
]


def played(count: int = len(ENTRIES)) -> Session:
    """The evening after so many entries, with hidden bids."""
    return evening("wizard", THREE, ENTRIES[:count], bidding="hidden")


def hands(session: Session) -> tuple[int, ...]:
    sheet: Any = session.sheet
    return tuple(sheet.hands)


def test_the_evening_comes_out_deal_by_deal() -> None:
    assert played(2).sheet.totals == (30, 20, 20)
    assert played(PLAN).sheet.totals == (60, 10, 40, 30)
    assert played(LEAVE).sheet.totals == (90, 50, 60, 20)
    sheet = played().sheet
    assert sheet.totals == (140, 110, 50, 20, 120)
    assert [(each.place, each.seats[0]) for each in sheet.standings] == [
        (1, ANN),
        (2, EVA),
        (3, ZOE),
        (4, CLEO),
        (5, DAN),
    ]
    assert sheet.over
    # Eva sits down to the left of Cleo.
    assert [row.players[row.dealer] for row in sheet.rows if row.dealer is not None] == ["Ann", "Ben", "Cleo", "Eva"]


def test_the_number_of_deals_follows_the_number_of_players() -> None:
    # 60 / 3 = 20 deals, 60 / 4 = 15.
    assert hands(played(2)) == tuple(range(1, 21))
    joined = played(JOIN + 1)
    assert hands(joined) == tuple(range(1, 16))
    said = "Dan joined with 0 before deal 2: 20, 19, 18, 17, 16 cards can’t be dealt to 4 players; hands left: 2 → 15"
    assert str(joined.sheet.said) == said
    left = entered(joined, {"step": "leave", "seat": ANN})
    assert hands(left) == tuple(range(1, 21))
    assert str(left.sheet.said) == "Ann leaves before deal 2: hands left: 2 → 20"


def test_who_sits_out_changes_no_number_of_deals_but_leaves_a_card_to_turn_up() -> None:
    four = played(SECOND_JOIN + 1)
    # All 60 cards are dealt to Ann, Zoe, Cleo and Eva; 15 are left if one of them rests.
    assert [field.name for field in four.sheet.ask.fields] == ["bids"]  # type: ignore[union-attr]
    resting = entered(four, {"step": "sit-out", "seat": EVA})
    assert hands(resting) == (1, 2, 3, 15)
    assert [field.name for field in resting.sheet.ask.fields] == ["bids", "trump"]  # type: ignore[union-attr]


def test_a_planned_hand_that_a_newcomer_makes_impossible_is_left_out_and_the_next_is_dealt_once() -> None:
    # 4 × 20 > 60: of 20, 10 and 5 cards two hands are left.
    plan = {"step": "plan", "hands": [20, 10, 5]}
    four = evening("wizard", THREE, [plan, {"step": "join", "name": "Dan"}])
    assert four.entries[0] == {"step": "plan", "hands": [20, 10, 5], "each_once": True}
    assert hands(four) == (10, 5)
    # Before a card is dealt nothing is over: with three again there are 20 cards.
    assert hands(entered(four, {"step": "leave", "seat": DAN})) == (20, 10, 5)
    bidding = entered(four, bids(0, 0, 0, 0), {"step": "leave", "seat": DAN})
    assert bidding.sheet.ask_for("plan").fields[0].suggested == (5,)  # type: ignore[union-attr]
    ten = entered(four, bids(0, 0, 0, 0), tricks(10, 0, 0, 0))
    assert (hands(ten), str(ten.sheet.progress)) == ((10, 5), "deal 2 of 2")
    # With three again 20 cards could be dealt, but their turn is over.
    assert hands(entered(ten, {"step": "leave", "seat": DAN})) == (10, 5)
    assert entered(ten, bids(0, 0, 0, 0), tricks(5, 0, 0, 0)).sheet.over


def test_a_plan_says_so_unless_whoever_enters_it_says_otherwise() -> None:
    counted = evening("wizard", THREE, [{"step": "plan", "hands": [20, 10, 5], "each_once": False}])
    ten = entered(counted, {"step": "join", "name": "Dan"}, bids(0, 0, 0, 0), tricks(10, 0, 0, 0))
    assert hands(ten) == (10, 10, 5)


def test_a_hand_that_the_plan_has_twice_is_dealt_twice() -> None:
    plan = {"step": "plan", "hands": [20, 10, 20, 10, 5]}
    four = evening("wizard", THREE, [plan, {"step": "join", "name": "Dan"}])
    ten = entered(four, bids(0, 0, 0, 0), tricks(10, 0, 0, 0))
    assert hands(ten) == (10, 10, 5)
    # The second 20 cards still have their turn with three.
    assert hands(entered(ten, {"step": "leave", "seat": DAN})) == (10, 20, 10, 5)


def test_a_plan_of_an_earlier_release_is_dealt_as_it_was_then() -> None:
    # Its deals were counted with the hands that were left out: the 10 cards were dealt twice, then 5.
    three = evening("wizard", THREE, [])
    planned = three.with_entry(read_trusted_entry(three.sheet, {"step": "plan", "hands": [20, 10, 5]}), BY)
    ten = entered(planned, {"step": "join", "name": "Dan"}, bids(0, 0, 0, 0), tricks(10, 0, 0, 0))
    assert hands(ten) == (10, 10, 5)
    twice = entered(ten, bids(0, 0, 0, 0), tricks(0, 0, 0, 10))
    assert (hands(twice), str(twice.sheet.progress)) == ((10, 10, 5), "deal 3 of 3")
    # Whoever plans anew plans by the rule of now: 4 × 15 = 60, so five can't be dealt the first hand.
    anew = entered(ten, {"step": "plan", "hands": [15, 12, 1]}, {"step": "join", "name": "Eva"})
    assert hands(entered(anew, bids(0, 0, 0, 0, 0), tricks(12, 0, 0, 0, 0))) == (10, 12, 1)


def test_nobody_may_come_for_whom_no_hand_that_is_left_can_be_dealt() -> None:
    # 15 cards are left to play; 60 / 5 = 12.
    said = "No hand that is left can be dealt to 5 players. Change the plan first."
    assert refused(played(SECOND_JOIN + 1), step="return", seat=DAN) == [("seat", None, said)]
    assert refused(played(SECOND_JOIN + 1), step="join", name="Fay") == [("name", None, said)]
    planned = entered(played(SECOND_JOIN + 1), {"step": "plan", "hands": [12]}, {"step": "return", "seat": DAN})
    assert hands(planned) == (1, 2, 3, 12)


def test_those_who_wait_are_counted_before_somebody_else_comes() -> None:
    bidding = entered(played(2), {"step": "plan", "hands": [1, 15]}, bids(0, 0, 0), {"step": "join", "name": "Dan"})
    said = "No hand that is left can be dealt to 5 players. Change the plan first."
    assert refused(bidding, step="join", name="Eva") == [("name", None, said)]
    # No plan can ask for a hand that can't be dealt to those who wait.
    assert refused(bidding, step="plan", hands=[16]) == [
        ("hands", None, "Hands left: 16 can’t be chosen: from 1 to 15.")
    ]


def test_a_correction_before_the_changes_changes_what_a_newcomer_begins_with() -> None:
    # Deal 1: Ann −10 and Ben −10, so that Ann has 50, Zoe 20 and Cleo 60 when Eva comes: she begins with 20.
    session = corrected(played(), 1, tricks(0, 1, 0))
    assert session.sheet.totals == (100, 80, 50, 20, 90)
    assert undone(session).sheet == played().sheet


def test_a_correction_after_the_changes_leaves_them_as_they_are() -> None:
    # Deal 3: Ann 30, Zoe −10, Cleo 20, Dan 30: Eva begins with Zoe's 0.
    session = corrected(played(), 8, tricks(1, 1, 0, 1))
    assert session.sheet.totals == (140, 60, 50, 60, 70)
    # The last deal, after all changes: Ann −10, Zoe −10.
    session = corrected(played(), 12, tricks(4, 3, 3, None, 5))
    assert session.sheet.totals == (80, 40, 50, 20, 120)


def test_an_undo_takes_a_change_back() -> None:
    assert undone(played(SECOND_JOIN + 1)).sheet == played(SECOND_JOIN).sheet
    without_plan = undone(undone(played(PLAN + 2)))
    assert hands(without_plan) == tuple(range(1, 16))
