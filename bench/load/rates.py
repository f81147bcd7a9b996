"""Compares the sheet and a save with a minimal Flask site, in requests a second under the same server."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from flask import Flask, redirect, request
from flask.typing import ResponseReturnValue
from flask_wtf import CSRFProtect
from flask_wtf.csrf import generate_csrf

from bench.figures import Figure
from bench.load import wrk
from bench.visitor import Visitor, half_an_evening, whole_evenings
from tests.games.oh_hell.sheet import entries
from tests.kit.browser.site import running_site
from web.settings import read_settings

TITLE = "Requests a second beside bare Flask, medians of turns"
BARE = "bench.load.rates:bare_app()"
SHEET, SAVE = 0.2, 0.5
EVENINGS = 26
"""With a thousand saves: more than this machine can take within a turn."""


def measured() -> Iterator[Figure]:
    """Each request in turn with its bare counterpart."""
    with ours_and_bare() as (keeper, guest):
        sheet = half_an_evening(keeper)
        rates = wrk.in_turn(lambda: wrk.reads(keeper, sheet), lambda: wrk.reads(guest, "/"))
        yield from beside("the sheet in its tenth deal", "bare hello", *rates, goal=SHEET)
        rates = wrk.in_turn(
            lambda: wrk.posts({keeper: whole_evenings(keeper, EVENINGS)}),
            lambda: wrk.posts({guest: bare_posts(guest)}),
        )
        yield from beside("a save, durable, one after the other", "bare POST, one durable row", *rates, goal=SAVE)


@contextmanager
def ours_and_bare() -> Iterator[tuple[Visitor, Visitor]]:
    """A visitor of this site and one of the bare one, both under the same server with new records."""
    with (
        tempfile.TemporaryDirectory() as ours,
        tempfile.TemporaryDirectory() as theirs,
        running_site(Path(ours)) as site,
        running_site(Path(theirs), app=BARE) as bare,
    ):
        yield Visitor(site), Visitor(bare)


def beside(what: str, bare: str, ours: float, theirs: float, *, goal: float) -> Iterator[Figure]:
    yield Figure(what, ours, "a second")
    yield Figure(f"  {bare}", theirs, "a second")
    yield Figure("  ratio", ours / theirs, "times", goal=goal, at_least=True)


def bare_posts(guest: Visitor) -> Iterator[tuple[str, str]]:
    for entry in entries() * (4 * EVENINGS):
        yield "/entries", guest.body({"facts": str(entry)})


def bare_app() -> Flask:
    """A minimal site: hello, and one durable row from a form with a CSRF token.

    Its record lies where the real one would.
    """
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
