"""The log of a session in words: who did what and when, undone or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, takewhile
from typing import Any

from scoring.core import enter
from scoring.message import Message, Words, count, say
from scoring.sheet import Sheet
from scoring.telling import bare, changed, listed, told
from scoring.values import Ask
from store.log import EntryJson, entries_of
from store.session import Session
from web.devices import called

Entries = tuple[EntryJson, ...]


@dataclass(frozen=True)
class Line:
    """One action: when (UTC), on which device, what it did."""

    at: str
    device: Words
    text: Message


def lines(session: Session, *, own: str = "", names: Mapping[str, str] | None = None) -> Iterator[Line]:
    """Every action in the order in which it was done; `own` is the reader's device, `names` are those of others."""
    past = Past(session.blank)
    for number, action in enumerate(session.actions):
        before, was = past.entries, past.sheet
        after = entries_of(session.actions[: number + 1])
        if action.kind == "enter":
            past.go(after)
            text = past.sheet.said or say("Entered.")
        else:
            what = list(_differences(past, before, after))
            past.go(after)
            text = _done(action.kind, what, ended=past.sheet if past.sheet.over and not was.over else None)
        yield Line(action.at, called(action.device, own=own, name=(names or {}).get(action.device, "")), text)


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

    def row(self, index: int) -> Message | None:
        """What the row is called that an entry belongs to; None while its deal is played."""
        return next((row.called for row in self.sheet.rows if index in row.entries), None)

    def go(self, entries: Entries) -> None:
        """To other entries; only what differs is written anew."""
        same = _same(self.entries, entries)
        del self.sheets[same:]
        for entry in entries[same:]:
            self.sheets.append(enter(self.sheet, entry))
        self.entries = entries


def _same(one: Sequence[object], other: Sequence[object]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _done(kind: str, what: Sequence[Message], *, ended: Sheet[Any] | None) -> Message:
    over = (say("The game is over: {why}", why=ended.why_over or ""),) if ended else ()
    if kind == "undo":
        return say("Taken back: {what}", what=(*what, *over))
    return say("Corrected: {what}", what=(*what, *over))


def _differences(past: Past, before: Entries, after: Entries) -> Iterator[Message]:
    """In what `after` is not `before`, which the past has led to: what changed, what is gone, what is back."""
    changes = [
        (past.row(index), change)
        for index, (was, now) in enumerate(zip(before, after, strict=False))
        if was != now
        for change in changed(past.ask(index), was, now, past.before(index))
    ]
    for row, group in groupby(changes, key=lambda each: each[0]):
        yield _of(row, tuple(change for _, change in group))
    gone = before[len(after) :]
    if len(gone) == 1 and not changes:
        yield _told(past, len(after))
    elif gone:
        yield count("{n} later entry", "{n} later entries", n=len(gone))
    if back := after[len(before) :]:
        yield count("{n} entry is back", "{n} entries are back", n=len(back))


def _told(past: Past, index: int) -> Message:
    """An entry with its row and what was said, or its step where nothing was."""
    ask = past.ask(index)
    return _of(past.row(index), told(ask, past.entries[index], past.before(index)) or (ask.title,))


def _of(row: Message | None, what: tuple[Message, ...]) -> Message:
    return listed(*what) if row is None else bare("{row} ({what})", row=row, what=what)
