"""The migrations of both engines, one list; a released one is never changed.

`prepare` of an engine applies them, when a site starts (`store.admin.rebuild.bring_up_to_date`).
They are written with the types INTEGER and TEXT.
"""

from __future__ import annotations

from store.engines.tables import LOG_GUARDS_OF_POSTGRESQL, LOG_GUARDS_OF_SQLITE
from store.engines.version_1 import VERSION_1

BEFORE_VERSION_1 = "m001_the_record"
"""The first migration of records from before version 1.0.0, on both engines."""

NO_VIEWS = tuple(f"DROP VIEW IF EXISTS {view}" for view in ("results", "entries", "sessions", "players"))
"""Drops the views that the releases from 1.0 to 1.4 made for other programs, each before what it reads."""

FOUNDERS = (
    # A recovery link that was made while nobody else kept score is from who started the scorebook.
    """
    UPDATE link SET founder = 1 WHERE recovery = 1 AND NOT EXISTS (
        SELECT 1 FROM access WHERE access.scorebook = link.scorebook AND access.role = 'keeper'
        AND access.link IS NOT NULL AND access.since < link.created_at
    )
    """,
    """
    UPDATE access SET founder = 1 WHERE role = 'keeper'
    AND (link IS NULL OR link IN (SELECT id FROM link WHERE founder = 1))
    """,
)
"""Marks the founders of a record that did not know them, before `KEEPERS_BY_AGE`."""

ACCESS_ENDS = (
    # `for_evening`: who comes by the link has access until the link ends. `founder`: who comes by it is the founder.
    "ALTER TABLE link ADD COLUMN for_evening INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE link ADD COLUMN founder INTEGER NOT NULL DEFAULT 0",
    # From `ends_at` on an access no longer holds; with `removed_by`, the access of a keeper, it is a founder's that
    # was removed and can be kept until then.
    "ALTER TABLE access ADD COLUMN ends_at TEXT",
    "ALTER TABLE access ADD COLUMN removed_by TEXT",
    "ALTER TABLE access ADD COLUMN founder INTEGER NOT NULL DEFAULT 0",
    *FOUNDERS,
)
"""The migration `m002_access_ends`: when an access ends, and who started a scorebook."""

COUNT_AGAIN = """
    UPDATE session SET counted = CASE WHEN discarded_at IS NULL AND over = 1 AND deals > 0 THEN 0 ELSE 1 END
"""
"""Marks every session as what it is not, so that at the start of the site its lists are made anew."""

PERIOD_SUMS = (
    *NO_VIEWS,
    # `title` is the name of a game that is one of its own by its house rules, `kind` what makes totals comparable, see
    # `scoring.options`. What was counted before is counted again, since neither follows from the rows in SQL.
    "DELETE FROM share",
    "ALTER TABLE share ADD COLUMN title TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE share ADD COLUMN kind TEXT NOT NULL DEFAULT ''",
    "DROP INDEX share_in_order",
    "DROP INDEX share_by_total",
    "DROP INDEX share_by_run",
    # All that a table of a period needs, so that no row with its counts is read.
    """
    CREATE INDEX share_in_order ON share
    (player, game, title, created_at, number, won, run, total_milli, place, kind)
    """,
    "CREATE INDEX share_by_total ON share (player, game, title, total_milli)",
    "CREATE INDEX share_by_run ON share (player, game, title, run)",
    # Sums by year and kind: `span` is a year in UTC or "" for all, `kind` is "*" for all.
    "DROP TABLE tally",
    """
    CREATE TABLE tally (
        player INTEGER NOT NULL REFERENCES player (id),
        span TEXT NOT NULL,
        game TEXT NOT NULL,
        title TEXT NOT NULL,
        kind TEXT NOT NULL,
        games INTEGER NOT NULL,
        won INTEGER NOT NULL,
        total_milli INTEGER NOT NULL,
        places INTEGER NOT NULL,
        counts TEXT NOT NULL,
        PRIMARY KEY (player, span, game, title, kind)
    )
    """,
    COUNT_AGAIN,
)
"""The migration `m003_period_sums`."""

YEAR_HIGHLIGHTS = (
    # How long a finished session was played; NULL where it was finished by a release that did not note it.
    "ALTER TABLE session ADD COLUMN minutes INTEGER",
    # What may be remembered of a finished session, for each seat; points are whole thousandths, 0 is nothing.
    *(
        f"ALTER TABLE share ADD COLUMN {column} INTEGER NOT NULL DEFAULT 0"
        for column in ("lead_milli", "behind_milli", "swing_milli", "best_bid")
    ),
)
"""The migration `m004_year_highlights`."""

RATING_SWITCH = (
    # `rated` is whether players are rated; `rating_epoch` counts the changes of results that are not simply the newest,
    # by which a process knows that the ratings which it has worked out are out of date.
    "ALTER TABLE scorebook ADD COLUMN rated INTEGER NOT NULL DEFAULT 1",
    "ALTER TABLE scorebook ADD COLUMN rating_epoch INTEGER NOT NULL DEFAULT 0",
)
"""The migration `m005_rating_switch`."""

SEAT_FREED = (
    # Where a phone sat that sits there no more, so that the log still says whose it was.
    """
    CREATE TABLE seat_freed (
        session TEXT NOT NULL REFERENCES session (id),
        device TEXT NOT NULL,
        seat INTEGER NOT NULL,
        at TEXT NOT NULL,
        PRIMARY KEY (session, device)
    )
    """,
)
"""The migration `m006_seat_freed`."""

SESSION_BEGUN = (
    # The setup that a session began with, as JSON, where its setup was corrected since; else NULL. The columns and
    # seat rows have the present one.
    "ALTER TABLE session ADD COLUMN begun TEXT",
)
"""The migration `m007_session_begun`."""

SEAT_CHANGES = (
    # Who sat down while the game ran, in the order of `turn`: the last one at a seat is the one who sits there now,
    # and `seat` has who began there.
    """
    CREATE TABLE seat_change (
        session TEXT NOT NULL,
        turn INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES player (id),
        created_at TEXT NOT NULL,
        number INTEGER NOT NULL,
        PRIMARY KEY (session, turn),
        FOREIGN KEY (session, created_at, number) REFERENCES session (id, created_at, number) ON UPDATE CASCADE
    )
    """,
    "CREATE INDEX seat_change_of_player ON seat_change (player, created_at, number)",
    # Who plays the next game, as JSON, where others do than those who began; else NULL.
    "ALTER TABLE session ADD COLUMN next_table TEXT",
    # What a finished session adds for who was there for a part of it, or has no place at its end: `seated` is who sat
    # there, `player` to whom it is counted.
    """
    CREATE TABLE part_share (
        session TEXT NOT NULL,
        seated INTEGER NOT NULL REFERENCES player (id),
        player INTEGER NOT NULL REFERENCES player (id),
        game TEXT NOT NULL,
        title TEXT NOT NULL,
        kind TEXT NOT NULL,
        created_at TEXT NOT NULL,
        number INTEGER NOT NULL,
        counts TEXT NOT NULL,
        PRIMARY KEY (session, seated),
        FOREIGN KEY (session, created_at, number) REFERENCES session (id, created_at, number) ON UPDATE CASCADE
    )
    """,
    "CREATE INDEX part_share_in_order ON part_share (player, game, title, created_at, number)",
    "CREATE INDEX part_share_of_seated ON part_share (seated)",
)
"""The migration `m008_seat_changes`."""

SEAT_BEFORE = (
    # The phone of somebody whose seat has passed to somebody else, so that it is there again if that is undone. `came`
    # is the position of the action with which its player came, -1 from the beginning.
    """
    CREATE TABLE seat_before (
        session TEXT NOT NULL REFERENCES session (id),
        seat INTEGER NOT NULL,
        came INTEGER NOT NULL,
        device TEXT NOT NULL,
        at TEXT NOT NULL,
        PRIMARY KEY (session, seat, came)
    )
    """,
    "CREATE INDEX seat_before_of_device ON seat_before (device)",
)
"""The migration `m009_seat_before`."""

JOIN_CODES = (
    # Six signs that stand for a link, kept as their keyed hash; the code follows from the nonce and the site's key.
    # `entered` is how often it was typed.
    """
    CREATE TABLE join_code (
        link TEXT PRIMARY KEY NOT NULL REFERENCES link (id) ON DELETE CASCADE,
        nonce TEXT NOT NULL,
        hash TEXT NOT NULL UNIQUE,
        ends_at TEXT NOT NULL,
        entered INTEGER NOT NULL DEFAULT 0
    )
    """,
    "CREATE INDEX join_code_ended ON join_code (ends_at)",
)
"""The migration `m010_join_codes`."""

TABLES_OF_AN_EVENING = (
    # What games have in common that one table begins one after the other in an evening; `series` is of those begun as
    # the same again.
    "ALTER TABLE session ADD COLUMN table_id TEXT",
    "UPDATE session SET table_id = series",
    "CREATE INDEX session_of_table ON session (table_id, number) WHERE table_id IS NOT NULL",
)
"""The migration `m011_tables_of_an_evening`."""

DEVICE_NAMES = (
    *NO_VIEWS,
    # What a scorebook calls the devices in its log and at its seats: by their name there, else as a file named them.
    """
    CREATE TABLE device_name (
        scorebook TEXT NOT NULL REFERENCES scorebook (id),
        device TEXT NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (scorebook, device)
    )
    """,
    # Where the device has or had access, it gets the name of that access; elsewhere its only one until now, the last
    # that any scorebook gave it, unless that may be another scorebook's, to which it has or had access.
    """
    INSERT INTO device_name (scorebook, device, name)
    WITH called AS (
        SELECT wrote.scorebook, wrote.device, COALESCE(
            (
                SELECT name FROM access WHERE access.scorebook = wrote.scorebook AND access.author = wrote.device
                ORDER BY CASE WHEN access.session IS NULL THEN 0 ELSE 1 END, access.role, access.since, access.id
                LIMIT 1
            ),
            (SELECT name FROM token WHERE token.scorebook = wrote.scorebook AND token.id = wrote.device),
            CASE WHEN wrote.device NOT IN (
                SELECT author FROM access WHERE author IS NOT NULL UNION ALL SELECT id FROM token
            ) THEN known.name END
        ) AS name
        FROM (
            SELECT DISTINCT session.scorebook, entered.device FROM session JOIN (
                SELECT session, device FROM action UNION ALL SELECT session, device FROM seat_device
                UNION ALL SELECT session, device FROM seat_before UNION ALL SELECT session, device FROM pending_input
            ) AS entered ON entered.session = session.id
        ) AS wrote JOIN device AS known ON known.id = wrote.device
    )
    SELECT scorebook, device, name FROM called WHERE name <> ''
    """,
    "DROP TABLE device",
)
"""The migration `m012_device_names`."""

SITTINGS = (
    # Who sat where, one after the other: the turn 0 is of those who began there, the next ones of who sat down while
    # the game ran. The last one at a seat sits there now.
    """
    CREATE TABLE sitting (
        session TEXT NOT NULL,
        turn INTEGER NOT NULL DEFAULT 0,
        seat INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES player (id),
        created_at TEXT NOT NULL,
        number INTEGER NOT NULL,
        PRIMARY KEY (session, turn, seat),
        FOREIGN KEY (session, created_at, number) REFERENCES session (id, created_at, number) ON UPDATE CASCADE
    )
    """,
    """
    INSERT INTO sitting (session, turn, seat, player, created_at, number)
    SELECT session, 0, seat, player, created_at, number FROM seat
    UNION ALL SELECT session, turn + 1, seat, player, created_at, number FROM seat_change
    """,
    "CREATE INDEX sitting_of_player ON sitting (player, created_at, number)",
    "DROP TABLE seat_change",
    "DROP TABLE seat",
    # How often names in a scorebook were changed, and how often anything of the seats of a session.
    "ALTER TABLE scorebook RENAME COLUMN names TO names_revision",
    "ALTER TABLE session RENAME COLUMN stirs TO seats_revision",
    # The releases from 1.0 to 1.3 ask for it by its old name when they start, so that they end there.
    "ALTER TABLE _lists RENAME TO _read_models",
)
"""The migration `m015_sittings`."""

PLAYER_RESULTS = (
    # What a finished session adds for each who played in it: `player` is who sat there, `place` 0 for who has none at
    # its end. Sums are counted when they are asked for. Its rows are made anew from the logs: they do not follow in
    # SQL.
    "DROP TABLE tally",
    "DROP TABLE part_share",
    "DROP TABLE share",
    """
    CREATE TABLE player_result (
        session TEXT NOT NULL,
        player INTEGER NOT NULL REFERENCES player (id),
        game TEXT NOT NULL,
        title TEXT NOT NULL,
        kind TEXT NOT NULL,
        created_at TEXT NOT NULL,
        number INTEGER NOT NULL,
        seat INTEGER,
        side INTEGER,
        place INTEGER NOT NULL,
        won INTEGER NOT NULL,
        total_milli INTEGER NOT NULL,
        deals INTEGER NOT NULL,
        lead_milli INTEGER NOT NULL,
        behind_milli INTEGER NOT NULL,
        swing_milli INTEGER NOT NULL,
        best_bid INTEGER NOT NULL,
        facts TEXT NOT NULL,
        PRIMARY KEY (session, player),
        FOREIGN KEY (session, created_at, number) REFERENCES session (id, created_at, number) ON UPDATE CASCADE
    )
    """,
    # All that a table needs, so that no row with its facts is read.
    """
    CREATE INDEX player_result_in_order ON player_result
    (player, game, title, created_at, number, place, won, total_milli, kind)
    """,
    # How often results in a scorebook were changed, by which a process knows that what it has counted is out of date.
    "ALTER TABLE scorebook RENAME COLUMN rating_epoch TO results_revision",
    COUNT_AGAIN,
    # By the rules of the release that counts them.
    "DELETE FROM _read_models",
)
"""The migration `m016_player_results`."""

BEFORE_AGES = (
    "ALTER TABLE link DROP COLUMN made_by",
    "ALTER TABLE link ADD COLUMN founder INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE access ADD COLUMN removed_by TEXT",
    "ALTER TABLE access ADD COLUMN founder INTEGER NOT NULL DEFAULT 0",
)
"""Takes the columns of today's tables back to before `KEEPERS_BY_AGE`, to salvage a record of before it."""

KEEPERS_BY_AGE = (
    # By whose access a link was made: who comes by a recovery page is as old.
    "ALTER TABLE link ADD COLUMN made_by TEXT",
    # A founder is as old as anybody, and made the recovery pages that were a founder's.
    """
    UPDATE access SET since = (SELECT MIN(since) FROM access AS other WHERE other.scorebook = access.scorebook)
    WHERE founder = 1
    """,
    """
    UPDATE link SET made_by = (
        SELECT access.id FROM access WHERE access.scorebook = link.scorebook AND access.founder = 1
        ORDER BY CASE WHEN access.link IS NULL THEN 0 ELSE 1 END, access.id LIMIT 1
    ) WHERE recovery = 1 AND founder = 1
    """,
    # Who kept score for an evening, and does not for good, watches what was played meanwhile.
    """
    INSERT INTO access (id, device, scorebook, session, role, name, link, since, seen_at, author)
    SELECT access.id || '-' || session.number, access.device, access.scorebook, session.id, 'watcher', access.name,
        access.link, access.since, access.seen_at, access.author
    FROM access JOIN session ON session.scorebook = access.scorebook
    WHERE access.ends_at IS NOT NULL AND access.removed_by IS NULL AND access.withdrawn_at IS NULL
    AND session.updated_at >= access.since AND session.created_at < access.ends_at AND (
        session.created_at >= access.since OR EXISTS (
            SELECT 1 FROM action
            WHERE action.session = session.id AND action.at >= access.since AND action.at < access.ends_at
        )
    ) AND NOT EXISTS (
        SELECT 1 FROM access AS other WHERE other.scorebook = access.scorebook AND other.device = access.device
        AND other.role = 'keeper' AND other.ends_at IS NULL AND other.withdrawn_at IS NULL
    )
    """,
    # `access.ends_at` stays: an evening ends when it was promised, and so does a founder who was removed. A link for an
    # evening lets nobody in any more; `link.for_evening` stays to say why.
    "UPDATE link SET ends_at = created_at WHERE for_evening = 1",
    "ALTER TABLE link DROP COLUMN founder",
    "ALTER TABLE access DROP COLUMN founder",
    "ALTER TABLE access DROP COLUMN removed_by",
)
"""The migration `m014_keepers_by_age`."""

LINKS_FOR_ONE_PHONE = (
    # Whose phone a link lets in that ends with the first: a "guest"'s, or another "own" one of who made it; else NULL.
    "ALTER TABLE link ADD COLUMN one_phone TEXT",
    # What another own phone is set to, as JSON.
    "ALTER TABLE link ADD COLUMN settings TEXT",
    # A device asks a keeper: to be let in by a link, or for a seat as `player`. `device` is a hash as in `access`.
    """
    CREATE TABLE access_request (
        id TEXT PRIMARY KEY NOT NULL,
        link TEXT NOT NULL REFERENCES link (id) ON DELETE CASCADE,
        device TEXT NOT NULL,
        author TEXT NOT NULL,
        name TEXT NOT NULL,
        player TEXT,
        at TEXT NOT NULL,
        answered_at TEXT,
        granted INTEGER NOT NULL DEFAULT 0
    )
    """,
    "CREATE INDEX access_request_of_link ON access_request (link)",
)
"""The migration `m017_links_for_one_phone`."""

RENAMED_STATES = (
    # A session is deleted as a scorebook is; what gave access is revoked.
    "ALTER TABLE session RENAME COLUMN discarded_at TO deleted_at",
    *(f"ALTER TABLE {table} RENAME COLUMN withdrawn_at TO revoked_at" for table in ("link", "token", "access")),
)
BEFORE_RENAMED_STATES = (
    "ALTER TABLE session RENAME COLUMN deleted_at TO discarded_at",
    *(f"ALTER TABLE {table} RENAME COLUMN revoked_at TO withdrawn_at" for table in ("link", "token", "access")),
)
"""Takes the columns of today's tables back to before `DELETED_AND_REVOKED`, to salvage a record of before it."""

REPEATING_PLAYED_AT = ("session", "sitting", "remark", "player_result")
"""The tables by whose `played_at` sessions are in order."""

BEFORE_PLAYED_AT = (
    "DROP INDEX session_created",
    "ALTER TABLE session DROP COLUMN played_minutes",
    "ALTER TABLE session DROP COLUMN created_at",
    *(f"ALTER TABLE {table} RENAME COLUMN played_at TO created_at" for table in REPEATING_PLAYED_AT),
)
"""Takes the columns of today's tables back to before `PLAYED_AT`, to salvage a record of before it."""

DELETED_AND_REVOKED = (
    *RENAMED_STATES,
    "DROP INDEX session_discarded",
    "CREATE INDEX session_deleted ON session (scorebook, deleted_at) WHERE deleted_at IS NOT NULL",
)
"""The migration `m018_deleted_and_revoked`."""

EXCLUDED_SESSIONS = (
    # Since when a session is in no figure.
    "ALTER TABLE session ADD COLUMN excluded_at TEXT",
)
"""The migration `m019_excluded_sessions`."""

DECIDED_TIES = (
    # Whether the table has decided the place of a side that was level with others.
    "ALTER TABLE standing ADD COLUMN decided INTEGER NOT NULL DEFAULT 0",
)
"""The migration `m020_decided_ties`."""

PLAYED_AT = (
    # When a session was played, which a keeper may correct: lists and statistics have it in this order.
    *(f"ALTER TABLE {table} RENAME COLUMN created_at TO played_at" for table in REPEATING_PLAYED_AT),
    "ALTER TABLE session ADD COLUMN created_at TEXT NOT NULL DEFAULT ''",
    "UPDATE session SET created_at = played_at",
    # How long it was played, where somebody has entered that; `minutes` follows from it or from the log.
    "ALTER TABLE session ADD COLUMN played_minutes INTEGER",
    "CREATE INDEX session_created ON session (scorebook, created_at)",
)
"""The migration `m021_played_at`."""

GUARD_BY_NEW_NAME = LOG_GUARDS_OF_POSTGRESQL[0].replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")
GUARD_BY_NEW_NAME = GUARD_BY_NEW_NAME.replace("session.discarded_at", "session.deleted_at")
"""PostgreSQL keeps the guard of the log as text, in which a column is not renamed with its table's."""

OF_SQLITE = (
    "CREATE INDEX remark_newest ON remark (scorebook, created_at, number, text_key)",
    *LOG_GUARDS_OF_SQLITE,
)
"""What SQLite has besides the tables of version 1."""

OF_POSTGRESQL = (
    # Without the text: an index row has at most some 2,700 bytes, and a folded note may be longer.
    "CREATE INDEX remark_newest ON remark (scorebook, created_at, number)",
    *LOG_GUARDS_OF_POSTGRESQL,
)
"""The same of PostgreSQL."""


def in_postgresql(statement: str) -> str:
    """Convert a statement of a migration to PostgreSQL.

    Text is ordered by code points, whatever the server's locale; integers have 64 bits.

    >>> in_postgresql("CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT, colour INTEGER)")
    'CREATE TABLE player (id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, name TEXT COLLATE "C", colour BIGINT)'
    """
    numbered = statement.replace("INTEGER PRIMARY KEY,", "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,")
    return numbered.replace("INTEGER", "BIGINT").replace("TEXT", 'TEXT COLLATE "C"')


ON_BOTH = {
    "m001_version_1": VERSION_1,
    "m002_access_ends": ACCESS_ENDS,
    "m003_period_sums": PERIOD_SUMS,
    "m004_year_highlights": YEAR_HIGHLIGHTS,
    "m005_rating_switch": RATING_SWITCH,
    "m006_seat_freed": SEAT_FREED,
    "m007_session_begun": SESSION_BEGUN,
    "m008_seat_changes": SEAT_CHANGES,
    "m009_seat_before": SEAT_BEFORE,
    "m010_join_codes": JOIN_CODES,
    "m011_tables_of_an_evening": TABLES_OF_AN_EVENING,
    "m012_device_names": DEVICE_NAMES,
    "m013_no_views": NO_VIEWS,
    "m014_keepers_by_age": KEEPERS_BY_AGE,
    "m015_sittings": SITTINGS,
    "m016_player_results": PLAYER_RESULTS,
    "m017_links_for_one_phone": LINKS_FOR_ONE_PHONE,
    "m018_deleted_and_revoked": DELETED_AND_REVOKED,
    "m019_excluded_sessions": EXCLUDED_SESSIONS,
    "m020_decided_ties": DECIDED_TIES,
    "m021_played_at": PLAYED_AT,
}
"""Migrations by name, in the order in which they are applied."""

SQLITE: dict[str, tuple[str, ...]] = {**ON_BOTH, "m001_version_1": (*VERSION_1, *OF_SQLITE)}
POSTGRESQL = {name: tuple(map(in_postgresql, statements)) for name, statements in ON_BOTH.items()}
POSTGRESQL["m001_version_1"] += OF_POSTGRESQL
POSTGRESQL["m018_deleted_and_revoked"] += (GUARD_BY_NEW_NAME,)
