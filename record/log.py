"""The log of a session, folded to what stands: no rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from record.actions import Action, Entries, EntryJson
from scoring.sheets import extras


@dataclass(frozen=True)
class Stand:
    """What stands after some of the log: the live `entries`, and those that went from the sheet and may come back.

    `awaiting` has what was undone, or no longer fitted after a correction, the next to be entered first: a page fills
    it in again when its step is asked. `ids` tell which entry each live one is, whatever was corrected in it: the
    position of the action that said it, None where nobody did and a correction put it there.
    """

    entries: Entries = ()
    awaiting: Entries = ()
    ids: tuple[int | None, ...] = ()

    def after(self, action: Action) -> Stand:
        """How things stand after an entry or a correction."""
        if action.kind == "enter":
            facts = dict(action.facts)
            awaiting = _answered(self.awaiting, facts["step"])
            return Stand((*self.entries, facts), awaiting, (*self.ids, action.position))
        keep, changes = action.facts["keep"], action.facts["changes"]
        refitted = action.facts.get("refitted", {})
        kept: list[tuple[EntryJson, int | None]] = []
        for index, (entry, known) in enumerate(zip(self.entries[:keep], self.ids, strict=False)):
            if (made := refitted.get(str(index))) is not None:
                kept += [(each, known if each == entry else None) for each in made]
            else:
                kept.append((changes.get(str(index), entry), known))
        entries, ids = tuple(each for each, _ in kept), tuple(known for _, known in kept)
        return Stand(entries, self.entries[keep:] or self.awaiting, ids)

    def awaits(self, step: str) -> EntryJson | None:
        """The entry that a step is filled with again: the first, unless only a note or the like comes before it."""
        return next(iter(_from(self.awaiting, step)), None)


@dataclass(frozen=True)
class Fold:
    """A whole log, folded: `done` what no undo has taken back, with the stand before it; `undone` what redo brings."""

    stand: Stand = Stand()
    done: tuple[tuple[Action, Stand], ...] = ()
    undone: tuple[Action, ...] = ()

    def after(self, action: Action) -> Fold:
        """The fold with one more action at its end."""
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
        """What stood before each correction that stands, the last first, back to one that dropped entries."""
        for action, before in reversed(self.done):
            if action.kind == "correct":
                if action.facts["keep"] < len(before.entries):
                    return
                yield before.entries

    def _with(self, action: Action) -> Fold:
        return replace(self, stand=self.stand.after(action), done=(*self.done, (action, self.stand)))

    def _without_the_last(self) -> Fold:
        action, before = self.done[-1]
        if action.kind == "enter":
            awaiting = (dict(action.facts), *self.stand.awaiting)
        else:
            dropped = action.facts["keep"] < len(before.entries)
            awaiting = before.awaiting if dropped else self.stand.awaiting
        return Fold(replace(before, awaiting=awaiting), self.done[:-1], (*self.undone, action))


NOTHING = Fold()


def fold(actions: Iterable[Action]) -> Fold:
    """Fold a log from its beginning."""
    folded = NOTHING
    for action in actions:
        folded = folded.after(action)
    return folded


def _answered(awaiting: Entries, step: str) -> Entries:
    """What still awaits once a step was entered: a step of the game that is not the next one leaves nothing."""
    left = _from(awaiting, step)
    if left:
        return left[1:]
    return awaiting if step in extras.STEPS else ()


def _from(awaiting: Entries, step: str) -> Entries:
    """What awaits from this step on, if nothing but notes and the like comes before it."""
    for place, entry in enumerate(awaiting):
        if entry["step"] == step:
            return awaiting[place:]
        if entry["step"] not in extras.STEPS:
            break
    return ()
