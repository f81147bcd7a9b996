"""Fields: the typed, bounded values of an entry, and how each is read from input."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, TypeAlias

from scoring.entry.typed import exact, quoted, shortened, thousands
from scoring.message import Message, Points, Words, bare, decimal, plain, say
from scoring.text import showable, tidy

NOBODY = "nobody"
NOT_ASKED = say("{name} doesn’t enter anything here.")

Single: TypeAlias = int | Fraction | str | tuple[str, ...] | tuple[int, ...]
Record: TypeAlias = Mapping[str, Single]
Value: TypeAlias = "Single | tuple[Single | None, ...] | tuple[Record, ...] | None"


class RefusedError(Exception):
    """A value can't be read; `message` says why."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


class MissingError(RefusedError):
    """Nothing was entered; `message` is a whole sentence."""


class Own(StrEnum):
    """How each seat enters its own part of a field."""

    IN_TURN = "in-turn"
    """In the order of the seats, visible to all."""
    HIDDEN = "hidden"
    """All at once, hidden until everybody's is in."""
    ANY_TIME = "any-time"
    """In any order, visible to all."""
    LIVE = "live"
    """While the deal is played: changed as often as the cards are, visible to all."""


@dataclass(frozen=True, kw_only=True)
class Field:
    """One field of a step.

    `seats` are the seats asked, in the order in which the table speaks; the value is then a tuple with one place for
    each seat of the table, None where not asked. Without seats the value is single. `suggested` is the prefilled value
    in the same shape; `legacy_default` is what an empty optional field means. `missing` is the message where nothing
    was entered, `not_asked` where something was entered for a seat that is not asked; both take `{name}`, the player in
    that seat. `own` is how seats enter their own parts, see `scoring.entry.parts`; without it the keeper enters the
    field, and with `spare` the step may be written without it once all parts are in. A field with `own` and without
    `seats` has one value that any seat may enter for the table. `turns`: whatever is entered here changes what is asked
    next, so that the next step can't be shown before this one is written. `private`: only the seat itself sees its part
    before all are in. `unasked`: no page asks for it, and what is typed without it has the `suggested` value; recorded
    entries of earlier releases have none. `only_with` names the option and the value, as documents write it, without
    which an option has no effect.
    """

    kind: ClassVar[str]
    name: str = ""
    label: Message
    help: Message | None = None
    seats: tuple[int, ...] = ()
    optional: bool = False
    suggested: Value = None
    legacy_default: Value = None
    missing: Message | None = None
    not_asked: Message = NOT_ASKED
    own: Own | None = None
    spare: bool = False
    turns: bool = False
    private: bool = False
    unasked: bool = False
    only_with: tuple[str, str] | None = None

    def is_empty(self, raw: object) -> bool:
        """Whether nothing was typed."""
        return raw is None or (isinstance(raw, str) and not raw.strip())

    def read_one(self, raw: object) -> Single:
        """Read one value from input; raises RefusedError."""
        raise NotImplementedError

    def written(self, value: Value) -> object:
        """The value as documents write it."""
        return to_json(value)

    def bounds(self) -> dict[str, object]:
        """The limits of the value as JSON."""
        return {}

    def named(self, value: Value) -> Words:
        """The value where it stands without its label, so that it says what it is the value of.

        >>> str(Number(label=say("Target"), low=1, high=500).named(100))
        'Target: 100'
        """
        return bare("{option}: {value}", option=self.label, value=self.label_of(value))

    def label_of(self, value: Value) -> Words:
        """The label of a value beside the field's own label."""
        return str(self.written(value))

    def refuse_missing(self, name: str = "") -> Message:
        """The message for a missing value; `name` is the player's, where seats are asked."""
        if self.missing is not None:
            return self.missing.of(name=name)
        if name:
            return say("{name}, {field}: missing.", name=name, field=self.label)
        return say("{field}: missing.", field=self.label)


@dataclass(frozen=True, kw_only=True)
class Number(Field):
    """A whole number from `low` to `high`; `denominator` 2 allows halves, 100 hundredths.

    `total` is what the numbers of all seats must add up to, `not_total` what they may not, so that a page can show it
    early; the game's own rules check it. `out_of` is what a page shows the sum against. `known` is shown beside each
    seat (its bid). `counted`: the numbers grow one by one during the deal, so that each tap can count one. `names` are
    labels of single values, `unset` is the label of no value. `follows` names the field of the step before whose values
    are the `suggested` ones.
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
    follows: str = ""

    def read_one(self, raw: object) -> Points:
        value = exact(raw)
        if value is None or (value * self.denominator).denominator != 1:
            raise RefusedError(thousands(raw) or self._not_a_number(raw))
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

    def label_of(self, value: Value) -> Words:
        if value is None:
            return self.unset or "–"
        return plain(value) if isinstance(value, int | Fraction) else str(value)


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
            raise RefusedError(say("“{typed}” is not a seat you can choose here.", typed=quoted(raw)))
        return int(value)

    def bounds(self) -> dict[str, object]:
        return {"among": [*self.among, *([NOBODY] if self.nobody else [])]}


@dataclass(frozen=True, kw_only=True)
class Writing(Field):
    """A text field with at most `longest` characters."""

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
    """A field of up to `most` rows with the same fields; the value is a tuple of mappings.

    Rows left empty, or left as suggested, are dropped: a suggestion only saves typing. `one` is what a row is called.
    """

    kind: ClassVar[str] = "records"
    fields: tuple[Field, ...]
    most: int
    one: Message

    def bounds(self) -> dict[str, object]:
        return {"most": self.most}


def describe(field: Field, speak: Callable[[Words], str] = str) -> dict[str, object]:
    """The field as JSON: name, kind, translated label, seats in the order asked, limits, suggestion."""
    described: dict[str, object] = {"name": field.name, "kind": field.kind, "label": speak(field.label)}
    if field.seats:
        described["seats"] = list(field.seats)
    if field.optional:
        described["optional"] = True
    if field.suggested is not None:
        described["suggested"] = field.written(field.suggested)
    if field.legacy_default not in (None, field.suggested):
        described["unsaid"] = field.written(field.legacy_default)
    if isinstance(field, Records):
        described["fields"] = [describe(each, speak) for each in field.fields]
    return described | field.bounds()


def to_json(value: Value | Record) -> object:
    """A value as JSON: whole numbers as numbers, others as exact decimal text, tuples as lists."""
    if value is None or isinstance(value, (int, str)):  # most are, and isinstance of Mapping is slow
        return value
    if isinstance(value, tuple):
        return [to_json(each) for each in value]
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else decimal(value)
    return {name: to_json(each) for name, each in value.items()}
