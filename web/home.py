"""Home: carry on, same again, a new game, past sessions, tools."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scoring.catalogue import all_games
from store import history as past
from web import visitor
from web.record import db, new_key

pages = Blueprint("home", __name__)

SHOWN = 5


@pages.get("/")
def show() -> ResponseReturnValue:
    """Running sessions first, then the last line-ups, then everything else."""
    scorebook = visitor.scorebook()
    return render_template(
        "home.html",
        games=all_games(),
        running=past.summaries(db(), scorebook=scorebook, over=False, limit=SHOWN),
        past=past.summaries(db(), scorebook=scorebook, over=True, limit=SHOWN),
        line_ups=[each for each in past.line_ups(db(), scorebook=scorebook) if each.game in all_games()],
        key=new_key,
    )
