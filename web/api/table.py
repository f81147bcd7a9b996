"""The table of all operations, in the order of the document."""

from __future__ import annotations

from web.api.operations import (
    catalogue,
    details,
    documents,
    evenings,
    players,
    ratings,
    scorebook,
    sessions,
    setup,
    statistics,
    what_if,
)

OPERATIONS = (
    *catalogue.OPERATIONS.found,
    *sessions.OPERATIONS.found,
    *setup.OPERATIONS.found,
    *details.OPERATIONS.found,
    *what_if.OPERATIONS.found,
    *evenings.OPERATIONS.found,
    *players.OPERATIONS.found,
    *statistics.OPERATIONS.found,
    *ratings.OPERATIONS.found,
    *documents.OPERATIONS.found,
    *scorebook.OPERATIONS.found,
)
