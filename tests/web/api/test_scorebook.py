"""What a scorebook has over the API: its sessions, found, described and put away, and its players."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.kit.for_each import for_each
from tests.kit.web.api import BIDS, Program

LATER = "2030-01-01T00:00:00Z"


def listed(program: Program, query: str = "") -> list[str]:
    return [each["id"] for each in program.asks("GET", f"/sessions?{query}").json["sessions"]]


def test_the_history_is_filtered_and_read_page_by_page(program: Program) -> None:
    first, second, third = (program.starts(players=["Ann", "Ben", name]) for name in ("Chika", "Dan", "Chika"))
    program.enters(first, {"step": "note", "text": "Rain"}, {"step": "end"})

    for query, found in (
        ("", [third, second, first]),
        ("player=chika", [third, first]),
        ("text=rain", [first]),
        ("over=true", [first]),
        ("over=false&player=Chika", [third]),
        ("game=wizard", []),
        ("month=2001-01", []),
        ("archived=true", []),
    ):
        assert listed(program, query) == found, query
    page = program.asks("GET", "/sessions?limit=2").json
    assert (len(page["sessions"]), page["total"], page["next_offset"]) == (2, 3, 2)
    page = program.asks("GET", "/sessions?limit=2&offset=2").json
    assert ([each["id"] for each in page["sessions"]], page["next_offset"]) == ([first], None)
    assert [seat["name"] for seat in page["sessions"][0]["seats"]] == ["Ann", "Ben", "Chika"]


def test_a_link_leads_from_page_to_page_though_sessions_begin_meanwhile(program: Program) -> None:
    begun = [program.starts(players=["Ann", "Ben", "Zoë & Co"]) for _ in range(5)]
    program.starts()
    seen = []
    for page in program.pages("/sessions?limit=2&offset=0&player=Zo%C3%AB+%26+Co"):
        seen.append([each["id"] for each in page.json["sessions"]])
        program.starts(players=["Ann", "Ben", "Zoë & Co"])
    assert seen == [begun[:2:-1], begun[2:0:-1], begun[:1]]


def test_a_cursor_of_nowhere_is_told_at_its_field(program: Program, another: Program) -> None:
    session = program.starts()
    assert listed(program, f"cursor={session}") == []
    for cursor in ("nothing-there", another.starts()):
        answer = program.asks("GET", f"/sessions?cursor={cursor}")
        assert (answer.status, [each["field"] for each in answer.json["problems"]]) == (422, ["cursor"])
    # A page that ended with a session which was deleted since goes on where it was.
    other = program.starts()
    program.asks("DELETE", f"/sessions/{other}")
    assert listed(program, f"cursor={other}") == [session]


def test_what_was_written_since_a_time_is_found(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, written, archived, deleted = (program.starts() for _ in range(4))
    later = datetime(2030, 1, 1, 12, tzinfo=UTC)
    assert listed(program, "updated_since=2030-01-01") == []
    monkeypatch.setattr("web.api.dispatch.now", lambda: later)
    program.enters(written, BIDS)
    program.asks("PATCH", f"/sessions/{archived}", {"archived": True})
    program.asks("DELETE", f"/sessions/{deleted}")

    for since in ("2030-01-01", "2030-01-01T12:00:00Z", "2030-01-01T12:00:00.5Z", "2030-01-01T21:00:00%2B09:00"):
        for beside, found in (("", written), ("&archived=true", archived), ("&discarded=true", deleted)):
            assert listed(program, f"updated_since={since}{beside}") == [found]
    assert listed(program, "updated_since=2030-01-01T12:00:01Z") == []
    assert listed(program, "updated_since=") == [written, begun]
    assert listed(program, "updated_since=2001-01-01&limit=1") == [written]


def test_place_and_note_are_said_each_by_itself(program: Program) -> None:
    session = program.starts()
    at = f"/sessions/{session}"
    said = program.asks("PATCH", at, {"place": " Café  Ö "}).json
    assert (said["place"], said["note"]) == ("Café Ö", "")
    assert program.asks("PATCH", at, {"note": "It rained,\nthen snowed. 🎉"}).json["place"] == "Café Ö"
    now = program.sees(session)
    assert (now["place"], now["note"], now["position"]) == ("Café Ö", "It rained, then snowed. 🎉", 0)
    assert program.asks("PATCH", at, {}).json == now
    assert program.asks("PATCH", at, {"place": ""}).json == now | {"place": ""}


@for_each(
    "method, said, list_of",
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
    before, session = listed(program), program.starts()
    at = f"/sessions/{session}"
    put_away = program.asks(method, at, said)
    assert (put_away.status, bool(put_away.json[f"{list_of}_at"])) == (200, True)
    found = {name: session in listed(program, f"{name}=true") for name in ("archived", "discarded")}
    assert (listed(program), found) == (before, {"archived": False, "discarded": False, list_of: True})
    # The days until it is gone for good begin once.
    with monkeypatch.context() as patch:
        patch.setattr("record.log.stamp", lambda _: LATER)
        assert program.asks(method, at, said).json == put_away.json
    for _ in range(2):
        back = program.asks("PATCH", at, {"archived": False, "discarded": False}).json
        assert (back["archived_at"], back["discarded_at"]) == (None, None)
    assert listed(program) == [session, *before]


def test_a_session_is_excluded_from_the_figures_and_counts_again(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = f"/sessions/{program.starts()}"
    excluded = program.asks("PATCH", at, {"excluded": True}).json
    assert (bool(excluded["excluded_at"]), excluded["archived_at"], excluded["position"]) == (True, None, 0)
    assert program.asks("GET", "/sessions").json["sessions"][0]["excluded_at"] == excluded["excluded_at"]
    with monkeypatch.context() as patch:
        patch.setattr("record.log.stamp", lambda _: LATER)
        assert program.asks("PATCH", at, {"excluded": True}).json == excluded
    assert program.asks("PATCH", at, {"excluded": False}).json == excluded | {"excluded_at": None}


# Players.


def test_a_player_is_called_otherwise_painted_and_archived_and_what_is_left_out_stays(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert program.asks("GET", "/players").json == {"players": []}
    session, people = program.starts(), program.people()
    told = [(each["name"], each["archived_at"], each["parts"]) for each in people.values()]
    assert told == [(name, None, []) for name in ("Ann", "Ben", "Chika")]

    def changes(**said: Any) -> Any:
        answer = program.asks("PATCH", f"/players/{people['Ann']['id']}", said)
        assert answer.status == 200
        return answer.json

    changed = changes(name=" Anna  Maria", colour=3, archived=True)
    assert (changed["name"], changed["colour"], bool(changed["archived_at"])) == ("Anna Maria", 3, True)
    assert changed == program.people()["Anna Maria"]
    assert program.sees(session)["document"]["players"] == ["Anna Maria", "Ben", "Chika"]
    with monkeypatch.context() as patch:
        patch.setattr("record.log.stamp", lambda _: LATER)
        assert changes() == changes(archived=True) == changed, "the day stays"
    assert changes(name="Anna") == changed | {"name": "Anna"}
    assert changes(colour=None, archived=False) == changed | {"name": "Anna", "colour": None, "archived_at": None}


@pytest.fixture
def ids(program: Program) -> dict[str, int]:
    """Ann and, at another table without her, Annie, with Ben and Chika, by their names."""
    program.starts()
    program.starts(players=["Annie", "Ben", "Chika"])
    return {name: each["id"] for name, each in program.people().items()}


def test_two_names_of_one_person_are_merged_and_parted(program: Program, ids: dict[str, int]) -> None:
    people, ann, annie = program.people(), ids["Ann"], ids["Annie"]
    for _ in range(2):
        merged = program.asks("POST", f"/players/{annie}/merge", {"into": ann})
        assert (merged.status, merged.json["id"], merged.json["parts"]) == (200, ann, [{"id": annie, "name": "Annie"}])
        assert [*program.people()] == ["Ann", "Ben", "Chika"]
    # Whoever is one with somebody is found there.
    for method, path, body in (
        ("PATCH", f"/players/{annie}", {"colour": 1}),
        ("POST", f"/players/{annie}/merge", {"into": ids["Ben"]}),
        ("GET", f"/players/{annie}/statistics", None),
    ):
        assert (path, program.asks(method, path, body).status) == (path, 404)
    for _ in range(2):
        parted = program.asks("POST", f"/players/{annie}/unmerge")
        assert (parted.status, parted.json) == (200, program.people()["Annie"])
    assert program.people() == people


def test_a_merge_or_a_parting_that_cannot_be_is_refused_at_its_field(program: Program, ids: dict[str, int]) -> None:
    def refused(player: int, what: str, **said: int) -> str:
        answer = program.asks("POST", f"/players/{player}/{what}", said or None)
        (problem,) = answer.json["problems"]
        assert answer.status == 422
        return str(problem["field"])

    people, ann, annie = program.people(), ids["Ann"], ids["Annie"]
    # Herself, and one who sat at her table.
    assert (refused(ann, "merge", into=ann), refused(ann, "merge", into=ids["Ben"])) == ("into", "into")
    assert program.people() == people
    program.asks("POST", f"/players/{annie}/merge", {"into": ann})
    program.asks("PATCH", f"/players/{ann}", {"name": "Annie"})
    assert refused(annie, "unmerge") == "name"
