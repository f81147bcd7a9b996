"""The tables of version 1, which the first migration makes: never changed, what came later stands in `migrations`.

Times are ISO 8601 text, booleans 0 or 1; `facts`, `options` and `counts` are JSON.
"""

from __future__ import annotations

VERSION_1 = (
    # `names` counts the changes of names in it.
    """
    CREATE TABLE scorebook (
        id TEXT PRIMARY KEY NOT NULL,
        created_at TEXT NOT NULL,
        names INTEGER NOT NULL DEFAULT 0,
        deleted_at TEXT,
        name TEXT
    )
    """,
    # `name` stays what was said, `called` is what they are called now. `person` follows from the merges, deferred since
    # a player may come before theirs.
    """
    CREATE TABLE player (
        id INTEGER PRIMARY KEY,
        scorebook TEXT NOT NULL REFERENCES scorebook (id),
        name TEXT NOT NULL,
        name_key TEXT NOT NULL,
        called TEXT,
        called_key TEXT,
        colour INTEGER,
        archived_at TEXT,
        person INTEGER REFERENCES player (id) DEFERRABLE INITIALLY DEFERRED,
        UNIQUE (scorebook, name_key)
    )
    """,
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
    # `number` puts sessions of the same second in order; from `over` to `updated_at` and `counted` are read models.
    # `confirms`: a keeper looks before what seats have said is written. `stirs`: how often anything of seats was
    # written, for the marks by which open pages ask what is new. `series`: what games have in common that were begun as
    # the same again, one after the other at a table.
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
        updated_at TEXT NOT NULL,
        discarded_at TEXT,
        place TEXT,
        note TEXT,
        archived_at TEXT,
        counted INTEGER NOT NULL DEFAULT 0,
        confirms INTEGER NOT NULL DEFAULT 0,
        stirs INTEGER NOT NULL DEFAULT 0,
        series TEXT
    )
    """,
    # Lists are read newest first from an index.
    """
    CREATE INDEX session_newest ON session (scorebook, created_at, number)
    WHERE discarded_at IS NULL AND archived_at IS NULL
    """,
    """
    CREATE INDEX session_of_game ON session (scorebook, game, created_at, number)
    WHERE discarded_at IS NULL AND archived_at IS NULL
    """,
    """
    CREATE INDEX session_running ON session (scorebook, created_at, number)
    WHERE discarded_at IS NULL AND archived_at IS NULL AND over = 0
    """,
    """
    CREATE INDEX session_archived ON session (scorebook, created_at, number)
    WHERE discarded_at IS NULL AND archived_at IS NOT NULL
    """,
    "CREATE INDEX session_discarded ON session (scorebook, discarded_at) WHERE discarded_at IS NOT NULL",
    """
    CREATE INDEX session_uncounted ON session (number)
    WHERE discarded_at IS NULL AND over = 1 AND deals > 0 AND counted = 0
    """,
    "CREATE INDEX session_of_series ON session (series, number) WHERE series IS NOT NULL",
    # What a seat says again of its session, so that an index has it in the order of lists, the database holds equal.
    "CREATE UNIQUE INDEX session_in_order ON session (id, created_at, number)",
    """
    CREATE TABLE seat (
        session TEXT NOT NULL,
        seat INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES player (id),
        created_at TEXT NOT NULL,
        number INTEGER NOT NULL,
        PRIMARY KEY (session, seat),
        FOREIGN KEY (session, created_at, number) REFERENCES session (id, created_at, number) ON UPDATE CASCADE
    )
    """,
    "CREATE INDEX seat_of_player ON seat (player, created_at, number)",
    """
    CREATE TABLE action (
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
    # Deleted sessions that are being purged: the one exception to the rule that actions stay.
    "CREATE TABLE purging (session TEXT PRIMARY KEY NOT NULL REFERENCES session (id))",
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
    """
    CREATE TABLE device (
        id TEXT PRIMARY KEY NOT NULL,
        name TEXT NOT NULL
    )
    """,
    # Read models, kept so that lists need no replay; points are whole thousandths. `side` tells partners: which of the
    # sides of its game a seat is on.
    """
    CREATE TABLE standing (
        session TEXT NOT NULL REFERENCES session (id),
        seat INTEGER NOT NULL,
        place INTEGER NOT NULL,
        total_milli INTEGER NOT NULL,
        won INTEGER NOT NULL,
        side INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (session, seat)
    )
    """,
    """
    CREATE TABLE remark (
        session TEXT NOT NULL REFERENCES session (id),
        position INTEGER NOT NULL,
        text_key TEXT NOT NULL,
        scorebook TEXT NOT NULL REFERENCES scorebook (id),
        created_at TEXT NOT NULL,
        number INTEGER NOT NULL,
        PRIMARY KEY (session, position)
    )
    """,
    # Statistics are kept as sums. What a finished session adds for each seat stands in `share`, what all of them come
    # to in `tally`. `run` is the so many-th win in a row, or below nothing the so many-th without one.
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
    # By a token a program comes to a scorebook. It is kept as its hash; `id` is what the log calls the program by.
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
    # Who may come to a scorebook: `access` is held by a device, known by the hash of its secret, most often since it
    # came by a `link`, which is kept as its hash too. With a session, they are for that session alone.
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
    # Who sits where with a phone of their own, and what each has said of the step that is asked: `position` is the
    # log's when it was said. It is no part of the log.
    """
    CREATE TABLE seat_device (
        session TEXT NOT NULL REFERENCES session (id),
        seat INTEGER NOT NULL,
        device TEXT NOT NULL,
        at TEXT NOT NULL,
        PRIMARY KEY (session, seat)
    )
    """,
    "CREATE INDEX seat_device_of_device ON seat_device (device)",
    """
    CREATE TABLE pending_input (
        session TEXT NOT NULL REFERENCES session (id),
        seat INTEGER NOT NULL,
        position INTEGER NOT NULL,
        facts TEXT NOT NULL,
        device TEXT NOT NULL,
        at TEXT NOT NULL,
        PRIMARY KEY (session, seat)
    )
    """,
    # How often an address did what a public site limits, in a window that ends; the address is kept as a keyed hash
    # alone. It is no part of the record: a row leaves with its window.
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
    # By which rules the lists were made, see `store.stats.read_models`. It is no part of the record: each database
    # has its own, which no copy of the rows brings along.
    "CREATE TABLE _lists (rules TEXT NOT NULL)",
)
