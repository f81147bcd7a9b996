"""Pages of what was played, by local month: the sessions, running ones first, and the evenings; each with filters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, datetime
from itertools import groupby
from typing import TypeVar

from babel.dates import format_skeleton
from flask import abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import format_date, get_locale

from record.log import stamp
from scoring.catalogue import all_games
from store import scorebooks
from store.book import Book
from store.players.profiles import colours_of
from store.sessions.evenings import evening_of, evenings_after, evenings_before
from store.sessions.history import find_sessions, summaries
from store.sessions.purge import KEPT_DAYS, purge_cutoff
from store.sessions.search import SessionQuery
from store.stats.selection import played_games
from web.errors import NoAccessError
from web.exports.pictures import picture
from web.i18n.games import name_of_slug
from web.i18n.timezone import clock_of, played_on, zone
from web.identity.visitor import book
from web.pages.scorebook.home import MAX_RUNNING_SHOWN, fresh_and_old, invited_page
from web.request import now
from web.request.page import Pages
from web.sheet.scorecard import INKS
from web.summaries.evening import Recap, recap_of, summarize_all
from web.summaries.filters import game_and_title, name_of, page_filter, search, typed, value_of

pages = Pages("history", __name__, readers="watcher")
pages.give_templates(days_until_purge=KEPT_DAYS)

SESSIONS_PER_PAGE, EVENINGS_PER_PAGE = 30, 20
LAST_PAGE = 10_000
FOLDED = 10
"""Archived and deleted sessions listed below the others; more are on a page of their own."""
IN_PICTURE = 8
"""Players and games drawn at most; the rest is a number."""
T = TypeVar("T")


@pages.get("/history", audience="anyone")
def show() -> ResponseReturnValue:
    """List the sessions that match the filters, newest first, in pages; or all of a `kind`.

    Running sessions are on top of the first page. Who has access to single sessions alone sees those.
    """
    try:
        scorebook = book()
    except NoAccessError:
        return invited_page()
    chosen = {name: typed(name) for name in ("game", "player", "text", "month")}
    game, title = game_and_title(chosen["game"])
    filters = search({**chosen, "game": game, "title": title}, zone())
    kinds: dict[str, SessionQuery] = {
        "running": {"over": False},
        "archived": {"archived": True},
        "deleted": {"deleted_since": purge_cutoff(now())},
    }
    kind = request.args.get("kind", "")
    whole = kinds.get(kind)
    page = min(max(request.args.get("page", default=1, type=int), 1), LAST_PAGE)
    running = summaries(scorebook, limit=MAX_RUNNING_SHOWN, **(filters | {"over": False})) if whole is None else []
    fresh, quiet = fresh_and_old(running, now=now())
    found = find_sessions(
        scorebook,
        limit=SESSIONS_PER_PAGE,
        offset=(page - 1) * SESSIONS_PER_PAGE,
        **(filters | (whole or {"over": True})),
    )
    titled = [(each.game, each.title) for each in played_games(scorebook) if each.title]
    if game:
        titled.append((game, title))
    return render_template(
        "scorebook/history.html",
        games=all_games(),
        offered={value_of(*each): name_of(*each) for each in (*((slug, "") for slug in all_games()), *titled)},
        players=_offered_players(scorebook, chosen["player"]),
        chosen=chosen,
        filters={name: value for name, value in chosen.items() if value},
        kind=kind if whole is not None else "",
        fresh=fresh if page == 1 else [],
        quiet=quiet if page == 1 else [],
        more_running=len(running) == MAX_RUNNING_SHOWN,
        months=_by_month(found.sessions, lambda session: played_on(session.played_at)),
        older=found.older,
        total=found.total + len(running),
        more_than_total=found.more_than_total or len(running) == MAX_RUNNING_SHOWN,
        folded={name: summaries(scorebook, limit=FOLDED + 1, **kinds[name]) for name in ("archived", "deleted")}
        if whole is None
        else {},
        most_folded=FOLDED,
        page=page,
    )


@pages.get("/evenings")
def evenings() -> ResponseReturnValue:
    """List the evenings that match the filters, newest first, in pages that begin before or after a time.

    Left out are those whose sessions are all archived.
    """
    scorebook = book()
    asked, player = page_filter(scorebook), typed("player")
    chosen = asked.selection
    filters: SessionQuery = {"game": chosen.game, "title": asked.title, "kind": chosen.kind, "player": player}
    before, after = _moment("before"), _moment("after")
    if after and not chosen.has_period:
        page = evenings_after(scorebook, limit=EVENINGS_PER_PAGE, after=after, **filters)
    else:
        ends = min(filter(None, (before, chosen.until)), default=None)
        page = evenings_before(scorebook, limit=EVENINGS_PER_PAGE, before=ends, since=chosen.since or None, **filters)
    found = summarize_all(scorebook, page.evenings, lambda each: name_of_slug(each.game, each.options))
    days = [played_on(each.began) for each in found]
    # Evenings of one day are told apart by their time.
    dates = [
        format_date(day, "long") + (f" {clock_of(each.began)}" if days.count(day) > 1 else "")
        for day, each in zip(days, found, strict=True)
    ]
    content = render_template(
        "scorebook/evenings.html",
        months=_by_month(zip(found, dates, strict=True), lambda each: played_on(each[0].began)),
        players=_offered_players(scorebook, player),
        filter=asked,
        player=player,
        older=stamp(page.evenings[-1].began) if page.older else None,
        newer=stamp(page.evenings[0].began) if page.evenings and (page.newer or before) else None,
    )
    return content, asked.status


@pages.get("/evenings/<session>")
def evening(session: str) -> ResponseReturnValue:
    """The evening to which this session belongs."""
    recap = _recap(session)
    return render_template("scorebook/evening.html", recap=recap, session=session, height=_height(recap))


@pages.get("/evenings/<session>/evening.svg")
def evening_picture(session: str) -> ResponseReturnValue:
    """The evening as a picture."""
    recap = _recap(session)
    return picture(
        "evening.svg", recap=recap, colours=colours_of(book()), most=IN_PICTURE, height=_height(recap), inks=INKS
    )


def _recap(session: str) -> Recap:
    scorebook = book()
    return recap_of(scorebook, evening_of(scorebook, session) or abort(404), zone())


def _height(recap: Recap) -> int:
    """The height of the picture."""
    lists = [recap.games[0].sides] if len(recap.games) == 1 else [recap.standing, recap.games]
    return max(630, 250 + 86 * max(min(len(each), IN_PICTURE + 1) for each in lists) + 70)


def _offered_players(scorebook: Book, chosen: str) -> list[str]:
    """The players offered in the filter, including the chosen one."""
    players = scorebooks.players(scorebook)
    return players if not chosen or chosen in players else [*players, chosen]


def _by_month(found: Iterable[T], day_of: Callable[[T], date]) -> list[tuple[str, str, list[T]]]:
    """What was played in each month of the reader, with the month's form value and its name."""
    return [
        (value, format_skeleton("yMMMM", day_of(its[0]), locale=get_locale()), its)
        for value, group in groupby(found, key=lambda each: f"{day_of(each):%Y-%m}")
        if (its := list(group))
    ]


def _moment(name: str) -> str | None:
    """A time of the record from the query; None where it is none."""
    try:
        return stamp(datetime.fromisoformat(request.args.get(name, "")))
    except (ValueError, AssertionError, OverflowError):
        return None
