"""Page of all sessions: running ones first, then by local month, with filters."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from itertools import groupby

from babel.dates import format_skeleton
from flask import render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import get_locale

from record.log import stamp
from scoring.catalogue import all_games
from store import scorebooks
from store.book import Book
from store.sessions.history import Summary, find, summaries
from store.sessions.purge import KEPT_DAYS, due
from store.sessions.search import Filters
from store.stats.selection import played_games
from web.i18n.games import game_name
from web.i18n.timezone import there, zone
from web.identity.current import book, now
from web.pages.scorebook.home import MAX_RUNNING_SHOWN, fresh_and_old
from web.reports.selection import game_and_title, name_of, typed, value_of
from web.request.page import Pages

pages = Pages("history", __name__, url_prefix="/history", readers="watcher")
pages.record(lambda state: state.app.jinja_env.globals.update(discarded_days=KEPT_DAYS))

SESSIONS_PER_PAGE = 30
LAST_PAGE = 10_000
FOLDED = 10
"""Archived and deleted sessions listed below the others; more are on a page of their own."""
FILTERS = ("game", "player", "text", "month")
NEVER = ("", "")
"""A time span that matches no session."""


@dataclass(frozen=True)
class Month:
    """The sessions that began in a month, with its form value and its name."""

    value: str
    name: str
    sessions: Sequence[Summary]


@pages.get("")
def show() -> ResponseReturnValue:
    """List the sessions that match the filters, newest first, in pages; or all of a `kind`.

    Running sessions are on top of the first page.
    """
    scorebook, place = book(), zone()
    chosen = {name: typed(name) for name in FILTERS}
    game, title = game_and_title(chosen["game"])
    filters: Filters = {
        "game": game,
        "title": title or None,
        "player": chosen["player"],
        "text": chosen["text"],
        "began": moments_of(chosen["month"], place) if chosen["month"] else None,
    }
    kinds = _kinds()
    kind = request.args.get("kind", "")
    whole = kinds.get(kind)
    page = min(max(request.args.get("page", default=1, type=int), 1), LAST_PAGE)
    running = summaries(scorebook, limit=MAX_RUNNING_SHOWN, **(filters | {"over": False})) if whole is None else []
    fresh, quiet = fresh_and_old(running, now=now())
    found = find(
        scorebook,
        limit=SESSIONS_PER_PAGE,
        offset=(page - 1) * SESSIONS_PER_PAGE,
        **(filters | (whole or {"over": True})),
    )
    return render_template(
        "scorebook/history.html",
        games=all_games(),
        offered=offered_games(scorebook, chosen["game"]),
        players=offered(scorebook, chosen["player"]),
        chosen=chosen,
        filters={name: value for name, value in chosen.items() if value},
        kind=kind if whole is not None else "",
        fresh=fresh if page == 1 else [],
        quiet=quiet if page == 1 else [],
        more_running=len(running) == MAX_RUNNING_SHOWN,
        months=_by_month(found.sessions, place),
        older=found.older,
        total=found.total + len(running),
        more_than_total=found.more_than_total or len(running) == MAX_RUNNING_SHOWN,
        folded={name: summaries(scorebook, limit=FOLDED + 1, **kinds[name]) for name in ("archived", "deleted")}
        if whole is None
        else {},
        most_folded=FOLDED,
        page=page,
    )


def _kinds() -> dict[str, Filters]:
    """The filters of the kinds that have a page of their own."""
    return {
        "running": {"over": False},
        "archived": {"archived": True},
        "deleted": {"discarded_since": due(now())},
    }


def offered_games(scorebook: Book, chosen: str) -> dict[str, str]:
    """The games offered in the filter with their names, those of the pad by the names that they were given."""
    found = {slug: game_name(game) for slug, game in all_games().items()}
    titled = [(each.game, each.title) for each in played_games(scorebook) if each.title]
    found |= {value_of(*each): name_of(*each) for each in (*titled, *([game_and_title(chosen)] if chosen else []))}
    return found


def offered(scorebook: Book, chosen: str) -> list[str]:
    """The players offered in the filter, including the chosen one."""
    players = scorebooks.players(scorebook)
    return players if not chosen or chosen in players else [*players, chosen]


def _by_month(sessions: Iterable[Summary], place: tzinfo) -> list[Month]:
    def began(session: Summary) -> datetime:
        return there(session.created_at, place)

    return [
        Month(value, format_skeleton("yMMMM", began(found[0]), locale=get_locale()), found)
        for value, group in groupby(sessions, key=lambda session: f"{began(session):%Y-%m}")
        if (found := list(group))
    ]


def moments_of(month: str, place: tzinfo) -> tuple[str, str]:
    """The first and last timestamp of a local month; `NEVER` for an invalid one.

    >>> from zoneinfo import ZoneInfo
    >>> moments_of("2026-11", ZoneInfo("Asia/Tokyo"))
    ('2026-10-31T15:00:00Z', '2026-11-30T14:59:59Z')
    """
    try:
        first = datetime.strptime(month, "%Y-%m").replace(tzinfo=place)
        days = monthrange(first.year, first.month)[1]
        # Local wall time, so that changes to daylight saving time are right.
        last = first.replace(day=days, hour=23, minute=59, second=59)
        return stamp(first), stamp(last)
    except (ValueError, OverflowError):
        return NEVER
