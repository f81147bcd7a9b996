"""The log of a session, folded to the entries that stand: no SQL, no rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal["enter", "undo", "correct"]
EntryJson: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Action:
    """One thing that was done, never changed: at which position of the log, what, when, on which device.

    `facts` are for "enter" the entry; for "undo" nothing; for "correct" `changes`, the new entries by the index
    (as text) of the live entry that each replaces, and `keep`, how many of the live entries stay; where later ones were
    made to fit, `refitted` has the entries that stand in the place of each, none or several.
    """

    position: int
    kind: Kind
    facts: Mapping[str, Any]
    at: str
    device: str


def effective(actions: Iterable[Action]) -> tuple[Action, ...]:
    """The entries and corrections that no undo has taken back; the next undo takes back the last."""
    standing: list[Action] = []
    for action in actions:
        if action.kind == "undo":
            standing.pop()
        else:
            standing.append(action)
    return tuple(standing)


def entries_of(actions: Iterable[Action]) -> tuple[EntryJson, ...]:
    """The live entries in order."""
    entries: tuple[EntryJson, ...] = ()
    for action in effective(actions):
        entries = (*entries, dict(action.facts)) if action.kind == "enter" else _corrected(entries, action.facts)
    return entries


def _corrected(entries: tuple[EntryJson, ...], facts: Mapping[str, Any]) -> tuple[EntryJson, ...]:
    changes, refitted = facts["changes"], facts.get("refitted", {})
    return tuple(
        each
        for index, entry in enumerate(entries[: facts["keep"]])
        for each in refitted.get(str(index), (changes.get(str(index), entry),))
    )
