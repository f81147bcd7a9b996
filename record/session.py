"""A session as an immutable value: its log, its sheet, and the actions that can come next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from record.actions import Action, Entries, Kind
from record.author import Author
from record.correction import correction
from record.errors import NothingToRedoError, NothingToUndoError, UnreadableSessionError
from record.log import EMPTY_FOLD, Fold
from scoring import document
from scoring.catalogue import find_game
from scoring.core import replay_trusted
from scoring.errors import EntryError, UnknownGameError
from scoring.game import AnyGame
from scoring.sheets.sheet import Sheet
from scoring.sheets.values import Entry


@dataclass(frozen=True)
class Session:
    """A session; `fold` is its folded log, `sheet` the `blank` one with the live entries.

    `place` and `note` are free text or "". `archived_at` and `discarded_at` (deleted) are times or None. `colours` are
    the numbers of the players' colours by seat; empty if not known.
    """

    id: str
    game: AnyGame
    created_at: str
    blank: Sheet[Any]
    sheet: Sheet[Any]
    actions: tuple[Action, ...] = ()
    fold: Fold = EMPTY_FOLD
    discarded_at: str | None = None
    archived_at: str | None = None
    place: str = ""
    note: str = ""
    colours: tuple[int, ...] = ()

    @property
    def entries(self) -> Entries:
        """The live entries."""
        return self.fold.stand.entries

    @property
    def position(self) -> int:
        """The number of logged actions, which the next one must name."""
        return len(self.actions)

    @property
    def updated_at(self) -> str:
        return self.actions[-1].at if self.actions else self.created_at

    @property
    def document(self) -> dict[str, object]:
        """The session document, for export."""
        return document.dump(self.game, self.sheet, self.entries)

    # Make the next action, or refuse it. Nothing is written.

    def undoing(self, by: Author, *, count: int = 1) -> Action:
        """Make the action that undoes the last `count` entries and corrections; raises NothingToUndoError."""
        if not 1 <= count <= len(self.fold.done):
            raise NothingToUndoError
        return self._action("undo", {} if count == 1 else {"count": count}, by)

    def redoing(self, by: Author) -> Action:
        """Make the action that redoes what was undone last; raises NothingToRedoError."""
        if not self.fold.undone:
            raise NothingToRedoError
        return self._action("redo", {}, by)

    def correcting(self, changes: Mapping[int, object], by: Author, *, reopen: bool = False) -> Action | None:
        """Make the action that replaces live entries, see `correction`; None if it changes nothing."""
        facts = correction(self.blank, self.fold, changes, reopen=reopen)
        return None if facts is None else self._action("correct", facts, by)

    def _action(self, kind: Kind, facts: Mapping[str, Any], by: Author) -> Action:
        return Action(self.position, kind, facts, by.stamp, by.device)

    # Later and earlier states.

    def with_entry(self, entry: Entry, by: Author) -> Session:
        """The session after an entry that `read_entry` has just checked on this sheet: it is not read again."""
        action = self._action("enter", entry.to_json(), by)
        actions, fold = (*self.actions, action), self.fold.after(action)
        return replace(self, actions=actions, fold=fold, sheet=self.sheet.write(entry))

    def after(self, *actions: Action) -> Session:
        """Append actions to the log; raises UnreadableSessionError."""
        fold = self.fold
        try:
            for action in actions:
                fold = fold.after(action)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            # Checked actions never fail here: the file was damaged or edited.
            raise UnreadableSessionError(self.id, ValueError("an action in its log is damaged")) from error
        stand, entries = len(self.entries), fold.stand.entries
        try:
            if entries[:stand] == self.entries:
                sheet = replay_trusted(self.sheet, entries[stand:])
            else:
                sheet = replay_trusted(self.blank, entries)
        except EntryError as error:
            raise UnreadableSessionError(self.id, error) from error
        return replace(self, actions=(*self.actions, *actions), fold=fold, sheet=sheet)

    def at(self, position: int) -> Session:
        """The session after the first `position` actions."""
        return replace(self, actions=(), fold=EMPTY_FOLD, sheet=self.blank).after(*self.actions[:position])


def new_session(*, id: str, created_at: str, head: Mapping[str, object]) -> Session:
    """Make a session with a blank sheet; `head` is its document without entries, as recorded.

    Raises UnreadableSessionError.
    """
    try:
        blank, game = document.blank(head), find_game(head["game"])
    except (EntryError, UnknownGameError) as error:
        raise UnreadableSessionError(id, error) from error
    return Session(id=id, game=game, created_at=created_at, blank=blank, sheet=blank)
