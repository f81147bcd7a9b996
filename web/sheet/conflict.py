"""What others wrote on a sheet while somebody was still typing on it."""

from __future__ import annotations

from record.session import Session
from web.identity import visitor
from web.identity.current import book
from web.sheet.session_log import LogLine, lines

MAX_LINES = 4
"""So many lines of it, the last ones: the whole is in the log."""


def meanwhile(found: Session, seen: int) -> list[LogLine]:
    """What was done since the position that was seen; nothing where nobody can have seen that one."""
    if not 0 <= seen < found.position:
        return []
    done = list(lines(found, own=visitor.device(), names=book().device_names(found.id)))
    return done[seen:][-MAX_LINES:]
