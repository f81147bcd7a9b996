"""Measures scoring thousands of session documents in one call of the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from resource import RUSAGE_CHILDREN, getrusage

from bench.figures import Figure
from tests.games.oh_hell.sheet import SESSION, entries
from tests.kit.browser.site import ROOT

THREE_DEALS = 6
SCORINGS = ("normal", "plus", "minus", "bonus")


def documents(short: bool) -> Iterator[Figure]:
    """Documents of three deals in one call of `python -m scoring`, beside a call with one, in processor time"""
    many = 1_000 if short else 10_000
    yield Figure(f"{many:,} documents", seconds(many) / seconds(1), goal=many / 100)


def seconds(many: int) -> float:
    """The processor time of one call that scores so many documents."""
    lines = "\n".join(json.dumps(document(number), ensure_ascii=False) for number in range(many))
    before = sum(getrusage(RUSAGE_CHILDREN)[:2])
    scored = subprocess.run(
        [sys.executable, "-m", "scoring"], cwd=ROOT, input=lines, capture_output=True, text=True, check=True
    )
    rows = [json.loads(answer)["rows"] for answer in scored.stdout.splitlines()]
    assert len(rows) == many and all(rows), "all were scored"
    return sum(getrusage(RUSAGE_CHILDREN)[:2]) - before


def document(number: int) -> dict[str, object]:
    """One of sixteen evenings: who deals first and the scoring change."""
    options = SESSION["options"] | {"scoring": SCORINGS[number // 4 % 4]}
    return SESSION | {"dealer": number % 4, "options": options, "entries": entries()[:THREE_DEALS]}
