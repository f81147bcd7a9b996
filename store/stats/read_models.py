"""Keeps the read models of a session up to date in the transaction of each write, and compares them with its log.

A session counts in statistics once it is over with at least one deal, unless it is deleted or excluded. Its results
are written with the scorebook locked, so that two tables with the same players finish one after the other; running
sessions do not wait.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import scoring
from record.people import next_table, usual_table
from record.session import Session
from scoring.sheets.sheet import Sheet
from scoring.text import same_name
from store import encoding
from store.encoding import to_milli, to_text
from store.engines.base import Connection, Row
from store.stats import player_result
from store.stats.player_result import PlayerResult, player_results

IS_COUNTABLE = "session.deleted_at IS NULL AND session.excluded_at IS NULL AND session.over = 1 AND session.deals > 0"
"""Whether a session counts, in the words of the index that knows those which are still to be counted."""
SESSION_COLUMNS = ("over", "ended_early", "deals", "position", "updated_at", "minutes", "next_table")
COUNTING_COLUMNS = ("scorebook", "deleted_at", "excluded_at", "counted")
"""What must be known of a session besides its sheet to count it."""
TABLE_COLUMNS = {
    "standing": ("seat", "place", "total_milli", "won", "side", "decided"),
    "remark": ("position", "text_key"),
    "player_result": PlayerResult._fields,
}
OF_ITS_SESSION = {
    "standing": (),
    "remark": ("scorebook", "played_at", "number"),
    "player_result": ("game", "played_at", "number"),
}
"""What the rows repeat of their session, so that an index finds them in the order of the lists."""
OUT_OF_COMPETITION = 0
"""The place of who has none."""
PLACE, NOTE, TITLE = -1, -2, -3
"""The positions of texts on the whole session, where no action is."""

ModelRow: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True)
class ModelMismatch:
    """A table that does not say what the log says: of which session, in how many rows."""

    session: str
    table: str
    rows: int


def refresh(db: Connection, session: Session, *, before: Session | None = None, force: bool = False) -> None:
    """Bring the read models of a session up to date; the caller has locked it.

    `before` is the session as it was, whose remarks are there already. `force`: results are compared in any case.
    """
    changed = ", ".join(f"{column} = ?" for column in SESSION_COLUMNS)
    (head,) = db.execute(
        f"UPDATE session SET {changed} WHERE id = ? RETURNING {', '.join(COUNTING_COLUMNS)}",
        (*_columns(session), session.id),
    )
    _write(db, session.id, "standing", _standings(session.sheet))
    was, sheet = before.sheet if before else None, session.sheet
    if was is None or (was.remarks, was.options) != (sheet.remarks, sheet.options):
        _write(db, session.id, "remark", _remarks(session))
    if sheet.over or head["counted"] or force:
        count_session(db, session.id, head, session, force=force)


def count_session(db: Connection, id: str, head: Row, session: Session | None, *, force: bool = False) -> None:
    """Bring the results of a session up to date, None for one that is not to count; the caller has locked it.

    `head` has its `COUNTING_COLUMNS` as they are now.
    """
    counts = session is not None and _counts(head, session.sheet)
    if not (counts or head["counted"] or force):
        return
    db.lock_row("scorebook", head["scorebook"])
    now = _results(db, session) if session is not None and counts else set()
    if now != _stored_rows(db, id, "player_result"):
        _write(db, id, "player_result", now)
        note_results_changed(db, head["scorebook"])
    if bool(head["counted"]) != counts:
        db.execute("UPDATE session SET counted = ? WHERE id = ?", (int(counts), id))


def note_results_changed(db: Connection, scorebook: str) -> None:
    """Note that what a process has counted of a scorebook is out of date."""
    db.execute("UPDATE scorebook SET results_revision = results_revision + 1 WHERE id = ?", (scorebook,))


def differences(db: Connection, session: Session) -> Iterator[ModelMismatch]:
    """Where the read models of a session are not what its log says."""
    names = (*SESSION_COLUMNS, *COUNTING_COLUMNS)
    head = db.execute(f"SELECT {', '.join(names)} FROM session WHERE id = ?", (session.id,)).fetchone()
    counts = _counts(head, session.sheet)
    if (*(head[name] for name in SESSION_COLUMNS), head["counted"]) != (*_columns(session), int(counts)):
        yield ModelMismatch(session.id, "session", 1)
    lines = {
        "standing": _standings(session.sheet),
        "remark": _remarks(session),
        "player_result": _results(db, session) if counts else set(),
    }
    for table, by_log in lines.items():
        stored = _stored_rows(db, session.id, table)
        if rows := max(len(stored - by_log), len(by_log - stored)):
            yield ModelMismatch(session.id, table, rows)


@cache
def rules_fingerprint() -> str:
    """A fingerprint of the code that read models follow from: another after every change in it, even of its words."""
    package = Path(str(scoring.__file__))
    beside = (Path(each) for each in (__file__, str(player_result.__file__), str(encoding.__file__)))
    found = hashlib.sha256()
    # In a browser the modules are compiled and have another ending. Their order must not depend on where they lie.
    for path in (*sorted(package.parent.rglob(f"*{package.suffix}")), *beside):
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def noted_fingerprint(db: Connection) -> str | None:
    """The fingerprint of the rules by which all were made or compared last; None where nobody noted it."""
    row = db.execute("SELECT rules FROM _read_models").fetchone()
    return row and str(row["rules"])


def note_rules(db: Connection, rules: str) -> None:
    """Note that all read models are as these rules have it; the caller has opened the transaction."""
    db.execute("DELETE FROM _read_models")
    db.execute("INSERT INTO _read_models (rules) VALUES (?)", (rules,))


def _columns(session: Session) -> ModelRow:
    """The `SESSION_COLUMNS` as the log says them."""
    sheet, table = session.sheet, next_table(session)
    plays_next = None if table == usual_table(session) else to_text(table._asdict())
    over, ended_early = int(sheet.over), int(sheet.ended_early)
    return (over, ended_early, sheet.deals, session.position, session.updated_at, session.minutes, plays_next)


def _standings(sheet: Sheet[Any]) -> set[ModelRow]:
    winners, places = sheet.winners, sheet.places
    decided = {seat for tie in sheet.ties_in_force for seat in tie.order}
    return {
        (
            *(seat, places.get(side, OUT_OF_COMPETITION), to_milli(sheet.totals[seat]), int(seat in winners), number),
            int(side[0] in decided),
        )
        for number, side in enumerate(sheet.sides)
        for seat in side
    }


def _remarks(session: Session) -> set[ModelRow]:
    """The remarks of a session and its place and note, which the search finds alike."""
    of_session = ((PLACE, session.place), (NOTE, session.note), (TITLE, session.sheet.options.title))
    texts = (*((remark.position, remark.text) for remark in session.sheet.remarks), *of_session)
    return {(at, same_name(text)) for at, text in texts if text}


def _counts(head: Row, sheet: Sheet[Any]) -> bool:
    """The same as `IS_COUNTABLE`, by the sheet itself."""
    return head["deleted_at"] is None and head["excluded_at"] is None and sheet.over and sheet.deals > 0


def _results(db: Connection, session: Session) -> set[ModelRow]:
    found = db.execute("SELECT player FROM sitting WHERE session = ? ORDER BY turn, seat", (session.id,))
    return {*player_results(session, [row["player"] for row in found])}


def _stored_rows(db: Connection, session: str, table: str) -> set[ModelRow]:
    """The lines that are there; one that repeats something else of its session than is there is no line of it."""
    repeats = " AND ".join(f"{table}.{column} = session.{column}" for column in OF_ITS_SESSION[table]) or "1 = 1"
    found = db.execute(
        f"""
        SELECT {", ".join(f"{table}.{column}" for column in TABLE_COLUMNS[table])},
            CASE WHEN {repeats} THEN 1 ELSE 0 END AS is_right
        FROM {table} JOIN session ON session.id = {table}.session WHERE {table}.session = ?
        """,
        (session,),
    )
    columns = [*TABLE_COLUMNS[table]]
    return {tuple(row[column] for column in (columns if row["is_right"] else columns[:-1])) for row in found}


def _write(db: Connection, session: str, table: str, lines: Collection[ModelRow]) -> None:
    columns, again = TABLE_COLUMNS[table], OF_ITS_SESSION[table]
    db.execute(f"DELETE FROM {table} WHERE session = ?", (session,))
    if not lines:
        return
    db.executemany(
        f"""
        INSERT INTO {table} (session, {", ".join((*again, *columns))})
        SELECT {", ".join(("id", *again, *("?" for _ in columns)))} FROM session WHERE id = ?
        """,
        ((*line, session) for line in lines),
    )
