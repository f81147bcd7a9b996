"""Finds sessions by filters, newest first: reads an index in that order until there are enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from typing import TypeAlias, TypedDict, Unpack

from scoring.text import same_name
from store.book import Book
from store.engines.base import Connection
from store.scorebooks import find_person
from store.stats import read_models
from store.stats.selection import of_person

StartKey: TypeAlias = tuple[str, int]
"""A session's start time and number, which orders those of the same second."""


Condition: TypeAlias = tuple[str, tuple[object, ...]]
"""An SQL condition with its parameters."""
Source: TypeAlias = tuple[str, Condition]
"""A table with an index by start time, and a condition for its rows."""


class SessionQuery(TypedDict, total=False):
    """Filters for sessions; `text` is searched in names, the place, the note and the name of a game on the pad.

    `title` is such a name, whole; "" is a game without one, None any. `kind` finds finished sessions of `game` with
    this `Options.kind`.
    `archived`: True only archived sessions, None archived ones too, else none. `deleted_since`: only sessions deleted
    at or after this time, archived or not. `began`: the first and last start time, both included. `changed_since`: only
    sessions written in, archived, excluded or deleted at or after this time. `follows`: only sessions that follow this
    one in the order newest first.
    """

    over: bool | None
    archived: bool | None
    deleted_since: str | None
    game: str | None
    title: str | None
    kind: str | None
    player: str | None
    text: str | None
    began: tuple[str, str] | None
    changed_since: str | None
    follows: StartKey | None


def is_game_running(db: Connection, *, since: str) -> bool:
    """Whether any scorebook has a running session that was written at or after this time."""
    running = "deleted_at IS NULL AND archived_at IS NULL AND over = 0"
    return (
        db.execute(f"SELECT 1 FROM session WHERE {running} AND updated_at >= ? LIMIT 1", (since,)).fetchone()
        is not None
    )


def matching_numbers(
    book: Book, *, most: int, oldest_first: bool = False, **filters: Unpack[SessionQuery]
) -> list[int]:
    """The numbers of the last sessions that match, or of the first.

    A filter that is None matches all; an empty one too, but for `title`.
    """
    player, text = filters.get("player"), (filters.get("text") or "").strip()
    wanted = list(_conditions(**filters))
    person = find_person(book, player) if player else None
    if player and person is None:
        return []
    if "\0" in text:
        # No stored text has one, and LIKE may stop reading there.
        return []
    seated = [] if person is None else _players(book, "(id = ? OR person = ?)", person, person)
    if filters.get("kind") and not text:
        sources = _of_kind(book, person, **filters)
    elif filters.get("over") is False or filters.get("archived"):
        # Few sessions are running or archived, so start from them rather than from the players' seats.
        sources = _whole_scorebook(book.scorebook, **filters)
        wanted += [_has_seat(seated)] if seated else []
        if text:
            seats, on_seats = _has_seat(_name_matches(book, text))
            notes, on_notes = _in_session("remark", "remark.text_key LIKE ? ESCAPE '!'", _containing(text))
            wanted.append((f"({seats} OR {notes})", (*on_seats, *on_notes)))
    elif text:
        noted = "remark.scorebook = ? AND remark.text_key LIKE ? ESCAPE '!'"
        sources = [*_seats(_name_matches(book, text)), ("remark", (noted, (book.scorebook, _containing(text))))]
        wanted += [_has_seat(seated)] if seated else []
    else:
        sources = _seats(seated) or _whole_scorebook(book.scorebook, **filters)
    order = "ASC" if oldest_first else "DESC"
    begun = merge(*(_start_keys(book.db, source, wanted, most, order) for source in sources), reverse=not oldest_first)
    numbers: dict[int, None] = {}
    for _, number in begun:
        numbers[number] = None
        if len(numbers) == most:
            break
    return [*numbers]


def _has_seat(players: Sequence[int]) -> Condition:
    """Whether one of these players sits in the session."""
    # The plus rules out the index on players: the session's few seats are read, not all seats of the player.
    among = ", ".join("?" * len(players)) or "NULL"
    return _in_session("sitting", f"+sitting.player IN ({among})", *players)


def _in_session(table: str, condition: str, *values: object) -> Condition:
    # Not EXISTS, for which an engine may read the whole table beforehand.
    first = f"SELECT {table}.session FROM {table} WHERE {table}.session = session.id AND {condition} LIMIT 1"
    return f"session.id = ({first})", values


def _name_matches(book: Book, text: str) -> list[int]:
    part = _containing(text)
    # Any current or earlier name of a person finds all of their seats.
    called = """
        COALESCE(person, id) IN (
            SELECT COALESCE(person, id) FROM player
            WHERE scorebook = ? AND (name_key LIKE ? ESCAPE '!' OR called_key LIKE ? ESCAPE '!')
        )
    """
    return _players(book, called, book.scorebook, part, part)


def _players(book: Book, condition: str, *values: object) -> list[int]:
    found = book.db.execute(f"SELECT id FROM player WHERE scorebook = ? AND {condition}", (book.scorebook, *values))
    return [row["id"] for row in found]


def _whole_scorebook(scorebook: str, *, deleted_since: str | None = None, **filters: object) -> list[Source]:
    """All sessions; archived ones and others as two sources where both are wanted, since each has its own index."""
    if deleted_since is not None or filters.get("archived", False) is not None:
        return [("session", ("session.scorebook = ?", (scorebook,)))]
    return [
        ("session", (f"session.scorebook = ? AND session.archived_at {each}", (scorebook,)))
        for each in ("IS NULL", "IS NOT NULL")
    ]


def _of_kind(
    book: Book, person: int | None, *, game: str | None = None, kind: str | None = None, **_: object
) -> list[Source]:
    """What each person played of a kind, or one person alone: an index of theirs has it."""
    whose, values = of_person(person)
    found = book.db.execute(
        f"""
        SELECT DISTINCT player_result.player, title FROM player CROSS JOIN player_result
        WHERE player.scorebook = ? AND player_result.player = player.id AND game = ? AND kind = ? AND {whose}
        """,
        (book.scorebook, game, kind, *values),
    )
    of_player = "{table}.player = ? AND {table}.game = ? AND {table}.title = ? AND {table}.kind = ?"
    return [("player_result", (of_player, (row["player"], game, row["title"], kind))) for row in found]


def _seats(players: Iterable[int]) -> list[Source]:
    return [("sitting", ("sitting.player = ?", (player,))) for player in players]


def _conditions(
    *,
    over: bool | None = None,
    archived: bool | None = False,
    deleted_since: str | None = None,
    game: str | None = None,
    title: str | None = None,
    kind: str | None = None,
    began: tuple[str, str] | None = None,
    changed_since: str | None = None,
    follows: StartKey | None = None,
    **_elsewhere: object,
) -> Iterator[Condition]:
    """Conditions on the session; their text must match that of the partial indexes."""
    if deleted_since is None:
        yield "session.deleted_at IS NULL", ()
        if archived is not None:
            yield f"session.archived_at IS {'NOT ' if archived else ''}NULL", ()
    else:
        yield "session.deleted_at >= ?", (deleted_since,)
    if over is not None:
        yield f"session.over = {int(over)}", ()
    if game:
        yield "session.game = ?", (game,)
    if title:
        called = "remark.position = ? AND remark.text_key = ?"
        yield _in_session("remark", called, read_models.TITLE, same_name(title))
    elif title == "":
        named = "SELECT 1 FROM remark WHERE remark.session = session.id AND remark.position = ? LIMIT 1"
        yield f"({named}) IS NULL", (read_models.TITLE,)
    if kind:
        yield _in_session("player_result", "player_result.kind = ?", kind)
    if began:
        yield "{table}.played_at BETWEEN ? AND ?", began
    if changed_since:
        times = ("updated_at", "archived_at", "excluded_at", "deleted_at")
        yield f"({' OR '.join(f'session.{name} >= ?' for name in times)})", (changed_since,) * len(times)
    if follows:
        yield "({table}.played_at, {table}.number) < (?, ?)", follows


def _start_keys(
    db: Connection, source: Source, wanted: Iterable[Condition], most: int, order: str
) -> Iterator[StartKey]:
    """The wanted sessions of a source, in the order of their start, read lazily."""
    table, rows = source
    conditions = [rows, *wanted]
    # CROSS JOIN fixes the order: the session is looked up for each row of the source.
    others = "" if table == "session" else f"CROSS JOIN session WHERE session.number = {table}.number AND"
    found = db.execute(
        f"""
        SELECT DISTINCT {table}.played_at, {table}.number FROM {table} {others or "WHERE"}
        {" AND ".join(condition.format(table=table) for condition, _ in conditions)}
        ORDER BY {table}.played_at {order}, {table}.number {order} LIMIT ?
        """,
        (*(value for _, values in conditions for value in values), most),
    )
    return ((row["played_at"], row["number"]) for row in found)


def _containing(text: str) -> str:
    """The LIKE pattern for "contains this text", with wildcards escaped.

    >>> _containing("100%")
    '%100!%%'
    """
    key = same_name(text)
    for sign in "!%_":
        key = key.replace(sign, "!" + sign)
    return f"%{key}%"
