"""The tables of the record, each declared once with what is true of it; and the triggers that guard its log.

Copies, purges, `salvage` and the version of a session are made from the tables; their columns and types are in
`migrations`. So is every change of the triggers: these belong to the first migration and are never changed here.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from record.session import DETAILS

Source: TypeAlias = Literal["log", "kept", "derived", "passing"]


class RecordTable(NamedTuple):
    """A table of the record.

    `key` is its primary key. Its rows are purged with their `owners`, of which the column of that name says which.
    `source`: `log` is what all else follows from, `kept` stands beside it, `derived` is rebuilt from it, and `passing`
    counts for the moment alone. `versioned` columns change the version of a session's page.
    """

    key: tuple[str, ...]
    owners: tuple[Literal["session", "scorebook"], ...]
    source: Source
    versioned: tuple[str, ...] = ()


TABLES = {
    "scorebook": RecordTable(("id",), (), "log", versioned=("names_revision", "deleted_at")),
    "device_name": RecordTable(("scorebook", "device"), ("scorebook",), "kept"),
    "player": RecordTable(("id",), ("scorebook",), "log"),
    "merged": RecordTable(("player",), (), "log"),
    "session": RecordTable(
        ("number",),
        ("scorebook",),
        "log",
        versioned=(*DETAILS, "updated_at", "confirms", "seats_revision"),
    ),
    # Actions can be deleted while their session is in it.
    "purging": RecordTable(("session",), ("session",), "passing"),
    "sitting": RecordTable(("session", "turn", "seat"), ("session",), "log"),
    "action": RecordTable(("session", "position"), ("session",), "log"),
    "rule_set": RecordTable(("scorebook", "game", "name_key"), ("scorebook",), "kept"),
    "standing": RecordTable(("session", "seat"), ("session",), "derived"),
    "remark": RecordTable(("session", "position"), ("session",), "derived"),
    "player_result": RecordTable(("session", "player"), ("session",), "derived"),
    "token": RecordTable(("id",), ("scorebook",), "kept"),
    "link": RecordTable(("id",), ("scorebook", "session"), "kept"),
    "join_code": RecordTable(("link",), (), "kept"),
    "access_request": RecordTable(("id",), (), "passing"),
    "access": RecordTable(("id",), ("scorebook", "session"), "kept"),
    "seat_device": RecordTable(("session", "seat"), ("session",), "kept"),
    "seat_freed": RecordTable(("session", "device"), ("session",), "kept"),
    "seat_before": RecordTable(("session", "seat", "came"), ("session",), "kept"),
    "pending_input": RecordTable(("session", "seat"), ("session",), "passing"),
    "attempt": RecordTable(("kind", "address", "ends_at"), (), "passing"),
}
"""In the order of their references: what a row refers to stands before it."""

LOG_GUARDS_OF_SQLITE = (
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
)
"""Refuse to change or delete a logged action, whatever program tries; only with a deleted session is one purged."""

LOG_GUARDS_OF_POSTGRESQL = (
    """
    CREATE FUNCTION refuse_action_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            IF EXISTS (
                SELECT FROM purging JOIN session ON session.id = purging.session
                WHERE purging.session = OLD.session AND session.discarded_at IS NOT NULL
            ) THEN
                RETURN OLD;
            END IF;
        END IF;
        RAISE EXCEPTION 'an action is never %: append an undo or a correction', TG_ARGV[0]
        USING ERRCODE = 'integrity_constraint_violation';
    END $$
    """,
    """
    CREATE TRIGGER action_is_not_changed BEFORE UPDATE ON action
    FOR EACH ROW EXECUTE FUNCTION refuse_action_change('changed')
    """,
    """
    CREATE TRIGGER action_is_not_deleted BEFORE DELETE ON action
    FOR EACH ROW EXECUTE FUNCTION refuse_action_change('deleted')
    """,
    """
    CREATE TRIGGER actions_are_not_cleared BEFORE TRUNCATE ON action
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_action_change('deleted')
    """,
)
"""The same of PostgreSQL, where a table can also be cleared at once."""
