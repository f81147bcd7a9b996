"""Starts and loads sessions."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from scoring.game import AnyGame
from scoring.sheet import Sheet
from scoring.text import same_name
from store import models
from store.by import By
from store.errors import KeyUsedError, NoSuchSessionError, SessionBegunError
from store.log import Action
from store.open import writing
from store.scorebooks import meet_device, new_id, open_scorebook, seat_player, to_text
from store.session import Session, new_session


def create(db: sqlite3.Connection, *, scorebook: str, game: AnyGame, raw: Mapping[str, object], by: By) -> str:
    """The id of a new session from `players`, `dealer` and `options` as typed; said again, the first id again.

    The scorebook and its players are made as they are met. Raises EntryError, KeyUsedError where the key belongs to
    another scorebook, SessionBegunError where it began a session with another table or other rules.
    """
    with writing(db):
        blank = game.start(raw)
        if earlier := _said_before(db, scorebook, by):
            if not _same(load(db, scorebook=scorebook, session=earlier), game, blank):
                raise SessionBegunError(earlier)
            return earlier
        session = Session(id=new_id(), game=game, created_at=by.stamp, blank=blank, sheet=blank)
        open_scorebook(db, scorebook, at=session.created_at)
        _insert(db, scorebook, session, by)
        meet_device(db, by)
        models.refresh(db, session)
    return session.id


def load(db: sqlite3.Connection, *, scorebook: str, session: str) -> Session:
    """A session of this scorebook with its sheet; raises NoSuchSessionError, or UnreadableSessionError."""
    head = db.execute(
        "SELECT id, game, options, dealer, created_at, discarded_at FROM session WHERE id = ? AND scorebook = ?",
        (session, scorebook),
    ).fetchone()
    if head is None:
        raise NoSuchSessionError(session)
    blank = new_session(
        id=head["id"],
        created_at=head["created_at"],
        discarded_at=head["discarded_at"],
        head={
            "game": head["game"],
            "players": _players(db, session),
            "dealer": head["dealer"],
            "options": json.loads(head["options"]),
        },
    )
    return blank.after(*_actions(db, session))


def discard(db: sqlite3.Connection, *, scorebook: str, session: str, at: str) -> None:
    """Put a session away that was begun by mistake; raises NoSuchSessionError."""
    _put_away(db, scorebook, session, at)


def restore(db: sqlite3.Connection, *, scorebook: str, session: str) -> None:
    """Take a discarded session out again; raises NoSuchSessionError."""
    _put_away(db, scorebook, session, None)


def _put_away(db: sqlite3.Connection, scorebook: str, session: str, at: str | None) -> None:
    with writing(db):
        changed = db.execute(
            "UPDATE session SET discarded_at = ? WHERE id = ? AND scorebook = ?", (at, session, scorebook)
        )
        if changed.rowcount == 0:
            raise NoSuchSessionError(session)


def _same(earlier: Session, game: AnyGame, blank: Sheet[Any]) -> bool:
    """Whether what is begun now is what was begun then; a name may be spelled as the scorebook first saw it."""
    was = earlier.blank
    return (
        earlier.game is game
        and was.options == blank.options
        and was.table.dealer == blank.table.dealer
        and [*map(same_name, was.table.players)] == [*map(same_name, blank.table.players)]
    )


def _said_before(db: sqlite3.Connection, scorebook: str, by: By) -> str | None:
    found = db.execute("SELECT id, scorebook FROM session WHERE key = ?", (by.key,)).fetchone()
    if found is None:
        return None
    if found["scorebook"] != scorebook:
        raise KeyUsedError
    earlier: str = found["id"]
    return earlier


def _insert(db: sqlite3.Connection, scorebook: str, session: Session, by: By) -> None:
    table, options = session.blank.table, to_text(session.blank.options.to_json())
    db.execute(
        """
        INSERT INTO session (id, scorebook, game, options, dealer, created_at, updated_at, key)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        (
            session.id,
            scorebook,
            session.game.slug,
            options,
            table.dealer,
            session.created_at,
            session.updated_at,
            by.key,
        ),
    )
    db.executemany(
        """
        INSERT INTO seat (session, created_at, number, seat, player)
        SELECT id, created_at, number, ?, ? FROM session WHERE id = ?
        """,
        [(seat, seat_player(db, scorebook, name), session.id) for seat, name in enumerate(table.players)],
    )


def _players(db: sqlite3.Connection, session: str) -> list[str]:
    found = db.execute(
        "SELECT player.name FROM seat JOIN player ON player.id = seat.player WHERE seat.session = ? ORDER BY seat.seat",
        (session,),
    )
    return [row["name"] for row in found]


def _actions(db: sqlite3.Connection, session: str) -> list[Action]:
    found = db.execute(
        "SELECT position, kind, facts, at, device FROM action WHERE session = ? ORDER BY position", (session,)
    )
    return [Action(row["position"], row["kind"], json.loads(row["facts"]), row["at"], row["device"]) for row in found]
