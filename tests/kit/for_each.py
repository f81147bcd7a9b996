"""One test for many values, where a test for each would cost more than what it asks."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any


def for_each(name: str, values: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a test with each value for a parameter in turn; a failure says with which.

    Several names, with commas between them, take a tuple each.
    """
    names, given = [each.strip() for each in name.split(",")], tuple(values)

    def within_one(test: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(test)

        @wraps(test)
        def in_turn(**others: Any) -> None:
            for value in given:
                parts = value if len(names) > 1 else (value,)
                try:
                    test(**others, **dict(zip(names, parts, strict=True)))
                except BaseException as error:
                    error.add_note(f"with {name} = {value!r}")
                    raise

        # pytest asks the signature for what it is to give.
        asked = [each for each in signature.parameters.values() if each.name not in names]
        in_turn.__signature__ = signature.replace(parameters=asked)  # type: ignore[attr-defined]
        return in_turn

    return within_one
