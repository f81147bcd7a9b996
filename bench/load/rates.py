"""The sheet and a save beside the least that Flask can do, in requests a second under the same server in one run."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.browser.site import HALF_AN_EVENING
from bench.figures import Figure
from bench.load import wrk
from bench.visitor import Visitor, as_typed, sit_down
from tests.browser.support.site import running_site
from tests.games.oh_hell.sheet import entries

TITLE = "Requests a second beside bare Flask, medians of turns"
BARE = "bench.load.bare:create_app()"
SHEET, SAVE = 0.14, 0.5
MOST_SAVES = 1000
"""More than this machine can take within a turn."""


def measured() -> Iterator[Figure]:
    """Each request in turn with its bare counterpart."""
    with ours_and_bare() as (keeper, guest):
        sheet = half_an_evening(keeper)
        rates = wrk.in_turn(lambda: wrk.reads(keeper, sheet), lambda: wrk.reads(guest, "/"))
        yield from beside("the sheet in its tenth deal", "bare hello", *rates, goal=SHEET)
        rates = wrk.in_turn(
            lambda: wrk.posts({keeper: whole_evenings(keeper)}),
            lambda: wrk.posts({guest: bare_posts(guest)}),
        )
        yield from beside("a save, durable, one after the other", "bare POST, one durable row", *rates, goal=SAVE)


@contextmanager
def ours_and_bare() -> Iterator[tuple[Visitor, Visitor]]:
    """A visitor of this site and one of the bare one, both under the same server with new records."""
    with (
        tempfile.TemporaryDirectory() as ours,
        tempfile.TemporaryDirectory() as theirs,
        running_site(Path(ours)) as site,
        running_site(Path(theirs), app=BARE) as bare,
    ):
        yield Visitor(site), Visitor(bare)


def beside(what: str, bare: str, ours: float, theirs: float, *, goal: float) -> Iterator[Figure]:
    yield Figure(what, ours, "a second")
    yield Figure(f"  {bare}", theirs, "a second")
    yield Figure("  ratio", ours / theirs, "times", goal=goal, at_least=True)


def half_an_evening(keeper: Visitor) -> str:
    """The path of a sheet with nine deals on it."""
    sheet = sit_down(keeper)
    for position, entry in enumerate(entries()[:HALF_AN_EVENING]):
        keeper.post(f"{sheet}/entries", as_typed(entry, position))
    return sheet


def whole_evenings(keeper: Visitor, how_many: int = MOST_SAVES // len(entries())) -> Iterator[tuple[str, str]]:
    """The forms of evening after evening, on sheets that are blank yet."""
    keeper.connection.close()  # the server has closed it in the meantime
    for _ in range(how_many):
        sheet = sit_down(keeper)
        for position, entry in enumerate(entries()):
            yield f"{sheet}/entries", keeper.body(as_typed(entry, position))


def bare_posts(guest: Visitor) -> Iterator[tuple[str, str]]:
    for entry in entries() * (4 * MOST_SAVES // len(entries())):
        yield "/entries", guest.body({"facts": str(entry)})
