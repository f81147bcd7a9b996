"""What is wrong with a game code."""

from __future__ import annotations

from record.errors import RecordError
from scoring.message import Message, say

NOT_A_CODE = say("This is not a game code.")
DAMAGED = say("This game code is damaged or not complete.")
NEWER = say("This game code was made by a newer Takuroku. Update this one, or ask for the game as a file.")
TOO_LARGE = say("This game is too large for a code.")
NOT_PACKABLE = say("This game can’t be put into a code.")


class BadCodeError(RecordError):
    """A text or bytes that are no game code, or a game that none can hold; `message` says why."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))
