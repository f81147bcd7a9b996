"""The mark of a session: a short text that is another one as soon as any page of it would look otherwise.

Whoever follows a page asks by it every few seconds; one query tells it, together with what the asking device may do.
"""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

from store.access.grants import HELD, OF_ACCESS, Access
from store.engines.base import Connection
from store.sessions.loading import ABOUT

SAID = (*ABOUT, "confirms", "stirs", "names", "deleted_at")
"""What is said beside the log, how often somebody sat down or spoke for a seat, how often a name was changed."""
LOOK = f"""
    SELECT {", ".join(f"session.{name}" for name in (*ABOUT, "confirms", "stirs"))},
        COALESCE((SELECT MAX(position) FROM action WHERE session = ?) + 1, 0) AS position,
        session.scorebook AS kept_in, scorebook.names, scorebook.deleted_at,
        {", ".join(f"access.{name}" for name in OF_ACCESS)}
    FROM session JOIN scorebook ON scorebook.id = session.scorebook
    LEFT JOIN access ON access.device = ? AND access.scorebook = scorebook.id AND {HELD}
        AND (access.session IS NULL OR access.session = session.id)
    WHERE session.id = ?
    ORDER BY access.role, CASE WHEN access.session IS NULL THEN 0 ELSE 1 END, access.since, access.id
"""


@dataclass(frozen=True)
class Look:
    """What a device sees of a session before it is loaded.

    `accesses` are those to the whole `scorebook` and to this session that the device holds, the one that lets do most
    first; `mark` is the session's, `deleted` whether its scorebook was deleted.
    """

    scorebook: str
    accesses: tuple[Access, ...]
    mark: str
    deleted: bool


def look(db: Connection, *, device: str, session: str) -> Look | None:
    """What a device sees of a session by now, whosever it is; None where there is no such session."""
    found = db.execute(LOOK, (session, device, session)).fetchall()
    if not found:
        return None
    held = tuple(Access(**{name: row[name] for name in OF_ACCESS}) for row in found if row["id"] is not None)
    first = found[0]
    # How long the log is, and the sum of all else; of what is hidden nothing goes into it but that it was said.
    said = [first[name] for name in SAID]
    mark = f"{first['position']}.{crc32(repr(said).encode()):x}"
    return Look(first["kept_in"], held, mark, deleted=first["deleted_at"] is not None)
