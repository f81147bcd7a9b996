"""What somebody typed, said back in the form's own words when the sheet has gone on without it."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.telling import told
from store.session import Session
from web.forms import form_for
from web.words import words


def retold(session: Session, position: int, typed: Mapping[str, str]) -> list[str]:
    """Field by field what was typed into the form that the sheet at that position had."""
    sheet = session.at(max(position, 0)).sheet
    ask = next((ask for ask in sheet.asks if ask.step == typed.get("step")), None)
    if ask is None:
        return []
    return [words(each) for each in told(ask, form_for(ask, position=position, typed=typed).raw(), sheet)]
