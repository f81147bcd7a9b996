"""PROMISES.md: every test and row that it names exists, in a folder of its tier, and no promise is there twice."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
TIERS, PROMISES = (
    [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| ")]
    for part in (ROOT / "tests/PROMISES.md").read_text("utf-8").split("\n## ", maxsplit=1)
)
PLACES = {place: tier for tier, _, places in TIERS for place in re.findall(r"`([^`]+)`", places)}
HELD = [
    (promise, re.findall(r"`(tests/[^`]+\.py)::(test_\w+)(?:\[([^`]+)\])?`", tests), tiers.split(" · "))
    for promise, tests, tiers in PROMISES
    if promise != "promise"
]


@cache
def names_in(path: str) -> frozenset[str]:
    """The functions of a module; none where there is no such module."""
    if not (ROOT / path).exists():
        return frozenset()
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return frozenset(each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))


def has_row(path: str, row: str) -> bool:
    """Whether a table of the module has a row whose name begins so, or it asks every game and there is such a game."""
    text = (ROOT / path).read_text("utf-8")
    expected = ROOT / "tests/games" / row.replace("-", "_") / "expected.py"
    return re.search(rf'"{re.escape(row)}[^"]*":', text) is not None or ("expected()" in text and expected.exists())


def tier_of(path: str) -> str | None:
    places = [place for place in PLACES if Path(path).is_relative_to(place)]
    return PLACES[max(places, key=len)] if places else None


def test_every_promise_has_a_test_that_exists() -> None:
    assert [promise for promise, tests, _ in HELD if not tests] == []
    assert [f"{path}::{test}" for _, tests, _ in HELD for path, test, _ in tests if test not in names_in(path)] == []


def test_every_row_that_is_named_is_in_a_table_of_its_module() -> None:
    named = [(path, row) for _, tests, _ in HELD for path, _, row in tests if row]
    assert [f"{path}: {row}" for path, row in named if not has_row(path, row)] == []


def test_no_promise_is_made_twice() -> None:
    assert [promise for promise, times in Counter(promise for promise, *_ in HELD).items() if times > 1] == []


def test_each_test_lies_in_a_folder_of_its_tier() -> None:
    assert [promise for promise, tests, tiers in HELD if [tier_of(path) for path, *_ in tests] != tiers] == []
