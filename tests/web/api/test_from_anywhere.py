"""What a page of another site may ask of the API, with a token and nothing else: the scorebook out and in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.kit.web.api import Program
from tests.web.conftest import Phone

ELSEWHERE = "https://cards.example"
SHARED = ("/api/v1/scorebook", "/api/v1/scorebook/heads")


def from_elsewhere(phone: Phone, method: str, path: str, **headers: str) -> TestResponse:
    """As a browser would send it for a page of another site, cookies and all that it should leave out."""
    return phone.client.open(path, method=method, headers={"Origin": ELSEWHERE, **headers})


@pytest.mark.parametrize(("path", "methods"), [(SHARED[0], {"GET", "POST"}), (SHARED[1], {"GET"})])
def test_a_browser_that_asks_first_is_told_what_goes(phone: Phone, path: str, methods: set[str]) -> None:
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type"}
    answer = from_elsewhere(phone, "OPTIONS", path, **asked)
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert {*answer.headers["Access-Control-Allow-Methods"].split(", ")} == methods
    assert answer.headers["Access-Control-Allow-Headers"] == "Authorization, Content-Type"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Set-Cookie" not in answer.headers


def test_the_answer_can_be_read_there_and_so_can_a_problem(phone: Phone) -> None:
    given = {"Authorization": f"Bearer {phone.api.token}"}
    for path in SHARED:
        taken, refused = from_elsewhere(phone, "GET", path, **given), from_elsewhere(phone, "GET", path)
        assert (taken.status_code, refused.status_code) == (200, 401)
        assert [each.headers["Access-Control-Allow-Origin"] for each in (taken, refused)] == ["*", "*"]
    broken = from_elsewhere(phone, "POST", SHARED[0], **given)
    assert (broken.status_code, broken.headers["Access-Control-Allow-Origin"]) == (415, "*")


def test_nothing_else_can_be_asked_from_there(app: Flask, phone: Phone) -> None:
    session = phone.sits_down().id
    given = {"Authorization": f"Bearer {phone.api.token}"}
    for path in (f"/api/v1/sessions/{session}", "/api/v1/sessions", "/api/v1/players", "/api/v1/score", "/", "/tokens"):
        for method in ("GET", "OPTIONS"):
            answer = from_elsewhere(phone, method, path, **given)
            assert "Access-Control-Allow-Origin" not in answer.headers, f"{method} {path}"
            assert "Access-Control-Allow-Headers" not in answer.headers, f"{method} {path}"


def test_a_cookie_opens_nothing_and_is_not_even_looked_at(app: Flask, phone: Phone, stranger: Phone) -> None:
    mine, theirs = phone.sits_down().id, stranger.sits_down().id
    for path in SHARED:
        assert from_elsewhere(phone, "GET", path).status_code == 401
        answer = from_elsewhere(phone, "GET", path, Authorization=f"Bearer {stranger.api.token}")
        ids = [each["id"] for each in json.loads(answer.data)["sessions"]]
        assert (theirs in ids, mine in ids) == (True, False)
        assert "Cookie" not in answer.headers["Vary"]
        assert "Set-Cookie" not in answer.headers
    # A cookie that nobody here signed is as good as any.
    nobody = app.test_client()
    nobody.set_cookie("takuroku", "nonsense")
    answer = nobody.get(SHARED[0], headers={"Authorization": f"Bearer {stranger.api.token}"})
    assert (answer.status_code, "Set-Cookie" in answer.headers) == (200, False)


def test_the_heads_say_how_far_every_session_is(phone: Phone) -> None:
    program = phone.program()
    first, second = program.starts(), program.starts()
    program.enters(first, {"step": "bids", "bids": [1, 1, 0]})
    program.asks("PATCH", f"/sessions/{first}", {"place": "Café Mokka"})
    program.asks("PATCH", f"/sessions/{second}", {"discarded": True})
    phone.sends(phone.opens("/scorebooks").form("/scorebooks/name"), {"name": "Thursdays"})
    told: Any = program.asks("GET", "/scorebook/heads").json
    assert told["name"] == "Thursdays"
    heads = {each["id"]: (each["position"], each["place"], each["note"]) for each in told["sessions"]}
    assert heads == {first: (1, "Café Mokka", None), second: (0, None, None)}
    (written,) = program.asks("GET", f"/sessions/{first}/log").json["actions"]
    assert {each["id"]: each["updated_at"] for each in told["sessions"]}[first] == written["at"]


def test_all_sessions_are_named_that_have_gone_another_way(app: Flask, program: Program) -> None:
    sessions = [program.starts() for _ in range(3)]
    before = program.asks("GET", "/scorebook").json
    for session in sessions[:2]:
        program.enters(session, {"step": "bids", "bids": [1, 1, 0]})
    there = program.asks("GET", "/scorebook").json
    for told in before["sessions"]:
        entered = next(each for each in there["sessions"] if each["id"] == sessions[0])["actions"][0]
        told["actions"] = [{**entered, "facts": {"step": "bids", "bids": [0, 0, 1]}}]
    refused = program.asks("POST", "/scorebook", before)
    assert (refused.status, refused.json["type"]) == (409, "http://localhost/api#gone-another-way")
    assert {*refused.json["sessions"]} == {*sessions[:2]}
    assert program.asks("GET", "/scorebook").json == there
