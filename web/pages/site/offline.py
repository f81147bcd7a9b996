"""Offline support: service worker, web app manifest, offline page."""

from __future__ import annotations

import json

from flask import Response, current_app, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import force_locale
from flask_babel import gettext as _

from scoring.catalogue import all_games
from web.assets.static_files import PICTURES, Assets, asset
from web.http.headers import NO_GUESSING, OF_PAGES
from web.identity import visitor
from web.request.page import Pages

pages = Pages("offline", __name__, readers="anyone", in_pocket=False)

WORKER = "js/sync/worker.js"
MANIFEST = "application/manifest+json"
PAPER = "#f7f1e3"
ICONS = (
    ("img/icon.svg", "any", "any"),
    ("img/icon-192.png", "192x192", "any"),
    ("img/icon-512.png", "512x512", "any"),
    ("img/icon-full.png", "512x512", "maskable"),
)


@pages.get("/worker.js")
def worker() -> Response:
    """The service worker, with what it must know of this version; browsers look for a new one by themselves."""
    assets: Assets = current_app.config["ASSETS"]
    site = {
        "version": assets.version,
        "root": url_for("home.show"),
        # Libraries are large, and few pages need them.
        "files": [
            asset(path) for path in assets.files if path != WORKER and not path.startswith(("vendor/", PICTURES))
        ],
        "pages": pages_without_record(),
        "headers": {**OF_PAGES, **NO_GUESSING, "Content-Type": "text/html; charset=utf-8"},
    }
    text = f"const SITE = {json.dumps(site)};\n{assets.files[WORKER].decode()}"
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


@pages.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """The site as something to install, in the language of the page that asks: browsers send no cookie with it."""
    asked = request.args.get("language")
    language = asked if asked in visitor.LANGUAGES else visitor.language()
    with force_locale(language):
        response = jsonify(
            name=_("Takuroku"),
            short_name=_("Takuroku"),
            description=_("Keep score for games played with real cards and tiles."),
            lang=language,
            id=url_for("home.show"),
            start_url=url_for("home.show"),
            scope=url_for("home.show"),
            display="standalone",
            theme_color=PAPER,
            background_color=PAPER,
            icons=[
                {"src": asset(path), "sizes": sizes, "purpose": purpose, "type": kind_of(path)}
                for path, sizes, purpose in ICONS
            ],
        )
    response.mimetype = MANIFEST
    return response


def kind_of(path: str) -> str:
    """The type of a picture.

    >>> kind_of("img/icon.svg")
    'image/svg+xml'
    """
    return "image/svg+xml" if path.endswith(".svg") else "image/png"


@pages.get("/offline")
def show() -> str:
    """What stands in the place of a page that the phone does not have."""
    return render_template("site/offline.html")
