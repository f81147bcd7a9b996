"""Errors that the record raises: not found, conflicts, database failures."""

from __future__ import annotations

from typing import Literal, TypeAlias

from record.errors import RecordError
from record.session import Session
from scoring.entry.pending import InputDifference
from scoring.errors import EntryError, Problem
from scoring.message import say
from scoring.sheets.values import Doubt


class FullLogError(EntryError, RecordError):
    """A session has as many actions as are written of one."""

    def __init__(self) -> None:
        why = say("This game is as long as a game can be. End it from ⋯, then tap “Same again” to play on.")
        super().__init__([Problem("step", None, why)])


class RoleError(RecordError):
    """The role for which a scorebook was opened does not allow this."""


class NoSuchError(RecordError):
    """What was asked for does not exist here: it never did, was merged or revoked, or is another scorebook's."""


class LastKeeperError(RecordError):
    """The last keeper of a scorebook cannot be removed: nobody would have access."""


class OlderKeeperError(RecordError):
    """A keeper may not remove this device, see `grants.removable_devices`."""


class SeatTakenError(RecordError):
    """Another device sits there; a keeper can free the seat."""


class NotSeatedError(RecordError):
    """A device enters something for a seat that it does not have."""


class NothingToEnterError(RecordError):
    """This seat has nothing to enter in the current step."""


class NotYourTurnError(RecordError):
    """A seat enters before its turn, after the next one has entered, or after everything was shown."""


class EnteredMeanwhileError(RecordError):
    """Another phone has entered something for this seat since the page was shown; it was not replaced."""


class DeletedScorebookError(RecordError):
    """The scorebook was deleted and is read-only until it is restored."""

    def __init__(self) -> None:
        super().__init__("This scorebook was deleted: restore it first.")


class ConflictError(RecordError):
    """Nothing was written, for what lies in `session`, which is the current state."""

    def __init__(self, session: Session) -> None:
        self.session = session
        super().__init__(session.id)


class StaleError(ConflictError):
    """Another device wrote first."""


class DoubtfulError(ConflictError):
    """An entry is most likely a slip; `doubt` is the question to whoever entered it."""

    def __init__(self, session: Session, doubt: Doubt) -> None:
        self.doubt = doubt
        super().__init__(session)


class DifferentInputError(ConflictError):
    """A keeper's entry differs from the pending input of seats.

    Sent again with `overruled` it is written, unless the pending input has changed since.
    """

    def __init__(self, session: Session, differences: tuple[InputDifference, ...], overruled: str) -> None:
        self.differences = differences
        self.said = [{"seat": each.seat, "said": each.reported, "entered": each.entered} for each in differences]
        self.overruled = overruled
        super().__init__(session)


class OtherFactsError(ConflictError):
    """An idempotency key was used in this session with other content, `saved` at `position` of its log."""

    def __init__(self, session: Session, position: int) -> None:
        self.position = position
        self.saved = session.actions[position].facts
        super().__init__(session)


class KeyUsedError(RecordError):
    """An idempotency key was used for another session."""


class SessionBegunError(RecordError):
    """An idempotency key started a session with another table, game or rules; `began` is its id."""

    def __init__(self, began: str) -> None:
        self.began = began
        super().__init__(began)


class OtherLogError(RecordError):
    """An imported session exists here with another log, or in another scorebook."""


class CommandError(RecordError):
    """A command did nothing of what was asked; the text says why to whoever runs it."""


class UnansweredError(CommandError):
    """The connection broke during the commit: the target of a move has everything or nothing."""


class DatabaseError(RecordError):
    """The database failed."""


class UnusableDatabaseError(DatabaseError):
    """The database cannot be opened or migrated until somebody repairs it."""


class EarlierRecordError(UnusableDatabaseError):
    """The record is older than version 1.0.0 and has no migration; nothing was written to it."""


class NewerRecordError(UnusableDatabaseError):
    """A newer release has migrated the record; nothing was written to it."""


class DamagedLogError(UnusableDatabaseError):
    """The log of a record is damaged, so that no other copy of it can be made."""


class ConstraintError(DatabaseError):
    """A constraint or trigger refused the write: a changed or deleted action, a row without its parent."""


Cause: TypeAlias = Literal["away", "busy", "full", "read-only"]
"""Why a database is unavailable: no connection, locked, disk full, read-only."""


class UnavailableError(DatabaseError):
    """The database is unavailable for now, for a `cause`; nothing is half written.

    If the connection broke during a commit, the write may have succeeded: retry it with the same key.
    """

    def __init__(self, cause: Cause, reason: object) -> None:
        self.cause = cause
        super().__init__(f"The database is {cause}: {reason}")
