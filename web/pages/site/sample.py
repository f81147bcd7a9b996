"""A sample game to look at: read-only, nothing of it is kept."""

from __future__ import annotations

from flask import render_template, request
from flask.typing import ResponseReturnValue

from web.reports import sample
from web.request.page import Pages
from web.sheet.chart import chart_of
from web.sheet.summary import course_of

pages = Pages("sample", __name__, readers="anyone")


@pages.get("/sample")
def show() -> ResponseReturnValue:
    """The sample as it stands at its end; `row` opens the working of a deal."""
    game = sample.game()
    row = request.args.get("row", type=int)
    return render_template(
        "site/sample.html",
        session=game,
        sheet=game.sheet,
        chart=chart_of(game.sheet),
        course=course_of(game),
        opened=row if row in range(len(game.sheet.rows)) else None,
        look=None,
        is_keeper=lambda: False,
    )
