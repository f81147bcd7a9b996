"""The site's configuration and wiring, nothing else."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from flask import Flask
from flask_babel import Babel
from flask_compress import Compress
from flask_wtf import CSRFProtect

from store.open import prepare
from web import (
    api,
    assets,
    back,
    corrections,
    errors,
    exports,
    health,
    history,
    home,
    newgame,
    poker,
    record,
    rules,
    security,
    sheets,
    tools,
    visitor,
    words,
    yaku,
)
from web.settings import read_settings

LARGEST_BODY = 256 * 1024


def create_app(environ: Mapping[str, str] | None = None) -> Flask:
    """The site; its settings are read from the environment, see `web.settings`."""
    settings = read_settings(os.environ if environ is None else environ)
    prepare(settings.database)
    app = Flask(__name__)
    app.config.update(
        SECRET_KEY=settings.secret,
        DATABASE=settings.database,
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),
        SESSION_COOKIE_NAME="takuroku",
        SESSION_COOKIE_SAMESITE="Lax",
        # The cookie is the scorebook: it must not go out with files that a proxy may keep for everybody.
        SESSION_REFRESH_EACH_REQUEST=False,
        WTF_CSRF_TIME_LIMIT=None,
        COMPRESS_MIN_SIZE=300,
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_BR_LEVEL=5,
        BABEL_DEFAULT_LOCALE="en",
        BABEL_TRANSLATION_DIRECTORIES=str(Path(app.root_path) / "translations"),
    )
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    Babel(app, locale_selector=visitor.language)
    Compress(app)
    csrf = CSRFProtect(app)
    for part in (assets, errors, record, security, visitor, words):
        part.register(app)
    for pages in (api, back, corrections, exports, health, history, home, newgame, poker, rules, sheets, tools, yaku):
        app.register_blueprint(pages.pages)
    csrf.exempt(api.pages)
    return app
