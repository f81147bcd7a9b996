"""The actions of a session: what the record keeps of it, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal["enter", "undo", "redo", "correct"]
EntryJson: TypeAlias = dict[str, Any]
Entries: TypeAlias = tuple[EntryJson, ...]


@dataclass(frozen=True)
class Action:
    """One thing that was done, never changed: at which position of the log, what, when, on which device.

    `facts` are for "enter" the entry; for "undo" `count`, how many it takes back, where it is more than one; for
    "redo" nothing; for "correct" `changes`, the new entries by the index (as text) of the live entry that each
    replaces, and `keep`, how many of the live entries stay; where later ones were made to fit, `refitted` has the
    entries that stand in the place of each, none or several.
    """

    position: int
    kind: Kind
    facts: Mapping[str, Any]
    at: str
    device: str


def same_start(one: Entries, other: Entries) -> int:
    """How many entries two lists begin with alike.

    >>> same_start(({"step": "bids"}, {"step": "end"}), ({"step": "bids"}, {"step": "note"}))
    1
    """
    shorter = min(len(one), len(other))
    # After most actions one list begins with the other: of a long log that is told without a look into its entries.
    if one[:shorter] == other[:shorter]:
        return shorter
    return next(index for index, (was, now) in enumerate(zip(one, other, strict=False)) if was != now)
