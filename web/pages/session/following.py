"""The polling address of an open sheet."""

from __future__ import annotations

from flask.typing import ResponseReturnValue

from web.http.live_updates import etag, followed
from web.identity.current import snapshot
from web.identity.phones import wrote_last
from web.request.page import Pages
from web.sheet.next_game import next_game
from web.sheet.view import sheet_as_it_is

pages = Pages("following", __name__, url_prefix="/s", readers="watcher", of_session=True)
pages.add_app_template_global(etag)
pages.add_app_template_global(snapshot)
pages.add_app_template_global(wrote_last)
pages.add_app_template_global(next_game)


@pages.get("/<session>/now")
@followed
def now(session: str) -> ResponseReturnValue:
    """The current sheet page; 304 where its ETag is that of `If-None-Match`."""
    return sheet_as_it_is(snapshot(session))
