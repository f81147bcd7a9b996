"""Exports a scorebook as one JSON file, from the logs alone, without scoring."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.text import same_name
from store.book import Book
from store.engines.base import Connection, Row
from store.scorebooks import BEGAN, is_rated, scorebook_name
from store.sessions.loading import ABOUT, TABLE
from store.transfer.file import VERSION
from store.values import to_text

SESSIONS_PER_READ = 200
"""Sessions read at a time."""


def dump(book: Book, only: Collection[str] | None = None) -> Iterator[str]:
    """Generate the file in chunks from one consistent state; the same record gives the same file.

    Each session, rule set and action is a line; unreadable sessions are exported unchanged. The scorebook's id, which
    may give write access, is left out. `only` limits it to the sessions of these ids, with their players, devices and
    rule sets.
    """
    with book.db.reading():
        part = None if only is None else _part(book, only)
        yield f'{{\n"scorebook": {VERSION},\n'
        if name := scorebook_name(book):
            yield f'"name": {json.dumps(name, ensure_ascii=False)},\n'
        if not is_rated(book):
            yield '"rated": false,\n'
        yield f'"devices": {to_text(_devices(book, part))},\n'
        yield '"players": ['
        yield from _lines(map(to_text, _players(book, part)))
        yield '],\n"rules": ['
        yield from _lines(map(to_text, _rules(book, part)))
        yield '],\n"sessions": ['
        yield from _lines(_sessions(book, part))
        yield "]\n}\n"


def is_larger(book: Book, bytes: int) -> bool:
    """Whether the whole file has more bytes: told from the record, and a little earlier than it is so."""
    (found,) = book.db.execute(
        """
        SELECT COALESCE(SUM(LENGTH(facts) + LENGTH(device) + 80), 0) AS actions, (
            SELECT COALESCE(SUM(LENGTH(options) + 3 * LENGTH(COALESCE(place, '') || COALESCE(note, '')) + 600), 0)
            FROM session WHERE scorebook = ?
        ) AS sessions
        FROM session JOIN action ON action.session = session.id WHERE session.scorebook = ?
        """,
        (book.scorebook, book.scorebook),
    ).fetchall()
    return int(found["actions"] + found["sessions"]) > bytes


@dataclass(frozen=True)
class Part:
    """A selection of sessions by number, with what belongs to them."""

    numbers: tuple[int, ...]
    devices: frozenset[str]
    names: frozenset[str]
    games: frozenset[str]


def _part(book: Book, only: Collection[str]) -> Part:
    found = [row for row in _numbered(book) if row["id"] in only]
    numbers = tuple(row["number"] for row in found)
    devices = (
        "SELECT DISTINCT action.device AS found FROM session JOIN action ON action.session = session.id WHERE {these}"
    )
    names = (
        "SELECT DISTINCT player.name AS found FROM session JOIN sitting ON sitting.session = session.id"
        " JOIN player ON player.id = sitting.player WHERE {these}"
    )
    return Part(
        numbers,
        devices=_all_of(book.db, devices, numbers),
        names=_all_of(book.db, names, numbers) | _names_before(book.db, numbers),
        games=frozenset(row["game"] for row in found),
    )


def _all_of(db: Connection, asked: str, numbers: Sequence[int]) -> frozenset[str]:
    """Query values of these sessions in batches."""
    return frozenset(
        row["found"] for some in _some(numbers) for row in db.execute(asked.format(these=_these(some)), some).fetchall()
    )


def _names_before(db: Connection, numbers: Sequence[int]) -> frozenset[str]:
    """The names in all setups that these sessions ever had, where they were corrected."""
    begun = "SELECT begun AS found FROM session WHERE begun IS NOT NULL AND {these}"
    corrections = (
        "SELECT action.facts AS found FROM session JOIN action ON action.session = session.id"
        " WHERE session.begun IS NOT NULL AND action.kind = 'correct' AND {these}"
    )
    setups = [json.loads(each) for each in _all_of(db, begun, numbers)]
    setups += [json.loads(each).get("setup", {}) for each in _all_of(db, corrections, numbers)]
    return frozenset(name for each in setups for name in each.get("players", ()))


def _some(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(numbers), SESSIONS_PER_READ):
        yield numbers[start : start + SESSIONS_PER_READ]


def _these(numbers: Sequence[int]) -> str:
    return f"session.number IN ({', '.join('?' * len(numbers))})"


def _numbered(book: Book) -> list[Row]:
    """The sessions by start time, which is the order of their numbers after an import."""
    return book.db.execute(
        "SELECT number, id, game FROM session WHERE scorebook = ? ORDER BY created_at, number", (book.scorebook,)
    ).fetchall()


def _lines(parts: Iterable[str]) -> Iterator[str]:
    between = "\n"
    for part in parts:
        yield between + part
        between = ",\n"
    if between != "\n":
        yield "\n"


def _devices(book: Book, part: Part | None) -> dict[str, str]:
    found = book.db.execute(
        """
        SELECT device, name FROM device_name WHERE scorebook = ? AND device IN (
            SELECT action.device FROM action JOIN session ON session.id = action.session WHERE session.scorebook = ?
        )
        """,
        (book.scorebook, book.scorebook),
    )
    return dict(sorted((row["device"], row["name"]) for row in found if part is None or row["device"] in part.devices))


def _players(book: Book, part: Part | None) -> list[dict[str, Any]]:
    """The players by their original names, as sessions name them, without empty members."""
    found = book.db.execute(
        """
        SELECT player.name, player.called, player.colour, player.archived_at, merged.at, into_player.name AS into_name
        FROM player LEFT JOIN merged ON merged.player = player.id
        LEFT JOIN player AS into_player ON into_player.id = merged.into_player WHERE player.scorebook = ?
        """,
        (book.scorebook,),
    )
    told = [
        {
            "name": row["name"],
            "called": row["called"],
            "colour": row["colour"],
            "archived_at": row["archived_at"],
            "merged": row["at"] and {"into": row["into_name"], "at": row["at"]},
        }
        for row in found
    ]
    # A player who sits nowhere any more may be gone, and still be named in a setup that was corrected.
    named = part.names if part else _names_before(book.db, [row["number"] for row in _numbered(book)])
    known = {same_name(each["name"]) for each in told}
    told += [{"name": name} for key, name in {same_name(name): name for name in named}.items() if key not in known]
    wanted = told if part is None else _with_whom_they_are(told, part.names)
    return sorted(map(_said, wanted), key=lambda each: same_name(each["name"]))


def _with_whom_they_are(told: Iterable[dict[str, Any]], names: Collection[str]) -> list[dict[str, Any]]:
    """The players with these names, and those into whom they were merged."""
    by_key = {same_name(each["name"]): each for each in told}
    wanted: dict[str, dict[str, Any]] = {}
    for name in names:
        each = by_key.get(same_name(name))
        while each is not None and each["name"] not in wanted:
            wanted[each["name"]] = each
            merged = each.get("merged")
            each = by_key.get(same_name(merged["into"])) if merged else None
    return [*wanted.values()]


def _said(told: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in told.items() if value is not None}


def _rules(book: Book, part: Part | None) -> list[dict[str, Any]]:
    found = book.db.execute("SELECT game, name, options FROM rule_set WHERE scorebook = ?", (book.scorebook,))
    rules = [{"game": row["game"], "name": row["name"], "options": json.loads(row["options"])} for row in found]
    rules = [each for each in rules if part is None or each["game"] in part.games]
    return sorted(rules, key=lambda each: (each["game"], same_name(each["name"])))


def _sessions(book: Book, part: Part | None) -> Iterator[str]:
    numbers = [row["number"] for row in _numbered(book)] if part is None else part.numbers
    for some in _some(numbers):
        yield from _some_sessions(book.db, some)


def _some_sessions(db: Connection, numbers: Sequence[int]) -> Iterator[str]:
    these = _these(numbers)
    heads = db.execute(
        f"""
        SELECT {", ".join((*TABLE, *ABOUT))} FROM session WHERE {these} ORDER BY created_at, number
        """,
        numbers,
    ).fetchall()
    players: defaultdict[str, list[str]] = defaultdict(list)
    for row in db.execute(
        f"""
        SELECT sitting.session, player.name
        FROM session JOIN sitting ON sitting.session = session.id AND sitting.turn = {BEGAN}
        JOIN player ON player.id = sitting.player WHERE {these} ORDER BY session.number, sitting.seat
        """,
        numbers,
    ):
        players[row["session"]].append(row["name"])
    actions: defaultdict[str, list[str]] = defaultdict(list)
    for row in db.execute(
        f"""
        SELECT action.session, action.kind, action.at, action.device, action.facts
        FROM session JOIN action ON action.session = session.id WHERE {these} ORDER BY session.number, action.position
        """,
        numbers,
    ):
        said = {"kind": row["kind"], "at": row["at"], "device": row["device"], "facts": json.loads(row["facts"])}
        actions[row["session"]].append(to_text(said))
    for head in heads:
        begun = head["begun"] and json.loads(head["begun"])
        told = {
            "id": head["id"],
            "created_at": head["created_at"],
            "game": head["game"],
            "players": begun["players"] if begun else players[head["id"]],
            "dealer": begun["dealer"] if begun else head["dealer"],
            "options": begun["options"] if begun else json.loads(head["options"]),
            **_said({name: head[name] for name in ABOUT}),
        }
        yield f'{to_text(told)[:-1]},"actions":[{"".join(_lines(actions[head["id"]]))}]}}'
