"""Conditional requests: what a program has already is not sent again, what it never saw is not written over."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.kit.web.api import Program
from tests.web.conftest import Phone

BIDS = {"step": "bids", "bids": [1, 1, 0]}


def tag(program: Program, path: str) -> str:
    page = program.asks("GET", path)
    assert page.status == 200
    return page.headers["ETag"]


def knows(program: Program, path: str, *tags: str, method: str = "GET") -> int:
    """The status for a program that has the answers with these ETags."""
    page = program.asks(method, path, headers={"If-None-Match": ", ".join(tags)})
    assert (page.html == "") == (page.status == 304 or method == "HEAD")
    return page.status


@pytest.mark.parametrize("path", ["", "/document", "/chances", "/log"])
def test_what_lies_in_a_session_is_sent_again_once_it_was_written_on(program: Program, path: str) -> None:
    session = program.starts()
    at = f"/sessions/{session}{path}"
    before = tag(program, at)
    assert (knows(program, at, before), knows(program, at, before, method="HEAD")) == (304, 304)
    assert knows(program, at, '"another"', before) == 304
    assert knows(program, at, "*") == 304
    assert knows(program, at, '"another"') == 200
    program.enters(session, BIDS)
    assert knows(program, at, before) == 200
    assert tag(program, at) != before


@pytest.mark.parametrize(
    "path", ["/games", "/sessions", "/evenings", "/players", "/statistics", "/statistics/games", "/ratings"]
)
def test_every_other_answer_has_an_etag_of_what_it_says(program: Program, path: str) -> None:
    before = tag(program, path)
    assert knows(program, path, before) == 304
    program.enters(program.starts(), BIDS, {"step": "tricks", "tricks": [1, 2, 0]}, {"step": "end"})
    # The games of the site are the same whatever is played.
    assert knows(program, path, before) == (304 if path == "/games" else 200)


def test_a_proxy_that_packs_the_answer_may_mark_its_etag(program: Program) -> None:
    at = f"/sessions/{program.starts()}"
    before = tag(program, at).strip('"')
    assert [knows(program, at, each) for each in (f'W/"{before}"', f'"{before}:br"', f'W/"{before}:gzip"')] == [304] * 3


def test_an_etag_holds_in_one_language(app: Flask) -> None:
    english = Phone(app).api
    japanese = Program(app, english.token, "ja")
    at = f"/sessions/{english.starts()}"
    assert knows(japanese, at, tag(english, at)) == 200
    assert knows(japanese, at, tag(japanese, at)) == 304


def test_a_new_name_or_place_makes_another_answer_though_nothing_was_entered(program: Program) -> None:
    at = f"/sessions/{program.starts()}"
    ann = program.asks("GET", "/players").json["players"][0]["id"]
    seen = [tag(program, at)]
    for method, path, body in (
        ("PATCH", f"/players/{ann}", {"name": "Anna"}),
        ("PATCH", at, {"place": "Café"}),
        ("PATCH", at, {"archived": True}),
        ("DELETE", at, None),
    ):
        assert program.asks(method, path, body).status == 200
        assert knows(program, at, *seen) == 200
        seen.append(tag(program, at))
    assert len({*seen}) == 5


@pytest.mark.parametrize(("method", "body"), [("PATCH", {"place": "Café"}), ("DELETE", None)])
def test_nothing_is_written_over_what_was_never_seen(
    program: Program, method: str, body: dict[str, str] | None
) -> None:
    session = program.starts()
    at = f"/sessions/{session}"
    before = tag(program, at)
    program.asks("PATCH", at, {"note": "rain"})
    now = program.sees(session)
    late = program.asks(method, at, body, headers={"If-Match": before})
    assert (late.status, late.json["type"], late.json["title"]) == (412, "http://localhost/api#changed", "Out of date")
    assert program.sees(session) == now
    in_time = program.asks(method, at, body, headers={"If-Match": f'"other", {tag(program, at)}'})
    assert in_time.status == 200
    assert in_time.json != now


def test_any_version_will_do_for_a_star_and_the_language_does_not_matter(app: Flask) -> None:
    english = Phone(app).api
    at = f"/sessions/{english.starts()}"
    assert english.asks("PATCH", at, {"place": "a"}, headers={"If-Match": "*"}).status == 200
    read_in_japanese = tag(Program(app, english.token, "ja"), at)
    assert english.asks("PATCH", at, {"place": "b"}, headers={"If-Match": read_in_japanese}).status == 200


def test_who_may_not_learns_nothing_by_a_condition(program: Program, phone: Phone, stranger: Phone) -> None:
    at = f"/sessions/{program.starts()}"
    right, theirs = tag(program, at), stranger.program()
    for known in (right, '"another"', "*"):
        asked = [
            theirs.asks("GET", at, headers={"If-None-Match": known}),
            theirs.asks("PATCH", at, {}, headers={"If-Match": known}),
            theirs.asks("DELETE", at, headers={"If-Match": known}),
        ]
        assert [each.status for each in asked] == [404] * 3
    reader = phone.program(role="watcher")
    assert knows(reader, at, right) == 304
    for known in (right, '"another"'):
        assert reader.asks("DELETE", at, headers={"If-Match": known}).status == 403
        assert reader.asks("PATCH", at, {"place": "x"}, headers={"If-Match": known}).status == 403
    assert Program(program.app, None).asks("GET", at, headers={"If-None-Match": right}).status == 401
