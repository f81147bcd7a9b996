"""The story of a game that is over: every sentence worked out by hand on small sheets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scoring.catalogue import all_games, find_game
from scoring.core import enter
from scoring.document import load
from scoring.insights.story import FEWEST, Highlights, Moment, best_bid, comeback_of, highlights, story, swing_of
from scoring.sheets.sheet import Sheet
from tests.games.changing_tables import OH_HELL
from tests.kit.for_each import for_each
from tests.kit.games import played
from tests.kit.scoring.bidding import entries_of
from tests.kit.session import evening

FOUR = ("Anna", "Ben", "Cleo", "Dan")
END = {"step": "end"}


def pad(*rounds: tuple[int, ...], **options: Any) -> Sheet[Any]:
    """A score pad that was ended after these rounds."""
    return ended("score-pad", *({"step": "round", "points": list(points)} for points in rounds), **options)


def ended(game: str, *entries: dict[str, Any], **options: Any) -> Sheet[Any]:
    seats = len(entries[0].get("points", FOUR))
    document = {"game": game, "players": FOUR[:seats], "options": options, "entries": [*entries, END]}
    return load(document)


def hands(*deals: tuple[tuple[int, ...], tuple[int, ...]], players: int = 3) -> Sheet[Any]:
    """Oh Hell from as many cards down as there are deals."""
    rules = {"format": "short-falling", "top_hand": len(deals), "restriction": "off"}
    return load({"game": "oh-hell", "players": FOUR[:players], "options": rules, "entries": entries_of(*deals)})


FALLING = hands(((1, 0, 2), (1, 0, 3)), ((1, 1, 2), (0, 1, 2)), ((2, 1, 0), (2, 0, 0)), ((0, 0, 0), (0, 1, 0)))
"""Totals 11 10 0, 11 21 12, 23 21 22, 33 21 32: Anna is first with 33, one before Cleo."""


COMEBACK = pad((0, 30, 0), (20, 0, 0), (20, 0, 5), (0, 0, 5))
BIDS, TAKEOVER, TRICKS, *_ = OH_HELL.entries


def told(sheet: Sheet[Any]) -> list[str]:
    return [str(turn.text) for turn in story(sheet)]


PLAIN_WINS = [{"step": "result", "winners": winners, "kind": "plain"} for winners in (0, 1, 0, 0)]
FINE = {"step": "adjustment", "seat": 0, "amount": -40, "reason": "revoke"}
AT_THE_END = "Ben took the lead at the very end, with "
STORIES: dict[str, tuple[Sheet[Any], list[str]]] = {
    # 10 5 3 → 11 7 6 → 16 12 11
    "who always led needs no more words": (
        pad((10, 5, 3), (1, 2, 3), (5, 5, 5)),
        ["Anna led from beginning to end."],
    ),
    # 11 10 0, 11 21 12, 23 21 22, 33 21 32; Ben leads once.
    "the deal that decided it and how often the lead changed": (
        FALLING,
        ["Anna took the lead with deal 3 (Anna +12, Ben 0) and kept it.", "The lead changed hands 2 times."],
    ),
    # 0 30 0 → 20 30 0 → 40 30 5 → 40 30 10: no round brought Anna more than 20 on anybody.
    "a comeback where no one deal could have made it good": (
        COMEBACK,
        [
            "Anna took the lead with round 3 (Anna +20, Ben 0) and kept it.",
            "Anna was 30 behind after round 1 and still won.",
        ],
    ),
    # 10 0 → 15 0 → 15 20
    "what one deal made good is no comeback": (
        pad((10, 0), (5, 0), (0, 20)),
        [f"{AT_THE_END}round 3 (Ben +20, Anna 0)."],
    ),
    # 10 10 0 → 20 15 9 → 20 20 10 → 22 40 10: the second lead is Ben's, out of a tie.
    "whoever was level with the winner": (
        pad((10, 10, 0), (10, 5, 9), (0, 5, 1), (2, 20, 0)),
        [f"{AT_THE_END}round 4 (Ben +20, Anna +2)."],
    ),
    # 5 10 20 → 10 10 21 → 20 12 24
    "the lowest total leads where it wins": (
        pad((5, 10, 20), (5, 0, 1), (10, 2, 3), best="lowest"),
        [f"{AT_THE_END}round 3 (Ben +2, Anna +10).", "Biggest swing: round 1 (Cleo +20, Anna +5)."],
    ),
    # 0 0 30 → 29 0 0 → 30 1 1: the second round took Anna and Cleo 59 apart, and decided it.
    "a swing that is the decisive deal is not told twice": (
        pad((0, 0, 30), (29, 0, -30), (1, 1, 1)),
        ["Anna took the lead with round 2 (Anna +29, Cleo −30) and kept it."],
    ),
    # Anna leads all the time; the biggest swing is where Ben loses 40.
    "a swing of others is told": (
        pad((10, 9, 0), (0, -40, 1), (1, 1, 1)),
        ["Anna led from beginning to end.", "Biggest swing: round 2 (Cleo +1, Ben −40)."],
    ),
    "an adjustment that decided it is told by its reason": (
        ended("score-pad", *[{"step": "round", "points": [10, 0]}] * 3, FINE),
        [
            f"{AT_THE_END}the adjustment “revoke” (Ben 0, Anna −40).",
            "Ben was 30 behind after round 3 and still won.",
        ],
    ),
    "partners are told as one": (
        ended("satat", *PLAIN_WINS),
        ["Anna & Cleo took the lead with deal 3 (Anna & Cleo +1, Ben & Dan 0) and kept it."],
    ),
    "two deals have no story": (pad((10, 5, 3), (1, 2, 3)), []),
    "a shared win has none": (pad((10, 10, 0), (5, 5, 1), (0, 0, 0)), []),
    "all level has none": (pad((1, 1), (2, 2), (3, 3)), []),
    "a game that runs has none": (
        load({"game": "score-pad", "players": FOUR[:2], "entries": [{"step": "round", "points": [1, 2]}] * 3}),
        [],
    ),
}


@pytest.mark.parametrize(("sheet", "lines"), STORIES.values(), ids=STORIES)
def test_the_story_of_a_game(sheet: Sheet[Any], lines: list[str]) -> None:
    assert told(sheet) == lines


def test_where_wins_decide_no_chips_are_told() -> None:
    """Boo-Ray by wins: Anna, Ben, Ben: Ben leads with his second."""
    sheet: Any = find_game("boo-ray").start({"players": FOUR[:3], "options": {}})
    for winner in (0, 1, 1):
        games = ["low-shit" if seat == winner else "none" for seat in range(3)]
        sheet = enter(sheet, {"step": "entries", "games": games})
        if sheet.ask is not None and sheet.ask.step == "results":
            sheet = enter(sheet, {"step": "results"})
    sheet = enter(sheet, END)
    assert sheet.wins == (1, 2, 0)
    assert told(sheet)[0] == "Ben took the lead at the very end, with deal 3."


@pytest.mark.parametrize("slug", all_games())
@for_each("seed", range(6))
def test_in_every_game_the_lead_is_that_of_the_standings_of_that_moment(slug: str, seed: int) -> None:
    play = played(find_game(slug), seed)
    sheet, lines = play.last, told(play.last)
    if sheet.deals < FEWEST or len(set(map(sheet.ranking_score, sheet.sides))) == 1:
        assert lines == []
        return
    first = [
        {each.seats for each in play.sheets[row.entries[-1] + 1].standings if each.place == 1} for row in sheet.rows
    ]
    winner = first[-1]
    always = len(winner) == 1 and all(each == winner for each in first)
    assert any("from beginning to end" in line for line in lines) == always
    assert any("the lead with" in line or "at the very end" in line for line in lines) == (
        len(winner) == 1 and not always
    )


# What may be remembered of it


MOMENTS: dict[str, tuple[Callable[[Sheet[Any], int], Moment | None], Sheet[Any], int, tuple[int, str] | None]] = {
    # Anna made 2 in the third deal while Ben missed.
    "the swing is the most that was gained on anybody in one deal": (
        swing_of,
        FALLING,
        *(0, (12, "deal 3 (Anna +12, Ben 0)")),
    ),
    # 12 ahead of Anna in the second
    "also of who did not win": (swing_of, FALLING, 2, (12, "deal 2 (Cleo +12, Anna 0)")),
    "where the fewest win it is gained by getting less": (
        swing_of,
        pad((10, 2, 5), (0, 9, 0), (1, 1, 1), best="lowest"),
        *(1, (8, "round 1 (Ben +2, Anna +10)")),
    ),
    "a comeback is the story's": (
        comeback_of,
        COMEBACK,
        *(0, (30, "Anna was 30 behind after round 1 and still won.")),
    ),
    "and the winner's": (comeback_of, COMEBACK, 1, None),
    # Cleo bid 2 twice and made it in the second deal.
    "the best bid is the highest that was made": (best_bid, FALLING, 2, (2, "Cleo bid 2 and made it (deal 2)")),
    "one is one": (best_bid, FALLING, 1, (1, "Ben bid 1 and made it (deal 2)")),
    "a bid of nothing is none": (best_bid, hands(((0, 0, 0), (0, 0, 1))), 0, None),
    # Ben bid 2 in deal 1, made it and left later; Dan did too, and Zoe took over from him after it.
    "a bid is remembered of who has left": (
        best_bid,
        OH_HELL.after(18).sheet,
        *(1, (2, "Ben bid 2 and made it (deal 1)")),
    ),
    "and of who made it": (
        best_bid,
        evening("oh-hell", BIDS, TRICKS, TAKEOVER, **OH_HELL.options).sheet,
        *(3, (2, "Dan bid 2 and made it (deal 1)")),
    ),
}


@pytest.mark.parametrize(("find", "sheet", "seat", "moment"), MOMENTS.values(), ids=MOMENTS)
def test_what_may_be_remembered_of_a_game(
    find: Callable[[Sheet[Any], int], Moment | None], sheet: Sheet[Any], seat: int, moment: tuple[int, str] | None
) -> None:
    found = find(sheet, seat)
    assert (found and (found.value, str(found.text))) == moment


@pytest.mark.parametrize(
    ("sheet", "leads"),
    [
        # Only who won alone has a lead: 33 against 32.
        (FALLING, [1, 0, 0]),
        # A game that was cut short or shared has none.
        (pad((10, 0), (5, 0), (0, 2), rounds=9), [0, 0]),
        (pad((10, 10, 0), (1, 1, 0), (2, 2, 0)), [0, 0, 0]),
        # A pad without a limit is ended by hand: 15 against 2.
        (pad((10, 0), (5, 0), (0, 2)), [13, 0]),
    ],
)
def test_the_lead_is_that_of_who_won_alone(sheet: Sheet[Any], leads: list[int]) -> None:
    assert [highlights(sheet, seat).lead for seat in sheet.table.seats] == leads


def test_a_game_that_runs_has_nothing_to_remember() -> None:
    running = load({"game": "oh-hell", "players": FOUR[:3], "entries": []})
    assert highlights(running, 0) == Highlights()
