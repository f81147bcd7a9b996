"""The story of a game that is over: every sentence worked out by hand on small sheets."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.catalogue import all_games, find_game
from scoring.core import enter
from scoring.document import load
from scoring.insights.story import FEWEST, Highlights, best_bid, comeback_of, highlights, story, swing_of
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
        pad((0, 30, 0), (20, 0, 0), (20, 0, 5), (0, 0, 5)),
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


def test_the_lead_is_that_of_who_won_alone() -> None:
    assert [highlights(FALLING, seat).lead for seat in range(3)] == [1, 0, 0]


def test_a_game_that_was_cut_short_or_shared_has_no_lead() -> None:
    assert highlights(pad((10, 0), (5, 0), (0, 2), rounds=9), 0).lead == 0
    assert [highlights(pad((10, 10, 0), (1, 1, 0), (2, 2, 0)), seat).lead for seat in range(3)] == [0, 0, 0]


def test_a_pad_without_a_limit_is_ended_by_hand_and_has_a_lead() -> None:
    assert highlights(pad((10, 0), (5, 0), (0, 2)), 0).lead == 13


def test_the_swing_is_the_most_that_was_gained_on_anybody_in_one_deal() -> None:
    """Anna made 2 in the third deal (+12) while Ben missed; Cleo's best were 12 ahead of Anna in the second."""
    anna, cleo = swing_of(FALLING, 0), swing_of(FALLING, 2)
    assert anna and cleo
    assert (anna.value, str(anna.text)) == (12, "deal 3 (Anna +12, Ben 0)")
    assert (cleo.value, str(cleo.text)) == (12, "deal 2 (Cleo +12, Anna 0)")


def test_where_the_fewest_win_it_is_gained_by_getting_less() -> None:
    sheet = pad((10, 2, 5), (0, 9, 0), (1, 1, 1), best="lowest")
    assert sheet.fewest
    ben = swing_of(sheet, 1)
    assert ben and (ben.value, str(ben.text)) == (8, "round 1 (Ben +2, Anna +10)")


def test_a_comeback_is_the_storys() -> None:
    sheet = pad((0, 30, 0), (20, 0, 0), (20, 0, 5), (0, 0, 5))
    anna = comeback_of(sheet, 0)
    assert anna and (anna.value, str(anna.text)) == (30, "Anna was 30 behind after round 1 and still won.")
    assert comeback_of(sheet, 1) is None


def test_the_best_bid_is_the_highest_that_was_made() -> None:
    """Cleo bid 2 twice and made it in the second deal, a bid of nothing is none."""
    cleo, ben = best_bid(FALLING, 2), best_bid(FALLING, 1)
    assert cleo and (cleo.value, str(cleo.text)) == (2, "Cleo bid 2 and made it (deal 2)")
    assert ben and ben.value == 1
    assert best_bid(hands(((0, 0, 0), (0, 0, 1))), 0) is None


def test_a_game_that_runs_has_nothing_to_remember() -> None:
    running = load({"game": "oh-hell", "players": FOUR[:3], "entries": []})
    assert highlights(running, 0) == Highlights()


def test_a_bid_is_remembered_of_who_made_it() -> None:
    # Ben bid 2 in deal 1, made it and left later; Dan did too, and Zoe took over from him after it.
    bids, takeover, tricks, *_ = OH_HELL.entries
    early = evening("oh-hell", bids, tricks, takeover, **OH_HELL.options)
    found = best_bid(OH_HELL.after(18).sheet, 1), best_bid(early.sheet, 3)
    assert [str(each and each.text) for each in found] == [
        "Ben bid 2 and made it (deal 1)",
        "Dan bid 2 and made it (deal 1)",
    ]
