"""A page that is open asks again and again whether it is as it was; `web/http/not_modified.py` says so in a few bytes.

Every page of one session can be followed. Its view is `followed`, and its template says, on the one `main` that the
script replaces, where to ask:

    <main id="main" … {{ follows(url_for("table_view.show", session=session.id)) }}>

with `follows` from `templates/macros/following.html`: the address, the mark of the page and what the script says of
a lost connection. Nothing else is needed; `static/js/sync/follow.js` takes what is new, and runs `boot` on it.

The mark is the session's version and the first letter of what the visitor may do. It is another one as soon as anything
was done, said of the session, named otherwise, a seat was taken or freed, or something was said for a seat, whatever it
was: who writes in any of these ways goes through `writing.append`, `devices.hold` or what is said in
`store/sessions/version.py`. It is read when the request asks what its visitor may do, in the query from which the page
is made: what is written in between is told once more, never left out. What is not followed: how a phone is called that
sits here and wrote at another table, and the link by which others join.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from flask import make_response, request
from flask.typing import ResponseReturnValue

from store.access.grants import Right
from web.identity.permissions import mark, role

Asked = ParamSpec("Asked")


def followed(view: Callable[Asked, ResponseReturnValue]) -> Callable[Asked, ResponseReturnValue]:
    """The page as the view makes it, and for its script the mark that it has; raises NoAccessError besides."""

    @wraps(view)
    def answer(*args: Asked.args, **kwargs: Asked.kwargs) -> ResponseReturnValue:
        if not request.if_none_match:
            return view(*args, **kwargs)
        now = mark_now()
        told = make_response(view(*args, **kwargs))
        told.headers.update(headers_of(now))
        return told

    return answer


def mark_now() -> str:
    """The mark of the session whose page is asked for, as this visitor sees it; "" where there is no such session."""
    found = mark()
    return mark_for(found, role()) if found else ""


def mark_for(mark: str, role: Right) -> str:
    """The mark for somebody with this role: who may write sees another page than who may not."""
    return f"{mark}.{role[0]}"


def headers_of(mark: str) -> dict[str, str]:
    """What an answer to the script says of its mark."""
    # The script alone keeps it: a browser would give it out again with the keys of its forms.
    return {"ETag": f'W/"{mark}"', "Cache-Control": "private, no-store", "Vary": "Cookie"}
