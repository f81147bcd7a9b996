"""Level at the top: each game says by its text whether the win is shared or nobody's."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from record.evenings import evening_standings, place_points
from scoring.catalogue import all_games, find_game
from scoring.core import enter, replay
from scoring.insights.story import story
from scoring.sheets.extras import MAX_ADJUSTMENT
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import DecidedBy
from tests.kit.expected import expected
from tests.kit.games import played


def test_every_game_says_which() -> None:
    for slug, game in all_games().items():
        assert played(game, 0).last.tie_is_draw == expected()[slug].tie_is_draw, slug


def levelled(slug: str) -> Sheet[Any]:
    """A game of several sides with a deal, which an adjustment or two brought to the same total, ended by hand."""
    plays = (played(find_game(slug), seed) for seed in count(3))
    play = next(each for each in plays if each.last.contested)
    sheet = next(each for each in play.sheets if each.deals)
    for side in sheet.sides:
        while gap := sheet.totals[0] - sheet.totals[side[0]]:
            amount = max(-MAX_ADJUSTMENT, min(gap, MAX_ADJUSTMENT))
            sheet = enter(sheet, {"step": "adjustment", "seat": side[0], "amount": str(amount), "reason": "lent"})
    if slug == "boo-ray":
        (deal,) = sheet.deal_rows
        won = replace(deal, facts={**deal.facts, "won": (("kalo",),) * len(sheet.totals)})
        sheet = replace(sheet, rows=tuple(won if row is deal else row for row in sheet.rows))
    return sheet if sheet.over else enter(sheet, {"step": "end"})


@pytest.mark.parametrize("slug", all_games())
def test_all_are_level(slug: str) -> None:
    sheet = levelled(slug)
    shared = not expected()[slug].tie_is_draw
    assert {each.place for each in sheet.standings} == {1}
    assert sheet.winners == (tuple(seat for side in sheet.sides for seat in side) if shared else ())
    assert (sheet.drawn, sheet.decided_by) == (not shared, DecidedBy.ALL_LEVEL if shared else DecidedBy.DRAW)
    assert story(sheet) == ()


def test_a_draw_shares_the_places_of_an_evening_and_is_nobodys_win() -> None:
    sheet = levelled("koi-koi")
    names = dict(zip(sheet.table.seats, ("Ann", "Ben"), strict=True))
    points = {names[seat]: each for seat, each in place_points(sheet.standings).items()}
    (ann, ben) = evening_standings([(points, frozenset(names[seat] for seat in sheet.winners))] * 2)
    assert (ann.points, ann.won, ann.place) == (ben.points, ben.won, ben.place) == (1, 0, 1)


def test_a_koi_koi_game_that_is_not_level_has_a_winner_and_one_that_runs_no_draw() -> None:
    blank = find_game("koi-koi").start({"players": ("Ann", "Ben"), "options": {"length": "half"}})
    month: list[dict[str, Any]] = [
        {"step": "deal", "lights": 0},
        {"step": "result", "calls": [1, 0], "winner": "nobody"},
    ]
    running = replay(blank, month * 5)
    assert (running.drawn, running.winners, running.decided_by) == (False, (), None)
    over = replay(running, month)
    assert (over.drawn, over.winners) == (True, ())
    # A penalty that somebody remembers afterwards decides it.
    fined = enter(over, {"step": "adjustment", "seat": 0, "amount": -1, "reason": "fine"})
    assert (fined.drawn, fined.winners, fined.decided_by) == (False, (1,), DecidedBy.TOTALS)
