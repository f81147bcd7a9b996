"""Conditional requests: what a program has already is not sent again, what it never saw is not written over."""

from __future__ import annotations

from flask import Flask

from tests.kit.for_each import for_each
from tests.kit.web.api import BIDS, TRICKS, Program
from tests.web.conftest import Phone
from web.api.operations import OPERATIONS


def tag(program: Program, path: str) -> str:
    page = program.asks("GET", path)
    assert page.status == 200
    return page.headers["ETag"]


def knows(program: Program, path: str, *tags: str, method: str = "GET") -> int:
    """The status for a program that has the answers with these ETags."""
    page = program.asks(method, path, headers={"If-None-Match": ", ".join(tags)})
    assert (page.html == "") == (page.status == 304 or method == "HEAD")
    return page.status


OF_A_SESSION = [
    each.path for each in OPERATIONS if each.method == "GET" and each.path.startswith("/sessions/{session}")
]


@for_each("path", OF_A_SESSION)
def test_what_lies_in_a_session_is_sent_again_once_it_was_written_on(program: Program, path: str) -> None:
    session = program.starts()
    at = path.format(session=session)
    before = tag(program, at)
    assert (knows(program, at, before), knows(program, at, before, method="HEAD")) == (304, 304)
    # A proxy that packs the answer may mark its ETag.
    packed = before.strip('"')
    known = (f'W/"{packed}"', f'"{packed}:br"', f'W/"{packed}:gzip"', f'"another", {before}', "*")
    assert {each: knows(program, at, each) for each in known} == dict.fromkeys(known, 304)
    assert knows(program, at, '"another"') == 200
    program.enters(session, BIDS)
    assert knows(program, at, before) == 200
    assert tag(program, at) != before


def test_every_other_answer_has_an_etag_of_what_it_says(program: Program) -> None:
    paths = ("/games", "/sessions", "/evenings", "/players", "/statistics", "/statistics/games", "/ratings")
    before = {path: tag(program, path) for path in paths}
    assert {path: knows(program, path, before[path]) for path in paths} == dict.fromkeys(paths, 304)
    program.enters(program.starts(), BIDS, TRICKS, {"step": "end"})
    # The games of the site are the same whatever is played.
    assert {path: knows(program, path, before[path]) for path in paths} == dict.fromkeys(paths, 200) | {"/games": 304}


def test_an_etag_holds_in_one_language(program: Program) -> None:
    japanese, at = Program(program.app, program.token, "ja"), f"/sessions/{program.starts()}"
    assert (knows(japanese, at, tag(program, at)), knows(japanese, at, tag(japanese, at))) == (200, 304)


def test_a_new_name_or_place_makes_another_answer_though_nothing_was_entered(program: Program) -> None:
    at = f"/sessions/{program.starts()}"
    seen = [tag(program, at)]
    for method, path, body in (
        ("PATCH", f"/players/{program.people()['Ann']['id']}", {"name": "Anna"}),
        ("PATCH", at, {"place": "Café"}),
        ("PATCH", at, {"archived": True}),
        ("DELETE", at, None),
    ):
        assert program.asks(method, path, body).status == 200
        assert knows(program, at, *seen) == 200
        seen.append(tag(program, at))
    assert len({*seen}) == 5


@for_each("method, body", [("PATCH", {"place": "Café"}), ("DELETE", None)])
def test_nothing_is_written_over_what_was_never_seen(
    app: Flask, program: Program, method: str, body: dict[str, str] | None
) -> None:
    session = program.starts()
    at = f"/sessions/{session}"
    before = tag(program, at)
    program.asks("PATCH", at, {"note": "rain"})
    now = program.sees(session)
    late = program.asks(method, at, body, headers={"If-Match": before})
    assert (late.problem, late.json["title"]) == ((412, "changed"), "Not accepted")
    assert program.sees(session) == now
    # In whatever language it was read; any version will do for a star.
    read_in_japanese = tag(Program(app, program.token, "ja"), at)
    for known in (f'"other", {tag(program, at)}', read_in_japanese, "*"):
        assert program.asks(method, at, body, headers={"If-Match": known}).status == 200
        assert program.sees(session) != now
        program.asks("PATCH", at, {"place": "", "discarded": False})


def test_who_may_not_learns_nothing_by_a_condition(program: Program, another: Program, phone: Phone) -> None:
    at = f"/sessions/{program.starts()}"
    right, reader, nobody = tag(program, at), phone.program(role="watcher"), Program(program.app, None)
    for known, read in ((right, 304), ('"another"', 200), ("*", 304)):
        for who, statuses in ((another, [404] * 3), (reader, [read, 403, 403]), (nobody, [401] * 3)):
            asked = [
                who.asks("GET", at, headers={"If-None-Match": known}),
                who.asks("PATCH", at, {}, headers={"If-Match": known}),
                who.asks("DELETE", at, headers={"If-Match": known}),
            ]
            assert [each.status for each in asked] == statuses
