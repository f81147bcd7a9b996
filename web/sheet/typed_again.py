"""Typed or saved entries as text, for edit conflicts."""

from __future__ import annotations

from collections.abc import Mapping

from werkzeug.datastructures import MultiDict

from record.session import Session
from scoring.entry.merging import filled
from web.i18n.translate import words
from web.sheet.forms import typed_entry


def retold(
    session: Session, position: int, typed: MultiDict[str, str], *, whole: Mapping[str, object] | None = None
) -> list[str]:
    """What was typed into the form of an earlier position, field by field.

    Fields that the form left to the seats are taken from the `whole` entry that was written.
    """
    sheet = session.at(max(position, 0)).sheet
    ask = sheet.ask_for(typed.get("step"))
    if ask is None:
        return []
    raw = typed_entry(ask, typed)
    return [words(each) for each in ask.texts(raw if whole is None else filled(sheet, raw, whole), sheet)]


def saved(session: Session, position: int) -> list[str]:
    """The entry at a position of the log, field by field."""
    sheet, facts = session.at(position).sheet, session.actions[position].facts
    ask = sheet.ask_for(facts["step"])
    return [] if ask is None else [words(each) for each in ask.texts(facts, sheet)]
