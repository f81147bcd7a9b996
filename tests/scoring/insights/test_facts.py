"""What deals tell whoever counts: for every game of the catalogue as its entries say it, read by somebody else."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.catalogue import all_games
from scoring.entry.choices import Choice
from scoring.game import AnyGame
from scoring.insights.facts import (
    POINTS,
    Counted,
    FactKind,
    count_facts,
    number,
    several_of,
    yes_or_no,
)
from scoring.message import say
from tests.kit.expected import expected
from tests.kit.for_each import for_each
from tests.kit.games import played
from tests.kit.scoring.told import deals_of, finished

GAMES = tuple(all_games().values())
SEEDS = range(8)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
telling_games = pytest.mark.parametrize(
    "game", [game for game in GAMES if game.sheet.fact_kinds], ids=lambda game: game.slug
)


# Every game that the catalogue finds


@every_game
@for_each("seed", SEEDS)
def test_its_facts_are_what_the_entries_say(game: AnyGame, seed: int) -> None:
    play = played(game, seed)
    told = list(expected()[game.slug].told(deals_of(play)))
    for row, read in zip(finished(play), told, strict=True):
        assert dict(row.facts) == read, f"{row.called}: {row.about}"


@every_game
@for_each("seed", SEEDS)
def test_a_deal_tells_every_kind_of_its_game_in_order_with_a_fitting_value_a_seat(game: AnyGame, seed: int) -> None:
    sheet = played(game, seed).last
    for row in sheet.deal_rows:
        assert [*row.facts] == [kind.name for kind in sheet.fact_kinds]
        for kind, values in zip(sheet.fact_kinds, row.facts.values(), strict=True):
            assert len(values) == len(row.cells)
            assert all(fits(kind, value) for value in values if value is not None), f"{kind.name}: {values}"


def fits(kind: FactKind, value: Any) -> bool:
    choices = {choice.value for choice in kind.choices}
    match kind.counted:
        case Counted.NUMBER:
            return type(value) in (int, Fraction)
        case Counted.YES_OR_NO:
            return type(value) is bool
        case Counted.ONE_OF:
            return value in choices
        case Counted.SEVERAL_OF:
            return type(value) is tuple and choices.issuperset(value)


@telling_games
def test_every_kind_of_fact_is_told_with_every_choice_at_some_time(game: AnyGame) -> None:
    kinds = game.sheet.fact_kinds
    told: set[tuple[str, Any]] = set()
    for seed in range(60):  # many a house rule is rare
        sheet = played(game, seed).last
        told |= {each for seat in sheet.table.seats for each in count_facts(sheet, seat).facts}
        missing = [
            kind.name for kind in kinds if not all_told(kind, {value for name, value in told if name == kind.name})
        ]
        if not missing:
            return
    raise AssertionError(missing)


def all_told(kind: FactKind, values: set[Any]) -> bool:
    """Whether every choice came up, yes and no, or more than one number."""
    if kind.counted is Counted.NUMBER:
        return len(values) > 1
    return values == ({True, False} if kind.counted is Counted.YES_OR_NO else {each.value for each in kind.choices})


@every_game
def test_it_breaks_down_facts_that_it_tells(game: AnyGame) -> None:
    sheet = game.sheet
    names = {kind.name for kind in sheet.fact_kinds}
    assert len(set(sheet.breakdowns)) == len(sheet.breakdowns)
    for breakdown in sheet.breakdowns:
        assert {*breakdown} <= {*names, POINTS}
        assert breakdown.by in names
        assert breakdown.of != breakdown.by


@every_game
@for_each("seed", SEEDS)
def test_it_tells_the_same_kinds_under_all_house_rules(game: AnyGame, seed: int) -> None:
    assert played(game, seed).last.fact_kinds == game.sheet.fact_kinds


# What holds of a deal in whole families, whoever reads it


# The kinds themselves

COLOURS = (Choice("red", say("Red")), Choice("blue", say("Blue")))


def test_values_are_told_in_the_words_of_the_table() -> None:
    assert str(number("a", say("A")).in_words(-3)) == "−3"
    named = number("a", say("A"), names=((7, say("lucky")),))
    assert [str(named.in_words(value)) for value in (6, 7)] == ["6", "lucky"]
    assert str(yes_or_no("a", say("A")).in_words(False)) == "No"
    assert str(yes_or_no("a", say("A")).in_words(True)) == "Yes"
    assert str(several_of("a", say("A"), *COLOURS).in_words("blue")) == "Blue"
