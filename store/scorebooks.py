"""Scorebooks: their names, players, named house rules and deletion."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from record.log import Author
from scoring.catalogue import find_game
from scoring.entry.reading import read_fields
from scoring.errors import EntryError, refused
from scoring.message import Message, say
from scoring.sheets.changes import NAMING_STEPS
from scoring.text import same_name, showable, tidy, visible
from store.book import Book, needs
from store.encoding import to_text
from store.engines.base import Connection, Row
from store.errors import DeletedScorebookError

RECENT_SESSIONS = 30
"""Players of this many last sessions are offered as regulars."""
MAX_RULE_NAME = 30
MAX_SCOREBOOK_NAME = 40
AT_SEAT = """
    JOIN player AS seated ON seated.id = sitting.player
    JOIN player AS person ON person.id = COALESCE(seated.person, seated.id)
"""
"""Joins who sat there, or the one they were merged into, as `person`."""
FIRST_TURN = 0
"""The turn of those who sit there from the beginning; who sits down later has the next ones."""
CURRENT_NAME = "COALESCE(person.called, person.name) AS name"
CURRENT_FIRST, ORIGINAL_FIRST = ("called_key", "name_key"), ("name_key", "called_key")
"""The order of columns in which a name is looked up: current names first, or original names first."""


@dataclass(frozen=True)
class RuleSet:
    """Named house rules of a group."""

    name: str
    options: dict[str, Any]


def read_name(raw: object, *, field: str, longest: int, missing: Message | None = None, of_file: bool = False) -> str:
    """Check a typed name and strip stray white space; raises EntryError at the field, with `missing` if it is empty.

    `of_file` allows invisible characters, which earlier releases accepted.

    >>> read_name(" Anna  Maria ", field="name", longest=30)
    'Anna Maria'
    """
    name = tidy(raw)
    if not name:
        raise refused(field, missing or say("Enter a name."))
    if len(name) > longest:
        raise refused(field, say("That is too long. The maximum is {most} characters.", most=longest))
    if not showable(name) or not (of_file or visible(name)):
        raise refused(field, say("That has characters that can’t be displayed."))
    return name


def lock_scorebook(book: Book, *, at: str) -> None:
    """Lock the scorebook in the open transaction, and create it if needed.

    Raises DeletedScorebookError.
    """
    book.db.execute(
        "INSERT INTO scorebook (id, created_at) VALUES (?, ?) ON CONFLICT (id) DO NOTHING", (book.scorebook, at)
    )
    book.db.lock_row("scorebook", book.scorebook)
    expect_not_deleted(book)


def touch_scorebook(book: Book) -> None:
    """Change the version of every page of the scorebook, in the transaction of the caller, so that open ones look."""
    book.db.execute("UPDATE scorebook SET names_revision = names_revision + 1 WHERE id = ?", (book.scorebook,))


def scorebook_exists(db: Connection, scorebook: str) -> bool:
    """Whether the scorebook is stored."""
    return db.execute("SELECT id FROM scorebook WHERE id = ?", (scorebook,)).fetchone() is not None


def expect_not_deleted(book: Book) -> None:
    """Raise DeletedScorebookError if the scorebook was deleted."""
    if deleted_at(book) is not None:
        raise DeletedScorebookError


def deleted_at(book: Book) -> str | None:
    """When a scorebook was deleted, or None."""
    found = book.db.execute("SELECT deleted_at FROM scorebook WHERE id = ?", (book.scorebook,)).fetchone()
    when: str | None = found and found["deleted_at"]
    return when


@needs("keeper")
def delete_scorebook(book: Book, *, at: str | None) -> None:
    """Mark a scorebook as deleted, or restore it (`at` None)."""
    with book.db.writing():
        book.db.execute("UPDATE scorebook SET deleted_at = ? WHERE id = ?", (at, book.scorebook))


def scorebook_name(book: Book) -> str | None:
    """The name of a scorebook; None where it is unnamed."""
    found = book.db.execute("SELECT name FROM scorebook WHERE id = ?", (book.scorebook,)).fetchone()
    name: str | None = found and found["name"]
    return name


@needs("keeper")
def rename_scorebook(book: Book, *, name: object, at: str, of_file: bool = False) -> None:
    """Rename a scorebook; raises EntryError at `name`, DeletedScorebookError."""
    called = read_name(name, field="name", longest=MAX_SCOREBOOK_NAME, of_file=of_file)
    with book.db.writing():
        lock_scorebook(book, at=at)
        book.db.execute("UPDATE scorebook SET name = ? WHERE id = ?", (called, book.scorebook))


def is_rated(book: Book) -> bool:
    """Whether players are rated, as they are unless somebody turned it off."""
    found = book.db.execute("SELECT rated FROM scorebook WHERE id = ?", (book.scorebook,)).fetchone()
    return found is None or bool(found["rated"])


@needs("keeper")
def set_rating(book: Book, *, on: bool, at: str) -> None:
    """Turn the rating on or off for everybody; raises DeletedScorebookError."""
    with book.db.writing():
        lock_scorebook(book, at=at)
        book.db.execute("UPDATE scorebook SET rated = ? WHERE id = ?", (int(on), book.scorebook))


def get_or_add_player(book: Book, name: str) -> int:
    """The id of the player with this name, added if new; the first spelling stays."""
    known = find_player(book, name)
    return add_player(book, name) if known is None else known


def player_of_file(book: Book, name: str) -> int | None:
    """The id of the player whom a name in a file means, original names first; None where unknown."""
    return find_player(book, name, ORIGINAL_FIRST)


def first_name(book: Book, name: str, columns: tuple[str, str] = CURRENT_FIRST) -> str:
    """The first name in the record of the player whom a name means; the name itself where unknown."""
    known = find_player(book, name, columns)
    found = book.db.execute("SELECT name FROM player WHERE id = ?", (known,)).fetchone()
    return str(found["name"]) if found else tidy(name)


def with_first_name(book: Book, raw: object) -> Any:
    """A typed entry with the first name of the person whom it names, if they are known.

    Raises EntryError at `name` for a new name with invisible characters.
    """
    if not isinstance(raw, Mapping) or raw.get("step") not in NAMING_STEPS or not isinstance(raw.get("name"), str):
        return raw
    name: str = raw["name"]
    if name.strip() and not visible(tidy(name)) and find_person(book, name) is None:
        raise refused("name", say("That has characters that can’t be displayed."))
    return {**raw, "name": first_name(book, name)}


def current_names(db: Connection, scorebook: str) -> dict[str, str]:
    """By their first names in the record what those players are called now who were renamed or merged."""
    found = db.execute(
        f"""
        SELECT seated.name AS first, {CURRENT_NAME} FROM player AS seated
        JOIN player AS person ON person.id = COALESCE(seated.person, seated.id)
        WHERE seated.scorebook = ? AND (seated.called IS NOT NULL OR seated.person IS NOT NULL)
        """,
        (scorebook,),
    )
    return {row["first"]: row["name"] for row in found}


def add_player(book: Book, name: str) -> int:
    """Add a player and return the id; a concurrent insert of the same name gives the same id."""
    key = same_name(name)
    book.db.execute(
        "INSERT INTO player (scorebook, name, name_key) VALUES (?, ?, ?) ON CONFLICT (scorebook, name_key) DO NOTHING",
        (book.scorebook, name, key),
    )
    found = book.db.execute("SELECT id FROM player WHERE scorebook = ? AND name_key = ?", (book.scorebook, key))
    return int(found.fetchone()["id"])


def find_player(book: Book, name: str, columns: tuple[str, str] = CURRENT_FIRST) -> int | None:
    """The id of the player with this name in the first column that has its key."""
    for column in columns:
        found = book.db.execute(
            f"SELECT id FROM player WHERE scorebook = ? AND {column} = ?", (book.scorebook, same_name(name))
        ).fetchone()
        if found is not None:
            return int(found["id"])
    return None


def find_person(book: Book, name: str) -> int | None:
    """The id of the player with this name, or of the one they were merged into; None where unknown."""
    known = find_player(book, name)
    return None if known is None else person_of(book.db, known)


def person_of(db: Connection, player: int) -> int:
    """The id of the player whom this one was merged into, else the same id."""
    found = db.execute("SELECT COALESCE(person, id) AS person FROM player WHERE id = ?", (player,))
    return int(found.fetchone()["person"])


def save_device_name(book: Book, by: Author) -> None:
    """Store the name of the device that writes, in the transaction of the caller, after all its locks.

    Nothing is written, and its row not locked, if the name is the same: the device may be at several tables at once.
    """
    if not by.name:
        return
    found = book.db.execute(
        "SELECT name FROM device_name WHERE scorebook = ? AND device = ?", (book.scorebook, by.device)
    )
    known = found.fetchone()
    if known is None or known["name"] != by.name:
        book.db.execute(
            "INSERT INTO device_name (scorebook, device, name) VALUES (?, ?, ?)"
            " ON CONFLICT (scorebook, device) DO UPDATE SET name = excluded.name",
            (book.scorebook, by.device, by.name),
        )


def device_names(book: Book, session: str) -> dict[str, str]:
    """Names by device of those that wrote in a session, in the order of their first action."""
    found = book.db.execute(
        """
        SELECT called.device, called.name FROM action JOIN session ON session.id = action.session
            JOIN device_name AS called ON called.scorebook = session.scorebook AND called.device = action.device
        WHERE action.session = ? GROUP BY called.device, called.name ORDER BY MIN(action.position)
        """,
        (session,),
    )
    return {row["device"]: row["name"] for row in found}


def original_names(book: Book, session: str) -> list[str]:
    """The original names of those who sit there now, by seat; renaming does not change them."""
    current = [seats[-1] for seats in sittings_of(book.db, session, "person.name AS name")]
    return [row["name"] for row in current]


def sittings_of(db: Connection, session: str, columns: str) -> list[list[Row]]:
    """By seat the people who sat there one after the other; `columns` of `AT_SEAT`."""
    found = db.execute(
        f"SELECT seat, turn, {columns} FROM sitting {AT_SEAT} WHERE session = ? ORDER BY turn, seat", (session,)
    )
    seats: dict[int, list[Row]] = {}
    for row in found:
        seats.setdefault(row["seat"], []).append(row)
    return [*seats.values()]


def players(book: Book) -> list[str]:
    """The names of all players who are not archived, recent regulars first."""
    found = book.db.execute(
        """
        WITH recent AS (
            SELECT id FROM session WHERE scorebook = ? AND deleted_at IS NULL AND archived_at IS NULL
            ORDER BY played_at DESC, number DESC LIMIT ?
        )
        SELECT COALESCE(player.called, player.name) AS name
        FROM player LEFT JOIN (
            SELECT COALESCE(seated.person, seated.id) AS person, COUNT(*) AS times
            FROM recent JOIN sitting ON sitting.session = recent.id JOIN player AS seated ON seated.id = sitting.player
            GROUP BY COALESCE(seated.person, seated.id)
        ) AS sat ON sat.person = player.id
        WHERE player.scorebook = ? AND player.person IS NULL AND player.archived_at IS NULL
        ORDER BY COALESCE(sat.times, 0) DESC, COALESCE(player.called_key, player.name_key)
        """,
        (book.scorebook, RECENT_SESSIONS, book.scorebook),
    )
    return [row["name"] for row in found]


def rule_sets(book: Book, game: str) -> list[RuleSet]:
    """The named house rules of a game, by name."""
    found = book.db.execute(
        "SELECT name, options FROM rule_set WHERE scorebook = ? AND game = ? ORDER BY name_key", (book.scorebook, game)
    )
    return [RuleSet(row["name"], json.loads(row["options"])) for row in found]


@needs("keeper")
def save_rule_set(
    book: Book, game: str, *, name: object, options: Mapping[str, object], at: str, of_file: bool = False
) -> None:
    """Store house rules under a name, replacing those with the same name.

    Raises EntryError at `rule_name` or at an invalid option. Whether a table can play by them is checked at its start.
    """
    missing = say("Enter a name.")
    rule_name = read_name(name, field="rule_name", longest=MAX_RULE_NAME, missing=missing, of_file=of_file)
    fields = find_game(game).options.fields()
    facts, problems = read_fields(fields, options)
    if problems:
        raise EntryError(problems)
    kept = to_text({field.name: field.written(facts[field.name]) for field in fields if field.name in facts})
    with book.db.writing():
        lock_scorebook(book, at=at)
        book.db.execute(
            """
            INSERT INTO rule_set (scorebook, game, name, name_key, options) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (scorebook, game, name_key) DO UPDATE SET name = excluded.name, options = excluded.options
            """,
            (book.scorebook, game, rule_name, same_name(rule_name), kept),
        )
        # Sheets show the name of their rules, so their version changes.
        touch_scorebook(book)
