"""Folds the log of a session to its live entries; knows no rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from record.actions import Action, Entries, EntryJson, Setup
from scoring.sheets import extras


@dataclass(frozen=True)
class Stand:
    """The state after a part of the log: the live `entries`, and removed ones that may come back.

    `awaiting` are entries that were undone or dropped by a correction, the next first: a page prefills their steps.
    `ids` identify live entries across corrections: the position of the action that entered each, None for one that a
    correction inserted. `setup` is the corrected setup, None as long as it is the one that the session began with.
    """

    entries: Entries = ()
    awaiting: Entries = ()
    ids: tuple[int | None, ...] = ()
    setup: Setup | None = None

    def after(self, action: Action) -> Stand:
        """The state after an entry or a correction."""
        if action.kind == "enter":
            facts = dict(action.facts)
            awaiting = _answered(self.awaiting, facts["step"])
            return Stand((*self.entries, facts), awaiting, (*self.ids, action.position), self.setup)
        keep, changes = action.facts["keep"], action.facts["changes"]
        refitted = action.facts.get("refitted", {})
        kept: list[tuple[EntryJson, int | None]] = []
        for index, (entry, known) in enumerate(zip(self.entries[:keep], self.ids, strict=False)):
            if (made := refitted.get(str(index))) is not None:
                kept += [(each, known if each == entry else None) for each in made]
            else:
                kept.append((changes.get(str(index), entry), known))
        entries, ids = tuple(each for each, _ in kept), tuple(known for _, known in kept)
        if "setup" in action.facts:
            return Stand(entries, tuple(action.facts.get("dropped", ())), ids, action.facts["setup"])
        return Stand(entries, self.entries[keep:] or self.awaiting, ids, self.setup)

    def awaits(self, step: str) -> EntryJson | None:
        """The entry to prefill a step with: the first awaiting one, skipping notes and the like."""
        return next(iter(_from(self.awaiting, step)), None)


@dataclass(frozen=True)
class Fold:
    """A folded log: `done` are the actions not undone, `undone` those to redo.

    `corrected` are the states before the corrections in `done`; that before an entry is known from the one after it.
    """

    stand: Stand = Stand()
    done: tuple[Action, ...] = ()
    undone: tuple[Action, ...] = ()
    corrected: tuple[Stand, ...] = ()

    def after(self, action: Action) -> Fold:
        """The fold with one more action."""
        if action.kind == "undo":
            less = self
            for _ in range(action.facts.get("count", 1)):
                less = less._without_the_last()
            return less
        if action.kind == "redo":
            return replace(self._with(self.undone[-1]), undone=self.undone[:-1])
        again = self.undone and (self.undone[-1].kind, self.undone[-1].facts) == (action.kind, action.facts)
        return replace(self._with(action), undone=self.undone[:-1] if again else ())

    def before_corrections(self) -> Iterator[Entries]:
        """The entries before each live correction, the last first, back to one that dropped entries or moved seats."""
        corrections = (action for action in reversed(self.done) if action.kind == "correct")
        for action, before in zip(corrections, reversed(self.corrected), strict=True):
            if _drops_or_moves(action, before):
                return
            yield before.entries

    def done_last_first(self) -> Iterator[tuple[Action, int]]:
        """The actions not undone, the last first, each with the number of live entries before it."""
        before, live = reversed(self.corrected), len(self.stand.entries)
        for action in reversed(self.done):
            live = live - 1 if action.kind == "enter" else len(next(before).entries)
            yield action, live

    def _with(self, action: Action) -> Fold:
        corrected = (*self.corrected, self.stand) if action.kind == "correct" else self.corrected
        return replace(self, stand=self.stand.after(action), done=(*self.done, action), corrected=corrected)

    def _without_the_last(self) -> Fold:
        action, now, corrected = self.done[-1], self.stand, self.corrected
        if action.kind == "enter":
            awaiting = (dict(action.facts), *now.awaiting)
            stand = replace(now, entries=now.entries[:-1], awaiting=awaiting, ids=now.ids[:-1])
        else:
            before, corrected = corrected[-1], corrected[:-1]
            awaiting = before.awaiting if _drops_or_moves(action, before) else now.awaiting
            stand = replace(before, awaiting=awaiting)
        return Fold(stand, self.done[:-1], (*self.undone, action), corrected)


EMPTY_FOLD = Fold()


def fold(actions: Iterable[Action]) -> Fold:
    """Fold a log from its beginning."""
    folded = EMPTY_FOLD
    for action in actions:
        folded = folded.after(action)
    return folded


def _drops_or_moves(correction: Action, before: Stand) -> bool:
    """Whether a correction drops entries or moves seats."""
    return correction.facts["keep"] < len(before.entries) or "setup" in correction.facts


def _answered(awaiting: Entries, step: str) -> Entries:
    """What still awaits after a step was entered: nothing, if it is a step of the game but not the next one."""
    left = _from(awaiting, step)
    if left:
        return left[1:]
    return awaiting if step in extras.EXTRA_STEPS else ()


def _from(awaiting: Entries, step: str) -> Entries:
    """What awaits from this step on, if only notes and the like come before it."""
    for place, entry in enumerate(awaiting):
        if entry["step"] == step:
            return awaiting[place:]
        if entry["step"] not in extras.EXTRA_STEPS:
            break
    return ()
