"""Pages of evenings, with a recap and a picture to share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from itertools import groupby

from babel.dates import format_skeleton
from flask import abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import format_date, get_locale

from record.evenings import Evening
from record.log import stamp
from scoring.catalogue import all_games
from store.book import Book
from store.sessions.evenings import evening_of, evenings_after, evenings_before
from store.sessions.history import Summary, summaries_of
from store.sessions.search import Filters
from web.i18n.games import game_name
from web.i18n.timezone import clock_of, zone
from web.identity.current import book
from web.pages.scorebook.history import offered
from web.reports.evening import Recap, recap_of, winners_first
from web.reports.selection import asked_filter, typed
from web.reports.svg import picture
from web.request.page import Pages
from web.sheet.colours import INKS

pages = Pages("evenings", __name__, url_prefix="/evenings", readers="watcher")

EVENINGS_PER_PAGE = 20
IN_PICTURE = 8
"""Players and games drawn at most; the rest is a number."""


@dataclass(frozen=True)
class Listed:
    """An evening in the list: its first session and local start, the players with their wins, how often which game.

    `date` is that of the start, with the time where another evening in the list began on that day.
    """

    first: str
    began: datetime
    date: str
    people: Sequence[tuple[str, int]]
    games: Mapping[str, int]


@dataclass(frozen=True)
class Month:
    """The evenings that began in a month, with its form value and its name."""

    value: str
    name: str
    evenings: Sequence[Listed]


@pages.get("")
def index() -> ResponseReturnValue:
    """List the evenings that match the filters, newest first, in pages that begin before or after a time.

    Left out are those whose sessions are all archived.
    """
    scorebook, place = book(), zone()
    asked, player = asked_filter(scorebook), typed("player")
    chosen = asked.selection
    filters: Filters = {"game": chosen.game, "title": asked.title, "kind": chosen.kind, "player": player}
    before, after = _moment("before"), _moment("after")
    if after and not chosen.has_period:
        page = evenings_after(scorebook, limit=EVENINGS_PER_PAGE, after=after, **filters)
    else:
        ends = min(filter(None, (before, chosen.until)), default=None)
        page = evenings_before(scorebook, limit=EVENINGS_PER_PAGE, before=ends, since=chosen.since or None, **filters)
    found = page.evenings
    content = render_template(
        "scorebook/evenings.html",
        months=_by_month(scorebook, found, place),
        players=offered(scorebook, player),
        filter=asked,
        player=player,
        older=stamp(found[-1][0].began) if page.older else None,
        newer=stamp(found[0][0].began) if found and (page.newer or before) else None,
    )
    return content, asked.status


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
    evening = evening_of(scorebook, session)
    if not evening:
        abort(404)
    return recap_of(scorebook, evening, zone())


def _height(recap: Recap) -> int:
    """The height of the picture."""
    lists = (recap.standing, recap.games) if len(recap.games) > 1 else [each.sides for each in recap.games]
    lines = max((min(len(each), IN_PICTURE + 1) for each in lists), default=0)
    return max(630, 250 + 86 * lines + 70)


def _by_month(scorebook: Book, found: Sequence[Evening], place: tzinfo) -> list[Month]:
    starts = [evening[0].began.astimezone(place) for evening in found]
    days = Counter(began.date() for began in starts)
    by_id = {
        each.id: each for each in summaries_of(scorebook, [sitting.id for evening in found for sitting in evening])
    }
    listed = [
        Listed(
            evening[0].id,
            began,
            format_date(began.date(), "long") + (f" {clock_of(stamp(began))}" if days[began.date()] > 1 else ""),
            winners_first(evening, by_id),
            Counter(_name(by_id[each.id]) for each in evening),
        )
        for evening, began in zip(found, starts, strict=True)
    ]
    return [
        Month(value, format_skeleton("yMMMM", of_it[0].began, locale=get_locale()), of_it)
        for value, group in groupby(listed, key=lambda each: f"{each.began:%Y-%m}")
        if (of_it := list(group))
    ]


def _name(session: Summary) -> str:
    game = all_games().get(session.game)
    return game_name(game, session.options) if game else session.game


def _moment(name: str) -> str | None:
    """A time of the record from the query; None where it is none."""
    try:
        return stamp(datetime.fromisoformat(request.args.get(name, "")))
    except (ValueError, AssertionError, OverflowError):
        return None
