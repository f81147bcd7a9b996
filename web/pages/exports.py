"""A session to take away: as a session document, as a table for a spreadsheet."""

from __future__ import annotations

import csv
import io
import json

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

from scoring.message import decimal
from web.workings.access import load
from web.workings.words import words

pages = Blueprint("exports", __name__, url_prefix="/s")

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "＝", "＋", "－", "＠")


@pages.get("/<session>/takuroku.json")
def document(session: str) -> ResponseReturnValue:
    """The session document; `python -m scoring` reads it."""
    found = load(session)
    body = json.dumps(found.document, ensure_ascii=False, indent=1)
    return _download(body, mimetype="application/json", name=f"{found.game.slug}-{found.created_at[:10]}.json")


@pages.get("/<session>/takuroku.csv")
def table(session: str) -> ResponseReturnValue:
    """A line a row of the scorecard, points by player, and the totals."""
    found = load(session)
    sheet = found.sheet
    target = io.StringIO()
    writer = csv.writer(target)
    writer.writerow(["", "", *map(_harmless, sheet.table.players)])
    for row in sheet.rows:
        writer.writerow([words(row.label), _harmless(words(row.about)), *map(decimal, row.points)])
    writer.writerow(["", "Σ", *map(decimal, sheet.totals)])
    # The mark at the front tells spreadsheets that this is UTF-8.
    body = "\ufeff" + target.getvalue()
    return _download(body, mimetype="text/csv", name=f"{found.game.slug}-{found.created_at[:10]}.csv")


def _harmless(text: str) -> str:
    """Text that a spreadsheet does not take for a formula."""
    return "'" + text if text.startswith(FORMULA_STARTS) else text


def _download(body: str, *, mimetype: str, name: str) -> Response:
    response = Response(body, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
