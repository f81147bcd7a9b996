"""The small pages behind the sheet's menu: the views for the whole table, and the log."""

from __future__ import annotations

from flask import render_template, request
from flask.typing import ResponseReturnValue

from web.identity.visitor import requested_session
from web.request.page import Pages
from web.sheet.change_flow import lines
from web.sheet.scorecard import page_range

pages = Pages("menu", __name__, url_prefix="/s/<session>", readers="watcher", of_session=True)


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
