"""The site as it is at other times: after a release that changed its files, and while it answers slowly."""

from __future__ import annotations

import os
import time
from pathlib import Path

from flask import Flask, request

from app import create_app
from web.assets.static_files import Assets

SLOW = "slow"
"""A file of this name beside the record makes the site slow."""
LONG = 7
"""Seconds that a slow page takes: more than a phone waits."""


def newer() -> Flask:
    """The next release: one file more, so that all files have other addresses."""
    app = create_app()
    old: Assets = app.config["ASSETS"]
    app.config["ASSETS"] = Assets({**old.files, "img/new.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>"})
    return app


def slow_at_times() -> Flask:
    """The site, each of whose pages takes long while there is a file that says so."""
    app = create_app()
    sign = Path(os.environ["TAKUROKU_DATA"]) / SLOW

    @app.before_request
    def wait() -> None:
        if request.path.startswith("/s/") and sign.exists():
            time.sleep(LONG)

    return app
