"""The site in the browser's engine: opens a record, answers requests, closes it."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.exceptions import InternalServerError
from werkzeug.test import EnvironBuilder, run_wsgi_app

from app import create_app
from pocket.runtime.carrier import Came, Carrying, NeedsCall
from pocket.runtime.cookies import Cookies, Keeping
from record.log import stamp
from store.engines.sqlite import FILE_NAME, SQLite
from store.errors import DatabaseError, EarlierRecordError, NewerRecordError, UnavailableError
from store.sessions.purge import purge_and_vacuum, purge_cutoff
from store.sessions.search import is_game_running

PLAYED = timedelta(hours=3)
"""The time without entries after which a game no longer counts as being played."""

Reason: TypeAlias = Literal[
    "",
    "storage-refused",
    "storage-full",
    "earlier-record",
    "newer-record",
    "pending-migrations",
    "damaged",
    "broken",
]
Answer: TypeAlias = tuple[int, list[tuple[str, str]], bytes]
"""Status, headers, body."""
Call: TypeAlias = tuple[Literal["call"], str, str, list[tuple[str, str]], bytes | None, float]
"""A call to another site: method, address, headers, body, and the timeout of silence in seconds."""


@dataclass(frozen=True)
class Asked:
    """A request from the service worker, with the languages, time zone and user agent that it can't see."""

    method: str
    url: str
    headers: Sequence[Sequence[str]]
    body: bytes | None
    referrer: str
    languages: Sequence[str]
    zone: str
    agent: str
    carried: Sequence[Came] = ()
    """The results of the calls made for this request so far."""


def begin(scope: str, folder: str, *, may_migrate: bool) -> tuple[Site | None, Reason, str]:
    """Open the site on the record in a folder; or return None with a reason and its details.

    A record with games that has migrations to come is left as it is unless it may be migrated.
    """
    record = SQLite(Path(folder) / FILE_NAME)
    is_new = not record.exists()
    try:
        if not (is_new or may_migrate) and (pending := record.pending_migrations()) and _has_games(record):
            return None, "pending-migrations", ", ".join(pending)
        record.prepare(backup=False)
        keeping = Keeping(Path(folder))
        settings = {"TAKUROKU_DATA": folder, "TAKUROKU_IN_POCKET": "1", "TAKUROKU_SECRET": keeping.key()}
        carrying = Carrying()
        app = create_app(settings, carrier=carrying)
        # A full disk must not stop the start.
        with suppress(DatabaseError):
            purge_and_vacuum(record, before=purge_cutoff(datetime.now(UTC)))
        return Site(app, scope, keeping, carrying), "", ""
    except UnavailableError as error:
        # Remove a new record that failed, or the shell would offer it for download.
        for begun in Path(folder).glob(f"{FILE_NAME}*") if is_new else ():
            begun.unlink()
        return None, "storage-full" if error.cause == "full" else "storage-refused", str(error)
    except EarlierRecordError as error:
        return None, "earlier-record", str(error)
    except NewerRecordError as error:
        return None, "newer-record", str(error)
    except DatabaseError as error:
        return None, "damaged", str(error)
    except Exception as error:
        traceback.print_exc()
        return None, "broken", repr(error)


def _has_games(record: SQLite) -> bool:
    """Whether it has any session, deleted ones too, in the tables of whatever version."""
    with closing(record.connect()) as db:
        return db.execute("SELECT 1 FROM session").fetchone() is not None


class Site:
    """The site of one visitor."""

    def __init__(self, app: Flask, scope: str, keeping: Keeping, carrying: Carrying) -> None:
        self._app = app
        self._scope = scope
        self._root = urlsplit(scope).path.rstrip("/")
        self._keeping = keeping
        self._cookies = Cookies(keeping)
        self._carrying = carrying
        self._record: SQLite = app.extensions["takuroku"]

    def answer(self, asked: dict[str, Any]) -> Answer | Call:
        """Answer a request once all writes are on the disk; errors become answers too.

        If another site must be called first, returns that call; the same request then comes again with its result.
        """
        try:
            request = Asked(**asked)
            self._carrying.begin(request.carried)
            environ = self._environ(request)
            try:
                said, status, headers = run_wsgi_app(self._app, environ, buffered=True)
                self._cookies.take(headers.get_all("Set-Cookie"))
            except Exception as error:
                said, status, headers = self._told(error, environ)
            return int(status.partition(" ")[0]), without_cookies(headers), b"".join(said)
        except NeedsCall as call:
            return "call", call.method, call.url, [*call.headers.items()], call.body, call.timeout
        except Exception:
            traceback.print_exc()
            broken = InternalServerError()
            return 500, [("Content-Type", "text/plain; charset=utf-8")], broken.name.encode()

    def is_at_rest(self) -> bool:
        """Whether nobody is playing just now; False if unknown."""
        try:
            with closing(self._record.connect()) as db:
                return not is_game_running(db, since=stamp(datetime.now(UTC) - PLAYED))
        except DatabaseError:
            return False

    def close(self) -> None:
        """Close the record and the cookies."""
        self._record.close()
        self._keeping.close()

    def _told(self, error: Exception, environ: dict[str, Any]) -> Any:
        """The site's error page for an error outside of its views."""
        with self._app.request_context(environ):
            page = self._app.make_response(self._app.handle_user_exception(error))
        return run_wsgi_app(page, environ, buffered=True)

    def _environ(self, asked: Asked) -> dict[str, Any]:
        parts = urlsplit(asked.url)
        headers = Headers([(name, value) for name, value in asked.headers])
        for name, value in (
            ("Accept-Language", accepted(asked.languages)),
            ("User-Agent", asked.agent),
            ("Referer", asked.referrer),
        ):
            if value and name not in headers:
                headers[name] = value
        headers["Cookie"] = self._cookies.header([("zone", asked.zone)])
        builder = EnvironBuilder(
            # A path that begins with two slashes would be read as another host.
            path=f"/{parts.path.removeprefix(self._root).lstrip('/')}",
            query_string=parts.query,
            base_url=self._scope,
            method=asked.method,
            headers=headers,
            data=bytes(asked.body) if asked.body is not None else None,
            errors_stream=sys.stderr,
            multithread=False,
        )
        try:
            return builder.get_environ()
        finally:
            builder.close()


def accepted(languages: Sequence[str]) -> str:
    """The Accept-Language header for languages, the preferred first.

    >>> accepted(["ja-JP", "ja", "en"])
    'ja-JP,ja;q=0.9,en;q=0.8'
    """
    return ",".join(f"{each};q={1 - rank / 10:.1f}" if rank else each for rank, each in enumerate(languages[:10]))


def without_cookies(headers: Headers) -> list[tuple[str, str]]:
    return [(name, value) for name, value in headers if name.lower() != "set-cookie"]
