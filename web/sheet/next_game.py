"""Links from a session's pages to the current session of its series."""

from __future__ import annotations

from flask import request, url_for

from store.sessions.snapshot import Snapshot
from web.identity.current import book, snapshot
from web.sheet.seats.card import own_card


def next_card(now: Snapshot) -> str | None:
    """The URL of this phone's seat card in the next session, once this one is over; else None."""
    return own_card(book().snapshot(now.next_game).pending) if now.next_game and now.is_over else None


def next_view(session: str, view: str) -> str | None:
    """The URL of a view of the next session, for an open page whose session is over; else None.

    Only for polls: somebody who opens the view of a session that is over wants to see that one.
    """
    now = snapshot(session) if request.if_none_match else None
    return url_for(view, session=now.next_game) if now and now.next_game and now.is_over else None
