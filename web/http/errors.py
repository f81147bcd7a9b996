"""Error handlers: an exception becomes an error page, or a problem for programs, by the table in `web.errors`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from flask import Flask, Response, current_app, make_response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from scoring.strict_json import shown
from store.errors import DeletedScorebookError, UnavailableError, UnusableDatabaseError
from web.errors import BROKEN, Kind, NoAccessError, NoTokenError, TooManyError, Wording, kind_of
from web.http.redact import discreet
from web.i18n.translate import words
from web.identity.invitations import other_scorebooks
from web.reports.importing import MAX_PROBLEM_LENGTH
from web.request.page import for_programs
from web.request.problem_json import problem


def register(app: Flask) -> None:
    """Register the error handlers."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, answer)


def _http(error: HTTPException) -> ResponseReturnValue:
    """A redirect is raised as well."""
    return error if error.code and error.code < 400 else answer(error)


def answer(error: Exception, *, text: str = "", members: Mapping[str, object] | None = None) -> Response:
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
        told = problem(kind, words(kind.wording.title), text or _text(error, kind.wording), status, members or {})
    else:
        told = _page(error, kind, status, seconds)
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        told.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    if isinstance(error, NoTokenError):
        told.headers["WWW-Authenticate"] = "Bearer" + (' error="invalid_token"' if error.given else "")
    if seconds is not None:
        told.headers["Retry-After"] = str(seconds)
    return told


def _log(error: Exception, kind: Kind) -> None:
    asked = discreet(f"{request.method} {quote(request.path)}")
    if isinstance(error, UnavailableError):
        # One line without a traceback: in an outage there is one for each request.
        current_app.logger.warning("%s", " ".join(f"{asked}: {error}".split()))
    elif isinstance(error, UnusableDatabaseError):
        current_app.logger.error("%s: the record cannot be used", asked, exc_info=error)
    elif kind is BROKEN:
        current_app.logger.error("%s", asked, exc_info=error)


def _page(error: Exception, kind: Kind, status: int, seconds: int | None) -> Response:
    if isinstance(error, DeletedScorebookError):
        return _deleted(kind)
    if isinstance(error, NoAccessError):
        return make_response(render_template("site/shut_out.html", scorebooks=other_scorebooks()), status)
    told = {"title": words(kind.shown.title), "text": _text(error, kind.shown), "seconds": seconds}
    page = render_template(kind.template, **told)
    return make_response(page, status)


def _deleted(kind: Kind) -> Response:
    """The page that restores a deleted scorebook: 200 as the home page, 409 for a POST, else 410."""
    refused = request.method == "POST"
    status = kind.status if refused else 200 if request.endpoint == "home.show" else 410
    page = render_template("deletion/deleted.html", refused=refused and words(kind.wording.text))
    return make_response(page, status)


def _text(error: Any, wording: Wording) -> str:
    """The text of a kind, or of an error that has its own: what a limit says, or what its problems say."""
    if wording.text is not None:
        return words(wording.text)
    if isinstance(error, TooManyError):
        return words(error.text)
    return shown(" ".join(words(each.message) for each in getattr(error, "problems", ())), MAX_PROBLEM_LENGTH)
