"""Exports of a session: session document, CSV, and the code that holds the whole game."""

from __future__ import annotations

import json
from collections.abc import Iterator

from flask import Response, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from record.people import names_of_seat
from record.session import Session
from scoring.message import decimal
from scoring.sheets.values import Cell
from web.http.headers import unkept
from web.i18n.timezone import iso_day_of
from web.i18n.translate import words
from web.identity.current import book, load
from web.reports import csv_table
from web.reports.csv_table import harmless
from web.reports.game_code import code_of
from web.reports.svg import picture, wrapped
from web.request.page import Pages
from web.sheet.scorecard import MARKS

pages = Pages("exports", __name__, url_prefix="/s", readers="watcher", of_session=True)

LINE_WIDTH = 11
"""The width of a line in the place of a QR code, in full-width letters."""


@pages.get("/<session>/takuroku.json")
def document(session: str) -> ResponseReturnValue:
    """The session document; `python -m scoring` reads it."""
    found = load(session)
    body = json.dumps(found.document, ensure_ascii=False, indent=1)
    return _download(body, mimetype="application/json", name=f"{found.game.slug}-{iso_day_of(found.created_at)}.json")


@pages.get("/<session>/takuroku.csv")
def table(session: str) -> ResponseReturnValue:
    """The scorecard as CSV: points by player, totals, and what paper shows beside the points."""
    found = load(session)
    body = "".join(csv_table.table(_scorecard(found)))
    return _download(body, mimetype="text/csv", name=f"{found.game.slug}-{iso_day_of(found.created_at)}.csv")


@pages.get("/<session>/code")
def code(session: str) -> ResponseReturnValue:
    """The game code, as a picture and as a link to share and copy; `?names=no`: without names."""
    named = request.args.get("names") != "no"
    page = render_template(
        "session/menu/code.html", session=load(session), code=code_of(book(), session, named=named), named=named
    )
    return unkept(make_response(page))


@pages.get("/<session>/code/code.svg")
def code_picture(session: str) -> ResponseReturnValue:
    """The QR code alone; where the game is too large for one, words in its place."""
    found = code_of(book(), session)
    if found.qr is None:
        said = (_("Too large for a picture."), _("Tap for other ways."))
        return unkept(picture("no-code.svg", lines=[line for each in said for line in wrapped([each], LINE_WIDTH)]))
    return unkept(Response(found.qr.file, mimetype="image/svg+xml"))


def _scorecard(found: Session) -> Iterator[list[str]]:
    sheet = found.sheet
    players = [" / ".join(names_of_seat(sheet, seat)) for seat in sheet.table.seats]
    noted = [[_noted(cell) for cell in row.cells] for row in sheet.rows]
    # Empty columns are left out.
    kept = [seat for seat in sheet.table.seats if any(row[seat] for row in noted)]
    beside = [harmless(_("%(name)s: noted", name=players[seat])) for seat in kept]
    yield [_("Deal"), "", *map(harmless, players), *beside]
    for row, marks in zip(sheet.rows, noted, strict=True):
        about = harmless(words(row.about))
        points = ("" if cell.absent else decimal(cell.points) for cell in row.cells)
        yield [harmless(words(row.label)), about, *points, *(harmless(marks[seat]) for seat in kept)]
    yield ["", "Σ", *map(decimal, sheet.totals), *("" for _seat in kept)]


def _noted(cell: Cell) -> str:
    """The notes beside the points: bid, letters with outcomes, extras."""
    signs = (words(sign.letter) + words(MARKS[sign.outcome].mark) for sign in cell.signs)
    return " ".join(filter(None, (words(cell.also), cell.figure, *signs)))


def _download(body: str, *, mimetype: str, name: str) -> Response:
    response = Response(body, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return unkept(response)
