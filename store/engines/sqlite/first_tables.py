"""The tables of the record in SQLite as the releases of 2026-11-21 made them: migrations, never changed.

Those that came later, and the next one, are in `sqlite_schema`.
"""

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
