"""The tables of the record, each declared once with what is true of it.

Copies, purges, `salvage` and the version of a session are made from this; columns and types stand in `migrations`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Source: TypeAlias = Literal["log", "kept", "derived", "passing"]


class Table(NamedTuple):
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
    "scorebook": Table(("id",), (), "log", versioned=("names_revision", "deleted_at")),
    "device_name": Table(("scorebook", "device"), ("scorebook",), "kept"),
    "player": Table(("id",), ("scorebook",), "log"),
    "merged": Table(("player",), (), "log"),
    "session": Table(
        ("number",),
        ("scorebook",),
        "log",
        versioned=("discarded_at", "archived_at", "place", "note", "updated_at", "confirms", "seats_revision"),
    ),
    # Actions can be deleted while their session is in it.
    "purging": Table(("session",), ("session",), "passing"),
    "sitting": Table(("session", "turn", "seat"), ("session",), "log"),
    "action": Table(("session", "position"), ("session",), "log"),
    "rule_set": Table(("scorebook", "game", "name_key"), ("scorebook",), "kept"),
    "standing": Table(("session", "seat"), ("session",), "derived"),
    "remark": Table(("session", "position"), ("session",), "derived"),
    "share": Table(("session", "seat"), ("session",), "derived"),
    "part_share": Table(("session", "seated"), ("session",), "derived"),
    "tally": Table(("player", "span", "game", "title", "kind"), (), "derived"),
    "token": Table(("id",), ("scorebook",), "kept"),
    "link": Table(("id",), ("scorebook", "session"), "kept"),
    "join_code": Table(("link",), (), "kept"),
    "access": Table(("id",), ("scorebook", "session"), "kept"),
    "seat_device": Table(("session", "seat"), ("session",), "kept"),
    "seat_freed": Table(("session", "device"), ("session",), "kept"),
    "seat_before": Table(("session", "seat", "came"), ("session",), "kept"),
    "pending_input": Table(("session", "seat"), ("session",), "passing"),
    "attempt": Table(("kind", "address", "ends_at"), (), "passing"),
}
"""In the order of their references: what a row refers to stands before it."""
