"""Phones at the seats of a table: each says its own, the keeper anything."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import count
from typing import Any

from record.log import Author
from scoring.games.oh_hell import GAME as OH_HELL
from store.book import Book
from store.engines.base import Connection
from store.seats.devices import free_seat, take_seat
from store.seats.entries import confirm, enter_seat
from store.seats.pending_step import PendingStep
from store.sessions.loading import load
from store.sessions.snapshot import read_snapshot
from store.sessions.writing import set_up
from tests.store.conftest import THURSDAY, Keeper

ANN, BEN, CHIKA, DAI = range(4)
FOUR = ("Ann", "Ben", "Chika", "Dai")
IN_TURN: dict[str, Any] = {}
"""Oh Hell as it is: Dai deals, so Ann speaks first."""
WRITTEN: dict[str, Any] = {"bidding": "written"}
"""The same with bids that are hidden until all are in."""


TEA = {"step": "note", "text": "tea"}


def bids(*values: int | None) -> dict[str, Any]:
    return {"step": "bids", "bids": [*values]}


class Phone:
    """A phone at the table, at one seat."""

    keys = count()

    def __init__(self, db: Connection, seat: int, device: str = "") -> None:
        self.book = Book(db, THURSDAY, "player")
        self.seat = seat
        self.device = device or f"phone-of-{FOUR[seat]}"

    def by(self, key: str = "") -> Author:
        return Author(self.device, key or f"said-{next(self.keys)}", datetime.now(UTC), name="Android")

    def sits(self, session: str) -> None:
        take_seat(self.book, session, self.seat, by=self.by())

    def leaves(self, session: str) -> None:
        free_seat(self.book, session, self.seat, by=self.by())

    def says(self, session: str, *, position: int | None = None, key: str = "", **part: Any) -> PendingStep:
        at = load(self.book, session).position if position is None else position
        return enter_seat(self.book, session, self.seat, part, position=at, by=self.by(key))


class Table:
    """A session with a phone at each seat, unless it has none."""

    def __init__(
        self,
        keeper: Keeper,
        game: Any = OH_HELL,
        players: tuple[str, ...] = FOUR,
        *,
        dealer: int = -1,
        phones: bool = True,
        **options: Any,
    ) -> None:
        self.keeper, self.book, self.db = keeper, keeper.book, keeper.book.db
        self.session = keeper.sits_down(*players, game=game, dealer=dealer % len(players), **options)
        self.phones = [Phone(self.db, seat, f"phone-of-{name}") for seat, name in enumerate(players)]
        for phone in self.phones if phones else ():
            phone.sits(self.session)

    @property
    def now(self) -> PendingStep:
        return read_snapshot(self.book, self.session).pending

    @property
    def begun(self) -> set[int]:
        return {*self.now.entered_fields}

    @property
    def sitting(self) -> dict[int, str]:
        """Whose phone is at which seat."""
        return {seat: each.device.removeprefix("phone-of-") for seat, each in self.now.seating.items()}

    @property
    def entries(self) -> tuple[dict[str, Any], ...]:
        return self.keeper.sees(self.session).entries

    @property
    def totals(self) -> tuple[Any, ...]:
        return self.keeper.sees(self.session).sheet.totals

    def says(self, seat: int, **part: Any) -> PendingStep:
        return self.phones[seat].says(self.session, **part)

    def bids(self, *bids: int) -> PendingStep:
        """The first of them say a bid each."""
        return [self.says(seat, bids=bid) for seat, bid in enumerate(bids)][-1]

    def reveals(self) -> None:
        """All bids are in and wait for the keeper: a trick each."""
        confirm(self.book, self.session, "on", position=0)
        self.bids(1, 1, 1, 1)

    def enters_for(
        self, seat: int, *, seen: str | None = None, position: int | None = None, **part: Any
    ) -> PendingStep:
        at = self.keeper.sees(self.session).position if position is None else position
        return enter_seat(
            self.book, self.session, seat, part, position=at, by=self.keeper.by(), seen=seen, anybody=True
        )

    def writes(self, *entries: Mapping[str, Any], **given: Any) -> None:
        for entry in entries:
            self.keeper.writes(self.session, entry, **given)

    def sets_up(self, *, reopen: bool = False, options: Mapping[str, Any] | None = None, **changes: Any) -> None:
        now = self.keeper.sees(self.session)
        setup = {**now.setup, **changes, "options": {**now.setup["options"], **(options or {})}}
        set_up(self.book, self.session, setup, position=now.position, by=self.keeper.by(), reopen=reopen)

    def undoes(self, count: int = 1) -> None:
        self.keeper.undoes(self.session, count=count)
