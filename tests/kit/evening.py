"""A session at the table as it is kept: entries, corrections and undo, one after the other."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from record.author import Author
from record.session import Session, new_session
from scoring.core import read_entry
from scoring.document import load, report

BY = Author(device="phone", key="key", at=datetime(2026, 11, 22, tzinfo=UTC))


class Evening:
    """A session that is changed in place; `sheet` is the one of now."""

    def __init__(self, game: str, players: list[str], *, dealer: int = 0, **options: Any) -> None:
        head = {"game": game, "players": players, "dealer": dealer, "options": options}
        self.session: Session = new_session(id="s", created_at="2026-11-22T12:00:00Z", head=head)

    @property
    def sheet(self) -> Any:
        return self.session.sheet

    @property
    def totals(self) -> Any:
        return self.sheet.totals

    @property
    def log(self) -> list[str]:
        """What the rows are about."""
        return [str(row.about) for row in self.sheet.rows]

    def enter(self, step: str, **fields: Any) -> str:
        """What the entry did, in words."""
        self.session = self.session.with_entry(read_entry(self.sheet, {"step": step, **fields}), BY)
        return str(self.sheet.said)

    def correct(self, index: int, **fields: Any) -> None:
        """Correct some fields of an entry."""
        action = self.session.correcting({index: {**self.session.entries[index], **fields}}, BY)
        assert action is not None, "the correction changes something"
        self.session = self.session.after(action)

    def undo(self) -> None:
        self.session = self.session.after(self.session.undoing(BY))

    def redo(self) -> None:
        self.session = self.session.after(self.session.redoing(BY))

    def is_the_same_from_its_document(self) -> bool:
        return report(load(self.session.document)) == report(self.sheet)
