"""Many tables in the middle of their evening, each with the forms that it is still to send."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import count

from bench.browser.site import HALF_AN_EVENING
from bench.evenings import copy, rows_of
from bench.load.engines import Site
from bench.load.rates import half_an_evening
from bench.visitor import Visitor, as_typed
from tests.games.oh_hell.sheet import entries

GROUPS, TABLES_EACH = 25, 20
"""So many tables that no session and no page is kept in a process from one save to the next."""


@dataclass(frozen=True)
class Table:
    """The path of a sheet, the cookie that may write on it, and the forms of its next entries in their order."""

    sheet: str
    cookie: str
    forms: Iterator[str]


def tables_at(site: Site) -> list[Table]:
    """The tables of the groups in turn."""
    keepers = [Visitor(site.address) for _ in range(GROUPS)]
    for keeper in keepers:
        keeper.connection.close()  # else the server does, while the others play
    sheets = [half_an_evening(keeper) for keeper in keepers]
    numbers = count(1)
    with closing(site.database.connect()) as db:
        played = [rows_of(db, sheet.rpartition("/")[2]) for sheet in sheets]
        with db.writing():
            return [
                Table(f"/s/{copy(db, rows, next(numbers))}", keeper.cookie, rest_of_an_evening(keeper))
                for _ in range(TABLES_EACH)
                for rows, keeper in zip(played, keepers, strict=True)
            ]


def rest_of_an_evening(keeper: Visitor) -> Iterator[str]:
    """The forms that follow half an evening."""
    for position, entry in enumerate(entries()[HALF_AN_EVENING:], start=HALF_AN_EVENING):
        yield keeper.body(as_typed(entry, position))
