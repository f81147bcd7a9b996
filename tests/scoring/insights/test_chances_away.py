"""The last deal of Oh Hell where somebody has a place who does not play it: a made bid is 10 and its tricks."""

from __future__ import annotations

from typing import Any

import pytest

from record.session import Session
from scoring.insights.chances import chances
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


FIRST = last_deal(20, 15, 0, 60)
MORE = ({"step": "plan", "hands": [1, 1]}, {"step": "bids", "bids": [0, 0, 0, None]})
TOLD: dict[str, tuple[Session, list[str]]] = {
    # One card brings 11 at most: Ben could have 26, Cleo 11; Dan keeps 25.
    "before the bids the total of who left is to be reached": (
        last_deal(20, 15, 0, 25),
        [
            "Out of the running: Cleo.",
            "Ann wins with 6 points or more in deal 2.",
            "Ben needs 10 points or more in deal 2 to win.",
        ],
    ),
    # Bids of 1, 0 and 1 bring 11, 10 and 11 at most: Ben could have 25, Cleo 11; Dan keeps 25.
    "after the bids too": (
        entered(last_deal(20, 15, 0, 25), {"step": "bids", "bids": [1, 0, 1, None]}),
        [
            "Out of the running: Cleo.",
            "Ann wins with 5 points or more in deal 2.",
            "Ben needs 10 points or more in deal 2 to win.",
        ],
    ),
    "who left can have won already": (FIRST, ["Dan has already won."]),
    "nothing is certain while more deals come": (entered(FIRST, *MORE), []),
    "nor before somebody comes": (entered(FIRST, *MORE, {"step": "return", "seat": DAN}), []),
}


def told(session: Session) -> list[str]:
    found = chances(session.sheet)
    return [str(each) for each in (*found.messages, *found.needs)]


@pytest.mark.parametrize(("session", "said"), TOLD.values(), ids=TOLD)
def test_who_can_still_win_where_somebody_left(session: Session, said: list[str]) -> None:
    assert told(session) == said


def test_who_left_out_of_competition_has_no_chance_to_tell() -> None:
    # Without Dan nobody but Ann and Ben is left, who is 5 behind.
    assert told(last_deal(20, 15, 0, 60, ranked="no"))[0] == "Only Ann and Ben can still win."
