"""Edit conflicts: what others wrote while somebody was typing."""

from __future__ import annotations

from record.session import Session
from web.identity import visitor
from web.identity.phones import phones_of
from web.sheet.session_log import LogLine, lines

MAX_LINES = 4
"""Log lines shown at most, the last ones."""


def meanwhile(found: Session, seen: int) -> list[LogLine]:
    """The log lines since the position that was seen; empty for an impossible position."""
    if not 0 <= seen < found.position:
        return []
    done = list(lines(found, own=visitor.device(), names=phones_of(found)))
    return done[seen:][-MAX_LINES:]
