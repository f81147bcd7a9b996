"""The actions of a session, which are the lines of its log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal["enter", "undo", "redo", "correct"]
EntryJson: TypeAlias = dict[str, Any]
Entries: TypeAlias = tuple[EntryJson, ...]
Setup: TypeAlias = Mapping[str, Any]
"""The players by their first names in the record, the first dealer and the options, as a session document has them."""


MAX_ACTIONS, MAX_BEFORE_STEP = 3_000, 2_900
"""Actions that are written of a session, and before which a step of the game still is: the rest is for its end."""
MAX_ACTIONS_READ = 2 * MAX_ACTIONS
"""Actions of a session in a file or code: earlier releases wrote any number."""


@dataclass(frozen=True)
class Action:
    """An immutable action of the log: its position, kind and facts, the time and the device.

    `facts` of "enter" are the entry; of "undo" `count`, the number of actions that it takes back, if more than one; of
    "redo" nothing; of "correct" `changes`, the new entries by the index (as text) of the live entry that each replaces,
    `keep`, the number of live entries that stay, and where later ones were refitted, `refitted` with the entries (none
    or several) in the place of each. A correction of the setup has the new one as `setup`, and as `dropped` the later
    entries that do not fit it, with everybody at their new seats.
    """

    position: int
    kind: Kind
    facts: Mapping[str, Any]
    at: str
    device: str


def same_start(one: Entries, other: Entries) -> int:
    """The number of entries with which both lists begin.

    >>> same_start(({"step": "bids"}, {"step": "end"}), ({"step": "bids"}, {"step": "note"}))
    1
    """
    shorter = min(len(one), len(other))
    # After most actions one list begins with the other; comparing slices is fast for a long log.
    if one[:shorter] == other[:shorter]:
        return shorter
    return next(index for index, (was, now) in enumerate(zip(one, other, strict=False)) if was != now)
