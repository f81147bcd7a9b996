"""A minimal Flask site to compare with: hello, and one durable row from a form with a CSRF token."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing

from flask import Flask, redirect, request
from flask.typing import ResponseReturnValue
from flask_wtf import CSRFProtect
from flask_wtf.csrf import generate_csrf

from web.settings import read_settings


def create_app() -> Flask:
    """A site of three addresses; its record lies where the real one would."""
    settings = read_settings(os.environ)
    app = Flask(__name__)
    app.config.update(SECRET_KEY=settings.secret, METRICS=settings.metrics, WTF_CSRF_TIME_LIMIT=None)
    CSRFProtect(app)

    def connect() -> sqlite3.Connection:
        db = sqlite3.connect(settings.data / "bare.db", isolation_level=None, timeout=10)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        return db

    with closing(connect()) as db:
        db.execute("CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, facts TEXT)")

    @app.get("/")
    def hello() -> str:
        return "<p>Hello, table!</p>"

    @app.get("/new/oh-hell")
    def form() -> str:
        return f'<form method="post"><input type="hidden" name="csrf_token" value="{generate_csrf()}"></form>'

    @app.post("/entries")
    def enter() -> ResponseReturnValue:
        with closing(connect()) as db:
            db.execute("BEGIN IMMEDIATE")
            db.execute("INSERT INTO bare (facts) VALUES (?)", (request.form["facts"],))
            db.execute("COMMIT")
        return redirect("/", 303)

    return app
