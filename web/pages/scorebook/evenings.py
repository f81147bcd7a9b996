"""Pages of evenings, with a recap and a picture to share."""

from __future__ import annotations

from flask import abort, render_template
from flask.typing import ResponseReturnValue
from flask_babel import format_date

from record.evenings import MAX_BREAK, MAX_SESSION_LENGTH, Evening, evenings
from scoring.catalogue import all_games
from store.sessions.history import Summary
from web.i18n.timezone import there, zone
from web.identity.current import book
from web.reports.evening import Recap, evening_of, recap_of, sitting_of, winners_first
from web.reports.svg import picture
from web.request.page import Pages
from web.sheet.colours import INKS

pages = Pages("evenings", __name__, url_prefix="/evenings", readers="watcher")

SESSIONS = 100
"""Evenings are listed from this many last sessions."""
IN_PICTURE = 8
"""Players and games drawn at most; the rest is a number."""


@pages.get("")
def index() -> ResponseReturnValue:
    """List the last evenings, the newest first, without those whose sessions are all archived."""
    last = book().search(limit=SESSIONS, archived=None)
    by_id = {each.id: each for each in last}
    found = evenings(map(sitting_of, reversed(last)))
    if len(last) == SESSIONS:
        # An evening that began this early may have earlier sessions that were not read.
        cut = min(each[0].began for each in found) + MAX_SESSION_LENGTH + MAX_BREAK
        found = [evening for evening in found if evening[0].began > cut] or found
    place = zone()
    listed = [
        (
            evening[0].id,
            format_date(there(by_id[evening[0].id].created_at, place).date(), "long"),
            winners_first(evening, by_id),
            _counted(evening, by_id),
        )
        for evening in reversed(found)
        if not all(by_id[each.id].archived_at for each in evening)
    ]
    return render_template("scorebook/evenings.html", evenings=listed, games=all_games())


@pages.get("/<session>")
def show(session: str) -> ResponseReturnValue:
    """The evening to which this session belongs."""
    recap = _recap(session)
    return render_template("scorebook/evening.html", recap=recap, session=session, height=_height(recap))


@pages.get("/<session>/evening.svg")
def drawn(session: str) -> ResponseReturnValue:
    """The evening as a picture."""
    recap = _recap(session)
    return picture("evening.svg", recap=recap, most=IN_PICTURE, height=_height(recap), inks=INKS)


def _recap(session: str) -> Recap:
    scorebook = book()
    evening = evening_of(scorebook, scorebook.load(session))
    if not evening:
        abort(404)
    return recap_of(scorebook, evening, zone())


def _height(recap: Recap) -> int:
    """The height of the picture."""
    lists = (recap.standing, recap.games) if len(recap.games) > 1 else (recap.games[0].sides,)
    lines = max(min(len(each), IN_PICTURE + 1) for each in lists)
    return max(630, 250 + 86 * lines + 70)


def _counted(evening: Evening, by_id: dict[str, Summary]) -> dict[str, tuple[Summary, int]]:
    """By slug a session of each game, and their number."""
    counted: dict[str, tuple[Summary, int]] = {}
    for sitting in evening:
        summary = by_id[sitting.id]
        counted[summary.game] = (summary, counted.get(summary.game, (summary, 0))[1] + 1)
    return counted
