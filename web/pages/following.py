"""What is new on a sheet, for a page of it that is open."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, request
from flask.typing import ResponseReturnValue

from web.workings.access import load
from web.workings.following import mark_now
from web.workings.shown import sheet_as_it_is

pages = Blueprint("following", __name__, url_prefix="/s")


@pages.get("/<session>/now")
def now(session: str) -> ResponseReturnValue:
    """The sheet's page as it is now; 304 where it still has the mark that `If-None-Match` says.

    The mark is asked before the page is made: what is written in between is told once more, never left out.
    """
    mark = mark_now(session)
    known = request.if_none_match.contains_weak(mark)
    answer = Response(status=304, mimetype="") if known else make_response(sheet_as_it_is(load(session)))
    answer.set_etag(mark, weak=True)
    # Its script alone keeps it: a browser would give it out again with the keys of its forms.
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
