"""The statements of the hot path as the store sends them, without the game: plain SQL behind the thin layer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from store.engines.base import Connection

HEAD = """
    SELECT id, game, options, dealer, created_at, discarded_at,
        (SELECT MAX(position) FROM action WHERE session = session.id) AS last
    FROM session WHERE id = ? AND scorebook = ?
"""
KNOWN = "SELECT session, position FROM action WHERE key = ?"
ACTION = """
    INSERT INTO action (session, key, position, kind, facts, at, device) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (key) DO NOTHING
"""
DEVICE = """
    INSERT INTO device (id, name) VALUES (?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE device.name <> excluded.name
"""
SESSION = "UPDATE session SET over = ?, ended_early = ?, deals = ?, position = ?, updated_at = ? WHERE id = ?"
STANDINGS = """
    SELECT standing.seat, standing.place, standing.total_milli, standing.won
    FROM standing JOIN session ON session.id = standing.session WHERE standing.session = ?
"""
NO_STANDINGS = "DELETE FROM standing WHERE session = ?"
STANDING = """
    INSERT INTO standing (session, seat, place, total_milli, won) SELECT id, ?, ?, ?, ? FROM session WHERE id = ?
"""


@dataclass(frozen=True)
class Save:
    """An entry as it is written: its key, what was said, how all stand after it."""

    key: str
    facts: str
    at: str
    device: str
    standings: tuple[tuple[int, int, int, int], ...]


class Layer(Protocol):
    """What both write of the store."""

    def head(self, scorebook: str, session: str) -> Any:
        """What is asked of a session that is kept in memory."""

    def append(self, scorebook: str, session: str, save: Save) -> None:
        """All statements of a save that changes how the table stands."""


class Plain:
    """The hot path on a connection of the store."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def head(self, scorebook: str, session: str) -> Any:
        return self._db.execute(HEAD, (session, scorebook)).fetchone()

    def append(self, scorebook: str, session: str, save: Save) -> None:
        db = self._db
        with db.writing():
            db.hold("session", session)
            now = self.head(scorebook, session)
            assert db.execute(KNOWN, (save.key,)).fetchone() is None, "each key is used once"
            position = now["last"] + 1
            action = (session, save.key, position, "enter", save.facts, save.at, save.device)
            assert db.executemany(ACTION, [action]).rowcount == 1, "it is written"
            db.execute(DEVICE, (save.device, "iPhone"))
            db.execute(SESSION, (0, 0, position, position + 1, save.at, session))
            stored = {
                tuple(row[name] for name in ("seat", "place", "total_milli", "won")) for row in self._stored(session)
            }
            if stored != set(save.standings):
                db.execute(NO_STANDINGS, (session,))
                db.executemany(STANDING, [(*line, session) for line in save.standings])

    def _stored(self, session: str) -> Any:
        return self._db.execute(STANDINGS, (session,))
