"""Forms as pages show them: inputs with what was typed or suggested, and what is wrong with it; they know no rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from scoring.entry.choices import Pick
from scoring.entry.fields import Field, RefusedError, input_name, to_json
from scoring.entry.reading import Records
from scoring.errors import Problem
from scoring.sheets.values import Ask
from web.i18n.translate import translated
from web.identity.visitor import new_key


@dataclass
class Input:
    """One input: of a `field` of the rules, for a `seat` or the table; `laid` where it is hidden already.

    A value that was not sent is None, never the suggested one: it must not count as an answer.
    """

    name: str
    data: Any = None
    field: Field | None = None
    seat: int | None = None
    id: str = ""
    errors: list[str] = dataclasses.field(default_factory=list)
    laid: bool = False

    def says(self, value: object) -> bool:
        """Whether this is the typed or suggested value, or one of several; None is ""."""
        if self.field is not None and self.field.kind == "pick-many":
            return str(value) in (self.data or ())
        return str(value) == ("" if self.data is None else str(self.data))

    @property
    def value(self) -> Any:
        """The value as the field reads it; None where it is invalid."""
        with suppress(RefusedError):
            return self.field.read_one(self.data) if self.field else None
        return None


class FormProblem(str):
    """A problem of no single input as text; `of` is the common prefix of the names of its inputs."""

    of: str = ""


class Form:
    """The inputs of a form by name, filled with what was typed, else with what is given.

    `prefix` stands before the names in the page; `sent` tells that this was typed.
    """

    def __init__(
        self,
        inputs: Iterable[str | Input],
        *,
        typed: MultiDict[str, str] | None = None,
        given: Mapping[str, object] | None = None,
        prefix: str = "",
    ) -> None:
        self.sent, self.prefix = typed is not None, prefix
        self.by_name: dict[str, Field] = {}
        self._inputs: dict[str, Input] = {}
        for each in inputs:
            bound = Input(each) if isinstance(each, str) else each
            self._inputs[bound.name] = bound
            bound.data = (given or {}).get(bound.name, bound.data)
            bound.name = f"{prefix}{bound.name}"
            bound.id = bound.id or bound.name
            if typed is not None:
                bound.data = _typed_value(bound.field, typed.getlist(bound.name))

    def __getitem__(self, name: str) -> Input:
        return self._inputs[name]

    def __contains__(self, name: str) -> bool:
        return name in self._inputs

    def __iter__(self) -> Iterator[Input]:
        return iter(self._inputs.values())

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields of the step."""
        return tuple(self.by_name.values())

    @property
    def signs(self) -> tuple[Pick, ...]:
        """The fields of a few signs, which stand in the strip: they are seen there from the first tap to the last."""
        return tuple(field for field in self.fields if isinstance(field, Pick) and field.spare)

    def is_filled(self, asked: Records) -> bool:
        """Whether anything was typed or is wrong in the rows of a records field."""
        return any(bound.data or bound.errors for row in self.rows(asked) for bound in row.values())

    @property
    def errors(self) -> list[str]:
        return [error for each in self for error in each.errors]

    def inputs(self, field: Field) -> list[Input]:
        """The inputs of a field, in seat order."""
        return [self[input_name(field.name, seat)] for seat in field.seats or (None,)]

    def by_seat(self, field: Field) -> dict[int, Input]:
        """The inputs of a field that is asked by seat."""
        return {seat: self[input_name(field.name, seat)] for seat in field.seats}

    def of_seat(self, seat: int, names: Iterable[str]) -> list[Input]:
        """The inputs of a seat for the fields of these names."""
        return [self[input_name(name, seat)] for name in names]

    def rows(self, field: Records) -> list[dict[str, Input]]:
        """The inputs of a records field, by row and name."""
        return [
            {each.name: self[field.input_name(row, each.name)] for each in field.fields} for row in range(field.most)
        ]

    def lay(self, laid: Mapping[int, Collection[str]]) -> None:
        """Mark the inputs that have hidden pending input, unless something was typed there."""
        for field in self.fields:
            for seat, bound in self.by_seat(field).items():
                if field.name in laid.get(seat, ()) and not (self.sent and bound.data not in (None, "")):
                    bound.data, bound.laid = None, True

    def take(self, shown: Mapping[int, Mapping[str, object]], laid: Mapping[int, Collection[str]]) -> None:
        """Replace typed values by the pending input of seats."""
        for field in self.fields:
            for seat, bound in self.by_seat(field).items():
                if field.name in shown.get(seat, {}):
                    bound.data = shown[seat][field.name]
                elif field.name in laid.get(seat, ()):
                    bound.data = None
            if not field.seats and (found := [own[field.name] for own in shown.values() if field.name in own]):
                self[field.name].data = found[0]

    def read(self, fields: Iterable[Field]) -> dict[str, object]:
        """The raw values of fields by name; a list in seat order for those that are asked by seat."""
        return {each.name: each.from_inputs(lambda name, _: self[name].data) for each in fields}

    def raw(self) -> dict[str, object]:
        """The raw entry, as `scoring.core` reads it."""
        return {"step": self["step"].data} | self.read(self.fields)

    def refuse(self, problems: Iterable[Problem]) -> list[str]:
        """Add each problem to its input; returns those without one."""
        general: list[str] = []
        for problem in problems:
            name = problem.field if problem.seat is None else f"{problem.field}-{problem.seat}"
            if name in self and name not in HIDDEN_INPUTS:
                self[name].errors.append(translated(problem.message))
            else:
                text = FormProblem(translated(problem.message))
                text.of = f"{self.prefix}{problem.field}"
                general.append(text)
        return general


HIDDEN_INPUTS = ("step", "position", "key")
"""What the form of a step sends beside its fields: the step, the position that was seen, an idempotency key."""


def form_for(
    ask: Ask,
    *,
    position: int,
    entry: Mapping[str, object] | None = None,
    typed: MultiDict[str, str] | None = None,
    prefix: str = "",
) -> Form:
    """The form of an ask, filled with what was typed, else the given entry, else the suggestions.

    Those are as well what a seat has that an entry lacks, since its player came after it.
    """
    given: dict[str, object] = {}
    for each in ask.fields:
        suggested = each.to_inputs(to_json(each.suggested))
        entered = each.to_inputs(entry.get(each.name)) if entry else suggested
        asks_newcomers = each.seats and each.required
        given |= {
            name: suggested.get(name) if value is None and asks_newcomers else value for name, value in entered.items()
        }
    inputs = (Input(name, field=field, seat=seat) for each in ask.fields for name, field, seat in each.inputs())
    form = Form([*HIDDEN_INPUTS, *inputs], typed=typed, given=given, prefix=prefix)
    form.by_name = {each.name: each for each in ask.fields}
    for name, value in zip(HIDDEN_INPUTS, (ask.step, position, new_key()), strict=True):
        if form[name].data is None:
            form[name].data = value
    return form


def typed_entry(ask: Ask, typed: MultiDict[str, str]) -> dict[str, Any]:
    """The raw entry that was sent, as `Form.raw` has it; a form is made only where it is shown again."""
    raw = {
        each.name: each.from_inputs(lambda name, field: _typed_value(field, typed.getlist(name))) for each in ask.fields
    }
    return {"step": ask.step, **raw}


def seats_shown(typed: MultiDict[str, str]) -> list[int] | None:
    """The seats whose pending input the form that was sent had; None where no phone had a part in the step."""
    return None if "shown" not in typed else [int(seat) for seat in typed["shown"].split() if seat.isdecimal()]


def _typed_value(field: Field | None, values: Sequence[str]) -> object:
    """What was typed into one input; None for nothing."""
    if field is not None and field.kind == "pick-many":
        # [""] means not entered; [] is an answer: no box ticked.
        return None if list(values) == [""] else list(values)
    return values[0] if values else None
