"""A small record of every game and every kind of action, and what a record says.

In `releases` lie two that were played so before version 1.0.0, by day and commit, and three by releases of version 1,
each with what that release told of it. Those have phones at their seats, links and pages of keepers, too; where a table
could change, from 1.3.0 on, somebody takes over a seat in every game, and an evening of Oh Hell has the rest.
"""

from __future__ import annotations

import gzip
import json
import random
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from record.errors import LaterEntriesError
from record.log import Author
from record.session import Session
from scoring.catalogue import all_games
from scoring.core import replay_trusted
from scoring.game import AnyGame
from store import scorebooks
from store.book import Book
from store.engines.base import Connection
from store.engines.sqlite import SQLite
from store.scorebooks import device_names, rule_sets, save_rule_set
from store.seats.entries import enter
from store.sessions.details import delete_session
from store.sessions.history import line_ups, most_played_games, summaries
from store.sessions.loading import load
from store.sessions.writing import correct, redo, start, undo
from tests.kit.games import random_answer, random_entry, random_session

RELEASES = Path(__file__).parent / "releases"
BOOKS = ("thursday", "the-club")
DEVICES = {"a-phone": "iPhone", "b-phone": "Android", "a-laptop": "Mac", "no-name": ""}
RULE_SETS = (("Freitags", "oh-hell"), ("うちのルール", "koi-koi"), ("FREITAGS", "oh-hell"))
LONG_AGO = "2000-01-01T00:00:00Z"
MAX_ENTRIES = 12
ALL = 1000
LUCK = 2
"""With it some corrections make later entries fit, and some leave none that could."""


class Evenings:
    """Plays two sessions of each game, days apart, each action some seconds later on the next device."""

    def __init__(self, db: Connection) -> None:
        self.db = db
        self.luck = random.Random(LUCK)
        self.now = datetime(2026, 9, 3, 18, 30, tzinfo=UTC)
        self.keys = count()

    def play(self) -> None:
        for evening, game in enumerate([*all_games().values()] * 2):
            self.now += timedelta(days=5, hours=3)
            self._evening(BOOKS[evening % 3 == 2], game, evening)
        for name, slug in RULE_SETS:
            options = random_session(all_games()[slug], self.luck)["options"]
            save_rule_set(Book(self.db, BOOKS[0], "keeper"), slug, name=name, options=options, at=self._by().stamp)

    def _evening(self, scorebook: str, game: AnyGame, evening: int) -> None:
        raw = random_session(game, self.luck)
        self.book = Book(self.db, scorebook, "keeper")
        session = start(self.book, game, raw, self._by())
        now = load(self.book, session)
        while not now.sheet.over and now.position < MAX_ENTRIES:
            now = self._writes(now, random_entry(now.sheet, self.luck))
        if evening % 2:
            now = self._undoes(now, 3)
            now = self._redoes(now)
            now = self._writes(now, {"step": "note", "text": f"Évening {evening}: 100% 卓録"})
        now = self._corrects(now, len(now.entries) // 2)
        now = self._corrects(now, 0)
        if evening % 4 == 3:
            now = self._undoes(now, 1)
        if evening % 3 == 0 and not now.sheet.over:
            now = self._writes(now, {"step": "end"})
        if now.sheet.over:
            self._writes(now, {"step": "note", "text": "次は金曜日 (said afterwards)"})
        if evening % 5 == 4:
            delete_session(self.book, session, at=self._by().stamp)
        if evening % 10 == 9:
            delete_session(self.book, session, at=None)

    def _writes(self, now: Session, raw: dict[str, Any]) -> Session:
        return enter(self.book, now.id, raw, position=now.position, by=self._by()).session

    def _undoes(self, now: Session, most: int) -> Session:
        fewer = min(most, len(now.log.done))
        return undo(self.book, now.id, position=now.position, count=fewer, by=self._by()).session

    def _redoes(self, now: Session) -> Session:
        return redo(self.book, now.id, position=now.position, by=self._by()).session

    def _corrects(self, now: Session, index: int) -> Session:
        """The entry is said otherwise; those after it are made to fit, or go where they cannot."""
        before = replay_trusted(now.blank, now.entries[:index])
        ask = next(ask for ask in before.asks if ask.step == now.entries[index]["step"])
        changes: dict[int, object] = {index: random_answer(before, ask, self.luck)}
        by = self._by()
        try:
            return self._correct(now, changes, by, reopen=False)
        except LaterEntriesError:
            return self._correct(now, changes, by, reopen=True)

    def _correct(self, now: Session, changes: dict[int, object], by: Author, *, reopen: bool) -> Session:
        return correct(self.book, now.id, changes, reopen=reopen, position=now.position, by=by).session

    def _by(self) -> Author:
        number = next(self.keys)
        self.now += timedelta(seconds=self.luck.randrange(240))
        device = self.luck.choice([*DEVICES])
        return Author(device=device, key=f"key-{number}", at=self.now, name=DEVICES[device])


def file_of(release: str, folder: Path) -> SQLite:
    """A copy of the record that a release has left."""
    path = folder / "earlier.db"
    path.write_bytes(gzip.decompress((RELEASES / f"{release}.db.gz").read_bytes()))
    return SQLite(path)


def told_by(release: str) -> Any:
    """What a release told of the record that it has left."""
    return json.loads(gzip.decompress((RELEASES / f"{release}.json.gz").read_bytes()))


def told(db: Connection) -> dict[str, Any]:
    """Everything that a record says to who reads it, as JSON: each session, each list."""
    owners = db.execute("SELECT id, scorebook FROM session ORDER BY number")
    books = [row["id"] for row in db.execute("SELECT id FROM scorebook ORDER BY id")]
    # Games that came after a release are not in what it told.
    games = [row["game"] for row in db.execute("SELECT DISTINCT game FROM session ORDER BY game")]
    said = {
        "sessions": [session_told(Book(db, row["scorebook"], "watcher"), row["id"]) for row in owners],
        "lists": {book: lists_told(Book(db, book, "watcher"), games) for book in books},
    }
    as_json: dict[str, Any] = json.loads(json.dumps(said, default=str))
    return as_json


def session_told(book: Book, session: str) -> dict[str, Any]:
    now = load(book, session)
    sheet = now.sheet
    return {
        "scorebook": book.scorebook,
        "session": session,
        "position": now.position,
        "game": now.game.slug,
        "players": sheet.table.players,
        "dealer": sheet.table.dealer,
        "entries": now.entries,
        "totals": [str(total) for total in sheet.totals],
        "over": sheet.over,
        "rows": len(sheet.rows),
        "remarks": [remark.text for remark in sheet.remarks],
        "points": [[str(row.label), *map(str, row.points)] for row in sheet.rows],
        "standings": [[standing.place, *standing.seats] for standing in sheet.standings],
        "winners": sorted(sheet.winners),
        "begun": [now.created_at, now.updated_at, now.deleted_at],
        "actions": [[each.kind, each.at, each.device] for each in now.actions],
        "awaiting": now.log.awaiting,
        "undone": [action.position for action in now.log.undone],
        "devices": device_names(book, session),
    }


def lists_told(book: Book, games: list[str]) -> dict[str, Any]:
    def listed(**filters: Any) -> list[str]:
        return [each.id for each in summaries(book, limit=ALL, **filters)]

    months = sorted({each.created_at[:7] for each in summaries(book, limit=ALL)})
    players = scorebooks.players(book)
    return {
        "all": [
            [each.id, [seat[:4] for seat in each.seats], each.deals, each.over, each.ended_early]
            for each in summaries(book, limit=ALL)
        ],
        "discarded": listed(deleted_since=LONG_AGO),
        "running": listed(over=False),
        "finished": listed(over=True),
        "by month": {month: listed(began=(f"{month}-01", f"{month}-32")) for month in months},
        "by player": {player: listed(player=player) for player in players},
        "by game": {game: listed(game=game) for game in games},
        "by text": {text: listed(text=text) for text in ("évening", "金曜", "100%", "あんな", "ne")},
        "played": most_played_games(book),
        # The first releases had nobody archived, and did not say how many deals were played.
        "line-ups": [
            {name: value for name, value in vars(each).items() if name not in ("archived", "deals", "next_game")}
            for each in line_ups(book)
        ],
        "rules": {game: [vars(each) for each in rule_sets(book, game)] for game in games},
    }
