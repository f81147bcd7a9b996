"""The page of the tools, and the way to the screens of the game on the table."""

from __future__ import annotations

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from store.sessions.history import summaries
from web.identity.visitor import book, can_see_scorebook
from web.request.page import Pages

pages = Pages("toolbox", __name__, url_prefix="/tools", readers="anyone")


@pages.get("")
def show() -> str:
    """The tools, the same for everybody at any time."""
    return render_template("tools/toolbox.html")


@pages.get("/screen")
def big_screen() -> ResponseReturnValue:
    """302 to the screens of the newest running game; to the home page where none runs."""
    running = summaries(book(), over=False, limit=1) if can_see_scorebook() else ()
    return redirect(url_for("menu.views", session=running[0].id) if running else url_for("home.show"))
