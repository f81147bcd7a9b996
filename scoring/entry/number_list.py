"""A field with a list of whole numbers: the hands of the deals that are left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from scoring.entry.fields import Field, RefusedError, Value
from scoring.entry.typed import exact, quoted, thousands
from scoring.message import Words, bare, say

NONE = "none"
"""What a form sends for an empty list, because nothing typed means that nothing was answered."""


@dataclass(frozen=True, kw_only=True)
class NumberList(Field):
    """Up to `most` whole numbers from `low` to `high`, as a list or as digits with commas or spaces between them."""

    kind: ClassVar[str] = "numbers"
    low: int
    high: int
    most: int

    def read_one(self, raw: object) -> tuple[int, ...]:
        if raw == NONE:
            return ()
        typed = re.split(r"[\s,、，]+", raw.strip()) if isinstance(raw, str) else raw
        if not isinstance(typed, Sequence):
            raise RefusedError(say("“{typed}” is not a list of numbers.", typed=quoted(raw)))
        if len(typed) > self.most:
            raise RefusedError(say("too many numbers. The maximum is {most}.", most=self.most))
        return tuple(self._number(each) for each in typed)

    def _number(self, typed: object) -> int:
        value = exact(typed)
        if value is None or value != int(value):
            raise RefusedError(thousands(typed) or say("“{typed}” is not a whole number.", typed=quoted(typed)))
        if not self.low <= value <= self.high:
            raise RefusedError(
                say("{number} can’t be chosen: from {low} to {high}.", number=str(value), low=self.low, high=self.high)
            )
        return int(value)

    def bounds(self) -> dict[str, object]:
        return {"low": self.low, "high": self.high, "most": self.most}

    def label_of(self, value: Value) -> Words:
        return bare("{listed}", listed=tuple(map(str, value))) if isinstance(value, tuple) else "–"
