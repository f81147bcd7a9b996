"""A session from afar: for a screen that the whole table sees, and for a phone that lies in the middle of it."""

from __future__ import annotations

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue

from record.session import Session
from store.book import KeepersBook
from web.workings.access import book, load
from web.workings.board import board_of
from web.workings.chart import chart_of
from web.workings.course import course_of
from web.workings.qr import qr_code
from web.workings.shown import turn_of

pages = Blueprint("table", __name__, url_prefix="/s/<session>")


@pages.get("/table")
def show(session: str) -> ResponseReturnValue:
    """The table view, for a television, a laptop or a tablet that stands."""
    found = load(session)
    return _page("table.html", found, chart=chart_of(found.sheet), course=course_of(found))


@pages.get("/flat")
def flat(session: str) -> ResponseReturnValue:
    """The flat view, to be read from both long sides; a keeper's phone counts on it what is won in play."""
    found = load(session)
    return _page("flat.html", found, turn=turn_of(found.sheet), counting=isinstance(book(), KeepersBook))


def _page(template: str, found: Session, **more: object) -> str:
    address = url_for("sheets.show", session=found.id, _external=True)
    return render_template(
        template, session=found, sheet=found.sheet, board=board_of(found.sheet), qr=qr_code(address), **more
    )
