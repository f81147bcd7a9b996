"""What the record refuses for what lies in it already."""

from __future__ import annotations

from typing import Literal, TypeAlias

from record.errors import RecordError
from record.session import Session
from scoring.entry.merging import Difference
from scoring.sheets.values import Doubt


class NoSuchSessionError(RecordError):
    """This scorebook has no such session, though another one may."""

    def __init__(self, session: str) -> None:
        super().__init__(f"There is no session {session[:40]!r} in this scorebook.")


class NoSuchPlayerError(RecordError):
    """This scorebook has no such player, or one who is merged with another by now."""

    def __init__(self, player: int) -> None:
        super().__init__(f"There is no player {player} in this scorebook.")


class NoSuchTokenError(RecordError):
    """This scorebook has no such token."""

    def __init__(self, token: str) -> None:
        super().__init__(f"There is no token {token[:40]!r} in this scorebook.")


class NoSuchLinkError(RecordError):
    """Nobody made this link, or nobody comes in by it any more."""

    def __init__(self) -> None:
        super().__init__("There is no such link, or it does not hold any more.")


class NoSuchDeviceError(RecordError):
    """No device has this access to this scorebook."""

    def __init__(self, access: str) -> None:
        super().__init__(f"There is no device {access[:40]!r} in this scorebook.")


class LastKeeperError(RecordError):
    """The last device that keeps a scorebook stays: without it nobody could come to it."""

    def __init__(self) -> None:
        super().__init__("This is the only device that keeps this scorebook.")


class NoSuchSeatError(RecordError):
    """A session has no such seat."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"There is no seat {seat} at this table.")


class SeatTakenError(RecordError):
    """Another device sits there; a keeper can free the seat."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"Seat {seat} is taken by another phone.")


class NotSeatedError(RecordError):
    """A device speaks for a seat that it does not have."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"This phone does not sit at seat {seat}.")


class NothingToSayError(RecordError):
    """What is asked now has no part of this seat's own."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"Seat {seat} has nothing to say now.")


class NotYourTurnError(RecordError):
    """A seat speaks before its turn, after the next one has spoken, or when all is shown already."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"It is not for seat {seat} to say anything now.")


class DeletedScorebookError(RecordError):
    """Nothing is written in a scorebook that was deleted; it can be restored first."""

    def __init__(self) -> None:
        super().__init__("This scorebook was deleted: restore it first.")


class StaleError(RecordError):
    """Another device was faster; `session` is how things stand now."""

    def __init__(self, session: Session) -> None:
        self.session = session
        super().__init__("Somebody else has written on this sheet in the meantime.")


class DoubtfulError(RecordError):
    """An entry is most likely a slip; nothing was written.

    `session` is how things stand, `doubt` what is asked of whoever entered it.
    """

    def __init__(self, session: Session, doubt: Doubt) -> None:
        self.session = session
        self.doubt = doubt
        super().__init__("This is most likely a slip: enter it again if it is none.")


class SaidOtherwiseError(RecordError):
    """A keeper's entry says something else than seats have said of the step; nothing was written.

    `session` is how things stand, `differences` are told side by side; the entry is written all the same where
    `overruled` comes with it, as long as nobody has said anything else since.
    """

    def __init__(self, session: Session, differences: tuple[Difference, ...], overruled: str) -> None:
        self.session = session
        self.differences = differences
        self.overruled = overruled
        super().__init__("Seats have said something else: look which of the two should stand.")


class KeyUsedError(RecordError):
    """A key that belongs to another session came with an action for this one."""

    def __init__(self) -> None:
        super().__init__("This key was used for another session: send the action again with a new key.")


class OtherFactsError(RecordError):
    """A key that was used for an action of this session came again with something else; nothing was written.

    `session` is how things stand now, `position` where in its log that action is.
    """

    def __init__(self, session: Session, position: int) -> None:
        self.session = session
        self.position = position
        super().__init__("This key was used for something else on this sheet: look which of the two should stand.")


class SessionBegunError(RecordError):
    """A key with which a session was begun came again with another table, game or rules; `session` is its id."""

    def __init__(self, session: str) -> None:
        self.session = session
        super().__init__("This key began another session: begin this one with a new key.")


class OtherLogError(RecordError):
    """A session came from elsewhere that is kept here with another log, or in another scorebook."""

    def __init__(self, session: str) -> None:
        self.session = session
        super().__init__(f"Session {session[:40]} is kept here already, and has gone on in another way.")


class DatabaseError(RecordError):
    """The database does not do what the record asks of it."""


class UnusableDatabaseError(DatabaseError):
    """The database cannot be opened or brought up to date, and will not be until somebody mends it."""


class EarlierRecordError(UnusableDatabaseError):
    """The record was made before version 1.0.0, whose tables no migration leads to; nothing was written to it."""

    def __init__(self) -> None:
        super().__init__(
            "it was made before version 1.0.0: make a backup with the version that made it (`python -m store backup`)"
            " and restore that into an empty database"
        )


class ConstraintError(DatabaseError):
    """The database refuses what would break the record: an action changed or deleted, a row that belongs to nothing."""


Cause: TypeAlias = Literal["away", "busy", "full", "read-only"]
"""Why a database cannot do it now: it does not answer, others hold what is wanted, no room, nothing may be written."""


class UnavailableError(DatabaseError):
    """The database cannot do it now, for a `cause`; nothing is half written.

    Where the answer to a commit was lost the whole may have been written: the same again, under the same key, is
    harmless, and right as soon as the cause is gone.
    """

    def __init__(self, cause: Cause, said: object) -> None:
        self.cause = cause
        super().__init__(f"The database is {cause}: {said}")
