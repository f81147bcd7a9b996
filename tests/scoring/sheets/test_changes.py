"""Changes of the table: who takes over, joins, leaves, sits out; worked by hand with Oh Hell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest

from scoring.catalogue import find_game
from scoring.core import enter, read_entry, replay
from scoring.document import dump, load
from tests.kit.scoring.bidding import bid, take
from tests.kit.scoring.seen import each_sheet, refused, seen
from tests.kit.session import FOUR, evening

HOWS = ("last", "mean")
TAKEN = "Ben is already at the table. Use a different name."


def start(*more: str, **options: Any) -> Any:
    """Four or more at Oh Hell from 10 cards down: a made bid is 10 and its tricks, else nothing; Ann deals first."""
    options = {"format": "short-falling", "bidding": "written"} | options
    return evening("oh-hell", players=[*FOUR, *more], **options).sheet


def say(sheet: Any, step: str, **fields: Any) -> Any:
    return enter(sheet, {"step": step, **fields})


def one_deal(step: str | None = None, **fields: Any) -> Any:
    """Ann 10 + 4, Ben and Cleo 10 + 3; Dan bid 1 and took none. Then what the table says."""
    sheet = take(bid(start(), 4, 3, 3, 1), 4, 3, 3, 0)
    return say(sheet, step, **fields) if step else sheet


def joining_in_a_deal() -> Any:
    return say(bid(start(), 4, 3, 3, 1), "join", name="Eva", start="mean")


SHOWN: dict[str, tuple[Callable[[], Any], Mapping[str, Any]]] = {
    # Ben deals the second hand, so that the newcomer at Ben's left bids first.
    "a newcomer sits down between two players with the lowest total": (
        partial(one_deal, "join", name="Eva", after=1, start="last"),
        {
            "totals": (14, 13, 13, 0, 0),
            "message": "Eva joined with 0 before deal 2 · First to lead: Cleo → Eva",
            **{"dealer": 1, "order": (4, 2, 3, 0, 1)},
        },
    ),
    # 9 cards: Ann 10 + 2, Ben 10 + 2, Cleo missed, Dan 10 + 1, Eva 10 + 3.
    "and plays": (
        lambda: take(bid(one_deal("join", name="Eva", after=1, start="last"), 2, 2, 2, 1, 3), 2, 2, 1, 1, 3),
        {"totals": (26, 25, 13, 11, 13)},
    ),
    # (14 + 13 + 13 + 0) / 4 = 10.
    **{
        f"a newcomer starts as the table likes ({how})": (
            partial(one_deal, "join", name="Eva", start=how),
            {"totals.4": score, "usual_start": how},
        )
        for how, score in (("opening", 0), ("last", 0), ("mean", 10))
    },
    # The mean of 14, 13, 13 and 0 is 10, of 14, 13 and 13 it is 13⅓.
    **{
        f"the lowest score and the mean count who sits out and not who has left ({step}, {how})": (
            partial(lambda step, how: say(one_deal(step, seat=3), "join", name="Eva", start=how), step, how),
            {"totals.4": score},
        )
        for step, scores in (("sit-out", (0, 10)), ("leave", (13, 13)))
        for how, score in zip(HOWS, scores, strict=True)
    },
    "a start can be typed": (
        lambda: say(start(), "join", name="Eva", start="typed", points=-7),
        {"totals": (0, 0, 0, 0, -7)},
    ),
    "who joins while a deal is played waits for its end": (joining_in_a_deal, {"players": FOUR}),
    "then joins": (
        lambda: take(joining_in_a_deal(), 4, 3, 3, 0),
        {"totals": (14, 13, 13, 0, 10), "waiting": (), "kinds": ["deal", "table"], "last_entries": (1,)},
    ),
    # 14 + 12
    "who takes over a seat plays from the deal in play and keeps its score": (
        lambda: take(bid(one_deal("takeover", seat=0, name="Zoe"), 2, 2, 2, 2), 2, 2, 2, 3),
        {"players.0": "Zoe", "totals.0": 26, "called": [FOUR, ("Zoe", *FOUR[1:])]},
    ),
    "who leaves keeps the score with a place": (
        partial(one_deal, "leave", seat=0, ranked="yes"),
        {"totals": (14, 13, 13, 0), "places": [(1, 0), (2, 1), (2, 2), (4, 3)]},
    ),
    "or without": (
        partial(one_deal, "leave", seat=0, ranked="no"),
        {"totals": (14, 13, 13, 0), "places": [(1, 1), (1, 2), (3, 3)]},
    ),
    "the others play on": (
        lambda: take(bid(one_deal("leave", seat=0, ranked="no"), None, 3, 3, 3), None, 3, 3, 3),
        {"totals": (14, 26, 26, 13), "absent": [[], [0]]},
    ),
    "who is back has a place again": (
        lambda: say(take(bid(one_deal("leave", seat=0, ranked="no"), None, 3, 3, 3), None, 3, 3, 3), "return", seat=0),
        {"places": [(1, 1), (1, 2), (3, 0), (4, 3)]},
    ),
    # Ben would deal.
    "the deal passes over who sits out": (
        partial(one_deal, "sit-out", seat=1),
        {"dealer": 2, "order": (3, 0, 2)},
    ),
    "for one deal": (
        lambda: take(bid(one_deal("sit-out", seat=1), 3, None, 3, 3), 3, None, 3, 3),
        {"table.playing": (0, 1, 2, 3), "dealer": 3},
    ),
    "hands that cannot be dealt any more are named and become smaller": (
        lambda: say(start("Emi"), "join", name="Fay"),
        {
            "hands": (8, 8, 8, 7, 6, 5, 4, 3, 2, 1),
            "message": "Fay joined with 0 before deal 1: 10, 9 cards can’t be dealt to 6 players; "
            "10 deals left (8 → 1 cards)",
        },
    ),
    "a changed plan is what is left to play": (
        partial(one_deal, "plan", hands=[3, 2]),
        {"hands": (10, 3, 2), "message": "Plan: 2 deals left (3 → 2 cards)"},
    ),
    "a plan without a deal is the end": (partial(one_deal, "plan", hands=[]), {"over": True, "winners": (0,)}),
    "and another plan goes on": (
        lambda: say(one_deal("plan", hands=[]), "plan", hands="5 4, 3"),
        {"over": False},
    ),
}


@each_sheet(SHOWN)
def test_what_a_change_leads_to(sheet: Callable[[], Any], shown: Mapping[str, Any]) -> None:
    assert seen(sheet(), *shown) == shown


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"step": "join", "name": "Eva", "start": "typed"}, "points", "Score: missing."),
        ({"step": "join", "name": "Ben"}, "name", TAKEN),
        ({"step": "takeover", "seat": 1, "name": "Ben"}, "name", TAKEN),
        ({"step": "plan", "hands": []}, "hands", "Leave at least one deal to play."),
    ],
)
def test_what_the_table_cannot_change_is_refused(change: dict[str, Any], field: str, words: str) -> None:
    assert refused(start(), **change) == [(field, None, words)]


@pytest.mark.parametrize(("typed", "written"), [("yes", True), ("no", False), (True, True), (False, False)])
def test_a_place_at_the_end_is_written_as_true_or_false_and_yes_and_no_are_read(typed: object, written: bool) -> None:
    assert read_entry(start(), {"step": "leave", "seat": 0, "ranked": typed}).to_json()["ranked"] is written


def test_a_document_with_changes_begins_with_the_table_as_it_began() -> None:
    entries = [
        {"step": "bids", "bids": [4, 3, 3, 1]},
        {"step": "takeover", "seat": 3, "name": "Zoe"},
        {"step": "tricks", "tricks": [4, 3, 3, 0]},
        {"step": "join", "name": "Eva", "start": "typed", "points": 5},
        {"step": "leave", "seat": 0, "ranked": "no"},
    ]
    sheet = replay(start(), entries)
    document = dump(find_game("oh-hell"), sheet, entries)
    assert document["players"] == [*FOUR]
    again = load(document)
    assert (again.totals, again.table) == (sheet.totals, sheet.table) == ((14, 13, 13, 0, 5), again.table)
