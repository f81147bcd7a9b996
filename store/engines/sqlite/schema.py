"""The tables of the record in SQLite, as migrations; a migration that has been released is never changed.

The first three are in `sqlite_first_tables`; the next one goes to the end of this module.
"""

from __future__ import annotations

from sqlite_utils import Database

from store.engines.sqlite.first_tables import migrations
from store.engines.views import READING, with_sides

__all__ = ["migrations"]

# Players are called otherwise, merged, archived; sessions have a place and a note, are archived; and what was put away
# can leave for good: the one door in the rule that actions stay.
PEOPLE_AND_LEAVING = (
    "ALTER TABLE scorebook ADD COLUMN names INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE scorebook ADD COLUMN deleted_at TEXT",
    # `name` stays what was said; `person` follows from the merges, deferred since a player may come before his person.
    "ALTER TABLE player ADD COLUMN called TEXT",
    "ALTER TABLE player ADD COLUMN called_key TEXT",
    "ALTER TABLE player ADD COLUMN colour INTEGER",
    "ALTER TABLE player ADD COLUMN archived_at TEXT",
    "ALTER TABLE player ADD COLUMN person INTEGER REFERENCES player (id) DEFERRABLE INITIALLY DEFERRED",
    "CREATE UNIQUE INDEX player_called ON player (scorebook, called_key)",
    "CREATE INDEX player_of_person ON player (person)",
    """
    CREATE TABLE merged (
        player INTEGER PRIMARY KEY REFERENCES player (id),
        into_player INTEGER NOT NULL REFERENCES player (id),
        at TEXT NOT NULL
    )
    """,
    "CREATE INDEX merged_into ON merged (into_player)",
    "ALTER TABLE session ADD COLUMN place TEXT",
    "ALTER TABLE session ADD COLUMN note TEXT",
    "ALTER TABLE session ADD COLUMN archived_at TEXT",
    "DROP INDEX session_newest",
    """
    CREATE INDEX session_newest ON session (scorebook, created_at, number)
    WHERE discarded_at IS NULL AND archived_at IS NULL
    """,
    "DROP INDEX session_of_game",
    """
    CREATE INDEX session_of_game ON session (scorebook, game, created_at, number)
    WHERE discarded_at IS NULL AND archived_at IS NULL
    """,
    "DROP INDEX session_running",
    """
    CREATE INDEX session_running ON session (scorebook, created_at, number)
    WHERE discarded_at IS NULL AND archived_at IS NULL AND over = 0
    """,
    """
    CREATE INDEX session_archived ON session (scorebook, created_at, number)
    WHERE discarded_at IS NULL AND archived_at IS NOT NULL
    """,
    "CREATE TABLE leaving (session TEXT PRIMARY KEY NOT NULL REFERENCES session (id))",
    "DROP TRIGGER action_is_not_deleted",
    """
    CREATE TRIGGER action_is_not_deleted BEFORE DELETE ON action
    WHEN NOT EXISTS (
        SELECT 1 FROM leaving JOIN session ON session.id = leaving.session
        WHERE leaving.session = OLD.session AND session.discarded_at IS NOT NULL
    )
    BEGIN SELECT RAISE (ABORT, 'an action is never deleted: append an undo or a correction'); END
    """,
)


@migrations()
def m004_people_and_leaving(db: Database) -> None:
    for statement in PEOPLE_AND_LEAVING:
        db.execute(statement)


# Statistics are kept as sums. What a finished session adds for each seat stands in `share`, and what all of them come
# to in `tally`; `counts` are JSON. `run` is the so many-th win in a row, or below nothing the so many-th without one.
TALLIES = (
    "ALTER TABLE session ADD COLUMN counted INTEGER NOT NULL DEFAULT 0",
    """
    CREATE INDEX session_uncounted ON session (number)
    WHERE discarded_at IS NULL AND over = 1 AND deals > 0 AND counted = 0
    """,
    """
    CREATE TABLE share (
        session TEXT NOT NULL,
        seat INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES player (id),
        game TEXT NOT NULL,
        created_at TEXT NOT NULL,
        number INTEGER NOT NULL,
        place INTEGER NOT NULL,
        total_milli INTEGER NOT NULL,
        won INTEGER NOT NULL,
        run INTEGER NOT NULL,
        counts TEXT NOT NULL,
        PRIMARY KEY (session, seat),
        FOREIGN KEY (session, created_at, number) REFERENCES session (id, created_at, number) ON UPDATE CASCADE
    )
    """,
    "CREATE INDEX share_in_order ON share (player, game, created_at, number, won, run)",
    "CREATE INDEX share_by_total ON share (player, game, total_milli)",
    "CREATE INDEX share_by_run ON share (player, game, run)",
    """
    CREATE TABLE tally (
        player INTEGER NOT NULL REFERENCES player (id),
        game TEXT NOT NULL,
        games INTEGER NOT NULL,
        won INTEGER NOT NULL,
        total_milli INTEGER NOT NULL,
        counts TEXT NOT NULL,
        PRIMARY KEY (player, game)
    )
    """,
)


@migrations()
def m005_tallies(db: Database) -> None:
    for statement in TALLIES:
        db.execute(statement)


# By a token a program comes to a scorebook. It is kept as its hash alone; `id` is what the log calls the program by.
TOKENS = (
    """
    CREATE TABLE token (
        id TEXT PRIMARY KEY NOT NULL,
        scorebook TEXT NOT NULL REFERENCES scorebook (id),
        name TEXT NOT NULL,
        hash TEXT NOT NULL UNIQUE,
        role TEXT NOT NULL CHECK (role IN ('keeper', 'watcher')),
        created_at TEXT NOT NULL,
        used_at TEXT,
        withdrawn_at TEXT
    )
    """,
    "CREATE INDEX token_of_scorebook ON token (scorebook, created_at)",
)


@migrations()
def m006_tokens(db: Database) -> None:
    for statement in TOKENS:
        db.execute(statement)


@migrations()
def m007_views(db: Database) -> None:
    for statement in READING:
        db.execute(statement)


# Who may come to a scorebook: `access` is held by a device, known by the hash of its secret, most often since it came
# by a `link`, which is kept as its hash too. With a session, they are for that session alone.
ACCESS = (
    "ALTER TABLE scorebook ADD COLUMN name TEXT",
    """
    CREATE TABLE link (
        id TEXT PRIMARY KEY NOT NULL,
        scorebook TEXT NOT NULL REFERENCES scorebook (id),
        session TEXT REFERENCES session (id),
        role TEXT NOT NULL CHECK (role IN ('keeper', 'watcher', 'player')),
        hash TEXT NOT NULL UNIQUE,
        recovery INTEGER NOT NULL,
        created_at TEXT NOT NULL,
        ends_at TEXT,
        withdrawn_at TEXT
    )
    """,
    "CREATE INDEX link_of_scorebook ON link (scorebook, created_at)",
    "CREATE INDEX link_of_session ON link (session) WHERE session IS NOT NULL",
    """
    CREATE TABLE access (
        id TEXT PRIMARY KEY NOT NULL,
        device TEXT NOT NULL,
        scorebook TEXT NOT NULL REFERENCES scorebook (id),
        session TEXT REFERENCES session (id),
        role TEXT NOT NULL CHECK (role IN ('keeper', 'watcher', 'player')),
        name TEXT NOT NULL,
        link TEXT REFERENCES link (id),
        since TEXT NOT NULL,
        seen_at TEXT NOT NULL,
        withdrawn_at TEXT,
        author TEXT
    )
    """,
    "CREATE INDEX access_of_device ON access (device, scorebook)",
    "CREATE INDEX access_of_scorebook ON access (scorebook, since)",
    "CREATE INDEX access_of_session ON access (session) WHERE session IS NOT NULL",
    "CREATE INDEX access_by_link ON access (link) WHERE link IS NOT NULL",
)


@migrations()
def m008_access(db: Database) -> None:
    for statement in ACCESS:
        db.execute(statement)


# Who sits where with a phone of their own, and what each has said of the step that is asked: `position` is the log's
# when it was said, `facts` are JSON. It is no part of the log. `confirms`: a keeper looks before it is written.
# `stirs`: how often any of this was written, for the marks by which open pages ask what is new. `series`: what games
# have in common that were begun as the same again, one after the other at a table.
SEATS_OF_THEIR_OWN = (
    "ALTER TABLE session ADD COLUMN confirms INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE session ADD COLUMN stirs INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE session ADD COLUMN series TEXT",
    "CREATE INDEX session_of_series ON session (series, number) WHERE series IS NOT NULL",
    """
    CREATE TABLE sitting (
        session TEXT NOT NULL REFERENCES session (id),
        seat INTEGER NOT NULL,
        device TEXT NOT NULL,
        at TEXT NOT NULL,
        PRIMARY KEY (session, seat)
    )
    """,
    "CREATE INDEX sitting_of_device ON sitting (device)",
    """
    CREATE TABLE offer (
        session TEXT NOT NULL REFERENCES session (id),
        seat INTEGER NOT NULL,
        position INTEGER NOT NULL,
        facts TEXT NOT NULL,
        device TEXT NOT NULL,
        at TEXT NOT NULL,
        PRIMARY KEY (session, seat)
    )
    """,
)


@migrations()
def m009_seats_of_their_own(db: Database) -> None:
    for statement in SEATS_OF_THEIR_OWN:
        db.execute(statement)


# How often an address did what a public site limits, in a window that ends; the address is kept as a keyed hash alone.
# It is no part of the record: a row leaves with its window.
ATTEMPTS = (
    """
    CREATE TABLE attempt (
        kind TEXT NOT NULL,
        address TEXT NOT NULL,
        ends_at TEXT NOT NULL,
        times INTEGER NOT NULL,
        PRIMARY KEY (kind, address, ends_at)
    )
    """,
    "CREATE INDEX attempt_ended ON attempt (ends_at)",
)


@migrations()
def m010_attempts(db: Database) -> None:
    for statement in ATTEMPTS:
        db.execute(statement)


# `side` tells partners: which of the sides of its game a seat is on. A game that was ended without a deal is won by
# nobody.
SIDES = (
    "ALTER TABLE standing ADD COLUMN side INTEGER NOT NULL DEFAULT 0",
    """
    UPDATE standing SET
        side = (
            SELECT CASE game WHEN 'satat' THEN seat % 2 WHEN 'twin-shoot' THEN seat / 2 ELSE seat END
            FROM session WHERE session.id = standing.session
        ),
        won = CASE WHEN (SELECT deals FROM session WHERE session.id = standing.session) = 0 THEN 0 ELSE won END
    """,
    "DROP VIEW results",
    "DROP VIEW sessions",
    *with_sides("CREATE VIEW", title="json_extract(session.options, '$.name')"),
)


@migrations()
def m011_sides(db: Database) -> None:
    for statement in SIDES:
        db.execute(statement)


# By which rules the lists were made, see `store.stats.rules_version`. It is no part of the record: each database
# has its own, which no copy of the rows brings along.
RULES_OF_LISTS = ("CREATE TABLE _lists (rules TEXT NOT NULL)",)


@migrations()
def m012_rules_of_lists(db: Database) -> None:
    for statement in RULES_OF_LISTS:
        db.execute(statement)
