"""Exports a scorebook as one JSON file, from the logs alone, without scoring, and its results from the read models."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from record.packed.body import PLAYER_MEMBERS
from record.packed.code import NEWEST, rules_version
from record.packed.code import VERSION as OLDEST
from record.session import DETAILS
from scoring.text import same_name
from store.book import Book
from store.encoding import to_text
from store.engines.base import Connection, Row
from store.errors import NoSuchError
from store.players.profiles import PLAYER_FIELDS
from store.scorebooks import FIRST_TURN, is_rated, scorebook_name
from store.sessions.history import Summary, find_sessions
from store.sessions.loading import SETUP_COLUMNS
from store.transfer.scorebook_file import DELETED, VERSION

OTHER_PLAYED_AT = "NULLIF(played_at, created_at) AS played_at"
"""When a session was played, if not when it was started."""
SESSIONS_PER_READ = 200
"""Sessions read at a time."""


def dump(book: Book, only: Collection[str] | None = None, *, rules: int = NEWEST) -> Iterator[str]:
    """Generate the file in chunks from one consistent state; the same record gives the same file.

    Each session, rule set and action is a line; unreadable sessions are exported unchanged. The scorebook's id, which
    may give write access, is left out. `only` limits it to the sessions of these ids, with their players, devices and
    rule sets, `rules` to what readers of that version know, see `rules_version`.
    """
    db, scorebook = book.db, book.scorebook
    with db.reading():
        # In this order they get their numbers in an import.
        rows = db.execute(
            "SELECT number, id, game FROM session WHERE scorebook = ? ORDER BY created_at, number", (scorebook,)
        )
        found = [row for row in rows if only is None or row["id"] in only]
        left_out = _newer(db, [row["number"] for row in found], rules)
        numbers = [row["number"] for row in found if row["id"] not in left_out]
        yield f'{{\n"scorebook": {VERSION},\n'
        if name := scorebook_name(book):
            yield f'"name": {json.dumps(name, ensure_ascii=False)},\n'
        if not is_rated(book):
            yield '"rated": false,\n'
        query = "SELECT DISTINCT action.device FROM session JOIN action ON action.session = session.id WHERE {these}"
        wrote = {row["device"] for row in _rows(db, query, numbers)}
        devices = db.execute("SELECT device, name FROM device_name WHERE scorebook = ?", (scorebook,))
        names = sorted((row["device"], row["name"]) for row in devices if row["device"] in wrote)
        yield f'"devices": {to_text(dict(names))},\n'
        yield '"players": ['
        yield from _lines(map(to_text, _players(book, numbers, all_of_them=only is None, rules=rules)))
        yield '],\n"rules": ['
        named = db.execute("SELECT game, name, options FROM rule_set WHERE scorebook = ?", (scorebook,))
        games = {row["game"] for row in found}
        rule_sets = (
            {"game": row["game"], "name": row["name"], "options": json.loads(row["options"])}
            for row in sorted(named, key=lambda row: (row["game"], same_name(row["name"])))
            if only is None or row["game"] in games
        )
        yield from _lines(to_text(each) for each in rule_sets if rules_version(each) <= rules)
        yield '],\n"sessions": ['
        yield from _lines(_sessions(db, numbers))
        yield "]\n}\n"


def sessions_left_out(book: Book, only: Collection[str] | None, rules: int) -> int:
    """How many sessions are not in such a file because its reader does not know their rules."""
    with book.db.reading():
        rows = book.db.execute("SELECT number, id FROM session WHERE scorebook = ?", (book.scorebook,))
        return len(_newer(book.db, [row["number"] for row in rows if only is None or row["id"] in only], rules))


def needed_rules(book: Book) -> int:
    """The version of the rules that readers of the whole file have to know, see `rules_version`."""
    newer = [f"{name} IS NOT NULL" for name, each in PLAYER_FIELDS.items() if each.version > OLDEST]
    chosen = f"SELECT 1 FROM player WHERE scorebook = ? AND ({' OR '.join(newer)}) LIMIT 1"
    is_newer = newer and book.db.execute(chosen, (book.scorebook,))
    return NEWEST if is_newer or sessions_left_out(book, None, OLDEST) else OLDEST


def _newer(db: Connection, numbers: Sequence[int], rules: int) -> frozenset[str]:
    """The ids of the sessions whose rules are newer than that version."""
    if rules == NEWEST:
        return frozenset()
    return frozenset(each["id"] for each in map(json.loads, _sessions(db, numbers)) if rules_version(each) > rules)


def file_of(book: Book, session: str) -> dict[str, Any]:
    """The scorebook file of one session, for `record.packed`; raises NoSuchError.

    It says nothing of the scorebook: not its name, its house rules, nor whether it is rated; and of its players only
    what a code has room for.
    """
    file: dict[str, Any] = json.loads("".join(dump(book, only=[session])))
    if not file["sessions"]:
        raise NoSuchError(f"no session {session!r}")
    players = [
        {name: value for name, value in each.items() if name in (*PLAYER_MEMBERS, "merged")} for each in file["players"]
    ]
    about = {name: value for name, value in file.items() if name not in ("name", "rated")}
    return about | {"players": players, "rules": []}


def sizes(book: Book) -> dict[str, int]:
    """About how many bytes each session has in the file, rather too many than too few, without making it."""
    found = book.db.execute(
        """
        SELECT id, LENGTH(options) + 3 * LENGTH(COALESCE(place, '') || COALESCE(note, '')) + 600 + (
            SELECT COALESCE(SUM(LENGTH(facts) + LENGTH(device) + 80), 0) FROM action WHERE action.session = session.id
        ) AS bytes
        FROM session WHERE scorebook = ?
        """,
        (book.scorebook,),
    )
    return {row["id"]: int(row["bytes"]) for row in found}


def _rows(db: Connection, query: str, numbers: Sequence[int]) -> Iterator[Row]:
    """The rows of a query about sessions with these numbers."""
    for some in _parts(numbers):
        these = f"session.number IN ({', '.join('?' * len(some))})"
        yield from db.execute(query.format(these=these), some)


def _parts(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    return (numbers[start : start + SESSIONS_PER_READ] for start in range(0, len(numbers), SESSIONS_PER_READ))


def _lines(parts: Iterable[str]) -> Iterator[str]:
    between = "\n"
    for part in parts:
        yield between + part
        between = ",\n"
    if between != "\n":
        yield "\n"


def _players(book: Book, numbers: Sequence[int], *, all_of_them: bool, rules: int) -> Iterator[dict[str, Any]]:
    """The players by their original names, as sessions name them: all, or those of these sessions."""
    found = book.db.execute(
        """
        SELECT player.*, merged.at, into_player.name AS into_name
        FROM player LEFT JOIN merged ON merged.player = player.id
        LEFT JOIN player AS into_player ON into_player.id = merged.into_player WHERE player.scorebook = ?
        """,
        (book.scorebook,),
    )
    players = {same_name(row["name"]): row for row in found}
    # In a setup that was corrected somebody may be named who sits nowhere any more, and is gone.
    begun = "SELECT begun AS facts FROM session WHERE begun IS NOT NULL AND {these}"
    corrections = (
        "SELECT action.facts FROM session JOIN action ON action.session = session.id"
        " WHERE session.begun IS NOT NULL AND action.kind = 'correct' AND {these}"
    )
    setups = [json.loads(row["facts"]) for row in _rows(book.db, begun, numbers)]
    setups += [json.loads(row["facts"]).get("setup", {}) for row in _rows(book.db, corrections, numbers)]
    names = {same_name(name): name for each in setups for name in each.get("players", ())}
    wanted = {*players, *names} if all_of_them else set[str]()
    if not all_of_them:
        sat = (
            "SELECT DISTINCT player.name FROM session JOIN sitting ON sitting.session = session.id"
            " JOIN player ON player.id = sitting.player WHERE {these}"
        )
        for key in (*names, *(same_name(row["name"]) for row in _rows(book.db, sat, numbers))):
            # With whom they were merged into.
            way: str | None = key
            while way is not None and way not in wanted:
                wanted.add(way)
                way = same_name(players[way]["into_name"]) if way in players and players[way]["at"] else None
    known = [name for name, each in PLAYER_FIELDS.items() if each.version <= rules]
    for key in sorted(wanted):
        if (row := players.get(key)) is None:
            yield {"name": names[key]}
        else:
            merged = row["at"] and {"into": row["into_name"], "at": row["at"]}
            members = {name: row[name] for name in ("name", "called", *known, "archived_at")}
            yield _without_none({**members, "merged": merged})


def _without_none(members: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def _sessions(db: Connection, numbers: Sequence[int]) -> Iterator[str]:
    columns = ", ".join((*SETUP_COLUMNS, *(name for name in DETAILS if name != "played_at"), OTHER_PLAYED_AT))
    heads = f"SELECT {columns} FROM session WHERE {{these}} ORDER BY created_at, number"
    sittings = f"""
        SELECT sitting.session, player.name
        FROM session JOIN sitting ON sitting.session = session.id AND sitting.turn = {FIRST_TURN}
        JOIN player ON player.id = sitting.player WHERE {{these}} ORDER BY session.number, sitting.seat
    """
    logs = """
        SELECT action.session, action.kind, action.at, action.device, action.facts
        FROM session JOIN action ON action.session = session.id WHERE {these} ORDER BY session.number, action.position
    """
    for some in _parts(numbers):
        players, actions = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
        for row in _rows(db, sittings, some):
            players[row["session"]].append(row["name"])
        for row in _rows(db, logs, some):
            action = {"kind": row["kind"], "at": row["at"], "device": row["device"], "facts": json.loads(row["facts"])}
            actions[row["session"]].append(to_text(action))
        for head in _rows(db, heads, some):
            now = {"players": players[head["id"]], "dealer": head["dealer"], "options": json.loads(head["options"])}
            begun = json.loads(head["begun"]) if head["begun"] else now
            members = {
                **{name: head[name] for name in ("id", "created_at", "game")},
                **{name: begun[name] for name in now},
                **_without_none({DELETED if name == "deleted_at" else name: head[name] for name in DETAILS}),
            }
            yield f'{to_text(members)[:-1]},"actions":[{"".join(_lines(actions[head["id"]]))}]}}'


def results(book: Book) -> Iterator[Summary]:
    """Every session that is over, archived or not, the last first, as they all were at one moment; no deleted ones."""
    with book.db.reading():
        for page in count():
            found = find_sessions(
                book, limit=SESSIONS_PER_READ, offset=page * SESSIONS_PER_READ, over=True, archived=None
            )
            yield from found.sessions
            if not found.older:
                return
