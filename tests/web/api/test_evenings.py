"""Evenings over the API: the list page by page, one with its games and its standing; worked out by hand."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from tests.kit.web.api import Program
from tests.web.conftest import Phone


@pytest.fixture
def club(program: Program, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Two games of one night around midnight in UTC, one of the day before, one of the month before."""
    return {
        "old": plays(program, monkeypatch, "2026-02-01T20:00:00+00:00", "Ann Ben"),
        "before": plays(program, monkeypatch, "2026-03-06T20:00:00+00:00", "Ann Ben Dan", options={"name": "Hearts"}),
        "first": plays(program, monkeypatch, "2026-03-07T22:00:00+00:00", "Ann Ben Chika"),
        "second": plays(program, monkeypatch, "2026-03-08T00:30:00+00:00", "Ben Ann Chika"),
    }


def plays(program: Program, monkeypatch: pytest.MonkeyPatch, at: str, players: str, **started: Any) -> str:
    """One round on the score pad in which the first player wins, then the second."""
    with monkeypatch.context() as patch:
        patch.setattr("web.api.dispatch.now", lambda: datetime.fromisoformat(at))
        names = players.split()
        session = program.starts(**{"game": "score-pad", "players": names, "options": {}, **started})
        program.enters(session, {"step": "round", "points": [7, 5, 2][: len(names)]}, {"step": "end"})
    return session


def found(program: Program, query: str = "") -> list[list[str]]:
    page = program.asks("GET", f"/evenings?{query}")
    assert page.status == 200, page.json
    return [each["sessions"] for each in page.json["evenings"]]


def test_what_was_played_in_one_night_is_an_evening(program: Program, club: dict[str, str]) -> None:
    night, *others = program.asks("GET", "/evenings").json["evenings"]
    assert night == {
        "id": club["first"],
        "began": "2026-03-07T22:00:00Z",
        "ended": "2026-03-08T00:30:00Z",
        "people": [{"name": "Ann", "won": 1}, {"name": "Ben", "won": 1}, {"name": "Chika", "won": 0}],
        "games": [{"game": "score-pad", "times": 2}],
        "sessions": [club["first"], club["second"]],
    }
    assert [each["sessions"] for each in others] == [[club["before"]], [club["old"]]]


def test_evenings_are_filtered(program: Program, club: dict[str, str]) -> None:
    night, before, old = [club["first"], club["second"]], [club["before"]], [club["old"]]
    assert found(program, "since=2026-03-01") == [night, before]
    assert found(program, "until=2026-03-07T22:00:00Z") == [before, old]
    assert found(program, "since=2026-03-06&until=2026-03-07") == [before]
    assert found(program, "player=chika") == [night]
    assert found(program, "game=score-pad&player=Dan") == [before]
    assert found(program, "game=oh-hell") == []
    assert found(program, "game=score-pad&title=Hearts") == [before]
    assert program.asks("GET", "/sessions?game=score-pad&title=hearts").json["sessions"][0]["id"] == club["before"]
    assert found(program, "since=&until=&game=&player=&cursor=") == [night, before, old]


def test_a_link_leads_to_the_first_evening(program: Program, club: dict[str, str]) -> None:
    address, seen = "/evenings?limit=1&player=Ann", []
    while address:
        page = program.asks("GET", address)
        seen += [each["sessions"] for each in page.json["evenings"]]
        link = page.headers.get("Link", "")
        assert bool(link) == (page.json["next_cursor"] is not None)
        address = link.partition(">")[0].removeprefix("</api/v1")
    assert seen == [[club["first"], club["second"]], [club["before"]], [club["old"]]]


@pytest.mark.parametrize("session", ["first", "second"])
def test_any_session_leads_to_its_evening(program: Program, club: dict[str, str], session: str) -> None:
    evening = program.asks("GET", f"/evenings/{club[session]}").json
    assert (evening["id"], evening["people"]) == (club["first"], ["Ann", "Ben", "Chika"])
    assert [(each["session"], each["result"]) for each in evening["games"]] == [
        (club["first"], "Ann"),
        (club["second"], "Ben"),
    ]
    assert evening["games"][1]["sides"] == [
        {"place": 1, "people": ["Ben"], "total": 7, "won": True},
        {"place": 2, "people": ["Ann"], "total": 5, "won": False},
        {"place": 3, "people": ["Chika"], "total": 2, "won": False},
    ]
    # A point for each player beaten: Ann 2 and 1, Ben 1 and 2.
    assert [(each["place"], each["name"], each["points"], each["won"]) for each in evening["standing"]] == [
        (1, "Ann", 3, 1),
        (1, "Ben", 3, 1),
        (3, "Chika", 0, 0),
    ]
    assert evening["recap"].startswith("Takuroku · March 7, 2026\nScore pad: ★ Ann 7 · Ben 5 · Chika 2\n")


def test_what_was_deleted_is_in_no_evening(program: Program, club: dict[str, str]) -> None:
    program.asks("DELETE", f"/sessions/{club['first']}")
    assert found(program)[0] == [club["second"]]
    assert program.asks("GET", f"/evenings/{club['first']}").status == 404
    alone = program.asks("GET", f"/evenings/{club['second']}").json
    assert (alone["id"], alone["standing"]) == (club["second"], [])
    program.asks("PATCH", f"/sessions/{club['second']}", {"archived": True})
    assert found(program)[0] == [club["before"]]


def test_an_evening_elsewhere_is_nobodys_business(program: Program, club: dict[str, str], stranger: Phone) -> None:
    theirs = stranger.program()
    for at in (f"/evenings/{club['first']}", "/evenings/nothing-there", "/evenings/x"):
        assert theirs.asks("GET", at).status == 404
    assert found(theirs) == []


@pytest.mark.parametrize("query", ["speed=1", "limit=51", "title=Hearts", "cursor=x", "since=2026-02-30", "until=2026"])
def test_a_filter_that_is_none_is_refused(program: Program, query: str) -> None:
    answer = program.asks("GET", f"/evenings?{query}")
    assert (answer.status, [each["field"] for each in answer.json["problems"]]) == (422, [query.partition("=")[0]])


def test_a_token_that_may_only_read_sees_evenings(phone: Phone, club: dict[str, str]) -> None:
    reader = phone.program(role="watcher")
    assert found(reader)[2] == [club["old"]]
    assert reader.asks("GET", f"/evenings/{club['old']}").status == 200
