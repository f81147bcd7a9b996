"""The home page: running sessions, same again, new game, the last evening, past sessions, tools."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from flask import current_app, render_template, request
from flask.typing import ResponseReturnValue

from record.errors import UnreadableSessionError
from record.session import Session
from scoring.catalogue import all_games
from scoring.message import Message, Words
from store.access.grants import is_alone
from store.book import Book
from store.errors import NoSuchError
from store.scorebooks import scorebook_name
from store.sessions import history, loading
from store.sessions.history import LineUp, Summary, summaries
from web.errors import NoAccessError
from web.identity import visitor
from web.identity.current import book, load, new_key, now, now_stamp, role
from web.identity.invitations import other_scorebooks, sessions_let_in
from web.reports import sample
from web.reports.evening import last_evening
from web.request.page import Pages
from web.sheet.setup import NamedRules, chosen_options, rule_sets, unusual_rules

pages = Pages("home", __name__, readers="anyone")

MAX_SHOWN = 5
MAX_LAST_EVENING = 30
"""The last evening is looked for in this many past sessions."""
SAME_AGAIN = 3
RECENT_LINEUPS = 20
"""Line-ups searched for those without archived players."""
MAX_RUNNING_READ = 20
"""Running sessions loaded to show their progress."""
MAX_RUNNING_SHOWN = 200
WORTH_KEEPING = 3
"""From this many sessions on, or one finished, the page advises how not to lose them with the phone."""
FORGOTTEN_AFTER = timedelta(days=7)
"""A running session untouched for longer is most likely forgotten."""


@dataclass(frozen=True)
class Running:
    """A running session with its progress, its rules and what each seat has to do, such as to deal."""

    summary: Summary
    progress: Message | None = None
    rules: tuple[Words, ...] = ()
    roles: tuple[Message | None, ...] = ()

    @property
    def ahead(self) -> frozenset[str]:
        """Who leads; nobody where more than half are level."""
        first = frozenset(seat.name for seat in self.summary.seats if seat.place == 1)
        return first if 2 * len(first) <= len(self.summary.seats) else frozenset()


@pages.get("/")
def show() -> ResponseReturnValue:
    """The home page; with access only to single sessions, those."""
    try:
        scorebook = book()
    except NoAccessError:
        return _let_in()
    running = summaries(scorebook, over=False, limit=MAX_RUNNING_SHOWN)
    fresh, old = fresh_and_old(running, now=now())
    last = history.line_ups(scorebook, RECENT_LINEUPS)
    line_ups = [each for each in last if each.game in all_games() and not each.archived][:SAME_AGAIN]
    shown = {each.game for each in fresh} | {each.game for each in line_ups}
    past = summaries(scorebook, over=True, limit=MAX_LAST_EVENING)
    sets = {slug: rule_sets(game) for slug, game in all_games().items() if slug in shown}
    return render_template(
        "scorebook/home.html",
        games=all_games(),
        fresh=[_opened(each, sets.get(each.game, [])) for each in fresh],
        old=[Running(each) for each in old],
        past=past[:MAX_SHOWN],
        evening=last_evening(past),
        example=None if running or past or line_ups else sample.example(),
        line_ups=[(each, _rules(each, sets[each.game])) for each in line_ups],
        called=scorebook_name(scorebook),
        key=new_key,
        deleted=_deleted(request.args.get("deleted")),
        alone=(past or len(running) >= WORTH_KEEPING) and _is_alone(scorebook),
    )


def _let_in() -> str:
    """The home page of a device with access only to single sessions.

    Raises NoAccessError where there are none.
    """
    sessions = sorted(sessions_let_in(), key=lambda each: each[0].sheet.over)
    if not sessions:
        raise NoAccessError
    return render_template(
        "scorebook/invited.html",
        sessions=sessions,
        scorebooks=other_scorebooks(),
        here=visitor.scorebook(),
        games=all_games(),
    )


def _deleted(session: str | None) -> tuple[str, Session | None] | None:
    """The session that was just deleted, with the button that restores it: its id, and itself where it can be read."""
    if not session or role() != "keeper":
        return None
    try:
        found = loading.load(book(), session)
    except NoSuchError:
        return None
    except UnreadableSessionError:
        return session, None
    return (session, found) if found.discarded_at else None


def _is_alone(scorebook: Book) -> bool:
    """Whether to warn that only this phone has access to the scorebook, unless that was dismissed."""
    if not ("links" in current_app.blueprints and scorebook.allows("keeper")) or visitor.is_told():
        return False
    return is_alone(scorebook, at=now_stamp())


def fresh_and_old(running: Iterable[Summary], *, now: datetime) -> tuple[list[Summary], list[Summary]]:
    """Split running sessions into current and forgotten ones, keeping their order."""
    fresh: list[Summary] = []
    old: list[Summary] = []
    for each in running:
        untouched = now - datetime.fromisoformat(each.updated_at)
        (fresh if untouched <= FORGOTTEN_AFTER and len(fresh) < MAX_RUNNING_READ else old).append(each)
    return fresh, old


def _opened(summary: Summary, sets: list[NamedRules]) -> Running:
    try:
        session = load(summary.id)
    except (NoSuchError, UnreadableSessionError):
        return Running(summary)
    sheet = session.sheet
    options = sheet.options.strip_defaults(sheet.table).to_json()
    roles = tuple(sheet.role(seat) for seat in sheet.table.seats)
    return Running(summary, sheet.progress, unusual_rules(session.game, options, sets), roles)


def _rules(line_up: LineUp, sets: list[NamedRules]) -> tuple[Words, ...]:
    game = all_games()[line_up.game]
    options = chosen_options(game, line_up.options, players=line_up.players, dealer=line_up.dealer)
    return unusual_rules(game, options, sets) if options else ()
