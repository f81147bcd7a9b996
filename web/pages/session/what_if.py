"""What if: a session scored under other house rules; nothing is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict

from record.session import Session
from scoring.entry.choices import Pick
from scoring.entry.fields import Field, Writing
from scoring.errors import EntryError
from scoring.insights.what_if import WhatIf, outcome, same_first, verdict, what_if
from scoring.message import Message, Words, listed
from scoring.sheets.sheet import Sheet
from web.i18n.translate import words
from web.identity.current import load
from web.request.page import Pages
from web.sheet import forms
from web.sheet.setup import house_rules

pages = Pages("whatif", __name__, url_prefix="/s/<session>/what-if", readers="watcher")

MAX_OFFERS = 8
"""Rules offered at most; those with another winner first."""


@pages.get("")
def show(session: str) -> ResponseReturnValue:
    """Show the result; the other rules are in the query, so that the URL can be shared."""
    found = load(session)
    rules = _rules(found)
    given = rules.own | {name: request.args[name] for name in rules.own if name in request.args}
    form = _form(rules.fields, given)
    try:
        result = _by(found, forms.read(form, rules.fields))
    except EntryError as error:
        return _page(found, rules, form, problems=forms.place(form, error.problems)), 422
    if _begun(result.sheet) == _begun(found.sheet):
        return _page(found, rules, form)
    others = house_rules.typed(rules.fields, _begun(result.sheet))
    chosen = next((each for each in rules.offered if each.values == others), None)
    called = chosen.label if chosen else listed(*_changed(rules.fields, rules.own, result.sheet))
    return _page(found, rules, form, result=result, called=called, chosen=chosen)


@dataclass(frozen=True)
class Offer:
    """Other rules to choose: their name, changes and winner."""

    label: Words
    changes: tuple[Words, ...]
    values: Mapping[str, str]
    told: Message
    same_first: bool


@dataclass(frozen=True)
class Rules:
    """The rules that a session was played by, as text, and the offered ones."""

    fields: tuple[Field, ...]
    own: dict[str, str]
    offered: list[Offer]

    def differing(self, values: Mapping[str, str]) -> dict[str, str]:
        """The options that the URL must name."""
        return {name: value for name, value in values.items() if value != self.own[name]}


def _rules(found: Session) -> Rules:
    fields = tuple(field for field in found.game.options.fields() if not isinstance(field, Writing))
    own = house_rules.typed(fields, _begun(found.sheet))
    offers = sorted(_offers(found, fields, own), key=lambda offer: offer.same_first)
    return Rules(fields, own, offers[:MAX_OFFERS])


def _offers(found: Session, fields: tuple[Field, ...], own: Mapping[str, str]) -> Iterator[Offer]:
    """Rules that change the scores of the same deals: rule sets, then single options."""
    seen = [own]
    for label, told in (*_sets(found, own), *_single(fields, own)):
        values = house_rules.typed(fields, told)
        if values in seen:
            continue
        seen.append(values)
        with suppress(EntryError):
            result = _by(found, values)
            if result.comparable and _moves_somebody(found.sheet, result.sheet):
                changes = tuple(_changed(fields, own, result.sheet))
                yield Offer(
                    label=label or listed(*changes),
                    # The name alone says as much as "Scoring: Minus".
                    changes=() if len(changes) == 1 and label in words(changes[0]) else changes,
                    values=values,
                    told=outcome(found.sheet, result.sheet),
                    same_first=same_first(found.sheet, result.sheet),
                )


def _moves_somebody(before: Sheet[Any], after: Sheet[Any]) -> bool:
    """Whether any difference between totals changes; more starting chips for all change none."""
    return len({one - other for one, other in zip(before.totals, after.totals, strict=True)}) > 1


def _sets(found: Session, own: Mapping[str, str]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The rule sets of a new game. A preset changes only the options that it names."""
    named = {f"preset:{each.slug}": each.values for each in found.game.presets}
    for each in house_rules.rule_sets(found.game):
        said = named.get(each.key) or own
        yield each.label, {name: each.values[name] if name in said else value for name, value in own.items()}


def _single(fields: tuple[Field, ...], own: Mapping[str, str]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Every other choice of every option."""
    for field in fields:
        if isinstance(field, Pick):
            yield from (("", {**own, field.name: choice.value}) for choice in field.choices)


def _by(found: Session, options: Mapping[str, object]) -> WhatIf:
    """Score the session under these rules; raises EntryError where they do not fit the table."""
    table = found.blank.table
    given = found.blank.options.to_json() | dict(options)
    blank = found.game.start({"players": list(table.players), "dealer": table.dealer, "options": given})
    return what_if(found.blank, found.entries, blank)


def _begun(sheet: Sheet[Any]) -> dict[str, Any]:
    """The house rules with which a game began, whatever its plan is by now."""
    assert sheet.begun is not None, "every sheet knows what it began with"
    options: dict[str, Any] = sheet.begun.options.strip_defaults(sheet.begun.table).to_json()
    return options


def _form(fields: tuple[Field, ...], given: Mapping[str, str]) -> FlaskForm:
    form: FlaskForm = forms.made(
        {field.name: forms.AskedField(field, None) for field in fields}, typed=MultiDict(given)
    )
    return form


def _page(
    found: Session,
    rules: Rules,
    form: FlaskForm,
    *,
    problems: list[str] | None = None,
    result: WhatIf | None = None,
    called: Words = "",
    chosen: Offer | None = None,
) -> str:
    return render_template(
        "session/whatif.html",
        session=found,
        sheet=found.sheet,
        form=form,
        rules=rules,
        problems=problems or [],
        wrong=any(form[field.name].errors for field in rules.fields),
        result=result,
        chosen=chosen,
        verdict=verdict(found.sheet, result.sheet, called) if result and result.scored else None,
    )


def _changed(fields: tuple[Field, ...], own: Mapping[str, str], sheet: Sheet[Any]) -> Iterator[Words]:
    """The options of a sheet that differ from those played."""
    others = house_rules.typed(fields, _begun(sheet))
    for field in fields:
        if own[field.name] != others[field.name]:
            yield field.named(getattr(sheet.begun.options if sheet.begun else sheet.options, field.name))
