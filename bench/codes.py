"""Weighs game codes: a whole session of each game, and the first deal, as bytes, as a link and as a QR code."""

from __future__ import annotations

import random
import tempfile
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.figures import Figure
from bench.scorebook import Sitting, play
from record.packed.code import pack, to_link, to_qr
from record.session import Session
from scoring.catalogue import all_games
from scoring.game import AnyGame
from store.book import Book
from store.engines import database_at
from store.engines.base import Connection
from store.sessions.writing import import_session
from store.transfer.export import file_of
from tests.kit.games import session_of
from web.exports.qr_codes import BORDER, with_digits

TITLE = "Game codes: the median of a few sessions, with ids, times and two devices"
ADDRESS = "https://takuroku.example/code"
BEGINS = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
PLAYERS = ("Anna", "Ben", "Cleo", "Daisuke", "Emi", "Fritz")
AT_TABLE = 5
SESSIONS = 5
GOALS = {"oh-hell": 450, "a deal of oh-hell": 110}
"""Bytes, with five players."""


class Size(NamedTuple):
    """A code: its bytes, the signs of its link, and the version of its QR code, 0 if none has room for it."""

    size: int
    link: int
    version: int


def measured() -> Iterator[Figure]:
    """Whole sessions and first deals of each game, by its standard rules."""
    with tempfile.TemporaryDirectory() as folder, closing(_prepared(Path(folder))) as db:
        book = Book(db, "codes", "keeper")
        for slug, game in all_games().items():
            sessions = [_played(game, number) for number in range(SESSIONS)]
            for what, some in ((slug, sessions), (f"a deal of {slug}", [*map(_first_deal, sessions)])):
                yield from _figures(what, [_weighed(book, each) for each in some])


def _figures(what: str, sizes: list[Size]) -> Iterator[Figure]:
    size, link, version = (median(each) for each in zip(*sizes, strict=True))
    yield Figure(what, size, "bytes", GOALS.get(what))
    yield Figure(f"{what}, link", link, "characters")
    yield Figure(f"{what}, QR code", version, "version", is_right=0 < version <= 40, note="it has room")


def _prepared(folder: Path) -> Connection:
    database = database_at(str(folder))
    database.prepare()
    return database.connect()


def _played(game: AnyGame, number: int) -> Session:
    luck = random.Random(f"codes {game.slug} {number}")
    seats = min(game.player_counts, key=lambda seats: abs(seats - AT_TABLE))
    head = session_of(game, players=seats) | {"players": luck.sample(PLAYERS, seats)}
    return play(Sitting(BEGINS, PLAYERS, ""), head, luck, ends=True)


def _first_deal(session: Session) -> Session:
    """The session as it was when its first row was written."""
    ends = (position for position in range(session.position + 1) if session.at(position).sheet.rows)
    return session.at(next(ends, session.position))


def _weighed(book: Book, session: Session) -> Size:
    luck = random.Random(f"{session.game.slug} {session.actions}")
    devices = {each.device: luck.randbytes(4).hex() for each in session.actions}
    id = urlsafe_b64encode(luck.randbytes(16)).decode().rstrip("=")
    actions = tuple(replace(each, device=devices[each.device]) for each in session.actions)
    with book.db.writing():
        import_session(book, replace(session, id=id, actions=actions))
    code = pack(file_of(book, id))
    digits = to_qr(code)
    drawn = with_digits(f"{ADDRESS}#{digits[0]}", digits[1:])
    # Of version 1 a code is 21 modules wide, of each further one four more.
    width = int(drawn.split('"')[1].split()[2]) - 2 * BORDER if drawn else 17
    return Size(len(code), len(f"{ADDRESS}#{to_link(code)}"), (width - 17) // 4)
