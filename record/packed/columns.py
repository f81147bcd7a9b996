"""Writes a list of values as a column of a game code, where what repeats takes little room."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
"""The signs of the numbers 0 to 63."""
LONGEST_CHOICE = 40
"""Characters of a text that a column names by a number: a longer one could make much of a small code."""
PLAIN, LISTS = 0, -1

Spend: TypeAlias = Callable[[int], None]
"""A budget: called with the number of values about to be made; what it raises ends the reading."""


def to_column(values: Sequence[Any]) -> Any:
    """The column of JSON values.

    >>> to_column([1, 0, 35]), to_column([[1, 0], [2, 10]]), to_column([[1], [2, 3]])
    ('10z', [2, '102a'], [-1, '12', '123'])
    >>> to_column(["hearts", "clubs", "hearts", "hearts"]), to_column([120, -5])
    (['1011', 'clubs', 'hearts'], [0, 120, -5])
    """
    if all(type(each) is int and 0 <= each < len(DIGITS) for each in values):
        return "".join(DIGITS[each] for each in values)
    if all(isinstance(each, list) for each in values) and any(values):
        lengths, items = [len(each) for each in values], [item for each in values for item in each]
        if len({*lengths}) == 1:
            return [lengths[0], to_column(items)]
        return [LISTS, to_column(lengths), to_column(items)]
    if all(_may_be_choice(each) for each in values):
        written = [json.dumps(each, ensure_ascii=False) for each in values]
        choices = sorted({*written})
        if len(choices) <= min(len(DIGITS), len(values) // 2):
            signs = dict(zip(choices, DIGITS, strict=False))
            return ["".join(signs[each] for each in written), *map(json.loads, choices)]
    return [PLAIN, *values]


def from_column(column: Any, count: int, spend: Spend) -> list[Any]:
    """The so many values of a column; raises ValueError, LookupError or TypeError for what is none.

    >>> from_column([-1, "12", "123"], 2, lambda values: None)
    [[1], [2, 3]]
    """
    spend(count)
    if isinstance(column, str):
        return [DIGITS.index(sign) for sign in _expect(column, count)]
    if not isinstance(column, list):
        raise TypeError(column)
    kind, *rest = column
    if isinstance(kind, str):
        if not all(map(_may_be_choice, rest)):
            raise ValueError(rest)
        return [rest[DIGITS.index(sign)] for sign in _expect(kind, count)]
    if type(kind) is not int:
        raise TypeError(kind)
    if kind == PLAIN:
        return [*_expect(rest, count)]
    if kind == LISTS:
        lengths, items = _expect(rest, 2)
        return _parted(items, _lengths(lengths, count, spend), spend)
    (items,) = rest
    if kind < 0:
        raise ValueError(kind)
    return _parted(items, [kind] * count, spend)


def _lengths(column: Any, count: int, spend: Spend) -> list[int]:
    lengths = from_column(column, count, spend)
    if not all(type(each) is int and each >= 0 for each in lengths):
        raise ValueError(lengths)
    return lengths


def _parted(column: Any, lengths: Sequence[int], spend: Spend) -> list[Any]:
    """Lists of these lengths from the column of their items."""
    items = iter(from_column(column, sum(lengths), spend))
    return [[next(items) for _ in range(length)] for length in lengths]


def _expect(given: Any, count: int) -> Any:
    if len(given) != count:
        raise ValueError(given)
    return given


def _may_be_choice(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_CHOICE
    return value is None or isinstance(value, int | float)


def as_list(value: Any) -> list[Any]:
    """The value; raises TypeError where it is no list."""
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def as_index(number: Any) -> int:
    """The value; raises ValueError where it is no number that counts from the beginning of a list."""
    if type(number) is not int or number < 0:
        raise ValueError(number)
    return number
