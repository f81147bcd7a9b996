"""On to the game that a table plays now, from the pages of one that it played before."""

from __future__ import annotations

from flask import request, url_for

from record.session import Session
from web.identity.current import book, load
from web.sheet.seat_card import own_card


def next_game(session: str) -> str | None:
    """The game that the table of a session has gone on to; None where it is still this one."""
    return book().next_game(session)


def next_card(found: Session) -> str | None:
    """The address of this phone's card at that game, once this one has nothing more to ask of it; else None."""
    onward = next_game(found.id) if _is_done(found) else None
    return own_card(load(onward)) if onward else None


def next_view(session: str, view: str) -> str | None:
    """The address of a view of that game, for a screen that has shown this one to its end; else None.

    So nobody has to get up for it. Whoever opens the view of a game that is over wants to see that one.
    """
    onward = next_game(session) if request.if_none_match and _is_done(load(session)) else None
    return url_for(view, session=onward) if onward else None


def _is_done(found: Session) -> bool:
    return found.sheet.over or found.discarded_at is not None
