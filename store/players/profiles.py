"""Player profiles: names, colours, archiving and merging.

Each person has a colour for good, and no two at a table the same. Logs and seats are not changed: merged players keep
their seats and are shown as the other player.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from itertools import count

from record.packed.code import VERSION
from scoring import validation
from scoring.errors import refused
from scoring.message import Message, say
from scoring.table import MAX_NAME_LENGTH
from scoring.text import same_name
from scoring.validation import Member
from store.book import Book, needs
from store.engines.base import Connection
from store.errors import NoSuchError
from store.scorebooks import expect_not_deleted, read_name, touch_scorebook
from store.stats.read_models import note_results_changed

COLOURS = 10
"""The number of colours to choose from, numbered from 0. A table with more people has further ones."""
SESSIONS_OF = "SELECT session FROM sitting WHERE player IN (SELECT id FROM player WHERE id = ? OR person = ?)"
"""The sessions in which a person ever sat."""


@dataclass(frozen=True)
class PlayerField:
    """What a keeper chooses for a player: a column of that name, None where nothing is chosen.

    `kind` is what may be chosen, `about` its description in the API.
    `version` is the first one of `rules_version` whose readers know it: older ones refuse a file that has it.
    """

    label: Message
    kind: Member
    about: str
    version: int


COLUMN = "column"
COLOUR = PlayerField(
    label=say("Colour"),
    kind=validation.whole_number(0, COLOURS - 1),
    about="null for none of their own",
    version=VERSION,
)


@dataclass(frozen=True)
class MergedPlayer:
    """A player who was merged into another: the number by which that is taken back, and the name."""

    id: int
    name: str


@dataclass(frozen=True)
class Player:
    """A person of the scorebook: `colour` is the chosen one, a number below `COLOURS`, or None.

    `parts` are all merged into this one. `finished` is how many sessions were played to the end.
    """

    id: int
    name: str
    colour: int | None = field(metadata={COLUMN: COLOUR})
    archived_at: str | None
    finished: int
    parts: tuple[MergedPlayer, ...] = ()


PLAYER_FIELDS: dict[str, PlayerField] = {
    each.name: each.metadata[COLUMN] for each in fields(Player) if COLUMN in each.metadata
}
"""The scorebook file, the API and the page of a player have all, a game code the colour alone: its format is fixed.

Both are tested with one more, see tests/kit/store/toy_field.py.
"""


def people(book: Book) -> list[Player]:
    """All players by name, archived ones too."""
    found = book.db.execute(
        f"""
        SELECT id, COALESCE(called, name) AS name, {", ".join(PLAYER_FIELDS)}, archived_at, person,
            (
                SELECT COUNT(*) FROM player_result WHERE player_result.player = player.id AND place <> 0
            ) AS finished
        FROM player WHERE scorebook = ? ORDER BY COALESCE(called_key, name_key)
        """,
        (book.scorebook,),
    )
    parts: defaultdict[int, list[MergedPlayer]] = defaultdict(list)
    finished: Counter[int] = Counter()
    for row in found:
        finished[row["person"] or row["id"]] += row["finished"]
        if row["person"] is not None:
            parts[row["person"]].append(MergedPlayer(row["id"], row["name"]))
    return [
        Player(
            id=row["id"],
            name=row["name"],
            archived_at=row["archived_at"],
            finished=finished[row["id"]],
            parts=tuple(parts[row["id"]]),
            **{name: row[name] for name in PLAYER_FIELDS},
        )
        for row in found
        if row["person"] is None
    ]


def find_player(book: Book, number: int, *, merged: bool = False) -> Player:
    """The player with this number, with `merged` also whom they were merged into; raises NoSuchError."""
    for each in people(book):
        if number == each.id or (merged and number in [part.id for part in each.parts]):
            return each
    raise NoSuchError(f"no player {number}")


def colour_of(person: int, chosen: int | None) -> int:
    """The colour of a person: the chosen one, or the one that goes with their number in the database.

    >>> colour_of(1, None), colour_of(12, None), colour_of(12, 7)
    (0, 1, 7)
    """
    return (person - 1) % COLOURS if chosen is None else chosen


def seat_colours(people: Sequence[tuple[int, int | None]]) -> tuple[int, ...]:
    """A different colour for each seat, from the people's numbers and choices.

    Of two with the same colour the one who chose it has it, else the earlier seat; the other gets the nearest that
    nobody has.

    >>> (
    ...     seat_colours([(1, None), (2, None), (3, 7)]),
    ...     seat_colours([(1, None), (11, None)]),
    ...     seat_colours([(3, None), (5, 2)]),
    ... )
    ((0, 1, 7), (0, 1), (3, 2))
    """
    wanted = [colour_of(*each) for each in people]
    found: dict[int, int] = {}
    for seat in sorted(range(len(people)), key=lambda seat: people[seat][1] is None):
        if wanted[seat] not in found.values():
            found[seat] = wanted[seat]
    for seat, colour in enumerate(wanted):
        if seat not in found:
            nearest = ((colour + step) % COLOURS if step < COLOURS else step for step in count())
            found[seat] = next(each for each in nearest if each not in found.values())
    return tuple(found[seat] for seat in range(len(people)))


def colours_of(book: Book) -> dict[str, int]:
    """The colour of everybody in a scorebook, by name."""
    found = book.db.execute(
        "SELECT id, COALESCE(called, name) AS name, colour FROM player WHERE scorebook = ? AND person IS NULL",
        (book.scorebook,),
    )
    return {row["name"]: colour_of(row["id"], row["colour"]) for row in found}


@needs("keeper")
def rename_player(book: Book, player: int, *, name: object) -> None:
    """Rename a player, on earlier sheets too; the original name still means them.

    Raises EntryError at `name`, NoSuchError.
    """
    called = read_name(name, field="name", longest=MAX_NAME_LENGTH)
    key = same_name(called)
    with changing_players(book, player):
        taken = book.db.execute(
            """
            SELECT id FROM player
            WHERE scorebook = ? AND (name_key = ? OR called_key = ?) AND COALESCE(person, id) <> ?
            """,
            (book.scorebook, key, key, player),
        ).fetchone()
        if taken is not None:
            text = say(
                "Another player has or had the name {name}. If they are the same person, merge them.", name=called
            )
            raise refused("name", text)
        # A merged player with this name gives it up, so that it means one player.
        book.db.execute(
            "UPDATE player SET called = NULL, called_key = NULL WHERE scorebook = ? AND called_key = ? AND id <> ?",
            (book.scorebook, key, player),
        )
        book.db.execute("UPDATE player SET called = ?, called_key = ? WHERE id = ?", (called, key, player))


@needs("keeper")
def describe_player(book: Book, /, player: int, **values: object) -> None:
    """Set or clear some of `PLAYER_FIELDS`; raises EntryError at the first that is wrong, NoSuchError."""
    for name, value in values.items():
        if value is not None:
            field = PLAYER_FIELDS[name]
            values[name] = field.kind.clean(value)
            if not field.kind.accepts(values[name]):
                raise refused(name, say("“{field}” must be {kind}.", field=field.label, kind=field.kind.expected))
    with changing_players(book, player):
        for name, value in values.items():
            book.db.execute(f"UPDATE player SET {name} = ? WHERE id = ?", (value, player))


@needs("keeper")
def archive_player(book: Book, player: int, *, at: str | None) -> None:
    """Archive a player, or unarchive (`at` None); raises NoSuchError."""
    with changing_players(book, player):
        book.db.execute("UPDATE player SET archived_at = ? WHERE id = ?", (at, player))


def unarchive_players(db: Connection, session: str) -> None:
    """Unarchive the players of a session, in the transaction of the caller."""
    db.execute(
        """
        UPDATE player SET archived_at = NULL WHERE archived_at IS NOT NULL AND id IN (
            SELECT COALESCE(seated.person, seated.id)
            FROM sitting JOIN player AS seated ON seated.id = sitting.player WHERE sitting.session = ?
        )
        """,
        (session,),
    )


@needs("keeper")
def merge_players(book: Book, player: int, *, into: int, at: str) -> None:
    """Merge a player into another: two names of one person.

    Raises EntryError at `into` where both sat at one table, NoSuchError.
    """
    with changing_players(book, player, into):
        if player == into:
            raise refused("into", say("Choose another player."))
        together = book.db.execute(
            f"SELECT 1 AS met FROM ({SESSIONS_OF}) AS one WHERE one.session IN ({SESSIONS_OF}) LIMIT 1",
            (player, player, into, into),
        ).fetchone()
        if together is not None:
            raise refused("into", say("These two have played at the same table, so they can’t be merged."))
        book.db.execute("INSERT INTO merged (player, into_player, at) VALUES (?, ?, ?)", (player, into, at))
        apply_merges(book.db, book.scorebook)


@needs("keeper")
def unmerge_player(book: Book, player: int) -> None:
    """Undo a merge: the player has their seats and name again.

    Raises EntryError at `name` where another player has it by now, NoSuchError where they were not merged.
    """
    with changing_players(book):
        own = book.db.execute(
            """
            SELECT COALESCE(called, name) AS name, COALESCE(called_key, name_key) AS key FROM player
            WHERE scorebook = ? AND id = ? AND id IN (SELECT player FROM merged)
            """,
            (book.scorebook, player),
        ).fetchone()
        if own is None:
            raise NoSuchError(f"no player {player}")
        book.db.execute("DELETE FROM merged WHERE player = ?", (player,))
        apply_merges(book.db, book.scorebook)
        taken = book.db.execute(
            "SELECT id FROM player WHERE scorebook = ? AND called_key = ? AND id <> ?",
            (book.scorebook, own["key"], player),
        ).fetchone()
        if taken is not None:
            text = say("Another player is now called {name}. Rename that player first.", name=own["name"])
            raise refused("name", text)


def apply_merges(db: Connection, scorebook: str) -> None:
    """Update `player.person` from the merges; the caller has locked the scorebook."""
    found = db.execute(
        """
        SELECT player.id, player.person, merged.into_player
        FROM player LEFT JOIN merged ON merged.player = player.id WHERE player.scorebook = ?
        """,
        (scorebook,),
    )
    into = {row["id"]: row["into_player"] for row in found}
    has_moved = False
    for row in found:
        person = row["id"]
        while into[person] is not None:
            person = into[person]
        stands = None if person == row["id"] else person
        if stands != row["person"]:
            db.execute("UPDATE player SET person = ? WHERE id = ?", (stands, row["id"]))
            has_moved = True
    if has_moved:
        note_results_changed(db, scorebook)


@needs("keeper")
@contextmanager
def changing_players(book: Book, *players: int) -> Iterator[None]:
    """Lock the scorebook while its players change, and change the version of its sheets; raises NoSuchError."""
    with book.db.writing():
        book.db.lock_row("scorebook", book.scorebook)
        expect_not_deleted(book)
        for player in players:
            found = book.db.execute(
                "SELECT id FROM player WHERE id = ? AND scorebook = ? AND person IS NULL", (player, book.scorebook)
            ).fetchone()
            if found is None:
                raise NoSuchError(f"no player {player}")
        yield
        touch_scorebook(book)
