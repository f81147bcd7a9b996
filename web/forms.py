"""Forms made from asks: WTForms carries the CSRF token, what was typed and the problems; it holds no rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flask_wtf import FlaskForm
from wtforms import Field as FormField
from wtforms import HiddenField

from scoring.errors import Problem
from scoring.fields import Field, to_json
from scoring.values import Ask
from web.record import new_key
from web.words import words


class PlainField(FormField):
    """One value as it was typed.

    Nothing sent is None, never what the form was filled with: a missing answer must not pass for a given one.
    """

    data: Any

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.data = valuelist[0] if valuelist else None


class AskedField(PlainField):
    """One value of an asked field, of one seat or of the table."""

    def __init__(self, asked: Field, seat: int | None, **settings: Any) -> None:
        super().__init__(words(asked.label), **settings)
        self.asked = asked
        self.seat = seat


class AskedListField(AskedField):
    """Several values of an asked field, any of its choices."""

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.data = list(valuelist)


class EntryForm(FlaskForm):
    """A step as a form: which step, the position that was seen, a key that makes a second sending harmless."""

    step = HiddenField()
    position = HiddenField()
    key = HiddenField()
    asked: tuple[Field, ...] = ()

    def parts(self, field: Field) -> list[Any]:
        """The form fields of one asked field, in the order in which the table says them."""
        return [self[_name(field, seat)] for seat in field.seats or (None,)]

    def raw(self) -> dict[str, object]:
        """What was typed, in the shape that the one door reads."""
        return {"step": self.step.data} | read(self, self.asked)

    def place(self, problems: Iterable[Problem]) -> list[str]:
        """Put each problem at its field; what has no field of its own is returned."""
        return place(self, self.asked, problems)


def form_for(
    ask: Ask,
    *,
    position: int,
    entry: Mapping[str, object] | None = None,
    typed: Mapping[str, object] | None = None,
    prefix: str = "",
) -> EntryForm:
    """The form of an ask: filled with what was typed, else with the entry given, else with what is suggested."""
    members = {_name(field, seat): _form_field(field, seat) for field in ask.fields for seat in field.seats or (None,)}
    kind = type("AskForm", (EntryForm,), members | {"asked": ask.fields})
    given = {"step": ask.step, "position": position, "key": new_key()}
    for field in ask.fields:
        given |= _values(field, entry.get(field.name) if entry else to_json(field.suggested))
    form: EntryForm = kind(typed, data=given, prefix=prefix)
    return form


def read(form: FlaskForm, fields: Iterable[Field]) -> dict[str, object]:
    """What was typed into a form's asked fields, by name: a list in seat order where asked seat by seat."""
    raw: dict[str, object] = {}
    for field in fields:
        if not field.seats:
            raw[field.name] = form[field.name].data
            continue
        typed: list[object] = [None] * (max(field.seats) + 1)
        for seat in field.seats:
            typed[seat] = form[_name(field, seat)].data
        raw[field.name] = typed
    return raw


def place(form: FlaskForm, fields: Iterable[Field], problems: Iterable[Problem]) -> list[str]:
    """Put each problem at its form field; those of a whole field asked by seat, or of none, are returned."""
    by_seat = {field.name: field.seats for field in fields}
    general = []
    for problem in problems:
        name = problem.field if problem.seat is None else f"{problem.field}-{problem.seat}"
        if problem.field in by_seat and name in form:
            form[name].errors = [*form[name].errors, words(problem.message)]
        else:
            general.append(words(problem.message))
    return general


def _name(field: Field, seat: int | None) -> str:
    return field.name if seat is None else f"{field.name}-{seat}"


def _form_field(field: Field, seat: int | None) -> Any:
    return (AskedListField if field.kind == "pick-many" else AskedField)(field, seat)


def _values(field: Field, value: object) -> dict[str, object]:
    if not field.seats:
        return {field.name: value}
    values = value if isinstance(value, Sequence) else ()
    return {_name(field, seat): values[seat] if seat < len(values) else None for seat in field.seats}
