"""The small pages behind the sheet's menu: house rules, views, log, and what is exported."""

from __future__ import annotations

import json
from collections.abc import Iterator

from flask import Response, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from record.log import stamp
from record.people import names_of_seat
from record.session import Session
from scoring.core import replay_trusted
from scoring.errors import EntryError
from scoring.message import decimal
from scoring.sheets.changes import PLAN
from scoring.sheets.values import Cell
from store.scorebooks import original_names, save_rule_set
from web.exports.other_apps import bg_stats_link, csv_chunks, csv_safe
from web.exports.pictures import picture, wrap
from web.exports.qr_codes import game_code_of
from web.http.headers import no_store
from web.i18n.timezone import iso_day_of
from web.i18n.translate import words
from web.identity.visitor import book, requested_session
from web.request import now
from web.request.page import Pages
from web.sheet.change_flow import change, lines, problem_texts
from web.sheet.scorecard import MARKS, page_range
from web.sheet.setup_form import rules_of
from web.sheet.view import share_text

SVG = "http://www.w3.org/2000/svg"
LINE_WIDTH = 11
"""The width of a line in the place of a QR code, in full-width letters."""

pages = Pages("menu", __name__, url_prefix="/s/<session>", readers="watcher", of_session=True)


@pages.get("/rules")
def rules(session: str) -> ResponseReturnValue:
    """The house rules of the session; a keeper can save them under a name."""
    return _rules_page(requested_session(session))


@pages.post("/rules")
def keep_rules(session: str) -> ResponseReturnValue:
    """Save this session's house rules under a name."""
    found = requested_session(session)

    def write() -> str:
        options = found.sheet.options.strip_defaults(found.sheet.table).to_json()
        name = request.form.get("rule_name", "")
        save_rule_set(book(), found.game.slug, name=name, options=options, at=stamp(now()))
        return url_for("menu.rules", session=session, kept=1)

    return change(found, _rules_page, write)


def _rules_page(session: Session, error: EntryError | None = None) -> str:
    plans = [index for index, entry in enumerate(session.entries) if entry["step"] == PLAN]
    return render_template(
        "session/menu/rules.html",
        session=session,
        sheet=session.sheet,
        called=rules_of(session),
        # As it was said when the table changed it last.
        plan=replay_trusted(session.blank, session.entries[: plans[-1] + 1]).said if plans else None,
        problems=problem_texts(error),
    )


@pages.get("/views")
def views(session: str) -> ResponseReturnValue:
    """The views for the whole table."""
    return render_template("session/menu/views.html", session=requested_session(session))


@pages.get("/log")
def log(session: str) -> ResponseReturnValue:
    """The log, newest first, in pages."""
    found = requested_session(session)
    page, positions = page_range(found.position, request.args.get("page", 1, type=int))
    log = lines(found, positions)[::-1]
    return render_template("session/menu/log.html", session=found, log=log, page=page, older=positions.start > 0)


# Exports.


@pages.get("/export")
def export(session: str) -> ResponseReturnValue:
    """The files of the session, and its standings as text."""
    found = requested_session(session)
    return render_template(
        "session/menu/export.html",
        session=found,
        sheet=found.sheet,
        share=share_text(found),
        bg_stats=bg_stats_link(found, original_names(book(), found.id), rules_of(found)) if found.sheet.over else "",
    )


@pages.get("/takuroku.json")
def document(session: str) -> ResponseReturnValue:
    """The session document; `python -m scoring` reads it."""
    found = requested_session(session)
    return _download(found, json.dumps(found.document, ensure_ascii=False, indent=1), "application/json", "json")


@pages.get("/takuroku.csv")
def table(session: str) -> ResponseReturnValue:
    """The scorecard as CSV: points by player, totals, and what paper shows beside the points."""
    found = requested_session(session)
    return _download(found, "".join(csv_chunks(_scorecard(found))), "text/csv", "csv")


@pages.get("/code")
def code(session: str) -> ResponseReturnValue:
    """The game code, as a picture and as a link to share and copy; `?names=no`: without names."""
    named = request.args.get("names") != "no"
    link, qr = game_code_of(book(), session, named=named)
    page = render_template("session/menu/code.html", session=requested_session(session), link=link, qr=qr, named=named)
    return no_store(make_response(page))


@pages.get("/code/code.svg")
def code_picture(session: str) -> ResponseReturnValue:
    """The QR code alone; where the game is too large for one, words in its place."""
    _link, qr = game_code_of(book(), session)
    if qr is None:
        sentences = (_("Too large for a picture."), _("Tap for other ways."))
        return no_store(picture("no-code.svg", lines=[line for each in sentences for line in wrap([each], LINE_WIDTH)]))
    return no_store(Response(str(qr).replace("<svg ", f'<svg xmlns="{SVG}" ', 1), mimetype="image/svg+xml"))


def _scorecard(session: Session) -> Iterator[list[str]]:
    sheet = session.sheet
    players = [" / ".join(names_of_seat(sheet, seat)) for seat in sheet.table.seats]
    notes = [[_notes(cell) for cell in row.cells] for row in sheet.rows]
    # Empty columns are left out.
    noted = [seat for seat in sheet.table.seats if any(row[seat] for row in notes)]
    beside = [csv_safe(_("%(name)s: noted", name=players[seat])) for seat in noted]
    yield [_("Deal"), "", *map(csv_safe, players), *beside]
    for row, marks in zip(sheet.rows, notes, strict=True):
        about = csv_safe(words(row.about))
        points = ("" if cell.absent else decimal(cell.points) for cell in row.cells)
        yield [csv_safe(words(row.label)), about, *points, *(csv_safe(marks[seat]) for seat in noted)]
    yield ["", "Σ", *map(decimal, sheet.totals), *("" for _seat in noted)]


def _notes(cell: Cell) -> str:
    """The notes beside the points: bid, letters with outcomes, extras."""
    signs = (words(sign.letter) + words(MARKS[sign.outcome].mark) for sign in cell.signs)
    return " ".join(filter(None, (words(cell.also), cell.figure, *signs)))


def _download(session: Session, body: str, mimetype: str, ending: str) -> Response:
    name = f"{session.game.slug}-{iso_day_of(session.created_at)}.{ending}"
    return no_store(
        Response(body, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'})
    )
