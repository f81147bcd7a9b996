"""The table of all operations, in the order of the document."""

from __future__ import annotations

from web.api import details, players, scorebook, sessions

OPERATIONS = (
    *sessions.OPERATIONS.found,
    *details.OPERATIONS.found,
    *players.OPERATIONS.found,
    *scorebook.OPERATIONS.found,
)
