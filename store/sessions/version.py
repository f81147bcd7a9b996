"""The version of a session: a short text that is another one as soon as any page of it would look otherwise.

Kept pages, ETags and polls go by it alone. Who follows a page asks for it every few seconds; one query tells it, with
what the asking device may do and all from which the session is folded.
"""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

from store.access.grants import HELD, OF_ACCESS, Access
from store.engines.base import Connection, Row
from store.sessions.loading import ABOUT, HEAD

SAID = (*ABOUT, "updated_at", "confirms", "stirs", "names", "deleted_at")
"""What a session's head says of it beside its log: when it was written on last, how often somebody sat down or said
something for a seat, how often a name or the name of house rules was changed."""
LOOK = f"""
    SELECT {HEAD}, {", ".join(f"access.{name} AS held_{name}" for name in OF_ACCESS)}
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
    first; `mark` is the session's version, `deleted` whether its scorebook was deleted. From `head` the session is
    folded without another query for how it stands.
    """

    scorebook: str
    accesses: tuple[Access, ...]
    mark: str
    deleted: bool
    head: Row


def look(db: Connection, *, device: str, session: str) -> Look | None:
    """What a device sees of a session by now, whosever it is; None where there is no such session."""
    found = db.execute(LOOK, (device, session)).fetchall()
    if not found:
        return None
    held = tuple(
        Access(**{name: row[f"held_{name}"] for name in OF_ACCESS}) for row in found if row["held_id"] is not None
    )
    head = found[0]
    return Look(head["scorebook"], held, version_of(head), deleted=head["deleted_at"] is not None, head=head)


def version_of(head: Row) -> str:
    """How long the log is, and the sum of all else; of what is hidden nothing goes into it but that it was said."""
    said = [head[name] for name in SAID]
    return f"{head['position']}.{crc32(repr(said).encode()):x}"
