"""Whether the site and its record answer, for whoever runs it."""

from __future__ import annotations

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from web.workings.connection import database
from web.workings.errors import RETRY_AFTER

pages = Blueprint("health", __name__)


@pages.get("/health")
def health() -> ResponseReturnValue:
    """200 while the record can be read, else 503."""
    if not database().answers():
        return jsonify(status="the record cannot be read"), 503, {"Retry-After": str(RETRY_AFTER["away"])}
    return jsonify(status="ok")
