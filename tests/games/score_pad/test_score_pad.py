"""Tests of the score pad."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest

from scoring.core import enter
from scoring.errors import EntryError
from scoring.games.score_pad import GAME
from tests.kit.games import session_of
from tests.kit.scoring.seen import adjusted, each_sheet, seen

ANN, BEN, CHIKA, DAI = range(4)


def start(players: int = 3, *, first: int = 0, **options: Any) -> Any:
    return GAME.start(session_of(GAME, players=players, dealer=first, **options))


def played(sheet: Any, *points: int) -> Any:
    return enter(sheet, {"step": "round", "points": list(points)})


def refused(sheet: Any, *points: object) -> dict[tuple[str, int | None], str]:
    with pytest.raises(EntryError) as caught:
        enter(sheet, {"step": "round", "points": list(points)})
    return {(problem.field, problem.seat): str(problem.message) for problem in caught.value.problems}


def at_the_target() -> Any:
    return adjusted(played(start(target=50), 45, 0, 0), ANN, 5)


SHOWN: dict[str, tuple[Callable[[], Any], Mapping[str, Any]]] = {
    "the numbers of each round are added up": (
        lambda: played(played(start(), 12, 0, 7), 5, 30, -9),
        {
            "totals": (17, 30, -2),
            "points": (5, 30, -9),
            "workings": ["12 + 5 = 17", "0 + 30 = 30", "7 − 9 = −2"],
            "message": "Round 2: あんな +5, ベン +30, 千夏 −9",
            "moments": ["Best score: ベン +30 (round 2)"],
        },
    ),
    "everybody is asked clockwise from the seat that was chosen": (
        partial(start, 4, first=CHIKA),
        {"points.seats": (CHIKA, DAI, ANN, BEN), "ask.action": "Save round 1", "moments": []},
    ),
    "but written in seat order": (lambda: played(start(4, first=CHIKA), 1, 2, 3, 4), {"totals": (1, 2, 3, 4)}),
    "the highest total leads": (
        lambda: played(start(), 12, 30, -5),
        {
            "standings": [(1, (BEN,), 30, 0), (2, (ANN,), 12, 18), (3, (CHIKA,), -5, 35)],
            "notices": {"leads": "ベン"},
            "sentences": [],
        },
    ),
    "the lowest total leads where it wins, and the gaps count up": (
        lambda: played(start(best="lowest"), 12, 30, -5),
        {
            "standings": [(1, (CHIKA,), -5, 0), (2, (ANN,), 12, 17), (3, (BEN,), 30, 35)],
            "notices": {"leads": "千夏"},
            "sentences": ["The lowest total wins."],
        },
    ),
    "the best round is the cheapest there": (
        lambda: played(played(start(best="lowest"), 12, 30, 4), 2, 9, 25),
        {"moments": ["Best score: あんな +2 (round 2)"]},
    ),
    **{
        f"equal totals share the place, the {best} first": (
            partial(played, start(best=best), 8, 8, 8),
            {"notices.leads": "あんな, ベン, 千夏", "places": [(1, ANN), (1, BEN), (1, CHIKA)]},
        )
        for best in ("highest", "lowest")
    },
    # 49 is not 50, and −60 is no 60.
    "a total below the target goes on": (
        lambda: played(start(target=50), 49, 10, -60),
        {
            **{"over": False, "notices": {"leads": "あんな", "target": "50"}},
            "sentences": ["The game ends after the round in which someone’s total reaches 50."],
        },
    ),
    "it ends after the round in which a total reaches the target": (
        lambda: played(played(start(target=50), 49, 10, -60), 1, 45, 0),
        {"over": True, "standings": [(1, (BEN,), 55, 0), (2, (ANN,), 50, 5), (3, (CHIKA,), -60, 115)]},
    ),
    # Hearts to 100, as the rules page tells it: 96 + 5 = 101, 71 + 20 = 91, 40 + 1 = 41.
    "whoever reaches the target loses where the lowest wins": (
        lambda: played(played(start(best="lowest", target=100), 96, 71, 40), 5, 20, 1),
        {
            **{"over": True, "winners": (CHIKA,)},
            "standings": [(1, (CHIKA,), 41, 0), (2, (BEN,), 91, 50), (3, (ANN,), 101, 60)],
        },
    ),
    "the target is looked at after a round only": (at_the_target, {"totals": (50, 0, 0), "over": False}),
    "then it ends": (lambda: played(at_the_target(), 0, 0, 0), {"over": True}),
    "with 49 after the round it does not": (
        lambda: played(adjusted(at_the_target(), ANN, -1), 0, 0, 0),
        {"over": False},
    ),
    "of target and rounds the target may come first": (
        lambda: played(start(target=50, rounds=2), 50, 0, 0),
        {"over": True},
    ),
    "or the rounds": (lambda: played(played(start(target=50, rounds=2), 20, 0, 0), 20, 0, 0), {"over": True}),
    "before either it goes on": (lambda: played(start(target=50, rounds=2), 49, 0, 0), {"over": False}),
    "a pad without an end is ended": (lambda: enter(start(), {"step": "end"}), {"message": "Game ended."}),
    "one with an end is ended early": (
        lambda: enter(start(rounds=2), {"step": "end"}),
        {"message": "Game ended early."},
    ),
}


@each_sheet(SHOWN)
def test_what_the_table_sees(sheet: Callable[[], Any], shown: Mapping[str, Any]) -> None:
    assert seen(sheet(), *shown) == shown


def test_every_seat_needs_a_whole_number() -> None:
    assert refused(start(), "twelve", None, "2.5") == {
        ("points", ANN): "あんな, Points: “twelve” is not a whole number.",
        ("points", BEN): "ベン: points missing.",
        ("points", CHIKA): "千夏, Points: “2.5” is not a whole number.",
    }
    assert played(start(), "-3", "−４", "+5").totals == (-3, -4, 5)  # type: ignore[arg-type]


def test_a_number_is_at_most_a_hundred_thousand_up_or_down() -> None:
    assert played(start(), 100_000, -100_000, 0).totals == (100_000, -100_000, 0)
    assert refused(start(), 100_001, -100_001, 0) == {
        ("points", ANN): "あんな, Points: 100001 is too high. The maximum is 100000.",
        ("points", BEN): "ベン, Points: −100001 is too low. The minimum is −100000.",
    }
