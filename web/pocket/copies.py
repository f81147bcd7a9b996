"""When a copy of a scorebook last left this phone, and whether to ask for one after an evening.

Kept in the signed cookie: what a phone did with its files is no part of the record.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from flask import current_app
from flask import session as cookie

from record.log import stamp
from record.session import Session
from store.sessions.evenings import evening_of
from web.identity import visitor
from web.identity.current import book, now, now_stamp
from web.identity.permissions import is_keeper
from web.pocket.sync import linked

MAX_SCOREBOOKS = 4
"""Scorebooks in the cookie, which must stay small."""
ASKED_FOR = timedelta(hours=12)
"""How long after the last entry the end of a game asks."""


@dataclass(frozen=True)
class Copies:
    """Of one scorebook: when it was last copied, and when the question for a copy was last answered, or ""."""

    copied_at: str = ""
    answered_at: str = ""


def copies_of(scorebook: str) -> Copies:
    return Copies(*cookie.get("copies", {}).get(scorebook, ()))


def copied_at() -> str:
    """When the open scorebook was last copied, or ""."""
    return copies_of(visitor.scorebook()).copied_at


def note_copy() -> None:
    """Note that a copy of the open scorebook left this phone just now."""
    _note(Copies(now_stamp(), now_stamp()))


def note_no_copy() -> None:
    """Note that no copy is wanted this evening."""
    _note(Copies(copied_at(), now_stamp()))


def asks_for_copy(session: Session) -> bool:
    """Whether the end of a game asks for a copy: in the pocket, soon after it, once for an evening, without a group."""
    is_pocket = current_app.config["IN_POCKET"] and is_keeper()
    if not is_pocket or not session.sheet.over or session.discarded_at or linked(visitor.scorebook()):
        return False
    is_fresh = now() - datetime.fromisoformat(session.updated_at) < ASKED_FOR
    return is_fresh and copies_of(visitor.scorebook()).answered_at < _began(session)


def _began(session: Session) -> str:
    """When the evening of a session began."""
    return stamp(min(each.began for each in evening_of(book(), session.id)))


def _note(copies: Copies) -> None:
    if not current_app.config["IN_POCKET"]:
        return
    here = visitor.scorebook()
    others = {each: said for each, said in cookie.get("copies", {}).items() if each != here}
    kept = [*others.items(), (here, [copies.copied_at, copies.answered_at])]
    cookie["copies"] = dict(kept[-MAX_SCOREBOOKS:])
