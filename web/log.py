"""The log of a session in words: who did what and when, undone or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.core import enter, replay
from scoring.message import Message, say
from store.log import entries_of
from store.session import Session


@dataclass(frozen=True)
class Line:
    """One action: when (UTC), on which device, what it did."""

    at: str
    device: str
    text: Message


def lines(session: Session) -> Iterator[Line]:
    """Every action in the order in which it was done."""
    sheet = session.blank
    for action in session.actions:
        if action.kind == "enter":
            sheet = enter(sheet, action.facts)
            text = sheet.said or say("Entered.")
        else:
            sheet = replay(session.blank, entries_of(session.actions[: action.position + 1]))
            text = say("Undone.") if action.kind == "undo" else _corrected(session, action.position)
        yield Line(action.at, action.device, text)


def _corrected(session: Session, position: int) -> Message:
    before = entries_of(session.actions[:position])
    changes = session.actions[position].facts["changes"]
    told = tuple(
        say(
            "entry {number}: {before} → {after}",
            number=int(index) + 1,
            before=_facts(before[int(index)]),
            after=_facts(after),
        )
        for index, after in changes.items()
        if before[int(index)] != after
    )
    return say("Corrected, {changes}", changes=told)


def _facts(entry: dict[str, object]) -> str:
    """An entry's values as they were typed: `2 0 1 3`."""
    return ", ".join(_fact(value) for name, value in entry.items() if name != "step")


def _fact(value: object) -> str:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return " ".join(_fact(each) for each in value)
    return "–" if value is None else str(value)
