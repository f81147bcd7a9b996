"""Writes the log of a session as columns of a game code: one for each field of a step, for times and for devices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

from record.actions import MAX_ACTIONS_READ, Kind
from record.packed.columns import Spend, as_index, as_list, from_column, to_column
from record.packed.values import to_seconds, to_stamp

KINDS: tuple[Kind, ...] = get_args(Kind)
MEMBERS = {"kind", "at", "device", "facts"}
LONGEST_KEY = 40


class Log(NamedTuple):
    """A log in columns: `order` has the number of each action's shape, `columns` one column for each key of each
    shape, `devices` the number of each action's device.

    The shape of an entry is its step and its other keys; of another action the number of its kind and the keys.
    """

    order: Any
    shapes: Any
    columns: Any
    times: Any
    devices: Any


def to_log(actions: Sequence[Mapping[str, Any]], created: int, devices: Sequence[str]) -> Log:
    """The columns of actions; raises ValueError, LookupError, TypeError or AttributeError for what is no action."""
    shapes: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    numbers_of_shapes: dict[tuple[Any, ...], int] = {}
    order, times, before = [], [], created
    for action in actions:
        if action.keys() != MEMBERS:
            raise ValueError(action)
        shape = _shape(action["kind"], action["facts"])
        shapes.setdefault(shape, []).append(action["facts"])
        order.append(numbers_of_shapes.setdefault(shape, len(numbers_of_shapes)))
        seconds = to_seconds(action["at"], before)
        times.append(seconds)
        before += seconds if isinstance(seconds, int) else 0
    numbers = {device: number for number, device in enumerate(devices)}
    return Log(
        order=to_column([order]),
        shapes=[[*shape] for shape in shapes],
        columns=[to_column([each[key] for each in facts]) for shape, facts in shapes.items() for key in shape[1:]],
        times=to_column(times),
        devices=to_column([numbers[action["device"]] for action in actions]),
    )


def _shape(kind: Any, facts: Mapping[str, Any]) -> tuple[Any, ...]:
    keys = [*facts]
    if kind == "enter" and keys[:1] == ["step"] and isinstance(facts["step"], str):
        return (facts["step"], *keys[1:])
    return (KINDS.index(kind), *keys)


def from_log(log: Log, created: int, devices: Sequence[str], spend: Spend) -> list[dict[str, Any]]:
    """The actions; raises ValueError, LookupError, TypeError, AttributeError or OverflowError for what is no log."""
    (order,) = from_column(log.order, 1, spend)
    if len(order) > MAX_ACTIONS_READ:
        raise ValueError(len(order))
    facts = _facts(log, order, spend)
    times = from_column(log.times, len(order), spend)
    numbers = from_column(log.devices, len(order), spend)
    actions, before = [], created
    for shape, seconds, number in zip(order, times, numbers, strict=True):
        kind, each = next(facts[as_index(shape)])
        at = to_stamp(seconds, before)
        before += seconds if isinstance(seconds, int) else 0
        actions.append({"kind": kind, "at": at, "device": devices[as_index(number)], "facts": each})
    return actions


def _facts(log: Log, order: Sequence[int], spend: Spend) -> list[Iterator[tuple[Kind, dict[str, Any]]]]:
    """For each shape the kind and the facts of its actions."""
    counts, columns = Counter(order), iter(as_list(log.columns))
    found, keys_read = [], 0
    for number, shape in enumerate(as_list(log.shapes)):
        kind, start, keys = _read_shape(shape)
        spend(counts[number] * len(shape))
        values = [from_column(column, counts[number], spend) for _, column in zip(keys, columns, strict=False)]
        rows = zip(*values, strict=True) if keys else iter([()] * counts[number])
        found.append(iter([(kind, {**start, **dict(zip(keys, row, strict=True))}) for row in rows]))
        keys_read += len(keys)
    if keys_read != len(log.columns) or not all(counts[number] for number in range(len(found))):
        raise ValueError(log)
    return found


def _read_shape(shape: Any) -> tuple[Kind, dict[str, Any], list[str]]:
    """The kind of the actions of a shape, what their facts begin with, and their other keys."""
    named, *keys = as_list(shape)
    if isinstance(named, str):
        kind, start = KINDS[0], {"step": named}
    else:
        kind, start = KINDS[as_index(named)], {}
    every = [*start.values(), *keys]
    if any(not isinstance(each, str) or len(each) > LONGEST_KEY for each in every):
        raise ValueError(shape)
    if len({*start, *keys}) < len(every):
        raise ValueError(shape)
    return kind, start, keys
