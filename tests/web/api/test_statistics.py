"""Figures and evenings over the API: of a period, a game, a kind; who beats whom; ratings. All worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.kit.web.api import BIDS, TRICKS, Program
from tests.web.conftest import Phone

Plays = Callable[..., str]


@pytest.fixture
def club(program: Program, plays: Plays) -> Program:
    """Four games on the pad of Ann and Ben, the last with Chika; two are called Hearts, where few points are better."""
    plays("2026-03-01T20:00", {"Ann": 7, "Ben": 2})
    plays("2026-04-01T20:00", {"Ann": 3, "Ben": 9}, name="Hearts", best="lowest")
    plays("2026-05-01T20:00", {"Ann": 5, "Ben": 1}, name="Hearts", best="lowest")
    plays("2026-05-02T20:00", {"Ann": 1, "Ben": 8, "Chika": 4}, best="lowest")
    return program


def at(program: Program, name: str, what: str) -> str:
    """Where something of a player is."""
    return f"/players/{program.people()[name]['id']}/{what}"


def table(program: Program, query: str = "") -> dict[tuple[str, str], tuple[int, int, Any]]:
    """Games, wins and average by title and name."""
    found = program.asks("GET", f"/statistics?{query}")
    assert found.status == 200, found.json
    return {
        (each["results"]["title"], each["name"]): tuple(each["results"][name] for name in ("games", "won", "average"))
        for each in found.json["lines"]
    }


ALL = {
    ("", "Ann"): (2, 2, 4),
    ("", "Ben"): (2, 0, 5),
    ("", "Chika"): (1, 0, 4),
    ("Hearts", "Ann"): (2, 1, 4),
    ("Hearts", "Ben"): (2, 1, 5),
}
APRIL_ON = {
    ("", "Ann"): (1, 1, 1),
    ("", "Ben"): (1, 0, 8),
    ("", "Chika"): (1, 0, 4),
    ("Hearts", "Ann"): (2, 1, 4),
    ("Hearts", "Ben"): (2, 1, 5),
}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ALL),
        ("since=&until=&game=&title=&kind=", ALL),
        ("since=2026-04-01", APRIL_ON),
        ("since=2026-04-01T20:00:00Z", APRIL_ON),
        ("since=2026-04-02T05:00:00%2B09:00", APRIL_ON),
        ("until=2026-04-01", {("", "Ann"): (1, 1, 7), ("", "Ben"): (1, 0, 2)}),
        ("since=2026-04-01&until=2026-05-01", {("Hearts", "Ann"): (1, 1, 3), ("Hearts", "Ben"): (1, 0, 9)}),
        ("game=score-pad&title=Hearts", {key: ALL[key] for key in ALL if key[0] == "Hearts"}),
        ("game=score-pad", {key: ALL[key] for key in ALL if not key[0]}),
        ("game=oh-hell", {}),
        ("since=2030-01-01", {}),
    ],
)
def test_the_table_is_of_what_was_selected(
    club: Program, query: str, expected: dict[tuple[str, str], tuple[int, int, Any]]
) -> None:
    assert table(club, query) == expected


def test_the_values_of_the_filters_are_listed(club: Program) -> None:
    games = club.asks("GET", "/statistics/games").json["games"]
    kinds = {(each["game"], each["title"]): {one["label"]: one["kind"] for one in each["kinds"]} for each in games}
    assert {key: len(value) for key, value in kinds.items()} == {("score-pad", ""): 2, ("score-pad", "Hearts"): 1}
    found = [table(club, f"game=score-pad&kind={kind}")["", "Ann"] for kind in kinds["score-pad", ""].values()]
    # The highest wins: 7 to 2. The lowest wins: 1 to 8 and 4.
    assert sorted(found) == [(1, 1, 1), (1, 1, 7)]
    # The totals of both together cannot be compared: the line names no kind.
    lines = [each for each in club.asks("GET", "/statistics").json["lines"] if each["name"] == "Ann"]
    kind_of = {each["results"]["title"]: each["results"]["kind"] for each in lines}
    (hearts,) = kinds["score-pad", "Hearts"].values()
    assert kind_of == {"": None, "Hearts": hearts}


def test_statistics_of_a_player_and_the_table(program: Program) -> None:
    """Ann made her bid of 1: 11. Ben missed: 0. Chika made hers of 0: 10. Then twice: 0, 11, 0."""
    program.enters(program.starts(), BIDS, TRICKS, {"step": "end"})
    for _ in range(2):
        program.enters(program.starts(), BIDS, {"step": "tricks", "tricks": [0, 1, 2]}, {"step": "end"})
    found = program.asks("GET", at(program, "Ann", "statistics")).json
    (game,) = found["games"]
    assert (found["name"], game["results"]["game"], game["results"]["games"]) == ("Ann", "oh-hell", 3)
    assert {"fact": "made", "value": True, "by": None, "by_value": None, "times": 1} in game["facts"]
    # Ahead of Chika once, behind her never: both have 0 in the other two. Ben is ahead twice.
    assert {each["name"]: (each["ahead"], each["behind"]) for each in found["beside"]} == {
        "Ben": (1, 2),
        "Chika": (1, 0),
    }
    assert game["places"] == [{"place": 1, "times": 1}, {"place": 2, "times": 2}]
    lines = program.asks("GET", "/statistics").json["lines"]
    # 11 and 22 and 10 by three games, to the thousandth.
    assert {each["name"]: tuple(each["results"][name] for name in ("won", "highest", "average")) for each in lines} == {
        "Ann": (1, 11, 3.667),
        "Ben": (2, 11, 7.333),
        "Chika": (0, 10, 3.333),
    }
    assert game["results"]["average"] == 3.667


def test_a_players_statistics_are_of_what_was_selected(club: Program) -> None:
    selected = "game=score-pad&title=Hearts&since=2026-05-01"
    (game,) = club.asks("GET", f"{at(club, 'Ben', 'statistics')}?{selected}").json["games"]
    results = game["results"]
    assert (results["games"], results["won"], results["average"], results["run"], results["driest"]) == (1, 1, 1, 1, 0)
    assert game["places"] == [{"place": 1, "times": 1}]


def against(program: Program, name: str, query: str = "") -> dict[str, Any]:
    """Ahead, level, behind, as partners, won so; of everybody, and by title."""
    found = program.asks("GET", f"{at(program, name, 'head-to-head')}?{query}").json
    names = ("ahead", "level", "behind", "partners", "won")
    return {
        each["name"]: (
            tuple(each[name] for name in names),
            {(game["game"], game["title"]): tuple(game[name] for name in names) for game in each["games"]},
        )
        for each in found["others"]
    }


def test_who_beats_whom_at_which_game(club: Program) -> None:
    hearts, pad = ("score-pad", "Hearts"), ("score-pad", "")
    assert against(club, "Ann") == {
        "Ben": ((3, 0, 1, 0, 0), {hearts: (1, 0, 1, 0, 0), pad: (2, 0, 0, 0, 0)}),
        "Chika": ((1, 0, 0, 0, 0), {pad: (1, 0, 0, 0, 0)}),
    }
    assert against(club, "Ben")["Ann"] == ((1, 0, 3, 0, 0), {hearts: (1, 0, 1, 0, 0), pad: (0, 0, 2, 0, 0)})
    assert against(club, "Ann", f"other={club.people()['Chika']['id']}").keys() == {"Chika"}
    assert against(club, "Ann", "since=2026-05-01&game=score-pad&title=Hearts") == {
        "Ben": ((0, 0, 1, 0, 0), {hearts: (0, 0, 1, 0, 0)})
    }


# Ratings.


def rates(plays: Plays, days: range) -> str:
    """Ann wins a game on each of these days; the last one."""
    return [plays(f"2026-06-{day:02}T20:00", {"Ann": 2, "Ben": 1}) for day in days][-1]


def test_a_rating_has_a_number_after_five_games(program: Program, plays: Plays) -> None:
    rates(plays, range(1, 5))
    found = program.asks("GET", "/ratings").json["ratings"]
    assert [(each["name"], each["games"], each["rating"]) for each in found] == [("Ann", 4, None), ("Ben", 4, None)]
    of_ann = at(program, "Ann", "rating?game=score-pad")
    early = program.asks("GET", of_ann).json
    assert (early["games"], early["rating"], early["numbers"], early["changes"]) == (4, None, [], [])
    last, now = rates(plays, range(5, 6)), program.asks("GET", of_ann).json
    # Between two new players one in two is expected; 63 points, see tests/record/test_rating.py.
    assert (now["numbers"][:2], len(now["numbers"]), now["numbers"][-1]) == ([1000, 1063], 6, now["rating"])
    ben = {"players": [program.people()["Ben"]["id"]], "names": ["Ben"], "expected": 0.5, "result": 1, "gain": 63}
    assert now["changes"][0]["against"] == [ben]
    assert (now["changes"][-1]["session"], now["changes"][-1]["after"]) == (last, now["rating"])
    assert program.asks("GET", f"{of_ann}&limit=2").json["changes"] == now["changes"][-2:]
    lines = program.asks("GET", "/ratings?game=score-pad").json["ratings"]
    assert [each["name"] for each in lines] == ["Ann", "Ben"]
    assert (lines[0]["rating"], now["rating"] > 1100, lines[1]["rating"] < 900) == (now["rating"], True, True)


def test_where_a_keeper_turned_them_off_there_are_none(phone: Phone, program: Program, plays: Plays) -> None:
    rates(plays, range(1, 6))
    phone.follows(phone.sends(phone.opens("/players/ratings/explained").form("/players/ratings/switch"), {"on": "0"}))
    assert program.asks("GET", "/ratings").json == {"is_on": False, "ratings": []}
    found = program.asks("GET", at(program, "Ann", "rating?game=score-pad")).json
    assert (found["is_on"], found["games"], found["rating"]) == (False, 0, None)
    assert (found["numbers"], found["changes"]) == ([], [])


# Evenings: page by page, one with its games and its standing.


@pytest.fixture
def nights(plays: Plays) -> dict[str, str]:
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


def test_what_was_played_in_one_night_is_an_evening(program: Program, nights: dict[str, str]) -> None:
    night, *others = program.asks("GET", "/evenings").json["evenings"]
    assert night == {
        "id": nights["first"],
        "began": "2026-03-07T22:00:00Z",
        "ended": "2026-03-08T00:30:00Z",
        "people": [{"name": "Ann", "won": 1}, {"name": "Ben", "won": 1}, {"name": "Chika", "won": 0}],
        "games": [{"game": "score-pad", "times": 2}],
        "sessions": [nights["first"], nights["second"]],
    }
    assert [each["sessions"] for each in others] == [[nights["before"]], [nights["old"]]]


def test_evenings_are_filtered(program: Program, nights: dict[str, str]) -> None:
    night, before, old = [nights["first"], nights["second"]], [nights["before"]], [nights["old"]]
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
    assert program.asks("GET", "/sessions?game=score-pad&title=hearts").json["sessions"][0]["id"] == nights["before"]


def test_a_link_leads_to_the_first_evening(program: Program, nights: dict[str, str]) -> None:
    seen = [
        each["sessions"] for page in program.pages("/evenings?limit=1&player=Ann") for each in page.json["evenings"]
    ]
    assert seen == [[nights["first"], nights["second"]], [nights["before"]], [nights["old"]]]


@pytest.mark.parametrize("session", ["first", "second"])
def test_any_session_leads_to_its_evening(program: Program, nights: dict[str, str], session: str) -> None:
    evening = program.asks("GET", f"/evenings/{nights[session]}").json
    assert (evening["id"], evening["people"]) == (nights["first"], ["Ann", "Ben", "Chika"])
    assert [(each["session"], each["result"]) for each in evening["games"]] == [
        (nights["first"], "Ann"),
        (nights["second"], "Ben"),
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
