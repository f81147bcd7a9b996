"""The log of a session in words: who did what and when, undone or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from record.actions import Entries, same_start
from record.log import NOTHING
from record.names import set_aside
from record.session import Session
from scoring import extras
from scoring.core import recall
from scoring.message import Message, Words, bare, say
from scoring.sheet import Sheet
from scoring.telling import changed, told
from scoring.values import Ask
from web.workings.devices import numbered, spoken


@dataclass(frozen=True)
class Line:
    """One action: when (UTC), on which device, what it did."""

    at: str
    device: Words
    text: Message


def lines(session: Session, *, own: str = "", names: Mapping[str, str] | None = None) -> Iterator[Line]:
    """Every action in the order in which it was done; `own` is the reader's device, `names` are those of others."""
    called = numbered(names or {})
    past, fold = Past(session.blank), NOTHING
    for action in session.actions:
        before, was = past.entries, past.sheet
        fold = fold.after(action)
        after = fold.stand.entries
        if action.kind == "enter":
            past.go(after)
            text = _entered(past, was)
        else:
            what = list(_differences(past, before, after))
            past.go(after)
            what += [_told(past, index) for index in range(len(before), len(after))]
            text = _done(action.kind, what, ended=past.sheet if past.sheet.over and not was.over else None)
        yield Line(action.at, spoken(action.device, own=own, name=called.get(action.device, "")), text)


@dataclass
class Past:
    """The sheets through which a session came to where it is now: the blank one, and one after each entry."""

    blank: Sheet[Any]
    entries: Entries = ()
    sheets: list[Sheet[Any]] = field(default_factory=list)

    @property
    def sheet(self) -> Sheet[Any]:
        return self.sheets[-1] if self.sheets else self.blank

    def before(self, index: int) -> Sheet[Any]:
        """The sheet on which an entry was asked."""
        return self.sheets[index - 1] if index else self.blank

    def ask(self, index: int) -> Ask:
        step = self.entries[index]["step"]
        return next(ask for ask in self.before(index).asks if ask.step == step)

    def name(self, index: int) -> Message:
        """What an entry belongs to: its row, while its deal is played itself."""
        return next((row.called for row in self.sheet.rows if index in row.entries), self.sheet.called[index])

    def go(self, entries: Entries) -> None:
        """To other entries; only what differs is written anew."""
        same = same_start(self.entries, entries)
        del self.sheets[same:]
        for entry in entries[same:]:
            self.sheets.append(recall(self.sheet, (entry,)))
        self.entries = entries


def _entered(past: Past, was: Sheet[Any]) -> Message:
    """The last entry by its name, with what it came to where it finished a deal, else with what was said."""
    index = len(past.entries) - 1
    if past.entries[index]["step"] in extras.STEPS:
        return past.sheet.said or past.sheet.called[index]
    name, said = past.sheet.called[index], past.sheet.said
    if said is None or len(past.sheet.rows) == len(was.rows):
        return _told(past, index, name=name)
    # A round says itself which one it is.
    return said if str(said).startswith(str(name)) else bare("{name}: {said}", name=name, said=said)


def _done(kind: str, what: Sequence[Message], *, ended: Sheet[Any] | None) -> Message:
    over = (say("The game is over: {why}", why=ended.why_over or ""),) if ended else ()
    names = (*what, *over)
    if kind == "undo":
        return say("Undone: {names}", names=names)
    return say("Redone: {names}", names=names) if kind == "redo" else say("Corrected: {names}", names=names)


def _differences(past: Past, before: Entries, after: Entries) -> Iterator[Message]:
    """In what `after` is not `before`, which the past has led to: what changed, what is gone."""
    changes = [
        (past.name(index), change)
        for index, (was, now) in enumerate(zip(before, after, strict=False))
        if was != now and was["step"] == now["step"]
        for change in changed(past.ask(index), was, now, past.before(index))
    ]
    for name, group in groupby(changes, key=lambda each: each[0]):
        yield bare("{name} ({what})", name=name, what=tuple(change for _, change in group))
    gone = before[len(after) :]
    if changes and gone:
        yield set_aside(len(gone), over=recall(past.blank, after).over)
    else:
        for index in reversed(range(len(after), len(before))):
            yield _told(past, index)


def _told(past: Past, index: int, *, name: Message | None = None) -> Message:
    """An entry by its name, with what was said where anything was."""
    what = told(past.ask(index), past.entries[index], past.before(index))
    name = name or past.name(index)
    return bare("{name} ({what})", name=name, what=what) if what else name
