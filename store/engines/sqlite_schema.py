"""The tables of the record in SQLite, as migrations; a migration that has been released is never changed."""

from __future__ import annotations

from sqlite_utils import Database, Migrations

migrations = Migrations("takuroku")

# The release of 2026-11-21: what was said, and from `standing` on what follows from it.
THE_RECORD = (
    """
    CREATE TABLE scorebook (
        id TEXT PRIMARY KEY,
        created_at TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE player (
        id INTEGER PRIMARY KEY,
        scorebook TEXT NOT NULL REFERENCES scorebook (id),
        name TEXT NOT NULL,
        name_key TEXT NOT NULL,
        UNIQUE (scorebook, name_key)
    )
    """,
    # `number` puts sessions of the same second in order; from `over` on the columns are read models.
    """
    CREATE TABLE session (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        scorebook TEXT NOT NULL REFERENCES scorebook (id),
        game TEXT NOT NULL,
        options TEXT NOT NULL,
        dealer INTEGER NOT NULL,
        created_at TEXT NOT NULL,
        key TEXT NOT NULL UNIQUE,
        over INTEGER NOT NULL DEFAULT 0,
        ended_early INTEGER NOT NULL DEFAULT 0,
        deals INTEGER NOT NULL DEFAULT 0,
        position INTEGER NOT NULL DEFAULT 0,
        updated_at TEXT NOT NULL
    )
    """,
    "CREATE INDEX session_newest ON session (scorebook, created_at, number)",
    """
    CREATE TABLE seat (
        session TEXT NOT NULL REFERENCES session (id),
        seat INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES player (id),
        PRIMARY KEY (session, seat)
    )
    """,
    "CREATE INDEX seat_of_player ON seat (player, session)",
    """
    CREATE TABLE action (
        session TEXT NOT NULL REFERENCES session (id),
        position INTEGER NOT NULL CHECK (position >= 0),
        kind TEXT NOT NULL CHECK (kind IN ('enter', 'undo', 'correct')),
        facts TEXT NOT NULL,
        at TEXT NOT NULL,
        device TEXT NOT NULL,
        key TEXT NOT NULL UNIQUE,
        PRIMARY KEY (session, position)
    )
    """,
    """
    CREATE TRIGGER action_is_not_changed BEFORE UPDATE ON action
    BEGIN SELECT RAISE (ABORT, 'an action is never changed: append an undo or a correction'); END
    """,
    """
    CREATE TRIGGER action_is_not_deleted BEFORE DELETE ON action
    BEGIN SELECT RAISE (ABORT, 'an action is never deleted: append an undo or a correction'); END
    """,
    """
    CREATE TABLE rule_set (
        scorebook TEXT NOT NULL REFERENCES scorebook (id),
        game TEXT NOT NULL,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL,
        options TEXT NOT NULL,
        PRIMARY KEY (scorebook, game, name_key)
    )
    """,
    # Read models, kept so that lists need no replay; points are whole thousandths.
    """
    CREATE TABLE standing (
        session TEXT NOT NULL REFERENCES session (id),
        seat INTEGER NOT NULL,
        place INTEGER NOT NULL,
        total_milli INTEGER NOT NULL,
        won INTEGER NOT NULL,
        PRIMARY KEY (session, seat)
    )
    """,
    """
    CREATE TABLE row_points (
        session TEXT NOT NULL REFERENCES session (id),
        row INTEGER NOT NULL,
        label TEXT NOT NULL,
        kind TEXT NOT NULL,
        seat INTEGER NOT NULL,
        points_milli INTEGER NOT NULL,
        PRIMARY KEY (session, row, seat)
    )
    """,
    """
    CREATE TABLE remark (
        session TEXT NOT NULL REFERENCES session (id),
        position INTEGER NOT NULL,
        text TEXT NOT NULL,
        text_key TEXT NOT NULL,
        PRIMARY KEY (session, position)
    )
    """,
)


@migrations()
def m001_the_record(db: Database) -> None:
    for statement in THE_RECORD:
        db.execute(statement)


# A redo is an action; a session can be put away; a device has a name. SQLite changes a CHECK only with the whole table.
REDO_DISCARD_DEVICES = (
    "ALTER TABLE session ADD COLUMN discarded_at TEXT",
    """
    CREATE TABLE action_with_redo (
        session TEXT NOT NULL REFERENCES session (id),
        position INTEGER NOT NULL CHECK (position >= 0),
        kind TEXT NOT NULL CHECK (kind IN ('enter', 'undo', 'redo', 'correct')),
        facts TEXT NOT NULL,
        at TEXT NOT NULL,
        device TEXT NOT NULL,
        key TEXT NOT NULL UNIQUE,
        PRIMARY KEY (session, position)
    )
    """,
    """
    INSERT INTO action_with_redo (session, position, kind, facts, at, device, key)
    SELECT session, position, kind, facts, at, device, key FROM action
    """,
    "DROP TABLE action",
    "ALTER TABLE action_with_redo RENAME TO action",
    """
    CREATE TRIGGER action_is_not_changed BEFORE UPDATE ON action
    BEGIN SELECT RAISE (ABORT, 'an action is never changed: append an undo or a correction'); END
    """,
    """
    CREATE TRIGGER action_is_not_deleted BEFORE DELETE ON action
    BEGIN SELECT RAISE (ABORT, 'an action is never deleted: append an undo or a correction'); END
    """,
    """
    CREATE TABLE device (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL
    )
    """,
)


@migrations()
def m002_redo_discard_devices(db: Database) -> None:
    for statement in REDO_DISCARD_DEVICES:
        db.execute(statement)


# Lists are read newest first from an index: a seat and a note say again when their session began and which it was.
# The points of each row were kept and never read.
LISTS_FROM_INDEXES = (
    "DROP TABLE row_points",
    "DROP INDEX session_newest",
    "CREATE INDEX session_newest ON session (scorebook, created_at, number) WHERE discarded_at IS NULL",
    "CREATE INDEX session_of_game ON session (scorebook, game, created_at, number) WHERE discarded_at IS NULL",
    """
    CREATE INDEX session_running ON session (scorebook, created_at, number)
    WHERE discarded_at IS NULL AND over = 0
    """,
    "CREATE INDEX session_discarded ON session (scorebook, discarded_at) WHERE discarded_at IS NOT NULL",
    # What a seat says again of its session, the database holds equal.
    "CREATE UNIQUE INDEX session_in_order ON session (id, created_at, number)",
    """
    CREATE TABLE seat_with_time (
        session TEXT NOT NULL,
        seat INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES player (id),
        created_at TEXT NOT NULL,
        number INTEGER NOT NULL,
        PRIMARY KEY (session, seat),
        FOREIGN KEY (session, created_at, number) REFERENCES session (id, created_at, number) ON UPDATE CASCADE
    )
    """,
    """
    INSERT INTO seat_with_time (session, seat, player, created_at, number)
    SELECT seat.session, seat.seat, seat.player, session.created_at, session.number
    FROM seat JOIN session ON session.id = seat.session
    """,
    "DROP TABLE seat",
    "ALTER TABLE seat_with_time RENAME TO seat",
    "CREATE INDEX seat_of_player ON seat (player, created_at, number)",
    """
    CREATE TABLE remark_with_time (
        session TEXT NOT NULL REFERENCES session (id),
        position INTEGER NOT NULL,
        text_key TEXT NOT NULL,
        scorebook TEXT NOT NULL REFERENCES scorebook (id),
        created_at TEXT NOT NULL,
        number INTEGER NOT NULL,
        PRIMARY KEY (session, position)
    )
    """,
    """
    INSERT INTO remark_with_time (session, position, text_key, scorebook, created_at, number)
    SELECT remark.session, remark.position, remark.text_key, session.scorebook, session.created_at, session.number
    FROM remark JOIN session ON session.id = remark.session
    """,
    "DROP TABLE remark",
    "ALTER TABLE remark_with_time RENAME TO remark",
    "CREATE INDEX remark_newest ON remark (scorebook, created_at, number, text_key)",
)


@migrations()
def m003_lists_from_indexes(db: Database) -> None:
    for statement in LISTS_FROM_INDEXES:
        db.execute(statement)


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
