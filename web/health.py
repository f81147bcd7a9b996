"""Whether the site and its record answer, for whoever runs it."""

from __future__ import annotations

import sqlite3

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from web.record import db

pages = Blueprint("health", __name__)


@pages.get("/health")
def health() -> ResponseReturnValue:
    """200 while the record can be read, else 503."""
    try:
        db().execute("SELECT count(*) FROM session").fetchone()
    except sqlite3.Error:
        return jsonify(status="the record cannot be read"), 503
    return jsonify(status="ok")
