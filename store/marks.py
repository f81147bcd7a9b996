"""The mark of a session: a short text that is another one as soon as any page of it would look otherwise.

Whoever follows a page asks by it every few seconds; one query tells it, together with what the asking device may do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from zlib import crc32

from store.access import HELD, OF_ACCESS, Access
from store.engine import Connection
from store.loading import ABOUT

SAID = (*(f"session.{name}" for name in ABOUT), "session.confirms", "session.stirs", "scorebook.names")
"""What is said beside the log, how often somebody sat down or spoke for a seat, how often a name was changed."""


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
    found = db.execute(
        f"""
        SELECT {", ".join(f"{name} AS said_{number}" for number, name in enumerate(SAID))},
            session.scorebook AS kept_in, scorebook.deleted_at,
            (SELECT MAX(position) FROM action WHERE session = ?) AS last,
            {", ".join(f"access.{name}" for name in OF_ACCESS)}
        FROM session JOIN scorebook ON scorebook.id = session.scorebook
        LEFT JOIN access ON access.device = ? AND access.scorebook = scorebook.id AND {HELD}
            AND (access.session IS NULL OR access.session = session.id)
        WHERE session.id = ?
        ORDER BY access.role, CASE WHEN access.session IS NULL THEN 0 ELSE 1 END, access.since, access.id
        """,
        (session, device, session),
    ).fetchall()
    if not found:
        return None
    held = tuple(Access(**{name: row[name] for name in OF_ACCESS}) for row in found if row["id"] is not None)
    return Look(found[0]["kept_in"], held, _mark(found[0]), deleted=found[0]["deleted_at"] is not None)


def _mark(row: Any) -> str:
    """How long the log is, and the sum of all else; of what is hidden nothing goes into it but that it was said."""
    said = [row["deleted_at"], *(row[f"said_{number}"] for number in range(len(SAID)))]
    return f"{-1 if row['last'] is None else row['last']}.{crc32(repr(said).encode()):x}"
