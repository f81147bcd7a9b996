"""The table of all operations, in the order in which the document has them."""

from __future__ import annotations

from web.api import scorebook, sessions

OPERATIONS = (*sessions.OPERATIONS.found, *scorebook.OPERATIONS.found)
