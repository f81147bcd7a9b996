"""The record as a request sees it: one connection, the visitor's own scorebook."""

from __future__ import annotations

import secrets
import sqlite3

from flask import Flask, current_app, g, request

from store import sessions
from store.by import By
from store.open import connect
from store.session import Session
from web import visitor
from web.devices import name_of


def register(app: Flask) -> None:
    """Close the connection at the end of each request."""
    app.teardown_appcontext(_close)


def db() -> sqlite3.Connection:
    """This request's connection."""
    if "db" not in g:
        g.db = connect(current_app.config["DATABASE"])
    connection: sqlite3.Connection = g.db
    return connection


def load(session: str) -> Session:
    """A session of the visitor's scorebook; raises NoSuchSessionError."""
    return sessions.load(db(), scorebook=visitor.scorebook(), session=session)


def by(key: str) -> By:
    """This visitor as the author of an entry; without a key of its own the entry gets a fresh one."""
    return By(device=visitor.device(), key=key or new_key(), name=name_of(request.user_agent.string))


def new_key() -> str:
    """An idempotency key: the same entry sent twice is written once."""
    return secrets.token_urlsafe(12)


def position() -> int:
    """The position that the page had seen which sent this form."""
    return request.form.get("position", default=-1, type=int)


def _close(_error: BaseException | None) -> None:
    connection = g.pop("db", None)
    if connection is not None:
        connection.close()
