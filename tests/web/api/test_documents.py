"""Documents over the API: scored, and a whole scorebook out and in."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from scoring.document import load
from scoring.document import report as report_of
from tests.games.oh_hell import sheet as paper
from tests.kit.web.api import Program
from tests.web.conftest import Phone
from web.request.scoring_turn import scoring_turn

FIRST: tuple[dict[str, Any], ...] = ({"step": "bids", "bids": [1, 1, 0]}, {"step": "tricks", "tricks": [1, 2, 0]})


def test_a_scorebook_goes_out_and_in_and_nothing_comes_twice(app: Flask, program: Program, another: Program) -> None:
    session = program.starts()
    program.enters(session, *FIRST)
    file = program.asks("GET", "/scorebook")
    assert file.json["scorebook"] == 1
    assert program.asks("POST", "/scorebook", file.json).json == {"new": 0, "longer": 0, "known": 1}
    assert another.asks("POST", "/scorebook", file.json).json == {"new": 1, "longer": 0, "known": 0}
    assert another.asks("POST", "/scorebook", file.json).json == {"new": 0, "longer": 0, "known": 1}
    (copied,) = another.asks("GET", "/sessions").json["sessions"]
    assert another.sees(copied["id"])["document"] == program.sees(session)["document"]


def test_a_file_of_megabytes_is_taken_here_and_nowhere_else(program: Program) -> None:
    file = program.asks("GET", "/scorebook").html + " " * 1024 * 1024
    given: dict[str, Any] = {"data": file, "content_type": "application/json"}
    assert program.asks("POST", "/scorebook", **given).status == 200
    refused = program.asks("POST", "/sessions", **given)
    assert (refused.status, refused.json["type"]) == (413, "http://localhost/api#too-large")


def test_a_session_document_comes_in_once_for_each_key(program: Program) -> None:
    document = paper.document()
    for _ in range(2):
        came = program.asks("POST", "/scorebook", document, key="paper")
        assert came.status == 200
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
    assert ("JSON" in asked, "Send" in asked) == (True, language == "en")


PAD: dict[str, Any] = {"game": "score-pad", "players": ["Ann", "Ben"]}


def rounds(number: int) -> dict[str, Any]:
    return PAD | {"entries": [{"step": "round", "points": [1, 2]}] * number}


def test_without_a_token_so_much_is_scored_and_no_more(app: Flask, program: Program) -> None:
    nobody = Program(app, "")
    assert nobody.asks("POST", "/score", rounds(200)).json["totals"] == [200, 400]
    longer, larger = rounds(201), rounds(1) | {"players": ["Ann", "Ben" + " " * 33_000]}
    refused = nobody.asks("POST", "/score", longer)
    (problem,) = refused.json["problems"]
    assert (refused.status, problem["field"]) == (422, "entries")
    assert problem["message"] == "Without a token the limit is 200 entries. With a token you can send more."
    refused = nobody.asks("POST", "/score", larger)
    assert (refused.status, refused.json["type"]) == (413, "http://localhost/api#too-large")
    assert refused.json["detail"] == "Without a token the limit is 32 KB. With a token you can send more."
    with scoring_turn():
        busy = nobody.asks("POST", "/score", rounds(1))
        assert program.asks("POST", "/score", rounds(1)).status == 200
    assert (busy.status, busy.json["code"], busy.json["cause"]) == (503, "unavailable", "busy")
    assert busy.headers["Retry-After"] == "1"
    made_up = Program(app, "takuroku_of-nobody-at-all")
    assert [made_up.asks("POST", "/score", each).status for each in (longer, larger)] == [422, 413]
    assert [program.asks("POST", "/score", each).status for each in (longer, larger)] == [200, 200]
