"""What was saved or typed, said back in the form's own words when the sheet has gone on without it."""

from __future__ import annotations

from collections.abc import Mapping

from record.session import Session
from scoring.entry.merging import filled
from scoring.entry.telling import told
from web.i18n.translate import words
from web.sheet.forms import form_for


def retold(
    session: Session, position: int, typed: Mapping[str, str], *, whole: Mapping[str, object] | None = None
) -> list[str]:
    """Field by field what was typed into the form that the sheet at that position had.

    Of the `whole` that was written there is taken what the form left to the seats.
    """
    sheet = session.at(max(position, 0)).sheet
    ask = sheet.ask_for(typed.get("step"))
    if ask is None:
        return []
    raw: Mapping[str, object] = form_for(ask, position=position, typed=typed).raw()
    return [words(each) for each in told(ask, raw if whole is None else filled(sheet, raw, whole), sheet)]


def saved(session: Session, position: int) -> list[str]:
    """Field by field the entry that was written at that position of the log."""
    sheet, facts = session.at(position).sheet, session.actions[position].facts
    ask = sheet.ask_for(facts["step"])
    return [] if ask is None else [words(each) for each in told(ask, facts, sheet)]
