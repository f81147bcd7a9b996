"""The read models of a session: what lists and statistics need, kept in the transaction of what it follows from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from record.session import Session
from scoring.message import Points
from scoring.sheet import Sheet
from scoring.text import same_name
from store.engine import Connection

HEAD = ("over", "ended_early", "deals", "position", "updated_at")
TABLES = {
    "standing": ("seat", "place", "total_milli", "won"),
    "row_points": ("row", "label", "kind", "seat", "points_milli"),
    "remark": ("position", "text", "text_key"),
}

Line: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True)
class Difference:
    """A read model that does not say what the log says: of which session, in which table, in how many rows."""

    session: str
    table: str
    rows: int


def refresh(db: Connection, session: Session) -> None:
    """Write the read models of a session anew; the caller holds the transaction."""
    changed = ", ".join(f"{column} = ?" for column in HEAD)
    db.execute(f"UPDATE session SET {changed} WHERE id = ?", (*_head(session), session.id))
    for table, lines in _lines(session.sheet).items():
        columns = TABLES[table]
        db.execute(f"DELETE FROM {table} WHERE session = ?", (session.id,))
        db.executemany(
            f"INSERT INTO {table} (session, {', '.join(columns)}) VALUES (?{', ?' * len(columns)})",
            ((session.id, *line) for line in lines),
        )


def differences(db: Connection, session: Session) -> Iterator[Difference]:
    """Where the read models of a session are not what its log says."""
    expected = {"session": {_head(session)}} | {table: set(lines) for table, lines in _lines(session.sheet).items()}
    for table, lines in expected.items():
        stored = _stored(db, session, table)
        if rows := max(len(stored - lines), len(lines - stored)):
            yield Difference(session.id, table, rows)


def to_milli(points: Points) -> int:
    """Points as whole thousandths.

    >>> to_milli(-20), to_milli(Fraction(15, 2))
    (-20000, 7500)
    """
    milli = Fraction(points) * 1000
    assert milli.denominator == 1, f"{points} is cut finer than into thousandths"
    return milli.numerator


def from_milli(milli: int) -> Points:
    """Points from whole thousandths.

    >>> from_milli(-20000), from_milli(7500)
    (-20, Fraction(15, 2))
    """
    points = Fraction(milli, 1000)
    return points.numerator if points.denominator == 1 else points


def _head(session: Session) -> Line:
    sheet = session.sheet
    return (int(sheet.over), int(sheet.ended_early), sheet.deals, session.position, session.updated_at)


def _lines(sheet: Sheet[Any]) -> dict[str, list[Line]]:
    return {
        "standing": [
            (seat, standing.place, to_milli(sheet.totals[seat]), int(seat in sheet.winners))
            for standing in sheet.standings
            for seat in standing.seats
        ],
        "row_points": [
            (index, str(row.label), row.kind, seat, to_milli(points))
            for index, row in enumerate(sheet.rows)
            for seat, points in enumerate(row.points)
        ],
        "remark": [(remark.position, remark.text, same_name(remark.text)) for remark in sheet.remarks],
    }


def _stored(db: Connection, session: Session, table: str) -> set[Line]:
    columns, owner = (HEAD, "id") if table == "session" else (TABLES[table], "session")
    found = db.execute(f"SELECT {', '.join(columns)} FROM {table} WHERE {owner} = ?", (session.id,))
    return {tuple(row) for row in found}
