"""Figures of every game that the catalogue finds: all that its deals told has a place, and nothing else has."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import pytest
from flask import Flask

from scoring.catalogue import all_games
from scoring.game import AnyGame
from scoring.insights.facts import (
    Breakdown,
    Crossing,
    FactKind,
    FactValue,
    count_facts,
    number,
    yes_or_no,
)
from scoring.message import say
from store.stats.player_stats import GameStatistics
from store.stats.results import Results
from tests.kit.for_each import for_each
from tests.kit.games import played
from web.i18n.translate import translated
from web.summaries.game_figures import GameFigures, StatCell, StatRow, StatTable

NO_RESULTS = Results("any", 1, 0, 0, 0, 0, run=-1, longest=0, driest=1, average_place=1)


def kept(game: AnyGame) -> GameStatistics:
    """What the first seat did in some random sessions."""
    facts, crossed, points = Counter[FactValue](), Counter[Crossing](), Counter[Any]()
    for sheet in (played(game, seed).last for seed in range(6)):
        facts.update(count_facts(sheet, 0).facts)
        crossed.update(count_facts(sheet, 0).crossings)
        for told, amount in count_facts(sheet, 0).points.items():
            points[told] += amount  # type: ignore[assignment]
    return GameStatistics(NO_RESULTS, facts=facts, crossings=crossed, points=points)


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.slug)
def test_what_was_told_is_shown_and_nothing_else_with_a_cell_for_every_column(app: Flask, game: AnyGame) -> None:
    counts = kept(game)
    with app.test_request_context():
        of_game = partial(GameFigures, game.sheet.fact_kinds, game.sheet.breakdowns)
        found, nothing = of_game(counts), of_game(GameStatistics(NO_RESULTS))
        lines, tables = found.lines, found.tables
    assert (nothing.made, nothing.lines, nothing.tables) == (None, (), ()), "who did nothing is told nothing"
    # Every label that leads a line, a table or a column.
    shown = {label for table in tables for label in (table.label, *table.columns)}
    shown |= {label for label, _ in lines}
    told = {each.name for each in counts.facts}
    for kind in game.sheet.fact_kinds:
        labels = {kind.label, *(choice.label for choice in kind.choices)}
        assert bool(labels & shown) == (kind.name in told), kind.name
        assert (kind.favourite in shown) <= (kind.name in told)
    for table in tables:
        for cells in (*(cells for _, cells in table.rows), *([table.total] if table.total else [])):
            assert len(cells) == len(table.columns), table.name
            assert all(cell.text for cell in cells)
        assert len({translated(label) for label, _ in table.rows}) == len(table.rows)


# A game that only names its facts.

ROUND = number("round", say("Round"))
CAUGHT = number("caught", say("Caught"), favourite=say("Favourite catch"))
WET = yes_or_no("wet", say("Wet"))
FISH: tuple[FactKind, ...] = (ROUND, CAUGHT, WET)


def fishing(
    app: Flask, facts: dict[FactValue, int], both: dict[Crossing, int]
) -> tuple[tuple[StatRow, ...], tuple[StatTable, ...]]:
    """Caught by round, and wet by round."""
    counts = GameStatistics(NO_RESULTS, facts=facts, crossings=both)
    with app.test_request_context():
        found = GameFigures(FISH, (Breakdown("caught", by="round"), Breakdown("wet", by="round")), counts)
        return found.lines, found.tables


def test_a_new_game_has_its_figures_by_naming_facts(app: Flask) -> None:
    """Three rounds: two and four caught in the first, wet once; two in the second, dry."""
    first, second = FactValue("round", 1), FactValue("round", 2)
    two, four = FactValue("caught", 2), FactValue("caught", 4)
    wet, dry = FactValue("wet", True), FactValue("wet", False)
    lines, (table,) = fishing(
        app,
        {first: 2, second: 1, two: 2, four: 1, wet: 1, dry: 2},
        {Crossing(two, first): 1, Crossing(four, first): 1, Crossing(two, second): 1}
        | {Crossing(wet, first): 1, Crossing(dry, first): 1, Crossing(dry, second): 1},
    )
    assert [(label, cell.text) for label, cell in lines] == [
        (CAUGHT.favourite, "2 (2 of 3)"),
        (CAUGHT.label, "2.7 on average"),
        (WET.label, "1 of 3"),
    ]
    assert table == StatTable(
        "round",
        ROUND.label,
        ("Times", CAUGHT.label, WET.label),
        (
            ("1", (StatCell("2"), StatCell("3"), StatCell("1", 50))),
            ("2", (StatCell("1"), StatCell("2"), StatCell("0", 0))),
        ),
    )


@for_each(
    "times, favourite",
    [
        ({2: 3, 4: 1}, "2 (3 of 4)"),
        ({2: 2, 4: 2, 5: 1}, "2, 4 (2 of 5)"),
        ({2: 1, 4: 1}, None),
        ({2: 1}, "2 (1 of 1)"),
    ],
)
def test_a_favourite_is_what_stood_most_often_if_anything_did(
    app: Flask, times: dict[int, int], favourite: str | None
) -> None:
    lines, _tables = fishing(app, {FactValue("caught", value): n for value, n in times.items()}, {})
    assert next((cell.text for label, cell in lines if label == CAUGHT.favourite), None) == favourite
