"""A thousand running tables with four watchers each, who ask as an open page asks; at each table a save a minute.

On request, `python -m bench watching`: it needs the machine for itself for two minutes, which site and load share;
`--short` is a try. Every watcher asks every two and a half seconds whether
their page is as it was, as a page does for which the site does not wait. A save comes at
some moment, and after it the keeper's page; the watchers who ask next get the news. Each request goes out when it is
due, or as soon as the one before it on its connection is answered; its time is counted from when it was due.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from bench.figures import Figure
from bench.load.crowd import NEWS, POLL, SAVE, SHEET, Played, evening, percentiles, played, tables_at
from bench.load.sites import on_a_file
from bench.load.wrk import GRACE, START
from bench.machine import CORES, processor_of

WATCHERS = 4
TITLE = f"Running tables with {WATCHERS} watchers each, who ask every 2.5 s, one save a minute at each"
MINUTE = 60
WARM = 5.0
"""Seconds in which all ask already and nothing is counted."""
SAVED = 250
"""Milliseconds in which 99 of 100 saves are to be answered."""


@dataclass(frozen=True)
class Plan:
    """How many tables, for how many seconds, in how many processes."""

    tables: int = 1000
    seconds: float = MINUTE
    workers: int = 2


SHORT = Plan(50, 10)


def measured(plan: Plan | None = None) -> Iterator[Figure]:
    """What all of them got."""
    plan = plan or Plan()
    with on_a_file({"TAKUROKU_WORKERS": str(plan.workers)}) as site:
        tables = tables_at(site, plan.tables, watchers=WATCHERS)
        lanes = evening(tables, plan.tables / MINUTE, seconds=plan.seconds, warm=WARM)
        with processor_of(site.processes()) as processor:
            found = played(site.address, lanes, seconds=plan.seconds, warm=WARM)
    yield Figure("tables", plan.tables, "tables")
    yield Figure("  watchers", plan.tables * WATCHERS, "phones")
    yield Figure("  due", found.due / plan.seconds, "a second")
    yield from figures(found)
    for part, seconds in processor.items():
        share = seconds / CORES / (START + WARM + plan.seconds + GRACE) * 100
        yield Figure(f"  the machine's time ({CORES} cores): {part}", share, "%")


def figures(found: Played) -> Iterator[Figure]:
    yield Figure("  without the right answer", found.missing, "requests", goal=0)
    for (what, status), times in Counter((answer.what, answer.status) for answer in found.wrong).most_common(5):
        yield Figure(f"    {what}: {status}", times, "requests")
    polls, news = found.times(POLL), found.times(NEWS)
    yield Figure("  304 of what watchers asked", len(polls) / max(1, len(polls) + len(news)) * 100, "%")
    yield from percentiles("saves", found.times(SAVE), SAVED)
    yield from percentiles("sheets after them", found.times(SHEET))
    yield from percentiles("304s", polls)
    yield from percentiles("pages with news", news)
