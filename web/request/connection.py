"""A request's connection to the record: borrowed when it is asked for first, given back at the end."""

from __future__ import annotations

from typing import cast

from flask import Flask, current_app, g

from store.engines.base import Connection, Database


def register(app: Flask) -> None:
    """Give the connection back at the end of each request."""
    app.teardown_appcontext(_close)


def database() -> Database:
    """Where the record is kept."""
    return cast(Database, current_app.extensions["takuroku"])


def connection() -> Connection:
    """This request's connection."""
    if "db" not in g:
        g.db = database().borrow()
    return cast(Connection, g.db)


def _close(_error: BaseException | None) -> None:
    connection: Connection | None = g.pop("db", None)
    if connection is None:
        return
    try:
        database().give_back(connection)
    except Exception as error:
        # The answer is made already. The next request gets another connection, or says why there is none.
        current_app.logger.warning("A connection was not given back: %s", " ".join(str(error).split()))
