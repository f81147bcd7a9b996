"""Evenings over the API: the list page by page, one with its games and its standing; worked out by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.kit.web.api import Program


@pytest.fixture
def club(plays: Callable[..., str]) -> dict[str, str]:
    """Two games of one night around midnight in UTC, one of the day before, one of the month before."""
    return {
        "old": plays("2026-02-01T20:00", {"Ann": 7, "Ben": 5}),
        "before": plays("2026-03-06T20:00", {"Ann": 7, "Ben": 5, "Dan": 2}, name="Hearts"),
        "first": plays("2026-03-07T22:00", {"Ann": 7, "Ben": 5, "Chika": 2}),
        "second": plays("2026-03-08T00:30", {"Ben": 7, "Ann": 5, "Chika": 2}),
    }


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
    for query, evenings in (
        ("since=2026-03-01", [night, before]),
        ("until=2026-03-07T22:00:00Z", [before, old]),
        ("since=2026-03-06&until=2026-03-07", [before]),
        ("player=chika", [night]),
        ("game=score-pad&player=Dan", [before]),
        ("game=oh-hell", []),
        ("game=score-pad&title=Hearts", [before]),
        ("since=&until=&game=&player=&cursor=", [night, before, old]),
    ):
        assert found(program, query) == evenings, query
    assert program.asks("GET", "/sessions?game=score-pad&title=hearts").json["sessions"][0]["id"] == club["before"]


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
