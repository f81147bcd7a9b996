"""Fills a scorebook quickly: plays some dozens of sessions through the store and copies their rows for the others.

A copy has its own id, keys, times and number in its note. The players' finished games are counted at the end. The
record can't tell a copy from a played session (`python -m store check` finds nothing).
"""

from __future__ import annotations

import random
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

from record.author import Author, stamp
from scoring.catalogue import all_games
from scoring.games.oh_hell import GAME as OH_HELL
from store.admin.rebuild import count_finished
from store.book import KeepersBook
from store.engines.base import Connection, Database
from store.values import new_id
from tests.support.games import NAMES, random_answer, random_session

PLAYED = 60
RUNNING = 3
"""The number of the last sessions that are not over, in a scorebook of any size."""
MAX_ENTRIES = 20
APART = timedelta(hours=8)
"""A club that sits down twenty times a week: a hundred sessions are five weeks, ten thousand nine years."""
NOTE = "雨の夜、いつもの部屋で 00000"
TABLES = {"session": "id", "seat": "session", "action": "session", "standing": "session", "remark": "session"}
"""The tables of a session, and their column with its id."""
TIMES = {"at", "created_at", "updated_at"}
TEXTS = {"facts", "text_key"}


def fill(database: Database, scorebook: str, how_many: int) -> None:
    """Fill a scorebook of a prepared database with sessions, the last of them begun now."""
    with closing(database.connect()) as db:
        now = datetime.now(UTC)
        begun = [now - APART * back for back in range(how_many)]
        played = [Evening(KeepersBook(db, scorebook), number, at) for number, at in enumerate(begun[:PLAYED])]
        copied = [(evening.begun, rows_of(db, evening.session)) for evening in played[RUNNING:]]
        with db.writing():
            for number in range(PLAYED, how_many):
                was, rows = copied[number % len(copied)]
                copy(db, rows, number, begun[number] - was)
        count_finished(db)


class Evening:
    """A session of random people, every other one of Oh Hell, every third with a note; the first ones are not over."""

    def __init__(self, book: KeepersBook, number: int, begun: datetime) -> None:
        self.book, self.number, self.begun = book, number, begun
        luck = random.Random(number)
        game = OH_HELL if number % 2 else luck.choice([*all_games().values()])
        raw = random_session(game, luck)
        raw["players"] = luck.sample(NAMES, len(raw["players"]))
        self.session = book.start(game, raw, self._by(0))
        self.now = book.load(self.session)
        if number < RUNNING:
            self._plays(luck)
            return
        while not self.now.sheet.over and self.now.position < MAX_ENTRIES:
            self._plays(luck)
        if not self.now.sheet.over:
            self._says({"step": "end"})
        if number % 3 == 0:
            self._says({"step": "note", "text": NOTE})

    def _plays(self, luck: random.Random) -> None:
        sheet = self.now.sheet
        assert sheet.ask is not None, "a game that is over asks nothing"
        self._says(random_answer(sheet, sheet.ask, luck))

    def _says(self, raw: dict[str, Any]) -> None:
        position = self.now.position
        self.now = self.book.enter(self.session, raw, position=position, by=self._by(position + 1)).session

    def _by(self, minutes: int) -> Author:
        at = self.begun + timedelta(minutes=minutes)
        return Author(device="phone", key=f"played-{self.number}-{minutes}", at=at)


Rows: TypeAlias = dict[str, list[dict[str, Any]]]


def rows_of(db: Connection, session: str) -> Rows:
    """The rows of a session by table."""
    return {
        table: [dict(row) for row in db.execute(f"SELECT * FROM {table} WHERE {owner} = ?", (session,))]
        for table, owner in TABLES.items()
    }


def copy(db: Connection, rows: Rows, number: int, later: timedelta = timedelta()) -> str:
    """Insert a copy of a session, shifted by `later`, and return its id. The caller holds the transaction."""
    session, note = new_id(), f"{NOTE[:-5]}{number:05}"
    for table, owner in TABLES.items():
        if not rows[table]:
            continue
        copies = [
            row
            | {owner: session, "number": -number}
            | ({"counted": 0} if "counted" in row else {})
            | ({"key": f"copied-{number}-{index}-{table}"} if "key" in row else {})
            | {time: stamp(datetime.fromisoformat(row[time]) + later) for time in TIMES & row.keys()}
            | {text: row[text].replace(NOTE, note) for text in TEXTS & row.keys()}
            for index, row in enumerate(rows[table])
        ]
        columns = [*rows[table][0]]
        db.executemany(
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})",
            [[copy[column] for column in columns] for copy in copies],
        )
    return session
