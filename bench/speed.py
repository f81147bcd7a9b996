"""The time of a save and of the sheet's page, beside what bare Flask needs under the same server in the same minute."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median

from bench.figures import Figure
from bench.load.rates import half_an_evening, ours_and_bare
from bench.visitor import AS_A_PHONE, Visitor, as_typed, sit_down
from tests.games.oh_hell.sheet import entries

TITLE = "Speed, one request after the other on one connection, medians"
EVENINGS = 8
READINGS = 300


def measured() -> Iterator[Figure]:
    """Each request in turn with its bare counterpart, so that both meet the same machine."""
    with ours_and_bare() as (keeper, guest):
        yield from compared("save of an entry (POST, durable)", "bare POST", *saves(keeper, guest))
        yield from compared("the sheet in its tenth deal (GET)", "bare hello", *pages(keeper, guest))


def compared(what: str, beside: str, ours: list[float], bare: list[float]) -> Iterator[Figure]:
    yield Figure(what, median(ours), "ms")
    yield Figure(f"  {beside}", median(bare), "ms")
    yield Figure("  ratio", median(ours) / median(bare), "times")


def saves(keeper: Visitor, bare: Visitor) -> tuple[list[float], list[float]]:
    """Milliseconds of each save of whole evenings, and of as many bare inserts."""
    ours, theirs = [], []
    for _ in range(EVENINGS):
        session = sit_down(keeper)
        for position, entry in enumerate(entries()):
            fields = as_typed(entry, position)
            ours.append(timed(lambda: keeper.post(f"{session}/entries", fields)))  # noqa: B023  called at once
            theirs.append(timed(lambda: bare.post("/entries", {"facts": str(entry)})))  # noqa: B023
    return ours, theirs


def pages(keeper: Visitor, bare: Visitor) -> tuple[list[float], list[float]]:
    """Milliseconds of each reading of a sheet with nine deals on it, compressed, and of as many bare pages."""
    session = half_an_evening(keeper)
    ours, theirs = [], []
    for _ in range(READINGS):
        ours.append(timed(lambda: keeper.get(session, **AS_A_PHONE)))
        theirs.append(timed(lambda: bare.get("/", **AS_A_PHONE)))
    return ours, theirs


def timed(request: object) -> float:
    """Milliseconds of one call."""
    assert callable(request)
    began = time.perf_counter()
    request()
    return (time.perf_counter() - began) * 1000
