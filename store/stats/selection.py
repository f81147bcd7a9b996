"""Selections: which finished sessions count, by period, game and kind, and what there is to select.

A game of the score pad is one by its name, whatever its capitals and widths; the name is written as it was last.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from scoring.catalogue import all_games
from scoring.text import same_name
from store.book import Book
from store.cache import cached_result

BYTES_OF_KIND = 500
OF_PERSON = "(player.id = ? OR player.person = ?)"
GameKey: TypeAlias = tuple[str, str]
"""A game and its title as it is stored."""


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


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played to an end, and in which kinds, the most played first."""

    game: str
    title: str
    kinds: tuple[str, ...]


def of_person(person: int | None) -> tuple[str, tuple[int, ...]]:
    """The condition that a player is a person or was merged into them, and its values; None for everybody."""
    return ("1 = 1", ()) if person is None else (OF_PERSON, (person, person))


def conditions(selection: Selection, table: str) -> tuple[list[str], list[str]]:
    """SQL conditions and their values, for a table with `game`, `title`, `kind` and `played_at`."""
    wanted = []
    if selection.game:
        wanted += [("game = ?", selection.game), ("title = ?", same_name(selection.title))]
    if selection.kind:
        wanted += [("kind = ?", selection.kind)]
    if selection.since:
        wanted += [("played_at >= ?", selection.since)]
    if selection.until:
        wanted += [("played_at < ?", selection.until)]
    return [f"{table}.{sql}" for sql, _ in wanted], [value for _, value in wanted]


def played_games(book: Book, person: int | None = None) -> list[PlayedGame]:
    """What was played to an end, by a person or by anybody, the most played first."""
    kinds = cached_result(book, ("games", person), lambda _: _played_kinds(book, person))
    written = titles(book, kinds)
    return [PlayedGame(played[0], written[played], its) for played, its in kinds.items()]


def titles(book: Book, played: Iterable[GameKey]) -> Mapping[GameKey, str]:
    """The titles of some games as people read them, by the game and the title that is stored."""
    asked = {*played}
    written = _written_last(book) if any(title for _, title in asked) else {}
    return {each: written.get(each, each[1]) for each in asked}


def _played_kinds(book: Book, person: int | None) -> tuple[Mapping[GameKey, tuple[str, ...]], int]:
    whose, values = of_person(person)
    found = book.db.execute(
        f"""
        SELECT game, title, kind, COUNT(CASE WHEN place <> 0 THEN 1 END) AS games FROM player CROSS JOIN player_result
        WHERE player.scorebook = ? AND player_result.player = player.id AND {whose} GROUP BY game, title, kind
        """,
        (book.scorebook, *values),
    )
    times: dict[GameKey, dict[str, int]] = {}
    for row in found:
        times.setdefault((row["game"], row["title"]), {})[row["kind"]] = row["games"]
    by_times = sorted(times, key=lambda played: (-sum(times[played].values()), played))
    return {
        played: tuple(sorted(times[played], key=lambda kind: (-times[played][kind], kind))) for played in by_times
    }, len(found) * BYTES_OF_KIND


def _written_last(book: Book) -> Mapping[GameKey, str]:
    last = cached_result(book, "last titled", lambda _: _last_titled(book))
    options = {
        row["number"]: row["options"]
        for row in book.db.execute(
            f"SELECT number, options FROM session WHERE number IN ({', '.join('?' * len(last)) or 'NULL'})",
            [*last.values()],
        )
    }
    return {
        played: (_title_of(played[0], options[number]) if number in options else "") or played[1]
        for played, number in last.items()
    }


def _last_titled(book: Book) -> tuple[Mapping[GameKey, int], int]:
    """The number of the last session of each game with a title."""
    found = book.db.execute(
        """
        SELECT game, title, number FROM (
            SELECT game, title, number,
                ROW_NUMBER() OVER (PARTITION BY game, title ORDER BY played_at DESC, number DESC) AS back
            FROM player CROSS JOIN player_result
            WHERE player.scorebook = ? AND player_result.player = player.id AND title <> ''
        ) AS result WHERE back = 1
        """,
        (book.scorebook,),
    )
    return {(row["game"], row["title"]): row["number"] for row in found}, len(found) * BYTES_OF_KIND


def _title_of(game: str, options: str) -> str:
    known = all_games().get(game)
    return str((known.called(json.loads(options)) if known and known.called else None) or "")
