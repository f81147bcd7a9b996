"""What if: a session scored again under other house rules, beside how it was played; nothing is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict

from record.session import Session
from scoring.errors import EntryError
from scoring.fields import Field, Number, Pick, Writing
from scoring.message import Message, Words, bare, listed
from scoring.sheet import Sheet
from scoring.what_if import WhatIf, verdict, what_if
from web.workings import forms, house_rules
from web.workings.access import load
from web.workings.words import words

pages = Blueprint("whatif", __name__, url_prefix="/s/<session>/what-if")


@pages.get("")
def show(session: str) -> ResponseReturnValue:
    """The other rules stand in the address, so that it can be shared; what it does not name is as it was played."""
    found = load(session)
    fields = tuple(field for field in found.game.options.fields() if not isinstance(field, Writing))
    options = found.sheet.options.loosened(found.sheet.table).to_json()
    own = house_rules.typed(fields, options)
    given = own | {name: request.args[name] for name in own if name in request.args}
    form = _form(fields, given)
    try:
        blank = _blank(found, options | forms.read(form, fields))
    except EntryError as error:
        return _page(found, form, fields, own, problems=forms.place(form, error.problems)), 422
    if blank.options == found.blank.options:
        return _page(found, form, fields, own)
    result = what_if(found.blank, found.entries, blank)
    return _page(found, form, fields, own, result=result, rules=_called(found, fields, own, blank))


def _blank(found: Session, options: Mapping[str, object]) -> Sheet[Any]:
    """An empty sheet of the same table under these rules; raises EntryError."""
    table = found.sheet.table
    return found.game.start({"players": list(table.players), "dealer": table.dealer, "options": options})


def _form(fields: tuple[Field, ...], given: Mapping[str, str]) -> FlaskForm:
    members = {field.name: forms.AskedField(field, None) for field in fields}
    form: FlaskForm = type("RulesForm", (FlaskForm,), members)(MultiDict(given))
    return form


def _page(
    found: Session,
    form: FlaskForm,
    fields: tuple[Field, ...],
    own: Mapping[str, str],
    *,
    problems: list[str] | None = None,
    result: WhatIf | None = None,
    rules: Words = "",
) -> str:
    names = {field.name for field in fields}
    return render_template(
        "whatif.html",
        session=found,
        sheet=found.sheet,
        form=form,
        fields=fields,
        problems=problems or [],
        wrong=any(form[name].errors for name in names),
        offered=[
            (each, {name: value for name, value in each.values.items() if name in names})
            for each in house_rules.rule_sets(found.game)
            if not each.is_played_by({**each.values, **own})
        ],
        result=result,
        verdict=verdict(found.sheet, result.sheet, rules) if result and result.scored else None,
        rules=rules,
    )


def _called(found: Session, fields: tuple[Field, ...], own: Mapping[str, str], blank: Sheet[Any]) -> Words:
    """What the other rules are called: the set that they equal, else the options that differ."""
    others = house_rules.typed(fields, blank.options.loosened(blank.table).to_json())
    for each in house_rules.rule_sets(found.game):
        if each.is_played_by({**each.values, **others}):
            return each.label
    return listed(*_changed(fields, own, others, blank))


def _changed(
    fields: tuple[Field, ...], own: Mapping[str, str], others: Mapping[str, str], blank: Sheet[Any]
) -> Iterator[Message]:
    for field in fields:
        if own[field.name] != others[field.name]:
            yield bare("{option}: {value}", option=field.label, value=_value(field, getattr(blank.options, field.name)))


def _value(field: Field, value: Any) -> Words:
    if isinstance(field, Pick):
        return field.label_of(value)
    if isinstance(field, Number) and value is None:
        return field.unset or "–"
    return words(str(value))
