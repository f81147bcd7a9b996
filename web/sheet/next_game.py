"""Links from a session's pages to the game that its table plays now."""

from __future__ import annotations

from flask import request, url_for

from store.sessions.series import next_with_access
from store.sessions.snapshot import Snapshot, read_snapshot
from web.identity.current import book, can_see_scorebook, now_stamp, snapshot
from web.identity.visitor import device_hash
from web.sheet.seats.card import own_card


def next_game(now: Snapshot) -> str | None:
    """The last game of the table, if it began after this one; for who may not see all, the last that they were let in
    to."""
    if now.next_game is None or can_see_scorebook():
        return now.next_game
    return next_with_access(book(), now.session.id, device_hash(), at=now_stamp())


def next_card(now: Snapshot) -> str | None:
    """The URL of this phone's seat card in the next session, once this one is over; else None."""
    next_one = next_game(now) if now.is_over else None
    return own_card(read_snapshot(book(), next_one).pending) if next_one else None


def next_view(session: str, view: str) -> str | None:
    """The URL of a view of the next session, for an open page whose session is over; else None.

    Only for polls: somebody who opens the view of a session that is over wants to see that one.
    """
    now = snapshot(session) if request.if_none_match else None
    next_one = next_game(now) if now and now.is_over else None
    return url_for(view, session=next_one) if next_one else None
