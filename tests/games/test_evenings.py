"""A whole evening of each game, as it was worked by hand on paper: line by line, and what stands at the foot."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.catalogue import find_game
from scoring.core import enter
from scoring.document import dump, load
from tests.games.koi_koi import sheet as koi_koi
from tests.games.oh_hell import sheet as oh_hell
from tests.kit.expected import expected
from tests.kit.scoring.seen import seen


@pytest.mark.parametrize("game", expected())
def test_an_evening_comes_out_as_worked_by_hand(game: str) -> None:
    head, lines, foot = expected()[game].paper
    sheet: Any = load(head | {"entries": []})
    for number, (before, entries, after) in enumerate(lines, start=1):
        assert seen(sheet, *before) == before, f"before line {number}"
        for entry in entries:
            sheet = enter(sheet, entry)
        assert seen(sheet, *after) == after, f"after line {number}"
    assert (sheet.over, seen(sheet, *foot)) == (True, foot)
    document = head | {"options": sheet.options.to_json(), "entries": [entry for line in lines for entry in line[1]]}
    assert load(document) == sheet
    assert dump(find_game(game), sheet, document["entries"]) == document


@pytest.mark.parametrize(
    ("paper", "options", "totals"),
    [
        # Minus scoring of the same 19 deals: 10 × made − 10 × all the misses, each by how many:
        # あんな 12 made; misses 1 1 1 1 2 1 3 = 10 → 20.   ベン 12; 1 1 1 1 1 1 1 = 7 → 50.
        # 千夏 11; 1 2 1 2 1 1 1 1 = 10 → 10.             大輔 12; 4 2 1 2 2 2 1 = 14 → −20.
        (oh_hell, {"scoring": "minus"}, [(20, 50, 10, -20)]),
        (koi_koi, koi_koi.SESSION["options"] | {"koi_koi": "payback"}, [month.payback for month in koi_koi.MONTHS]),
    ],
    ids=["oh-hell", "koi-koi"],
)
def test_the_same_evening_by_another_rule_scores_the_same_facts_anew(
    paper: Any, options: dict[str, Any], totals: list[tuple[int, ...]]
) -> None:
    sheet = load(paper.document() | {"options": options})
    running = [
        tuple(sum(row.points[seat] for row in sheet.rows[:count]) + sheet.opening for seat in sheet.table.seats)
        for count in range(1, len(sheet.rows) + 1)
    ]
    assert running[-len(totals) :] == totals
