"""The version of the code that made a record's read models; they are rebuilt after it changes."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import scoring
from store import values
from store.engines.base import Connection
from store.stats import read_models, streaks, totals


@cache
def these_rules() -> str:
    """A fingerprint of the code that lists follow from: another after every change in it, be it in its words alone."""
    package = Path(str(scoring.__file__))
    beside = (Path(str(each.__file__)) for each in (read_models, streaks, totals, values))
    found = hashlib.sha256()
    # In a browser the modules are compiled and have another ending. Their order must not depend on where they lie.
    for path in (*sorted(package.parent.rglob(f"*{package.suffix}")), *beside):
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def rules_of_lists(db: Connection) -> str | None:
    """The fingerprint of the rules by which all lists were made or compared last; None where nobody noted it."""
    row = db.execute("SELECT rules FROM _read_models").fetchone()
    return row and str(row["rules"])


def note(db: Connection, rules: str) -> None:
    """Note that all lists are as these rules have it; the caller holds the transaction."""
    db.execute("DELETE FROM _read_models")
    db.execute("INSERT INTO _read_models (rules) VALUES (?)", (rules,))
