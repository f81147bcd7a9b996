"""A page that is open asks again and again whether it is as it was, and is told so in a few bytes: 304.

Every page of one session can be followed. Its view answers with `answer(page)`, where `page` makes the page, and its
template says, on the one `main` that the script replaces, where to ask:

    <main id="main" … {{ follows(url_for("table.show", session=session.id)) }}>

with `follows` from `templates/macros/following.html`: the address, the mark of the page and what the script says of
a lost connection. Nothing else is needed; `static/js/follow.js` takes what is new, and runs `boot` on it.

The mark is another one as soon as anything was done, said of the session, named otherwise, a seat was taken or freed,
or something was said for a seat, whatever it was: who writes in any of these ways goes through `sessions.append`,
`seating.hold` or what is said in `store/marks.py`. It is read when the request asks what its visitor may do, so before
the page is made: what is written in between is told once more, never left out. What a page shows beside this, as
another session's names would be, is not followed.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, make_response, request
from flask.typing import ResponseReturnValue

from web.workings.access import mark, role


def answer(page: Callable[[], ResponseReturnValue]) -> ResponseReturnValue:
    """The page; 304 where it still has the mark that the request has in `If-None-Match`.

    Raises NoAccessError, and what making the page raises.
    """
    if not request.if_none_match:
        return page()
    now = mark_now()
    known = request.if_none_match.contains_weak(now)
    told = Response(status=304, mimetype="") if known else make_response(page())
    told.set_etag(now, weak=True)
    # Its script alone keeps it: a browser would give it out again with the keys of its forms.
    told.headers["Cache-Control"] = "private, no-store"
    return told


def mark_now() -> str:
    """The mark of the session whose page is asked for, as this visitor sees it; "" where there is no such session."""
    # Whoever may write sees another page than who may not.
    own = role()[0]
    found = mark()
    return f"{found}.{own}" if found else ""
