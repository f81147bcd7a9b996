"""Finds damage and unsafe settings in a PostgreSQL record."""

from __future__ import annotations

from collections.abc import Iterator

from store.engines.base import Connection

DAMAGE = """
    SELECT format('index %s is not valid', indexrelid::regclass) AS line FROM pg_index WHERE NOT indisvalid
    UNION ALL
    SELECT format('constraint %s of %s was never checked', conname, conrelid::regclass) FROM pg_constraint
    WHERE NOT convalidated
    UNION ALL
    SELECT format('trigger %s is missing or switched off: actions could be changed', wanted.name)
    FROM unnest(ARRAY['action_is_not_changed', 'action_is_not_deleted', 'actions_are_not_cleared']) AS wanted (name)
    WHERE NOT EXISTS (
        SELECT FROM pg_trigger
        WHERE tgrelid = to_regclass('action') AND tgname = wanted.name AND tgenabled IN ('O', 'A')
    )
    UNION ALL
    SELECT format('%s is off: what is acknowledged may be lost in a power cut', name) FROM pg_settings
    WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'
    UNION ALL
    SELECT format('%s pages of it failed their checksum', checksum_failures) FROM pg_stat_database
    WHERE datname = current_database() AND checksum_failures > 0
"""

REFERENCES = """
    SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent, (
        SELECT string_agg(format('child.%I = parent.%I', here.attname, there.attname), ' AND ')
        FROM unnest(conkey, confkey) AS pair (here, there)
        JOIN pg_attribute AS here ON here.attrelid = conrelid AND here.attnum = pair.here
        JOIN pg_attribute AS there ON there.attrelid = confrelid AND there.attnum = pair.there
    ) AS same, (
        SELECT string_agg(format('child.%I IS NOT NULL', attname), ' AND ')
        FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey)
    ) AS refers
    FROM pg_constraint WHERE contype = 'f' ORDER BY child, parent
"""


def damage(db: Connection) -> Iterator[str]:
    """A line for each thing."""
    for row in db.execute(DAMAGE):
        yield row["line"]
    for key in db.execute(REFERENCES).fetchall():
        homeless = db.execute(
            f"""
            SELECT COUNT(*) AS many FROM {key["child"]} AS child
            WHERE {key["refers"]} AND NOT EXISTS (SELECT FROM {key["parent"]} AS parent WHERE {key["same"]})
            """
        ).fetchone()
        yield from [f"{key['child']}: a row refers to no row of {key['parent']}"] * homeless["many"]
