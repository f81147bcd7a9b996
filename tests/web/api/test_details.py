"""What is said over the API of a session (place, note, archived, deleted) and of players (name, colour, merged)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.web.api import Program

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


@pytest.mark.parametrize(
    ("method", "said", "list_of"),
    [
        ("PATCH", {"archived": True}, "archived"),
        ("PATCH", {"discarded": True}, "discarded"),
        ("PATCH", {"archived": True, "discarded": True}, "discarded"),
        ("DELETE", None, "discarded"),
    ],
)
def test_a_session_is_archived_or_deleted_and_taken_out_again(
    program: Program, monkeypatch: pytest.MonkeyPatch, method: str, said: dict[str, bool] | None, list_of: str
) -> None:
    session = program.starts()
    at = f"/sessions/{session}"
    put_away = program.asks(method, at, said)
    assert (put_away.status, bool(put_away.json[f"{list_of}_at"])) == (200, True)
    found = {name: listed(program, f"{name}=true") for name in ("archived", "discarded")}
    assert (listed(program), found) == ([], {"archived": [], "discarded": [], list_of: [session]})
    # The days until it is gone for good begin once.
    with monkeypatch.context() as patch:
        patch.setattr("web.api.operations.details.stamp", lambda _: LATER)
        assert program.asks(method, at, said).json == put_away.json
    for _ in range(2):
        back = program.asks("PATCH", at, {"archived": False, "discarded": False}).json
        assert (back["archived_at"], back["discarded_at"]) == (None, None)
    assert (listed(program), listed(program, f"{list_of}=true")) == ([session], [])


def test_what_was_deleted_counts_in_no_figures_until_it_is_restored(program: Program) -> None:
    session = program.starts()
    bids, tricks = {"step": "bids", "bids": [1, 1, 0]}, {"step": "tricks", "tricks": [1, 2, 0]}
    program.enters(session, bids, tricks, {"step": "end"})
    counted = program.asks("GET", "/statistics").json
    assert len(counted["lines"]) == 3
    program.asks("DELETE", f"/sessions/{session}")
    assert program.asks("GET", "/statistics").json == {"lines": []}
    assert program.asks("GET", "/statistics/games").json == {"games": []}
    program.asks("PATCH", f"/sessions/{session}", {"discarded": False})
    assert program.asks("GET", "/statistics").json == counted


# Players.


def test_everybody_is_told_by_name(program: Program) -> None:
    assert program.asks("GET", "/players").json == {"players": []}
    program.starts()
    told = program.asks("GET", "/players").json["players"]
    assert [(each["name"], each["archived_at"], each["parts"]) for each in told] == [
        (name, None, []) for name in ("Ann", "Ben", "Chika")
    ]


def test_a_player_is_called_otherwise_painted_and_archived_and_what_is_left_out_stays(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = program.starts()
    at = f"/players/{program.people()['Ann']['id']}"

    def changes(**said: Any) -> Any:
        answer = program.asks("PATCH", at, said)
        assert answer.status == 200
        return answer.json

    changed = changes(name=" Anna  Maria", colour=3, archived=True)
    assert (changed["name"], changed["colour"], bool(changed["archived_at"])) == ("Anna Maria", 3, True)
    assert changed == program.people()["Anna Maria"]
    assert program.sees(session)["document"]["players"] == ["Anna Maria", "Ben", "Chika"]
    with monkeypatch.context() as patch:
        patch.setattr("web.api.operations.players.stamp", lambda _: LATER)
        assert changes() == changes(archived=True) == changed, "the day stays"
    assert changes(name="Anna") == changed | {"name": "Anna"}
    assert changes(colour=None, archived=False) == changed | {"name": "Anna", "colour": None, "archived_at": None}


def test_two_names_of_one_person_are_merged_and_parted(program: Program) -> None:
    session = program.starts()
    program.starts(players=["Annie", "Ben", "Chika"])
    people = program.people()
    ann, annie, ben = (people[name]["id"] for name in ("Ann", "Annie", "Ben"))
    merged = program.asks("POST", f"/players/{annie}/merge", {"into": ann})
    assert (merged.status, merged.json["id"], merged.json["parts"]) == (200, ann, [{"id": annie, "name": "Annie"}])
    assert [*program.people()] == ["Ann", "Ben", "Chika"]
    assert len(listed(program, "player=Ann")) == 2
    assert program.asks("POST", f"/players/{annie}/merge", {"into": ann}).json == merged.json
    # Whoever is one with somebody is found there.
    for method, path, body in (
        ("PATCH", f"/players/{annie}", {"colour": 1}),
        ("POST", f"/players/{annie}/merge", {"into": ben}),
        ("GET", f"/players/{annie}/statistics", None),
    ):
        assert (path, program.asks(method, path, body).status) == (path, 404)
    for _ in range(2):
        parted = program.asks("POST", f"/players/{annie}/unmerge")
        assert (parted.status, parted.json) == (200, program.people()["Annie"])
    assert program.people() == people
    assert listed(program, "player=Ann") == [session]


def test_a_merge_or_a_parting_that_cannot_be_is_refused_at_its_field(program: Program) -> None:
    program.starts()
    program.starts(players=["Annie", "Ben", "Chika"])
    people = program.people()
    ann, annie, ben = (people[name]["id"] for name in ("Ann", "Annie", "Ben"))
    for other in (ann, ben):  # herself, and one who sat at her table
        refused = program.asks("POST", f"/players/{ann}/merge", {"into": other})
        assert (refused.status, [each["field"] for each in refused.json["problems"]]) == (422, ["into"])
    assert program.people() == people
    program.asks("POST", f"/players/{annie}/merge", {"into": ann})
    assert program.asks("PATCH", f"/players/{ann}", {"name": "Annie"}).status == 200
    refused = program.asks("POST", f"/players/{annie}/unmerge")
    assert (refused.status, [each["field"] for each in refused.json["problems"]]) == (422, ["name"])
    program.asks("PATCH", f"/players/{ann}", {"name": "Ann"})
    assert program.asks("POST", f"/players/{annie}/unmerge").status == 200
