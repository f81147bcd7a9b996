"""An evening of Skull King at a table that changes, worked by hand by the standard scoring.

A made bid is 20 for each trick, a missed one −10 for each trick off; a bid of 0 is ±10 for each card.
"""

from __future__ import annotations

from typing import Any

from record.session import Session
from scoring.core import replay
from tests.kit.session import corrected, entered, evening, refused, undone

ANN, BEN, CLEO, DAN = range(4)
THREE = ["Ann", "Ben", "Cleo"]
LEAVE, JOIN, RETURN = 2, 5, 8
"""The positions of the changes."""


def bids(*bids: int | None, **more: Any) -> dict[str, Any]:
    return {"step": "bids", "bids": list(bids)} | more


def tricks(*tricks: int | None, **more: Any) -> dict[str, Any]:
    return {"step": "tricks", "tricks": list(tricks)} | more


ENTRIES: list[dict[str, Any]] = [
    # 1 card: Ann 10, Ben 20 and the black 14, Cleo 10.
    bids(0, 1, 0),
    tricks(0, 1, 0, black=[None, 1, None]),
    # 2 cards and a ghost, who takes one of the two tricks: Ann 20, Ben −10.
    {"step": "leave", "seat": CLEO, "ranked": "no"},
    bids(1, 1, None),
    tricks(1, 0, None),
    # Dan begins with the mean of 30 and 30. 3 cards: Ann −10, Ben 30, Dan 20 and a mermaid.
    {"step": "join", "name": "Dan", "start": "mean"},
    bids(1, 0, None, 1),
    tricks(2, 0, None, 1, mermaids=[None, None, None, 1]),
    # 4 cards: Ann 40, Ben 40, Cleo 20, Dan 20.
    {"step": "return", "seat": CLEO},
    bids(2, 0, 1, 1),
    tricks(2, 0, 1, 1),
    {"step": "end"},
]


def played(count: int = len(ENTRIES), **options: Any) -> Session:
    """The evening after so many entries."""
    return evening("skull-king", THREE, ENTRIES[:count], **options)


def places(session: Session) -> list[tuple[int, int]]:
    return [(each.place, each.seats[0]) for each in session.sheet.standings]


def test_the_evening_comes_out_deal_by_deal() -> None:
    assert played(2).sheet.totals == (10, 40, 10)
    assert played(5).sheet.totals == (30, 30, 10)
    assert played(8).sheet.totals == (20, 60, 10, 70)
    sheet = played().sheet
    assert sheet.totals == (60, 100, 30, 90)
    assert sheet.winners == (BEN,)
    # Dan sits down to the left of Ben, and Cleo comes back to the left of Dan.
    assert [row.players[row.dealer] for row in sheet.rows if row.dealer is not None] == ["Ann", "Ben", "Dan", "Cleo"]


def test_who_left_out_of_competition_has_no_place_until_they_are_back() -> None:
    assert places(played(5)) == [(1, ANN), (1, BEN)]
    assert places(played(8)) == [(1, DAN), (2, BEN), (3, ANN)]
    assert places(played(9)) == [(1, DAN), (2, BEN), (3, ANN), (4, CLEO)]


def test_a_ghost_plays_as_long_as_there_are_two() -> None:
    two: Any = played(LEAVE + 1).sheet
    assert (two.haunted, two.all_taken) == (True, False)
    assert "Deal a third hand to the ghost. Its tricks go to nobody." in [str(each) for each in two.sentences]
    three: Any = played(JOIN + 1).sheet
    assert (three.haunted, three.all_taken) == (False, True)
    # With three again all tricks are somebody's.
    said = "The tricks add up to 2, not 3. Add 1."
    assert refused(played(JOIN + 2), **tricks(1, 0, None, 1)) == [("tricks", None, said)]


def test_who_sits_out_for_one_deal_leaves_two_and_the_ghost() -> None:
    resting: Any = entered(played(2), {"step": "sit-out", "seat": ANN}).sheet
    assert resting.haunted
    after = entered(played(2), {"step": "sit-out", "seat": ANN}, bids(None, 1, 1), tricks(None, 1, 0))
    assert after.sheet.totals == (10, 60, 0)
    assert len(after.sheet.table.playing) == 3


def test_an_absent_seat_has_no_bonus_no_loot_and_no_cannonball() -> None:
    beside = "Cleo doesn’t enter anything here."
    wrong = tricks(2, 0, None, 1, mermaids=[None, None, 1, None])
    assert refused(played(JOIN + 2), **wrong) == [("mermaids", CLEO, beside)]
    expansion = played(JOIN + 2, expansion="on")
    loot = tricks(2, 0, None, 1, alliances=[{"played": CLEO, "took": ANN}])
    assert [field for field, _, _ in refused(expansion, **loot)] == ["alliances-0-played"]
    rascal = evening("skull-king", THREE, ENTRIES[: JOIN + 1], scoring="rascal", cannonball="on")
    assert [field for field, _, _ in refused(rascal, **bids(1, 0, None, 1, cannonballs=[str(CLEO)]))] == ["cannonballs"]


def test_a_cannonball_stays_with_the_seat_that_somebody_takes_over() -> None:
    start = evening("skull-king", THREE, [bids(1, 0, 0, cannonballs=["0"])], scoring="rascal", cannonball="on")
    # Exact: 15 for the one card with a cannonball, 10 without.
    after = entered(start, {"step": "takeover", "seat": ANN, "name": "Zoe"}, tricks(1, 0, 0))
    assert after.sheet.totals == (15, 10, 10)


def test_a_correction_before_the_newcomer_changes_their_mean() -> None:
    # Deal 2: both tricks are the ghost's. Ann has 0, Ben 30, and Dan begins with 15.
    session = corrected(played(), 4, tricks(0, 0, None))
    assert session.sheet.totals == (30, 100, 30, 75)
    assert undone(session).sheet == played().sheet


def test_a_correction_after_the_changes_leaves_them_as_they_are() -> None:
    # Deal 3: Ann made her bid; Dan missed his by one, and the mermaid does not count.
    session = corrected(played(), 7, tricks(1, 0, None, 2, mermaids=[None, None, None, 1]))
    assert session.sheet.totals == (60 + 30, 100, 30, 90 - 50)


def test_an_undo_takes_a_change_back() -> None:
    assert undone(played(RETURN + 1)).sheet == played(RETURN).sheet
    assert undone(played(LEAVE + 1)).sheet == played(LEAVE).sheet
    assert undone(played(JOIN + 1)).sheet.table.players == ("Ann", "Ben", "Cleo")


def test_eight_players_have_eight_cards_in_the_last_deals() -> None:
    seven = evening("skull-king", [*THREE, "Dan", "Eva", "Fay", "Gus"], [{"step": "join", "name": "Hal"}])
    # 70 / 8 = 8.
    assert seven.sheet.hands == (1, 2, 3, 4, 5, 6, 7, 8, 8, 8)  # type: ignore[attr-defined]
    said = "Hal joined with 0 before deal 1: 10, 9 cards can’t be dealt to 8 players; hands left: 1 → 8"
    assert str(seven.sheet.said) == said


def test_the_evening_comes_out_by_the_old_edition_too() -> None:
    # Neither the black 14 nor the mermaid counts; without Ben's 20 Dan begins with (30 + 10) / 2.
    old = evening("skull-king", THREE, [], edition="old").blank
    entries = [{name: value for name, value in entry.items() if name not in ("black", "mermaids")} for entry in ENTRIES]
    assert replay(old, entries).totals == (60, 80, 30, 90 - 20 - 10)
