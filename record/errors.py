"""Errors of a session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scoring.errors import EntryError, Problem


class RecordError(Exception):
    """The base class of everything that the record refuses."""


class UnreadableSessionError(RecordError):
    """A session can't be read: its game is gone, its rules have changed, or its log is damaged."""

    def __init__(self, session: str, reason: Exception) -> None:
        self.session = session
        super().__init__(f"Session {session} cannot be read: {reason}")


class BadKeyError(RecordError):
    """The key of an action is not 1 to 100 printable characters."""


class NothingToRedoError(RecordError):
    """Nothing was undone, or another entry was made since."""


class NothingToUndoError(RecordError):
    """The sheet is blank."""


class CorrectionError(EntryError, RecordError):
    """A corrected entry breaks rules; `index` is that of the live entry."""

    def __init__(self, index: int, problems: Iterable[Problem]) -> None:
        self.index = index
        super().__init__(problems)


class LaterEntriesError(RecordError):
    """After a correction a later entry breaks rules: `entry` at `index`, with its `problems`."""

    def __init__(self, index: int, problems: Iterable[Problem], entry: Mapping[str, object]) -> None:
        self.index = index
        self.problems = tuple(problems)
        self.entry = entry
        super().__init__(" ".join(str(problem.message) for problem in self.problems))
