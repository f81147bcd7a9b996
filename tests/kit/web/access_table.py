"""Who is answered what, by hand: a line a route, a column a role, see `tests.kit.web.roles.ROLES`.

What is another's is not there (404), for who only looks it is not theirs to write (403), a program is asked for its
token (401). What was taken from a phone is not there any more. `?` behind a route is what is asked of it besides.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.kit.web.roles import ROLES

TABLE = """
                                                    stranger game book seat second keeper other out

# Open to all: it has nothing of anybody.
GET   /offline                                           200  200  200  200    200    200   200 200
GET   /manifest.webmanifest                              200  200  200  200    200    200   200 200
GET   /accessibility                                     200  200  200  200    200    200   200 200
POST  /shared                                            303  303  303  303    303    303   303 303
GET   /worker.js                                         200  200  200  200    200    200   200 200
GET   /assets/<version>/<path:path>                      200  200  200  200    200    200   200 200
GET   /static/<path:filename>                            200  200  200  200    200    200   200 200
GET   /rules                                             200  200  200  200    200    200   200 200
GET   /rules/<slug>                                      200  200  200  200    200    200   200 200
GET   /sample                                            200  200  200  200    200    200   200 200
GET   /players/ratings/explained                         200  200  200  200    200    200   200 200
GET   /tools/forbidden-bid                               200  200  200  200    200    200   200 200
GET   /tools/hands                                       200  200  200  200    200    200   200 200
GET   /tools/yaku                                        200  200  200  200    200    200   200 200
GET   /scan                                              200  200  200  200    200    200   200 200
GET   /tools/yaku.json                                   200  200  200  200    200    200   200 200
GET   /carry                                             200  200  200  200    200    200   200 200
GET   /api                                               200  200  200  200    200    200   200 200
GET   /api/v1/openapi.json                               200  200  200  200    200    200   200 200
GET   /api/v1/games                                      200  200  200  200    200    200   200 200
POST  /api/v1/score                                      200  200  200  200    200    200   200 200
POST  /api/score                                         200  200  200  200    200    200   200 200
GET   /code                                              200  200  200  200    200    200   200 200
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
GET   /join                                              200  200  200  200    200    200   200 200
POST  /join                                              404  404  404  404    404    404   404 404
GET   /join/link                                         404  404  404  404    404    404   404 404
POST  /join/link                                         404  404  404  404    404    404   404 404

# The scorebook that the phone looks at: a stranger's and another keeper's are their own.
GET   /                                                  200  200  200  200    200    200   200 404
GET   /history                                           200  404  200  404    200    200   200 404
GET   /history?kind=archived                             200  404  200  404    200    200   200 404
GET   /history?kind=deleted                              200  404  200  404    200    200   200 404
GET   /evenings                                          200  404  200  404    200    200   200 404
GET   /review                                            200  404  200  404    200    200   200 404
GET   /review/<int(min=1970,max=9998):year>              200  404  200  404    200    200   200 404
GET   /review/<int(min=1970,max=9998):year>/year.svg     200  404  200  404    200    200   200 404
GET   /players                                           200  404  200  404    200    200   200 404
GET   /players/table                                     200  404  200  404    200    200   200 404
GET   /players/ratings                                   200  404  200  404    200    200   200 404
GET   /scorebook                                         200  404  200  404    200    200   200 404
GET   /scorebook/takuroku.json                           200  404  200  404    200    200   200 404
GET   /scorebook/results.csv                             200  404  200  404    200    200   200 404
GET   /scorebook/moving                                  200  404  200  404    200    200   200 404
GET   /scorebook/moving/scorebook.deflate                200  404  200  404    200    200   200 404
POST  /scorebook                                         303  404  403  404    303    303   303 404
POST  /code/take                                         303  404  403  404    303    303   303 404
GET   /scorebook/delete                                  200  404  403  404    200    200   200 404
POST  /scorebook/delete                                  303  404  403  404    303    303   303 404
POST  /scorebook/restore                                 303  404  403  404    303    303   303 404
GET   /new                                               200  200  200  200    200    200   200 404
GET   /new/<slug>                                        200  200  200  200    200    200   200 404
GET   /new/again                                         302  302  302  302    302    302   302 302
POST  /new/<slug>                                        303  404  403  404    303    303   303 404
POST  /new/<slug>?fill=preset:minus                      200  404  403  404    200    200   200 404
GET   /tokens                                            200  404  403  404    200    200   200 404
POST  /tokens                                            200  404  403  404    200    200   200 404
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
POST  /links/<link>/withdraw                             404  404  403  404    303    303   404 404
GET   /devices                                           200  404  403  404    200    200   200 404
POST  /devices/<access>/name                             404  404  403  404    303    303   404 404
# The device is the first keeper's: who came second does not remove it.
POST  /devices/<access>/remove                           404  404  403  404    403    303   404 404

# A player of the scorebook.
GET   /review/of/<int(max=2147483647):player>            404  404  200  404    200    200   404 404
GET   /review/<int(min=1970,max=9998):year>/of/<int(max=2147483647):player> 404 404 200 404 200 200 404 404
GET   /review/<int(min=1970,max=9998):year>/of/<int(max=2147483647):player>/year.svg 404 404 200 404 200 200 404 404
GET   /players/<int(max=2147483647):player>              404  404  200  404    200    200   404 404
GET   /players/<int(max=2147483647):player>/rating       404  404  200  404    200    200   404 404
GET   /players/<int(max=2147483647):player>/against/<int(max=2147483647):other> 404 404 200 404 200 200 404 404
GET   /players/<int:player>/edit                         404  404  403  404    200    200   404 404
POST  /players/<int:player>/edit                         404  404  403  404    303    303   404 404
POST  /players/<int:player>/archive                      404  404  403  404    303    303   404 404
POST  /players/<int:player>/unarchive                    404  404  403  404    303    303   404 404
GET   /players/<int:player>/merge?into=<same>            404  404  403  404    200    200   404 404
POST  /players/<int:player>/merge                        404  404  403  404    303    303   404 404
POST  /players/<int:player>/unmerge/<int:part>           404  404  403  404    303    303   404 404

# A game: to look at.
GET   /s/<session>                                       404  200  200  302    200    200   404 404
GET   /s/<session>?look=1                                404  200  200  200    200    200   404 404
GET   /s/<session>?row=0                                 404  200  200  200    200    200   404 404
GET   /s/<session>/now                                   404  200  200  200    200    200   404 404
GET   /s/<session>/more                                  404  200  200  200    200    200   404 404
GET   /s/<session>/rules                                 404  200  200  200    200    200   404 404
GET   /s/<session>/views                                 404  200  200  200    200    200   404 404
GET   /s/<session>/export                                404  200  200  200    200    200   404 404
GET   /s/<session>/code                                  404  200  200  200    200    200   404 404
GET   /s/<session>/code/code.svg                         404  200  200  200    200    200   404 404
GET   /s/<session>/log                                   404  200  200  200    200    200   404 404
GET   /s/<session>/table                                 404  200  200  200    200    200   404 404
GET   /s/<session>/flat                                  404  200  200  200    200    200   404 404
GET   /s/<session>/seats                                 404  200  200  302    200    200   404 404
GET   /s/<session>/seats?look=1                          404  200  200  200    200    200   404 404
GET   /s/<session>/takuroku.csv                          404  200  200  200    200    200   404 404
GET   /s/<session>/takuroku.json                         404  200  200  200    200    200   404 404

# What it shows of the scorebook around the game is not for who sees that game alone: named rules, other games.
GET   /evenings/<session>                                404  404  200  404    200    200   404 404
GET   /evenings/<session>/evening.svg                    404  404  200  404    200    200   404 404

# A seat, for who sits down; who sits there is led from the game to the own card. A keeper neither takes a seat that is
# taken nor replaces unseen what its phone entered.
GET   /s/<session>/seats/<int:seat>                      404  403  403  200    200    200   404 404
POST  /s/<session>/seats/<int:seat>                      404  403  403  303    409    409   404 404
POST  /s/<session>/seats/<int:seat>/tapped               404  403  403  403    409    409   404 404
POST  /s/<session>/seats/<int:seat>/take                 404  403  403  303    409    409   404 404
POST  /s/<session>/seats/<int:seat>/free                 404  403  403  303    303    303   404 404
GET   /s/<session>/seats/pass                            404  403  403  200    200    200   404 404
GET   /s/<session>/seats/pass/<int:seat>                 404  403  403  303    303    303   404 404
POST  /s/<session>/seats/pass/<int:seat>                 404  403  403  303    303    303   404 404
GET   /s/<session>/seats/pass/confirms                   404  403  403  403    200    200   404 404
POST  /s/<session>/seats/pass/confirms                   404  403  403  403    303    303   404 404

# To write in it.
POST  /s/<session>/entries                               404  403  403  403    303    303   404 404
POST  /s/<session>/entries?step=note                     404  403  403  403    303    303   404 404
GET   /s/<session>/ahead                                 404  403  403  403    200    200   404 404
POST  /s/<session>/preview                               404  403  403  403    200    200   404 404
POST  /s/<session>/undo                                  404  403  403  403    303    303   404 404
POST  /s/<session>/redo                                  404  403  403  403    303    303   404 404
POST  /s/<session>/entries/<int:index>                   404  403  403  403    303    303   404 404
GET   /s/<session>/rows/<int:number>                     404  403  403  403    200    200   404 404
POST  /s/<session>/rows/<int:number>                     404  403  403  403    303    303   404 404
POST  /s/<session>/rows/<int:number>/preview             404  403  403  403    200    200   404 404
POST  /s/<session>/again                                 404  403  403  403    303    303   404 404
POST  /s/<session>/rules                                 404  403  403  403    303    303   404 404
GET   /s/<session>/adjustment                            404  403  403  403    200    200   404 404
GET   /s/<session>/end                                   404  403  403  403    200    200   404 404
GET   /s/<session>/players                               404  403  403  403    200    200   404 404
GET   /s/<session>/plan                                  404  403  403  403    200    200   404 404
GET   /s/<session>/names                                 404  403  403  403    200    200   404 404
POST  /s/<session>/names                                 404  403  403  403    303    303   404 404
GET   /s/<session>/setup                                 404  403  403  403    200    200   404 404
POST  /s/<session>/setup                                 404  403  403  403    422    422   404 404
GET   /s/<session>/about                                 404  403  403  403    200    200   404 404
POST  /s/<session>/about                                 404  403  403  403    303    303   404 404
GET   /s/<session>/invite                                404  403  403  403    200    200   404 404
POST  /s/<session>/invite                                404  403  403  403    303    303   404 404
GET   /s/<session>/archive                               404  403  403  403    200    200   404 404
POST  /s/<session>/archive                               404  403  403  403    303    303   404 404
GET   /s/<session>/versions                              404  404  403  404    302    302   404 404
POST  /s/<session>/versions                              404  404  403  404    303    303   404 404
POST  /s/<session>/unarchive                             404  403  403  403    303    303   404 404
GET   /s/<session>/discard                               404  403  403  403    200    200   404 404
POST  /s/<session>/discard                               404  403  403  403    303    303   404 404
POST  /s/<session>/restore                               404  403  403  403    303    303   404 404

# A program comes by a token: what a phone is says nothing there.
GET   /api/v1/scorebook                                  401  401  401  401    401    401   401 401
POST  /api/v1/scorebook                                  401  401  401  401    401    401   401 401
GET   /api/v1/scorebook/heads                            401  401  401  401    401    401   401 401
GET   /api/v1/sessions                                   401  401  401  401    401    401   401 401
POST  /api/v1/sessions                                   401  401  401  401    401    401   401 401
GET   /api/v1/sessions/<string:session>                  401  401  401  401    401    401   401 401
PATCH /api/v1/sessions/<string:session>                  401  401  401  401    401    401   401 401
DELETE /api/v1/sessions/<string:session>                401  401  401  401    401    401   401 401
POST  /api/v1/sessions/<string:session>/entries          401  401  401  401    401    401   401 401
POST  /api/v1/sessions/<string:session>/undo             401  401  401  401    401    401   401 401
POST  /api/v1/sessions/<string:session>/redo             401  401  401  401    401    401   401 401
POST  /api/v1/sessions/<string:session>/corrections      401  401  401  401    401    401   401 401
POST  /api/v1/sessions/<string:session>/setup            401  401  401  401    401    401   401 401
GET   /api/v1/sessions/<string:session>/document         401  401  401  401    401    401   401 401
GET   /api/v1/sessions/<string:session>/log              401  401  401  401    401    401   401 401
GET   /api/v1/sessions/<string:session>/chances          401  401  401  401    401    401   401 401
GET   /api/v1/evenings                                   401  401  401  401    401    401   401 401
GET   /api/v1/evenings/<string:session>                  401  401  401  401    401    401   401 401
GET   /api/v1/statistics                                 401  401  401  401    401    401   401 401
GET   /api/v1/statistics/games                           401  401  401  401    401    401   401 401
GET   /api/v1/ratings                                    401  401  401  401    401    401   401 401
GET   /api/v1/players                                    401  401  401  401    401    401   401 401
PATCH /api/v1/players/<int:player>                       401  401  401  401    401    401   401 401
GET   /api/v1/players/<int:player>/statistics            401  401  401  401    401    401   401 401
GET   /api/v1/players/<int:player>/head-to-head          401  401  401  401    401    401   401 401
GET   /api/v1/players/<int:player>/rating                401  401  401  401    401    401   401 401
POST  /api/v1/players/<int:player>/merge                 401  401  401  401    401    401   401 401
POST  /api/v1/players/<int:player>/unmerge               401  401  401  401    401    401   401 401
"""


@dataclass(frozen=True)
class Line:
    """A route with what is asked of it besides, and the status that each role is answered."""

    method: str
    rule: str
    beside: str
    answers: dict[str, int]

    @property
    def name(self) -> str:
        return f"{self.method} {self.rule}{'?' if self.beside else ''}{self.beside}"


def lines() -> list[Line]:
    heading, *rest = (line for line in TABLE.splitlines() if line and not line.startswith("#"))
    assert tuple(heading.split()) == ROLES
    return [_line(line) for line in rest]


def _line(line: str) -> Line:
    method, asked, *statuses = line.split()
    rule, _, beside = asked.partition("?")
    return Line(method, rule, beside, dict(zip(ROLES, map(int, statuses), strict=True)))
