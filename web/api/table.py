"""The table of all operations, in the order of the document."""

from __future__ import annotations

from web.api.operations import details, players, scorebook, sessions, statistics

OPERATIONS = (
    *sessions.OPERATIONS.found,
    *details.OPERATIONS.found,
    *players.OPERATIONS.found,
    *statistics.OPERATIONS.found,
    *scorebook.OPERATIONS.found,
)
