"""A request: its time, its page, and its database connection, borrowed on first use and returned at the end."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import cast

from flask import Flask, current_app, g, request

from store.engines.base import Connection
from web.request.page import DECLARED, Page


def register(app: Flask) -> None:
    """Return the connection at the end of each request."""
    app.teardown_appcontext(_close)


def now() -> datetime:
    """The current time, in UTC."""
    return datetime.now(UTC)


def asked_page() -> Page | None:
    """The declared page of this request; None for a static file or an unknown address."""
    rule = request.url_rule
    return None if rule is None else DECLARED.get((rule.endpoint, rule.rule))


def sent_token() -> str | None:
    """The bearer token of this request."""
    given = request.authorization
    return given.token if given is not None and given.type == "bearer" else None


def for_programs() -> bool:
    """Whether it is a program that asks: it gets problems as JSON, in the language of its Accept-Language."""
    return request.path.startswith("/api/")


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
        current_app.logger.warning("A connection could not be returned to the pool: %s", " ".join(str(error).split()))
