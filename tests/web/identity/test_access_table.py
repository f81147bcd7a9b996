"""Every route of the site, asked by everybody that one can be to a scorebook."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from io import BytesIO
from typing import Any
from urllib.parse import parse_qsl

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from record.packed.code import pack, to_link
from scoring.games.oh_hell import GAME as OH_HELL
from tests.kit.games import played
from tests.kit.pages import place, registry
from tests.kit.web.access_table import Line, lines
from tests.kit.web.page import forms, parse
from tests.kit.web.roles import HIDDEN_ELSEWHERE, NAMED, OF_THE_GAME, OUTSIDERS, PRIVATE, ROLES, Stage, staged
from tests.web.conftest import LEAKS
from web.request.page import Page

LINES = lines()
NO_SCOREBOOK: dict[str, Any] = {"scorebook": 1, "devices": {}, "players": [], "rules": [], "sessions": []}
BIDS = {"bids-0": "0", "bids-1": "1", "bids-2": "0"}
ROW = {
    **{"e0-step": "bids", "e0-bids-0": "0", "e0-bids-1": "1", "e0-bids-2": "0"},
    **{"e1-step": "tricks", "e1-tricks-0": "2", "e1-tricks-1": "0", "e1-tricks-2": "1"},
}
GAME: dict[str, Any] = {
    **{"id": "played-on-a-phone", "created_at": "2026-11-21T19:30:00Z", "game": "oh-hell", "actions": []},
    **{"players": ["Gus", "Hal", "Ida"], "dealer": 0, "options": {}},
}
CODE = to_link(pack(NO_SCOREBOOK | {"players": [{"name": name} for name in GAME["players"]], "sessions": [GAME]}))
BODIES: dict[str, Mapping[str, Any]] = {
    "/settings": {"language": "en"},
    "/code": {"code": CODE},
    "/code/take": {"code": CODE},
    "/scorebook": {"file": json.dumps(NO_SCOREBOOK)},
    "/new/<slug>": {"players-0": "Gus", "players-1": "Hal", "players-2": "Ida", "dealer": "0"},
    "/new/<slug>?fill=preset:minus": {"fill": "preset:minus"},
    "/tokens": {"name": "Script", "role": "keeper"},
    "/carry": {"name": "Cellar"},
    "/scorebooks/name": {"name": "Thursdays"},
    "/scorebooks/open": {"scorebook": "{book}"},
    "/scan": {"code": "222222"},
    "/links": {"for": "watch"},
    "/links?for=own": {"for": "own"},
    "/links?for=game": {"for": "game", "session": "{session}"},
    "/devices/<access>/name": {"name": "Tablet"},
    "/players/<int:player>/edit": {"name": "Gus", "seen": "Desiderius", "colour": "1"},
    "/players/<int:player>/merge": {"into": "{same}"},
    "/s/<session>/seats/<int:seat>": {"step": "bids", "bids-0": "1"},
    "/s/<session>/seats/<int:seat>/tapped": {"step": "bids", "bids-0": "1"},
    "/s/<session>/entries": {"step": "bids", **BIDS},
    "/s/<session>/entries?step=note": {"step": "note", "text": "rain"},
    "/s/<session>/preview": {"step": "bids", **BIDS},
    "/s/<session>/entries/<int:index>": {"step": "bids", **BIDS},
    "/s/<session>/rows/<int:number>": ROW,
    "/s/<session>/rows/<int:number>/preview": ROW,
    "/s/<session>/rules": {"rule_name": "ours"},
    "/s/<session>/versions": {"keep": "all"},
    "/s/<session>/about": {"place": "At Gus's", "note": ""},
}
"""What a form says beside its position, key and token against forgery."""
SHOW_EVERYTHING = ("GET /history", "GET /players", "GET /tokens", "GET /scorebooks", "GET /new/<slug>")
ONCE = ("POST /s/<session>/entries", "POST /s/<session>/redo", "POST /s/<session>/rows/<int:number>")
"""What can be done once: two who may do it need a scorebook each."""
AT_SEAT = re.compile(r"/s/<session>/seats/(pass/)?<int:seat>")
PAGES = {(method, page.rule): page for page in registry() for method in page.methods}
FILES = {
    "/static/<path:filename>": "/static/img/icon.svg",
    "/assets/<version>/<path:path>": "/assets/{version}/img/icon.svg",
}
SHUT: dict[str, set[str]] = {"watcher": set(), "player": {"book"}, "keeper": {"book", "seat"}}
"""Who must not be let in where a view declares for whom it is at least, of those who see the session."""
GIVE_LINE = "give it a line in tests/kit/web/access_table.py"
MAY_SEND = {(line.method, line.rule): line.answers for line in LINES if line.method == "POST"}


@pytest.fixture(scope="module")
def looked_at(app: Flask) -> Stage:
    """For those who only look."""
    return staged(app)


@pytest.fixture
def stage(app: Flask, request: pytest.FixtureRequest) -> Stage:
    """The same for all who only look or are refused; who writes has one for themselves."""
    line: Line = request.getfixturevalue("line")
    only_looks = line.method == "GET" or min(line.answers.values()) >= 400
    found: Stage = request.getfixturevalue("looked_at") if only_looks else staged(app)
    return found


def test_every_route_stands_in_the_table(app: Flask) -> None:
    routes = {
        f"{method} {rule.rule}"
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert {f"{line.method} {line.rule}" for line in LINES} == routes, GIVE_LINE
    assert len({line.name for line in LINES}) == len(LINES)


def test_every_view_is_for_whom_it_declares() -> None:
    """Held to the answers below, which are worked by hand: who watches is let to what is for watchers, and so on."""
    for line in LINES:
        page = PAGES.get((line.method, line.rule))
        if page is None or page.audience not in SHUT or line.answers["keeper"] == 404:
            continue
        within = ("book", "seat") if page.of_session else ("book",)
        shut = {role for role in within if line.answers[role] in (403, 404)}
        assert shut == SHUT[page.audience] & {*within}, line.name
        assert (line.answers["game"] == 404) == (not page.of_session), line.name
        if not line.rule.endswith("/<access>/remove"):
            assert line.answers["second"] == line.answers["keeper"], line.name


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.name)
def test_everybody_is_answered_as_the_table_says(line: Line, stage: Stage, app: Flask) -> None:
    before, answered, pages = stage.written(), dict[str, int](), dict[str, str]()
    # Who may write last: then nothing is there any more as it was.
    for role in sorted(ROLES, key=("second", "keeper").__contains__):
        if role == "keeper" and line.name in ONCE:
            stage = staged(app)
            before = stage.written()
        answer = asks(stage, role, line)
        answered[role] = answer.status_code
        pages[role] = answer.get_data().decode(errors="replace")
        shows_nothing(answer, role, joining=line.rule == "/j/<secret>")
        writes = line.rule == "/j/<secret>" or (role == "seat" and AT_SEAT.search(line.rule))
        if answer.status_code >= 400 or not (writes or role in ("second", "keeper")):
            assert stage.written() == before, f"{role} has written"
        before = stage.written()
    assert answered == line.answers
    if line.page is not None:
        assert is_for(line.page, pages, app) == []


def is_for(page: Page, answers: Mapping[str, str], app: Flask) -> list[str]:
    """Why a page is not for its audience, read from what is on it alone: what everybody may see names nobody, a page of
    a scorebook does; who may not send a form is not shown it, and what is for keepers alone has one of those.
    """
    everybodys = page.audience == "anyone"
    wrong = [word for word in (*PRIVATE, NAMED) if everybodys and word in answers["keeper"]]
    if page.audience == "watcher" and not any(word in answers["keeper"] for word in (*PRIVATE, NAMED)):
        wrong.append(f"names nobody: {GIVE_LINE}")
    shut = sorted(SHUT.get(page.audience, set()) & ({"book", "seat"} if page.of_session else {"book"}))
    sent = {role: forms_on(text, page, app) for role, text in answers.items()}
    for role in shut:
        if not any(MAY_SEND[form][role] in (403, 404) for form in sent["keeper"]):
            wrong.append(f"has no form that is not for {role}: {GIVE_LINE}")
    for role in ("game", "book", "seat"):
        wrong += [f"{role} is shown {form}" for form in sent[role] if MAY_SEND[form][role] == 403]
    return wrong


def forms_on(text: str, page: Page, app: Flask) -> set[tuple[str, str]]:
    """The routes to which the forms of a page post."""
    if "<form" not in text:
        return set()
    routes = app.url_map.bind("localhost")
    found = (form for form in forms(parse(text), place(page)) if form.method == "post")
    return {("POST", routes.match(form.action.partition("?")[0], "POST", return_rule=True)[0].rule) for form in found}


def test_what_is_hidden_from_others_is_there_to_be_seen(looked_at: Stage) -> None:
    told = "".join(
        asks(looked_at, "keeper", line).get_data(as_text=True) for line in LINES if line.name in SHOW_EVERYTHING
    )
    log = looked_at.phones["keeper"].opens(f"/s/{looked_at.another}/log").html
    assert [word for word in (*PRIVATE, NAMED) if word not in told + log] == []


def shows_nothing(answer: TestResponse, role: str, *, joining: bool) -> None:
    """Nothing of the inside of the program, and of the scorebook nothing that is not for this role.

    Whatever is the visitor's own no cache on the way keeps, by whatever name it goes.
    """
    keeps = answer.headers.get("Cache-Control", "")
    assert "private" in keeps or not answer.vary & {"cookie"}, keeps
    assert keeps, "it says who may keep it"
    # Nobody but a reader of the scorebook gets a file that is no text.
    text = answer.get_data().decode(errors="replace") + str(answer.headers)
    if (answer.mimetype or "").startswith(("text/html", "application/problem")):
        assert LEAKS.search(text) is None
    hidden = PRIVATE if role in OUTSIDERS else HIDDEN_ELSEWHERE if role in OF_THE_GAME else ()
    if role in OUTSIDERS and not joining:
        hidden = (*hidden, NAMED)
    assert [word for word in hidden if word in text] == []


def asks(stage: Stage, role: str, line: Line) -> TestResponse:
    values = stage.values | {"book": stage.book, "version": stage.app.config["ASSETS"].version}
    address = FILES.get(line.rule) or place(PAGES[line.method, line.rule])
    address, beside = filled(address, values), filled(line.beside, values)
    client = stage.phones[role].client
    given: dict[str, Any] = {}
    if line.method == "GET":
        given["query_string"] = dict(parse_qsl(beside))
    elif line.rule.startswith("/api/"):
        given["json"] = played(OH_HELL, 0).document if line.rule.endswith("/score") else {}
    else:
        given["data"] = typed(stage, role, line, values)
    return client.open(address, method=line.method, headers={"Accept-Language": "en"}, **given)


def typed(stage: Stage, role: str, line: Line, values: Mapping[str, Any]) -> dict[str, Any]:
    """A form as it would be sent: a refusal is one of the role."""
    body = BODIES.get(line.rule + ("?" + line.beside if line.beside else ""), {})
    said: dict[str, Any] = {name: filled(value, values) for name, value in body.items()}
    if "file" in said:
        said["file"] = (BytesIO(said["file"].encode()), "scorebook.json")
    own = {"csrf_token": stage.phones[role].token(), "position": str(stage.log()), "key": f"{role} {stage.session}"}
    return own | said


def filled(text: str, values: Mapping[str, Any]) -> str:
    """With what stands in the place of `<same>` and of `{book}`."""
    return re.sub(r"[<{](\w+)[>}]", lambda found: str(values[found[1]]), text)
