"""Live updates: open pages poll for changes, and `web.http.middleware` answers 304 when there are none.

Every page of one session can be followed. Its view is decorated with `with_live_updates`, and its template names the
address to poll on the `main` element:

    <main id="main" … {{ follows(url_for("views.tv", session=session.id)) }}>

`follows` from `templates/macros/page.html` writes the address, the page's ETag and the script's texts
about a lost connection. `static/js/sync/follow.js` shows a newer page in its place.

The ETag is the session's version and the first letter of the visitor's role. The version changes with every action,
with details and names, seats taken or freed, and pending input; `store/sessions/snapshot.py` says how. It is read
before the page is made, in the query for the visitor's role: a write in between is sent twice, never missed. Not
followed are a sitting phone's name that changed at another table, and the link by which others join.

The script says what others wrote. What this device wrote last, in another window or before its answer was lost, is
announced by a header, `X-Takuroku-Own`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, cast

from flask import make_response, request
from flask.typing import ResponseReturnValue

from web.http.middleware import etag_of, headers_of
from web.identity import visitor
from web.identity.visitor import current_visit, requested_session

P = ParamSpec("P")


def with_live_updates(view: Callable[P, ResponseReturnValue]) -> Callable[P, ResponseReturnValue]:
    """Decorates a view: a poll is answered with the page's ETag; raises NoAccessError."""

    @wraps(view)
    def answer(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        if not request.if_none_match:
            return view(*args, **kwargs)
        as_read = etag()
        response = make_response(view(*args, **kwargs))
        response.headers.update(headers_of(as_read))
        actions = requested_session(cast(str, kwargs["session"])).actions
        if actions and visitor.is_this_device(actions[-1].device):
            response.headers["X-Takuroku-Own"] = "yes"
        return response

    return answer


def etag() -> str:
    """The ETag of the requested session as it was at the start of the request; "" where there is no such session."""
    visit = current_visit()
    return etag_of(visit.head, visit.book.role) if visit.head else ""


def position_shown() -> int | None:
    """The log position of the page that polls; None where nothing polls."""
    shown = re.match(r'W/"(\d+)\.', request.headers.get("If-None-Match", ""))
    return int(shown[1]) if shown else None
