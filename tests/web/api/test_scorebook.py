"""The scorebook over the API: who plays, statistics, the table, out and in."""

from __future__ import annotations

import json
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


@pytest.fixture
def another(app: Flask) -> Program:
    """A program of another scorebook."""
    return Phone(app).api


def player(program: Program, name: str) -> int:
    (number,) = (each["id"] for each in program.asks("GET", "/players").json["players"] if each["name"] == name)
    return int(number)


def test_everybody_is_told_by_name(program: Program) -> None:
    assert program.asks("GET", "/players").json == {"players": []}
    program.starts()
    told = program.asks("GET", "/players").json["players"]
    assert [(each["name"], each["archived_at"], each["parts"]) for each in told] == [
        (name, None, []) for name in ("Ann", "Ben", "Chika")
    ]


def test_statistics_of_a_player_and_the_table(program: Program) -> None:
    # Ann made her bid of 1: 11. Ben missed: 0. Chika made hers of 0: 10.
    program.enters(program.starts(), *FIRST, {"step": "end"})
    found = program.asks("GET", f"/players/{player(program, 'Ann')}/statistics").json
    assert found["name"] == "Ann"
    (game,) = found["games"]
    assert (game["results"]["game"], game["results"]["games"], game["results"]["won"]) == ("oh-hell", 1, 1)
    assert (game["results"]["average"], game["places"]) == (11, [{"place": 1, "times": 1}])
    made = {"fact": "made", "value": True, "by": None, "by_value": None, "times": 1}
    assert made in game["facts"]
    beside = {each["name"]: (each["ahead"], each["behind"]) for each in found["beside"]}
    assert beside == {"Ben": (1, 0), "Chika": (1, 0)}
    lines = program.asks("GET", "/statistics").json["lines"]
    assert [(each["name"], each["results"]["won"], each["results"]["highest"]) for each in lines] == [
        ("Ann", 1, 11),
        ("Ben", 0, 0),
        ("Chika", 0, 10),
    ]


def test_an_average_that_no_digits_can_end_is_told_to_the_thousandth(program: Program) -> None:
    deal = [{"step": "bids", "bids": [1, 1, 0]}, {"step": "tricks", "tricks": [0, 1, 2]}]
    program.enters(program.starts(), *FIRST, {"step": "end"})
    for _ in range(2):
        program.enters(program.starts(), *deal, {"step": "end"})
    # Ann: 11, 0, 0. Ben: 0, 11, 11. Chika: 10, 0, 0.
    averages = {"Ann": 3.667, "Ben": 7.333, "Chika": 3.333}
    lines = program.asks("GET", "/statistics").json["lines"]
    assert {each["name"]: each["results"]["average"] for each in lines} == averages
    for name, average in averages.items():
        (game,) = program.asks("GET", f"/players/{player(program, name)}/statistics").json["games"]
        assert game["results"]["average"] == average


@pytest.mark.parametrize("number", ["0", "999999999", str(2**53), "1" * 100, "x", "-1"])
def test_nobody_has_no_statistics(program: Program, number: str) -> None:
    assert program.asks("GET", f"/players/{number}/statistics").status == 404


def test_a_player_of_another_scorebook_is_nobody(program: Program, another: Program) -> None:
    another.starts()
    assert program.asks("GET", f"/players/{player(another, 'Ann')}/statistics").status == 404


def test_what_an_earlier_release_took_comes_in_and_cannot_be_entered_anew(program: Program) -> None:
    """Three cannot take the most of five tricks together, which it did not refuse."""
    games = {"step": "entries", "games": ["boo-ray"] * 3}
    level = {"step": "results", "booray_best": ["0", "1", "2"]}
    new = program.starts(game="boo-ray", options={})
    program.enters(new, games)
    refused = program.asks("POST", f"/sessions/{new}/entries", {"position": 1, "entry": level})
    assert refused.status == 422
    assert "when 3 players share 5 tricks" in refused.html
    document = {"takuroku": 1, "game": "boo-ray", "players": ["Ann", "Ben", "Chika"], "dealer": 0}
    assert program.asks("POST", "/scorebook", {**document, "entries": [games, level]}, key="doc").status == 422
    file = program.asks("GET", "/scorebook").json
    (session,) = file["sessions"]
    session["id"] = "of-an-earlier-release"
    session["actions"].append({**session["actions"][0], "facts": level})
    assert program.asks("POST", "/scorebook", file).json == {"new": 1, "longer": 0, "known": 0}
    assert program.sees("of-an-earlier-release")["position"] == 2


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


def test_a_session_that_has_gone_another_way_is_refused(program: Program) -> None:
    session = program.starts()
    before = program.asks("GET", "/scorebook").json
    program.enters(session, FIRST[0])
    here = program.asks("GET", "/scorebook").json["sessions"][0]["actions"]
    before["sessions"][0]["actions"] = [{**here[0], "facts": {"step": "bids", "bids": [0, 0, 1]}}]
    answer = program.asks("POST", "/scorebook", before)
    assert (answer.status, answer.json["type"]) == (409, "http://localhost/api#gone-another-way")
    assert program.sees(session)["document"]["entries"] == [FIRST[0]]


def test_a_broken_file_is_refused_whole_with_the_place(program: Program, another: Program) -> None:
    for _ in range(2):
        another.starts()
    file = another.asks("GET", "/scorebook").json
    file["sessions"][1]["actions"] = [{"kind": "enter", "at": "2026-11-21T19:31:10Z", "device": "x", "facts": {}}]
    answer = program.asks("POST", "/scorebook", file)
    assert (answer.status, answer.json["type"]) == (422, "http://localhost/api#refused")
    assert answer.json["detail"].startswith("Session 2 ")
    assert "action 1" in answer.json["detail"]
    assert program.asks("GET", "/sessions").json["sessions"] == []


def test_a_session_document_comes_in_once_for_each_key(program: Program) -> None:
    document = paper.document()
    for _ in range(2):
        came = program.asks("POST", "/scorebook", document, key="paper")
        assert came.status == 200
    (listed,) = program.asks("GET", "/sessions").json["sessions"]
    assert program.sees(listed["id"])["report"]["totals"] == [132, 141, 132, 134]


def test_a_document_is_scored_at_both_addresses_without_a_token(app: Flask) -> None:
    document = paper.document()
    nobody = Program(app, None)
    scored = nobody.asks("POST", "/score", document)
    assert scored.status == 200
    assert scored.json == report_of(load(document)) == Phone(app).says("/api/score", document).json
    document["entries"][3] = {"step": "tricks", "tricks": [1, 1, 1, 1]}
    refused = nobody.asks("POST", "/score", document)
    assert (refused.status, refused.json["position"]) == (422, 3)


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


@pytest.mark.parametrize("path", ["/sessions", "/scorebook", "/score"])
@pytest.mark.parametrize(
    ("body", "kind", "expected"),
    [
        ("{", "application/json", (400, "http://localhost/api#bad-request")),
        ("[" * 100_000, "application/json", (400, "http://localhost/api#bad-request")),
        (b"\xff\xfe", "application/json", (400, "http://localhost/api#bad-request")),
        ('{"game": 1, "game": 2}', "application/json", (400, "http://localhost/api#bad-request")),
        ("{}", "text/plain", (415, "http://localhost/api#wrong-media-type")),
        ("{}", None, (415, "http://localhost/api#wrong-media-type")),
    ],
)
def test_what_is_no_json_is_refused(
    program: Program, path: str, body: str | bytes, kind: str | None, expected: tuple[int, str]
) -> None:
    answer = program.asks("POST", path, data=body, content_type=kind)
    assert (answer.status, answer.json["type"]) == expected


def test_half_a_character_breaks_no_answer(program: Program) -> None:
    body = json.dumps({"game": "oh-hell", "players": ["Ann", "Ben", "Chika"], "\ud800": 1})
    answer = program.asks("POST", "/sessions", data=body, content_type="application/json")
    assert (answer.status, answer.json["problems"][0]["field"]) == (422, "?")
