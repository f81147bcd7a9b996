"""What the record refuses, said as it stands at the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from scoring.errors import EntryError, Problem

if TYPE_CHECKING:
    from store.session import Session


class StoreError(Exception):
    """Anything that the record refuses."""


class NoSuchSessionError(StoreError):
    """This scorebook has no such session, though another one may."""

    def __init__(self, session: str) -> None:
        super().__init__(f"There is no session {session[:40]!r} in this scorebook.")


class UnreadableSessionError(StoreError):
    """What was said in a session is no longer legal: its game is gone, or its rules have changed."""

    def __init__(self, session: str, reason: Exception) -> None:
        self.session = session
        super().__init__(f"Session {session} cannot be read: {reason}")


class StaleError(StoreError):
    """Another device was faster; `session` is how things stand now."""

    def __init__(self, session: Session) -> None:
        self.session = session
        super().__init__("Somebody else has written on this sheet in the meantime.")


class BadKeyError(StoreError):
    """What should tell a repeat from a new action is no key: 1 to 100 printable characters."""

    def __init__(self) -> None:
        super().__init__("The key of an action must be a text of 1 to 100 printable characters.")


class KeyUsedError(StoreError):
    """A key that belongs to another session came with an action for this one."""

    def __init__(self) -> None:
        super().__init__("This key was used for another session: send the action again with a new key.")


class OtherFactsError(StoreError):
    """A key that was used for an action of this session came again with something else; nothing was written.

    `session` is how things stand now, `position` where in its log that action is.
    """

    def __init__(self, session: Session, position: int) -> None:
        self.session = session
        self.position = position
        super().__init__("This key was used for something else on this sheet: look which of the two should stand.")


class SessionBegunError(StoreError):
    """A key with which a session was begun came again with another table, game or rules; `session` is its id."""

    def __init__(self, session: str) -> None:
        self.session = session
        super().__init__("This key began another session: begin this one with a new key.")


class NothingToRedoError(StoreError):
    """Nothing was undone, or something else was entered since."""

    def __init__(self) -> None:
        super().__init__("There is nothing to redo: something else was entered since, or nothing was undone.")


class NothingToUndoError(StoreError):
    """The sheet is blank."""

    def __init__(self) -> None:
        super().__init__("There is nothing to undo: nothing stands on this sheet.")


class CorrectionError(EntryError, StoreError):
    """A corrected entry breaks rules; `index` says which of the live entries."""

    def __init__(self, index: int, problems: Iterable[Problem]) -> None:
        self.index = index
        super().__init__(problems)


class LaterEntriesError(StoreError):
    """After a correction a later entry breaks rules: `entry` at `index`, for these `problems`."""

    def __init__(self, index: int, problems: Iterable[Problem], entry: Mapping[str, object]) -> None:
        self.index = index
        self.problems = tuple(problems)
        self.entry = entry
        super().__init__(" ".join(str(problem.message) for problem in self.problems))
