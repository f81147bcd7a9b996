"""Errors that the record raises: not found, conflicts, database failures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from record.errors import RecordError
from record.session import Session
from scoring.entry.merging import Difference
from scoring.errors import EntryError, Problem
from scoring.message import say
from scoring.sheets.values import Doubt


class FullLogError(EntryError, RecordError):
    """A session has as many actions as are written of one."""

    def __init__(self) -> None:
        why = say("This game is as long as a game can be. End it from ⋯, then tap “Same again” to play on.")
        super().__init__([Problem("step", None, why)])


class NoSuchError(RecordError):
    """What was asked for does not exist."""


class NoSuchSessionError(NoSuchError):
    """This scorebook has no such session."""

    def __init__(self, session: str) -> None:
        super().__init__(f"There is no session {session[:40]!r} in this scorebook.")


class NoSuchPlayerError(NoSuchError):
    """This scorebook has no such player, or the player was merged into another."""

    def __init__(self, player: int) -> None:
        super().__init__(f"There is no player {player} in this scorebook.")


class NoSuchTokenError(NoSuchError):
    """This scorebook has no such token."""

    def __init__(self, token: str) -> None:
        super().__init__(f"There is no token {token[:40]!r} in this scorebook.")


class NoSuchLinkError(NoSuchError):
    """This link does not exist or is no longer valid."""

    def __init__(self) -> None:
        super().__init__("There is no such link, or it does not hold any more.")


class NoSuchDeviceError(NoSuchError):
    """No device has this access to this scorebook."""

    def __init__(self, access: str) -> None:
        super().__init__(f"There is no device {access[:40]!r} in this scorebook.")


class LastKeeperError(RecordError):
    """The last keeper of a scorebook cannot be removed: nobody would have access."""

    def __init__(self) -> None:
        super().__init__("This is the only device that keeps this scorebook.")


class OlderKeeperError(RecordError):
    """A keeper may not remove this device, see `removal.removable`."""

    def __init__(self, access: str) -> None:
        super().__init__(f"Device {access[:40]!r} has kept this scorebook for longer.")


class NoSuchSeatError(NoSuchError):
    """A session has no such seat."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"There is no seat {seat} at this table.")


class SeatTakenError(RecordError):
    """Another device sits there; a keeper can free the seat."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"Seat {seat} is taken by another phone.")


class NotSeatedError(RecordError):
    """A device enters something for a seat that it does not have."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"This phone does not sit at seat {seat}.")


class NothingToSayError(RecordError):
    """This seat has nothing to enter in the current step."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"Seat {seat} has nothing to say now.")


class NotYourTurnError(RecordError):
    """A seat enters before its turn, after the next one has entered, or after everything was shown."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"It is not for seat {seat} to say anything now.")


class SaidMeanwhileError(RecordError):
    """Another phone has entered something for this seat since the page was shown; it was not replaced."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"Something has been entered for seat {seat} meanwhile.")


class DeletedScorebookError(RecordError):
    """The scorebook was deleted and is read-only until it is restored."""

    def __init__(self) -> None:
        super().__init__("This scorebook was deleted: restore it first.")


class StaleError(RecordError):
    """Write conflict: another device wrote first; `session` is the current state."""

    def __init__(self, session: Session) -> None:
        self.session = session
        super().__init__("Somebody else has written on this sheet in the meantime.")


class DoubtfulError(RecordError):
    """An entry is most likely a slip; nothing was written.

    `session` is the current state, `doubt` the question to whoever entered it.
    """

    def __init__(self, session: Session, doubt: Doubt) -> None:
        self.session = session
        self.doubt = doubt
        super().__init__("This is most likely a slip: enter it again if it is none.")


class SaidOtherwiseError(RecordError):
    """A keeper's entry differs from the pending input of seats; nothing was written.

    `session` is the current state. Sent again with `overruled` the entry is written, unless the pending input has
    changed since.
    """

    def __init__(self, session: Session, differences: tuple[Difference, ...], overruled: str) -> None:
        self.session = session
        self.differences = differences
        self.overruled = overruled
        super().__init__("Seats have said something else: look which of the two should stand.")

    @property
    def said(self) -> tuple[Mapping[str, object], ...]:
        """The differences as plain values."""
        return tuple({"seat": each.seat, "said": each.said, "entered": each.entered} for each in self.differences)


class KeyUsedError(RecordError):
    """An idempotency key was used for another session."""

    def __init__(self) -> None:
        super().__init__("This key was used for another session: send the action again with a new key.")


class OtherFactsError(RecordError):
    """An idempotency key was used in this session with other content; nothing was written.

    `session` is the current state, `position` that of the earlier action in its log.
    """

    def __init__(self, session: Session, position: int) -> None:
        self.session = session
        self.position = position
        super().__init__("This key was used for something else on this sheet: look which of the two should stand.")

    @property
    def saved(self) -> Mapping[str, object]:
        """The facts of the earlier action."""
        return self.session.actions[self.position].facts


class SessionBegunError(RecordError):
    """An idempotency key started a session with another table, game or rules; `began` is its id."""

    def __init__(self, began: str) -> None:
        self.began = began
        super().__init__("This key began another session: begin this one with a new key.")


class OtherLogError(RecordError):
    """An imported session exists here with another log, or in another scorebook."""

    def __init__(self, session: str) -> None:
        self.session = session
        super().__init__(f"Session {session[:40]} is kept here already, and has gone on in another way.")


class DatabaseError(RecordError):
    """The database failed."""


class UnusableDatabaseError(DatabaseError):
    """The database cannot be opened or migrated until somebody repairs it."""


class EarlierRecordError(UnusableDatabaseError):
    """The record is older than version 1.0.0 and has no migration; nothing was written to it."""

    def __init__(self) -> None:
        super().__init__(
            "it was made before version 1.0.0: make a backup with the version that made it (`python -m store backup`)"
            " and restore that into an empty database"
        )


class NewerRecordError(UnusableDatabaseError):
    """A newer release has migrated the record; nothing was written to it."""

    def __init__(self, migrations: Iterable[str]) -> None:
        super().__init__(f"a newer release has migrated it ({', '.join(migrations)}): update Takuroku")


class DamagedLogError(UnusableDatabaseError):
    """The log of a record is damaged, so that no other copy of it can be made."""

    def __init__(self) -> None:
        super().__init__("its log itself is damaged")


class ConstraintError(DatabaseError):
    """A constraint or trigger refused the write: a changed or deleted action, a row without its parent."""


Cause: TypeAlias = Literal["away", "busy", "full", "read-only"]
"""Why a database is unavailable: no connection, locked, disk full, read-only."""


class UnavailableError(DatabaseError):
    """The database is unavailable for now, for a `cause`; nothing is half written.

    If the connection broke during a commit, the write may have succeeded: retry it with the same key.
    """

    def __init__(self, cause: Cause, said: object) -> None:
        self.cause = cause
        super().__init__(f"The database is {cause}: {said}")
