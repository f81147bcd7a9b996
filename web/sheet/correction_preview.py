"""Preview of a correction: what it would change beyond its row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from record.corrections import correction, describe_refits
from record.errors import LaterEntriesError
from record.log import Action
from record.session import Session
from scoring.core import replay_trusted
from scoring.errors import EntryError, Problem
from scoring.message import Message, say
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Cell, Row


@dataclass(frozen=True)
class Consequences:
    """The result of saving: the row's cells and text, later changes, whether the game ends; or problems."""

    cells: tuple[Cell, ...] = ()
    said: Message | None = None
    changes: tuple[Message, ...] = ()
    ends: bool = False
    problems: tuple[Problem, ...] = ()


def consequences(session: Session, number: int, changes: dict[int, object]) -> Consequences:
    """The consequences of replacing entries of a row; nothing is written."""
    try:
        facts = correction(session.blank, session.log, changes, reopen=True)
    except (EntryError, LaterEntriesError) as error:
        return Consequences(problems=error.problems)
    if facts is None:
        again = rescored(session.sheet, number)
        return Consequences(session.sheet.rows[number].cells, _said(session, number), (again,) if again else ())
    after = session.after(Action(session.position, "correct", facts, session.updated_at, ""))
    beyond = tuple(_beyond(session, after, number, facts))
    if number == len(after.sheet.rows):
        return Consequences(changes=beyond, ends=after.sheet.over)
    return Consequences(after.sheet.rows[number].cells, _said(after, number), beyond, after.sheet.over)


def _said(session: Session, number: int) -> Message | None:
    """The text of a row when it was finished."""
    return replay_trusted(session.blank, session.entries[: session.sheet.rows[number].entries[-1] + 1]).said


def rescored(sheet: Sheet[Any], number: int) -> Message | None:
    """The message that deals after a row are scored again, if there are any."""
    later = sum(row.kind == "deal" for row in sheet.rows[number + 1 :])
    return sheet.rescored.of(n=later) if later else None


def _beyond(session: Session, after: Session, number: int, facts: Mapping[str, Any]) -> Iterator[Message]:
    before, now = session.sheet, after.sheet
    if again := rescored(now, number):
        yield again
    yield from describe_refits(session.blank, session.entries, facts)
    lost = before.rows[len(now.rows) :]
    if lost:
        yield no_longer_counted(lost) if now.over else reopened(before, lost)
    elif facts["keep"] < len(session.entries) and not now.over:
        yield say("The entries since the last result no longer fit and will be asked for again.")
    if now.over and (lost or not before.over):
        yield say("This ends the game: {why}", why=now.why_over or "")


def no_longer_counted(lost: tuple[Row, ...]) -> Message:
    """A message on rows after the end of a game that ends sooner."""
    if len(lost) == 1:
        return say("No longer counted: {row}.", row=lost[0].called)
    return say("No longer counted: {first} to {last}.", first=lost[0].called, last=lost[-1].called)


def reopened(before: Sheet[Any], lost: tuple[Row, ...]) -> Message:
    """A message on rows of the sheet `before` that are asked again, with the deal in play."""
    called = [row.called for row in lost]
    if before.pending:
        called.append(before.deal_called(before.deals + 1))
    if len(called) == 1:
        return say("No longer fits and will be asked for again: {row}.", row=called[0])
    return say("No longer fit and will be asked for again: {first} to {last}.", first=called[0], last=called[-1])
