"""Players over the API: called otherwise, painted, archived, merged and parted again."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.kit.web.api import Program
from tests.web.conftest import Phone


@pytest.fixture
def another(app: Flask) -> Program:
    """A program of another scorebook."""
    return Phone(app).api


def people(program: Program) -> dict[str, dict[str, Any]]:
    return {each["name"]: each for each in program.asks("GET", "/players").json["players"]}


def number(program: Program, name: str) -> int:
    return int(people(program)[name]["id"])


def test_a_player_is_called_otherwise_painted_and_archived_at_once(program: Program) -> None:
    session = program.starts()
    ann = number(program, "Ann")
    said = {"name": " Anna  Maria", "colour": 3, "archived": True}
    changed = program.asks("PATCH", f"/players/{ann}", said)
    assert (changed.status, changed.json["id"], changed.json["name"], changed.json["colour"]) == (
        *(200, ann, "Anna Maria"),
        3,
    )
    assert changed.json["archived_at"]
    assert changed.json == people(program)["Anna Maria"]
    assert program.sees(session)["document"]["players"] == ["Anna Maria", "Ben", "Chika"]


def test_what_is_left_out_stays(program: Program) -> None:
    program.starts()
    at = f"/players/{number(program, 'Ann')}"
    everything = program.asks("PATCH", at, {"colour": 3, "archived": True}).json
    assert program.asks("PATCH", at, {}).json == everything
    assert program.asks("PATCH", at, {"name": "Anna"}).json == everything | {"name": "Anna"}
    plain = program.asks("PATCH", at, {"colour": None, "archived": False}).json
    assert (plain["name"], plain["colour"], plain["archived_at"]) == ("Anna", None, None)


def test_who_is_archived_again_keeps_the_day(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    program.starts()
    at = f"/players/{number(program, 'Ann')}"
    first = program.asks("PATCH", at, {"archived": True}).json["archived_at"]
    monkeypatch.setattr("web.api.operations.players.stamp", lambda _: "2030-01-01T00:00:00Z")
    assert program.asks("PATCH", at, {"archived": True}).json["archived_at"] == first


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "   "}, "name"),
        ({"name": "x" * 31}, "name"),
        ({"name": "a\0b"}, "name"),
        ({"name": "\ud800"}, "name"),
        ({"name": None}, "name"),
        ({"name": "Ben"}, "name"),
        ({"name": "ＢＥＮ"}, "name"),
        ({"colour": -1}, "colour"),
        ({"colour": 10}, "colour"),
        ({"colour": True}, "colour"),
        ({"colour": "3"}, "colour"),
        ({"colour": 10**15 - 1}, "colour"),
        ({"archived": None}, "archived"),
        ({"archived": 1}, "archived"),
        ({"finished": 7}, "finished"),
    ],
    ids=str,
)
def test_a_change_that_is_not_taken_changes_nothing(program: Program, said: dict[str, Any], field: str) -> None:
    program.starts()
    before = people(program)
    path = f"/players/{number(program, 'Ann')}"
    answer = program.asks("PATCH", path, {"name": "Anna", "colour": 1, "archived": True} | said)
    assert (answer.status, answer.json["type"]) == (422, "http://localhost/api#refused")
    assert [each["field"] for each in answer.json["problems"]] == [field]
    assert people(program) == before


def test_two_names_of_one_person_are_merged_and_parted(program: Program) -> None:
    session = program.starts()
    program.starts(players=["Annie", "Ben", "Chika"])
    ann, annie = number(program, "Ann"), number(program, "Annie")
    merged = program.asks("POST", f"/players/{annie}/merge", {"into": ann})
    assert (merged.status, merged.json["id"], merged.json["parts"]) == (200, ann, [{"id": annie, "name": "Annie"}])
    assert [*people(program)] == ["Ann", "Ben", "Chika"]
    assert len(program.asks("GET", "/sessions?player=Ann").json["sessions"]) == 2
    assert program.asks("POST", f"/players/{annie}/merge", {"into": ann}).json == merged.json
    # Whoever is one with somebody is found there.
    for method, path, body in (
        ("PATCH", f"/players/{annie}", {"colour": 1}),
        ("POST", f"/players/{annie}/merge", {"into": number(program, "Ben")}),
        ("GET", f"/players/{annie}/statistics", None),
    ):
        assert (path, program.asks(method, path, body).status) == (path, 404)
    parted = program.asks("POST", f"/players/{annie}/unmerge")
    assert (parted.status, parted.json) == (200, people(program)["Annie"])
    assert people(program)["Ann"]["parts"] == []
    assert program.asks("POST", f"/players/{annie}/unmerge").json == parted.json
    assert [each["id"] for each in program.asks("GET", "/sessions?player=Ann").json["sessions"]] == [session]


def test_two_who_sat_at_one_table_are_two_people(program: Program) -> None:
    program.starts()
    before = people(program)
    ann = number(program, "Ann")
    refused = program.asks("POST", f"/players/{ann}/merge", {"into": number(program, "Ben")})
    assert (refused.status, [each["field"] for each in refused.json["problems"]]) == (422, ["into"])
    assert people(program) == before


@pytest.mark.parametrize(
    "body", [{}, {"into": None}, {"into": 0}, {"into": 10**15 - 1}, {"into": "1"}, {"into": "self"}]
)
def test_nobody_is_merged_into_nobody(program: Program, body: dict[str, Any]) -> None:
    program.starts()
    ann = number(program, "Ann")
    said = {"into": ann} if body == {"into": "self"} else body
    refused = program.asks("POST", f"/players/{ann}/merge", said)
    assert (refused.status, [each["field"] for each in refused.json["problems"]]) == (422, ["into"])


def test_a_number_that_nobody_has_is_not_even_read(program: Program) -> None:
    program.starts()
    for method, path, body in (("POST", "/merge", {"into": 2**63}), ("PATCH", "", {"colour": 10**4000})):
        answer = program.asks(method, f"/players/{number(program, 'Ann')}{path}", body)
        assert (answer.status, answer.json["type"]) == (400, "http://localhost/api#bad-request")


def test_a_name_that_somebody_else_has_by_now_is_freed_first(program: Program) -> None:
    program.starts()
    program.starts(players=["Annie", "Ben", "Chika"])
    program.starts(players=["Dan", "Ben", "Chika"])
    ann, annie = number(program, "Ann"), number(program, "Annie")
    program.asks("POST", f"/players/{annie}/merge", {"into": ann})
    taken = program.asks("PATCH", f"/players/{ann}", {"name": "Annie"})
    assert taken.status == 200
    refused = program.asks("POST", f"/players/{annie}/unmerge")
    assert (refused.status, [each["field"] for each in refused.json["problems"]]) == (422, ["name"])
    program.asks("PATCH", f"/players/{ann}", {"name": "Ann"})
    assert program.asks("POST", f"/players/{annie}/unmerge").status == 200


@pytest.mark.parametrize("player", ["0", "999999999", str(2**31), str(2**53 - 1), str(2**63), "1" * 100, "x", "-1"])
def test_nobody_is_changed(program: Program, player: str) -> None:
    for method, path, body in (
        ("PATCH", f"/players/{player}", {"name": "Zoe"}),
        ("POST", f"/players/{player}/merge", {"into": 1}),
        ("POST", f"/players/{player}/unmerge", None),
    ):
        assert program.asks(method, path, body).status == 404


def test_players_of_another_scorebook_are_nobody(program: Program, another: Program) -> None:
    program.starts()
    another.starts()
    theirs, ours = number(another, "Ann"), number(program, "Ann")
    before = people(another)
    assert program.asks("PATCH", f"/players/{theirs}", {"name": "Zoe"}).status == 404
    assert program.asks("POST", f"/players/{theirs}/merge", {"into": ours}).status == 404
    assert program.asks("POST", f"/players/{ours}/merge", {"into": theirs}).status == 422
    assert people(another) == before
