"""What can be asked: typed, bounded fields, and how each is read from what somebody typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar, TypeAlias

from scoring.entry.typed import exact, quoted, shortened
from scoring.message import Message, Points, Words, decimal, plain, say
from scoring.text import showable, tidy

NOBODY = "nobody"
NOT_ASKED = say("{name} doesn’t enter anything here.")
LISTED = 20
"""More choices than these, such as a whole pack of cards, are not listed in a message."""

Single: TypeAlias = int | Fraction | str | tuple[str, ...]
Record: TypeAlias = Mapping[str, Single]
Value: TypeAlias = "Single | tuple[Single | None, ...] | tuple[Record, ...] | None"


class RefusedError(Exception):
    """One value cannot be read; `message` says why."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


class MissingError(RefusedError):
    """Nothing was entered; `message` is a whole sentence."""


class Own(StrEnum):
    """How each seat says its own part of a field, where it can say it for itself."""

    IN_TURN = "in-turn"
    """One after the other in the order of the seats, and everybody hears it."""
    HIDDEN = "hidden"
    """All at once: nobody's is known before everybody's is in."""
    ANY_TIME = "any-time"
    """Whoever is first, and everybody hears it."""


@dataclass(frozen=True, kw_only=True)
class Field:
    """One thing that is asked.

    `seats` are the seats asked, in the order in which the table says them; the value is then a tuple with one
    place a seat of the table, None where not asked. With no seats it is asked once, and the value stands alone.
    `suggested` is what the table most likely says, in the same shape; `unsaid` is what an optional field means where
    nobody says anything. `missing` is said where nothing was entered, and
    `not_asked` where something was entered for a seat that is not asked; both of `{name}`, the player in that seat.
    `own` is how each of the seats says its part for itself, see `scoring.entry.parts`; a field that is no
    seat's own is the keeper's, and `spare` where a step is written without it once the seats have said theirs.
    """

    kind: ClassVar[str]
    name: str = ""
    label: Message
    help: Message | None = None
    seats: tuple[int, ...] = ()
    optional: bool = False
    suggested: Value = None
    unsaid: Value = None
    missing: Message | None = None
    not_asked: Message = NOT_ASKED
    own: Own | None = None
    spare: bool = False

    def is_empty(self, raw: object) -> bool:
        """Nothing was typed."""
        return raw is None or (isinstance(raw, str) and not raw.strip())

    def read_one(self, raw: object) -> Single:
        """One value from what was typed; raises RefusedError."""
        raise NotImplementedError

    def written(self, value: Value) -> object:
        """A value as documents write it."""
        return to_json(value)

    def bounds(self) -> dict[str, object]:
        """The limits of a value, ready for JSON."""
        return {}

    def refuse_missing(self, name: str = "") -> Message:
        """That nothing was entered: for the player of this name, where it is asked seat by seat."""
        if self.missing is not None:
            return self.missing.of(name=name)
        if name:
            return say("{name}, {field}: missing.", name=name, field=self.label)
        return say("{field}: missing.", field=self.label)


@dataclass(frozen=True, kw_only=True)
class Number(Field):
    """A whole number from `low` to `high`; with `denominator` 2 halves too, with 100 hundredths.

    `total` is what the numbers of all seats must add up to, `not_total` what they may not, so that a page can
    show it early; the game's own rules refuse it. `out_of` is what a page shows their sum against. `known` is
    what stands beside each seat (its bid). `counted`: they grow one by one while the deal is played, so that a
    tap can count each. `names` are values with a name of their own, `unset` says what no value
    means.
    """

    kind: ClassVar[str] = "number"
    low: int
    high: int
    denominator: int = 1
    total: int | None = None
    not_total: int | None = None
    out_of: int | None = None
    known: tuple[Message, ...] = ()
    counted: bool = False
    names: tuple[tuple[int, Message], ...] = ()
    unset: Message | None = None

    def read_one(self, raw: object) -> Points:
        value = exact(raw)
        if value is None or (value * self.denominator).denominator != 1:
            raise RefusedError(self._not_a_number(raw))
        if value < self.low:
            raise RefusedError(
                say("{number} is too low. The minimum is {low}.", number=shortened(value), low=plain(self.low))
            )
        if value > self.high:
            raise RefusedError(
                say("{number} is too high. The maximum is {high}.", number=shortened(value), high=plain(self.high))
            )
        return value

    def bounds(self) -> dict[str, object]:
        limits: dict[str, object] = {"low": self.low, "high": self.high}
        if self.denominator != 1:
            limits["parts"] = self.denominator
        if self.total is not None:
            limits["total"] = self.total
        if self.not_total is not None:
            limits["not_total"] = self.not_total
        return limits

    def _not_a_number(self, raw: object) -> Message:
        if self.denominator == 1:
            return say("“{typed}” is not a whole number.", typed=quoted(raw))
        if self.denominator == 2:
            return say("“{typed}” is not a whole number or a half.", typed=quoted(raw))
        return say("“{typed}” is not a number.", typed=quoted(raw))


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the things that can be chosen, with the sentence that explains it."""

    value: str
    label: Words
    help: Message | None = None


@dataclass(frozen=True, kw_only=True)
class Pick(Field):
    """One of these."""

    kind: ClassVar[str] = "pick"
    choices: tuple[Choice, ...]

    def read_one(self, raw: object) -> str | bool:
        for choice in self.choices:
            if raw == choice.value:
                return choice.value
        raise RefusedError(_not_offered(raw, self.choices))

    def bounds(self) -> dict[str, object]:
        return {"choices": [choice.value for choice in self.choices]}

    def label_of(self, value: Value) -> Words:
        """The words of a chosen value."""
        word = self.written(value)
        return next(choice.label for choice in self.choices if choice.value == word)


ON_OFF = (Choice("on", say("On")), Choice("off", say("Off")))
YES_NO = (Choice("yes", say("Yes")), Choice("no", say("No")))


@dataclass(frozen=True, kw_only=True)
class Switch(Pick):
    """One of two: true or false to the rules, one of its two words in documents and on pages."""

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


@dataclass(frozen=True, kw_only=True)
class PickMany(Field):
    """Any of these, none included; the value is a tuple in the order of the choices.

    With `some` none is not included: an empty list is a field left empty.
    """

    kind: ClassVar[str] = "pick-many"
    choices: tuple[Choice, ...]
    some: bool = False

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


@dataclass(frozen=True, kw_only=True)
class SeatPick(Field):
    """One of the seats in `among`, or nobody where `nobody` says what that means.

    With `by_side` a seat stands for its whole side: the team is asked, not one player of it.
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
            raise RefusedError(say("“{typed}” is not a seat you can choose here.", typed=quoted(raw)))
        return int(value)

    def bounds(self) -> dict[str, object]:
        return {"among": [*self.among, *([NOBODY] if self.nobody else [])]}


@dataclass(frozen=True, kw_only=True)
class Writing(Field):
    """Free words, at most `longest` characters."""

    kind: ClassVar[str] = "writing"
    longest: int

    def read_one(self, raw: object) -> str:
        if not isinstance(raw, str):
            raise RefusedError(say("“{typed}” is not text.", typed=quoted(raw)))
        text = tidy(raw)
        if not text:
            raise MissingError(self.refuse_missing())
        if len(text) > self.longest:
            raise RefusedError(say("too long. The maximum is {most} characters.", most=self.longest))
        if not showable(text):
            raise RefusedError(say("some characters can’t be displayed."))
        return text

    def bounds(self) -> dict[str, object]:
        return {"longest": self.longest}


@dataclass(frozen=True, kw_only=True)
class Records(Field):
    """Up to `most` rows of the same fields, none included; the value is a tuple of mappings.

    A row left wholly empty is no row, nor is one left as it was suggested: what is filled in there only saves typing.
    `one` is what a row is called.
    """

    kind: ClassVar[str] = "records"
    fields: tuple[Field, ...]
    most: int
    one: Message

    def bounds(self) -> dict[str, object]:
        return {"most": self.most}


def describe(field: Field, speak: Callable[[Words], str] = str) -> dict[str, object]:
    """The field as JSON: name, kind, label in the reader's language, seats in the table's order, limits, suggestion."""
    described: dict[str, object] = {"name": field.name, "kind": field.kind, "label": speak(field.label)}
    if field.seats:
        described["seats"] = list(field.seats)
    if field.optional:
        described["optional"] = True
    if field.suggested is not None:
        described["suggested"] = field.written(field.suggested)
    if field.unsaid not in (None, field.suggested):
        described["unsaid"] = field.written(field.unsaid)
    if isinstance(field, Records):
        described["fields"] = [describe(each, speak) for each in field.fields]
    return described | field.bounds()


def to_json(value: Value | Record) -> object:
    """A value as JSON: whole numbers as numbers, others as exact decimal text, tuples as lists."""
    if value is None or isinstance(value, (int, str)):  # most are, and a mapping is slow to tell
        return value
    if isinstance(value, tuple):
        return [to_json(each) for each in value]
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else decimal(value)
    return {name: to_json(each) for name, each in value.items()}


def _not_offered(raw: object, choices: tuple[Choice, ...]) -> Message:
    if len(choices) > LISTED:
        return say("“{typed}” can’t be chosen here.", typed=quoted(raw))
    offered = tuple(choice.label for choice in choices)
    return say("“{typed}” can’t be chosen. Choose one of these: {offered}.", typed=quoted(raw), offered=offered)
