"""Past evenings: by month, filtered by game, player, text."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scoring.catalogue import all_games
from store.finding import Filters
from store.purge import KEPT_DAYS, due
from web.workings.access import book, now

pages = Blueprint("history", __name__, url_prefix="/history")

PAGE = 30
LAST_PAGE = 10_000
MOST_FOLDED = 50
"""So many archived and so many deleted sessions are listed below the others."""


@pages.get("")
def show() -> ResponseReturnValue:
    """The sessions that fit the filters, newest first, `PAGE` at a time."""
    scorebook = book()
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
        players=scorebook.players(),
        chosen=chosen,
        filters={name: value for name, value in chosen.items() if value},
        found=scorebook.find(limit=PAGE, offset=(page - 1) * PAGE, **filters),
        archived=scorebook.search(limit=MOST_FOLDED, **(filters | {"archived": True})),
        discarded=scorebook.search(discarded_since=due(now()), limit=MOST_FOLDED),
        page=page,
    )


@pages.app_context_processor
def _for_templates() -> dict[str, object]:
    return {"discarded_days": KEPT_DAYS}


def _typed(name: str) -> str:
    """A filter as it was typed, without what no name or note can have."""
    return "".join(filter(str.isprintable, request.args.get(name, ""))).strip()[:100]
