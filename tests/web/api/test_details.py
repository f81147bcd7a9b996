"""What is said of a session over the API: place, note, archived, deleted."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.kit.web.api import Program
from tests.web.conftest import Phone

NOTE = {"step": "note", "text": "rain"}
LATER = "2030-01-01T00:00:00Z"


def listed(program: Program, query: str = "") -> list[str]:
    return [each["id"] for each in program.asks("GET", f"/sessions?{query}").json["sessions"]]


def test_place_and_note_are_said_each_by_itself(program: Program) -> None:
    session = program.starts()
    at = f"/sessions/{session}"
    said = program.asks("PATCH", at, {"place": " Café  Ö "})
    assert (said.status, said.json["place"], said.json["note"]) == (200, "Café Ö", "")
    assert program.asks("PATCH", at, {"note": "It rained,\nthen snowed. 🎉"}).json["place"] == "Café Ö"
    now = program.sees(session)
    assert (now["place"], now["note"], now["position"]) == ("Café Ö", "It rained, then snowed. 🎉", 0)
    assert listed(program, "text=snowed") == [session]
    assert program.asks("PATCH", at, {}).json == now
    assert program.asks("PATCH", at, {"place": ""}).json == now | {"place": ""}


def test_a_session_is_archived_and_taken_out_again(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    session = program.starts()
    at = f"/sessions/{session}"
    archived = program.asks("PATCH", at, {"archived": True}).json["archived_at"]
    assert archived
    assert (listed(program), listed(program, "archived=true")) == ([], [session])
    with monkeypatch.context() as patch:
        patch.setattr("web.api.operations.details.stamp", lambda _: LATER)
        assert program.asks("PATCH", at, {"archived": True}).json["archived_at"] == archived
    assert program.asks("PATCH", at, {"archived": False}).json["archived_at"] is None
    assert (listed(program), listed(program, "archived=true")) == ([session], [])


def test_a_session_is_deleted_and_restored_and_counts_accordingly(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = program.starts()
    entries = {"step": "bids", "bids": [1, 1, 0]}, {"step": "tricks", "tricks": [1, 2, 0]}, {"step": "end"}
    program.enters(session, *entries)
    counted = program.asks("GET", "/statistics").json
    assert len(counted["lines"]) == 3
    at = f"/sessions/{session}"
    deleted = program.asks("PATCH", at, {"discarded": True}).json["discarded_at"]
    assert deleted
    assert (listed(program), listed(program, "discarded=true")) == ([], [session])
    assert program.asks("GET", "/statistics").json == {"lines": []}
    assert program.asks("GET", "/statistics/games").json == {"games": []}
    # The days until it is gone for good begin once.
    with monkeypatch.context() as patch:
        patch.setattr("web.api.operations.details.stamp", lambda _: LATER)
        assert program.asks("PATCH", at, {"discarded": True}).json["discarded_at"] == deleted
    for _ in range(2):
        assert program.asks("PATCH", at, {"discarded": False}).json["discarded_at"] is None
    assert (listed(program), listed(program, "discarded=true")) == ([session], [])
    assert program.asks("GET", "/statistics").json == counted


def test_who_archived_one_finds_it_among_the_deleted(program: Program) -> None:
    session = program.starts()
    program.asks("PATCH", f"/sessions/{session}", {"archived": True, "discarded": True})
    assert (listed(program), listed(program, "archived=true"), listed(program, "discarded=true")) == ([], [], [session])


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"place": "x" * 61}, "place"),
        ({"place": None}, "place"),
        ({"place": 7}, "place"),
        ({"note": "x" * 501}, "note"),
        ({"note": "a\0b"}, "note"),
        ({"note": "\udfff"}, "note"),
        ({"note": ["rain"]}, "note"),
        ({"archived": "yes"}, "archived"),
        ({"discarded": 1}, "discarded"),
        ({"discarded": None}, "discarded"),
        ({"dealer": 1}, "dealer"),
        ({"position": 0}, "position"),
    ],
    ids=str,
)
def test_a_change_that_is_not_taken_changes_nothing(program: Program, said: dict[str, Any], field: str) -> None:
    session = program.starts()
    before = program.sees(session)
    everything = {"place": "Home", "note": "rain", "archived": True, "discarded": True}
    answer = program.asks("PATCH", f"/sessions/{session}", everything | said)
    assert (answer.status, [each["field"] for each in answer.json["problems"]]) == (422, [field])
    assert program.sees(session) == before


@pytest.mark.parametrize("session", ["nothing-there", "x", "%00%00%00%00%00%00%00%00", "é" * 8, "a" * 65])
def test_nothing_is_said_of_a_session_that_is_not_there(program: Program, session: str) -> None:
    assert program.asks("PATCH", f"/sessions/{session}", {"archived": True}).status == 404


def test_nothing_is_said_of_a_session_of_another_scorebook(app: Flask, program: Program) -> None:
    other = Phone(app).api
    session = other.starts()
    before = other.sees(session)
    for said in ({"place": "mine"}, {"archived": True}, {"discarded": True}, {"archived": False}, {}):
        assert program.asks("PATCH", f"/sessions/{session}", said).status == 404
    assert other.sees(session) == before


def test_delete_is_to_discard_and_can_be_taken_back(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    session = program.starts()
    at = f"/sessions/{session}"
    deleted = program.asks("DELETE", at)
    assert (deleted.status, bool(deleted.json["discarded_at"])) == (200, True)
    assert (listed(program), listed(program, "discarded=true")) == ([], [session])
    # The days until it is gone for good begin once.
    with monkeypatch.context() as patch:
        patch.setattr("web.api.operations.details.stamp", lambda _: LATER)
        assert program.asks("DELETE", at).json == deleted.json
    assert program.asks("PATCH", at, {"discarded": False}).json["discarded_at"] is None
    assert listed(program) == [session]


def test_who_may_only_read_deletes_nothing_and_a_stranger_finds_nothing(app: Flask, stranger: Phone) -> None:
    phone = Phone(app)
    session = phone.api.starts()
    refused = phone.program(role="watcher").asks("DELETE", f"/sessions/{session}")
    assert (refused.status, refused.json["type"]) == (403, "http://localhost/api#only-to-look-at")
    for at in (session, "nothing-there"):
        assert stranger.program().asks("DELETE", f"/sessions/{at}").status == 404
    assert listed(phone.api) == [session]


def test_a_place_is_refused_for_what_is_wrong_with_it(program: Program) -> None:
    at = f"/sessions/{program.starts()}"
    told = {place: program.asks("PATCH", at, {"place": place}) for place in ("a\x07b", "x" * 61, "\u3164")}
    assert {each.status for each in told.values()} == {422}
    assert [each.json["problems"][0]["message"] for each in told.values()] == [
        "“place” has characters that can’t be displayed.",
        "“place” must be a text of up to 60 characters.",
        "That has characters that can’t be displayed.",
    ]
