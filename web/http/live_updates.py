"""Live updates: open pages poll for changes; `web/http/not_modified.py` answers 304 when there are none.

Every page of one session can be followed. Its view is decorated with `followed`, and its template names the address to
poll on the `main` element, which the script replaces:

    <main id="main" … {{ follows(url_for("table_view.show", session=session.id)) }}>

`follows` from `templates/macros/following.html` writes the address, the page's ETag and the script's texts
about a lost connection. `static/js/sync/follow.js` inserts a new `main` and runs `boot` on it.

The ETag is the session's version and the first letter of the visitor's role. The version changes with every action,
with details and names, seats taken or freed, and pending input; `store/sessions/version.py` says how. It is read before
the page is made, in the query for the visitor's role: a write in between is sent twice, never missed. Not followed are
a sitting phone's name that changed at another table, and the link by which others join.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from flask import make_response, request
from flask.typing import ResponseReturnValue

from store.access.grants import Right
from web.identity.permissions import role, session_version

Asked = ParamSpec("Asked")


def followed(view: Callable[Asked, ResponseReturnValue]) -> Callable[Asked, ResponseReturnValue]:
    """Decorates a view: a poll is answered with the page's ETag; raises NoAccessError."""

    @wraps(view)
    def answer(*args: Asked.args, **kwargs: Asked.kwargs) -> ResponseReturnValue:
        if not request.if_none_match:
            return view(*args, **kwargs)
        now = etag()
        told = make_response(view(*args, **kwargs))
        told.headers.update(headers_of(now))
        return told

    return answer


def etag() -> str:
    """The ETag of the requested session for this visitor; "" where there is no such session."""
    found = session_version()
    return etag_for(found, role()) if found else ""


def etag_for(version: str, role: Right) -> str:
    """The ETag for a role: each role sees a page of its own."""
    return f"{version}.{role[0]}"


def headers_of(etag: str) -> dict[str, str]:
    """The headers of an answer to a poll."""
    # Only the script keeps the page: a browser's cache would send old form keys again.
    return {"ETag": f'W/"{etag}"', "Cache-Control": "private, no-store", "Vary": "Cookie"}
