"""The site's configuration and wiring, nothing else."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from functools import partial
from pathlib import Path

from flask import Flask
from flask_babel import Babel

from store.admin.rebuild import bring_up_to_date
from store.engines import database_at
from store.errors import UnavailableError
from store.progress import no_progress, show_if_long
from web import assets, i18n, pages, request
from web.http import error_pages, headers, limits, middleware
from web.i18n.translate import Isolating, language
from web.identity import session_cookie, visitor
from web.pocket.sync import Carrier
from web.request import network
from web.settings import read_settings
from web.sheet import scorecard

FOR_GOOD = timedelta(days=36_500)
"""Lifetime of the cookie in the pocket: it lies beside the record and is the only access to it."""


def create_app(environ: Mapping[str, str] | None = None, carrier: Carrier | None = None) -> Flask:
    """Creates the Flask app, with settings from the environment (`web.settings`).

    In the pocket `carrier` sends requests to other sites; a server ignores it.
    """
    settings = read_settings(os.environ if environ is None else environ)
    database = database_at(settings.database)
    # While the database cannot be reached, the pages say so; the first request that reaches it brings it up to date.
    database.at_first_use = partial(bring_up_to_date, database)
    with suppress(UnavailableError):
        # The pocket has no terminal, and lacks the library of the progress bar.
        bring_up_to_date(database, no_progress if settings.in_pocket else show_if_long)
    app = Flask(__name__)
    app.config.update(
        SECRET_KEY=settings.secret,
        IN_POCKET=settings.in_pocket,
        HOST=settings.host,
        PORT=settings.port,
        PROXIES=settings.proxies,
        LIMITS=settings.limits,
        METRICS=settings.metrics,
        CONTACT=settings.contact,
        POCKET=settings.pocket,
        CARRIER=carrier if settings.in_pocket else None,
        MAX_CONTENT_LENGTH=limits.MAX_FORM_BYTES,
        PERMANENT_SESSION_LIFETIME=FOR_GOOD if settings.in_pocket else timedelta(days=400),
        SESSION_COOKIE_SAMESITE="Lax",
        # The cookie gives access to the scorebook: it must not be sent with files that a proxy may cache.
        SESSION_REFRESH_EACH_REQUEST=False,
        WTF_CSRF_TIME_LIMIT=None,
        # The forms have no validators, so WTForms need not load its own messages at every save.
        WTF_I18N_ENABLED=False,
        COMPRESS_MIN_SIZE=300,
        COMPRESS_ALGORITHM=[*assets.ENCODINGS],
        COMPRESS_BR_LEVEL=7,
        BABEL_DEFAULT_LOCALE="en",
        BABEL_TRANSLATION_DIRECTORIES=str(Path(app.root_path) / "translations"),
    )
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    # After ProxyFix, which sets scheme and host, and before everything else.
    middleware.register(app)
    # Before the CSRF check: otherwise a misconfigured proxy would look like a fault of the phone.
    network.register(app, settings)
    Babel(app, locale_selector=language).domain_instance = Isolating()
    # Templates look into `blueprints` before linking to a page that may be missing.
    app.jinja_env.globals.update(in_pocket=settings.in_pocket, blueprints=app.blueprints)
    if not settings.in_pocket:
        # In the pocket nothing goes over a network, and the compression libraries are missing.
        from flask_compress import Compress

        Compress(app)
    app.extensions["takuroku"] = database
    for part in (
        request,
        visitor,
        assets,
        session_cookie,
        limits,
        error_pages,
        headers,
        i18n,
        scorecard,
        pages,
    ):
        part.register(app)
    return app
