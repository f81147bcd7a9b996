"""The table of all operations, in the order in which the document has them."""

from __future__ import annotations

from web.api import about, players, scorebook, sessions

OPERATIONS = (
    *sessions.OPERATIONS.found,
    *about.OPERATIONS.found,
    *players.OPERATIONS.found,
    *scorebook.OPERATIONS.found,
)
