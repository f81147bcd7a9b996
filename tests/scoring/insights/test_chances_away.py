"""The last deal of Oh Hell where somebody has a place who does not play it: a made bid is 10 and its tricks."""

from __future__ import annotations

from typing import Any

from record.session import Session
from scoring.insights.chances import chances
from scoring.sheets.sheet import Sheet
from tests.kit.session import entered, evening

ANN, BEN, CLEO, DAN = range(4)


def last_deal(*totals: int, hand: int = 1, **leave: Any) -> Session:
    """Ann, Ben and Cleo before the last deal, which Ben deals; Dan has left."""
    first = [{"step": "plan", "hands": [1, hand]}, {"step": "bids", "bids": [1, 1, 1, 1]}]
    session = evening("oh-hell", *first, {"step": "tricks", "tricks": [1, 0, 0, 0]})
    for seat, (total, before) in enumerate(zip(totals, session.sheet.totals, strict=True)):
        if total != before:
            adjustment = {"step": "adjustment", "seat": seat, "amount": total - before, "reason": "so that it is"}
            session = entered(session, adjustment)
    return entered(session, {"step": "leave", "seat": DAN} | leave)


def told(sheet: Sheet[Any]) -> list[str]:
    found = chances(sheet)
    return [str(each) for each in (*found.told, *found.needs)]


def test_before_the_bids_the_total_of_who_left_is_to_be_reached() -> None:
    # One card brings 11 at most: Ben could have 26, Cleo 11; Dan keeps 25.
    assert told(last_deal(20, 15, 0, 25).sheet) == [
        "Out of the running: Cleo.",
        "Ann wins with 6 points or more in deal 2.",
        "Ben needs 10 points or more in deal 2 to win.",
    ]


def test_after_the_bids_too() -> None:
    # Bids of 1, 0 and 1 bring 11, 10 and 11 at most: Ben could have 25, Cleo 11; Dan keeps 25.
    bidden = entered(last_deal(20, 15, 0, 25), {"step": "bids", "bids": [1, 0, 1, None]})
    assert told(bidden.sheet) == [
        "Out of the running: Cleo.",
        "Ann wins with 5 points or more in deal 2.",
        "Ben needs 10 points or more in deal 2 to win.",
    ]


def test_who_left_can_have_won_already() -> None:
    assert told(last_deal(20, 15, 0, 60).sheet) == ["Dan has already won."]


def test_who_left_out_of_competition_has_no_chance_to_tell() -> None:
    # Without Dan nobody but Ann and Ben is left, who is 5 behind.
    assert told(last_deal(20, 15, 0, 60, ranked="no").sheet)[0] == "Only Ann and Ben can still win."


def test_nothing_is_certain_before_somebody_comes() -> None:
    more = entered(
        last_deal(20, 15, 0, 60), {"step": "plan", "hands": [1, 1]}, {"step": "bids", "bids": [0, 0, 0, None]}
    )
    assert told(more.sheet) == []
    assert told(entered(more, {"step": "return", "seat": DAN}).sheet) == []
