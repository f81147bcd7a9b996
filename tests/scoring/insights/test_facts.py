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
    are_told,
    example,
    number,
    one_of,
    several_of,
    tally,
    yes_or_no,
)
from scoring.message import say
from tests.kit.for_each import for_each
from tests.kit.games import played
from tests.kit.scoring.told import deals_of, finished, reader_of

GAMES = tuple(all_games().values())
SEEDS = range(8)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
telling_games = pytest.mark.parametrize(
    "game", [game for game in GAMES if example(game).fact_kinds], ids=lambda game: game.slug
)


# Every game that the catalogue finds


@every_game
@for_each("seed", SEEDS)
def test_its_facts_are_what_the_entries_say(game: AnyGame, seed: int) -> None:
    play = played(game, seed)
    told = list(reader_of(game)(deals_of(play)))
    for row, read in zip(finished(play), told, strict=True):
        assert dict(row.facts) == read, f"{row.called}: {row.about}"


@telling_games
def test_every_kind_of_fact_is_told_with_every_choice_at_some_time(game: AnyGame) -> None:
    kinds = example(game).fact_kinds
    told: set[tuple[str, Any]] = set()
    for seed in range(60):  # many a house rule is rare
        sheet = played(game, seed).last
        told |= {each for seat in sheet.table.seats for each in tally(sheet, seat)}
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
    sheet = example(game)
    names = {kind.name for kind in sheet.fact_kinds}
    assert len(set(sheet.breakdowns)) == len(sheet.breakdowns)
    for breakdown in sheet.breakdowns:
        assert {*breakdown} <= {*names, POINTS}
        assert breakdown.by in names
        assert breakdown.of != breakdown.by


@every_game
@for_each("seed", SEEDS)
def test_it_tells_the_same_kinds_under_all_house_rules(game: AnyGame, seed: int) -> None:
    assert played(game, seed).last.fact_kinds == example(game).fact_kinds


# What holds of a deal in whole families, whoever reads it


# The kinds themselves

COLOURS = (Choice("red", say("Red")), Choice("blue", say("Blue")))


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (number("a", say("A")), [0, -3, Fraction(1, 2)], [True, "1", 0.5, ()]),
        (yes_or_no("a", say("A")), [True, False], [0, 1, "yes"]),
        (one_of("a", say("A"), *COLOURS), ["red", "blue"], ["green", True, ("red",), 1]),
        (several_of("a", say("A"), *COLOURS), [(), ("red",), ("red", "blue")], ["red", ("green",), True]),
    ],
)
def test_a_kind_knows_its_values(kind: Any, good: list[Any], bad: list[Any]) -> None:
    assert kind.admits([None, *good])
    assert [value for value in bad if kind.admits([None, value])] == []


def test_values_are_told_in_the_words_of_the_table() -> None:
    assert str(number("a", say("A")).in_words(-3)) == "−3"
    named = number("a", say("A"), names=((7, say("lucky")),))
    assert [str(named.in_words(value)) for value in (6, 7)] == ["6", "lucky"]
    assert str(yes_or_no("a", say("A")).in_words(False)) == "No"
    assert str(yes_or_no("a", say("A")).in_words(True)) == "Yes"
    assert str(several_of("a", say("A"), *COLOURS).in_words("blue")) == "Blue"


def test_a_deal_tells_every_kind_of_its_game_in_order_a_value_a_seat() -> None:
    kinds = (number("a", say("A")), yes_or_no("b", say("B")))
    assert are_told({"a": (1, None), "b": (True, False)}, kinds, seats=2)
    assert are_told({}, (), seats=2)
    assert not are_told({"a": (1, None)}, kinds, seats=2)
    assert not are_told({"a": (1, 2), "b": (True, True), "c": (1, 1)}, kinds, seats=2)
    assert not are_told({"b": (True, False), "a": (1, 2)}, kinds, seats=2)
    assert not are_told({"a": (1, 2, 3), "b": (True, False)}, kinds, seats=2)
    assert not are_told({"a": (True, 2), "b": (True, False)}, kinds, seats=2)
