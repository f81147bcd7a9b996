"""The table of all operations, in the order of the document."""

from __future__ import annotations

from web.api.operations import (
    catalogue,
    chances,
    details,
    documents,
    evenings,
    players,
    ratings,
    scorebook,
    sessions,
    setup,
    statistics,
)

OPERATIONS = (
    *catalogue.OPERATIONS.found,
    *sessions.OPERATIONS.found,
    *setup.OPERATIONS.found,
    *details.OPERATIONS.found,
    *chances.OPERATIONS.found,
    *evenings.OPERATIONS.found,
    *players.OPERATIONS.found,
    *statistics.OPERATIONS.found,
    *ratings.OPERATIONS.found,
    *documents.OPERATIONS.found,
    *scorebook.OPERATIONS.found,
)
