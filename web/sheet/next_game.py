"""On to the game that a table plays now, from the pages of one that it played before."""

from __future__ import annotations

from flask import request, url_for

from store.sessions.snapshot import Snapshot
from web.identity.current import book, snapshot
from web.sheet.seat_card import own_card


def next_game(session: str) -> str | None:
    """The game that the table of a session has gone on to; None where it is still this one."""
    return snapshot(session).next_game


def next_card(now: Snapshot) -> str | None:
    """The address of this phone's card at that game, once this one has nothing more to ask of it; else None."""
    return own_card(book().snapshot(now.next_game).pending) if now.next_game and now.is_over else None


def next_view(session: str, view: str) -> str | None:
    """The address of a view of that game, for a screen that has shown this one to its end; else None.

    So nobody has to get up for it. Whoever opens the view of a game that is over wants to see that one.
    """
    now = snapshot(session) if request.if_none_match else None
    return url_for(view, session=now.next_game) if now and now.next_game and now.is_over else None
