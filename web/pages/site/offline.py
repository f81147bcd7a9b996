"""Offline support: service worker, offline page."""

from __future__ import annotations

import json

from flask import Response, current_app, render_template, request, url_for

from scoring.catalogue import all_games
from web.assets.static_files import PICTURES, Assets, asset
from web.http.headers import NO_GUESSING, OF_PAGES
from web.request.page import Pages

pages = Pages("offline", __name__, readers="anyone", in_pocket=False)

WORKER, SHARE_TARGET = "js/sync/worker.js", "js/sync/share-target.js"
"""The parts of the service worker."""
OF_NO_PAGE = (WORKER, SHARE_TARGET, "vendor/", PICTURES)
"""What no page needs, and libraries, which are large and needed by few."""


@pages.get("/worker.js")
def worker() -> Response:
    """The service worker, with what it must know of this version; browsers look for a new one by themselves."""
    assets: Assets = current_app.config["ASSETS"]
    site = {
        "version": assets.version,
        "root": url_for("home.show"),
        "files": [asset(path) for path in assets.files if not path.startswith(OF_NO_PAGE)],
        "pages": pages_without_record(),
        "headers": {**OF_PAGES, **NO_GUESSING, "Content-Type": "text/html; charset=utf-8"},
    }
    parts = (assets.files[path].decode() for path in (WORKER, SHARE_TARGET))
    text = "\n".join((f"const SITE = {json.dumps(site)};", *parts))
    response = Response(text, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Content-Security-Policy"] = "default-src 'none'; connect-src 'self'"
    response.add_etag()
    response.make_conditional(request)
    return response


def pages_without_record() -> list[str]:
    """The addresses of the pages that a phone keeps from the start: they are the same for everybody at any time."""
    rules = [url_for("rules.show", slug=slug) for slug in all_games()]
    plain = ("offline.show", "tools.forbidden", "yaku.show", "poker.hands", "rules.index")
    return [*map(url_for, plain), *rules]


@pages.get("/offline")
def show() -> str:
    """What stands in the place of a page that the phone does not have."""
    return render_template("site/offline.html")
