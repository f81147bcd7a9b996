"""The version of a session: a short text that changes with everything its pages show.

It is the key of the page cache, ETags and polls. One query reads it, the device's accesses and the head row.
"""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

from store.access.grants import HELD, OF_ACCESS, Access
from store.engines.base import Connection, Row
from store.sessions.loading import ABOUT, HEAD

SAID = (*ABOUT, "updated_at", "confirms", "stirs", "names", "deleted_at")
"""Head columns that change the version, besides the log; `stirs` counts seats taken and pending input, `names`
changes of names and of named house rules."""
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
    """A session's version and head row, with a device's accesses to it.

    `accesses` are those to the whole `scorebook` and to this session, the best role first; `deleted`: the scorebook was
    deleted. `head` is for `loading.folded`.
    """

    scorebook: str
    accesses: tuple[Access, ...]
    version: str
    deleted: bool
    head: Row


def look(db: Connection, *, device: str, session: str) -> Look | None:
    """Look a session up in any scorebook; None where there is none."""
    found = db.execute(LOOK, (device, session)).fetchall()
    if not found:
        return None
    held = tuple(
        Access(**{name: row[f"held_{name}"] for name in OF_ACCESS}) for row in found if row["held_id"] is not None
    )
    head = found[0]
    return Look(head["scorebook"], held, version_of(head), deleted=head["deleted_at"] is not None, head=head)


def version_of(head: Row) -> str:
    """The log's length and a checksum of the rest; hidden input counts only as entered."""
    said = [head[name] for name in SAID]
    return f"{head['position']}.{crc32(repr(said).encode()):x}"
