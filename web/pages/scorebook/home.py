"""The home page: running sessions, new game, the same players, the last evening; a first visit sees a sample."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from operator import attrgetter

from flask import current_app, render_template, request
from flask.typing import ResponseReturnValue

from record.errors import UnreadableSessionError
from record.evenings import evenings
from record.log import stamp
from record.session import Session
from scoring.catalogue import all_games
from store.access.grants import is_alone
from store.errors import NoSuchError
from store.scorebooks import scorebook_name
from store.sessions import history, loading
from store.sessions.history import Summary, summaries
from store.sessions.loading import load_readable
from web.errors import NoAccessError
from web.identity import visitor
from web.identity.invitations import joined_sessions, other_scorebooks
from web.identity.visitor import book, is_keeper, role
from web.pages.site import sample
from web.request import now
from web.request.page import Pages
from web.sheet.setup_form import chosen_options, rule_sets, unusual_rules
from web.summaries.evening import sitting_of, summarize

pages = Pages("home", __name__, readers="anyone")

MAX_LAST_EVENING = 30
"""The last evening is looked for in this many past sessions."""
SAME_AGAIN = 3
RECENT_LINEUPS = 20
"""Line-ups searched for those without archived players, and for the last one of a game."""
MAX_RUNNING_READ = 20
"""Running sessions loaded to show their progress."""
MAX_RUNNING_SHOWN = 200
WORTH_KEEPING = 3
"""From this many sessions on, or one finished, a scorebook is not to be lost with the phone."""
FORGOTTEN_AFTER = timedelta(days=7)
"""A running session untouched for longer is most likely forgotten."""


@pages.get("/")
def show() -> ResponseReturnValue:
    """The home page; with access only to single sessions, those."""
    try:
        scorebook = book()
    except NoAccessError:
        return invited_page()
    running, _forgotten = fresh_and_old(summaries(scorebook, over=False, limit=MAX_RUNNING_SHOWN), now=now())
    games = all_games()
    last = history.line_ups(scorebook, RECENT_LINEUPS)
    line_ups = [each for each in last if each.game in games and not each.archived][:SAME_AGAIN]
    shown = {each.game for each in running} | {each.game for each in line_ups}
    past = summaries(scorebook, over=True, limit=MAX_LAST_EVENING)
    sets = {slug: rule_sets(game) for slug, game in games.items() if slug in shown}
    sheets, rules, rules_again = {}, {}, {}
    for session in load_readable(scorebook, (each.id for each in running)):
        sheet = sheets[session.id] = session.sheet
        known = sets.get(session.game.slug, [])
        rules[session.id] = unusual_rules(session.game, sheet.chosen_options, known, has_progress=True)
    for each in line_ups:
        played = chosen_options(games[each.game], each.options, players=each.players, dealer=each.dealer)
        if played:
            rules_again[each.session] = unusual_rules(games[each.game], played, sets[each.game])
    return render_template(
        "scorebook/home.html",
        games=games,
        running=running,
        sheets=sheets,
        rules=rules,
        rules_again=rules_again,
        evening=_last_evening(past),
        example=None if last or past else sample.example(),
        line_ups=line_ups,
        called=scorebook_name(scorebook),
        deleted=_deleted(request.args.get("deleted")),
    )


def invited_page() -> str:
    """The home page of a device with access only to single sessions.

    Raises NoAccessError where there are none.
    """
    sessions = sorted(joined_sessions(), key=lambda each: each[0].sheet.over)
    if not sessions:
        raise NoAccessError
    return render_template(
        "scorebook/invited.html",
        sessions=sessions,
        scorebooks=other_scorebooks(),
        here=visitor.scorebook(),
        games=all_games(),
    )


@pages.app_template_global()
def lacks_recovery_page() -> bool:
    """Whether a scorebook with something to lose is on this phone alone, and no recovery page opens it.

    False for who does not keep it.
    """
    if "links" not in current_app.blueprints or not is_keeper() or not is_alone(book(), at=stamp(now())):
        return False
    return bool(summaries(book(), over=True, limit=1)) or len(summaries(book(), limit=WORTH_KEEPING)) == WORTH_KEEPING


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
    return (session, found) if found.deleted_at else None


def fresh_and_old(running: Iterable[Summary], *, now: datetime) -> tuple[list[Summary], list[Summary]]:
    """Split running sessions into current and forgotten ones, keeping their order."""
    fresh: list[Summary] = []
    old: list[Summary] = []
    for each in running:
        untouched = now - datetime.fromisoformat(each.updated_at)
        (fresh if untouched <= FORGOTTEN_AFTER and len(fresh) < MAX_RUNNING_READ else old).append(each)
    return fresh, old


def _last_evening(past: Sequence[Summary]) -> dict[str, object] | None:
    """The evening of the last session: its first one, times, and the wins by name; None where nobody won."""
    played = {each.id: each for each in past if each.deals}
    if not played:
        return None
    last = next(iter(played))
    evening = next(
        each for each in evenings(map(sitting_of, reversed(played.values()))) if last in [one.id for one in each]
    )
    found = summarize(evening, played, attrgetter("game"))
    if not found.people[0].won:
        return None
    return {
        "first": found.id,
        "began": found.began,
        "minutes": round((evening.ended - evening.began) / timedelta(minutes=1)),
        "games": len(evening),
        "won": found.people,
    }
