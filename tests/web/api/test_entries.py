"""The API: sessions as documents, entries through the one door, documents scored."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from scoring.document import load
from scoring.document import report as report_of
from tests.games.oh_hell import sheet as paper
from tests.web.conftest import Phone, Sitting, seatwise

BIDS = {"step": "bids", "bids": [1, 1, 0]}
DEEP = 100_000


def entries_of(table: Sitting) -> str:
    return f"/api/v1/sessions/{table.id}/entries"


def test_a_session_is_shown_with_its_document_its_report_and_its_position(table: Sitting) -> None:
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    shown = table.kept
    assert (shown["id"], shown["position"]) == (table.id, 2)
    assert shown["document"]["players"] == ["Ann", "Ben", "Chika"]
    assert shown["document"]["options"]["top_hand"] == 3
    assert shown["report"] == report_of(load(shown["document"]))
    assert shown["report"]["totals"] == [11, 0, 10]


def test_an_entry_is_written(table: Sitting) -> None:
    answer = table.phone.says(entries_of(table), {"position": 0, "entry": BIDS})
    assert answer.status == 201
    assert answer.json == table.kept
    assert table.kept["document"]["entries"] == [BIDS]


def test_an_entry_with_a_known_key_is_written_once(table: Sitting) -> None:
    sent = {"position": 0, "entry": BIDS}
    first, second = (table.phone.says(entries_of(table), sent, headers={"Idempotency-Key": "k1-a"}) for _ in range(2))
    assert (first.status, second.status) == (201, 200)
    assert first.json == second.json == table.kept
    assert table.position == 1


def test_a_key_of_another_session_is_refused(table: Sitting, phone: Phone) -> None:
    other = phone.sits_down("Dan", "Eva", "Fay")
    headers = {"Idempotency-Key": "k1-b"}
    phone.says(entries_of(table), {"position": 0, "entry": BIDS}, headers=headers)
    answer = phone.says(entries_of(other), {"position": 0, "entry": BIDS}, headers=headers)
    assert (answer.status, other.position) == (409, 0)


def test_a_key_that_is_too_long_is_refused(table: Sitting) -> None:
    answer = table.phone.says(
        entries_of(table), {"position": 0, "entry": BIDS}, headers={"Idempotency-Key": "k" * 10_000}
    )
    assert (answer.status, table.position) == (400, 0)


def test_a_stale_position_gets_the_session_as_it_is_now(table: Sitting) -> None:
    table.bids(0, 1, 1)
    answer = table.phone.says(entries_of(table), {"position": 0, "entry": BIDS})
    assert (answer.status, answer.json["type"], answer.json["session"]) == (
        409,
        "http://localhost/api#stale",
        table.kept,
    )
    assert table.position == 1


@pytest.mark.parametrize("position", [None, "0", 0.5, True, [], {}, "abc", -1, 10**12], ids=str)
def test_a_position_must_be_a_whole_number(table: Sitting, position: object) -> None:
    answer = table.phone.says(entries_of(table), {"position": position, "entry": BIDS})
    assert (answer.status, table.position) == (422, 0)
    assert [problem["field"] for problem in answer.json["problems"]] == ["position"]


@pytest.mark.parametrize("position", [7, 1_000_000])
def test_a_position_that_nobody_saw_is_stale(table: Sitting, position: int) -> None:
    answer = table.phone.says(entries_of(table), {"position": position, "entry": BIDS})
    assert (answer.status, table.position) == (409, 0)


BAD_ENTRIES: dict[str, Any] = {
    "nothing": None,
    "text": "bids 1 1 0",
    "list": [BIDS],
    "no step": {"bids": [1, 1, 0]},
    "other step": {"step": "tricks", "tricks": [1, 1, 1]},
    "odd step": {"step": ["bids"], "bids": [1, 1, 0]},
    "bids as text": {"step": "bids", "bids": "110"},
    "bids as object": {"step": "bids", "bids": {"0": 1}},
    "four bids": {"step": "bids", "bids": [1, 1, 0, 0]},
    "two bids": {"step": "bids", "bids": [1, 1]},
    "a huge bid": {"step": "bids", "bids": [10**12, 1, 1]},
    "half a character": {"step": "bids", "bids": ["\ud800", 1, 0]},
    "more than is asked": {**BIDS, "winner": 2},
    "odd names": {**BIDS, "__class__": 1, "{0}": 2, "": 3, "\ud800": 4},
}


@pytest.mark.parametrize("bad", BAD_ENTRIES)
def test_a_bad_entry_is_refused_with_its_problems(table: Sitting, bad: str) -> None:
    answer = table.phone.says(entries_of(table), {"position": 0, "entry": BAD_ENTRIES[bad]})
    assert (answer.status, answer.json["type"]) == (422, "http://localhost/api#refused")
    for problem in answer.json["problems"]:
        assert sorted(problem) == ["field", "message", "seat"]
        assert problem["message"]
    assert table.position == 0


@pytest.mark.parametrize("number", [10**4000, -(10**4000), float("nan"), float("inf")])
def test_a_number_that_no_game_has_is_not_even_read(table: Sitting, number: float) -> None:
    answer = table.phone.says(entries_of(table), {"position": 0, "entry": {"step": "bids", "bids": [number, 1, 1]}})
    assert (answer.status, answer.json["type"], table.position) == (400, "http://localhost/api#bad-request", 0)


@pytest.mark.parametrize("reader", ["en", "ja"])
def test_problems_are_told_in_the_readers_language(app: Flask, reader: str) -> None:
    table = Phone(app, language=reader).sits_down()
    answer = table.phone.says(entries_of(table), {"position": 0, "entry": {"step": "bids", "bids": [1, "x", 1]}})
    assert answer.status == 422
    assert "x" in answer.json["problems"][0]["message"]


# Documents.


def test_a_document_is_scored_and_not_kept(phone: Phone) -> None:
    answer = phone.says("/api/score", paper.document())
    assert (answer.status, answer.json["totals"], answer.json["over"]) == (200, [132, 141, 132, 134], True)
    assert "あんな" not in phone.opens("/history").text


def test_a_document_needs_no_scorebook(app: Flask) -> None:
    answer = Phone(app).says("/api/score", paper.document())
    assert (answer.status, answer.headers.get("Set-Cookie")) == (200, None)


def test_an_illegal_entry_of_a_document_is_told_by_its_position(phone: Phone) -> None:
    document = paper.document()
    document["entries"][3] = {"step": "tricks", "tricks": [1, 1, 1, 1]}
    answer = phone.says("/api/score", document)
    assert (answer.status, answer.json["position"]) == (422, 3)
    assert [problem["field"] for problem in answer.json["problems"]] == ["tricks"]


BAD_DOCUMENTS: dict[str, tuple[dict[str, Any], str]] = {
    "no game": ({}, "game"),
    "unknown game": ({"game": "tarot"}, "game"),
    "odd game": ({"game": {"slug": "oh-hell"}}, "game"),
    "no players": ({"game": "oh-hell"}, "players"),
    "two players": ({"game": "oh-hell", "players": ["Ann", "Ben"]}, "players"),
    "a name empty": ({"game": "oh-hell", "players": ["Ann", "", "Ben"]}, "players"),
    "a name too long": ({"game": "oh-hell", "players": ["Ann", "B" * 10_000, "Chika"]}, "players"),
    "players as text": ({"game": "oh-hell", "players": "Ann, Ben, Chika"}, "players"),
    "half a character": ({"game": "oh-hell", "players": ["\ud800", "Ben", "Chika"]}, "players"),
    "odd dealer": ({"game": "oh-hell", "players": ["Ann", "Ben", "Chika"], "dealer": 3}, "dealer"),
    "odd option": ({"game": "oh-hell", "players": ["Ann", "Ben", "Chika"], "options": {"speed": 1}}, "speed"),
    "odd key": ({"game": "oh-hell", "players": ["Ann", "Ben", "Chika"], "entrees": []}, "entrees"),
    "odd entries": ({"game": "oh-hell", "players": ["Ann", "Ben", "Chika"], "entries": {}}, "entries"),
    "odd options": ({"game": "oh-hell", "players": ["Ann", "Ben", "Chika"], "options": []}, "options"),
    "of tomorrow": ({"takuroku": 2, "game": "oh-hell", "players": ["Ann", "Ben", "Chika"]}, "takuroku"),
}


@pytest.mark.parametrize("bad", BAD_DOCUMENTS)
def test_a_bad_document_is_refused_at_its_field(phone: Phone, bad: str) -> None:
    document, field = BAD_DOCUMENTS[bad]
    answer = phone.says("/api/score", document)
    assert (answer.status, {problem["field"] for problem in answer.json["problems"]}) == (422, {field})


OH_HELL: dict[str, Any] = {"game": "oh-hell", "players": ["Ann", "Ben", "Chika"]}
HOSTILE: dict[str, dict[str, Any]] = {
    "a town of one name": OH_HELL | {"players": ["Ann"] * 30_000},
    "a town of others": OH_HELL | {"players": [str(seat) for seat in range(25_000)]},
    "odd options": OH_HELL | {"options": {f"o{number}": 1 for number in range(15_000)}},
    "an option of a long name": OH_HELL | {"options": {"o" * 200_000: 1}},
    "an odd entry": OH_HELL | {"entries": [BIDS | {f"f{number}": 1 for number in range(15_000)}]},
    "a long field": OH_HELL | {"entries": [BIDS | {"f" * 200_000: 1}]},
    "a long bid": OH_HELL | {"entries": [BIDS | {"bids": ["1" * 200_000, 1, 1]}]},
    "many bids": OH_HELL | {"entries": [BIDS | {"bids": [1] * 60_000}]},
    "many dealers": OH_HELL | {"dealer": "1" * 200_000},
    "a long game": OH_HELL | {"game": "g" * 200_000},
    "a long key": OH_HELL | {"k" * 200_000: 1},
    "a long trump": OH_HELL | {"entries": [BIDS | {"trump": "t" * 200_000}]},
    "spectators": {
        "game": "buki",
        "players": ["Ann", "Ben", "Chika"],
        "entries": [{"step": "stakes", "spectators": [{f"f{number}": 1 for number in range(2_000)}] * 6}],
    },
}


@pytest.mark.parametrize("bad", HOSTILE)
def test_what_is_refused_is_told_in_few_words_whatever_was_sent(phone: Phone, bad: str) -> None:
    answer = phone.says("/api/v1/score", HOSTILE[bad])
    assert answer.status == 422
    assert answer.json["problems"]
    assert len(answer.bytes) < 20_000


def test_the_report_and_what_is_refused_speak_the_readers_language(japanese: Phone) -> None:
    document = paper.document()
    report = japanese.says("/api/score", document).json
    assert report["totals"] == report_of(load(document))["totals"]
    assert "ビッド" in report["rows"][0]["working"][0]
    document["entries"][3] = {"step": "tricks", "tricks": [1, 1, 1, 1]}
    refused = japanese.says("/api/score", document).json
    assert "トリック" in refused["problems"][0]["message"]
    assert "JSON" in japanese.says("/api/score", []).json["detail"]
    assert "Send" not in japanese.says("/api/score", []).json["detail"]


# What is no request at all.


@pytest.fixture(params=["score", "entries"])
def address(request: pytest.FixtureRequest, table: Sitting) -> str:
    return "/api/v1/score" if request.param == "score" else entries_of(table)


@pytest.mark.parametrize("body", ["", "{", "{'a': 1}", '{"position": 0,}', "bids 1 1 0", "\x00", '"\\ud8', "nul"])
def test_broken_json_is_refused(phone: Phone, address: str, body: str) -> None:
    answer = phone.asks("POST", address, data=body, content_type="application/json")
    assert (answer.status, list(answer.json)) == (400, ["type", "code", "title", "status", "detail"])


def test_bytes_that_are_no_text_are_refused(phone: Phone, address: str) -> None:
    answer = phone.asks("POST", address, data=b'{"game": "\xff\xfe"}', content_type="application/json")
    assert answer.status == 400


@pytest.mark.parametrize("body", ["[]", "3", '"text"', "null", "true", "[{}]", "NaN", "1e999"])
def test_json_of_another_type_is_refused(phone: Phone, address: str, body: str) -> None:
    answer = phone.asks("POST", address, data=body, content_type="application/json")
    assert answer.status == 400


@pytest.mark.parametrize("body", ["[" * DEEP, '{"a":' * 40_000, '{"game":' + "[" * DEEP + "]" * DEEP + "}"])
def test_json_nested_too_deep_is_refused(phone: Phone, address: str, body: str) -> None:
    answer = phone.asks("POST", address, data=body, content_type="application/json")
    assert answer.status == 400


@pytest.mark.parametrize("depth", range(60, 1000, 47))
def test_json_nested_deep_is_refused_in_words_and_not_crashed_on(phone: Phone, table: Sitting, depth: int) -> None:
    for body in (
        '{"game": "oh-hell", "players": ["a", "b", ' + "[" * depth + "]" * depth + "]}",
        '{"game": ' + '{"a": ' * depth + "1" + "}" * depth + "}",
    ):
        assert phone.asks("POST", "/api/score", data=body, content_type="application/json").status in (400, 422)
    body = '{"position": 0, "entry": {"step": "bids", "bids": ' + "[" * depth + "]" * depth + "}}"
    assert phone.asks("POST", entries_of(table), data=body, content_type="application/json").status in (400, 422)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None])
def test_another_content_type_is_refused(phone: Phone, address: str, kind: str | None) -> None:
    answer = phone.asks("POST", address, data='{"position": 0}', content_type=kind)
    assert (answer.status, list(answer.json)) == (415, ["type", "code", "title", "status", "detail"])


def test_too_much_is_refused(phone: Phone, address: str) -> None:
    answer = phone.asks("POST", address, data="[" + " " * 5_000_000 + "]", content_type="application/json")
    assert (answer.status, list(answer.json)) == (413, ["type", "code", "title", "status", "detail"])


def test_a_form_of_another_site_cannot_write(app: Flask, table: Sitting) -> None:
    # Without a token a browser sends only these types to another site.
    answer = table.phone.posts(entries_of(table), seatwise("bids", (1, 1, 0)) | {"position": "0"})
    assert (answer.status, table.position) == (415, 0)


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH"])
def test_other_methods_are_refused(phone: Phone, address: str, method: str) -> None:
    answer = phone.asks(method, address)
    assert (answer.status, list(answer.json)) == (405, ["type", "code", "title", "status", "detail"])


def test_an_address_of_the_api_that_is_none_answers_in_json(phone: Phone) -> None:
    answer = phone.opens("/api/nothing")
    assert (answer.status, answer.mimetype) == (404, "application/problem+json")
