"""The log of a session: its actions and who made them, folded to the live entries; knows no rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, TypeAlias, get_args

from record.errors import BadKeyError
from scoring.sheets import extras

Time: TypeAlias = Annotated[str, "date-time"]
"""A time as the record has it, see `stamp`."""
ActionKind: TypeAlias = Literal["enter", "undo", "redo", "correct"]
ACTION_KINDS: tuple[ActionKind, ...] = get_args(ActionKind)
EntryJson: TypeAlias = dict[str, Any]
Entries: TypeAlias = tuple[EntryJson, ...]
Setup: TypeAlias = Mapping[str, Any]
"""The players by their first names in the record, the first dealer and the options, as a session document has them."""


MAX_ACTIONS, MAX_BEFORE_STEP = 3_000, 2_900
"""Actions that are written of a session, and before which a step of the game still is: the rest is for its end."""
MAX_ACTIONS_READ = 2 * MAX_ACTIONS
"""Actions of a session in a file or code: earlier releases wrote any number."""
Spend: TypeAlias = Callable[[int], None]
"""A budget for reading a file or code: called with how many entries or values are next; what it raises ends it."""


def budget(left: int, refusal: Callable[[], Exception]) -> Spend:
    """Spend so many; the next raises the refusal."""

    def spend(more: int) -> None:
        nonlocal left
        left -= more
        if left < 0:
            raise refusal()

    return spend


@dataclass(frozen=True)
class Action:
    """An immutable action of the log: its position, kind and facts, the time and the device.

    `facts` of "enter" are the entry; of "undo" `count`, the number of actions that it takes back, if more than one; of
    "redo" nothing; of "correct" `changes`, the new entries by the index (as text) of the live entry that each replaces,
    `keep`, the number of live entries that stay, and where later ones were refitted, `refitted` with the entries (none
    or several) in the place of each. A correction of the setup has the new one as `setup`, and as `dropped` the later
    entries that do not fit it, with everybody at their new seats; what the table changed along with it follows the last
    entry that stays, in its place in `refitted`.
    """

    position: int
    kind: ActionKind
    facts: Mapping[str, Any]
    at: Time
    device: str


def same_start(one: Sequence[Mapping[str, Any]], other: Sequence[Mapping[str, Any]]) -> int:
    """The number of entries with which both lists begin.

    >>> same_start(({"step": "bids"}, {"step": "end"}), ({"step": "bids"}, {"step": "note"}))
    1
    """
    shorter = min(len(one), len(other))
    # After most actions one list begins with the other; comparing slices is fast for a long log.
    if one[:shorter] == other[:shorter]:
        return shorter
    return next(index for index, (was, now) in enumerate(zip(one, other, strict=False)) if was != now)


MAX_KEY_LENGTH = 100


@dataclass(frozen=True)
class Author:
    """The device, key and time of an action; raises BadKeyError.

    `key` makes it safe to send the action twice. `name` is the device's name in the log: "iPhone".
    """

    device: str
    key: str
    at: datetime
    name: str = ""

    def __post_init__(self) -> None:
        key: object = self.key
        if not (isinstance(key, str) and 1 <= len(key) <= MAX_KEY_LENGTH and key.isprintable()):
            raise BadKeyError

    @property
    def stamp(self) -> Time:
        """`at` in the record's format."""
        return stamp(self.at)


def stamp(at: datetime) -> str:
    """A time in the record's format: UTC to the second.

    >>> from datetime import timedelta, timezone
    >>> stamp(datetime(2026, 11, 21, 19, 30, tzinfo=timezone(timedelta(hours=9))))
    '2026-11-21T10:30:00Z'
    """
    assert at.tzinfo is not None, "a time without a zone names no moment"
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


@dataclass(frozen=True)
class Log:
    """A folded log: the live `entries`, and the removed ones that may come back.

    `awaiting` are entries that were undone or dropped by a correction, the next first: a page prefills their steps.
    `ids` identify live entries across corrections: the position of the action that entered each, also with a
    corrected setup; None for one that another correction inserted. `setup` is the corrected setup, None as long as
    it is the one that the session began with. `done` are the actions not undone, `undone` those to redo.
    `corrected` are the logs before the corrections in `done`, without their actions; that before an entry is known
    from the one after it.
    """

    entries: Entries = ()
    awaiting: Entries = ()
    ids: tuple[int | None, ...] = ()
    setup: Setup | None = None
    done: tuple[Action, ...] = ()
    undone: tuple[Action, ...] = ()
    corrected: tuple[Log, ...] = ()

    def after(self, action: Action) -> Log:
        """The fold with one more action."""
        if action.kind == "undo":
            less = self
            for _ in range(action.facts.get("count", 1)):
                less = less._without_the_last()
            return less
        undone = self.undone
        if action.kind == "redo":
            action, undone = undone[-1], undone[:-1]
        else:
            is_repeated = undone and (undone[-1].kind, undone[-1].facts) == (action.kind, action.facts)
            undone = undone[:-1] if is_repeated else ()
        done, facts = (*self.done, action), action.facts
        if action.kind != "enter":
            return replace(self._corrected(action), done=done, undone=undone)
        step, awaiting = facts["step"], self.awaiting
        if awaiting:
            # Nothing awaits any more after a step of the game that is not the next one.
            left = _from(awaiting, step)
            awaiting = left[1:] or (awaiting if not left and step in extras.EXTRA_STEPS else ())
        entries, ids = (*self.entries, dict(facts)), (*self.ids, action.position)
        return replace(self, entries=entries, awaiting=awaiting, ids=ids, done=done, undone=undone)

    def awaits(self, step: str) -> EntryJson | None:
        """The entry to prefill a step with: the first awaiting one, skipping notes and the like."""
        return next(iter(_from(self.awaiting, step)), None)

    def before_corrections(self) -> Iterator[Entries]:
        """The entries before each live correction, the last first, back to one that dropped entries or moved seats."""
        corrections = (action for action in reversed(self.done) if action.kind == "correct")
        for action, before in zip(corrections, reversed(self.corrected), strict=True):
            if _drops_or_moves(action, before):
                return
            yield before.entries

    def done_last_first(self) -> Iterator[tuple[Action, int]]:
        """The actions not undone, the last first, each with the number of live entries before it."""
        before, live = reversed(self.corrected), len(self.entries)
        for action in reversed(self.done):
            live = live - 1 if action.kind == "enter" else len(next(before).entries)
            yield action, live

    def _corrected(self, action: Action) -> Log:
        """The fold with a correction."""
        facts = action.facts
        keep, refitted, is_setup = facts["keep"], facts.get("refitted", {}), "setup" in facts
        kept: list[tuple[EntryJson, int | None]] = []
        for index, (entry, known) in enumerate(zip(self.entries[:keep], self.ids, strict=False)):
            if (made := refitted.get(str(index))) is not None:
                again = next((place for place, each in enumerate(made) if each["step"] == entry["step"]), None)
                stays = again if is_setup else None
                new = action.position if is_setup else None
                kept += [(each, known if each == entry or at == stays else new) for at, each in enumerate(made)]
            else:
                kept.append((facts["changes"].get(str(index), entry), known))
        return replace(
            self,
            entries=tuple(each for each, _ in kept),
            awaiting=tuple(facts.get("dropped", ())) if is_setup else self.entries[keep:] or self.awaiting,
            ids=tuple(known for _, known in kept),
            setup=facts["setup"] if is_setup else self.setup,
            corrected=(*self.corrected, replace(self, done=(), undone=(), corrected=())),
        )

    def _without_the_last(self) -> Log:
        action, done, undone = self.done[-1], self.done[:-1], (*self.undone, self.done[-1])
        if action.kind == "enter":
            awaiting = (dict(action.facts), *self.awaiting)
            less = replace(self, entries=self.entries[:-1], awaiting=awaiting, ids=self.ids[:-1])
        else:
            before = self.corrected[-1]
            awaiting = before.awaiting if _drops_or_moves(action, before) else self.awaiting
            less = replace(before, awaiting=awaiting, corrected=self.corrected[:-1])
        return replace(less, done=done, undone=undone)


def _drops_or_moves(correction: Action, before: Log) -> bool:
    """Whether a correction drops entries or moves seats."""
    return correction.facts["keep"] < len(before.entries) or "setup" in correction.facts


def _from(awaiting: Entries, step: str) -> Entries:
    """What awaits from this step on, if only notes and the like come before it."""
    for place, entry in enumerate(awaiting):
        if entry["step"] == step:
            return awaiting[place:]
        if entry["step"] not in extras.EXTRA_STEPS:
            break
    return ()
