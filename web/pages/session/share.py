"""Sharing a game: its picture and its text with the link that holds it, and what other programs open.

Shown is the game as it is now, running or over. What is shared is in other hands then: it has neither the note nor the
phones' names, and without names nobody's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from flask import Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from record.people import names_of_seat
from record.session import Session
from scoring.message import decimal, plain, signed
from scoring.sheets.values import Cell, DecidedBy, Side, Standing
from scoring.text import isolated
from store.scorebooks import original_names
from store.transfer.check import session_in
from store.transfer.scorebook_file import read_scorebook
from web.exports.other_apps import bg_stats_link, csv_chunks, csv_safe
from web.exports.pictures import picture, wrap
from web.exports.qr_codes import game_code_of, game_file
from web.http.headers import no_store
from web.i18n.games import ended_as, game_name
from web.i18n.timezone import played_on
from web.i18n.translate import translated
from web.identity.visitor import book, requested_session
from web.request.page import Pages
from web.sheet.scorecard import INKS, MARKS, bars, progress, unranked
from web.sheet.setup_form import rules_of

SVG = "http://www.w3.org/2000/svg"
LINE_WIDTH = 11
"""The width of a line in the place of a QR code, in full-width letters."""
IN_PICTURE = 8
"""Sides drawn at most; the rest is a number."""

pages = Pages("share", __name__, url_prefix="/s/<session>", readers="watcher", of_session=True)


@pages.get("/share")
def show(session: str) -> ResponseReturnValue:
    """The picture and the text, which a button sends, and what else there is; `?names=no`: without names."""
    found, named = requested_session(session), _is_named()
    file = game_file(book(), session, named=named)
    link, qr = game_code_of(file)
    shown = found if named else _session_of(file)
    text = _text(shown)
    page = render_template(
        "session/share.html",
        session=found,
        shown=shown,
        named=named,
        text=text,
        link=link,
        qr=qr,
        height=_height(shown),
        bg_stats=bg_stats_link(found, original_names(book(), found.id), rules_of(found)) if found.sheet.over else "",
    )
    return no_store(make_response(page))


@pages.get("/share/game.svg")
def drawn(session: str) -> ResponseReturnValue:
    """The standings as they are, or the result, as a picture; `?names=no`: without names, `?as=story`: upright, of the
    end."""
    named = _is_named()
    shown = requested_session(session) if named else _session_of(game_file(book(), session, named=False))
    sheet, height = shown.sheet, _height(shown)
    template = "story.svg" if sheet.over and request.args.get("as") == "story" else "game.svg"
    return no_store(
        picture(template, session=shown, sheet=sheet, bars=bars(sheet), most=IN_PICTURE, height=height, inks=INKS)
    )


@pages.get("/code")
@pages.get("/export", endpoint="export")
def code(session: str) -> ResponseReturnValue:
    """Where the pages of the code and of the files were in releases before 2.1.0: 303 to the one that shares."""
    requested_session(session)  # raises where it is not there
    return redirect(url_for("share.show", session=session, names=None if _is_named() else "no"), 303)


def _is_named() -> bool:
    return request.args.get("names") != "no"


def _session_of(file: Mapping[str, Any]) -> Session:
    """The session of a shared file, as whoever opens its code sees it."""
    return session_in(read_scorebook(file))


def _text(session: Session) -> str:
    """The standings as text to share."""
    sheet = session.sheet

    def name(side: Side) -> str:
        return isolated(translated(sheet.name_of_side(side)))

    head = [isolated(game_name(session.game, sheet.options)), played_on(session.played_at).isoformat()]
    if not sheet.over:
        head.append(progress(sheet))
    is_placed = sheet.decided_by != DecidedBy.NOBODY

    def score(each: Standing) -> str:
        if ended := ended_as(sheet, each.seats):
            return translated(ended)
        if each.wins is None:
            return plain(each.total)
        return f"{translated(each.tally)} ({plain(sheet.held(each.seats[0]))})"

    return "\n".join(
        (
            " · ".join(head),
            *(f"{f'{each.place}. ' if is_placed else ''}{name(each.seats)} {score(each)}" for each in sheet.standings),
            *(f"({_('out of competition')}) {name(side)} {plain(sheet.totals[side[0]])}" for side in unranked(sheet)),
            *(f"({_('spectator')}) {isolated(who)} {signed(points)}" for who, points in sheet.spectators),
        )
    )


def _height(session: Session) -> int:
    """The height of the picture."""
    return 330 + 86 * min(len(session.sheet.standings), IN_PICTURE + 1)


@pages.get("/code/code.svg")
def code_picture(session: str) -> ResponseReturnValue:
    """The QR code alone; where the game is too large for one, words in its place."""
    _link, qr = game_code_of(game_file(book(), session))
    if qr is None:
        sentences = (_("This game is too long for a QR code."), _("Tap for other ways."))
        return no_store(picture("no-code.svg", lines=[line for each in sentences for line in wrap([each], LINE_WIDTH)]))
    return no_store(Response(str(qr).replace("<svg ", f'<svg xmlns="{SVG}" ', 1), mimetype="image/svg+xml"))


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


def _scorecard(session: Session) -> Iterator[list[str]]:
    sheet = session.sheet
    players = [" / ".join(names_of_seat(sheet, seat)) for seat in sheet.table.seats]
    notes = [[_notes(cell) for cell in row.cells] for row in sheet.rows]
    # Empty columns are left out.
    noted = [seat for seat in sheet.table.seats if any(row[seat] for row in notes)]
    beside = [csv_safe(_("%(name)s: noted", name=players[seat])) for seat in noted]
    yield [_("Deal"), "", *map(csv_safe, players), *beside]
    for row, marks in zip(sheet.rows, notes, strict=True):
        about = csv_safe(translated(row.about))
        points = ("" if cell.absent else decimal(cell.points) for cell in row.cells)
        yield [csv_safe(translated(row.label)), about, *points, *(csv_safe(marks[seat]) for seat in noted)]
    yield ["", "Σ", *map(decimal, sheet.totals), *("" for _seat in noted)]


def _notes(cell: Cell) -> str:
    """The notes beside the points: bid, letters with outcomes, extras."""
    signs = (translated(sign.letter) + translated(MARKS[sign.outcome].mark) for sign in cell.signs)
    return " ".join(filter(None, (translated(cell.also), cell.figure, *signs)))


def _download(session: Session, body: str, mimetype: str, ending: str) -> Response:
    name = f"{session.game.slug}-{played_on(session.played_at)}.{ending}"
    return no_store(
        Response(body, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'})
    )
