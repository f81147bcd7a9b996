"""Error handlers: an exception is answered by a page, for programs by a problem (RFC 9457), see `web.errors`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from flask import Flask, Response, current_app, make_response, render_template, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from scoring.strict_json import excerpt
from store.errors import DeletedScorebookError, UnavailableError, UnusableDatabaseError
from web.errors import (
    BROKEN,
    MAX_PROBLEM_LENGTH,
    ErrorKind,
    NoAccessError,
    NoTokenError,
    TooManyError,
    Wording,
    kind_of,
)
from web.i18n.translate import translated
from web.identity.invitations import other_scorebooks
from web.request import for_programs

MEDIA_TYPE = "application/problem+json"
HEADERS = {"Cache-Control": "private, no-store", "Vary": "Accept-Language, Authorization"}
"""Headers of every API response, including problems: they depend on token and language."""
SECRET = re.compile(r"(/j/+)[^/?\s'\"]+|(takuroku_)[A-Za-z0-9_-]{16,}")
"""The secret of a link in a URL (`web.pages.access`), with any number of slashes, and an API token anywhere."""


def register(app: Flask) -> None:
    """Register the error handler."""
    app.register_error_handler(Exception, error_response)


def error_response(error: Exception, *, text: str = "", members: Mapping[str, object] | None = None) -> Response:
    """The answer to an error: a page, or for programs a problem with these `members` and this `text`, if given."""
    kind = kind_of(error)
    _log(error, kind)
    status = kind.status
    if isinstance(error, HTTPException) and error.code:
        status = error.code
        kind = BROKEN if status >= 500 else kind
        text = error.description or "" if error.description != type(error).description else ""
    seconds = getattr(error, "seconds", kind.seconds)
    if for_programs():
        response = _problem(kind, text or _text(error, kind.wording), status, members or {})
    else:
        response = make_response(*_page(error, kind, status, seconds))
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        response.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    if isinstance(error, NoTokenError):
        response.headers["WWW-Authenticate"] = "Bearer" + (' error="invalid_token"' if error.given else "")
    if seconds is not None:
        response.headers["Retry-After"] = str(seconds)
    return response


def _log(error: Exception, kind: ErrorKind) -> None:
    requested = redact(f"{request.method} {quote(request.path)}")
    if isinstance(error, UnavailableError):
        # One line without a traceback: in an outage there is one for each request.
        current_app.logger.warning("%s", " ".join(f"{requested}: {error}".split()))
    elif isinstance(error, UnusableDatabaseError):
        current_app.logger.error("%s: the record cannot be used", requested, exc_info=error)
    elif kind is BROKEN:
        current_app.logger.error("%s", requested, exc_info=error)


def _page(error: Exception, kind: ErrorKind, status: int, seconds: int | None) -> tuple[str, int]:
    """The page of an error with its status: to restore a deleted scorebook 200 as the home page, else 410 to a GET."""
    if isinstance(error, DeletedScorebookError):
        refused = request.method == "POST"
        page = render_template("deletion/deleted.html", refused=refused and translated(kind.wording.text))
        return page, status if refused else 200 if request.endpoint == "home.show" else 410
    if isinstance(error, NoAccessError):
        return render_template("site/shut_out.html", scorebooks=other_scorebooks()), status
    title, text = translated(kind.page_wording.title), _text(error, kind.page_wording)
    return render_template(kind.template, title=title, text=text, seconds=seconds), status


def _text(error: Any, wording: Wording) -> str:
    """The text of a kind, or of an error that has its own: what a limit says, or what its problems say."""
    if wording.text is not None:
        return translated(wording.text)
    if isinstance(error, TooManyError):
        return translated(error.text)
    return excerpt(" ".join(translated(each.message) for each in getattr(error, "problems", ())), MAX_PROBLEM_LENGTH)


def _problem(kind: ErrorKind, detail: str, status: int, members: Mapping[str, object]) -> Response:
    """Make a problem response in the reader's language, with the members of its kind."""
    body = {
        # The page of this site that describes it: RFC 9457 advises against relative addresses.
        "type": f"{request.root_url.rstrip('/')}/api#{kind.slug}",
        # The same on every site, so that generated clients tell problems of one status apart.
        "code": kind.slug,
        "title": translated(kind.wording.title),
        "status": status,
        "detail": detail,
        **members,
    }
    return Response(to_body(body), status=status, headers=HEADERS, content_type=MEDIA_TYPE)


def to_body(value: object) -> bytes:
    """JSON in UTF-8; lone surrogates are replaced."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def redact(text: str) -> str:
    """Replace the secrets in a text by "…".

    >>> redact("Invalid request line: 'GET /j/7Jr2mXw9LkTz4bVn1cYdAQ and more'")
    "Invalid request line: 'GET /j/… and more'"
    """
    return SECRET.sub(lambda found: f"{found[1] or found[2]}…", text)
