"""Documents over the API: scored, and a whole scorebook out and in, also for a page of another site."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scoring.document import load
from scoring.document import report as report_of
from tests.games.oh_hell import sheet as paper
from tests.kit.web.api import BIDS, TRICKS, Program
from tests.web.conftest import Phone
from web.http.limits import scoring_turn


def test_a_scorebook_goes_out_and_in_and_nothing_comes_twice(program: Program, another: Program) -> None:
    session = program.starts()
    program.enters(session, BIDS, TRICKS)
    file = program.asks("GET", "/scorebook").json
    assert file["scorebook"] == 1
    came = [who.asks("POST", "/scorebook", file).json for who in (program, another, another)]
    known, new = {"new": 0, "longer": 0, "known": 1}, {"new": 1, "longer": 0, "known": 0}
    assert came == [known, new, known]
    (copied,) = another.asks("GET", "/sessions").json["sessions"]
    assert another.sees(copied["id"])["document"] == program.sees(session)["document"]


def test_a_file_of_megabytes_is_taken_here_and_nowhere_else(program: Program) -> None:
    file = program.asks("GET", "/scorebook").html + " " * 1024 * 1024
    given: dict[str, Any] = {"data": file, "content_type": "application/json"}
    assert program.asks("POST", "/scorebook", **given).status == 200
    refused = program.asks("POST", "/sessions", **given)
    assert refused.problem == (413, "too-large")


def test_a_session_document_comes_in_once_for_each_key(program: Program) -> None:
    for _ in range(2):
        assert program.asks("POST", "/scorebook", paper.document(), key="paper").status == 200
    (listed,) = program.asks("GET", "/sessions").json["sessions"]
    assert program.sees(listed["id"])["report"]["totals"] == [132, 141, 132, 134]


@pytest.mark.parametrize("path", ["/api/score", "/api/v1/score"])
def test_a_document_is_scored_and_not_kept(phone: Phone, path: str) -> None:
    scored = phone.says(path, paper.document(), headers={"Authorization": ""})
    assert (scored.status, scored.json) == (200, report_of(load(paper.document())))
    assert (scored.json["totals"], scored.json["over"]) == ([132, 141, 132, 134], True)
    assert "あんな" not in phone.opens("/history").text


@pytest.mark.parametrize(("language", "tricks"), [("en", "tricks"), ("ja", "トリック")])
def test_an_illegal_entry_of_a_document_is_told_by_its_position_in_the_readers_language(
    app: Flask, language: str, tricks: str
) -> None:
    document, reader = paper.document(), Program(app, None, language)
    assert ("ビッド" in reader.asks("POST", "/score", document).json["rows"][0]["working"][0]) == (language == "ja")
    document["entries"][3] = {"step": "tricks", "tricks": [1, 1, 1, 1]}
    refused = reader.asks("POST", "/score", document)
    (problem,) = refused.json["problems"]
    assert (refused.status, refused.json["position"], problem["field"]) == (422, 3, "tricks")
    assert tricks in problem["message"]
    asked = reader.asks("POST", "/score", []).json["detail"]
    assert ("body" in asked, "must be an object" in asked) == (True, language == "en")


def rounds(number: int) -> dict[str, Any]:
    entries = [{"step": "round", "points": [1, 2]}] * number
    return {"game": "score-pad", "players": ["Ann", "Ben"], "entries": entries}


def test_without_a_token_so_much_is_scored_and_no_more(app: Flask, program: Program) -> None:
    nobody = Program(app, "")
    assert nobody.asks("POST", "/score", rounds(200)).json["totals"] == [200, 400]
    longer, larger = rounds(201), rounds(1) | {"players": ["Ann", "Ben" + " " * 33_000]}
    refused, heavy = (nobody.asks("POST", "/score", each) for each in (longer, larger))
    (problem,) = refused.json["problems"]
    assert (refused.status, problem["field"]) == (422, "entries")
    assert problem["message"] == "Without a token the limit is 200. With a token you can send more."
    assert heavy.problem == (413, "too-large")
    assert heavy.json["detail"] == "Without a token the limit is 32 KB. With a token you can send more."
    with scoring_turn():
        busy = nobody.asks("POST", "/score", rounds(1))
        assert program.asks("POST", "/score", rounds(1)).status == 200
    assert (busy.status, busy.json["code"], busy.json["cause"]) == (503, "unavailable", "busy")
    assert busy.headers["Retry-After"] == "1"
    for who, statuses in ((Program(app, "takuroku_of-nobody-at-all"), [422, 413]), (program, [200, 200])):
        assert [who.asks("POST", "/score", each).status for each in (longer, larger)] == statuses


# What a page of another site may ask, with a token and nothing else: the scorebook out and in.


ELSEWHERE = "https://cards.example"
SHARED = ("/api/v1/scorebook", "/api/v1/scorebook/heads")


def from_elsewhere(phone: Phone, method: str, path: str, **headers: str) -> TestResponse:
    """As a browser would send it for a page of another site, cookies and all that it should leave out."""
    return phone.client.open(path, method=method, headers={"Origin": ELSEWHERE, **headers})


def test_a_browser_that_asks_first_is_told_what_goes_and_may_read_answers_and_problems(phone: Phone) -> None:
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type"}
    given = {"Authorization": f"Bearer {phone.api.token}"}
    for path, methods in zip(SHARED, ({"GET", "POST"}, {"GET"}), strict=True):
        first = from_elsewhere(phone, "OPTIONS", path, **asked)
        assert (first.status_code, first.data) == (204, b"")
        assert {*first.headers["Access-Control-Allow-Methods"].split(", ")} == methods
        assert first.headers["Access-Control-Allow-Headers"] == "Authorization, Content-Type"
        assert not {"Access-Control-Allow-Credentials", "Set-Cookie"} & {*first.headers.keys()}
        taken, refused = from_elsewhere(phone, "GET", path, **given), from_elsewhere(phone, "GET", path)
        broken = from_elsewhere(phone, "POST", SHARED[0], **given)
        assert [each.status_code for each in (taken, refused, broken)] == [200, 401, 415]
        for each in (first, taken, refused, broken):
            assert each.headers["Access-Control-Allow-Origin"] == "*"


def test_nothing_else_can_be_asked_from_there(phone: Phone) -> None:
    given = {"Authorization": f"Bearer {phone.api.token}"}
    session = f"/api/v1/sessions/{phone.sits_down().id}"
    for path in (session, "/api/v1/sessions", "/api/v1/players", "/api/v1/score", "/", "/tokens"):
        for method in ("GET", "OPTIONS"):
            answer = from_elsewhere(phone, method, path, **given)
            allowed = {"Access-Control-Allow-Origin", "Access-Control-Allow-Headers"}
            assert not allowed & {*answer.headers.keys()}, f"{method} {path}"


def test_a_cookie_opens_nothing_and_is_not_even_looked_at(app: Flask, phone: Phone, stranger: Phone) -> None:
    mine, theirs, given = phone.sits_down().id, stranger.sits_down().id, f"Bearer {stranger.api.token}"
    for path in SHARED:
        assert from_elsewhere(phone, "GET", path).status_code == 401
        answer = from_elsewhere(phone, "GET", path, Authorization=given)
        ids = [each["id"] for each in json.loads(answer.data)["sessions"]]
        assert (theirs in ids, mine in ids) == (True, False)
        assert ("Cookie" in answer.headers["Vary"], "Set-Cookie" in answer.headers) == (False, False)
    # A cookie that nobody here signed is as good as any.
    phone.client.set_cookie("takuroku", "nonsense")
    answer = from_elsewhere(phone, "GET", SHARED[0], Authorization=given)
    assert (answer.status_code, "Set-Cookie" in answer.headers) == (200, False)


def test_the_heads_say_how_far_every_session_is(phone: Phone) -> None:
    program = phone.api
    first, second = program.starts(), program.starts()
    program.enters(first, BIDS)
    program.asks("PATCH", f"/sessions/{first}", {"place": "Café Mokka"})
    program.asks("PATCH", f"/sessions/{second}", {"discarded": True})
    phone.sends(phone.opens("/scorebooks/name").form("/scorebooks/name"), {"name": "Thursdays"})
    told: Any = program.asks("GET", "/scorebook/heads").json
    assert told["name"] == "Thursdays"
    heads = {each["id"]: (each["position"], each["place"], each["note"]) for each in told["sessions"]}
    assert heads == {first: (1, "Café Mokka", None), second: (0, None, None)}
    (written,) = program.asks("GET", f"/sessions/{first}/log").json["actions"]
    assert {each["id"]: each["updated_at"] for each in told["sessions"]}[first] == written["at"]


def test_who_does_not_know_the_newer_house_rules_gets_the_other_sessions_and_their_number(program: Program) -> None:
    older, newer = program.starts(), program.starts(options={"trumps": "deals", "no_trump_deals": [2]})
    corrected = program.starts()
    rules = {"position": 0, "options": {"restriction_from": 4}}
    assert program.asks("POST", f"/sessions/{corrected}/setup", rules).status == 201
    known: Any = program.asks("GET", "/scorebook/heads").json["rules"]
    for query, ids, left_out in (("", {older}, "2"), ("?rules=1", {older}, "2"), (f"?rules={known}", None, None)):
        answer = program.asks("GET", f"/scorebook{query}")
        assert {each["id"] for each in answer.json["sessions"]} == (ids or {older, newer, corrected}), query
        assert answer.headers.get("Takuroku-Left-Out") == left_out, query
    assert program.asks("GET", "/scorebook?rules=0").problem == (422, "refused")


def test_all_sessions_are_named_that_have_gone_another_way(program: Program) -> None:
    sessions = [program.starts() for _ in range(3)]
    before = program.asks("GET", "/scorebook").json
    for session in sessions[:2]:
        program.enters(session, BIDS)
    there = program.asks("GET", "/scorebook").json
    for told in before["sessions"]:
        entered = next(each for each in there["sessions"] if each["id"] == sessions[0])["actions"][0]
        told["actions"] = [{**entered, "facts": {"step": "bids", "bids": [0, 0, 1]}}]
    refused = program.asks("POST", "/scorebook", before)
    assert refused.problem == (409, "gone-another-way")
    assert {*refused.json["sessions"]} == {*sessions[:2]}
    assert program.asks("GET", "/scorebook").json == there
