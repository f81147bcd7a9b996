"""The tables of the record, each declared once with what is true of it.

Copies, purges, `salvage` and the version of a session are made from this; columns and types stand in `migrations`.
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
