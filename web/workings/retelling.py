"""What was saved or typed, said back in the form's own words when the sheet has gone on without it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from record.session import Session
from scoring.sheet import Sheet
from scoring.telling import told
from scoring.values import Ask
from web.workings.forms import form_for
from web.workings.words import words


def retold(session: Session, position: int, typed: Mapping[str, str]) -> list[str]:
    """Field by field what was typed into the form that the sheet at that position had."""
    sheet = session.at(max(position, 0)).sheet
    ask = _asked(sheet, typed.get("step"))
    if ask is None:
        return []
    return [words(each) for each in told(ask, form_for(ask, position=position, typed=typed).raw(), sheet)]


def saved(session: Session, position: int) -> list[str]:
    """Field by field the entry that was written at that position of the log."""
    sheet, facts = session.at(position).sheet, session.actions[position].facts
    ask = _asked(sheet, facts["step"])
    return [] if ask is None else [words(each) for each in told(ask, facts, sheet)]


def _asked(sheet: Sheet[Any], step: object) -> Ask | None:
    return next((ask for ask in sheet.asks if ask.step == step), None)
