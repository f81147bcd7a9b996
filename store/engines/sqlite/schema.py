"""The SQLite migrations; a released migration is never changed."""

from __future__ import annotations

from sqlite_utils import Database, Migrations

from store.engines.migrations import (
    ACCESS_ENDS,
    DEVICE_NAMES,
    JOIN_CODES,
    KEEPERS_BY_AGE,
    PERIOD_SUMS,
    RATING_SWITCH,
    SEAT_BEFORE,
    SEAT_CHANGES,
    SEAT_FREED,
    SESSION_BEGUN,
    SITTINGS,
    TABLES_OF_AN_EVENING,
    YEAR_HIGHLIGHTS,
)
from store.engines.tables import TABLES
from store.engines.views import NO_VIEWS, PLAYERS_BY_SPAN, views, with_changes

TITLE = "json_extract(session.options, '$.name')"
"""The name in the options of a session."""

VERSION_1 = (
    *TABLES,
    "CREATE INDEX remark_newest ON remark (scorebook, created_at, number, text_key)",
    """
    CREATE TRIGGER action_is_not_changed BEFORE UPDATE ON action
    BEGIN SELECT RAISE (ABORT, 'an action is never changed: append an undo or a correction'); END
    """,
    """
    CREATE TRIGGER action_is_not_deleted BEFORE DELETE ON action
    WHEN NOT EXISTS (
        SELECT 1 FROM purging JOIN session ON session.id = purging.session
        WHERE purging.session = OLD.session AND session.discarded_at IS NOT NULL
    )
    BEGIN SELECT RAISE (ABORT, 'an action is never deleted: append an undo or a correction'); END
    """,
    *views(title=TITLE),
)

MIGRATIONS: dict[str, tuple[str, ...]] = {
    "m001_version_1": VERSION_1,
    "m002_access_ends": ACCESS_ENDS,
    "m003_period_sums": (
        "DROP VIEW players",
        *PERIOD_SUMS,
        PLAYERS_BY_SPAN.replace("CREATE OR REPLACE", "CREATE"),
    ),
    "m004_year_highlights": YEAR_HIGHLIGHTS,
    "m005_rating_switch": RATING_SWITCH,
    "m006_seat_freed": SEAT_FREED,
    "m007_session_begun": SESSION_BEGUN,
    "m008_seat_changes": (
        *SEAT_CHANGES,
        "DROP VIEW results",
        "DROP VIEW sessions",
        *(view.replace("CREATE OR REPLACE", "CREATE") for view in with_changes(title=TITLE)),
    ),
    "m009_seat_before": SEAT_BEFORE,
    "m010_join_codes": JOIN_CODES,
    "m011_tables_of_an_evening": TABLES_OF_AN_EVENING,
    "m012_device_names": DEVICE_NAMES,
    "m013_no_views": NO_VIEWS,
    "m014_keepers_by_age": KEEPERS_BY_AGE,
    "m015_sittings": SITTINGS,
}
"""Migrations by name, in the order in which they are applied."""

migrations = Migrations("takuroku")


def _add(name: str, statements: tuple[str, ...]) -> None:
    @migrations(name=name)
    def migrate(db: Database) -> None:
        for statement in statements:
            db.execute(statement)


for _name, _statements in MIGRATIONS.items():
    _add(_name, _statements)
