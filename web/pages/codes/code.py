"""Opens game codes: shows the game of a link or a QR code, kept nowhere, and takes it into a scorebook after a tap.

The code stands behind the # of the address, which no browser sends; the page's script sends it in a body.
"""

from __future__ import annotations

from collections.abc import Iterator

from flask import Response, make_response, redirect, render_template, request, url_for
from flask import session as cookie
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.exceptions import RequestEntityTooLarge

from record.session import Session
from scoring.insights.chances import chances
from store.book import Book
from store.transfer.checking import GoneAnotherWayError, ids_here
from store.transfer.file import BrokenFileError
from store.transfer.importer import take_in
from web.http.headers import unkept
from web.identity.current import author, book
from web.identity.session_cookie import TOKEN
from web.reports.game_code import Opened, RefusedCodeError, opened
from web.reports.importing import told
from web.request.page import Pages
from web.request.turns import import_turn, scoring_turn
from web.sheet.chart import chart_of
from web.sheet.hundreds import hundred, page_of
from web.sheet.session_log import sessions_of
from web.sheet.summary import course_of, part_of_it

pages = Pages("code", __name__, url_prefix="/code", readers="anyone", writers="anyone")

MAX_BYTES = 64 * 1024
"""Bytes of a request: the longest code, with what a form adds."""


@pages.record_once
def _without_a_token_against_forgery(setup: BlueprintSetupState) -> None:
    """Looking changes nothing, and what it answers is only what was sent: there is nothing to forge."""
    setup.app.extensions["csrf"].exempt(look)


@pages.url_value_preprocessor
def _take_little(_endpoint: str | None, _values: object) -> None:
    request.max_content_length = MAX_BYTES


@pages.get("")
def show() -> ResponseReturnValue:
    """The page whose script shows the game of its address; without script the field for a link."""
    return _page()


@pages.post("", limit="scoring")
def look() -> ResponseReturnValue:
    """The game of a code, or 422 with what is wrong with it; `row` opens the working of a deal, `page` its older rows.

    No cookie is set, unless `take` asks for the form that needs one. 503 where others are looking.
    """
    try:
        with scoring_turn():
            return _page(opened(_text()))
    except RefusedCodeError as error:
        return _page(problem=error.why, status=422)


@pages.post("/take", audience="keeper", limit="imports")
def take() -> ResponseReturnValue:
    """Take the game into the visitor's scorebook, as an import does: 303 to it, or to the choice between two versions.

    `came` in the sheet's address says what was new, see `sheets.show`. 422 where the code is wrong, 409 where the same
    game was played at another table here. 503 where others are looking or importing.
    """
    scorebook = book()
    try:
        with scoring_turn():
            found = opened(_text())
            if not found.is_named:
                return _page(found, problem=_("This code has no names: it is only for looking."), status=422)
    except RefusedCodeError as error:
        return _page(problem=error.why, status=422)
    before = {each.id: each.position for each in _versions_here(scorebook, found)}
    try:
        with import_turn():
            came = take_in(scorebook, found.file, author(), sets_aside=True)
    except GoneAnotherWayError:
        return _page(found, apart=url_for("sheets.show", session=_id_here(scorebook, found)), status=409)
    except BrokenFileError as error:
        return _page(found, problem=told(error), status=422)
    if came.apart:
        return redirect(url_for("details.versions", session=came.apart[0]), 303)
    here = _id_here(scorebook, found)
    more = len(found.log) - before.get(here, 0) if came.longer else 0
    return redirect(url_for("sheets.show", session=here, came="new" if came.new else more), 303)


@pages.errorhandler(RequestEntityTooLarge)
def _too_large(_error: RequestEntityTooLarge) -> ResponseReturnValue:
    return _page(problem=_("This is far more than the code of one game."), sent="", status=413)


def _text() -> str:
    return request.form.get("code", "")


def _id_here(keeper: Book, found: Opened) -> str:
    """The id of a session in the visitor's scorebook, of several versions that of the one with its log."""
    log = found.log
    same = (each.id for each in _versions_here(keeper, found) if each.actions[: len(log)] == log)
    return next(same, ids_here(keeper, found.session.id)[0])


def _versions_here(keeper: Book, found: Opened) -> Iterator[Session]:
    """The versions of a session that are in the visitor's scorebook."""
    return sessions_of(keeper, ids_here(keeper, found.session.id)[1])


def _page(
    found: Opened | None = None, *, problem: str = "", apart: str = "", sent: str | None = None, status: int = 200
) -> Response:
    """The game, or the field for a link with what is wrong; `apart` is the address of a session that went on here."""
    page = render_template(
        "site/code.html",
        code=_text() if sent is None else sent,
        problem=problem,
        apart=apart,
        is_keeper=lambda: False,
        **(_told(found) if found else {"session": None}),
    )
    return unkept(make_response(page, status))


def _told(found: Opened) -> dict[str, object]:
    """What the page shows of a game."""
    session, sheet = found.session, found.session.sheet
    row = request.form.get("row", type=int)
    row = row if row in range(len(sheet.rows)) else None
    page = request.form.get("page", 1, type=int) if row is None else page_of(row, len(sheet.rows))
    page, rows = hundred(len(sheet.rows), page)
    return {
        "session": session,
        "sheet": sheet,
        "log": found.log,
        "is_scored": found.is_scored,
        "rows": rows,
        "page": page,
        "is_named": found.is_named,
        "may_take": "take" in request.form or TOKEN in cookie,
        "asks_first": "take" in request.form,
        "chart": chart_of(sheet),
        "chances": chances(sheet),
        "course": course_of(session) if sheet.over else None,
        "part_of_it": part_of_it(session) if sheet.over else (),
        "opened": row,
    }
