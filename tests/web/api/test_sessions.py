"""Sessions over the API: begun, written on, taken back, corrected, put away; every answer is held to the document."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from scoring.catalogue import all_games
from scoring.document import load
from scoring.document import report as report_of
from tests.kit.for_each import for_each
from tests.kit.games import played
from tests.kit.web.api import BIDS, OH_HELL, TRICKS, Program, document_of
from tests.kit.web.seats import ANN, joins, says
from tests.web.conftest import Phone
from web.api.openapi import name_of


def test_a_session_is_begun_where_its_location_says(program: Program) -> None:
    started = program.asks("POST", "/sessions", OH_HELL)
    assert started.status == 201
    assert started.location == f"/api/v1/sessions/{started.json['id']}"
    assert started.json == program.sees(started.json["id"])
    assert started.json["document"]["players"] == ["Ann", "Ben", "Chika"]
    assert started.json["document"]["options"]["top_hand"] == 3
    assert (started.json["position"], started.json["report"]["ask"]["step"]) == (0, "bids")


def test_a_session_is_begun_once_under_a_key(program: Program) -> None:
    begun = {program.asks("POST", "/sessions", OH_HELL, key="begin").json["id"] for _ in range(2)}
    assert begun == {each["id"] for each in program.asks("GET", "/sessions").json["sessions"]}
    other = program.asks("POST", "/sessions", OH_HELL | {"dealer": 1}, key="begin")
    assert (other.problem, {other.json["began"]}) == ((409, "session-begun"), begun)


def test_a_session_says_which_entries_it_takes(program: Program) -> None:
    session, note, end = program.starts(), {"step": "note", "text": "rain"}, {"step": "end"}
    entries = (BIDS, {"step": "bids", "bids": [4, 0, 0]}, TRICKS, note, end)
    taken = []
    for now in (program.sees(session), program.enters(session, BIDS, end)):
        schema = Draft202012Validator(now["accepts"])
        taken.append([each for each in entries if schema.is_valid(each)])
        assert not schema.is_valid({"step": "tea"})
    assert (taken, now["report"]["ask"]) == ([[BIDS, note, end], [note]], None)


@pytest.mark.parametrize("slug", [*all_games()])
def test_every_game_is_played_over_the_api(program: Program, slug: str) -> None:
    parts = document_of(program.app)["components"]
    entries, options = (
        Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": parts})
        for name in ("Entry", name_of("Options", slug))
    )
    for seed in range(3):
        evening = played(all_games()[slug], seed)
        assert [entry for entry in evening.entries if not entries.is_valid(entry)] == []
        assert options.is_valid(evening.last.options.to_json())
    session = program.starts(**{name: evening.session[name] for name in ("game", "players", "dealer", "options")})
    now = program.sees(session)
    for entry in evening.entries[:8]:
        assert Draft202012Validator(now["accepts"]).is_valid(entry), entry
        now = program.enters(session, entry)
    assert now["document"]["entries"] == [*evening.entries[:8]]
    assert now["report"] == report_of(load(now["document"]))
    assert program.asks("GET", f"/sessions/{session}/document").json == now["document"]


def test_undo_redo_corrections_and_the_setup_go_the_way_of_every_entry(program: Program) -> None:
    """By the corrected tricks Ben made his bid of 1, too, and Chika missed hers of 0."""
    session = program.starts()
    program.enters(session, BIDS, TRICKS)
    three = {"step": "tricks", "tricks": [1, 1, 1]}
    swapped = [{"step": "bids", "bids": [1, 0, 1]}, {"step": "tricks", "tricks": [1, 1, 1]}]
    position = 2
    for path, said, status, entries, totals in (
        ("undo", {"count": 2}, 201, [], [0, 0, 0]),
        ("redo", {}, 201, [BIDS], [0, 0, 0]),
        ("redo", {}, 201, [BIDS, TRICKS], [11, 0, 10]),
        ("corrections", {"changes": {"1": three}}, 201, [BIDS, three], [11, 11, 0]),
        ("corrections", {"changes": {"1": three}}, 200, [BIDS, three], [11, 11, 0]),
        ("setup", {"players": ["Ann", "Chika", "Ben"]}, 201, swapped, [11, 0, 11]),
        ("setup", {"dealer": 0}, 200, swapped, [11, 0, 11]),
        ("undo", {}, 201, [BIDS, three], [11, 11, 0]),
    ):
        answer = program.asks("POST", f"/sessions/{session}/{path}", {"position": position, **said})
        position += status == 201
        assert (answer.status, answer.json["position"]) == (status, position), path
        assert (answer.json["document"]["entries"], answer.json["report"]["totals"]) == (entries, totals), path
        assert answer.json["document"]["options"]["top_hand"] == 3
    log = program.asks("GET", f"/sessions/{session}/log").json
    kinds = ["enter", "enter", "undo", "redo", "redo", "correct", "correct", "undo"]
    assert [each["kind"] for each in log["actions"]] == kinds
    assert log["devices"] == {log["actions"][0]["device"]: "Script"}


def test_there_is_not_always_something_to_undo_or_redo(program: Program) -> None:
    at = f"/sessions/{program.starts()}"
    for what in ("undo", "redo"):
        assert program.asks("POST", f"{at}/{what}", {"position": 0}).problem == (409, f"nothing-to-{what}")


def test_an_entry_with_a_known_key_is_written_once(program: Program, another: Program) -> None:
    at = f"/sessions/{program.starts()}/entries"
    sent = {"position": 0, "entry": BIDS}
    first, second = (program.asks("POST", at, sent, key="bids-1") for _ in range(2))
    assert (first.status, second.status) == (201, 200)
    assert first.json == second.json == program.sees(first.json["id"])
    other = program.asks("POST", at, {"position": 1, "entry": TRICKS}, key="bids-1")
    assert (other.problem, other.json["saved"]) == ((409, "other-facts"), BIDS)
    elsewhere = program.asks("POST", f"/sessions/{program.starts()}/entries", sent, key="bids-1")
    assert elsewhere.problem == (409, "key-used")
    # Keys of other scorebooks are nobody's business.
    assert another.asks("POST", f"/sessions/{another.starts()}/entries", sent, key="bids-1").status == 201


@for_each("position", [0, 7, 1_000_000])
def test_who_was_too_slow_is_told_how_things_stand_now(program: Program, position: int) -> None:
    session = program.starts()
    now = program.enters(session, BIDS)
    for path, body in (
        ("entries", {"entry": BIDS}),
        ("undo", {}),
        ("redo", {}),
        ("corrections", {"changes": {"0": BIDS}}),
        ("setup", {"dealer": 1}),
    ):
        answer = program.asks("POST", f"/sessions/{session}/{path}", {"position": position, **body})
        assert (answer.problem, answer.json["session"]) == ((409, "stale"), now), path


BOO_RAY: dict[str, Any] = {"game": "boo-ray", "players": ["Ann", "Ben", "Chika"], "options": {"several": "off"}}
LOW = {"step": "entries", "games": ["low-shit", "low-shit", "none"]}, {"step": "results", "low_best": ["0"]}
KALO = {"step": "entries", "games": ["none", "kalo", "kalo"]}


@for_each(
    "begun, entries, asked, left",
    [
        (BOO_RAY, LOW, ("corrections", {"changes": {"0": KALO}}), (1, [KALO])),
        ({}, (BIDS, TRICKS), ("setup", {"options": {"format": "short-rising"}}), (0, [])),
    ],
)
def test_a_correction_that_a_later_entry_does_not_fit_asks_before_it_goes(
    program: Program,
    begun: dict[str, Any],
    entries: tuple[dict[str, Any], ...],
    asked: tuple[str, dict[str, Any]],
    left: tuple[int, list[dict[str, Any]]],
) -> None:
    """`asked` is where and what, `left` the entry that does not fit and the entries without what goes."""
    session = program.starts(**begun)
    program.enters(session, *entries)
    at, body = f"/sessions/{session}/{asked[0]}", {"position": 2, **asked[1]}
    refused = program.asks("POST", at, body)
    assert refused.problem == (409, "later-entries")
    assert (refused.json["index"], refused.json["problems"] != []) == (left[0], True)
    taken = program.asks("POST", at, body | {"reopen": True})
    assert (taken.status, taken.json["document"]["entries"]) == (201, left[1])


def test_the_language_that_a_phone_chose_is_none_of_a_programs(phone: Phone) -> None:
    phone.posts("/settings", {"csrf_token": phone.token(), "language": "ja"})
    assert phone.opens("/").lang == "ja"
    answer = phone.opens("/api/v1/sessions/nothing-there")
    assert (answer.status, answer.json["title"]) == (404, "Page not found")


def test_what_a_seat_keeps_to_itself_is_in_no_answer(phone: Phone) -> None:
    """Bids are written: Ann's is laid on her phone, and tells nobody what it is before all are shown."""
    program, table = phone.api, phone.sits_down(dealer=2, top_hand="3", bidding="written")
    ann, at = joins(phone, table, ANN), f"/sessions/{table.id}"
    asked = (*(at + rest for rest in ("", "/document", "/log", "/chances")), f"/evenings/{table.id}", "/evenings")
    answers = []
    for bid in ("0", "1"):
        assert says(ann, table, ANN, bid).status == 303
        answers.append([program.asks("GET", path).json for path in (*asked, "/sessions")])
    assert answers[0] == answers[1]
    assert answers[0][1]["entries"] == []


def test_in_the_last_deal_is_told_what_each_needs(program: Program) -> None:
    """One card is left after two: a made bid is 10 and its tricks, so 11 at most."""
    session = program.starts(options={"format": "short-falling", "top_hand": 2})
    at = f"/sessions/{session}/chances"
    assert program.asks("GET", at).json == {"over": False, "winners": [], "safe": [], "out": [], "needs": []}
    program.enters(session, {"step": "bids", "bids": [1, 1, 1]}, {"step": "tricks", "tricks": [1, 1, 0]})
    assert program.asks("GET", at).json["needs"] == [
        "Ann wins with 11 points or more in deal 2.",
        "Ben wins with 11 points or more in deal 2.",
        "Chika needs 11 points or more in deal 2 to win.",
    ]
    # Ann makes her bid, the others miss theirs.
    program.enters(session, {"step": "bids", "bids": [1, 1, 1]}, {"step": "tricks", "tricks": [1, 0, 0]})
    assert program.asks("GET", at).json.items() >= {"over": True, "winners": [0]}.items()


# Where the table changes: each entry of docs/api.md.


PAGE = (Path(__file__).parents[3] / "docs" / "api.md").read_text("utf-8")
CHANGES: list[dict[str, Any]] = [*map(json.loads, re.findall(r"\| `(\{\"step\".*\})` \|$", PAGE, re.MULTILINE))]
FOUR: dict[str, Any] = {
    "players": ["Ann", "Ben", "Chika", "Dai"],
    "options": {"format": "short-falling", "top_hand": 4},
}
NOTHING, ALL = {"step": "bids", "bids": [0, 0, 0, 0]}, {"step": "tricks", "tricks": [4, 0, 0, 0]}


def test_each_change_that_is_described_is_accepted_and_written(program: Program) -> None:
    session = program.starts(**FOUR)
    assert {each["step"] for each in CHANGES} == {"takeover", "join", "sit-out", "leave", "return", "dealer", "plan"}
    # Who deals now is asked once a deal is over.
    program.enters(session, NOTHING, ALL)
    for change in CHANGES:
        now = program.sees(session)
        assert Draft202012Validator(now["accepts"]).is_valid(change), change
        written = program.enters(session, change)
        assert written["document"]["entries"][-1]["step"] == change["step"]


def test_the_session_tells_the_table_as_it_is_now(program: Program) -> None:
    session = program.starts(**FOUR)
    assert "table" not in program.sees(session)["report"]
    program.enters(session, NOTHING, CHANGES[0], CHANGES[1])
    report = program.sees(session)["report"]
    table: dict[str, list[Any]] = {
        "players": ["Zoe", "Ben", "Chika", "Dai"],
        "order": [0, 1, 2, 3],
        "left": [],
        "resting": [],
    }
    assert report["table"] == table | {"waiting": [2]}
    # Ann, now Zoe, bid 0 and took 4: 0. The others made 0: 10. Eva starts with the lowest total.
    report = program.enters(session, ALL, CHANGES[3])["report"]
    assert report["totals"] == [0, 10, 10, 10, 0]
    eva = {"players": [*table["players"], "Eva"], "order": [0, 1, 4, 2, 3], "left": [3], "waiting": []}
    assert (report["table"], report["unranked"]) == (table | eva, [3])
    kept = program.sees(session)["document"]
    assert kept["players"] == FOUR["players"]
    assert program.asks("POST", "/score", kept).json == report
