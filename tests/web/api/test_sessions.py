"""Sessions over the API: begun, listed, written on, taken back, corrected; every answer is held to the document."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from jsonschema_rs import Draft202012Validator

from scoring.catalogue import all_games
from scoring.document import load
from scoring.document import report as report_of
from tests.kit.games import played
from tests.kit.web.api import OH_HELL, Program
from tests.kit.web.page import Page
from tests.web.conftest import Phone
from tests.web.sheet.seats.test_seats import ANN, NAMES, joins, says

BIDS: dict[str, Any] = {"step": "bids", "bids": [1, 1, 0]}
TRICKS: dict[str, Any] = {"step": "tricks", "tricks": [1, 2, 0]}


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
    assert len(begun) == 1
    other = program.asks("POST", "/sessions", OH_HELL | {"dealer": 1}, key="begin")
    assert (other.status, other.json["type"], {other.json["began"]}) == (
        409,
        "http://localhost/api#session-begun",
        begun,
    )


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"game": "tarot"}, "game"),
        ({"game": ["oh-hell"]}, "game"),
        ({"players": ["Ann", "Ben"]}, "players"),
        ({"players": "Ann, Ben, Chika"}, "players"),
        ({"dealer": 3}, "dealer"),
        ({"options": {"speed": 1}}, "speed"),
        ({"options": [1]}, "options"),
        ({"entries": []}, "entries"),
    ],
)
def test_what_no_session_begins_with_is_refused_at_its_field(
    program: Program, said: dict[str, Any], field: str
) -> None:
    answer = program.asks("POST", "/sessions", OH_HELL | said)
    assert (answer.status, [each["field"] for each in answer.json["problems"]]) == (422, [field])
    assert program.asks("GET", "/sessions").json["sessions"] == []


def test_a_session_says_which_entries_it_takes(program: Program) -> None:
    session = program.starts()
    schema = Draft202012Validator(program.sees(session)["accepts"])
    assert schema.is_valid(BIDS)
    assert not schema.is_valid({"step": "bids", "bids": [4, 0, 0]})
    assert not schema.is_valid(TRICKS)
    assert schema.is_valid({"step": "note", "text": "rain"})
    over = program.enters(session, BIDS, {"step": "end"})
    assert over["report"]["ask"] is None
    schema = Draft202012Validator(over["accepts"])
    assert [schema.is_valid(each) for each in (BIDS, {"step": "end"}, {"step": "note", "text": "rain"})] == [
        *(False, False, True)
    ]


@pytest.mark.parametrize("slug", [*all_games()])
def test_every_game_is_played_over_the_api(program: Program, slug: str) -> None:
    evening = played(all_games()[slug], 1)
    session = program.starts(**{name: evening.session[name] for name in ("game", "players", "dealer", "options")})
    now = program.enters(session, *evening.entries[:8])
    assert now["document"]["entries"] == [*evening.entries[:8]]
    assert now["report"] == report_of(load(now["document"]))
    assert program.asks("GET", f"/sessions/{session}/document").json == now["document"]


def test_undo_redo_and_correction_go_the_way_of_every_entry(program: Program) -> None:
    session = program.starts()
    program.enters(session, BIDS, TRICKS)
    at = f"/sessions/{session}"
    undone = program.asks("POST", f"{at}/undo", {"position": 2, "count": 2})
    assert (undone.status, undone.json["position"], undone.json["document"]["entries"]) == (201, 3, [])
    redone = program.asks("POST", f"{at}/redo", {"position": 3})
    assert (redone.status, redone.json["document"]["entries"]) == (201, [BIDS])
    redone = program.asks("POST", f"{at}/redo", {"position": 4})
    assert redone.json["report"]["totals"] == [11, 0, 10]
    new = {"step": "tricks", "tricks": [1, 1, 1]}
    corrected = program.asks("POST", f"{at}/corrections", {"position": 5, "changes": {"1": new}})
    assert (corrected.status, corrected.json["document"]["entries"]) == (201, [BIDS, new])
    assert corrected.json["report"]["totals"] == [11, 11, 0]
    same = program.asks("POST", f"{at}/corrections", {"position": 6, "changes": {"1": new}})
    assert (same.status, same.json["position"]) == (200, 6)
    log = program.asks("GET", f"{at}/log").json
    assert [each["kind"] for each in log["actions"]] == ["enter", "enter", "undo", "redo", "redo", "correct"]
    assert log["devices"] == {log["actions"][0]["device"]: "Script"}


def test_there_is_not_always_something_to_undo_or_redo(program: Program) -> None:
    session = program.starts()
    undone = program.asks("POST", f"/sessions/{session}/undo", {"position": 0})
    redone = program.asks("POST", f"/sessions/{session}/redo", {"position": 0})
    assert [(each.status, each.json["type"]) for each in (undone, redone)] == [
        (409, "http://localhost/api#nothing-to-undo"),
        (409, "http://localhost/api#nothing-to-redo"),
    ]


def test_an_entry_with_a_known_key_is_written_once(program: Program) -> None:
    at = f"/sessions/{program.starts()}/entries"
    sent = {"position": 0, "entry": BIDS}
    assert [program.asks("POST", at, sent, key="bids-1").status for _ in range(2)] == [201, 200]
    other = program.asks("POST", at, {"position": 1, "entry": TRICKS}, key="bids-1")
    assert (other.status, other.json["type"], other.json["saved"]) == (409, "http://localhost/api#other-facts", BIDS)
    elsewhere = program.asks("POST", f"/sessions/{program.starts()}/entries", sent, key="bids-1")
    assert (elsewhere.status, elsewhere.json["type"]) == (409, "http://localhost/api#key-used")


def test_keys_of_other_scorebooks_are_nobodys_business(program: Program, stranger: Phone) -> None:
    sent = {"position": 0, "entry": BIDS}
    for each in (program, stranger.program()):
        assert each.asks("POST", f"/sessions/{each.starts()}/entries", sent, key="bids-1").status == 201
        begun = [each.asks("POST", "/sessions", OH_HELL, key="monday").json["id"] for _ in range(2)]
        assert begun[0] == begun[1]


@pytest.mark.parametrize("key", ["", "two words", "k" * 101])
def test_a_key_that_is_none_is_refused(program: Program, key: str) -> None:
    session = program.starts()
    answer = program.asks("POST", f"/sessions/{session}/entries", {"position": 0, "entry": BIDS}, key=key)
    assert (answer.status, answer.json["type"]) == (400, "http://localhost/api#bad-request")
    assert program.sees(session)["position"] == 0


def test_who_was_too_slow_is_told_how_things_stand_now(program: Program) -> None:
    session = program.starts()
    now = program.enters(session, BIDS)
    for path, body in (
        ("entries", {"entry": BIDS}),
        ("undo", {}),
        ("redo", {}),
        ("corrections", {"changes": {"0": BIDS}}),
    ):
        answer = program.asks("POST", f"/sessions/{session}/{path}", {"position": 0, **body})
        assert (path, answer.status, answer.json["type"]) == (path, 409, "http://localhost/api#stale")
        assert answer.json["session"] == now


def test_a_correction_that_a_later_entry_does_not_fit_asks_before_it_goes(program: Program) -> None:
    session = program.starts(game="boo-ray", players=["Ann", "Ben", "Chika"], options={"several": "off"})
    entries = {"step": "entries", "games": ["low-shit", "low-shit", "none"]}
    program.enters(session, entries, {"step": "results", "low_best": ["0"]})
    changes = {"0": {"step": "entries", "games": ["none", "kalo", "kalo"]}}
    at, body = f"/sessions/{session}/corrections", {"position": 2, "changes": changes}
    refused = program.asks("POST", at, body)
    assert (refused.status, refused.json["type"], refused.json["index"]) == (
        409,
        "http://localhost/api#later-entries",
        1,
    )
    assert refused.json["problems"]
    taken = program.asks("POST", at, body | {"reopen": True})
    assert (taken.status, taken.json["document"]["entries"]) == (201, [changes["0"]])


@pytest.mark.parametrize(
    ("changes", "field"),
    [({}, "changes"), ({"x": BIDS}, "changes"), ({"01": BIDS}, "changes"), ({"7": BIDS}, "index"), ([], "changes")],
)
def test_a_correction_of_nothing_is_refused(program: Program, changes: object, field: str) -> None:
    session = program.starts()
    program.enters(session, BIDS)
    answer = program.asks("POST", f"/sessions/{session}/corrections", {"position": 1, "changes": changes})
    assert (answer.status, answer.json["problems"][0]["field"]) == (422, field)


def test_a_setup_is_corrected_in_part(program: Program) -> None:
    session = program.starts()
    program.enters(session, BIDS, TRICKS)
    before = program.sees(session)
    ann, ben, chika = before["report"]["totals"]
    at = f"/sessions/{session}/setup"
    answer = program.asks("POST", at, {"position": 2, "players": ["Ann", "Chika", "Ben"]})
    assert (answer.status, answer.json["position"]) == (201, 3)
    assert answer.json["document"]["players"] == ["Ann", "Chika", "Ben"]
    assert answer.json["document"]["options"] == before["document"]["options"]
    assert answer.json["report"]["totals"] == [ann, chika, ben]
    same = program.asks("POST", at, {"position": 3, "dealer": before["document"]["dealer"]})
    assert (same.status, same.json["position"]) == (200, 3)
    undone = program.asks("POST", f"/sessions/{session}/undo", {"position": 3})
    assert undone.json["document"] == before["document"]


def test_a_setup_that_an_entry_does_not_fit_asks_before_it_goes(program: Program) -> None:
    session = program.starts()
    program.enters(session, BIDS, TRICKS)
    at, body = f"/sessions/{session}/setup", {"position": 2, "options": {"format": "short-rising"}}
    refused = program.asks("POST", at, body)
    assert (refused.status, refused.json["type"], refused.json["index"]) == (
        409,
        "http://localhost/api#later-entries",
        0,
    )
    taken = program.asks("POST", at, body | {"reopen": True})
    assert (taken.status, taken.json["document"]["entries"]) == (201, [])
    wrong = program.asks("POST", at, {"position": 3, "players": ["Ann", "Ann", "Ben"]})
    assert (wrong.status, wrong.json["problems"][0]["field"]) == (422, "players")


def test_an_illegal_correction_names_the_entry(program: Program) -> None:
    session = program.starts()
    program.enters(session, BIDS, TRICKS)
    body = {"position": 2, "changes": {"1": {"step": "tricks", "tricks": [1, 1, 0]}}}
    answer = program.asks("POST", f"/sessions/{session}/corrections", body)
    assert (answer.status, answer.json["index"]) == (422, 1)


# The history.


def test_the_history_is_filtered_and_read_page_by_page(program: Program) -> None:
    first, second, third = (program.starts(players=["Ann", "Ben", name]) for name in ("Chika", "Dan", "Chika"))
    program.enters(first, {"step": "note", "text": "Rain"}, {"step": "end"})

    def found(query: str) -> list[str]:
        return [each["id"] for each in program.asks("GET", f"/sessions?{query}").json["sessions"]]

    assert found("") == [third, second, first]
    assert found("player=chika") == [third, first]
    assert found("text=rain") == [first]
    assert found("over=true") == [first]
    assert found("over=false&player=Chika") == [third]
    assert found("game=wizard") == []
    assert found("month=2001-01") == []
    assert found("archived=true") == []
    page = program.asks("GET", "/sessions?limit=2").json
    assert (len(page["sessions"]), page["total"], page["next_offset"]) == (2, 3, 2)
    page = program.asks("GET", "/sessions?limit=2&offset=2").json
    assert ([each["id"] for each in page["sessions"]], page["next_offset"]) == ([first], None)
    assert [seat["name"] for seat in page["sessions"][0]["seats"]] == ["Ann", "Ben", "Chika"]


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=101",
        "limit=x",
        "limit=1&limit=2",
        "offset=-1",
        "month=2026-13",
        "over=1",
        "speed=1",
        "text=%00",
        "updated_since=2026-02-30",
        "updated_since=yesterday",
        "updated_since=2026-05-01T20:00:00",
        "cursor=x",
        "title=Hearts",
    ],
)
def test_a_filter_that_is_none_is_refused(program: Program, query: str) -> None:
    answer = program.asks("GET", f"/sessions?{query}")
    assert (answer.status, [each["field"] for each in answer.json["problems"]]) == (422, [query.partition("=")[0]])


def ids(page: Page) -> list[str]:
    return [each["id"] for each in page.json["sessions"]]


def following(page: Page) -> str | None:
    """The address of the next page, behind /api/v1, from the header Link (RFC 8288)."""
    link = page.headers.get("Link")
    if link is None:
        return None
    found = re.fullmatch(r'<(/[^>]+)>; rel="next"', link)
    assert found is not None, link
    return found[1].removeprefix("/api/v1")


def test_a_link_leads_from_page_to_page_though_sessions_begin_meanwhile(program: Program) -> None:
    begun = [program.starts(players=["Ann", "Ben", "Zoë & Co"]) for _ in range(5)]
    program.starts()
    address: str | None = "/sessions?limit=2&offset=0&player=Zo%C3%AB+%26+Co"
    seen: list[list[str]] = []
    while address:
        page = program.asks("GET", address)
        seen.append(ids(page))
        address = following(page)
        assert (address is None) == (page.json["next_cursor"] is None)
        program.starts(players=["Ann", "Ben", "Zoë & Co"])
    assert seen == [begun[:2:-1], begun[2:0:-1], begun[:1]]


def test_a_cursor_of_nowhere_is_told_at_its_field(program: Program, stranger: Phone) -> None:
    session = program.starts()
    assert ids(program.asks("GET", f"/sessions?cursor={session}")) == []
    theirs = stranger.program().starts()
    for cursor in ("nothing-there", theirs):
        answer = program.asks("GET", f"/sessions?cursor={cursor}")
        (problem,) = answer.json["problems"]
        assert (answer.status, problem["field"]) == (422, "cursor")
        assert problem["message"] == "This page does not exist any more. Begin again without “cursor”."
    # A page that ended with a session which was deleted since goes on where it was.
    other = program.starts()
    program.asks("DELETE", f"/sessions/{other}")
    assert ids(program.asks("GET", f"/sessions?cursor={other}")) == [session]


def test_what_was_written_since_a_time_is_found(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, written, archived, deleted = (program.starts() for _ in range(4))
    later = datetime(2030, 1, 1, 12, tzinfo=UTC)
    assert ids(program.asks("GET", "/sessions?updated_since=2030-01-01")) == []
    monkeypatch.setattr("web.api.dispatch.now", lambda: later)
    program.enters(written, BIDS)
    program.asks("PATCH", f"/sessions/{archived}", {"archived": True})
    program.asks("DELETE", f"/sessions/{deleted}")

    def found(query: str) -> list[str]:
        return ids(program.asks("GET", f"/sessions?{query}"))

    for since in ("2030-01-01", "2030-01-01T12:00:00Z", "2030-01-01T12:00:00.5Z", "2030-01-01T21:00:00%2B09:00"):
        assert found(f"updated_since={since}") == [written]
        assert found(f"updated_since={since}&archived=true") == [archived]
        assert found(f"updated_since={since}&discarded=true") == [deleted]
    assert found("updated_since=2030-01-01T12:00:01Z") == []
    assert found("updated_since=") == [written, begun]
    assert found("updated_since=2001-01-01&limit=1") == [written]


# In the reader's language.


@pytest.mark.parametrize(("language", "title"), [("en", "Not accepted"), ("ja", "受け付けられません")])
def test_problems_come_in_the_language_asked_for(app: Flask, language: str, title: str) -> None:
    program = Phone(app, language=language).api
    session = program.starts()
    answer = program.asks(
        "POST", f"/sessions/{session}/entries", {"position": 0, "entry": {"step": "bids", "bids": [9]}}
    )
    assert (answer.status, answer.mimetype, answer.json["title"]) == (422, "application/problem+json", title)
    assert answer.json["status"] == 422
    assert answer.json["problems"][0]["message"] in answer.json["detail"]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("cursor=nothing-there", "このページはもうありません。「cursor」を付けずに、最初から取得してください。"),
        ("cursor=x", "「cursor」は前のページの「next_cursor」の値にしてください。"),
        ("month=2026-13", "「month」は月（例：2026-11）にしてください。"),
        ("text=%00", "「text」に表示できない文字が入っています。"),
        ("updated_since=2026-02-30", "その日付はありません。"),
        ("title=Hearts", "どのゲームですか。「game」も送ってください。"),
    ],
)
def test_a_filter_is_refused_in_japanese(app: Flask, query: str, said: str) -> None:
    answer = Phone(app, language="ja").api.asks("GET", f"/sessions?{query}")
    assert [each["message"] for each in answer.json["problems"]] == [said]


def test_the_language_that_a_phone_chose_is_none_of_a_programs(phone: Phone) -> None:
    phone.posts("/settings", {"csrf_token": phone.token(), "language": "ja"})
    assert phone.opens("/").lang == "ja"
    answer = phone.opens("/api/v1/sessions/nothing-there")
    assert (answer.status, answer.json["title"]) == (404, "Page not found")


def test_what_a_seat_keeps_to_itself_is_in_no_answer(phone: Phone) -> None:
    """Bids are written: Ann's is laid on her phone, and tells nobody what it is before all are shown."""
    program, table = phone.api, phone.sits_down(*NAMES, dealer=2, top_hand="3", bidding="written")
    ann = joins(phone, table, ANN)
    answers: list[list[Any]] = []
    for bid in ("0", "1"):
        assert says(ann, table, ANN, bid).status == 303
        at = f"/sessions/{table.id}"
        asked = ("", "/document", "/log", "/chances")
        told = [program.asks("GET", f"{at}{each}").json for each in asked]
        told += [program.asks("GET", path).json for path in (f"/evenings/{table.id}", "/evenings", "/sessions")]
        answers.append(told)
    assert answers[0] == answers[1]
    assert answers[0][1]["entries"] == []
