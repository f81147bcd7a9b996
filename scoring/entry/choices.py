"""Fields with a choice of several: one of them, on or off, any number, a seat."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self

from scoring.entry.fields import Field, ListField, RefusedError, Schema, Seats, Speak, Value
from scoring.entry.typed import exact, quoted
from scoring.message import Message, Words, listed, say

if TYPE_CHECKING:
    from scoring.sheets.sheet import Sheet

NOBODY = "nobody"
BETWEEN_SIGNS = re.compile(r"[\s,、，\ufe0e\ufe0f]+")
"""What may be typed between signs, and what phones add to those of cards."""
DASHES = {ord(dash): "–" for dash in "-−—‐ー"}
LISTED = 20
"""The most choices that an error message lists; a whole pack of cards is more."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a field, with a sentence of help."""

    value: str
    label: Words
    help: Message | None = None


@dataclass(frozen=True, kw_only=True)
class Pick(Field):
    """A field with one of several choices."""

    kind: ClassVar[str] = "pick"
    choices: tuple[Choice, ...]

    def read_one(self, raw: object) -> str | bool:
        for choice in self.choices:
            if raw == choice.value:
                return choice.value
        raise RefusedError(_not_offered(raw, self.choices))

    def bounds(self) -> dict[str, object]:
        return {"choices": [choice.value for choice in self.choices]}

    def value_schema(self, *, speak: Speak) -> Schema:
        return _one_of(self.choices)

    def label_of(self, value: Value) -> Words:
        return self._chosen(value).label

    def _chosen(self, value: Value) -> Choice:
        word = self.written(value)
        return next(choice for choice in self.choices if choice.value == word)


ON_OFF = (Choice("on", say("On")), Choice("off", say("Off")))
YES_NO = (Choice("yes", say("Yes")), Choice("no", say("No")))


@dataclass(frozen=True, kw_only=True)
class Switch(Pick):
    """A field with two choices: a bool in the rules, one of two words in documents and on pages."""

    words: ClassVar[Mapping[bool, tuple[str, ...]]] = MappingProxyType(
        {True: ("on", "yes", "true"), False: ("off", "no", "false")}
    )

    def read_one(self, raw: object) -> bool:
        for value, words in self.words.items():
            if raw is value or raw in words:
                return value
        raise RefusedError(_not_offered(raw, self.choices))

    def written(self, value: Value) -> object:
        if not isinstance(value, bool):
            return super().written(value)
        return next(choice.value for choice in self.choices if choice.value in self.words[value])

    def value_schema(self, *, speak: Speak) -> Schema:
        return {"anyOf": [_one_of(self.choices), {"type": "boolean"}]}


@dataclass(frozen=True, kw_only=True)
class PickMany(Field):
    """A field with any number of choices; the value is a tuple in the order of the choices.

    With `some` an empty list means that nothing was entered. `of_seats`: the choices are seats, each as text.
    """

    kind: ClassVar[str] = "pick-many"
    choices: tuple[Choice, ...]
    some: bool = False
    of_seats: bool = False

    def is_empty(self, raw: object) -> bool:
        return super().is_empty(raw) or (self.some and isinstance(raw, list | tuple) and not raw)

    def read_one(self, raw: object) -> tuple[str, ...]:
        if isinstance(raw, str) or not isinstance(raw, Sequence):
            raise RefusedError(say("“{typed}” is not a list.", typed=quoted(raw)))
        offered = {choice.value for choice in self.choices}
        for value in raw:
            if not isinstance(value, str) or value not in offered:
                raise RefusedError(_not_offered(value, self.choices))
            if list(raw).count(value) > 1:
                raise RefusedError(say("“{typed}” was chosen twice.", typed=quoted(value)))
        return tuple(choice.value for choice in self.choices if choice.value in raw)

    def bounds(self) -> dict[str, object]:
        return {"choices": [choice.value for choice in self.choices], **({"some": True} if self.some else {})}

    def value_schema(self, *, speak: Speak) -> Schema:
        least = {"minItems": 1} if self.some and not self.optional else {}
        return {"type": "array", "items": _one_of(self.choices), "uniqueItems": True, **least}

    def label_of(self, value: Value) -> Words:
        assert isinstance(value, tuple), "several choices are a tuple"
        labels = tuple(choice.label for choice in self.choices if choice.value in value)
        return listed(*labels) if labels else say("none")

    def reseat_one(self, value: Any, seats: Seats) -> Any:
        if not self.of_seats or value is None:
            return value
        return sorted((str(seats.get(int(seat), int(seat))) for seat in value), key=int)


@dataclass(frozen=True, kw_only=True)
class PickList(ListField):
    """A list of `least` to `most` choices in an order, each as often as one likes.

    It is typed by the labels, which are one sign each, or the first letters of the choices' values; a dash is a dash.
    """

    kind: ClassVar[str] = "picks"
    between = " "
    choices: tuple[Choice, ...]
    least: int

    def read_one(self, raw: object) -> tuple[str, ...]:
        if isinstance(raw, str):
            signs = {sign: choice.value for choice in self.choices for sign in (str(choice.label), choice.value[0])}
            raw = [signs.get(sign, sign) for sign in BETWEEN_SIGNS.sub("", raw.casefold().translate(DASHES))]
        if not isinstance(raw, Sequence):
            raise RefusedError(say("“{typed}” is not a list.", typed=quoted(raw)))
        if not self.least <= len(raw) <= self.most:
            raise RefusedError(say("choose {least} to {most} of them.", least=self.least, most=self.most))
        offered = {choice.value for choice in self.choices}
        for value in raw:
            if not isinstance(value, str) or value not in offered:
                raise RefusedError(_not_offered(value, self.choices))
        return tuple(raw)

    def sign_of(self, value: str) -> str:
        return next(str(choice.label) for choice in self.choices if choice.value == value)

    def bounds(self) -> dict[str, object]:
        return {"choices": [choice.value for choice in self.choices], "least": self.least, "most": self.most}

    def value_schema(self, *, speak: Speak) -> Schema:
        return {"type": "array", "items": _one_of(self.choices), "minItems": self.least, "maxItems": self.most}

    def label_of(self, value: Value) -> Words:
        return self.to_text(value)


@dataclass(frozen=True, kw_only=True)
class SeatPick(Field):
    """A field with one of the seats in `among`, or NOBODY if `nobody` has a label for it.

    With `by_side` the seat stands for its whole side.
    """

    kind: ClassVar[str] = "seat"
    among: tuple[int, ...]
    nobody: Message | None = None
    by_side: bool = False

    def read_one(self, raw: object) -> int | str:
        if raw == NOBODY and self.nobody is not None:
            return NOBODY
        value = exact(raw)
        if value is None or value not in self.among:
            raise RefusedError(say("“{typed}” can’t be chosen here.", typed=quoted(raw)))
        return int(value)

    def refuse_missing(self, name: str = "") -> Message:
        if self.nobody is None or self.missing is not None:
            return super().refuse_missing(name)
        return say("{field}: choose a player, or “{nobody}”.", field=self.label, nobody=self.nobody)

    def bounds(self) -> dict[str, object]:
        return {"among": [*self.among, *([NOBODY] if self.nobody else [])]}

    def value_schema(self, *, speak: Speak) -> Schema:
        seat: Schema = {"type": "integer", "enum": [*self.among]}
        return {"anyOf": [seat, {"const": NOBODY}]} if self.nobody else seat

    def text_of(self, raw: object, sheet: Sheet[Any]) -> Words:
        try:
            seat = self.read_one(raw)
        except RefusedError:
            return quoted(raw)
        if isinstance(seat, str):
            return self.nobody or "–"
        return sheet.name_of_side(sheet.side_of(seat)) if self.by_side else sheet.name_at(seat)

    def reseat_one(self, value: Any, seats: Seats) -> Any:
        return seats.get(value, value) if isinstance(value, int) else value

    def for_seat(self, seat: int) -> Self:
        return replace(self, among=(seat,))


@dataclass(frozen=True, kw_only=True)
class SideOrder(Field):
    """A field with sides in an order, each by its first seat: two or more of `sides`, of whom a form asks for `level`.

    A form asks for each but the last by its label in `ranks`.
    """

    kind: ClassVar[str] = "order"
    sides: tuple[tuple[int, ...], ...]
    level: tuple[int, ...]
    ranks: tuple[Message, ...]

    def read_one(self, raw: object) -> tuple[int, ...]:
        if isinstance(raw, str) or not isinstance(raw, Sequence):
            raise RefusedError(say("“{typed}” is not a list.", typed=quoted(raw)))
        order: list[int] = []
        for typed in raw:
            first = next((side[0] for side in self.sides if exact(typed) in side), None)
            if first is None:
                raise RefusedError(say("“{typed}” can’t be chosen here.", typed=quoted(typed)))
            if first in order:
                raise RefusedError(say("“{typed}” was chosen twice.", typed=quoted(typed)))
            order.append(first)
        if len(order) < 2:
            raise RefusedError(say("choose at least two."))
        return tuple(order)

    def bounds(self) -> dict[str, object]:
        return {"among": [side[0] for side in self.sides]}

    def value_schema(self, *, speak: Speak) -> Schema:
        seat = {"type": "integer", "enum": [side[0] for side in self.sides]}
        return {"type": "array", "items": seat, "minItems": 2, "maxItems": len(self.sides), "uniqueItems": True}

    def text_of(self, raw: object, sheet: Sheet[Any]) -> Words:
        try:
            return listed(*(sheet.name_of_side(sheet.side_of(seat)) for seat in self.read_one(raw)))
        except RefusedError:
            return quoted(raw)

    def reseat_one(self, value: Any, seats: Seats) -> Any:
        return [seats.get(seat, seat) for seat in value]

    def inputs(self) -> Iterator[tuple[str, Field, int | None]]:
        for number, rank in enumerate(self.ranks[: len(self.level) - 1]):
            name = f"{self.name}-{number}"
            yield name, SeatPick(name=name, label=rank, among=self.level, by_side=True), None

    def from_inputs(self, value: Callable[[str, Field], object]) -> object:
        typed = [value(name, field) for name, field, _ in self.inputs()]
        if None in typed:
            return None
        return [*typed, *(seat for seat in self.level if str(seat) not in map(str, typed))]

    def to_inputs(self, raw: object) -> dict[str, object]:
        values = raw if isinstance(raw, Sequence) else ()
        return {name: value for (name, *_), value in zip(self.inputs(), values, strict=False)}


def _one_of(choices: tuple[Choice, ...]) -> Schema:
    return {"type": "string", "enum": [choice.value for choice in choices]}


def _not_offered(raw: object, choices: tuple[Choice, ...]) -> Message:
    for choice in choices:
        if raw == str(choice.label):
            return say("“{typed}” is written “{value}” here.", typed=quoted(raw), value=choice.value)
    if len(choices) > LISTED:
        return say("“{typed}” can’t be chosen here.", typed=quoted(raw))
    offered = tuple(choice.label for choice in choices)
    return say("“{typed}” can’t be chosen. Choose one of these: {offered}.", typed=quoted(raw), offered=offered)
