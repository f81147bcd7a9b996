"""A session as a value: its log, and the sheet that the log folds to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring import document
from scoring.catalogue import find_game
from scoring.core import replay
from scoring.errors import EntryError, UnknownGameError
from scoring.game import AnyGame
from scoring.sheet import Sheet
from store.errors import UnreadableSessionError
from store.log import Action, EntryJson, entries_of


@dataclass(frozen=True)
class Session:
    """One sitting at one game; `entries` are the live ones, `sheet` is the `blank` one with them on it."""

    id: str
    game: AnyGame
    created_at: str
    blank: Sheet[Any]
    sheet: Sheet[Any]
    actions: tuple[Action, ...] = ()
    entries: tuple[EntryJson, ...] = ()

    @property
    def position(self) -> int:
        """How many actions are logged: what the next one must name."""
        return len(self.actions)

    @property
    def updated_at(self) -> str:
        return self.actions[-1].at if self.actions else self.created_at

    @property
    def document(self) -> dict[str, object]:
        """The session document, for export."""
        return document.dump(self.game, self.sheet, self.entries)

    def after(self, *actions: Action) -> Session:
        """The session with these actions at the end of its log; raises UnreadableSessionError."""
        log = (*self.actions, *actions)
        entries = entries_of(log)
        stand = len(self.entries)
        try:
            if entries[:stand] == self.entries:
                sheet = replay(self.sheet, entries[stand:])
            else:
                sheet = replay(self.blank, entries)
            return replace(self, actions=log, entries=entries, sheet=sheet)
        except EntryError as error:
            raise UnreadableSessionError(self.id, error) from error


def new_session(*, id: str, created_at: str, head: Mapping[str, object]) -> Session:
    """A session with nothing on its sheet; `head` is its document without entries, as the record keeps it.

    Raises UnreadableSessionError.
    """
    try:
        blank = document.blank(head)
        return Session(id=id, game=find_game(head["game"]), created_at=created_at, blank=blank, sheet=blank)
    except (EntryError, UnknownGameError) as error:
        raise UnreadableSessionError(id, error) from error
