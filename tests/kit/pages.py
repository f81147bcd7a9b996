"""How every page is reached in a prepared record: said once, for all tests that walk through the pages.

Which pages there are the views declare, see `web.request.page`; here stands what their addresses need beside. In a
place, `{session}` is what the prepared record has under that name; each walk brings its own.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from web.pages import by_module
from web.request.page import DECLARED, Page

ARGUMENTS: Mapping[str, str] = {
    **{name: f"{{{name}}}" for name in ("session", "player", "part", "secret", "token", "link", "access", "year")},
    "request_id": "nothing",
    **{"other": "{same}", "slug": "oh-hell", "seat": "0", "number": "0", "index": "0"},
    "path": "img/icon.svg",
}
"""What stands in an address for an argument of its route."""
QUERIES: Mapping[str, tuple[str, ...]] = {
    "history.show": ("", "?kind=archived", "?kind=deleted"),
    "links.show": ("", "?session={session}"),
    "players.ask": ("?into={same}",),
    "sheets.show": ("?look=1", "?row=0"),
    "home.show": ("", "?deleted={session}"),
    "plan.show": ("", "?open=rules&kept=1"),
    "newgame.prepare": ("", "?instead={session}"),
    "newgame.choose": ("", "?instead={session}"),
}
"""What is asked of a page besides; a page that is not here is opened without."""
ELSEWHERE: Mapping[str, str] = {
    "join.ask": "it leads to the door",
    "join_by_code.offer": "it is there for who has entered a join code",
    "join_by_code.wait": "it is there for who has entered the code of a whole scorebook",
    "group.show": "it is there in a phone alone",
    "pocket.start": "it is there where the site for phones was built",
    "pocket.send": "it is there where the site for phones was built",
    "table_link.show": "it leads to the page that took its place",
    "newgame.again": "it leads to the setup of the game that was played last",
    "toolbox.big_screen": "it leads to the screens of the game on the table",
    "plan.rules": "it leads to the page that has the house rules too",
    **dict.fromkeys(("share.code", "share.export"), "it leads to the page that shares"),
    **dict.fromkeys(("session_players.setup", "session_players.names"), "it leads to seats and players"),
    "security.show": "it is there where the settings say whom to tell",
    "details.versions": "it needs a game that was continued in two places, else it leads to the sheet",
    "menu.tie": "it needs sides that are level at the end, else it leads to the sheet",
    "passing_round.card": "it needs the round of the phone that goes round, else it leads to the curtain",
}
"""Pages that cannot be opened by an address alone, and why; tests of their own open them."""
NO_PAGE = re.compile(r"\.\w+$|/(now|ahead)$")
"""Files, and what an open page asks for by itself."""


def registry() -> Collection[Page]:
    """All pages as their views declare them."""
    by_module()
    return DECLARED.values()


def opened() -> Iterator[Page]:
    """Every page and file that can be opened by its address: no form, nothing for programs, none that is ELSEWHERE."""
    for page in registry():
        if page.methods == {"GET"} and page.audience != "program" and page.endpoint not in ELSEWHERE:
            yield page


def shown() -> Iterator[Page]:
    """Those of them that people look at."""
    return (page for page in opened() if not NO_PAGE.search(page.rule))


def places(page: Page) -> list[str]:
    """The addresses at which a page is opened, with the names of what the record has; fails where one is not known."""
    return [place(page) + query for query in QUERIES.get(page.endpoint, ("",))]


def place(page: Page) -> str:
    """The address of a route."""

    def stands_for(found: re.Match[str]) -> str:
        name = found[1]
        assert name in ARGUMENTS, (
            f"{page.endpoint} ({page.rule}): say in tests/kit/pages.py, ARGUMENTS, what <{name}> stands for"
        )
        return ARGUMENTS[name]

    return re.sub(r"<(?:[^:<>]+:)?(\w+)>", stands_for, page.rule)
