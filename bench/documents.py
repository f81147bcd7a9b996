"""Measures scoring thousands of session documents in one call of the command line."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator

from bench.figures import Figure
from tests.games.oh_hell.sheet import SESSION, entries
from tests.kit.browser.site import ROOT

TITLE = "Documents of three deals, scored in one call of `python -m scoring`"
HOW_MANY = 10_000
THREE_DEALS = 6
SCORINGS = ("normal", "plus", "minus", "bonus")


def measured() -> Iterator[Figure]:
    """Time the command from start to end."""
    lines = "\n".join(json.dumps(document(number), ensure_ascii=False) for number in range(HOW_MANY))
    began = time.perf_counter()
    scored = subprocess.run(
        [sys.executable, "-m", "scoring"], cwd=ROOT, input=lines, capture_output=True, text=True, check=True
    )
    seconds = time.perf_counter() - began
    answers = scored.stdout.splitlines()
    assert len(answers) == HOW_MANY, f"{len(answers)} of {HOW_MANY} documents were answered"
    assert all(json.loads(answer)["rows"] for answer in answers[:: HOW_MANY // 10]), "they were scored"
    yield Figure(f"{HOW_MANY:,} documents", HOW_MANY / seconds, "a second", goal=1_000, at_least=True)


def document(number: int) -> dict[str, object]:
    """One of sixteen evenings: who deals first and the scoring change."""
    options = SESSION["options"] | {"scoring": SCORINGS[number // 4 % 4]}
    return SESSION | {"dealer": number % 4, "options": options, "entries": entries()[:THREE_DEALS]}
