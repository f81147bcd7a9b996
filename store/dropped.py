"""What a correction that reopened the sheet took away, until it is said again: no SQL, only the fold."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.extras import STEPS
from store.log import Action, EntryJson, effective, entries_of


def dropped(actions: Iterable[Action]) -> tuple[EntryJson, ...]:
    """The entries that corrections dropped and that nobody has entered again yet, the next one first.

    What is entered since takes the place of the next one of its step; a note or an adjustment of none.
    """
    standing = effective(actions)
    waiting: tuple[EntryJson, ...] = ()
    for place, action in enumerate(standing):
        if action.kind == "correct":
            waiting = (*entries_of(standing[:place])[action.facts["keep"] :], *waiting)
        elif waiting and action.facts["step"] not in STEPS:
            steps = [entry["step"] for entry in waiting]
            waiting = waiting[steps.index(action.facts["step"]) + 1 :] if action.facts["step"] in steps else ()
    return waiting
