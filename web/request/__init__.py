"""A request: its time and its database connection, borrowed on first use and returned at the end."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import cast

from flask import Flask, current_app, g

from store.engines.base import Connection


def register(app: Flask) -> None:
    """Return the connection at the end of each request."""
    app.teardown_appcontext(_close)


def now() -> datetime:
    """The current time, in UTC."""
    return datetime.now(UTC)


def connection() -> Connection:
    """This request's connection."""
    if "db" not in g:
        g.db = current_app.extensions["takuroku"].borrow()
    return cast(Connection, g.db)


def _close(_error: BaseException | None) -> None:
    connection: Connection | None = g.pop("db", None)
    if connection is None:
        return
    try:
        current_app.extensions["takuroku"].give_back(connection)
    except Exception as error:
        # The response is made already; the next request reports a lasting error.
        current_app.logger.warning("A connection was not given back: %s", " ".join(str(error).split()))
