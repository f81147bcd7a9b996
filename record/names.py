"""Names the actions of a session, and describes what the last one changed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from record.corrections import describe_refits, describe_setup_changes
from record.log import Action
from record.session import Session
from scoring.core import replay_trusted
from scoring.entry.moving import new_seats
from scoring.errors import EntryError
from scoring.insights.news import new_lead
from scoring.message import Message, Param, bare, count, plain, say, signed
from scoring.sheets.sheet import Sheet


def names_of_done(session: Session) -> Iterator[Message]:
    """The names of actions to undo, the last first; ends at a correction that dropped, refitted or moved entries."""
    called = session.sheet.called
    for action, live in session.log.done_last_first():
        if action.kind == "enter":
            yield called[live]
            continue
        yield _correction(called, action)
        if action.facts["keep"] < live or action.facts.keys() & {"refitted", "setup"}:
            return


def names_of_undone(session: Session) -> Iterator[Message]:
    """The names of actions to redo, the next first; ends after a correction, which later ones may depend on."""
    sheet = session.sheet
    for action in reversed(session.log.undone):
        if action.kind == "correct":
            yield _correction(sheet.called, action)
            return
        try:
            sheet = replay_trusted(sheet, (action.facts,))
        except EntryError:
            return
        yield sheet.called[-1]


def last_change(session: Session) -> Message | None:
    """A message on the last action: the entry, or what the undo, redo or correction changed."""
    if not session.actions:
        return None
    last = session.actions[-1]
    if last.kind == "enter":
        return session.sheet.said
    if last.kind == "undo":
        return say("Undone: {names}", names=tuple(islice(names_of_undone(session), last.facts.get("count", 1))))
    done = session.log.done[-1]
    if last.kind == "redo" and done.kind == "enter":
        return say("Redone: {name}", name=session.sheet.called[-1])
    before = session.log.corrected[-1]
    blank = session.blank_of(before.setup)
    was = replay_trusted(blank, before.entries)
    changes = tuple(changed_totals(was, session.sheet)) or (say("Totals unchanged"),)
    dropped = len(before.entries) - done.facts["keep"]
    if dropped:
        changes = (*changes, dropped_entries(dropped, over=session.sheet.over))
    if "setup" in done.facts:
        corrected = say(
            "Setup corrected: {what}", what=tuple(describe_setup_changes(session.game, blank, session.blank))
        )
        return bare("{corrected}. {changes}", corrected=corrected, changes=changes) if before.entries else corrected
    name = _corrected_entry(was.called, done)
    # The totals are in the rows as well, so they are last, where a short line is cut.
    parts: Param = changes
    if refits := tuple(describe_refits(session.blank, before.entries, done.facts)):
        parts = bare("{refits}; {changes}", refits=refits, changes=parts)
    if lead := new_lead(session.sheet, was=was):
        parts = bare("{lead}; {changes}", lead=lead, changes=parts)
    return say("Corrected: {name}. {changes}", name=name, changes=parts)


def undo_effects(session: Session) -> Iterator[Message]:
    """The totals that an undo changed, and who leads since; none after another action."""
    if session.actions and session.actions[-1].kind == "undo":
        was = session.at(session.position - 1).sheet
        yield from changed_totals(was, session.sheet)
        if lead := new_lead(session.sheet, was=was):
            yield lead


def dropped_entries(dropped: int, *, over: bool) -> Message:
    """A message on entries that a correction dropped."""
    if over:
        return count("{n} later entry no longer counts", "{n} later entries no longer count", n=dropped)
    return count("{n} later entry must be entered again", "{n} later entries must be entered again", n=dropped)


def changed_totals(before: Sheet[Any], after: Sheet[Any]) -> Iterator[Message]:
    """The totals that a correction changed, and by how much."""
    seats = {now: was for was, now in new_seats(before.table.players, after.table.players).items()}
    for side in after.sides:
        total = after.totals[side[0]]
        difference = total - (before.totals[seats[side[0]]] if side[0] in seats else before.opening)
        if difference:
            who, points = after.name_of_side(side), signed(difference)
            yield bare("{who} {total} ({points})", who=who, total=plain(total), points=points)


def _correction(called: tuple[Message, ...], action: Action) -> Message:
    if "setup" in action.facts:
        return say("Correction of the setup")
    return say("Correction of {name}", name=_corrected_entry(called, action))


def _corrected_entry(called: tuple[Message, ...], action: Action) -> Message:
    """The name of the last entry that a correction changed, which names the deal by its result."""
    changed = max(map(int, action.facts["changes"]), default=action.facts["keep"])
    return called[changed] if changed < len(called) else say("later entries")
