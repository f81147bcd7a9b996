"""Error handlers: turn exceptions into an error page, or into problem JSON for the API."""

from __future__ import annotations

from urllib.parse import quote

from flask import Flask, current_app, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, InternalServerError, MethodNotAllowed

from record.errors import BadKeyError, UnreadableSessionError
from scoring.errors import UnknownGameError
from store.errors import (
    Cause,
    DeletedScorebookError,
    FullLogError,
    KeyUsedError,
    NoSuchError,
    OtherFactsError,
    SessionBegunError,
    UnavailableError,
    UnusableDatabaseError,
)
from web.http.redact import discreet
from web.i18n.translate import words
from web.identity.invitations import other_scorebooks
from web.identity.permissions import NoAccessError, NotAKeeperError
from web.reports.import_job import NO_TURN, NoTurnError
from web.request import rate_limit, scoring_turn
from web.request.page import for_programs
from web.request.problem_json import PROBLEM_KINDS, problem
from web.request.rate_limit import TooManyError
from web.request.scoring_turn import NoScoringTurnError

ERROR_TEXTS = {
    400: (
        _l("Request not understood"),
        _l("The phone sent something that this site does not understand. Go back and try again."),
    ),
    403: (_l("View only"), _l("You can see this scorebook but not change it.")),
    404: (_l("Page not found"), _l("This page does not exist, or it belongs to someone else’s scorebook.")),
    405: (
        _l("You cannot do that here"),
        _l("This page cannot do that. Start again from the home page."),
    ),
    409: (_l("Already sent"), _l("This was already sent for another sheet. Go back, reload the page and try again.")),
    413: (_l("Too large"), _l("You sent far more than a score needs. Nothing was saved.")),
    415: (_l("You cannot do that here"), _l("Send JSON, as application/json.")),
    410: (
        _l("No longer readable"),
        _l("This game was played under rules that this version does not know. Its data is still stored."),
    ),
    500: (
        _l("Something went wrong"),
        _l("This is a fault of the site, not yours. Nothing was half saved. Please try again."),
    ),
}
DELETED = (
    _l("This scorebook was deleted"),
    _l("Nothing can be saved in this scorebook until it is restored."),
)
COOKIES = (
    _l("The page is out of date"),
    _l(
        "This page could not be verified. It was open for too long, or cookies are off. "
        "Go back, reload and save again. What you typed is still there."
    ),
)
UNUSABLE = (
    _l("The saved games cannot be used"),
    _l(
        "Whoever runs this site must repair the saved games first. "
        "Nothing was half saved, and what you tapped stays on this phone."
    ),
)
UNAVAILABLE: dict[Cause, tuple[object, object]] = {
    "away": (
        _l("The saved games cannot be reached"),
        _l("This site is running, but it cannot reach the saved games right now."),
    ),
    "busy": (
        _l("Too many people are saving at once"),
        _l("Other entries are being saved first. Try again in a moment."),
    ),
    "full": (
        _l("The site’s disk is full"),
        _l("Nothing more can be saved until whoever runs this site frees some space."),
    ),
    "read-only": (
        _l("Nothing can be saved right now"),
        _l("You can look at everything. Saving works again once whoever runs this site allows it."),
    ),
}
RETRY_AFTER: dict[Cause, int] = {"busy": 1, "away": 3, "full": 30, "read-only": 30}
"""Seconds for the Retry-After header."""
SLUGS = {409: "key-used", 500: "broken"} | {
    kind.status: kind.slug for kind in PROBLEM_KINDS.values() if kind.status not in (409, 500)
}
"""The problem kind of a status, where the error has no kind of its own."""
CODES = {
    UnknownGameError: 404,
    NoSuchError: 404,
    BadKeyError: 400,
    KeyUsedError: 409,
    OtherFactsError: 409,
    SessionBegunError: 409,
    UnreadableSessionError: 410,
}


def register(app: Flask) -> None:
    """Register the error handlers."""
    for kind, code in CODES.items():
        app.register_error_handler(kind, lambda _error, code=code: _answer(code))
    app.register_error_handler(NotAKeeperError, lambda _error: _answer(403))
    app.register_error_handler(DeletedScorebookError, _deleted)
    app.register_error_handler(NoAccessError, _shut_out)
    app.register_error_handler(FullLogError, _full_log)
    app.register_error_handler(TooManyError, _too_many)
    app.register_error_handler(CSRFError, lambda _error: _answer(400, texts=COOKIES))
    app.register_error_handler(UnavailableError, _unavailable)
    app.register_error_handler(NoTurnError, _no_turn)
    app.register_error_handler(NoScoringTurnError, _no_scoring_turn)
    app.register_error_handler(UnusableDatabaseError, _unusable)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _broken)


def _http(error: HTTPException) -> ResponseReturnValue:
    code = error.code or 500
    if code < 400:
        return error
    own = error.description if error.description != type(error).description else None
    answer = make_response(_answer(code, detail=own))
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        answer.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return answer


def _deleted(_error: DeletedScorebookError) -> ResponseReturnValue:
    """Show the page that restores a deleted scorebook: 200 as the home page, 409 for a POST, else 410."""
    if for_programs():
        return _answer(409, texts=DELETED, slug="deleted")
    refused = request.method == "POST"
    code = 409 if refused else 200 if request.endpoint == "home.show" else 410
    return render_template("deletion/deleted.html", refused=refused and DELETED[1]), code


def _full_log(error: FullLogError) -> ResponseReturnValue:
    return _answer(422, texts=(_l("Nothing more can be saved"), words(error.problems[0].message)))


def _shut_out(_error: NoAccessError) -> ResponseReturnValue:
    """The device has no access: offer its other scorebooks, or a new one."""
    if for_programs():
        return _answer(404)
    return render_template("site/shut_out.html", scorebooks=other_scorebooks()), 404


def _too_many(error: TooManyError) -> ResponseReturnValue:
    text, minutes = rate_limit.REFUSALS[error.kind], -(-error.seconds // 60)
    if for_programs():
        answer = problem("too-many", rate_limit.TITLE, text)
    else:
        page = render_template("site/too_many.html", title=rate_limit.TITLE, text=text, minutes=minutes)
        answer = make_response(page, 429)
    answer.headers["Retry-After"] = str(error.seconds)
    return answer


def _unavailable(error: UnavailableError) -> ResponseReturnValue:
    # One line without a traceback: in an outage there is one for each request.
    current_app.logger.warning("%s", " ".join(f"{_asked()}: {error}".split()))
    return _later(error.cause, UNAVAILABLE[error.cause], RETRY_AFTER[error.cause])


def _no_turn(error: NoTurnError) -> ResponseReturnValue:
    return _later("busy", NO_TURN, error.SECONDS)


def _no_scoring_turn(error: NoScoringTurnError) -> ResponseReturnValue:
    return _later("busy", scoring_turn.TEXTS, error.SECONDS)


def _later(cause: Cause, texts: tuple[object, object], seconds: int) -> ResponseReturnValue:
    title, text = texts
    if for_programs():
        answer = problem("unavailable", title, text, cause=cause)
    else:
        answer = make_response(render_template("site/unavailable.html", title=title, text=text, seconds=seconds), 503)
    answer.headers["Retry-After"] = str(seconds)
    return answer


def _unusable(error: UnusableDatabaseError) -> ResponseReturnValue:
    current_app.logger.error("%s: the record cannot be used", _asked(), exc_info=error)
    return _answer(500, texts=UNUSABLE, slug="unusable")


def _broken(error: Exception) -> ResponseReturnValue:
    current_app.logger.error("%s", _asked(), exc_info=error)
    return _answer(InternalServerError.code)


def _asked() -> str:
    """Method and path for the log, without secrets."""
    return discreet(f"{request.method} {quote(request.path)}")


def _answer(
    code: int, *, texts: tuple[object, object] | None = None, detail: str | None = None, slug: str = ""
) -> ResponseReturnValue:
    title, text = texts or ERROR_TEXTS.get(code, ERROR_TEXTS[400 if code < 500 else 500])
    if for_programs():
        return problem(slug or SLUGS.get(code, SLUGS[400 if code < 500 else 500]), title, detail or text, status=code)
    return render_template("site/error.html", title=title, text=text), code
