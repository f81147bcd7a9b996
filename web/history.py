"""Past evenings: by month, filtered by game, player, text."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scoring.catalogue import all_games
from store import history as past
from store import scorebooks
from store.by import stamp
from store.finding import Filters
from web import visitor
from web.record import db

pages = Blueprint("history", __name__, url_prefix="/history")

PAGE = 30
LAST_PAGE = 10_000
DISCARDED_DAYS = 30
"""For how long a discarded session can be restored from here."""


@pages.get("")
def show() -> ResponseReturnValue:
    """The sessions that fit the filters, newest first, `PAGE` at a time."""
    scorebook = visitor.scorebook()
    chosen = {name: _typed(name) for name in ("game", "player", "text", "month")}
    filters: Filters = {
        "game": chosen["game"],
        "player": chosen["player"],
        "text": chosen["text"],
        "month": chosen["month"],
    }
    page = min(max(request.args.get("page", default=1, type=int), 1), LAST_PAGE)
    return render_template(
        "history.html",
        games=all_games(),
        players=scorebooks.players(db(), scorebook),
        months=past.months(db(), scorebook),
        chosen=chosen,
        filters={name: value for name, value in chosen.items() if value},
        found=past.find(db(), scorebook=scorebook, limit=PAGE, offset=(page - 1) * PAGE, **filters),
        discarded=past.summaries(db(), scorebook=scorebook, discarded_since=_restorable_since()),
        page=page,
    )


def _restorable_since() -> str:
    return stamp(datetime.now(UTC) - timedelta(days=DISCARDED_DAYS))


@pages.app_context_processor
def _for_templates() -> dict[str, object]:
    return {"discarded_days": DISCARDED_DAYS}


def _typed(name: str) -> str:
    """A filter as it was typed, without what no name or note can have."""
    return "".join(filter(str.isprintable, request.args.get(name, ""))).strip()[:100]
