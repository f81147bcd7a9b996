"""Compares the sheet and a save with a minimal Flask site, in requests a second under the same server."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.figures import Figure
from bench.load import wrk
from bench.visitor import Visitor, half_an_evening, whole_evenings
from tests.games.oh_hell.sheet import entries
from tests.kit.browser.site import running_site

TITLE = "Requests a second beside bare Flask, medians of turns"
BARE = "bench.load.bare:create_app()"
SHEET, SAVE = 0.2, 0.5
EVENINGS = 26
"""With a thousand saves: more than this machine can take within a turn."""


def measured() -> Iterator[Figure]:
    """Each request in turn with its bare counterpart."""
    with ours_and_bare() as (keeper, guest):
        sheet = half_an_evening(keeper)
        rates = wrk.in_turn(lambda: wrk.reads(keeper, sheet), lambda: wrk.reads(guest, "/"))
        yield from beside("the sheet in its tenth deal", "bare hello", *rates, goal=SHEET)
        rates = wrk.in_turn(
            lambda: wrk.posts({keeper: whole_evenings(keeper, EVENINGS)}),
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


def bare_posts(guest: Visitor) -> Iterator[tuple[str, str]]:
    for entry in entries() * (4 * EVENINGS):
        yield "/entries", guest.body({"facts": str(entry)})
