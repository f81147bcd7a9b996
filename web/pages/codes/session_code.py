"""The code of a session: a link and a QR code that hold the whole game."""

from __future__ import annotations

from flask import Response, make_response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from web.http.headers import unkept
from web.identity.current import book, load
from web.reports.game_code import code_of
from web.request.page import Pages

pages = Pages("session_code", __name__, url_prefix="/s/<session>/code", readers="watcher", of_session=True)


@pages.get("")
def show(session: str) -> ResponseReturnValue:
    """The code, its link to share and copy; `?names=no`: without names."""
    named = request.args.get("names") != "no"
    page = render_template(
        "session/menu/code.html", session=load(session), code=code_of(book(), session, named=named), named=named
    )
    return unkept(make_response(page))


@pages.get("/code.svg")
def picture(session: str) -> ResponseReturnValue:
    """The QR code alone; 404 where the game is too large for one."""
    code = code_of(book(), session)
    if code.qr is None:
        raise NotFound
    return unkept(Response(code.qr.svg, mimetype="image/svg+xml"))
