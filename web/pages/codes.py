"""Codes that the door reads: a game as a QR code or a link, and a scorebook as a moving code.

The code of a game stands behind the # of its address, which no browser sends. The page's script sends it in a body; the
game is shown, kept nowhere, and taken into a scorebook after a tap. A moving code is a scorebook file as QR codes in a
loop, shown by one phone and read by another.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from bisect import bisect_left
from collections.abc import Iterable
from functools import cache
from hashlib import sha256

from flask import Response, make_response, redirect, render_template, request, url_for
from flask import session as cookie
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.exceptions import RequestEntityTooLarge

from scoring.insights.chances import chances
from store.sessions.history import start_times
from store.sessions.loading import load_readable
from store.transfer.check import DivergedError, ids_here
from store.transfer.export import dump, needed_rules
from store.transfer.importer import import_file
from store.transfer.scorebook_file import BrokenFileError
from web.errors import TOO_LARGE
from web.exports.qr_codes import ReceivedGame, read_game_code
from web.http.headers import no_store
from web.http.limits import MAX_FILE_BYTES, import_turn, scoring_turn, why_refused
from web.i18n.timezone import iso_day_of
from web.i18n.translate import translated
from web.identity.session_cookie import TOKEN, csrf
from web.identity.visitor import author, book
from web.request.page import Pages
from web.sheet.chart import chart_of
from web.sheet.scorecard import course_of, page_of, page_range, part_of_it

code = Pages("code", __name__, url_prefix="/code", readers="anyone", writers="anyone")
moving = Pages("moving", __name__, url_prefix="/scorebook/moving", readers="watcher")

MAX_CODE_BYTES = 64 * 1024
"""Bytes of a request: the longest code of a game, with what a form adds."""
MAX_PACKED_BYTES = 2 * 1024**2
"""Bytes of a file that a moving code carries, packed, see static/js/moving/fountain.js."""


@code.url_value_preprocessor
def limit_request(_endpoint: str | None, _values: object) -> None:
    """Let a request be as long as a code may be."""
    request.max_content_length = MAX_CODE_BYTES


# Looking changes nothing, and what it answers is only what was sent: there is nothing to forge.
@code.post("", limit="scoring")
@csrf.exempt
def preview() -> ResponseReturnValue:
    """The game of a code, or 422 with what is wrong with it; `row` opens the working of a deal, `page` its older rows.

    No cookie is set, unless `take` asks for the form that needs one. 503 where others are looking.
    """
    with scoring_turn():
        return show(read_game_code(request.form.get("code", "")))


@code.post("/take", audience="keeper", limit="imports")
def import_game() -> ResponseReturnValue:
    """Take the game into the visitor's scorebook, as an import does: 303 to it, or to the choice between two versions.

    `came` in the sheet's address says what was new, see `sheets.show`. 422 where the code is wrong, 409 where the same
    game was played at another table here. 503 where others are looking or importing.
    """
    scorebook = book()
    with scoring_turn():
        found = read_game_code(request.form.get("code", ""))
        if not found.is_named:
            return show(found, problem=_("This code has no names: it is only for looking."), status=422)
    log = found.log

    def here() -> str:
        """The id of the session in this scorebook, of several versions that of the one with its log."""
        id, versions = ids_here(scorebook, found.session.id)
        return next((each.id for each in load_readable(scorebook, versions) if each.actions[: len(log)] == log), id)

    before = {each.id: each.position for each in load_readable(scorebook, ids_here(scorebook, found.session.id)[1])}
    try:
        with import_turn():
            taken = import_file(scorebook, found.file, author(), sets_aside=True)
    except DivergedError:
        return show(found, apart=url_for("sheets.show", session=here()), status=409)
    except BrokenFileError as error:
        return show(found, problem=why_refused(error), status=422)
    if taken.apart:
        return redirect(url_for("details.versions", session=taken.apart[0]), 303)
    more = len(log) - before.get(here(), 0) if taken.longer else 0
    return redirect(url_for("sheets.show", session=here(), came="new" if taken.new else more), 303)


@code.errorhandler(BrokenFileError)
def _refused(error: BrokenFileError) -> ResponseReturnValue:
    return show(problem=why_refused(error), status=422)


@code.errorhandler(RequestEntityTooLarge)
def _too_large(_error: RequestEntityTooLarge) -> ResponseReturnValue:
    return show(problem=translated(TOO_LARGE), typed="", status=413)


@code.get("")
def show(
    found: ReceivedGame | None = None,
    *,
    problem: str = "",
    apart: str = "",
    typed: str | None = None,
    status: int = 200,
) -> Response:
    """The page whose script shows the game of its address; without script the field for a link, with what is wrong.

    Where it was found, the game; `apart` is the address of a session that went on here.
    """
    page = render_template(
        "site/code.html",
        code=request.form.get("code", "") if typed is None else typed,
        problem=problem,
        apart=apart,
        is_keeper=lambda: False,
        **(_of_game(found) if found else {"session": None}),
    )
    return no_store(make_response(page, status))


def _of_game(found: ReceivedGame) -> dict[str, object]:
    """What the page shows of a game."""
    session, sheet = found.session, found.session.sheet
    row = request.form.get("row", type=int)
    row = row if row in range(len(sheet.rows)) else None
    page = request.form.get("page", 1, type=int) if row is None else page_of(row, len(sheet.rows))
    page, rows = page_range(len(sheet.rows), page)
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
        "course": course_of(session),
        "part_of_it": part_of_it(session) if sheet.over else (),
        "opened": row,
    }


@moving.get("", endpoint="show")
def show_moving() -> ResponseReturnValue:
    """The page that shows the moving code of the scorebook; of a deleted one there is none."""
    book()
    return render_template("scorebook/moving.html", problem="")


@moving.get("/scorebook.deflate", endpoint="packed")
def moving_file() -> ResponseReturnValue:
    """The file as a moving code carries it, with its SHA-256 in Repr-Digest; 413 where one day is too large.

    Where not all games fit, it has the newest, and Takuroku-Since is the first of the reader's days that they are of.
    Takuroku-Rules is the version of the house rules that the other phone has to know, see `rules_version`.
    """
    scorebook, since = book(), ""
    body = deflate(dump(scorebook))
    if body is None:
        days = {session: iso_day_of(at) for session, at in start_times(scorebook).items()}

        @cache
        def newest(first: str) -> bytes | None:
            return deflate(dump(scorebook, {session for session, day in days.items() if day >= first}))

        each_once = sorted({*days.values()})
        fits = bisect_left(each_once, True, key=lambda day: newest(day) is not None)
        since = each_once[fits] if fits < len(each_once) else ""
        body = newest(since) if since else None
    if body is None:
        problem = _("Too many games for a moving code. Send the file.")
        return render_template("scorebook/moving.html", problem=problem), 413
    answer = Response(body, mimetype="application/octet-stream")
    answer.headers["Repr-Digest"] = f"sha-256=:{b64encode(sha256(body).digest()).decode()}:"
    answer.headers["Takuroku-Rules"] = str(needed_rules(scorebook))
    if since:
        answer.headers["Takuroku-Since"] = since
    return no_store(answer)


def deflate(parts: Iterable[str]) -> bytes | None:
    """A text as raw deflate; None as soon as it is more than a code carries or the other phone imports."""
    small = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed, size = bytearray(), 0
    for part in parts:
        text = part.encode()
        packed += small.compress(text)
        size += len(text)
        if len(packed) > MAX_PACKED_BYTES or size > MAX_FILE_BYTES:
            return None
    packed += small.flush()
    return None if len(packed) > MAX_PACKED_BYTES else bytes(packed)
