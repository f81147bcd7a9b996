"""WTForms forms for steps, options and plain texts.

WTForms holds typed values and problems, but no rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import Field as FormField
from wtforms import HiddenField

from scoring.entry.fields import Field, RefusedError, input_name, to_json
from scoring.entry.reading import Records
from scoring.errors import Problem
from scoring.sheets.values import Ask
from web.i18n.translate import words
from web.identity.current import new_key


class PlainField(FormField):
    """A raw typed value.

    A missing value is None, never the prefilled value: it must not count as an answer.
    """

    data: Any
    errors: Sequence[str]

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.data = valuelist[0] if valuelist else None

    def says(self, value: object) -> bool:
        """Whether this is the typed or prefilled value; None is ""."""
        return str(value) == ("" if self.data is None else str(self.data))

    def refuse(self, text: str) -> None:
        """Add a problem with the value."""
        self.errors = [*self.errors, text]


class AskedField(PlainField):
    """One value of a field, for a seat or the table; `laid`: hidden input exists, so it is not asked."""

    def __init__(self, asked: Field, seat: int | None, **settings: Any) -> None:
        super().__init__(**settings)
        self.asked = asked
        self.seat = seat
        self.laid = False

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.data = _typed_value(self.asked, valuelist)

    @property
    def number(self) -> Any:
        """The typed number; 0 where it is invalid."""
        try:
            return self.asked.read_one(self.data)
        except RefusedError:
            return 0

    @property
    def readable(self) -> bool:
        """Whether the value is valid by itself, so that any problem concerns the other values too."""
        try:
            self.asked.read_one(self.data)
        except RefusedError:
            return False
        return True


class AskedListField(AskedField):
    """A field with several chosen values."""

    def says(self, value: object) -> bool:
        return str(value) in (self.data or ())


class Wrong(str):
    """A problem as text; `of` is the common prefix of the names of its inputs."""

    of: str = ""

    @classmethod
    def at(cls, problem: Problem, prefix: str = "") -> Wrong:
        wrong = cls(words(problem.message))
        wrong.of = f"{prefix}{problem.field}"
        return wrong


class EntryForm(FlaskForm):
    """The form of a step, with the step's name, the position that was seen and an idempotency key."""

    step = HiddenField()
    position = HiddenField()
    key = HiddenField()
    asked: tuple[Field, ...] = ()
    sent = False

    @property
    def by_name(self) -> dict[str, Field]:
        """The asked fields by name."""
        return {field.name: field for field in self.asked}

    def field(self, name: str) -> Field:
        """The asked field with this name."""
        return self.by_name[name]

    def input(self, field: Field) -> Any:
        """The form field of a field asked once."""
        return self[field.name]

    def inputs(self, field: Field) -> list[Any]:
        """The form fields of an asked field, in seat order."""
        return [self[input_name(field.name, seat)] for seat in field.seats or (None,)]

    def by_seat(self, field: Field) -> dict[int, Any]:
        """The form fields of a field asked by seat."""
        return {seat: self[input_name(field.name, seat)] for seat in field.seats}

    def rows(self, field: Records) -> list[dict[str, Any]]:
        """The form fields of a records field, by row and name."""
        return [
            {each.name: self[field.input_name(row, each.name)] for each in field.fields} for row in range(field.most)
        ]

    def lay(self, laid: Mapping[int, Collection[str]]) -> None:
        """Mark the inputs that have hidden pending input, unless something was typed there."""
        for field in self.asked:
            for seat, bound in self.by_seat(field).items():
                if field.name in laid.get(seat, ()) and not (self.sent and bound.data not in (None, "")):
                    bound.data, bound.laid = None, True

    def take(self, shown: Mapping[int, Mapping[str, object]], laid: Mapping[int, Collection[str]]) -> None:
        """Replace typed values by the pending input of seats."""
        for field in self.asked:
            for seat, bound in self.by_seat(field).items():
                if field.name in shown.get(seat, {}):
                    bound.data = shown[seat][field.name]
                elif field.name in laid.get(seat, ()):
                    bound.data = None
            if not field.seats and (said := [part[field.name] for part in shown.values() if field.name in part]):
                self.input(field).data = said[0]

    def raw(self) -> dict[str, object]:
        """The raw entry, as `scoring.core` reads it."""
        return {"step": self.step.data} | read(self, self.asked)

    def place(self, problems: Iterable[Problem]) -> list[str]:
        """Add each problem to its form field; returns the others."""
        return place(self, problems)


def made(
    members: Mapping[str, Any],
    *,
    typed: Mapping[str, object] | None = None,
    given: Mapping[str, object] | None = None,
    kind: type[FlaskForm] = FlaskForm,
    prefix: str = "",
) -> Any:
    """Make a form with these fields, filled with what was typed, else with what is given."""
    return type("Form", (kind,), dict(members))(typed, data=given, prefix=prefix)


def texts(
    *names: str, typed: Mapping[str, object] | None = None, given: Mapping[str, object] | None = None
) -> FlaskForm:
    """A form of plain text fields."""
    form: FlaskForm = made({name: PlainField() for name in names}, typed=typed, given=given)
    return form


def form_for(
    ask: Ask,
    *,
    position: int,
    entry: Mapping[str, object] | None = None,
    typed: Mapping[str, object] | None = None,
    prefix: str = "",
) -> EntryForm:
    """The form of an ask, filled with what was typed, else the given entry, else the suggestions."""
    members: dict[str, Any] = dict(member for field in ask.fields for member in _members(field))
    given = {"step": ask.step, "position": position, "key": new_key()}
    for field in ask.fields:
        given |= field.to_inputs(entry.get(field.name) if entry else to_json(field.suggested))
    members |= {"asked": ask.fields, "sent": typed is not None}
    form: EntryForm = made(members, typed=typed, given=given, kind=EntryForm, prefix=prefix)
    return form


def typed_entry(ask: Ask, typed: MultiDict[str, str]) -> dict[str, object]:
    """The raw entry that was sent, as `EntryForm.raw` has it; a form is made only where it is shown again."""
    raw = {
        field.name: field.from_inputs(lambda name, each: _typed_value(each, typed.getlist(name)))
        for field in ask.fields
    }
    return {"step": ask.step, **raw}


def read(form: FlaskForm, fields: Iterable[Field]) -> dict[str, object]:
    """The raw values of a form's asked fields by name; a list in seat order for fields asked by seat."""
    return {field.name: field.from_inputs(lambda name, _: form[name].data) for field in fields}


def _typed_value(field: Field, values: Sequence[str]) -> object:
    """What was typed into one input; None for nothing."""
    if field.kind == "pick-many":
        # [""] means not entered; [] is an answer: no box ticked.
        return None if list(values) == [""] else list(values)
    return values[0] if values else None


def place(form: FlaskForm, problems: Iterable[Problem]) -> list[str]:
    """Add each problem to its form field; returns those without a form field of their own."""
    general: list[str] = []
    for problem in problems:
        name = problem.field if problem.seat is None else f"{problem.field}-{problem.seat}"
        if name in form and isinstance(form[name], PlainField):
            form[name].refuse(words(problem.message))
        else:
            general.append(Wrong.at(problem, form._prefix))
    return general


def _members(field: Field) -> Iterator[tuple[str, Any]]:
    for name, each, seat in field.inputs():
        yield name, (AskedListField if each.kind == "pick-many" else AskedField)(each, seat)
