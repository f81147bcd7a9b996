"""What the site in a phone may need: memory, stack, processor. The end of the run tells each number."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any

import pytest

from scoring.catalogue import all_games
from tests.kit.games import NAMES, played
from tests.pocket.asking import Pocket
from tests.pocket.node import Engine

MB = 1_000_000
STACK_KB = 984
"""What V8 gives a program."""
LEAST_DEPTH = 500
"""Lists in lists that Python must read with a third of the stack: five times what a page or a file needs."""
SLOWER = 4
MOST_SECONDS = 30
"""Of the processor, for a start on a phone that is `SLOWER` times as slow as this machine."""
Tells = Callable[[str, object], None]


def scorebook(sessions: int, *, entries: int | None = None, size: int = 0) -> bytes:
    """A file of this size at least with so many sessions of every game, with so many entries each or to their end."""
    games = [played(game, seed) for game in all_games().values() for seed in range(4)]
    begun = {"created_at": "2026-11-21T19:30:00Z", "players": [], "dealer": 0, "options": {}}
    made = [
        begun
        | {"id": f"budget-{number:06}", "actions": [acted(entry) for entry in game.entries[:entries]]}
        | {name: game.session[name] for name in ("game", "players", "dealer", "options")}
        for number, game in islice(zip(count(), cycle(games)), sessions)
    ]
    whole = {"scorebook": 1, "devices": {"5f3a9c01": "iPhone"}, "players": [{"name": name} for name in NAMES]}
    return json.dumps(whole | {"rules": [], "sessions": made}, ensure_ascii=False).encode().ljust(size)


def acted(entry: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "enter", "at": "2026-11-21T19:31:10Z", "device": "5f3a9c01", "facts": entry}


@pytest.mark.long(reason="Imports of hundreds of sessions")
@pytest.mark.parametrize(
    ("sessions", "file", "most"),
    [(350, {}, 100), (1_000, {"entries": 3, "size": 8 * MB}, 150)],
    ids=["whole games", "a file as large as may be"],
)
def test_an_import_leaves_memory_for_the_phone(
    engine: Engine, record_property: Tells, sessions: int, file: dict[str, int], most: int
) -> None:
    """In MB of Python, of which an empty site has 45."""
    said = Pocket(engine.answer).imports(scorebook(sessions, **file))
    assert f"Imported. New games: {sessions}" in said
    memory = engine.says("bytes") / MB
    record_property(f"Python's memory after an import of {sessions:,} sessions", f"{memory:.0f} MB")
    assert memory <= most


def test_a_third_of_the_stack_is_enough_and_a_start_leaves_the_processor_time(
    built: Path, tmp_path: Path, record_property: Tells
) -> None:
    with Engine(built, tmp_path, node_options=[f"--stack-size={STACK_KB // 3}"]) as engine:
        pocket = Pocket(engine.answer)
        table = pocket.sets_up(format="long", top_hand="3")
        table.bids(1, 1, 0)
        assert table.takes(1, 1, 1).status == 200
        assert "nested too deep" in pocket.imports(b"[" * 5000)
        depth = engine.says("deep")
        seconds = SLOWER * engine.says("start")
    record_property("lists in lists that Python reads with a third of the stack", depth)
    assert depth >= LEAST_DEPTH
    record_property(f"the processor's time for a start, {SLOWER} times slower", f"{seconds:.1f} s")
    assert seconds <= MOST_SECONDS
