"""What is compared does the same: SQLAlchemy Core reads and writes what the store's own statements do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from bench import evenings
from bench.core_layer import Core
from bench.layers import SCOREBOOK, entry
from bench.plain_layer import Layer, Plain
from store.engines.base import Connection, Database


@pytest.fixture
def layers(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Layer]]:
    monkeypatch.setattr(evenings, "PLAYED", evenings.RUNNING + 1)
    evenings.fill(database, SCOREBOOK, evenings.PLAYED)
    with ExitStack() as opened:
        plain, reading, writing = (opened.enter_context(closing(database.connect())) for _ in range(3))
        yield {"plain": Plain(plain), "core": Core(reading, writing)}


def test_both_read_the_same_head(layers: dict[str, Layer], db: Connection) -> None:
    session = db.execute("SELECT id FROM session").fetchone()["id"]
    plain, core = (layer.head(SCOREBOOK, session) for layer in layers.values())
    assert dict(plain) == core._asdict()
    assert all(layer.head("another club", session) is None for layer in layers.values())


@pytest.mark.parametrize("name", ["plain", "core"])
def test_both_write_an_entry_and_how_the_table_stands(layers: dict[str, Layer], name: str, db: Connection) -> None:
    found = db.execute("SELECT id, position FROM session WHERE over = 0").fetchone()
    save = entry()
    layers[name].append(SCOREBOOK, found["id"], save)
    action = db.execute("SELECT session, position, facts, at, device FROM action WHERE key = ?", (save.key,)).fetchone()
    assert dict(action) == {
        "session": found["id"],
        "position": found["position"],
        "facts": save.facts,
        "at": save.at,
        "device": save.device,
    }
    head = db.execute("SELECT position, updated_at FROM session WHERE id = ?", (found["id"],)).fetchone()
    assert (head["position"], head["updated_at"]) == (found["position"] + 1, save.at)
    standings = db.execute("SELECT * FROM standing WHERE session = ? ORDER BY seat", (found["id"],))
    lines = [tuple(row[column] for column in ("seat", "place", "total_milli", "won")) for row in standings]
    assert lines == [*save.standings]
    assert db.execute("SELECT name FROM device WHERE id = ?", (save.device,)).fetchone()["name"] == "iPhone"
