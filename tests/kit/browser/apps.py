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
LONG = 3
"""Seconds that a slow page takes: more than the phones of this site wait."""


def newer() -> Flask:
    """The next release: one file more, so that all files have other addresses."""
    app = create_app()
    old: Assets = app.config["ASSETS"]
    app.config["ASSETS"] = Assets({**old.files, "img/new.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>"})
    return app


def slow_at_times() -> Flask:
    """The site, whose pages take long while there is a file that says so; its worker waits less than others."""
    app = create_app()
    files = dict(app.config["ASSETS"].files)
    patient, hurried = (f"NETWORK_TIMEOUT={milliseconds};".encode() for milliseconds in (5000, 1500))
    (worker,) = [path for path, body in files.items() if patient in body]
    files[worker] = files[worker].replace(patient, hurried)
    app.config["ASSETS"] = Assets(files)
    sign = Path(os.environ["TAKUROKU_DATA"]) / SLOW

    @app.before_request
    def wait() -> None:
        if request.path.startswith("/s/") and sign.exists():
            time.sleep(LONG)

    return app
