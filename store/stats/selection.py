"""Selections: which finished sessions count, by period, game and kind."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.text import same_name

ALL_KINDS, ALL_TIME = "*", ""
"""The `kind` and the `span` of the sums over all kinds of a game, over all years; else a span is a year in UTC."""


@dataclass(frozen=True)
class Selection:
    """Which finished sessions count; a field that is "" selects all.

    `since` (included) and `until` (not included) are times of the record at which sessions began. `game` is a slug:
    with `title` the game of this name on the score pad, however it is written, without one the games that nobody named.
    `kind` is the key of what makes totals comparable, see `Options.kind`; it belongs to a game.
    """

    since: str = ""
    until: str = ""
    game: str = ""
    title: str = ""
    kind: str = ""

    def __bool__(self) -> bool:
        """Whether anything is left out."""
        return self != EVERYTHING

    @property
    def has_period(self) -> bool:
        return bool(self.since or self.until)


EVERYTHING = Selection()


def conditions(selection: Selection, table: str) -> tuple[list[str], list[str]]:
    """SQL conditions and their values, for a table with `game`, `title`, `kind` and `created_at`."""
    wanted = []
    if selection.game:
        wanted += [("game = ?", selection.game), ("title = ?", same_name(selection.title))]
    if selection.kind:
        wanted += [("kind = ?", selection.kind)]
    if selection.since:
        wanted += [("created_at >= ?", selection.since)]
    if selection.until:
        wanted += [("created_at < ?", selection.until)]
    return [f"{table}.{sql}" for sql, _ in wanted], [value for _, value in wanted]
