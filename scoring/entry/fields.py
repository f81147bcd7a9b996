"""Fields: the typed, bounded values of an entry, and how each is read from input."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from scoring.entry.typed import exact_terms, quoted, shortened, unclear
from scoring.errors import Problem, ScoringError
from scoring.message import Message, Points, Words, as_points, bare, decimal, plain, say
from scoring.text import showable, tidy

if TYPE_CHECKING:
    from scoring.sheets.sheet import Sheet

NOT_ASKED = say("{name} doesn’t enter anything here.")
NOT_A_NUMBER = say("“{typed}” is not a number.")
NO_PARTS = {
    1: say("“{typed}” is not a whole number."),
    2: say("“{typed}” is not a whole number or a half."),
    10: say("“{typed}” is not a whole number or one with one decimal."),
}
"""The message for a value that is no such number, by denominator."""

Single: TypeAlias = int | Fraction | str | tuple[str, ...] | tuple[int, ...]
Record: TypeAlias = Mapping[str, Single]
Value: TypeAlias = "Single | tuple[Single | None, ...] | tuple[Record, ...] | None"
Seats: TypeAlias = Mapping[int, int]
"""The new seat of each old one; a seat that is left out has none."""
Schema: TypeAlias = dict[str, Any]
"""A JSON Schema (2020-12)."""
Speak: TypeAlias = Callable[[Words], str]
"""Translates words into the reader's language; `str` gives English."""

DIGITS = r"^-?[0-9]{1,12}(\.[0-9]{1,6})?$"
DIGITS_OR_NOTHING = rf"^$|{DIGITS}"
NULL: Schema = {"type": "null"}
"""The same as leaving the field out. Forms leave it empty, which a document never writes."""


class RefusedError(ScoringError):
    """A value can't be read; `message` says why, after the label of the field or as a whole sentence."""

    def __init__(self, message: Message, *, is_sentence: bool = False) -> None:
        self.message = message
        self.is_sentence = is_sentence
        super().__init__(str(message))


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
    each seat of the table, None where not asked. Without seats the value is single. `singular` is the label of one
    seat's value, where `label` is that of all. `suggested` is the prefilled value in the same shape; `legacy_default`
    is what an empty optional field means. `missing` is the message where nothing was entered; it takes `{name}`, the
    player in that seat. `own` is how seats enter it themselves, see `scoring.entry.pending`; without it the keeper
    enters the field, and with `spare` the step may be written without it once all of them have. A field with `own` and
    without `seats` has one value that any seat may enter for the table. `turns`: whatever is entered here changes what
    is asked next, so that the next step can't be shown before this one is written. `private`: only the seat itself sees
    its part before all are in. `unasked`: no page asks for it, and what is typed without it has the `suggested` value;
    recorded entries of earlier releases have none.

    Of a house rule, `of_kind` says that it changes how high totals get, so that only totals under the same value can be
    compared; `only_with` names the option and the value, as documents write it, without which it has no effect;
    `sparse` that documents and keys of kinds have it only where it is not the `legacy_default`, as before it existed.
    """

    kind: ClassVar[str]
    absent: ClassVar[Any] = None
    """What stands for a value that is not there, in what is read and in what comes of it."""
    name: str = ""
    label: Words
    singular: Message | None = None
    help: Message | None = None
    seats: tuple[int, ...] = ()
    optional: bool = False
    suggested: Value = None
    legacy_default: Value = None
    missing: Message | None = None
    own: Own | None = None
    spare: bool = False
    turns: bool = False
    private: bool = False
    unasked: bool = False
    of_kind: bool = False
    only_with: tuple[str, str] | None = None
    sparse: bool = False

    @property
    def of_one(self) -> Words:
        """The label of one seat's value."""
        return self.singular or self.label

    @property
    def required(self) -> bool:
        """Whether an entry lacks something without it."""
        return not self.optional

    def is_empty(self, raw: object) -> bool:
        """Whether nothing was typed."""
        return is_empty(raw)

    def read_one(self, raw: object) -> Single:
        """Read one value from input; raises RefusedError."""
        raise NotImplementedError

    def read(self, raw: object, players: Sequence[str], problems: list[Problem]) -> Value:
        """Read the value from input, `absent` for nothing; adds the problems of single seats, else raises RefusedError.

        `players` are the names by seat, for a field that is asked seat by seat.
        """
        if not self.seats:
            if not self.is_empty(raw):
                return self.read_one(raw)
            if self.optional:
                return self.absent  # type: ignore[no-any-return]
            raise RefusedError(self.refuse_missing(), is_sentence=True)
        raw = [] if raw is None else raw
        if isinstance(raw, str) or not isinstance(raw, Sequence) or len(raw) > len(players):
            raise RefusedError(say("must be a list with one value for each of the {n} seats.", n=len(players)))
        values: list[Single | None] = []
        for seat, name in enumerate(players):
            typed, value = raw[seat] if seat < len(raw) else None, None
            if seat not in self.seats:
                if not is_empty(typed):
                    problems.append(Problem(self.name, seat, NOT_ASKED.of(name=name)))
            elif self.is_empty(typed):
                if not self.optional:
                    problems.append(Problem(self.name, seat, self.refuse_missing(name)))
            else:
                try:
                    value = self.read_one(typed)
                except RefusedError as refused:
                    text = bare("{name}, {field}: {problem}", name=name, field=self.label, problem=refused.message)
                    problems.append(Problem(self.name, seat, text))
            values.append(value)
        return tuple(values) if any(value is not None for value in values) else None

    def written(self, value: Value) -> object:
        """The value as documents write it."""
        return to_json(value)

    def to_text(self, raw: object) -> str:
        """A value as it stands in one input, however it is written or was typed: equal ones alike."""
        written = self.written(raw)  # type: ignore[arg-type]
        return "" if written is None else str(written)

    def bounds(self) -> dict[str, object]:
        """The limits of the value as JSON."""
        return {}

    def describe(self, speak: Speak = str) -> dict[str, object]:
        """The field as JSON: name, kind, translated label, seats in the order asked, limits, suggestion."""
        described: dict[str, object] = {"name": self.name, "kind": self.kind, "label": speak(self.label)}
        if self.seats:
            described["seats"] = list(self.seats)
        if self.optional:
            described["optional"] = True
        if self.suggested is not None:
            described["suggested"] = self.written(self.suggested)
        if self.legacy_default not in (None, self.suggested):
            described["unsaid"] = self.written(self.legacy_default)
        return described | self.bounds()

    def schema(self, *, seats: int, speak: Speak = str) -> Schema:
        """The JSON Schema of what a document writes: a value, or for seats a list in seat order, null where not asked.

        Numbers are numbers, not the digits of a form; the values of an `enum` are all of one type, as code generators
        need it. `seats` is the number of seats at the table.
        """
        schema = self.value_schema(speak=speak)
        if self.seats:
            asked = or_null(schema) if self.optional else schema
            places = [asked if seat in self.seats else NULL for seat in range(seats)]
            # Empty values at the end may be left out, up to the last seat that must answer.
            least = 0 if self.optional else max(self.seats) + 1
            schema = {"type": "array", "prefixItems": places, "items": False, "minItems": least, "maxItems": seats}
        if not self.required:
            schema = or_null(schema)
        return {
            "title": speak(self.label),
            **schema,
            **({"description": speak(self.help)} if self.help else {}),
        }

    def value_schema(self, *, speak: Speak) -> Schema:
        """The JSON Schema of one value."""
        raise NotImplementedError

    def named(self, value: Value) -> Words:
        """The value where it stands without its label, so that it says what it is the value of.

        >>> str(Number(label=say("Target"), low=1, high=500).named(100))
        'Target: 100'
        """
        return bare("{option}: {value}", option=self.label, value=self.label_of(value))

    def label_of(self, value: Value) -> Words:
        """The label of a value beside the field's own label."""
        return str(self.written(value))

    def text_of(self, raw: object, sheet: Sheet[Any]) -> Words:
        """One value of an entry as text; what can't be read is quoted."""
        try:
            return self.label_of(self.read_one(raw))
        except RefusedError:
            return quoted(raw)

    def texts(self, raw: object, sheet: Sheet[Any]) -> tuple[Words, ...]:
        """The field of an entry as texts: "Ann 2", "Ben 1"; empty values are left out."""
        if not self.seats:
            return () if self.is_empty(raw) else (self.text_of(raw, sheet),)
        values = by_seat(raw, sheet.table.seats)
        return tuple(
            bare("{name} {value}", name=sheet.table.players[seat], value=self.text_of(values[seat], sheet))
            for seat in self.seats
            if not self.is_blank(values[seat])
        )

    def changes(self, before: object, after: object, sheet: Sheet[Any]) -> tuple[Words, ...]:
        """How two values of the field differ, as texts: "Ben 2 → 3"."""
        if not self.seats:
            old, new = (self.texts(value, sheet) or "–" for value in (before, after))
            return (bare("{before} → {after}", before=old, after=new),)
        was, now = by_seat(before, sheet.table.seats), by_seat(after, sheet.table.seats)
        return tuple(
            bare(
                "{name} {before} → {after}",
                name=sheet.table.players[seat],
                before="–" if self.is_empty(was[seat]) else self.text_of(was[seat], sheet),
                after="–" if self.is_empty(now[seat]) else self.text_of(now[seat], sheet),
            )
            for seat in self.seats
            if was[seat] != now[seat]
        )

    def is_blank(self, raw: object) -> bool:
        """Whether there is nothing to show; an empty list may still be an answer."""
        return self.is_empty(raw) or raw in ([], ())

    def reseat(self, value: Any, seats: Seats) -> Any:
        """The value as a document writes it, with everybody at their new seat; other seats stay."""
        if not self.seats:
            return self.reseat_one(value, seats)
        turned: list[Any] = list(value)
        for seat, each in enumerate(value):
            turned[seats.get(seat, seat)] = self.reseat_one(each, seats)
        return turned

    def reseat_one(self, value: Any, seats: Seats) -> Any:
        """One value, with everybody whom it names at their new seat."""
        return value

    def for_seat(self, seat: int) -> Self:
        """The field as a seat enters it by itself."""
        if not self.seats:
            return self
        suggested = self.suggested
        if isinstance(suggested, tuple):
            suggested = tuple(each if at == seat else None for at, each in enumerate(suggested))  # type: ignore[assignment]
        return replace(self, seats=(seat,), suggested=suggested)

    def inputs(self) -> Iterator[tuple[str, Field, int | None]]:
        """The inputs of a form that ask for it: the name, the field that it is of, and the seat."""
        yield from ((input_name(self.name, seat), self, seat) for seat in self.seats or (None,))

    def from_inputs(self, value: Callable[[str, Field], object]) -> object:
        """The input that `read` expects, from what was typed into each of `inputs`."""
        if not self.seats:
            return value(self.name, self)
        typed: list[object] = [None] * (max(self.seats) + 1)
        for seat in self.seats:
            typed[seat] = value(input_name(self.name, seat), self)
        return typed

    def to_inputs(self, raw: object) -> dict[str, object]:
        """The reverse: what stands in each of `inputs`."""
        if not self.seats:
            return {self.name: raw}
        values = by_seat(raw, range(max(self.seats) + 1))
        return {input_name(self.name, seat): values[seat] for seat in self.seats}

    def refuse_missing(self, name: str = "") -> Message:
        """The message for a missing value; `name` is the player's, where seats are asked."""
        if self.missing is not None:
            return self.missing.of(name=name)
        if name:
            return missing(name, self.of_one)
        return say("{field}: missing.", field=self.label)


@dataclass(frozen=True, kw_only=True)
class Number(Field):
    """A whole number from `low` to `high`; `denominator` 2 allows halves, 10 tenths.

    `total` is what the numbers of all seats must add up to, `not_total` what they may not, so that a page can show it
    early; the game's own rules check it. `out_of` is what a page shows the sum against. `known` is shown beside each
    seat (its bid). `counted`: the numbers grow one by one during the deal, so that each tap can count one. `names` are
    labels of single values, `unset` is the label of no value, `of_length` the length of a game that a value `n` makes.
    `follows` names the field of the step before whose values are the `suggested` ones. `sums`: numbers with + and −
    between them may be typed, of which the field has the sum; `steps` are numbers that keys of the page add to it.
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
    of_length: Message | None = None
    follows: str = ""
    sums: bool = False
    steps: tuple[int, ...] = ()

    def read_one(self, raw: object) -> Points:
        terms = exact_terms(raw)
        allowed = len(terms) == 1 or (self.sums and terms)
        if not allowed or any((term * self.denominator).denominator != 1 for term in terms):
            no_number = NO_PARTS.get(self.denominator, NOT_A_NUMBER)
            raise RefusedError(unclear(raw) or no_number.of(typed=quoted(raw)))
        value = as_points(sum(terms))
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

    def value_schema(self, *, speak: Speak) -> Schema:
        whole: Schema = {"type": "integer", "minimum": self.low, "maximum": self.high}
        return whole if self.denominator == 1 else {"anyOf": [whole, {"type": "string", "pattern": DIGITS_OR_NOTHING}]}

    def named(self, value: Value) -> Words:
        return self.of_length.of(n=value) if self.of_length and isinstance(value, int) else super().named(value)

    def label_of(self, value: Value) -> Words:
        if value is None:
            return self.unset or "–"
        text = plain(value) if isinstance(value, int | Fraction) else str(value)
        return next((name for number, name in self.names if number == value), text)

    def for_seat(self, seat: int) -> Self:
        field = super().for_seat(seat)
        return replace(field, total=None, out_of=None, not_total=None) if self.seats else field


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
            raise RefusedError(self.refuse_missing(), is_sentence=True)
        if len(text) > self.longest:
            raise RefusedError(say("too long. The maximum is {most} characters.", most=self.longest))
        if not showable(text):
            raise RefusedError(say("some characters can’t be displayed."))
        return text

    def bounds(self) -> dict[str, object]:
        return {"longest": self.longest}

    def value_schema(self, *, speak: Speak) -> Schema:
        return {"type": "string", "minLength": 0 if self.optional else 1, "maxLength": self.longest}


NONE = "none"
"""What a form sends for an empty list, because nothing typed means that nothing was answered."""


@dataclass(frozen=True, kw_only=True)
class ListField(Field):
    """A field whose value is a list of up to `most` values, `between` which its text has a separator."""

    between: ClassVar[str]
    most: int

    def to_text(self, raw: object) -> str:
        try:
            return self.between.join(map(self.sign_of, () if is_empty(raw) else self.read_one(raw)))
        except RefusedError:
            return str(raw)

    def read_one(self, raw: object) -> tuple[Any, ...]:
        raise NotImplementedError

    def sign_of(self, value: Any) -> str:
        """One value in the text."""
        return str(value)


@dataclass(frozen=True, kw_only=True)
class NumberList(ListField):
    """Up to `most` whole numbers from `low` to `high`, as a list or as digits with commas or spaces between them."""

    kind: ClassVar[str] = "numbers"
    between = ", "
    low: int
    high: int

    def read_one(self, raw: object) -> tuple[int, ...]:
        if raw == NONE:
            return ()
        typed = re.split(r"[\s,、，]+", raw.strip()) if isinstance(raw, str) else raw
        if not isinstance(typed, Sequence):
            raise RefusedError(say("“{typed}” is not a list.", typed=quoted(raw)))
        if len(typed) > self.most:
            raise RefusedError(say("too many. The maximum is {most}.", most=self.most))
        each = Number(label=self.label, low=self.low, high=self.high)
        return tuple(int(each.read_one(number)) for number in typed)

    def bounds(self) -> dict[str, object]:
        return {"low": self.low, "high": self.high, "most": self.most}

    def value_schema(self, *, speak: Speak) -> Schema:
        number = {"type": "integer", "minimum": self.low, "maximum": self.high}
        return {"type": "array", "items": number, "maxItems": self.most}

    def label_of(self, value: Value) -> Words:
        assert isinstance(value, Sequence), "a list of numbers"
        return bare("{listed}", listed=tuple(str(each).replace("-", "−") for each in value)) if value else say("none")


def missing(name: str, field: Words) -> Message:
    """The message that a player's value is missing."""
    return say("{name}: {field} missing.", name=name, field=field)


def input_name(name: str, seat: int | None) -> str:
    """The name of an input of a field, for a seat or for the table; problems are shown at it."""
    return name if seat is None else f"{name}-{seat}"


def by_seat(raw: object, seats: range) -> list[object]:
    """A value for each of the seats, None where there is none."""
    values = raw if isinstance(raw, list | tuple) else ()
    return [values[seat] if seat < len(values) else None for seat in seats]


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [*schema.get("anyOf", [schema]), NULL]}


def is_empty(raw: object) -> bool:
    """Whether nothing was typed."""
    return raw is None or (isinstance(raw, str) and not raw.strip())


def to_json(value: Value | Record) -> object:
    """A value as JSON: whole numbers as numbers, others as exact decimal text, tuples as lists."""
    if value is None or isinstance(value, (int, str)):  # most are, and isinstance of Mapping is slow
        return value
    if isinstance(value, tuple):
        return [to_json(each) for each in value]
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else decimal(value)
    return {name: to_json(each) for name, each in value.items()}
