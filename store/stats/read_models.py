"""Updates the read models of a session in the transaction of each write."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeAlias

from record.evenings import playing_time
from record.people import next_table, usual_table
from record.session import Session
from scoring.sheets.sheet import Sheet
from scoring.text import same_name
from store.engines.base import Connection
from store.stats import totals
from store.values import to_milli, to_text

SESSION_COLUMNS = ("over", "ended_early", "deals", "position", "updated_at", "minutes", "next_table")
TABLE_COLUMNS = {
    "standing": ("seat", "place", "total_milli", "won", "side"),
    "remark": ("position", "text_key"),
}
OF_ITS_SESSION = {"standing": (), "remark": ("scorebook", "created_at", "number")}
"""What the rows say again of their session, so that an index finds them in the order of the lists."""
MINUTE = timedelta(minutes=1)
OUT_OF_COMPETITION = 0
"""The place of who has none."""
PLACE, NOTE, TITLE = -1, -2, -3
"""The positions of what was said of the whole session, where no action is."""

Line: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True)
class Difference:
    """A read model that does not say what the log says: of which session, in which table, in how many rows.

    Sums are of a player, and of no session.
    """

    session: str | None
    table: str
    rows: int
    player: int | None = None


def refresh(db: Connection, session: Session, *, before: Session | None = None, mending: bool = False) -> None:
    """Bring the read models of a session up to date; the caller holds the transaction.

    `before` is the session as it stood, whose remarks are there already.
    """
    changed = ", ".join(f"{column} = ?" for column in SESSION_COLUMNS)
    (head,) = db.execute(
        f"UPDATE session SET {changed} WHERE id = ? RETURNING {', '.join(totals.SESSION_COLUMNS)}",
        (*_head(session), session.id),
    ).fetchall()
    _write(db, session, "standing", _standings(session.sheet))
    remarks = _remarks(session)
    if before is None or _remarks(before) != remarks:
        _write(db, session, "remark", remarks)
    totals.recount(db, session.id, head, session, mending=mending)


def differences(db: Connection, session: Session) -> Iterator[Difference]:
    """Where the read models of a session are not what its log says."""
    head = db.execute(f"SELECT {', '.join(SESSION_COLUMNS)} FROM session WHERE id = ?", (session.id,)).fetchone()
    if tuple(head[column] for column in SESSION_COLUMNS) != _head(session):
        yield Difference(session.id, "session", 1)
    for table, lines in (("standing", _standings(session.sheet)), ("remark", _remarks(session))):
        stored = _stored(db, session, table)
        if rows := max(len(stored - lines), len(lines - stored)):
            yield Difference(session.id, table, rows)
    if rows := totals.differing(db, session):
        yield Difference(session.id, "share", rows)


def differences_of_players(db: Connection, scorebook: str) -> Iterator[Difference]:
    """Where the sums of the players of a scorebook are not what their sessions add."""
    for player, rows in totals.sums_differing(db, scorebook).items():
        yield Difference(None, "tally", rows, player)


def _head(session: Session) -> Line:
    sheet = session.sheet
    minutes = round(playing_time(session)[0] / MINUTE) if sheet.over else None
    table = next_table(session)
    plays_next = None if table == usual_table(session) else to_text(table._asdict())
    over, ended_early = int(sheet.over), int(sheet.ended_early)
    return (over, ended_early, sheet.deals, session.position, session.updated_at, minutes, plays_next)


def _standings(sheet: Sheet[Any]) -> set[Line]:
    winners, sides = sheet.winners, sheet.sides
    ranked = {
        (seat, standing.place, to_milli(sheet.totals[seat]), int(seat in winners), sides.index(standing.seats))
        for standing in sheet.standings
        for seat in standing.seats
    }
    return ranked | {
        (seat, OUT_OF_COMPETITION, to_milli(sheet.totals[seat]), 0, sides.index(sheet.side_of(seat)))
        for seat in sheet.unranked
    }


def _remarks(session: Session) -> set[Line]:
    # What was said of the whole session is found like a note that was said at the table.
    said = ((PLACE, session.place), (NOTE, session.note), (TITLE, session.sheet.options.title))
    about = {(position, same_name(text)) for position, text in said if text}
    return {(remark.position, same_name(remark.text)) for remark in session.sheet.remarks} | about


def _stored(db: Connection, session: Session, table: str) -> set[Line]:
    """The lines that are there; one that says something else of its session is none."""
    again = "".join(f" AND {table}.{column} = session.{column}" for column in OF_ITS_SESSION[table])
    found = db.execute(
        f"""
        SELECT {", ".join(f"{table}.{column}" for column in TABLE_COLUMNS[table])}
        FROM {table} JOIN session ON session.id = {table}.session{again} WHERE {table}.session = ?
        """,
        (session.id,),
    )
    return {tuple(row[column] for column in TABLE_COLUMNS[table]) for row in found}


def _write(db: Connection, session: Session, table: str, lines: Collection[Line]) -> None:
    columns, again = TABLE_COLUMNS[table], OF_ITS_SESSION[table]
    db.execute(f"DELETE FROM {table} WHERE session = ?", (session.id,))
    if not lines:
        return
    db.executemany(
        f"""
        INSERT INTO {table} (session, {", ".join((*again, *columns))})
        SELECT {", ".join(("id", *again, *("?" for _ in columns)))} FROM session WHERE id = ?
        """,
        ((*line, session.id) for line in lines),
    )
