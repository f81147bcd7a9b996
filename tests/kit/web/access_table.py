"""Who is answered what, by hand: a line a route, a column a role, see `tests.kit.web.roles.ROLES`.

What is another's is not there (404), for who only looks it is not theirs to write (403), a program is asked for its
token (401). What was taken from a phone is not there any more. `?` behind a route is what is asked of it besides.

All that is written has a line, and so has a page that is answered otherwise than `USUAL` says for its audience. Whether
a page without a line has the right audience is read from the names and forms on it, see
`web/identity/test_access_table.py`: so a page with neither, such as a code or a file, has a line too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.kit.pages import QUERIES, registry
from tests.kit.web.roles import ROLES
from web.request.page import Page

TABLE = """
                                                    stranger game book seat second keeper other out

# Open to all: it has nothing of anybody.
POST  /shared                                            303  303  303  303    303    303   303 303
GET   /assets/<version>/<path:path>                      200  200  200  200    200    200   200 200
GET   /static/<path:filename>                            200  200  200  200    200    200   200 200
GET   /api/v1/openapi.json                               200  200  200  200    200    200   200 200
GET   /api/v1/games                                      200  200  200  200    200    200   200 200
POST  /api/v1/score                                      200  200  200  200    200    200   200 200
POST  /api/score                                         200  200  200  200    200    200   200 200
POST  /code                                              200  200  200  200    200    200   200 200
POST  /settings                                          303  303  303  303    303    303   303 303

# The site to take along is there where it was built, the group's scorebook only in a phone.
GET   /pocket/                                           404  404  404  404    404    404   404 404
GET   /pocket/<path:path>                                404  404  404  404    404    404   404 404
GET   /group                                             404  404  404  404    404    404   404 404
POST  /group                                             404  404  404  404    404    404   404 404
POST  /group/send                                        404  404  404  404    404    404   404 404
POST  /group/fetch                                       404  404  404  404    404    404   404 404
POST  /group/forget                                      404  404  404  404    404    404   404 404
POST  /s/<session>/copy                                  404  403  403  403    404    404   404 404

# Whom to tell is there where the settings name somebody.
GET   /.well-known/security.txt                          404  404  404  404    404    404   404 404

# A link lets in whoever has it.
GET   /j/<secret>                                        200  200  200  200    200    200   200 200
POST  /j/<secret>                                        303  303  303  303    303    303   303 303
# So does a code; here nobody has entered one.
POST  /scan                                              404  404  404  404    404    404   404 404
GET   /join                                              303  303  303  303    303    303   303 303
POST  /join                                              307  307  307  307    307    307   307 307
GET   /join/link                                         404  404  404  404    404    404   404 404
GET   /join/request                                      404  404  404  404    404    404   404 404
POST  /join/link                                         404  404  404  404    404    404   404 404

# The scorebook that the phone looks at: a stranger's and another keeper's are their own.
GET   /                                                  200  200  200  200    200    200   200 404
GET   /history                                           200  200  200  200    200    200   200 404
GET   /history?kind=archived                             200  200  200  200    200    200   200 404
GET   /history?kind=deleted                              200  200  200  200    200    200   200 404
GET   /review                                            200  404  200  404    200    200   200 404
GET   /review/<int(min=1970,max=9998):year>              200  404  200  404    200    200   200 404
GET   /review/<int(min=1970,max=9998):year>/year.svg     200  404  200  404    200    200   200 404
GET   /scorebook                                         200  200  200  200    200    200   200 404
GET   /scorebook/data                                    200  404  200  404    200    200   200 404
GET   /scorebook/moving                                  200  404  200  404    200    200   200 404
GET   /scorebook/moving/scorebook.deflate                200  404  200  404    200    200   200 404
POST  /scorebook                                         303  404  403  404    303    303   303 404
POST  /code/take                                         303  404  403  404    303    303   303 404
POST  /scorebook/old-logs/undo                           303  404  403  404    303    303   303 404
POST  /scorebook/delete                                  303  404  403  404    303    303   303 404
POST  /scorebook/restore                                 303  404  403  404    303    303   303 404
GET   /new                                               200  200  200  200    200    200   200 404
GET   /new/<slug>                                        200  200  200  200    200    200   200 404
GET   /tools/screen                                      302  302  302  302    302    302   302 302
GET   /new/again                                         302  302  302  302    302    302   302 302
POST  /new/<slug>                                        303  404  403  404    303    303   303 404
POST  /new/<slug>?fill=preset:minus                      200  404  403  404    200    200   200 404
POST  /tokens                                            200  404  403  404    200    200   200 404
POST  /tokens/<token>/revoke                             404  404  403  404    303    303   404 404
POST  /tokens/<token>/withdraw                           404  404  403  404    303    303   404 404
POST  /carry                                             200  404  403  404    200    200   200 404

# Who comes, and by what.
GET   /scorebooks                                        200  200  200  200    200    200   200 404
POST  /scorebooks/name                                   303  404  403  404    303    303   303 404
POST  /players/ratings/switch                            303  404  403  404    303    303   303 404
POST  /scorebooks/told                                   303  303  303  303    303    303   303 303
POST  /scorebooks/new                                    303  303  303  303    303    303   303 303
POST  /scorebooks/open                                   404  303  303  303    303    303   404 404
GET   /links                                             200  404  403  404    200    200   200 404
GET   /links?session=<session>                           404  404  403  404    200    200   404 404
POST  /links                                             200  404  403  404    200    200   200 404
POST  /links?for=game                                    404  404  403  404    200    200   404 404
GET   /links/<link>/code                                 404  404  403  404    200    200   404 404
GET   /links/own                                         200  404  403  404    200    200   200 404
GET   /links/guest                                       200  404  403  404    200    200   200 404
POST  /links?for=own                                     303  404  403  404    303    303   303 404
POST  /links/own/leave                                   303  404  403  404    303    303   303 404
# Nobody asks; whoever does is asked for by the link of one scorebook.
POST  /links/requests/<request_id>                       409  404  403  404    409    409   409 404
POST  /links/<link>/revoke                               404  404  403  404    303    303   404 404
POST  /links/<link>/withdraw                             404  404  403  404    303    303   404 404
POST  /devices/<access>/name                             404  404  403  404    303    303   404 404
# The device is the first keeper's: who came second does not remove it.
POST  /devices/<access>/remove                           404  404  403  404    403    303   404 404

# A player of the scorebook.
POST  /players/<int:player>/edit                         404  404  403  404    303    303   404 404
POST  /players/<int:player>/archive                      404  404  403  404    303    303   404 404
POST  /players/<int:player>/unarchive                    404  404  403  404    303    303   404 404
POST  /players/<int:player>/remove                       404  404  403  404    422    422   404 404
POST  /players/<int:player>/merge                        404  404  403  404    303    303   404 404
POST  /players/<int:player>/unmerge/<int:part>           404  404  403  404    303    303   404 404

# A game: to look at.
GET   /s/<session>                                       404  200  200  302    200    200   404 404
GET   /s/<session>?look=1                                404  200  200  200    200    200   404 404
GET   /s/<session>?row=0                                 404  200  200  200    200    200   404 404
GET   /s/<session>/plan                                  404  200  200  200    200    200   404 404
GET   /s/<session>/rules                                 404  303  303  303    303    303   404 404
GET   /s/<session>/views                                 404  200  200  200    200    200   404 404
GET   /s/<session>/share                                 404  200  200  200    200    200   404 404
GET   /s/<session>/share/game.svg                        404  200  200  200    200    200   404 404
GET   /s/<session>/code                                  404  303  303  303    303    303   404 404
GET   /s/<session>/export                                404  303  303  303    303    303   404 404
GET   /s/<session>/code/code.svg                         404  200  200  200    200    200   404 404
GET   /s/<session>/seats                                 404  200  200  302    200    200   404 404
GET   /s/<session>/seats?look=1                          404  200  200  200    200    200   404 404

# A seat, for who sits down; who sits there is led from the game to the own card. A keeper neither takes a seat that is
# taken nor replaces unseen what its phone entered.
POST  /s/<session>/seats/<int:seat>                      404  403  403  303    409    409   404 404
POST  /s/<session>/seats/<int:seat>/tapped               404  403  403  403    409    409   404 404
POST  /s/<session>/seats/<int:seat>/take                 404  403  403  303    409    409   404 404
POST  /s/<session>/seats/<int:seat>/free                 404  403  403  303    303    303   404 404
POST  /s/<session>/seats/newcomers                       404  403  403  422    303    303   404 404
POST  /s/<session>/seats/newcomers/none                  404  403  403  303    303    303   404 404
GET   /s/<session>/seats/pass                            404  403  403  200    200    200   404 404
GET   /s/<session>/seats/pass/<int:seat>                 404  403  403  303    303    303   404 404
POST  /s/<session>/seats/pass/<int:seat>                 404  403  403  303    303    303   404 404
POST  /s/<session>/seats/pass/confirms                   404  403  403  403    303    303   404 404

# To write in it.
POST  /s/<session>/entries                               404  403  403  403    303    303   404 404
POST  /s/<session>/entries?step=note                     404  403  403  403    303    303   404 404
POST  /s/<session>/preview                               404  403  403  403    200    200   404 404
POST  /s/<session>/undo                                  404  403  403  403    303    303   404 404
POST  /s/<session>/redo                                  404  403  403  403    303    303   404 404
POST  /s/<session>/entries/<int:index>                   404  403  403  403    303    303   404 404
POST  /s/<session>/rows/<int:number>                     404  403  403  403    303    303   404 404
POST  /s/<session>/rows/<int:number>/preview             404  403  403  403    200    200   404 404
POST  /s/<session>/again                                 404  403  403  403    303    303   404 404
POST  /s/<session>/plan                                  404  403  403  403    303    303   404 404
POST  /s/<session>/plan/correct                          404  403  403  403    200    200   404 404
POST  /s/<session>/rules                                 404  403  403  403    303    303   404 404
GET   /s/<session>/names                                 404  403  403  403    303    303   404 404
GET   /s/<session>/setup                                 404  403  403  403    303    303   404 404
POST  /s/<session>/names                                 404  403  403  403    303    303   404 404
POST  /s/<session>/players                               404  403  403  403    200    200   404 404
POST  /s/<session>/dealer                                404  403  403  403    303    303   404 404
POST  /s/<session>/setup                                 404  403  403  403    422    422   404 404
POST  /s/<session>/about                                 404  403  403  403    303    303   404 404
GET   /s/<session>/invite                                404  403  403  403    303    303   404 404
POST  /s/<session>/invite                                404  403  403  403    303    303   404 404
POST  /s/<session>/seats/link                            404  403  403  403    303    303   404 404
# As with the list of devices: who came second does not remove the first.
POST  /s/<session>/seats/link/joined/<access>/remove     404  403  403  403    403    303   404 404
POST  /s/<session>/seats/<int:seat>/mine                 404  403  403  403    303    303   404 404
POST  /s/<session>/seats/nobody                          404  403  403  403    303    303   404 404
POST  /s/<session>/seats/newcomers/<request_id>/refuse   404  403  403  403    303    303   404 404
POST  /s/<session>/archive                               404  403  403  403    303    303   404 404
GET   /s/<session>/tie                                   404  403  403  403    302    302   404 404
GET   /s/<session>/versions                              404  404  403  404    302    302   404 404
POST  /s/<session>/versions                              404  404  403  404    303    303   404 404
POST  /s/<session>/unarchive                             404  403  403  403    303    303   404 404
POST  /s/<session>/discard                               404  403  403  403    303    303   404 404
POST  /s/<session>/restore                               404  403  403  403    303    303   404 404
"""

USUAL = """
                                                    stranger game book seat second keeper other out
anyone                                                   200  200  200  200    200    200   200 200
# A game. What a page shows of the scorebook around it is not for who sees that game alone.
watcher of a game                                        404  200  200  200    200    200   404 404
player of a game                                         404  403  403  200    200    200   404 404
keeper of a game                                         404  403  403  403    200    200   404 404
# The scorebook that the phone looks at: a stranger's and another keeper's are their own. What is named in the address
# is in one alone.
watcher                                                  200  404  200  404    200    200   200 404
keeper                                                   200  404  403  404    200    200   200 404
watcher of one                                           404  404  200  404    200    200   404 404
keeper of one                                            404  404  403  404    200    200   404 404
# Below /api/v1 a program comes by a token: what a phone is says nothing there.
program                                                  401  401  401  401    401    401   401 401
"""
"""How a page is answered that has no line, and every operation."""
PROGRAMS, GAMES = "/api/v1/", "/s/<session>"
NAMES_ONE = re.compile(r"<(?!int\(min=1970,max=9998\):year>|slug>)")
"""An argument that is neither a year nor a game."""


@dataclass(frozen=True)
class Line:
    """A route with what is asked of it besides, and the status that each role is answered."""

    method: str
    rule: str
    beside: str
    answers: dict[str, int]
    page: Page | None = None
    """What the view declares, where the answers are the usual ones for it."""

    @property
    def name(self) -> str:
        return f"{self.method} {self.rule}{'?' if self.beside else ''}{self.beside}"


def lines() -> list[Line]:
    by_hand = [_line(route, answers) for route, answers in _read(TABLE)]
    have = {(each.method, each.rule) for each in by_hand}
    return by_hand + [each for each in _usual() if (each.method, each.rule) not in have]


def _usual() -> Iterator[Line]:
    usual = dict(_read(USUAL))
    for page in registry():
        for method in page.methods - {"OPTIONS"}:
            if page.rule.startswith(PROGRAMS):
                yield Line(method, page.rule, "", usual["program"])
            elif method == "GET" and page.audience != "program":
                of_game = page.rule.startswith(GAMES)
                of = " of a game" if of_game else " of one" if NAMES_ONE.search(page.rule) else ""
                answers = usual[page.audience + (of if page.audience != "anyone" else "")]
                for query in QUERIES.get(page.endpoint, ("",)):
                    yield Line(method, page.rule, query.removeprefix("?"), answers, page)


def _read(table: str) -> Iterator[tuple[str, dict[str, int]]]:
    heading, *rest = (line for line in table.splitlines() if line and not line.startswith("#"))
    assert tuple(heading.split()) == ROLES
    for line in rest:
        name, *statuses = line.rsplit(maxsplit=len(ROLES))
        yield name, dict(zip(ROLES, map(int, statuses), strict=True))


def _line(route: str, answers: dict[str, int]) -> Line:
    method, asked = route.split()
    rule, _, beside = asked.partition("?")
    return Line(method, rule, beside, answers)
