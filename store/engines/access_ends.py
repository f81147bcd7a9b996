"""The second migration's statements for both engines: when an access ends, and who started a scorebook."""

from __future__ import annotations

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
"""Marks the founders of a record that did not know them."""

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
