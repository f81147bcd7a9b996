"""Who can still win, for programs."""

from __future__ import annotations

from tests.kit.web.api import Program
from tests.web.conftest import Phone


def test_chances_are_told_once_something_is_certain(program: Program) -> None:
    """Ann bids and takes all tricks, the others miss. Before the last deal nobody can catch up by its cards and 10."""
    session = program.starts(options={"format": "long", "top_hand": 3, "restriction": "off"})
    at = f"/sessions/{session}/chances"
    assert program.asks("GET", at).json == {"over": False, "winners": [], "safe": [], "out": [], "needs": []}
    now, told = program.sees(session), []
    while ask := now["report"]["ask"]:
        if ask["step"] == "bids":
            cards = ask["fields"][0]["high"]
            told.append(program.asks("GET", at).json)
            now = program.enters(session, {"step": "bids", "bids": [cards, 1, 1]})
        else:
            now = program.enters(session, {"step": "tricks", "tricks": [cards, 0, 0]})
    assert (told[-1]["safe"], told[-1]["out"], told[-1]["over"]) == ([[0]], [[1], [2]], False)
    over = program.asks("GET", at).json
    assert (over["over"], over["winners"]) == (True, [0])


def test_in_the_last_deal_is_told_what_each_needs(program: Program) -> None:
    """One card is left after two: a made bid is 10 and its tricks, so 11 at most."""
    session = program.starts(options={"format": "short-falling", "top_hand": 2})
    program.enters(session, {"step": "bids", "bids": [1, 1, 1]}, {"step": "tricks", "tricks": [1, 1, 0]})
    found = program.asks("GET", f"/sessions/{session}/chances").json
    assert found["needs"] == [
        "Ann wins with 11 points or more in deal 2.",
        "Ben wins with 11 points or more in deal 2.",
        "Chika needs 11 points or more in deal 2 to win.",
    ]


def test_chances_of_a_session_elsewhere_are_not_told(program: Program, stranger: Phone) -> None:
    session, theirs = program.starts(), stranger.program()
    assert theirs.asks("GET", f"/sessions/{session}/chances").status == 404
    assert Program(program.app, None).asks("GET", f"/sessions/{session}/chances").status == 401
